//! Whole conversations without a process: every form, restarts, and whatever else may come down the pipe.

use super::*;
use luozi::core::{Player, Rng};
use luozi::games::Table;
use luozi::protocol::Square;
use luozi::protocol::botzone::{History, MAX_DEBUG_BYTES};
use serde_json::Value;

/// All that is printed for an input.
fn talk(game: GameKind, input: &[u8]) -> String {
    talk_and_log(game, input).0
}

/// What is printed on stdout and what is told beside it.
fn talk_and_log(game: GameKind, input: &[u8]) -> (String, String) {
    let options = EngineOptions { visits: Some(8), memory: Some(4), ..EngineOptions::default() };
    let setup = Setup::standard(game);
    let thinker = Thinker::new(&setup, &options.recipe(game).unwrap()).unwrap();
    let limits = Limits { time: Some(Duration::from_secs(3600)), ..options.limits() };
    let session = Session::new(setup, thinker, limits);
    let (mut out, mut log) = (Vec::new(), Vec::new());
    serve(session, TurnClock::of_this_process(TURN_TIME), input, &mut out, &mut log).unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(log).unwrap())
}

/// The answers before each marker.
fn answers(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split(KEEP_RUNNING).map(str::trim).collect();
    assert_eq!(parts.pop(), Some(""), "every answer is followed by the marker");
    parts
}

/// A random game of `plies` moves, as squares.
fn random_game(game: GameKind, plies: usize, seed: u64) -> (Table, Vec<Option<Square>>) {
    let mut table = Table::new(&Setup::standard(game)).unwrap();
    let mut rng = Rng::seeded(seed);
    let rows = table.setup().size().0;
    for _ in 0..plies {
        let mut moves = table.legal_moves();
        let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
        table.play(&mv).unwrap();
    }
    let squares = table.moves().iter().map(|mv| Square::of_notation(mv, game, rows)).collect();
    (table, squares)
}

fn is_legal(table: &Table, point: Point) -> bool {
    let game = table.setup().kind();
    let text = match point.as_move(game).unwrap() {
        None => "pass".to_string(),
        Some(square) => square.notation(game, table.setup().size().0).unwrap(),
    };
    table.clone().play(&text).is_ok()
}

#[test]
fn every_form_is_answered_in_its_own_form() {
    for game in [GameKind::NoGo, GameKind::Reversi] {
        for plies in [0, 1, 20, 21] {
            let (table, squares) = random_game(game, plies, 3);
            let side = Player::BOTH[plies % 2];
            let history = History::of_moves(&squares, side);
            let full =
                Input::Full { history: history.clone(), data: None, globaldata: None, limits: Default::default() };
            let text = talk(game, full.text().as_bytes());
            let json = Answer::parse_json(answers(&text)[0]).unwrap();
            assert!(is_legal(&table, json.response), "{game} {plies}: {text}");
            let debug = json.debug.as_ref().and_then(Value::as_str).unwrap();
            assert!(debug.starts_with("value ") && debug.contains(" visits, pv ") && debug.len() <= MAX_DEBUG_BYTES);
            // The same engine with the same game in the other form gives the same point.
            let text = talk(game, Input::Simple { history }.text().as_bytes());
            let [answer] = answers(&text)[..] else { panic!("{text}") };
            assert_eq!(Answer::parse_simple(answer).unwrap().response, json.response);
        }
    }
}

#[test]
fn a_kept_process_and_one_restarted_at_every_turn_see_the_same_game() {
    // Black plays our answers, White the first legal move; each turn is sent as the next request, and once more as the
    // whole history: both must be legal after the same moves.
    let game = GameKind::Reversi;
    let mut table = Table::new(&Setup::standard(game)).unwrap();
    let (mut kept, mut turns) = (String::new(), 0);
    let mut request = Point::NONE;
    while table.outcome().is_none() && turns < 8 {
        kept += &Input::Next(request).text();
        let text = talk(game, kept.as_bytes());
        let answer = Answer::parse_json(answers(&text)[turns]).unwrap().response;
        assert!(is_legal(&table, answer), "turn {turns}: {text}");
        let squares: Vec<_> = table.moves().iter().map(|mv| Square::of_notation(mv, game, 8)).collect();
        let history = History::of_moves(&squares, Player::First);
        let full = Input::Full { history, data: None, globaldata: None, limits: Default::default() };
        let restarted = talk(game, full.text().as_bytes());
        assert!(is_legal(&table, Answer::parse_json(answers(&restarted)[0]).unwrap().response));
        let square = answer.square().unwrap();
        table.play(&square.notation(game, 8).unwrap()).unwrap();
        let reply = table.legal_moves().swap_remove(0);
        table.play(&reply).unwrap();
        request = Square::of_notation(&reply, game, 8).map_or(Point::NONE, Point::from);
        turns += 1;
    }
    assert_eq!(turns, 8);
}

#[test]
fn a_turn_that_cannot_be_played_is_refused_in_the_sites_form_and_changes_nothing() {
    let input = "{\"requests\":[{\"x\":-1,\"y\":-1}],\"responses\":[]}\n\
                 {\"x\":99,\"y\":0}\n\
                 {\"requests\":[],\"responses\":[]}\n\
                 {\"nonsense\n\
                 not a turn\n\
                 \n\
                 1\n\
                 hello\n\
                 {\"x\":7,\"y\":7}\n";
    let (text, log) = talk_and_log(GameKind::NoGo, input.as_bytes());
    let log: Vec<&str> = log.lines().collect();
    assert!(log.len() == 2 && log[0].contains("found `not a turn`") && log[1].contains("found `hello`"), "{log:?}");
    let answers: Vec<Answer> = answers(&text).iter().map(|line| Answer::parse_json(line).unwrap()).collect();
    assert_eq!(answers.len(), 5, "{text}");
    for refused in &answers[1..4] {
        assert_eq!(refused.response, Point::NONE);
        assert!(refused.debug.as_ref().unwrap().as_str().unwrap().starts_with("error: "), "{refused:?}");
    }
    assert!(answers[4].response != Point::NONE && answers[4].response != Point { x: 7, y: 7 });
}

#[test]
fn passes_go_both_ways() {
    // Black has no move here but White has: the answer to the last request is a pass.
    let moves = "e6f4e3f6g5d6e7f5c5";
    let table = Table::new(&Setup::standard(GameKind::Reversi)).unwrap();
    let squares: Vec<_> =
        table.read_moves(moves).unwrap().iter().map(|mv| Square::of_notation(mv, GameKind::Reversi, 8)).collect();
    // After this game White has lost all its discs: the game is over, and that is told.
    let history = History::of_moves(&squares, Player::Second);
    let text = talk(GameKind::Reversi, Input::Simple { history }.text().as_bytes());
    assert!(answers(&text)[0].starts_with("-1 -1\nerror: the game is over"), "{text}");

    // A random game with a pass of the side to move.
    let (table, squares, side) = (0..2000)
        .find_map(|seed| {
            let plies = 50 + (seed % 6) as usize;
            let mut table = Table::new(&Setup::standard(GameKind::Reversi)).unwrap();
            let mut rng = Rng::seeded(seed);
            while table.outcome().is_none() && table.moves().len() < plies {
                let mut moves = table.legal_moves();
                let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
                table.play(&mv).unwrap();
            }
            let squares: Vec<_> =
                table.moves().iter().map(|mv| Square::of_notation(mv, GameKind::Reversi, 8)).collect();
            let side = table.to_move();
            (table.outcome().is_none() && table.legal_moves() == ["pass"]).then_some((table, squares, side))
        })
        .expect("passes are not that rare");
    let history = History::of_moves(&squares, side);
    let text = talk(GameKind::Reversi, Input::Simple { history }.text().as_bytes());
    assert!(answers(&text)[0].starts_with("-1 -1\nvalue "), "{}\n{text}", table.position_text());
}

#[test]
fn time_limits_of_the_site_shorten_the_turn_and_never_lengthen_it() {
    let setup = Setup::standard(GameKind::Reversi);
    let recipe = EngineOptions { memory: Some(4), ..EngineOptions::default() }.recipe(GameKind::Reversi).unwrap();
    let thinker = Thinker::new(&setup, &recipe).unwrap();
    let mut session = Session::new(setup, thinker, Limits::time(TURN_TIME));
    for (told, expected) in [(None, 950), (Some(8.0), 950), (Some(0.0), 950), (Some(-1.0), 950), (Some(0.5), 475)] {
        session.observe(told);
        assert_eq!(session.limits.time, Some(Duration::from_millis(expected)), "{told:?}");
    }
}
