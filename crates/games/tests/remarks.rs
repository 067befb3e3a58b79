//! Every sentence about a move is checked against the position by a slow, obvious twin, over random games.

use luozi_core::diagram::Symbol;
use luozi_core::{Player, Rng};
use luozi_games::analysis::Remark;
use luozi_games::{GameKind, Session, Setup};

/// Calls `check` with a position, a legal move and what is said about it, all along random games.
fn all_along(setup: &Setup, games: u64, mut check: impl FnMut(&Session, &str, &[Remark])) {
    for seed in 0..games {
        let mut rng = Rng::seeded(seed);
        let mut session = Session::new(setup).unwrap();
        while session.outcome().is_none() {
            let moves = session.legal_moves();
            for mv in &moves {
                check(&session, mv, &session.remarks(mv));
            }
            session.play(&moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
    }
}

fn after(session: &Session, mv: &str) -> Session {
    let mut next = session.clone();
    next.play(mv).unwrap();
    next
}

fn wins_with(session: &Session, mv: &str) -> bool {
    let mover = session.to_move();
    after(session, mv).outcome().is_some_and(|score| score.winner() == Some(mover))
}

fn has<'r>(remarks: &'r [Remark], word: &str) -> Option<&'r Remark> {
    remarks.iter().find(|remark| remark.word == word)
}

/// Whether a stone of `side` in a column would stand in a line of four.
fn makes_four(session: &Session, column: &str, side: Player) -> bool {
    let grid = session.grid();
    let Some(cell) = session.landing(grid.parse_move(column).unwrap()) else { return false };
    let symbols = session.symbols();
    let (row, col) = grid.row_and_col(cell);
    let has_stone = |row: i32, col: i32| {
        let inside = (0..i32::from(grid.rows)).contains(&row) && (0..i32::from(grid.cols)).contains(&col);
        inside && symbols[(row * i32::from(grid.cols) + col) as usize] == Symbol::Stone(side)
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
        let run = |sign: i32| {
            (1..4)
                .take_while(|n| has_stone(i32::from(row) + sign * n * down, i32::from(col) + sign * n * right))
                .count()
        };
        1 + run(1) + run(-1) >= 4
    })
}

/// Moves with which the opponent would win after a move.
fn replies_that_win(session: &Session) -> Vec<String> {
    if session.outcome().is_some() {
        return Vec::new();
    }
    session.legal_moves().into_iter().filter(|reply| wins_with(session, reply)).collect()
}

#[test]
fn connect_four_speaks_the_truth() {
    let mut said = std::collections::BTreeMap::<String, u32>::new();
    for setup in [Setup::standard(GameKind::CONNECT4), Setup::board(GameKind::CONNECT4, 5, 6)] {
        all_along(&setup, 60, |session, mv, remarks| {
            let next = after(session, mv);
            for remark in remarks {
                *said.entry(remark.word.clone()).or_default() += 1;
            }
            assert_eq!(has(remarks, "four").is_some(), wins_with(session, mv));
            if next.outcome().is_some() {
                return;
            }

            // What the opponent can do at once, here and above.
            let losing = replies_that_win(&next);
            let given = has(remarks, "opens").or(has(remarks, "leaves"));
            assert_eq!(given.is_some(), !losing.is_empty(), "{}\n{mv}", session.position_text());
            assert_eq!(has(remarks, "opens").is_some(), losing.contains(&mv.to_string()));
            if let Some(leaves) = has(remarks, "leaves") {
                assert_eq!(leaves.args["column"].split(", ").collect::<Vec<_>>(), losing);
            }

            // What the mover threatens: its stone on the next cell of the column would be four.
            let mover = session.to_move();
            for word in ["threat", "threats"] {
                let Some(remark) = has(remarks, word) else { continue };
                let columns = remark.args.get("column").or(remark.args.get("columns")).unwrap();
                let columns: Vec<&str> = columns.split(", ").collect();
                assert_eq!(columns.len() > 1, word == "threats");
                for column in columns {
                    assert!(makes_four(&next, column, mover), "{}\n{mv}: {column}", session.position_text());
                }
            }
            let forcing = next.legal_moves().iter().any(|column| makes_four(&next, column, mover));
            assert_eq!(has(remarks, "threat").or(has(remarks, "threats")).is_some(), forcing);

            // A block: were it the opponent's stone, it would be four.
            let blocks = makes_four(session, mv, mover.other());
            assert_eq!(has(remarks, "blocks").map(|blocks| &*blocks.args["column"]), blocks.then_some(mv));
        });
    }
    for word in ["four", "blocks", "threat", "threats", "later", "opens", "leaves"] {
        assert!(said.get(word).is_some_and(|&times| times > 5), "{word} was hardly ever said: {said:?}");
    }
}

#[test]
fn reversi_speaks_the_truth() {
    let mut said = std::collections::BTreeMap::<String, u32>::new();
    all_along(&Setup::standard(GameKind::REVERSI), 60, |session, mv, remarks| {
        for remark in remarks {
            *said.entry(remark.word.clone()).or_default() += 1;
        }
        let corners = ["a1", "a8", "h1", "h8"];
        let next = after(session, mv);
        assert_eq!(has(remarks, "corner").is_some(), corners.contains(&mv) && has(remarks, "wipes-out").is_none());
        if mv == "pass" || next.outcome().is_some() {
            return;
        }
        let replies: Vec<String> = next.legal_moves().into_iter().filter(|reply| reply != "pass").collect();
        match replies.len() {
            0 => assert!(has(remarks, "passes-them").is_some()),
            1 => assert_eq!(has(remarks, "one-move").unwrap().args["cell"], replies[0]),
            2 | 3 => assert_eq!(has(remarks, "few-moves").unwrap().args["count"], replies.len().to_string()),
            _ => assert!(["passes-them", "one-move", "few-moves"].iter().all(|word| has(remarks, word).is_none())),
        }
        let given: Vec<&str> =
            has(remarks, "gives-corner").map_or(Vec::new(), |remark| remark.args["cells"].split(", ").collect());
        for corner in corners {
            let taken = replies.iter().any(|reply| reply == corner);
            assert!(!given.contains(&corner) || taken, "{}\n{mv}: {corner}", session.position_text());
        }
    });
    for word in ["corner", "gives-corner", "passes-them", "one-move", "few-moves", "must-pass"] {
        assert!(said.get(word).is_some_and(|&times| times > 3), "{word} was hardly ever said: {said:?}");
    }
}

#[test]
fn nogo_speaks_the_truth() {
    all_along(&Setup::board(GameKind::NOGO, 5, 5), 40, |session, mv, remarks| {
        let next = after(session, mv);
        if next.outcome().is_some() {
            assert_eq!(remarks, [Remark::new("no-move")]);
            return;
        }
        let territories = next.territories().unwrap();
        let count = |symbol| territories.chars().filter(|&found| found == symbol).count();
        let private = Remark::new("private").with("first", count('X')).with("second", count('O'));
        assert_eq!(remarks, [private.with("both", count('*'))]);
    });
}
