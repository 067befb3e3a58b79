//! Luozi's players: presets, levels and the wiring of game, search and evaluator.
//!
//! A [`Recipe`] is what a player is made of, in words or as data; a [`Player`] is who thinks, about a
//! [`Session`](luozi_games::Session), within a [`Budget`]. What the engine knows of a game beside its
//! rules is said by [`Playable`] and [`EngineGame`]. This crate touches no file and starts no thread unless asked (a
//! [`thinker::Thinker`] is one that was asked to).
//!
//! ```
//! use luozi_engine::{Ask, Recipe, player};
//! use luozi_games::{GameKind, Session, Setup};
//! use luozi_search::Budget;
//!
//! let session = Session::new(&Setup::standard(GameKind::CONNECT4)).unwrap();
//! let mut engine = player(&session, &Recipe::parse(GameKind::CONNECT4, "mcgs").unwrap()).unwrap();
//! let analysis = engine.think(&session, Ask::new(Budget::visits(100))).unwrap();
//! assert!(session.legal_moves().contains(&analysis.best));
//! ```

mod alphabeta;
pub mod analysis;
mod at_root;
mod choice;
mod evaluators;
mod exact;
pub mod explain;
pub mod level;
mod own_search;
mod player;
mod preset;
pub mod puzzle;
#[cfg(all(feature = "nets", feature = "solvers"))]
pub mod pvs;
mod recipe;
mod registry;
pub mod review;
pub mod simulation;
mod solver;
pub mod thinker;

pub use choice::{Choice, ChoiceError, Who};
pub use evaluators::{BoxedEvaluator, Endgame, Ending, EvaluatorError, EvaluatorKind, OwnNet, Playable};
pub use own_search::{BoxedPvs, PvsSearch};
pub use player::{Ask, NoMove, Player, Watcher};
pub use preset::{Games, PRESETS, Preset, Thinks, classic, flagship, preset, presets};
pub use recipe::{Method, Recipe, RecipeError, Resources, USUAL_TIME, parse_clock, parse_time};
pub use registry::{EngineGame, GameEngine, engine_for, engine_game, own_moves_left, player, register, typed};
pub use solver::{AnySolver, Solved, any_solver};

use alphabeta::AlphaBeta;
use at_root::AtRoot;
use evaluators::{Mixed, Solving};
use exact::{Depth, Exact};
use luozi_core::solve::Limits;
use luozi_search::{Budget, Purpose, Report, Request, Search, StopReason, Watch};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Moves that an analysis judges when nothing else is said.
pub const USUAL_CANDIDATES: u32 = 5;
/// The solver's first turn in an analysis; each later one is twice as long.
const FIRST_TURN: Duration = Duration::from_millis(20);
/// The solver may use one part in so many of the time for a move or an analysis.
const SOLVER_PARTS: u32 = 4;
/// Nodes that it may use for each simulation, and at most in an analysis.
const NODES_A_SIMULATION: u64 = 20;
const MOST_NODES: u64 = 2_000_000;

/// The Monte-Carlo search of a game.
pub type GameSearch<G> = Search<G, BoxedEvaluator<G>>;

enum Searcher<G: Playable> {
    Search(Box<GameSearch<G>>),
    AlphaBeta(AlphaBeta<G>),
    Pvs(BoxedPvs<G>),
}

/// A player at a board. Keeps what it learned from one move to the next.
///
/// Its methods are the border at which the generic code below ends: marked `#[inline(never)]`, they are compiled in this
/// crate for every game (a [`thinker::Thinker`] uses all of them), and whoever calls them links to that code. Without the mark each
/// crate that plays compiles every search, evaluator and solver again.
pub struct Engine<G: Playable> {
    searcher: Searcher<G>,
    at_root: Option<AtRoot<G>>,
    /// What is certain about the moves of the last analysis; made when one is asked for.
    exact: Option<Box<Exact<G>>>,
    /// The last position was answered by the solver: what the search holds is about another one.
    solved: bool,
    /// The position whose simulations are told one by one, and how many have been made.
    told: Option<(G::Position, u64)>,
    recipe: Recipe,
}

impl<G: Playable> Engine<G> {
    /// The player of a recipe.
    #[inline(never)]
    pub fn new(game: G, recipe: &Recipe) -> Result<Engine<G>, RecipeError> {
        recipe.validate()?;
        let kind = recipe.evaluator.unwrap_or(G::STATIC);
        let threads = match &recipe.method {
            Method::AlphaBeta { .. } | Method::Pvs { .. } => 1,
            Method::Search(params) => params.threads as usize,
        };
        let mut evaluators = match (game.evaluators(kind, recipe.net.as_ref(), threads), recipe.substitute()) {
            #[cfg(feature = "nets")]
            (Err(EvaluatorError::Fit(_)), Some(substitute)) => return Engine::new(game, &substitute),
            (evaluators, _) => evaluators?.into_iter(),
        };
        let mut next = || evaluators.next().expect("one for each thread");
        let at_root = AtRoot::new(&game, recipe.endgame.root_within);
        let searcher = match &recipe.method {
            Method::AlphaBeta { depth } => Searcher::AlphaBeta(AlphaBeta::new(game, *depth, next(), 1)),
            Method::Pvs { memory_mb, threads } => {
                let search = game.pvs((*memory_mb as usize) << 20, *threads as usize);
                Searcher::Pvs(search.ok_or(EvaluatorError::OtherGame(kind))?)
            }
            Method::Search(params) => {
                let (rules, endgame, share) = (game.clone(), recipe.endgame, recipe.mix_share.unwrap_or_default());
                let seconds = match recipe.mix.filter(|_| share > 0.0) {
                    Some(kind) => game.evaluators(kind, recipe.net.as_ref(), threads)?,
                    None => Vec::new(),
                };
                let mut seconds = seconds.into_iter();
                let evaluator = |_thread| {
                    let inner = match seconds.next() {
                        Some(second) => Box::new(Mixed::new(next(), second, share)),
                        None => next(),
                    };
                    if endgame.within == 0 { inner } else { Box::new(Solving::new(&rules, inner, endgame)) }
                };
                Searcher::Search(Box::new(Search::new(game, params.clone(), evaluator)?))
            }
        };
        Ok(Engine { searcher, at_root, exact: None, solved: false, told: None, recipe: recipe.clone() })
    }

    /// What it is made of.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Its search, for those who look inside; `None` if it is no Monte-Carlo search.
    pub fn search(&self) -> Option<&GameSearch<G>> {
        match &self.searcher {
            Searcher::Search(search) => Some(search),
            Searcher::AlphaBeta(_) | Searcher::Pvs(_) => None,
        }
    }

    /// At most `most` nodes of what it searched last, for people; `None` before any search, if it has no graph, or if
    /// the solver at the root has answered in its place.
    #[inline(never)]
    pub fn explain(&self, most: usize) -> Option<explain::Graph> {
        self.search().filter(|_| !self.solved).and_then(|search| explain::Graph::new(search, most))
    }

    /// Thinks about a position that is not over. Limits of the recipe that the request leaves open apply.
    #[inline(never)]
    pub fn think(&mut self, position: &G::Position, mut request: Request<'_, G::Move>) -> Report<G::Move> {
        self.told = None;
        request.budget = request.budget.or(self.recipe.limits);
        if let Purpose::Analyse { .. } = request.purpose {
            return self.analyse(position, request);
        }
        // Whoever looks at the search wants to see one.
        let solver = self.at_root.as_mut().filter(|_| request.purpose == Purpose::Play);
        let answer = solver.and_then(|solver| solver.answer(position, &request));
        self.solved = answer.is_some();
        if let Some(report) = answer {
            return report;
        }
        self.search_for(position, request)
    }

    fn search_for(&mut self, position: &G::Position, request: Request<'_, G::Move>) -> Report<G::Move> {
        match &mut self.searcher {
            Searcher::Search(search) => search.think(position, request),
            Searcher::AlphaBeta(player) => player.think(position, &request),
            Searcher::Pvs(player) => player.think(position, request),
        }
    }

    /// The solver and the search in turns, the solver with a quarter of the time: what it proves the search need not look
    /// at, and what both found is one report. Where the search has proven the result, or the solver that of every move, the solver
    /// alone goes on, to the exact score of every move. Under a limit of simulations the solver has one turn, counted in nodes, so that
    /// an analysis can be repeated.
    fn analyse(&mut self, position: &G::Position, request: Request<'_, G::Move>) -> Report<G::Move> {
        let Request { budget, purpose, clock, stop, mut watch, .. } = request;
        let (game, depth) = match &self.searcher {
            Searcher::Search(search) => (search.game().clone(), Depth::ByVisits),
            Searcher::AlphaBeta(player) => (player.game().clone(), Depth::Even),
            Searcher::Pvs(player) => (player.game().clone(), Depth::Even),
        };
        let mut exact = self.exact.take().unwrap_or_else(|| Box::new(Exact::new(&game)));
        exact.turn_to(position);
        let elapsed = || clock.elapsed();
        // Relaxed: the flag carries no data.
        let asked_to_stop = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let counted = budget.visits.is_some() || budget.nodes.is_some();
        // Whoever wants to hear often is not kept waiting by the solver.
        let every = watch.as_ref().map(|watch| watch.every);
        let first = every.map_or(FIRST_TURN, |every| FIRST_TURN.min(every / SOLVER_PARTS));
        let (mut turn, mut visits, mut evaluations) = (first, 0, 0);
        // What the search found, once it has proven the result.
        let mut proven: Option<Report<G::Move>> = None;
        let report = loop {
            // Step 1. The solver's turn.
            let began = elapsed();
            let alone = proven.is_some() || exact.knows_all();
            let mut limits = Limits::none();
            if let Some(stop) = stop {
                limits = limits.stop_flag(stop);
            }
            let nodes = match budget.visits {
                Some(visits) => visits.saturating_mul(NODES_A_SIMULATION).min(MOST_NODES),
                None if counted => MOST_NODES,
                None => u64::MAX,
            };
            let left = budget.time.map(|time| time.saturating_sub(began));
            let share = match (left, alone) {
                (left, true) => turn.min(every.unwrap_or(turn)).min(left.unwrap_or(turn)),
                (Some(left), false) => turn.min(left / SOLVER_PARTS),
                (None, false) => turn,
            };
            if !counted {
                limits = limits.deadline(&elapsed, began + share);
            } else if let Some(time) = budget.time {
                limits = limits.deadline(&elapsed, time);
            }
            exact.work(position, &limits, nodes);
            turn = turn.saturating_mul(2);
            self.solved = exact.knows_all();
            let over = asked_to_stop() || budget.time.is_some_and(|time| elapsed() >= time);
            let last = counted || over || !exact.may_find_more(position);
            let certain = match &proven {
                _ if self.solved => Some(Report { visits, evaluations, ..exact.report(position, elapsed()) }),
                Some(found) => Some(exact.facts().completed(Report { elapsed: elapsed(), ..found.clone() }, depth)),
                None => None,
            };
            if let Some(report) = certain {
                if last {
                    break report;
                }
                if let Some(watch) = &mut watch {
                    (watch.tell)(&report);
                }
                continue;
            }

            // Step 2. The search's turn; all that is left, if the solver will not come further.
            let again = !counted && exact.may_find_more(position);
            let end = began + share * SOLVER_PARTS;
            let sliced = again && budget.time.is_none_or(|time| end < time);
            let (known, facts) = (exact.known(), exact.facts());
            let mut tell = |report: &Report<G::Move>| {
                if let Some(watch) = &mut watch {
                    let (visits, evaluations) = (visits + report.visits, evaluations + report.evaluations);
                    (watch.tell)(&facts.completed(Report { visits, evaluations, ..report.clone() }, depth));
                }
            };
            let request = Request {
                budget: if sliced { Budget { time: Some(end), ..budget } } else { budget },
                purpose,
                known: &known,
                clock,
                stop,
                watch: every.map(|every| Watch { every, tell: &mut tell }),
            };
            let report = self.search_for(position, request);
            visits += report.visits;
            evaluations += report.evaluations;
            let ended = report.stopped;
            let report = Report { visits, evaluations, ..report };
            match ended {
                Some(StopReason::Time) if sliced => {}
                Some(StopReason::Proven) if again => proven = Some(report),
                _ => break facts.completed(report, depth),
            }
        };
        self.exact = Some(exact);
        report
    }

    /// Makes the simulation of that number, from 1, of a search for a move at `position` that began with nothing, and tells all about
    /// it. Those before it are made first, unless they were told just now. `None` if the result is proven before it, or
    /// if the player makes no simulations.
    #[inline(never)]
    pub fn simulate(&mut self, position: &G::Position, number: u64) -> Option<simulation::Simulation> {
        let made = self.told.take().filter(|(told, made)| told == position && *made < number).map(|(_, made)| made);
        if made.is_none() {
            self.reset();
        }
        self.solved = false;
        let Searcher::Search(search) = &mut self.searcher else { return None };
        let found = search.observe(position, number - 1 - made.unwrap_or(0))?;
        self.told = Some((*position, number));
        Some(simulation::Simulation::new(search.game(), position, number, &found))
    }

    /// Forgets everything: the next game begins like the first.
    #[inline(never)]
    pub fn reset(&mut self) {
        self.told = None;
        match &mut self.searcher {
            Searcher::Search(search) => search.reset(),
            Searcher::AlphaBeta(player) => player.reset(),
            Searcher::Pvs(player) => player.reset(),
        }
        if let Some(solver) = &mut self.at_root {
            solver.reset();
        }
        self.exact = None;
    }

    /// How it judges.
    pub fn evaluator(&self) -> EvaluatorKind {
        self.recipe.evaluator.unwrap_or(G::STATIC)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Game, Notation};
    use luozi_games::{GameKind, Session, Setup, with_built_in};
    use luozi_search::Budget;

    fn small(game: GameKind) -> Setup {
        if game.sizes().square { Setup::standard(game) } else { Setup::board(game, 5, 5) }
    }

    fn plays_a_game<G: Playable>(rules: &G, recipe: &Recipe) {
        let mut engine = Engine::new(rules.clone(), recipe).unwrap();
        let mut position = rules.initial();
        while rules.outcome(&position).is_none() {
            let clock = luozi_search::Instant::now();
            let report = engine.think(&position, Request::new(Budget::visits(30), &clock));
            rules.play(&mut position, report.best()).unwrap_or_else(|e| panic!("{}: {e}", recipe.name));
        }
    }

    #[test]
    fn every_preset_plays_every_game_it_names_to_the_end() {
        for game in GameKind::BUILT_IN {
            let session = Session::new(&small(game)).unwrap();
            let names = presets(game).into_iter().map(|preset| preset.name);
            let mut recipes: Vec<Recipe> =
                names.map(|name| Recipe::parse(game, &format!("{name},memory_mb=8")).unwrap()).collect();
            recipes.push(Recipe::of_preset(game, "greedy").unwrap());
            recipes.push(Recipe::parse_alpha_beta(game, "depth=2").unwrap());
            for mut recipe in recipes {
                // The NoGo net knows 9x9 alone; a flagship nobody named gives way to the classical one.
                recipe.automatic = true;
                with_built_in!(&session, rules, _position => plays_a_game(rules, &recipe));
            }
        }
    }

    #[test]
    fn a_net_gives_way_on_boards_it_does_not_know_unless_it_was_asked_for() {
        let rules = luozi_games::nogo::Rules::new(5, 5).unwrap();
        let engine = Engine::new(rules.clone(), &Recipe::flagship(GameKind::NOGO)).unwrap();
        assert_eq!(engine.recipe().name, "classic-nogo");
        let named = Recipe::parse(GameKind::NOGO, "net-nogo").unwrap();
        let error = Engine::new(rules, &named).err().map(|e| e.to_string());
        assert!(error.is_some_and(|e| e.contains("does not know boards of 5 x 5")));
        let small = luozi_games::reversi::Rules::new(6, luozi_games::reversi::Scoring::Difference).unwrap();
        let engine = Engine::new(small, &Recipe::flagship(GameKind::REVERSI)).unwrap();
        assert_eq!(engine.recipe().name, "classic-reversi");
        let full = Engine::new(luozi_games::nogo::Rules::standard(), &named).unwrap();
        assert_eq!(full.recipe().name, "net-nogo");
    }

    #[test]
    fn a_net_of_ones_own_plays_and_a_wrong_one_is_explained() {
        let own = include_bytes!("../../eval/tests/data/nogo-4x32.net");
        let rules = luozi_games::nogo::Rules::standard();
        let mut recipe = Recipe::flagship(GameKind::NOGO);
        recipe.bring_net(own).unwrap();
        plays_a_game(&rules, &recipe);
        recipe.bring_net(luozi_eval::shipped::net_of(GameKind::CONNECT4).unwrap().data().unwrap()).unwrap();
        let error = Engine::new(rules, &recipe).err().map(|e| e.to_string());
        assert!(error.is_some_and(|e| e.contains("the net is for Connect Four, not for NoGo")));
        let error = recipe.bring_net(b"something else").unwrap_err().to_string();
        assert!(error.contains("not a weights file of Luozi"), "{error}");
        let mut playouts = Recipe::parse(GameKind::NOGO, "classic-nogo").unwrap();
        let error = playouts.bring_net(own).unwrap_err().to_string();
        assert!(error.contains("`classic-nogo` judges by `contested`"), "{error}");
    }

    /// Where a random game has so much left undecided; `None` if it was over before.
    fn random_ending<G: Playable>(rules: &G, undecided: u32, rng: &mut luozi_core::Rng) -> Option<G::Position> {
        let mut position = rules.initial();
        while rules.undecided(&position) > undecided && rules.outcome(&position).is_none() {
            let mut moves = luozi_core::MoveList::new();
            rules.legal_moves(&position, &mut moves);
            rules.play(&mut position, moves[rng.below(moves.len() as u32) as usize]).unwrap();
        }
        rules.outcome(&position).is_none().then_some(position)
    }

    /// A position that random play left with few moves: the solver's move wins, at once and without a search.
    #[test]
    fn the_solver_at_the_root_answers_what_it_can_prove() {
        let rules = luozi_games::nogo::Rules::standard();
        let recipe = Recipe::parse(GameKind::NOGO, "classic-nogo,solve_root=10").unwrap();
        let mut engine = Engine::new(rules.clone(), &recipe).unwrap();
        let mut rng = luozi_core::Rng::seeded(3);
        let (mut answered, mut searched) = (0, 0);
        for _ in 0..12 {
            let Some(mut position) = random_ending(&rules, 10, &mut rng) else { continue };
            let clock = luozi_search::Instant::now();
            let report = engine.think(&position, Request::new(Budget::visits(20), &clock));
            let exact = luozi_core::conformance::minimax(&rules, &position);
            assert_eq!(engine.explain(10).is_none(), report.visits == 0, "a graph of this position or none");
            if report.visits == 0 {
                rules.play(&mut position, report.best()).unwrap();
                let after = luozi_core::conformance::minimax(&rules, &position);
                assert_eq!(
                    after.winner(),
                    Some(report.to_move),
                    "a move that does not win\n{}",
                    rules.position_text(&position)
                );
                answered += 1;
            } else {
                assert_eq!(exact.winner(), Some(report.to_move.other()), "a win that was searched");
                searched += 1;
            }
        }
        assert!(answered > 2 && searched > 0, "{answered} answered, {searched} searched");
    }

    /// Random positions of a small board: the move is the fastest win or the longest resistance, whether somebody watches or
    /// not.
    #[test]
    fn the_solver_at_the_root_resists_longest() {
        let rules = luozi_games::connect4::Rules::<u64>::new(4, 5, &[]).unwrap();
        let recipe = Recipe::parse(GameKind::CONNECT4, "mcgs,solve_root=10").unwrap();
        let mut engine = Engine::new(rules.clone(), &recipe).unwrap();
        let mut rng = luozi_core::Rng::seeded(7);
        let mut lost = 0;
        for _ in 0..60 {
            let Some(position) = random_ending(&rules, 10, &mut rng) else { continue };
            let exact = luozi_core::conformance::minimax(&rules, &position);
            let clock = luozi_search::Instant::now();
            let report = engine.think(&position, Request::new(Budget::visits(5_000), &clock));
            assert_eq!((report.visits, report.bounds.solved()), (0, Some(exact)));
            let sign = exact.winner().map_or(0.0, |side| if side == report.to_move { 1.0 } else { -1.0 });
            assert_eq!(report.value.0, sign);
            lost += u32::from(sign < 0.0);
            let mut after = position;
            rules.play(&mut after, report.best()).unwrap();
            assert_eq!(luozi_core::conformance::minimax(&rules, &after), exact, "{}", rules.position_text(&position));

            let mut ignore = |_: &luozi_search::Report<_>| {};
            let mut request = Request::new(Budget::visits(5_000), &clock);
            request.watch = Some(luozi_search::Watch { every: std::time::Duration::from_secs(9), tell: &mut ignore });
            let watched = engine.think(&position, request);
            assert_eq!((watched.best(), watched.bounds), (report.best(), report.bounds));
            assert!(engine.explain(10).is_none(), "there is no graph of it");
        }
        assert!(lost > 3, "{lost} lost positions");
    }

    #[test]
    fn alpha_beta_takes_a_win_and_blocks_one() {
        let rules = luozi_games::connect4::Rules::<u64>::classic();
        let best = |text: &str, depth: &str| {
            let recipe = Recipe::parse_alpha_beta(GameKind::CONNECT4, depth).unwrap();
            let mut engine = Engine::new(rules.clone(), &recipe).unwrap();
            let clock = luozi_search::Instant::now();
            let position = rules.parse_position(text).unwrap();
            rules.move_text(engine.think(&position, Request::new(Budget::default(), &clock)).best())
        };
        let rows = ".......\n".repeat(4);
        assert_eq!(best(&format!("{rows}OOO....\nXXX...."), "depth=1"), "4");
        assert_eq!(best(&format!("{rows}OO.....\nXXX...."), "depth=2"), "4");
    }
}
