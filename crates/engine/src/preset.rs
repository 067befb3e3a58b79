//! Presets: named rows of values for the one parameter table.
//!
//! The five published designs stay runnable here with their authors' constants; where an author published none, the
//! row says that a sweep chose it. Rewards are rescaled into [-1, 1], so an exploration constant published for rewards
//! up to m is divided by m.

use crate::evaluators::EvaluatorKind;
use luozi_games::GameKind;

/// A named player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The games it plays.
    pub games: &'static [GameKind],
    /// How it judges positions.
    pub evaluator: EvaluatorKind,
    /// What differs from the defaults of the table.
    pub settings: &'static [(&'static str, &'static str)],
    /// What it is.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// What all tree searches of the older kind have in common.
macro_rules! tree {
    ($($setting:expr),* $(,)?) => {
        &[("graph", "off"), ("backup", "path"), ("prove", "off"), ("early_stop", "off"), ("fpu", "infinite"), $($setting),*]
    };
}

/// What searches over a net have in common.
macro_rules! net {
    ($($setting:expr),* $(,)?) => {
        &[
            ("selection", "puct"),
            ("c", "1.25"),
            ("fpu", "reduced"),
            ("fpu_value", "0.2"),
            ("final_choice", "visits"),
            $($setting),*
        ]
    };
}

/// Every preset, the published ones first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "uct-pool",
        games: &[GameKind::Connect4],
        evaluator: EvaluatorKind::Uniform,
        settings: tree![
            ("selection", "ucb1"),
            ("c", "0.2"),
            ("win_first", "on"),
            ("hook", "off"),
            ("reward", "decayed"),
            ("decay_cap", "5"),
            ("final_choice", "visits"),
        ],
        about: "UCT with uniform playouts, the winning child first, and rewards that fall from 5 to 1 with distance",
        source: "published 2020 for Saiblo; its C was not published: 1 for rewards up to 5",
    },
    Preset {
        name: "uct-center",
        games: &[GameKind::Connect4],
        evaluator: EvaluatorKind::WinBlockCentre,
        settings: tree![
            ("selection", "ucb1"),
            ("c", "0.16666666666666666"),
            ("hook", "off"),
            ("reward", "decayed"),
            ("decay_cap", "6"),
            ("final_choice", "value"),
        ],
        about: "UCT whose playouts win, block and prefer the centre; rewards fall from 6 to 1; C = 1 for rewards up to 6",
        source: "published 2023 for Saiblo",
    },
    Preset {
        name: "reversi-weights",
        games: &[GameKind::Reversi],
        evaluator: EvaluatorKind::SquareGreedy,
        settings: tree![
            ("selection", "ucb1-inside"),
            ("c", "2"),
            ("root_sign_only", "on"),
            ("max_depth", "8"),
            ("final_choice", "value"),
            ("reuse", "off"),
        ],
        about: "UCT to depth 8 with greedy playouts by square weights, and the published flaw in the opponent's bonus",
        source: "published about 2016; its C was not published: 0.5 for rewards in [0, 1], 4 times that here",
    },
    Preset {
        name: "nogo-mobility",
        games: &[GameKind::NoGo],
        evaluator: EvaluatorKind::Mobility,
        settings: tree![
            ("selection", "ucb1"),
            ("c", "1"),
            ("shuffle", "on"),
            ("final_choice", "value"),
            ("reuse", "off"),
        ],
        about: "UCT without playouts: the value is the difference of legal moves",
        source: "published about 2020 for Botzone",
    },
    Preset {
        name: "mcgs",
        games: &[GameKind::Connect4],
        evaluator: EvaluatorKind::SevenRules,
        settings: &[
            ("selection", "puct"),
            ("c", "2.3"),
            ("expansion", "all"),
            ("fpu", "average"),
            ("reward", "stones"),
            ("score_weight", "0.01"),
            ("early_stop", "off"),
            ("final_choice", "visits"),
        ],
        about: "Monte-Carlo graph search with the seven rules, all children evaluated at once, proofs and reuse",
        source: "published about 2024 for Saiblo, with its constants for exploration and stones",
    },
    Preset {
        name: "uct-plain",
        games: &GameKind::ALL,
        evaluator: EvaluatorKind::Uniform,
        settings: tree![("selection", "ucb1"), ("c", "0.7"), ("hook", "off"), ("final_choice", "visits")],
        about: "the textbook: UCB1, one new node and one uniform playout a simulation",
        source: "Kocsis and Szepesvari 2006",
    },
    Preset {
        name: "net-connect4",
        games: &[GameKind::Connect4],
        evaluator: EvaluatorKind::Net,
        settings: net![],
        about: "the flagship of Connect Four on boards from 4x4 to 12x12: graph search over a net",
        source: "own; constants of the published AlphaZero family",
    },
    Preset {
        name: "net-nogo",
        games: &[GameKind::NoGo],
        evaluator: EvaluatorKind::Net,
        settings: net![],
        about: "the flagship of NoGo on 9x9: graph search over a net",
        source: "own; constants of the published AlphaZero family",
    },
    Preset {
        name: "net-reversi",
        games: &[GameKind::Reversi],
        evaluator: EvaluatorKind::Net,
        settings: net![("solve_within", "12"), ("solve_nodes", "2000")],
        about: "graph search over a net on 8x8, with exact endings: the same driver as the other nets; weaker than the patterns",
        source: "own; constants of the published AlphaZero family",
    },
    Preset {
        name: "pattern-reversi",
        games: &[GameKind::Reversi],
        evaluator: EvaluatorKind::Patterns,
        settings: &[
            ("selection", "puct"),
            ("c", "1"),
            ("fpu", "reduced"),
            ("fpu_value", "0.1"),
            ("final_choice", "visits"),
            ("solve_within", "12"),
            ("solve_nodes", "2000"),
        ],
        about: "the flagship of Reversi on 8x8: graph search over learned pattern tables, with proofs and exact endings",
        source: "own",
    },
    Preset {
        name: "pvs-reversi",
        games: &[GameKind::Reversi],
        evaluator: EvaluatorKind::Mosaic,
        settings: &[],
        about: "principal-variation search with multi-probcut over a mosaic of patterns on 8x8, then the exact solver",
        source: "own; the search is that of the published alpha-beta programs",
    },
    Preset {
        name: "classic-reversi",
        games: &[GameKind::Reversi],
        evaluator: EvaluatorKind::Handmade,
        settings: &[
            ("selection", "puct"),
            ("c", "1"),
            ("reward", "score"),
            ("fpu", "parent"),
            ("final_choice", "visits"),
            ("solve_within", "8"),
            ("solve_nodes", "2000"),
        ],
        about: "the classical flagship of Reversi: graph search over a hand-made evaluation, with proofs and exact endings",
        source: "own",
    },
    Preset {
        name: "classic-nogo",
        games: &[GameKind::NoGo],
        evaluator: EvaluatorKind::Contested,
        settings: &[
            ("selection", "rave"),
            ("c", "0.35"),
            ("rave_share_bonus", "on"),
            ("rave_bias", "0"),
            ("rave_prior", "20"),
            ("playouts", "4"),
            ("fpu", "parent"),
            ("final_choice", "visits"),
        ],
        about: "the classical flagship of NoGo, on every board: RAVE over playouts that prefer points both sides may \
                play, in a shared graph with proofs and reuse",
        source: "own; playouts and RAVE follow published tournament programs",
    },
];

/// The preset of that name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

/// The best preset of a game.
pub fn flagship(game: GameKind) -> &'static Preset {
    let name = match game {
        GameKind::Connect4 => "net-connect4",
        GameKind::Reversi => "pattern-reversi",
        GameKind::NoGo => "net-nogo",
    };
    preset(name).expect("every flagship is in the table")
}

/// The best preset of a game that needs no net and plays every board.
pub fn classic(game: GameKind) -> &'static Preset {
    let name = match game {
        GameKind::Connect4 => "mcgs",
        GameKind::Reversi => "classic-reversi",
        GameKind::NoGo => "classic-nogo",
    };
    preset(name).expect("every classical flagship is in the table")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;

    #[test]
    fn every_preset_is_valid_and_its_evaluator_fits_its_games() {
        for preset in PRESETS {
            for &game in preset.games {
                let recipe = Recipe::parse(game, preset.name).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
                assert_eq!(recipe.name, preset.name);
            }
            let fits = |game: &GameKind| preset.evaluator.game().is_none_or(|owner| owner == *game);
            assert!(preset.games.iter().all(fits), "{}", preset.name);
            assert_eq!(super::preset(preset.name), Some(preset), "names are unique");
        }
    }

    #[test]
    fn flagships_play_their_game() {
        for game in GameKind::ALL {
            assert!(flagship(game).games.contains(&game) && classic(game).games.contains(&game));
        }
    }
}
