//! Every parser against hostile text: none panics, and whatever is read prints and reads back the same.
//!
//! Each test is a target for `cargo bolero` (see `docs/testing.md`) with seeds in `__fuzz__/NAME/corpus`; past crashes
//! belong into `__fuzz__/NAME/crashes`. A plain `cargo test` runs the seeds, random bytes, and a fixed number of random
//! edits of the seeds, which come much closer to well-formed text than random bytes do.

use luozi_core::Rng;
use luozi_games::connect4::Cell;
use luozi_games::record::{Record, ggf, read_any, sgf};
use luozi_games::reversi::{self, Scoring, obf};
use luozi_games::{GameKind, Session, Setup, nogo};
use std::path::PathBuf;

/// Random inputs of a plain test run, and edited seeds.
const ITERATIONS: usize = 2_000;
const EDITED: usize = 40_000;

/// Declares the target `$name`: bytes that are UTF-8 go to `$check`.
macro_rules! fuzz_target {
    ($name:ident, $check:expr) => {
        #[test]
        fn $name() {
            let check: fn(&str) = $check;
            bolero::check!().with_iterations(ITERATIONS).for_each(|bytes: &[u8]| {
                if let Ok(text) = std::str::from_utf8(bytes) {
                    check(text);
                }
            });
            check_edited_seeds(stringify!($name), check);
        }
    };
}

fuzz_target!(position, |text| {
    let (session, board) = game_and_rest(text);
    if let Ok(read) = session.beginning_at(board) {
        let printed = read.position_text();
        let again = session.beginning_at(&printed).unwrap();
        assert_eq!((again.key(), again.position_text()), (read.key(), printed));
    }
});

fuzz_target!(single_move, |text| {
    let (mut session, text) = game_and_rest(text);
    if let Ok(index) = session.parse_move(text) {
        assert_eq!(session.parse_move(&session.move_text(index)), Ok(index));
        assert!(index < session.grid().move_count());
        assert_eq!(session.check(index), session.play_index(index));
    }
});

fuzz_target!(move_sequence, |text| {
    let (session, moves) = game_and_rest(text);
    if let Ok(played) = session.read_moves(moves) {
        assert_eq!(session.read_moves(&played.join(" ")), Ok(played));
    }
});

fuzz_target!(obf_lines, |text| {
    let rules = reversi::Rules::new(8, Scoring::EmptiesToWinner).unwrap();
    for problem in obf::read(&rules, text).unwrap_or_default() {
        let printed = obf::write_line(&rules, &problem);
        assert_eq!(obf::read_line(&rules, &printed), Ok(problem), "{printed}");
    }
});

fuzz_target!(record_json, |text| {
    if let Ok(record) = Record::from_json(text) {
        let printed = record.to_json();
        assert_eq!(Record::from_json(&printed), Ok(record), "{printed}");
    }
});

fuzz_target!(record_sgf, |text| {
    for hint in [None, Some(Setup::standard(GameKind::NOGO)), Some(Setup::standard(GameKind::CONNECT4))] {
        for record in sgf::read(text, hint.as_ref()).unwrap_or_default() {
            let printed = sgf::write(&record).unwrap();
            assert_eq!(sgf::read(&printed, None), Ok(vec![record]), "{printed}");
        }
    }
});

fuzz_target!(record_ggf, |text| {
    for record in ggf::read(text, Scoring::Difference).unwrap_or_default() {
        let printed = ggf::write(&record).unwrap();
        assert_eq!(ggf::read(&printed, Scoring::Difference), Ok(vec![record]), "{printed}");
    }
});

fuzz_target!(record_any, |text| {
    for hint in [None, Some(GameKind::CONNECT4), Some(GameKind::REVERSI), Some(GameKind::NOGO)] {
        for record in read_any(text, hint.map(Setup::standard).as_ref()).unwrap_or_default() {
            assert_eq!(read_any(&record.to_json(), None), Ok(vec![record]));
        }
    }
});

/// The game that the first line names by number, the first ones if it names none, and the rest of the text.
fn game_and_rest(text: &str) -> (Session, &str) {
    let setups = [
        Setup::standard(GameKind::CONNECT4),
        Setup::board(GameKind::CONNECT4, 9, 12).forbidding([Cell { row: 8, col: 3 }, Cell { row: 7, col: 3 }]),
        Setup::board(GameKind::CONNECT4, 13, 16),
        Setup::standard(GameKind::REVERSI),
        Setup::board(GameKind::REVERSI, 4, 4),
        Setup::standard(GameKind::NOGO),
        nogo::NoGo::centre_forbidden(5, 3),
    ];
    let (number, rest) = text.split_once('\n').unwrap_or(("", text));
    let setup = number.trim().parse().ok().and_then(|number: usize| setups.get(number));
    let session = Session::new(setup.unwrap_or(&setups[0])).expect("all of these exist");
    (session, if setup.is_some() { rest } else { text })
}

/// The committed seeds of a target, in the order of their names.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "__fuzz__", name, "corpus"].iter().collect();
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Runs `check` on [`EDITED`] seeds with one to four random edits each: the same ones in every run.
fn check_edited_seeds(name: &str, check: fn(&str)) {
    let seeds = seeds(name);
    assert!(seeds.len() >= 3, "too few seeds of {name}");
    let mut rng = Rng::seeded(7);
    for _ in 0..EDITED {
        let mut bytes = seeds[rng.below(seeds.len() as u32) as usize].clone();
        for _ in 0..=rng.below(4) {
            let donor = &seeds[rng.below(seeds.len() as u32) as usize];
            edit(&mut bytes, donor, &mut rng);
        }
        check(&String::from_utf8_lossy(&bytes));
    }
}

/// One random edit: replace, delete, repeat, cut off, or take a piece from another seed.
fn edit(bytes: &mut Vec<u8>, donor: &[u8], rng: &mut Rng) {
    const PUNCTUATION: &[u8] = b"()[]{};:,/\\\"\n \t.-+0129#XOxo*abz\x00\xff";
    let mut piece = |length: usize| {
        let start = rng.below(length as u32 + 1) as usize;
        start..(start + rng.below(12) as usize).min(length)
    };
    let (here, there) = (piece(bytes.len()), piece(donor.len()));
    match rng.below(6) {
        0 => drop(bytes.drain(here)),
        1 => {
            let repeated = bytes[here.clone()].to_vec();
            bytes.splice(here.end..here.end, repeated);
        }
        2 => bytes.truncate(here.end),
        3 => drop(bytes.splice(here, donor[there].iter().copied())),
        4 => bytes.insert(here.start, PUNCTUATION[rng.below(PUNCTUATION.len() as u32) as usize]),
        _ => {
            if let Some(byte) = bytes.get_mut(here.start) {
                *byte = PUNCTUATION[rng.below(PUNCTUATION.len() as u32) as usize];
            }
        }
    }
}
