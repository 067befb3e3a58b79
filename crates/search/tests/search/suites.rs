//! Published positions with known scores: whatever the search proves about them is right.

use luozi_core::{Game, Notation, Score, UniformPlayout};
use luozi_games::connect4;
use luozi_search::{Budget, Expansion, Fpu, Params, Prove, Request, Search};
use std::path::Path;
use std::time::Instant;

/// Lines per set: enough to notice a wrong proof, few enough for every run.
const LINES: usize = 60;

/// Searches the positions of one set, `sequence score` a line, and returns how many had their winner proven. `None`
/// when the data is not there.
fn proven(set: &str) -> Option<usize> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/connect4").join(set);
    let text = std::fs::read_to_string(path).ok()?;
    let game = connect4::Rules::<u64>::classic();
    let params = Params {
        expansion: Expansion::All,
        fpu: Fpu::Average,
        prove: Prove::Result,
        memory_mb: 32,
        early_stop: false,
        ..Params::default()
    };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    let mut proven = 0;
    for line in text.lines().step_by(text.lines().count() / LINES) {
        let (moves, score) = line.split_once(' ').expect("a sequence and a score");
        let mut position = game.initial();
        for mv in game.parse_moves(&position, moves).expect("legal moves") {
            game.play_unchecked(&mut position, mv);
        }
        let score: i16 = score.trim().parse().expect("a number");
        let truth = Score::for_player(game.to_move(&position), score);
        let report = search.think(&position, Request::new(Budget::visits(2000), &Instant::now()));
        assert!(report.bounds.lower <= truth && truth <= report.bounds.upper, "{line}: {:?}", report.bounds);
        proven += usize::from(report.bounds.result().is_some());
    }
    Some(proven)
}

#[test]
fn every_proof_on_the_connect_four_sets_is_right() {
    for (set, least) in [("Test_L3_R1", LINES), ("Test_L2_R1", LINES / 2), ("Test_L2_R2", 0), ("Test_L1_R1", 0)] {
        if let Some(proven) = proven(set) {
            assert!(proven >= least, "{set}: only {proven} of {LINES} proven");
        }
    }
}
