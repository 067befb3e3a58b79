//! Whole conversations without a process: every form, restarts, and whatever else may come down the pipe.

use super::*;
use luozi_core::{Player, Rng};
use luozi_games::Session;
use luozi_protocol::Square;
use luozi_protocol::botzone::{History, MAX_DEBUG_BYTES};
use serde_json::Value;

/// A small bot.
fn bot(game: GameKind, budget: Budget) -> Bot {
    Bot::new(game, &Choice { memory_mb: Some(4), budget, ..Choice::default() }).unwrap()
}

#[test]
fn games_that_the_site_does_not_have_are_refused() {
    let error = Bot::new(GameKind::CONNECT4, &Choice::default()).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("Botzone has no Connect Four"));
}

/// All that is printed for an input.
fn talk(game: GameKind, input: &[u8]) -> String {
    talk_and_log(game, input).0
}

/// What is printed on stdout and what is told beside it.
fn talk_and_log(game: GameKind, input: &[u8]) -> (String, String) {
    let budget = Budget { time: Some(Duration::from_secs(3600)), ..Budget::visits(8) };
    let conversation = Conversation::new(bot(game, budget));
    let (mut out, mut log) = (Vec::new(), Vec::new());
    serve(conversation, input, &mut out, &mut log).unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(log).unwrap())
}

/// The answers before each marker.
fn answers(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split(KEEP_RUNNING).map(str::trim).collect();
    assert_eq!(parts.pop(), Some(""), "every answer is followed by the marker");
    parts
}

/// A random game of `plies` moves, as squares.
fn random_game(game: GameKind, plies: usize, seed: u64) -> (Session, Vec<Option<Square>>) {
    let mut session = Session::new(&Setup::standard(game)).unwrap();
    let mut rng = Rng::seeded(seed);
    for _ in 0..plies {
        let mut moves = session.legal_moves();
        let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
        session.play(&mv).unwrap();
    }
    let squares = session.moves().iter().map(|mv| Square::of_notation(mv, &session.grid())).collect();
    (session, squares)
}

fn is_legal(session: &Session, point: Point) -> bool {
    let text = match point.as_move(&session.grid()).unwrap() {
        None => "pass".to_string(),
        Some(square) => square.notation(&session.grid()).unwrap(),
    };
    session.clone().play(&text).is_ok()
}

#[test]
fn every_form_is_answered_in_its_own_form() {
    for game in [GameKind::NOGO, GameKind::REVERSI] {
        for plies in [0, 1, 20, 21] {
            let (session, squares) = random_game(game, plies, 3);
            let side = Player::BOTH[plies % 2];
            let history = History::of_moves(&squares, side);
            let full =
                Input::Full { history: history.clone(), data: None, globaldata: None, limits: Default::default() };
            let text = talk(game, full.text().as_bytes());
            let json = Answer::parse_json(answers(&text)[0]).unwrap();
            assert!(is_legal(&session, json.response), "{game} {plies}: {text}");
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
    let game = GameKind::REVERSI;
    let mut session = Session::new(&Setup::standard(game)).unwrap();
    let (mut kept, mut turns) = (String::new(), 0);
    let mut request = Point::NONE;
    while session.outcome().is_none() && turns < 8 {
        kept += &Input::Next(request).text();
        let text = talk(game, kept.as_bytes());
        let answer = Answer::parse_json(answers(&text)[turns]).unwrap().response;
        assert!(is_legal(&session, answer), "turn {turns}: {text}");
        let squares: Vec<_> = session.moves().iter().map(|mv| Square::of_notation(mv, &session.grid())).collect();
        let history = History::of_moves(&squares, Player::First);
        let full = Input::Full { history, data: None, globaldata: None, limits: Default::default() };
        let restarted = talk(game, full.text().as_bytes());
        assert!(is_legal(&session, Answer::parse_json(answers(&restarted)[0]).unwrap().response));
        let square = answer.square().unwrap();
        session.play(&square.notation(&session.grid()).unwrap()).unwrap();
        let reply = session.legal_moves().swap_remove(0);
        session.play(&reply).unwrap();
        request = Square::of_notation(&reply, &session.grid()).map_or(Point::NONE, Point::from);
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
    let (text, log) = talk_and_log(GameKind::NOGO, input.as_bytes());
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
    let session = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
    let squares: Vec<_> =
        session.read_moves(moves).unwrap().iter().map(|mv| Square::of_notation(mv, &session.grid())).collect();
    // After this game White has lost all its discs: the game is over, and that is told.
    let history = History::of_moves(&squares, Player::Second);
    let text = talk(GameKind::REVERSI, Input::Simple { history }.text().as_bytes());
    assert!(answers(&text)[0].starts_with("-1 -1\nerror: the game is over"), "{text}");

    // A random game with a pass of the side to move.
    let (session, squares, side) = (0..2000)
        .find_map(|seed| {
            let plies = 50 + (seed % 6) as usize;
            let mut session = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
            let mut rng = Rng::seeded(seed);
            while session.outcome().is_none() && session.moves().len() < plies {
                let mut moves = session.legal_moves();
                let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
                session.play(&mv).unwrap();
            }
            let squares: Vec<_> = session.moves().iter().map(|mv| Square::of_notation(mv, &session.grid())).collect();
            let side = session.to_move();
            (session.outcome().is_none() && session.legal_moves() == ["pass"]).then_some((session, squares, side))
        })
        .expect("passes are not that rare");
    let history = History::of_moves(&squares, side);
    let text = talk(GameKind::REVERSI, Input::Simple { history }.text().as_bytes());
    assert!(answers(&text)[0].starts_with("-1 -1\nvalue "), "{}\n{text}", session.position_text());
}

#[test]
fn time_limits_of_the_site_shorten_the_turn_and_never_lengthen_it() {
    let mut conversation = Conversation::new(bot(GameKind::REVERSI, Budget::default()));
    for (told, expected) in [(None, 950), (Some(8.0), 950), (Some(0.0), 950), (Some(-1.0), 950), (Some(0.5), 475)] {
        conversation.observe(told);
        assert_eq!(conversation.bot.budget.time, Some(Duration::from_millis(expected)), "{told:?}");
    }
}
