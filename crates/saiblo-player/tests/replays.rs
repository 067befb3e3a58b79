//! Whole games on the judge's boards, turn by turn as the judge tells them: every answer lands where its tops say.

use luozi_core::{Player as Side, Rng};
use luozi_protocol::saiblo::{Point, Start, Table, Turn};
use luozi_saiblo_player::{Player, Settings};
use std::time::Instant;

/// A player that is quick and repeatable, and has nothing to complain about but a game that was decided before.
fn quick() -> Player {
    let mut settings = Settings::default();
    for (key, value) in [("visits", "8"), ("memory_mb", "16")] {
        settings.recipe.set(key, value).unwrap();
    }
    settings.time = std::time::Duration::from_secs(3600);
    let decided = |problem: &str| ["has won already", "the game is over"].iter().any(|why| problem.contains(why));
    Player::heard_by(settings, move |problem| assert!(decided(&problem), "{problem}"))
}

fn ask(player: &mut Player, start: &Start, turn: &Turn) -> Point {
    player.answer(start, turn, Instant::now())
}

/// The boards of the judge's special cases: corners, edges, and the middle.
fn boards() -> impl Iterator<Item = Start> {
    let boards = [(9, 9, 0, 0), (9, 12, 8, 11), (12, 9, 11, 4), (12, 12, 0, 6), (10, 11, 5, 5), (9, 10, 1, 3)];
    boards.into_iter().map(|(rows, cols, x, y)| Start { rows, cols, forbidden: Point { x, y } })
}

fn random_landing(table: &Table, cols: i32, rng: &mut Rng) -> Option<Point> {
    let free: Vec<Point> = (0..cols).filter_map(|y| table.landing(y)).collect();
    (!free.is_empty()).then(|| free[rng.below(free.len() as u32) as usize])
}

#[test]
fn every_answer_of_whole_games_is_legal_even_after_the_game_was_decided() {
    let mut rng = Rng::seeded(5);
    for start in boards() {
        let (mut player, mut table) = (quick(), Table::new(start));
        let callee = if start.rows == 9 { Side::First } else { Side::Second };
        let mut side = Side::First;
        // The judge would stop at four in a row; going on until the board is full asks more.
        while let Some(random) = random_landing(&table, start.cols, &mut rng) {
            let point = if side == callee { ask(&mut player, &start, &table.turn(side)) } else { random };
            assert_eq!(table.landing(point.y), Some(point), "{start:?}");
            table.drop(point.y, side);
            side = side.other();
        }
    }
}

#[test]
fn it_wins_at_once_from_mid_game_and_whoever_called_before() {
    // Own stones in columns 1 to 3 of the bottom row; the opponent's lie on top of them.
    let start = Start { rows: 9, cols: 9, forbidden: Point { x: 0, y: 0 } };
    let mut table = Table::new(start);
    for column in 1..4 {
        table.drop(column, Side::First);
        table.drop(column, Side::Second);
    }
    let mut player = quick();
    let turn = table.turn(Side::First);
    for _ in 0..2 {
        let point = ask(&mut player, &start, &turn);
        assert!(point == Point { x: 8, y: 0 } || point == Point { x: 8, y: 4 }, "{point:?}");
    }
    // The same process is asked about another board, then about the first one again with other stones.
    let other = Start { rows: 12, cols: 10, forbidden: Point { x: 11, y: 5 } };
    let point = ask(&mut player, &other, &Table::new(other).turn(Side::First));
    assert_eq!(Table::new(other).landing(point.y), Some(point));
    table.drop(0, Side::First);
    let point = ask(&mut player, &start, &table.turn(Side::Second));
    assert_eq!(table.landing(point.y), Some(point));
}

#[test]
fn a_last_stone_that_is_not_where_the_board_says_changes_nothing() {
    let start = Start { rows: 9, cols: 9, forbidden: Point { x: 4, y: 4 } };
    let mut table = Table::new(start);
    table.drop(4, Side::First);
    let turn = table.turn(Side::Second);
    let answer = ask(&mut quick(), &start, &turn);
    for last in [Point::NONE, Point { x: 0, y: 0 }, Point { x: 99, y: -7 }] {
        assert_eq!(ask(&mut quick(), &start, &Turn { last, ..turn.clone() }), answer);
    }
}
