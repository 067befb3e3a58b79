//! The shipped pattern tables: what they say, the same on every machine, and which files are refused.

use luozi_core::cpu::{Kernel, Level, dispatch_at};
use luozi_core::{Evaluator, Game, MoveList, Player, Rng, Task};
use luozi_eval::patterns::{PatternEvaluator, PatternWeights, Patterns, UNITS_PER_DISC, features, phase};
use luozi_eval::{FileKind, Weights, WeightsError, shipped};
use luozi_games::GameKind;
use luozi_games::reversi::bits::{Body, PORTABLE};
use luozi_games::reversi::{Position, Rules, Scoring};
use std::sync::Arc;

fn shipped_weights() -> PatternWeights {
    PatternWeights::read(shipped::REVERSI_PATTERNS.data().unwrap()).expect("the shipped tables are tables")
}

/// Positions of random games in which there is a move.
fn positions(games: u32) -> Vec<Position> {
    let (rules, mut rng, mut moves) = (Rules::standard(), Rng::seeded(3), MoveList::new());
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = rules.initial();
        while rules.outcome(&position).is_none() {
            positions.push(position);
            rules.legal_moves(&position, &mut moves);
            rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    positions
}

/// Judges one position with the instructions of a level.
struct Units<'a>(&'a Patterns, Position);

impl Kernel for Units<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> i32 {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        self.0.units(body, self.1.own(), self.1.opponent())
    }
}

#[test]
fn the_fast_sum_is_the_sum_of_the_selected_weights_on_every_level_and_in_every_mirror() {
    let weights = shipped_weights();
    let patterns = Patterns::new(&weights);
    let in_discs: Vec<Vec<f32>> = weights.phases.iter().map(|phase| phase.unrounded()).collect();
    let rules = Rules::standard();
    for position in positions(20) {
        let (own, opponent) = (position.own(), position.opponent());
        let units = patterns.units(PORTABLE, own, opponent);
        let of_phase = &in_discs[phase((own | opponent).count_ones(), in_discs.len())];
        let sum: f32 = features(own, opponent).iter().map(|&number| of_phase[number as usize]).sum();
        let difference = (units as f32 / UNITS_PER_DISC as f32 - sum).abs();
        assert!(difference < 0.4, "{units} units for {sum} discs: only rounding to units lies between");
        for level in Level::ALL {
            assert_eq!(dispatch_at(level, Units(&patterns, position)), units, "{level:?}");
        }
        for symmetry in 0..rules.symmetries() {
            let image = rules.transform(&position, symmetry);
            assert_eq!(patterns.units(PORTABLE, image.own(), image.opponent()), units, "symmetry {symmetry}");
        }
    }
}

#[test]
fn damaged_foreign_and_future_tables_are_refused() {
    let good = shipped::REVERSI_PATTERNS.data().unwrap();
    let read = |data: &[u8]| PatternWeights::read(data).expect_err("this file is bad");
    let changed = |at: usize, byte: u8| {
        let mut data = good.to_vec();
        data[at] = byte;
        data
    };
    assert_eq!(read(b"LUOZI"), WeightsError::Foreign);
    let net = shipped::net_of(GameKind::NOGO).unwrap().data().unwrap();
    assert_eq!(read(net), WeightsError::OtherKind { found: FileKind::Net, expected: FileKind::Patterns });
    let refused = Weights::read(good).expect_err("no net").to_string();
    assert_eq!(refused, "the weights file holds pattern tables; expected a net");
    assert!(matches!(read(&good[..40]), WeightsError::Length { found: 40, .. }));
    assert_eq!(read(&changed(8, 2)), WeightsError::Future { found: 2, newest: 1 });
    assert_eq!(read(&changed(12, 9)), WeightsError::UnknownGame(9));
    assert_eq!(
        read(&changed(12, 3)).to_string(),
        "the weights file is for NoGo; expected one for Reversi",
        "tables of another game"
    );
    assert_eq!(read(&changed(16, 0)).to_string(), "the weights file has 0 phases; expected 1 to 60");
    assert!(matches!(read(&changed(18, 99)), WeightsError::Shape { what: "tables", found: 99, .. }));
    assert!(matches!(read(&changed(22, 7)), WeightsError::Shape { what: "weights a phase", .. }));
    assert_eq!(read(&good[..good.len() - 1]), WeightsError::Length { expected: good.len(), found: good.len() - 1 });
    assert_eq!(read(&changed(7000, good[7000] ^ 1)), WeightsError::Damaged);
}

#[test]
fn a_file_is_read_as_it_was_written_and_the_shipped_one_is_small() {
    let weights = shipped_weights();
    let shipped = shipped::REVERSI_PATTERNS.data().unwrap();
    assert_eq!(weights.write(), shipped);
    assert!(shipped.len() < 1_000_000 && !weights.run.is_empty());
}

#[test]
fn corners_are_worth_having_and_the_policy_takes_them() {
    let rules = Rules::standard();
    let mut evaluator = PatternEvaluator::new(Arc::new(Patterns::new(&shipped_weights())), &rules).expect("8x8");
    let (mut seen, mut taken, mut moves) = (0, 0, MoveList::new());
    for position in positions(60) {
        rules.legal_moves(&position, &mut moves);
        let mut policy = vec![1.0 / moves.len() as f32; moves.len()];
        let task = Task { moves: &moves, policy: &mut policy, trace: None, rng: &mut Rng::seeded(1) };
        let value = evaluator.evaluate(&rules, &position, task).value.0;
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4 && value.abs() <= 1.0);
        let corner = moves.iter().position(|mv| [0, 7, 56, 63].contains(&mv.number()));
        if let Some(corner) = corner.filter(|_| moves.len() >= 4) {
            seen += 1;
            taken += u32::from(policy[corner] > 1.0 / moves.len() as f32);
        }
    }
    assert!(seen > 100 && taken * 2 > seen, "of {seen} corners {taken} were taken more often than by chance");
}

#[test]
fn values_belong_to_the_side_that_is_ahead() {
    let rules = Rules::standard();
    let mut evaluator = PatternEvaluator::new(Arc::new(Patterns::new(&shipped_weights())), &rules).expect("8x8");
    let mut value = |to_move| {
        // The first player has all corners and edges, the second the inside.
        let position = rules.position([0xFF81_8181_8181_81FF, 0x0000_3C24_343C_0000], to_move).expect("a position");
        let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut Rng::seeded(1) };
        evaluator.evaluate(&rules, &position, task).value.0
    };
    assert!(value(Player::First) > 0.9 && value(Player::Second) > 0.9);
}

#[test]
fn small_boards_are_refused() {
    let rules = Rules::new(6, Scoring::Difference).expect("a board");
    let refused = PatternEvaluator::new(Arc::new(Patterns::new(&shipped_weights())), &rules).err().expect("6x6");
    assert!(refused.to_string().starts_with("there are no pattern tables of Reversi for boards of 6 x 6"), "{refused}");
}
