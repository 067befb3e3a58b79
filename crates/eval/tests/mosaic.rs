//! The mosaic of patterns: what must hold of any tables, and of the shipped ones.

use luozi_core::{Game, MoveList, Rng};
use luozi_eval::mosaic::{Indices, Mosaic, MosaicWeights, PHASES, PhaseWeights, features, phase, weights_per_phase};
use luozi_eval::patterns::{PatternWeights, Patterns, UNITS_PER_DISC};
use luozi_eval::{WeightsError, shipped};
use luozi_games::reversi::bits::PORTABLE;
use luozi_games::reversi::{Position, Rules, transpose};

/// Tables of random weights, other ones in every phase.
fn random(seed: u64) -> MosaicWeights {
    let mut rng = Rng::seeded(seed);
    let mut weights = || (0..weights_per_phase()).map(|_| rng.below(801) as i16 - 400).collect();
    let phase = |number: usize| PhaseWeights { discs_per_value: number as f32 + 1.0, weights: weights() };
    MosaicWeights { run: "random".into(), phases: (0..PHASES).map(phase).collect() }
}

/// What a board is worth, from nothing.
fn units(mosaic: &Mosaic, own: u64, opponent: u64) -> i32 {
    mosaic.units(PORTABLE, &Indices::of(own, opponent), own, opponent)
}

/// Calls `each` with every position of random games.
fn random_games(games: u64, mut each: impl FnMut(&Rules, &Position)) {
    let (rules, mut moves) = (Rules::standard(), MoveList::new());
    for seed in 0..games {
        let (mut rng, mut position) = (Rng::seeded(seed), rules.initial());
        while rules.outcome(&position).is_none() {
            each(&rules, &position);
            rules.legal_moves(&position, &mut moves);
            rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
}

#[test]
fn images_of_a_board_are_worth_the_same_and_so_are_exchanged_colours() {
    let mosaic = Mosaic::new(&random(1));
    random_games(6, |_, position| {
        let (own, opponent) = (position.own(), position.opponent());
        let expected = units(&mosaic, own, opponent);
        let mut images = (own, opponent);
        for turn in 0..8 {
            images = (transpose(images.0), transpose(images.1));
            assert_eq!(units(&mosaic, images.0, images.1), expected, "transposed, {turn}");
            images = (images.0.swap_bytes(), images.1.swap_bytes());
            assert_eq!(units(&mosaic, images.0, images.1), expected, "upside down, {turn}");
        }
        assert_eq!(images, (own, opponent), "eight times both is where it began");
        // The other side's indices, exchanged: the same discs, the same mover.
        let exchanged = Indices::of(opponent, own).exchanged();
        assert_eq!(mosaic.units(PORTABLE, &exchanged, own, opponent), expected, "colours exchanged");
    });
}

#[test]
fn indices_that_follow_the_moves_are_those_of_the_board() {
    let rules = Rules::standard();
    let mut moves = MoveList::new();
    for seed in 0..40 {
        let (mut rng, mut position) = (Rng::seeded(seed), rules.initial());
        let mut indices = Indices::of(position.own(), position.opponent());
        while rules.outcome(&position).is_none() {
            rules.legal_moves(&position, &mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            indices = match mv.bit() {
                0 => indices.exchanged(),
                _ => indices.after(mv, PORTABLE.flips(mv, position.own(), position.opponent())),
            };
            rules.play_unchecked(&mut position, mv);
            assert_eq!(indices, Indices::of(position.own(), position.opponent()), "seed {seed} after {mv}");
        }
    }
}

#[test]
fn the_sum_of_the_features_is_the_judgement() {
    let weights = random(2);
    let mosaic = Mosaic::new(&weights);
    random_games(4, |_, position| {
        let (own, opponent) = (position.own(), position.opponent());
        let table = &weights.phases[phase((own | opponent).count_ones())].weights;
        let sum: i32 = features(own, opponent).iter().map(|&number| i32::from(table[number as usize])).sum();
        assert_eq!(units(&mosaic, own, opponent), sum);
    });
}

#[test]
fn older_tables_judge_the_same_as_a_mosaic() {
    let older = PatternWeights::read(shipped::REVERSI_PATTERNS.data().unwrap()).unwrap();
    let (patterns, mosaic) = (Patterns::new(&older), Mosaic::new(&MosaicWeights::from_patterns(&older)));
    random_games(5, |_, position| {
        let (own, opponent) = (position.own(), position.opponent());
        // Phases of the older tables do not begin where those of a mosaic do.
        let discs = (own | opponent).count_ones();
        let begins = 4 + 2 * phase(discs) as u32;
        if luozi_eval::patterns::phase(discs, older.phases.len())
            == luozi_eval::patterns::phase(begins, older.phases.len())
        {
            assert_eq!(units(&mosaic, own, opponent), patterns.units(PORTABLE, own, opponent));
        }
    });
}

#[test]
fn a_file_comes_back_and_a_damaged_one_is_refused_by_name() {
    let weights = random(3);
    let file = weights.write();
    assert_eq!(MosaicWeights::read(&file).unwrap(), weights);
    let mut damaged = file.clone();
    damaged[5000] ^= 4;
    assert_eq!(MosaicWeights::read(&damaged), Err(WeightsError::Damaged));
    assert!(matches!(MosaicWeights::read(&file[..file.len() - 1]), Err(WeightsError::Length { .. })));
    assert_eq!(MosaicWeights::read(b"something else"), Err(WeightsError::Foreign));
    let error = MosaicWeights::read(shipped::REVERSI_PATTERNS.data().unwrap()).unwrap_err().to_string();
    assert!(error.contains("holds pattern tables; expected a mosaic of patterns"), "{error}");
    let mut future = file;
    future[8] = 9;
    assert!(matches!(MosaicWeights::read(&future), Err(WeightsError::Future { found: 9, .. })));
}

#[test]
fn the_shipped_mosaic_reads_and_knows_what_a_corner_is_worth() {
    assert!(shipped::REVERSI_MOSAIC.data().unwrap().len() <= 8 << 20);
    let weights = MosaicWeights::read(shipped::REVERSI_MOSAIC.data().unwrap()).unwrap();
    let mosaic = Mosaic::new(&weights);
    assert_eq!(weights.write(), shipped::REVERSI_MOSAIC.data().unwrap(), "the file is written as it was read");
    let (mut better, mut all) = (0, 0);
    random_games(60, |rules, position| {
        let (own, opponent) = (position.own(), position.opponent());
        let corner = own & 0x8100_0000_0000_0081;
        if (20..40).contains(&rules.empties(position).count_ones()) && corner != 0 {
            let given = corner & corner.wrapping_neg();
            all += 1;
            better += u32::from(units(&mosaic, own, opponent) > units(&mosaic, own ^ given, opponent | given));
        }
    });
    assert!(better * 20 > all * 19 && all > 100, "{better} of {all}");
    let value = mosaic.value(10 * UNITS_PER_DISC, 40);
    assert!((mosaic.difference(value, 40) - 10.0).abs() < 1e-9);
}
