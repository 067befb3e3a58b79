//! Whether players think the same here as elsewhere, to the last bit.
//!
//! A fingerprint is a checksum over everything that a player said about a few positions, floating-point numbers included, all
//! but the time. `examples/fingerprints.rs` prints the fingerprints of all presets on the machine itself; the tests of the
//! browser build print the same lines and compare.

use luozi_core::{Rng, fnv1a};
use luozi_engine::{Ask, Recipe, player, presets};
use luozi_games::analysis::Analysis;
use luozi_games::{GameKind, Session, Setup};
use luozi_search::{Budget, Instant};

/// What a player said, and how long it took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fingerprint {
    /// Checksum over all that the player said, its floating-point numbers included and the time left out.
    pub sum: u64,
    /// Simulations of all positions together.
    pub visits: u64,
    /// Seconds that they took, the making of the player left out.
    pub seconds: f64,
}

/// The fingerprint of a player: `visits` simulations at the beginning of a game, in its middle and near its end.
pub fn fingerprint(game: GameKind, words: &str, visits: u64) -> Result<Fingerprint, String> {
    let recipe = Recipe::parse(game, &format!("{words},memory_mb=32,threads=1,seed=7")).map_err(|e| e.to_string())?;
    let mut session = Session::new(&Setup::standard(game)).map_err(|e| e.to_string())?;
    let mut thinker = player(&session, &recipe).map_err(|e| e.to_string())?;
    let (mut rng, mut positions) = (Rng::seeded(3), Vec::new());
    while session.outcome().is_none() {
        positions.push(session.clone());
        let legal = session.legal_indices();
        let index = legal[rng.below(legal.len() as u32) as usize];
        session.play_index(index).map_err(|e| e.to_string())?;
    }
    let mut print = Fingerprint { sum: 0, visits: 0, seconds: 0.0 };
    for tenth in [0, 5, 8] {
        let started = Instant::now();
        let position = &positions[positions.len() * tenth / 10];
        let analysis = thinker.think(position, Ask::new(Budget::visits(visits))).map_err(|e| e.to_string())?;
        print.seconds += started.elapsed().as_secs_f64();
        print.visits += analysis.visits;
        let timeless = Analysis { seconds: 0.0, ..analysis };
        let told = serde_json::to_vec(&timeless).map_err(|e| e.to_string())?;
        print.sum = print.sum.rotate_left(5) ^ fnv1a(&told);
    }
    Ok(print)
}

/// The lines of all presets of all games whose name contains `part`: game, preset, checksum, simulations.
pub fn lines(part: &str, visits: u64) -> Vec<(String, f64)> {
    let mut lines = Vec::new();
    for game in GameKind::BUILT_IN {
        for preset in presets(game).into_iter().filter(|preset| preset.name.contains(part)) {
            let line = match fingerprint(game, preset.name, visits) {
                Ok(print) => {
                    let text = format!("{} {} {:016x} {}", game, preset.name, print.sum, print.visits);
                    (text, print.visits as f64 / print.seconds.max(1e-6))
                }
                Err(error) => (format!("{} {} {error}", game, preset.name), 0.0),
            };
            lines.push(line);
        }
    }
    lines
}
