//! Which program a worker is, and how fast its machine: fixed work on one thread, as `luozi bench` does more of.

use luozi_core::Rng;
use luozi_engine::{Ask, Recipe, player};
use luozi_games::{GameKind, Session, Setup};
use luozi_search::Budget;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use std::time::Instant;

/// Playouts of each game, and simulations of its flagship.
const PLAYOUTS: u32 = 20_000;
const SIMULATIONS: u64 = 60;

/// A program by what it is and by what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// The version in its manifest.
    pub version: String,
    /// Digest of its file; empty where it cannot be read.
    pub program: String,
    /// What fixed work gave: the same on every machine, and another one when the engine behaves otherwise.
    pub signature: String,
}

impl Build {
    /// The program that runs here, measured once.
    pub fn this() -> &'static Build {
        static THIS: OnceLock<Build> = OnceLock::new();
        THIS.get_or_init(|| Build {
            version: env!("CARGO_PKG_VERSION").to_string(),
            program: std::env::current_exe()
                .and_then(std::fs::read)
                .map_or(String::new(), |bytes| crate::seal::digest(&bytes)),
            signature: Fitness::measure().signature,
        })
    }

    /// Why a worker of this build must not play for a run of that one; `lenient` asks for the same behaviour alone, as
    /// programs for other processors have it.
    pub fn refuses(&self, wanted: &Build, lenient: bool) -> Option<String> {
        let short = |text: &str| text.get(..12).unwrap_or(text).to_string();
        if self.signature != wanted.signature {
            let [ours, theirs] = [self, wanted].map(|build| short(&build.signature));
            return Some(format!("this engine's signature is {ours}, the run's is {theirs}: it would play otherwise"));
        }
        if self.program != wanted.program && !lenient {
            let [ours, theirs] = [self, wanted].map(|build| short(&build.program));
            return Some(format!(
                "this program is build {ours}, the run was made by build {theirs}; install the same program, or allow another \
                 one of the same behaviour with --other-build"
            ));
        }
        None
    }
}

/// What fixed work gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitness {
    /// The same on every machine.
    pub signature: String,
    /// Playouts a second.
    pub speed: f64,
}

impl Fitness {
    /// Does the work: a fraction of a second.
    pub fn measure() -> Fitness {
        let (mut signature, mut seconds) = (0u64, 0.0);
        let mix = |signature: u64, value: u64| (signature.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for kind in GameKind::BUILT_IN {
            let session = Session::new(&Setup::standard(kind)).expect("a standard board is possible");
            let mut rng = Rng::seeded(20_240_601);
            let begun = Instant::now();
            for _ in 0..PLAYOUTS {
                let playout = session.playout(&mut rng);
                signature = mix(signature, u64::from(playout.plies) << 16 ^ u64::from(playout.score.0 as u16));
            }
            seconds += begun.elapsed().as_secs_f64();
            let mut recipe = Recipe::flagship(kind);
            if let Some(resources) = recipe.resources() {
                (*resources.threads, *resources.memory_mb) = (1, 16);
                if let Some(seed) = resources.seed {
                    *seed = 1;
                }
            }
            let mut flagship = player(&session, &recipe).expect("the flagship plays every board");
            let analysis = flagship.think(&session, Ask::new(Budget::visits(SIMULATIONS)));
            for candidate in analysis.map(|analysis| analysis.moves).unwrap_or_default() {
                let place = candidate.mv.bytes().fold(0, |place, byte| place << 8 | u64::from(byte));
                signature = mix(signature, u64::from(candidate.visits) << 32 ^ place);
            }
        }
        let playouts = f64::from(PLAYOUTS) * GameKind::BUILT_IN.len() as f64;
        Fitness { signature: format!("{signature:016x}"), speed: playouts / seconds.max(1e-6) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_repeats_and_the_speed_is_one() {
        let [a, b] = [Fitness::measure(), Fitness::measure()];
        assert_eq!(a.signature, b.signature);
        assert!(a.speed > 0.0 && b.speed > 0.0);
    }

    #[test]
    fn another_build_says_why_it_does_not_play() {
        let build = |program: &str, signature: &str| Build {
            version: "0".to_string(),
            program: program.to_string(),
            signature: signature.to_string(),
        };
        let ours = build("aaaa", "1111");
        assert_eq!(ours.refuses(&ours, false), None);
        assert!(
            ours.refuses(&build("bbbb", "1111"), false).unwrap().contains("build aaaa, the run was made by build bbbb")
        );
        assert_eq!(ours.refuses(&build("bbbb", "1111"), true), None);
        assert!(ours.refuses(&build("aaaa", "2222"), true).unwrap().contains("signature is 1111"));
    }
}
