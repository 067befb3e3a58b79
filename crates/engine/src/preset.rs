//! Presets: named rows of values for the one parameter table.
//!
//! The five published designs stay runnable here with their authors' constants; where an author published none, the
//! row says that a sweep chose it. Rewards are rescaled into [-1, 1], so an exploration constant published for rewards
//! up to m is divided by m.

use crate::evaluators::{Endgame, EvaluatorKind};
use crate::registry::engine_game;
use luozi_games::GameKind;
use luozi_search::{Backup, Expansion, FinalChoice, Fpu, Params, Prove, Reward, Selection};

/// The games that a preset plays.
#[derive(Clone, Copy, Debug)]
pub enum Games {
    /// Every game, those of other crates included.
    All,
    /// The one game that it was made for.
    Only(GameKind),
}

/// How a preset thinks.
#[derive(Clone, Copy, Debug)]
pub enum Thinks {
    /// By graph search, with what differs from the defaults of the table.
    Search(fn(&mut Params)),
    /// By the game's own principal-variation search.
    Pvs,
}

/// A named player.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in `--preset` and in recipes, such as `mcgs`.
    pub name: &'static str,
    /// The games it plays.
    pub games: Games,
    /// How it judges positions.
    pub evaluator: EvaluatorKind,
    /// How it thinks.
    pub method: Thinks,
    /// When it asks the exact solver.
    pub endgame: Endgame,
    /// What it is.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

impl Preset {
    /// Whether it plays a game.
    pub fn plays(&self, game: GameKind) -> bool {
        match self.games {
            Games::All => true,
            Games::Only(own) => own == game,
        }
    }

    /// The features that it needs and this build lacks. A preset that asks a solver about its endings can do without: then it
    /// searches them like any other position.
    pub fn left_out(&self) -> Option<&'static str> {
        match self.method {
            Thinks::Pvs if !cfg!(all(feature = "nets", feature = "solvers")) => Some("nets solvers"),
            Thinks::Search(_) if self.evaluator.is_learned() && !cfg!(feature = "nets") => Some("nets"),
            Thinks::Search(_) | Thinks::Pvs => None,
        }
    }
}

/// What all tree searches of the older kind have in common.
fn tree(params: &mut Params) {
    params.graph = false;
    params.backup = Backup::Path;
    params.prove = Prove::Off;
    params.early_stop = false;
    params.fpu = Fpu::Infinite;
}

/// What searches over a net have in common.
fn net(params: &mut Params) {
    params.selection = Selection::Puct;
    params.c = 1.25;
    params.fpu = Fpu::Reduced;
    params.fpu_value = 0.2;
    params.final_choice = FinalChoice::Visits;
}

/// What graph searches of Reversi have in common: a result that is certain is not enough, since a game can be lost by two
/// discs or by forty.
fn by_discs(params: &mut Params) {
    params.prove = Prove::Score;
}

/// Solver calls on the leaves with at most so much undecided.
const fn solve_within(within: u32) -> Endgame {
    Endgame { within, nodes: 2000, root_within: 0 }
}

/// No solver calls.
const NO_SOLVER: Endgame = solve_within(0);

/// Every preset, the published ones first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "uct-pool",
        games: Games::Only(GameKind::CONNECT4),
        evaluator: EvaluatorKind::UNIFORM,
        method: Thinks::Search(|params| {
            tree(params);
            params.selection = Selection::Ucb1;
            params.c = 0.2;
            params.win_first = true;
            params.hook = false;
            params.reward = Reward::Decayed;
            params.decay_cap = 5.0;
            params.final_choice = FinalChoice::Visits;
        }),
        endgame: NO_SOLVER,
        about: "UCT with uniform playouts, the winning child first, and rewards that fall from 5 to 1 with distance",
        source: "published 2020 for Saiblo; its C was not published: 1 for rewards up to 5",
    },
    Preset {
        name: "uct-center",
        games: Games::Only(GameKind::CONNECT4),
        evaluator: EvaluatorKind::WIN_BLOCK_CENTRE,
        method: Thinks::Search(|params| {
            tree(params);
            params.selection = Selection::Ucb1;
            params.c = 1.0 / 6.0;
            params.hook = false;
            params.reward = Reward::Decayed;
            params.decay_cap = 6.0;
            params.final_choice = FinalChoice::Value;
        }),
        endgame: NO_SOLVER,
        about: "UCT whose playouts win, block and prefer the centre; rewards fall from 6 to 1; C = 1 for rewards up to 6",
        source: "published 2023 for Saiblo",
    },
    Preset {
        name: "reversi-weights",
        games: Games::Only(GameKind::REVERSI),
        evaluator: EvaluatorKind::SQUARE_GREEDY,
        method: Thinks::Search(|params| {
            tree(params);
            params.selection = Selection::Ucb1Inside;
            params.c = 2.0;
            params.root_sign_only = true;
            params.max_depth = 8;
            params.final_choice = FinalChoice::Value;
            params.reuse = false;
        }),
        endgame: NO_SOLVER,
        about: "UCT to depth 8 with greedy playouts by square weights, and the published flaw in the opponent's bonus",
        source: "published about 2016; its C was not published: 0.5 for rewards in [0, 1], 4 times that here",
    },
    Preset {
        name: "nogo-mobility",
        games: Games::Only(GameKind::NOGO),
        evaluator: EvaluatorKind::MOBILITY,
        method: Thinks::Search(|params| {
            tree(params);
            params.selection = Selection::Ucb1;
            params.c = 1.0;
            params.shuffle = true;
            params.final_choice = FinalChoice::Value;
            params.reuse = false;
        }),
        endgame: NO_SOLVER,
        about: "UCT without playouts: the value is the difference of legal moves",
        source: "published about 2020 for Botzone",
    },
    Preset {
        name: "mcgs",
        games: Games::Only(GameKind::CONNECT4),
        evaluator: EvaluatorKind::SEVEN_RULES,
        method: Thinks::Search(|params| {
            params.selection = Selection::Puct;
            params.c = 2.3;
            params.expansion = Expansion::All;
            params.fpu = Fpu::Average;
            params.reward = Reward::Stones;
            params.score_weight = 0.01;
            params.early_stop = false;
            params.final_choice = FinalChoice::Visits;
        }),
        endgame: NO_SOLVER,
        about: "Monte-Carlo graph search with the seven rules, all children evaluated at once, proofs and reuse",
        source: "published about 2024 for Saiblo, with its constants for exploration and stones",
    },
    Preset {
        name: "uct-plain",
        games: Games::All,
        evaluator: EvaluatorKind::UNIFORM,
        method: Thinks::Search(|params| {
            tree(params);
            params.selection = Selection::Ucb1;
            params.c = 0.7;
            params.hook = false;
            params.final_choice = FinalChoice::Visits;
        }),
        endgame: NO_SOLVER,
        about: "the textbook: UCB1, one new node and one uniform playout a simulation",
        source: "Kocsis and Szepesvari 2006",
    },
    Preset {
        name: "net-connect4",
        games: Games::Only(GameKind::CONNECT4),
        evaluator: EvaluatorKind::NET,
        method: Thinks::Search(net),
        endgame: NO_SOLVER,
        about: "the flagship of Connect Four on boards from 4x4 to 12x12: graph search over a net",
        source: "own; constants of the published AlphaZero family",
    },
    Preset {
        name: "net-nogo",
        games: Games::Only(GameKind::NOGO),
        evaluator: EvaluatorKind::NET,
        method: Thinks::Search(net),
        endgame: NO_SOLVER,
        about: "the flagship of NoGo on 9x9: graph search over a net",
        source: "own; constants of the published AlphaZero family",
    },
    Preset {
        name: "net-reversi",
        games: Games::Only(GameKind::REVERSI),
        evaluator: EvaluatorKind::NET,
        method: Thinks::Search(|params| {
            net(params);
            by_discs(params);
        }),
        endgame: solve_within(12),
        about: "graph search over a net on 8x8, with exact endings: the same driver as the other nets; weaker than the patterns",
        source: "own; constants of the published AlphaZero family",
    },
    Preset {
        name: "pattern-reversi",
        games: Games::Only(GameKind::REVERSI),
        evaluator: EvaluatorKind::PATTERNS,
        method: Thinks::Search(|params| {
            by_discs(params);
            params.selection = Selection::Puct;
            params.c = 1.0;
            params.fpu = Fpu::Reduced;
            params.fpu_value = 0.1;
            params.final_choice = FinalChoice::Visits;
        }),
        endgame: solve_within(12),
        about: "graph search over learned pattern tables on 8x8, with proofs and exact endings: the search of Reversi that \
                can be looked into",
        source: "own",
    },
    Preset {
        name: "pvs-reversi",
        games: Games::Only(GameKind::REVERSI),
        evaluator: EvaluatorKind::MOSAIC,
        method: Thinks::Pvs,
        endgame: NO_SOLVER,
        about: "the flagship of Reversi on 8x8: principal-variation search with multi-probcut over a mosaic of patterns, \
                then the exact solver",
        source: "own; the search is that of the published alpha-beta programs",
    },
    Preset {
        name: "classic-reversi",
        games: Games::Only(GameKind::REVERSI),
        evaluator: EvaluatorKind::HANDMADE,
        method: Thinks::Search(|params| {
            by_discs(params);
            params.selection = Selection::Puct;
            params.c = 1.0;
            params.reward = Reward::Score;
            params.fpu = Fpu::Parent;
            params.final_choice = FinalChoice::Visits;
        }),
        endgame: solve_within(8),
        about: "the classical flagship of Reversi: graph search over a hand-made evaluation, with proofs and exact endings",
        source: "own",
    },
    Preset {
        name: "classic-nogo",
        games: Games::Only(GameKind::NOGO),
        evaluator: EvaluatorKind::CONTESTED,
        method: Thinks::Search(|params| {
            params.selection = Selection::Rave;
            params.c = 0.35;
            params.rave_share_bonus = true;
            params.rave_bias = 0.0;
            params.rave_prior = 20.0;
            params.playouts = 4;
            params.fpu = Fpu::Parent;
            params.final_choice = FinalChoice::Visits;
        }),
        endgame: NO_SOLVER,
        about: "the classical flagship of NoGo, on every board: RAVE over playouts that prefer points both sides may \
                play, in a shared graph with proofs and reuse",
        source: "own; playouts and RAVE follow published tournament programs",
    },
];

/// The presets of a game that this build has: the shared ones, then those that the game brought itself.
pub fn presets(game: GameKind) -> Vec<&'static Preset> {
    let own = engine_game(game).map_or(&[][..], |game| game.presets());
    PRESETS.iter().filter(|preset| preset.plays(game) && preset.left_out().is_none()).chain(own).collect()
}

/// The preset of that name that plays a game.
pub fn preset(game: GameKind, name: &str) -> Option<&'static Preset> {
    presets(game).into_iter().find(|preset| preset.name == name)
}

/// What every game can be played with.
const FOR_ANY_GAME: &str = "uct-plain";

/// The best preset of a game that this build has.
pub fn flagship(game: GameKind) -> &'static Preset {
    let name = engine_game(game).map_or(FOR_ANY_GAME, |game| game.flagship());
    preset(game, name).unwrap_or_else(|| classic(game))
}

/// The best preset of a game that needs no net and plays every board.
pub fn classic(game: GameKind) -> &'static Preset {
    let name = engine_game(game).map_or(FOR_ANY_GAME, |game| game.classic());
    preset(game, name).or_else(|| preset(game, FOR_ANY_GAME)).expect("every game has the textbook preset")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;

    #[test]
    fn every_preset_is_valid_and_its_evaluator_fits_its_games() {
        for game in GameKind::BUILT_IN {
            for found in presets(game) {
                let recipe = Recipe::parse(game, found.name).unwrap_or_else(|e| panic!("{}: {e}", found.name));
                assert_eq!(recipe.name, found.name);
                let known = engine_game(game).unwrap().evaluators();
                assert!(known.contains(&found.evaluator), "{}", found.name);
                assert_eq!(preset(game, found.name).unwrap().about, found.about, "names are unique");
            }
            assert!(flagship(game).plays(game) && classic(game).plays(game));
        }
    }
}
