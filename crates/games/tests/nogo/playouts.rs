//! Playouts: what they draw from, that they draw evenly, and when they end.

use crate::array::{Array, cells};
use crate::board;
use luozi_core::conformance::Twin;
use luozi_core::{Game, Notation, Player, Playout, Rng};
use luozi_games::nogo::contest;
use luozi_games::nogo::playout::{self, BothFirst, Policy, Turn, Uniform};
use luozi_games::nogo::{Kinds, Point, Points, Position, Rules, Stones};
use std::cell::RefCell;
use std::collections::HashMap;

/// A policy that writes down every turn of another one.
struct Watch<P> {
    policy: P,
    turns: RefCell<Vec<(Stones, Player, Points)>>,
}

impl<P: Policy> Policy for Watch<P> {
    fn choices(&self, turn: Turn<'_>) -> Points {
        let choices = self.policy.choices(turn);
        self.turns.borrow_mut().push((*turn.stones, turn.mover, choices));
        choices
    }
}

/// A watched playout: the turns with the sets that were drawn from, the moves drawn, and the end.
fn watch<P: Policy>(
    rules: &Rules,
    policy: P,
    from: &Position,
    seed: u64,
) -> (Vec<(Array, Points, Point)>, Array, Playout) {
    let watch = Watch { policy, turns: RefCell::default() };
    let end = playout::finish(rules, &watch, from, &mut Rng::seeded(seed));
    let turns = watch.turns.into_inner();
    let after = turns.iter().skip(1).map(|turn| turn.0).chain([end.stones]);
    let drawn = turns.iter().zip(after).map(|(&(before, mover, choices), after)| {
        let new = after.of(mover) - before.of(mover);
        assert_eq!(new.len(), 1, "one stone of the mover a turn");
        assert_eq!(after.of(mover.other()), before.of(mover.other()), "and none of the other side");
        (Array::of(rules, &before, mover), choices, new.first().unwrap())
    });
    let drawn: Vec<_> = drawn.collect();
    let last = drawn.last().map_or(rules.to_move(from), |(board, ..)| board.mover.other());
    (drawn, Array::of(rules, &end.stones, last), end.playout)
}

#[test]
fn uniform_playouts_draw_from_the_legal_moves_and_end_when_there_is_none() {
    for rules in [board(1, 1), board(2, 3), board(5, 5).with_centre_opening_forbidden().unwrap(), Rules::standard()] {
        for seed in 0..20 {
            let (turns, last, playout) = watch(&rules, Uniform, &rules.initial(), seed);
            for (array, choices, drawn) in &turns {
                assert_eq!(cells(*choices), array.legal_cells(&rules));
                assert!(choices.contains(*drawn));
            }
            assert_eq!(Some(playout.score), last.outcome(&rules));
            assert_eq!(playout.plies as usize, turns.len());
            assert_eq!(playout, rules.playout(&rules.initial(), &mut Rng::seeded(seed)));
        }
    }
}

#[test]
fn both_first_playouts_keep_private_points_for_last() {
    let mut last_resorts = 0;
    for rules in [board(2, 3), board(5, 5), Rules::standard()] {
        for seed in 0..20 {
            let (turns, last, playout) = watch(&rules, BothFirst, &rules.initial(), seed);
            for (array, choices, drawn) in &turns {
                let own = array.playable(array.mover);
                let other = array.playable(array.mover.other());
                let both: Vec<usize> = own.iter().copied().filter(|cell| other.contains(cell)).collect();
                last_resorts += usize::from(both.is_empty());
                assert_eq!(cells(*choices), if both.is_empty() { own } else { both });
                assert!(choices.contains(*drawn));
            }
            assert_eq!(Some(playout.score), last.outcome(&rules));
        }
    }
    assert!(last_resorts > 100, "private points were reached only {last_resorts} times");
}

/// The fast playout reaches the same final boards as its slow twin, equally often.
#[test]
fn contests_end_as_both_first_playouts_do() {
    let from = |rows: &str, cols: u8| {
        let rules = board(rows.split('/').count() as u8, cols);
        (rules.clone(), rules.parse_position(&format!("{rows} X")).unwrap())
    };
    let no_centre = board(3, 3).with_centre_opening_forbidden().unwrap();
    let opening = (no_centre.clone(), no_centre.initial());
    for (rules, position) in [opening, from("..../..X./....", 4), from("X.O/.../O.X", 3)] {
        let mut counts: HashMap<([Points; 2], i16), [f64; 2]> = HashMap::new();
        for seed in 0..12_000 {
            let slow = playout::finish(&rules, &BothFirst, &position, &mut Rng::seeded(seed));
            let fast = contest::finish(&rules, &position, &mut Rng::seeded(seed));
            let slow_stones = Player::BOTH.map(|player| slow.stones.of(player));
            for (side, stones, playout) in [(0, slow_stones, slow.playout), (1, fast.stones, fast.playout)] {
                let new = Player::BOTH.map(|player| stones[player.index()] - position.stones().of(player));
                assert_eq!(new[0].len() + new[1].len(), playout.plies);
                counts.entry((stones, playout.score.0)).or_default()[side] += 1.0;
            }
            let kinds = kinds_of(&rules, fast.contested);
            assert!(kinds.both.is_empty(), "{kinds:?}");
        }
        // Two samples of one distribution: the sum of (a - b)² / (a + b) has about as many degrees of freedom as cells.
        let common: Vec<[f64; 2]> = counts.into_values().filter(|[a, b]| a + b >= 10.0).collect();
        let statistic: f64 = common.iter().map(|[a, b]| (a - b).powi(2) / (a + b)).sum();
        assert!(common.len() > 3 && statistic < upper_limit(common.len() as f64), "{statistic}: {common:?}");
    }
}

/// Who may play where on the board with these stones.
fn kinds_of(rules: &Rules, stones: [Points; 2]) -> Kinds {
    let at = |row, col| {
        let point = rules.point(row, col).unwrap();
        ['X', 'O'].into_iter().zip(stones).find(|(_, side)| side.contains(point)).map_or('.', |(mark, _)| mark)
    };
    let rows = (0..rules.rows()).map(|row| (0..rules.cols()).map(|col| at(row, col)).collect::<String>());
    let text = format!("{} X", rows.collect::<Vec<_>>().join("/"));
    rules.kinds(rules.parse_position(&text).unwrap().stones())
}

/// The 99.9 % point of chi-square with `k` degrees of freedom, after Wilson and Hilferty (1931).
fn upper_limit(k: f64) -> f64 {
    k * (1.0 - 2.0 / (9.0 * k) + 3.0902 * (2.0 / (9.0 * k)).sqrt()).powi(3)
}

/// Pearson's statistic of counts that should all be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn the_first_two_moves_are_uniform() {
    // On 3 x 3 every pair of different points can open a game: 72 equally likely pairs.
    let rules = board(3, 3);
    let mut counts = HashMap::new();
    for seed in 0..36_000 {
        let (turns, ..) = watch(&rules, Uniform, &rules.initial(), seed);
        *counts.entry((turns[0].2, turns[1].2)).or_default() += 1;
    }
    let counts: Vec<u32> = counts.into_values().collect();
    assert_eq!(counts.len(), 72);
    assert!(chi_square(&counts) < 111.1, "beyond the 99.9 % point of 71 degrees of freedom: {counts:?}");
}

#[test]
fn draws_are_uniform_among_scattered_points_of_both_halves_of_the_word() {
    // Black to move; the private points of either side are not drawn by the second policy.
    let rules = board(9, 9);
    let rows = ".O.XX.O.O/O.OX.XO.O/.O.XXXXO./........./XXXXX.XXX/........./OXO.O.OX./.OX.X.XO./O.X.O.O.X";
    let position = rules.parse_position(&format!("{rows} X")).unwrap();
    let kinds = rules.kinds(position.stones());
    assert!(kinds.black_only.len() > 1 && kinds.white_only.len() > 1, "{kinds:?}");
    let own = kinds.both | kinds.black_only;
    fn first_draws<P: Policy + Copy>(rules: &Rules, policy: P, position: &Position, from: Points) -> Vec<u32> {
        let mut counts: HashMap<Point, u32> = from.into_iter().map(|point| (point, 0)).collect();
        for seed in 0..20_000 {
            let (turns, ..) = watch(rules, policy, position, seed);
            *counts.get_mut(&turns[0].2).expect("a draw from the set") += 1;
        }
        counts.into_values().collect()
    }
    for counts in [first_draws(&rules, Uniform, &position, own), first_draws(&rules, BothFirst, &position, kinds.both)]
    {
        let limit = upper_limit(counts.len() as f64 - 1.0);
        assert!(chi_square(&counts) < limit, "{limit}: {counts:?}");
    }
}
