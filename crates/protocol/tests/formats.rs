//! Saved games in every format: random games go there and back, what is lost is named, and wrong texts are explained.

use luozi_core::{Player, Rng};
use luozi_games::connect4::Cell;
use luozi_games::record::{GameResult, Glyph, NodeId, Record, Winner};
use luozi_games::{GameKind, Setup};
use luozi_protocol::formats::{Format, Part, losses, read, write};
use proptest::prelude::*;

fn setups() -> Vec<Setup> {
    let forbidden = |rows, cols, row, col| Setup::board(GameKind::CONNECT4, rows, cols).forbidding([Cell { row, col }]);
    vec![
        Setup::standard(GameKind::CONNECT4),
        forbidden(9, 12, 8, 11),
        forbidden(12, 9, 0, 0),
        Setup::standard(GameKind::REVERSI),
        Setup::board(GameKind::REVERSI, 6, 6),
        Setup::standard(GameKind::NOGO),
        Setup::board(GameKind::NOGO, 5, 7),
    ]
}

/// Adds a random legal move after `at`, as a variation if there is one already.
fn grow(record: &mut Record, at: NodeId, rng: &mut Rng) -> Option<NodeId> {
    let legal = record.session(at).legal_moves();
    let text = (!legal.is_empty()).then(|| &legal[rng.below(legal.len() as u32) as usize])?;
    Some(record.add_move(at, text).unwrap())
}

/// A random game of at most `plies` moves with the result it reached.
fn random_game(setup: &Setup, plies: usize, rng: &mut Rng) -> Record {
    let mut record = Record::new(setup.clone()).unwrap();
    let mut at = NodeId::ROOT;
    for _ in 0..plies {
        let Some(next) = grow(&mut record, at, rng) else { break };
        at = next;
    }
    record.settle();
    record
}

/// Gives the record some of each part.
fn decorate(record: &mut Record, rng: &mut Rng) {
    let mut chance = || rng.below(3) == 0;
    if chance() {
        record.header.players[0].name = "Ada".to_string();
    }
    if chance() {
        record.header.players[1].program = "luozi".to_string();
    }
    if chance() {
        (record.header.event, record.header.date) = ("a match".to_string(), "2026-01-31".to_string());
    }
    if chance() && record.header.result.is_none() {
        let winner = Winner::from(Player::Second);
        record.header.result = Some(GameResult { winner, score: None, reason: "resign".to_string() });
    }
    let (comment, glyph, variation) = (chance(), chance(), chance());
    let any = record.tree().id(rng.below(record.tree().size() as u32) as usize).unwrap();
    if comment {
        record.tree_mut().notes_mut(any).comment = "here".to_string();
    }
    if glyph && any != NodeId::ROOT {
        record.tree_mut().notes_mut(any).glyph = Some(Glyph::Mistake);
    }
    if variation {
        grow(record, any, rng);
    }
    let first = record.tree().main_line().next();
    if let Some(first) = first {
        record.tree_mut().notes_mut(first).used_ms = (rng.below(2) == 0).then_some(120);
    }
}

fn main_line(record: &Record) -> Vec<String> {
    record.tree().main_line().map(|id| record.tree().move_text(id).unwrap().to_string()).collect()
}

/// Whether the format has games on this board at all.
fn has_game(format: Format, setup: &Setup) -> bool {
    match format {
        Format::Json | Format::Sgf | Format::Moves => true,
        Format::Ggf => setup.kind() == GameKind::REVERSI,
        Format::Botzone => setup.kind() != GameKind::CONNECT4,
        Format::Saiblo => setup.kind() == GameKind::CONNECT4,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn games_go_there_and_back(seed: u64, plies in 0usize..90, which in 0usize..7) {
        let setup = setups().swap_remove(which);
        let mut rng = Rng::seeded(seed);
        let mut record = random_game(&setup, plies, &mut rng);
        decorate(&mut record, &mut rng);
        for format in Format::ALL {
            let written = write(&record, format);
            prop_assert_eq!(written.is_ok(), has_game(format, &setup), "{}", format);
            let Ok(text) = written else { continue };
            prop_assert_eq!(Format::of(&text), format, "{}", text);
            let again = read(&text, Some(&setup)).unwrap().swap_remove(0);
            prop_assert_eq!(again.setup(), record.setup());
            prop_assert_eq!(main_line(&again), main_line(&record));
            let lost: Vec<Part> = losses(&record, format);
            if lost.iter().all(|part| *part == Part::Board) {
                prop_assert_eq!(&again, &record, "{}: nothing was said to be lost", format);
            } else {
                prop_assert_ne!(&again, &record, "{}: {:?} were said to be lost", format, lost);
            }
        }
    }
}

#[test]
fn files_of_several_games_are_read_whole() {
    let setup = Setup::standard(GameKind::REVERSI);
    let mut rng = Rng::seeded(3);
    let games: Vec<Record> = (0..3).map(|_| random_game(&setup, 20, &mut rng)).collect();
    for format in [Format::Json, Format::Sgf, Format::Ggf, Format::Botzone] {
        let texts: Vec<String> = games.iter().map(|game| write(game, format).unwrap()).collect();
        assert_eq!(read(&texts.join("\n"), Some(&setup)).unwrap(), games, "{format}");
    }
}

#[test]
fn what_a_bot_was_sent_is_a_game_too() {
    let setup = Setup::standard(GameKind::REVERSI);
    let json = r#"{"requests":[{"x":-1,"y":-1},{"x":2,"y":2}],"responses":[{"x":3,"y":2}]}"#;
    for text in [json, "2\n-1 -1\n3 2\n2 2\n"] {
        assert_eq!(Format::of(text), Format::Botzone);
        assert_eq!(main_line(&read(text, Some(&setup)).unwrap()[0]), ["d3", "c3"]);
        let error = read(text, None).unwrap_err().to_string();
        assert!(error.contains("name one: connect4, reversi or nogo"), "{error}");
    }
}

#[test]
fn starts_in_mid_game_are_refused_where_they_would_be_lost() {
    let setup = Setup::standard(GameKind::CONNECT4);
    let record = Record::with_start(setup, &format!("{}O......\nX......\nX", ".......\n".repeat(4))).unwrap();
    let error = write(&record, Format::Saiblo).unwrap_err().to_string();
    assert!(error.contains("from the initial position"), "{error}");
    for format in [Format::Json, Format::Sgf] {
        assert_eq!(read(&write(&record, format).unwrap(), None).unwrap().first(), Some(&record));
    }
    // As plain text the board is drawn.
    assert!(write(&record, Format::Moves).unwrap().contains("O......\nX......"));
}

#[test]
fn formats_are_named_by_their_words() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let error = "pgn".parse::<Format>().unwrap_err().to_string();
    assert_eq!(error, "`pgn` is not a format; expected json, sgf, ggf, botzone, saiblo or moves");
}
