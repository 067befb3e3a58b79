//! How strong the levels are: ratings measured by ladders, and the build of the engine that they were measured with.
//!
//! A [`Build`] is a fingerprint of how the levels play: it changes when any change of the program changes their moves. The
//! table below names the build of today, and a test fails when the engine does not play like it any more. Ratings keep
//! the build they were measured with, so that whoever shows them can say when they are out of date.
//!
//! Ratings are Elo above a player of random moves, as `docs/strength.md` records them with their intervals. Neighbours that
//! changed places within these share their mean.

use super::Level;
use crate::registry::engine_game;
use luozi_games::GameKind;

/// A fingerprint of how the levels of a game play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Build(pub &'static str);

/// Ratings of the ten levels of a game, on the boards of the ladder that measured them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// The build that was measured.
    pub build: Build,
    /// Levels 1 to 10.
    pub elo: [i16; 10],
}

/// What is known about the levels of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelRatings {
    /// How they play today.
    pub build: Build,
    /// How strong they were when somebody measured.
    pub measured: Option<Measured>,
}

impl LevelRatings {
    /// The levels of Connect Four: today's build, and their measured ratings.
    pub const CONNECT4: LevelRatings = LevelRatings {
        build: Build("d544e95b8e6b1ac0"),
        measured: Some(Measured {
            build: Build("d544e95b8e6b1ac0"),
            elo: [191, 295, 426, 569, 708, 816, 908, 993, 1091, 1199],
        }),
    };
    /// The levels of Reversi: today's build, and their measured ratings.
    pub const REVERSI: LevelRatings = LevelRatings {
        build: Build("78b417fc52644de2"),
        measured: Some(Measured {
            build: Build("78b417fc52644de2"),
            elo: [203, 526, 772, 1002, 1400, 1730, 2093, 2456, 2819, 3226],
        }),
    };
    /// The levels of NoGo: today's build, and their measured ratings.
    pub const NOGO: LevelRatings = LevelRatings {
        build: Build("577f4d362b28ac47"),
        measured: Some(Measured {
            build: Build("577f4d362b28ac47"),
            elo: [458, 840, 1120, 1631, 2142, 2653, 3005, 3422, 3933, 4315],
        }),
    };
}

/// Only levels of whole builds were measured: with other evaluators or without solvers they play another game.
fn row(game: GameKind) -> Option<&'static LevelRatings> {
    engine_game(game)?.level_ratings().filter(|_| cfg!(all(feature = "nets", feature = "solvers")))
}

/// How the levels of a game play today; `None` for games whose levels nobody keeps watch over.
pub fn build(game: GameKind) -> Option<Build> {
    Some(row(game)?.build)
}

/// The build whose levels were measured; `None` if nobody has.
pub fn measured(game: GameKind) -> Option<Build> {
    Some(row(game)?.measured?.build)
}

impl Level {
    /// Its measured rating: Elo above a player of random moves.
    pub fn elo(self, game: GameKind) -> Option<i16> {
        Some(row(game)?.measured?.elo[usize::from(self.0) - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Playable};
    use luozi_games::{Session, Setup, with_built_in};
    use luozi_search::Request;

    /// Plies of the games that make a fingerprint: the opening, in which the levels' graphs are largest.
    const PLIES: usize = 10;

    /// The first moves of a weak, a middling and a strong level against themselves. Only the moves: what was counted on the
    /// way hangs on the last bit of a logarithm, which not every processor computes alike.
    fn fingerprint<G: Playable>(game: GameKind, rules: &G) -> String {
        let mut hash = 0u64;
        for level in [3, 6, 8].map(Level) {
            let mut recipe = level.recipe(game);
            recipe.set("memory_mb", "32").unwrap();
            recipe.set("seed", "1").unwrap();
            let mut engine = Engine::new(rules.clone(), &recipe).unwrap();
            let mut position = rules.initial();
            for _ in 0..PLIES {
                let clock = luozi_search::Instant::now();
                let report = engine.think(&position, Request::new(recipe.limits, &clock));
                hash = (hash ^ rules.move_index(report.best()) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                hash ^= hash >> 29;
                rules.play(&mut position, report.best()).unwrap();
            }
        }
        format!("{hash:016x}")
    }

    #[test]
    fn the_table_names_the_build_that_plays_today() {
        let found = GameKind::BUILT_IN.map(|game| {
            let session = Session::new(&Setup::standard(game)).unwrap();
            with_built_in!(&session, rules, _position => fingerprint(game, rules))
        });
        assert_eq!(
            found,
            GameKind::BUILT_IN.map(|game| build(game).unwrap().0.to_string()),
            "the levels play otherwise than the table says: write what was found as their `build`; ratings with another \
             `measured` count as out of date until a ladder has measured them again"
        );
    }

    #[test]
    fn ratings_rise_from_level_to_level_within_their_noise() {
        // Two neighbours may be equal, or change places by less than their intervals.
        const NOISE: i16 = 40;
        for game in GameKind::BUILT_IN {
            let elo: Vec<i16> = Level::all().filter_map(|level| level.elo(game)).collect();
            assert!(elo.is_sorted_by(|low, high| *low <= *high + NOISE), "{game}: {elo:?}");
            assert_eq!(elo.len(), if measured(game).is_some() { 10 } else { 0 });
        }
    }
}
