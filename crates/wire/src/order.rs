//! From a request to something a search can do: who thinks, about what, how long.

use crate::board::State;
use crate::lab;
use crate::message::{Go, Mode, Pos};
use crate::problem::{Code, Problem};
use luozi_core::{IllegalMove, ParseErrorKind};
use luozi_engine::{Method, Recipe, USUAL_CANDIDATES, level, own_moves_left};
use luozi_games::{GameKind, Session, Setup};
use luozi_search::{Budget, Instant, Purpose, TimeControl};
use std::sync::Arc;
use std::time::Duration;

/// Time for a move when nothing else is said.
const MOVE_TIME: Duration = Duration::from_millis(1000);
/// Time for a hint, or for a graph to look into, when nothing else is said.
const HINT_TIME: Duration = Duration::from_millis(600);
/// Simulations a position of a review when nothing else is said.
const REVIEW_VISITS: u64 = 400;
/// The longest time anybody may ask for.
const LONGEST: Duration = Duration::from_secs(600);
/// Kept of a clock for the way back to the page.
const WAY_BACK: Duration = Duration::from_millis(50);
/// Alpha-beta without a limit looks at everything to its depth, so it may not look further than this.
const DEEPEST_ALPHA_BETA: u32 = 4;
/// Nor can an exact solver inside a search, so it may not look at more nodes than this.
const MOST_SOLVER_NODES: u64 = 20_000;
/// Candidates with lines when nothing else is said, and at the most: all moves of any board.
const CANDIDATES: (usize, usize) = (USUAL_CANDIDATES as usize, 400);
/// Threads of an analysis, at the most.
const MOST_THREADS: u32 = 256;
/// Moves that may be asked for by name.
const MOST_INCLUDED: usize = 4;

/// Most moves of a game.
const MOST_MOVES: usize = 1024;
/// Longest board as text, in bytes.
const START_BYTES: usize = 4096;

/// The position on a tab's board.
#[derive(Clone)]
pub struct Board {
    /// The `gen` of the message that brought it; larger with every position of the tab.
    pub generation: u64,
    /// The game so far.
    pub session: Session,
    /// Everything about it.
    pub state: Arc<State>,
}

impl Board {
    /// The position of a message, with everything about it.
    pub fn at(pos: Pos) -> Result<Board, Problem> {
        if pos.moves.len() > MOST_MOVES {
            return Err(Problem::with_reason(Code::BadMessage, format!("expected at most {MOST_MOVES} moves")));
        }
        let mut session = opened(&pos.setup, pos.start.as_deref())?;
        for (index, mv) in pos.moves.iter().enumerate() {
            let refused = match session.play(mv) {
                Err(e) if matches!(e.kind, ParseErrorKind::Illegal { reason: IllegalMove::MustPass, .. }) => {
                    // A pass that nobody wrote down.
                    session.play("pass").and_then(|()| session.play(mv))
                }
                other => other,
            };
            refused.map_err(|e| Problem::of_move(index + 1, mv, &e))?;
        }
        let state = Arc::new(State::new(&session));
        Ok(Board { generation: pos.generation, session, state })
    }
}

/// A game at its first position: the initial one of its rules, or one that somebody set up.
pub fn opened(setup: &Setup, start: Option<&str>) -> Result<Session, Problem> {
    let Some(start) = start else {
        return Session::new(setup).map_err(|e| Problem::with_reason(Code::BadSetup, e));
    };
    if start.len() > START_BYTES {
        return Err(Problem::with_reason(Code::BadMessage, format!("expected at most {START_BYTES} bytes of a board")));
    }
    Session::with_start(setup, start).map_err(|e| Problem::of_record(Code::BadStart, &e))
}

/// A search that can begin.
pub struct Order {
    /// The position to search: the one on the tab's board when the request came.
    pub board: Board,
    /// The number that the tab chose for the search; every frame about it repeats the number.
    pub id: u64,
    /// What it is for.
    pub mode: Mode,
    /// The player that thinks: of the preset or the level of the request, else the flagship of the game.
    pub recipe: Recipe,
    /// What the request allows, or the usual of its mode; open where the recipe's own limits hold or nothing ends it.
    pub limits: Budget,
    /// Candidates with lines.
    pub multi: usize,
    /// Moves that must be in the list.
    pub include: Vec<String>,
    /// It must not depend on anything that was searched before.
    pub repeatable: bool,
    /// The simulation that the laboratory is to tell, from 1.
    pub step: u64,
    /// Which of the engines that a tab keeps it is for.
    pub slot: Slot,
    /// When the request came.
    pub asked: Instant,
}

/// The engines that a tab keeps between its searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Of moves, hints and analyses.
    Usual,
    /// Of one side of the laboratory.
    Lab(u8),
}

impl Slot {
    /// How many there are.
    pub const COUNT: usize = 3;

    /// Its place among them.
    pub fn index(self) -> usize {
        match self {
            Slot::Usual => 0,
            Slot::Lab(side) => 1 + usize::from(side.min(1)),
        }
    }
}

impl Order {
    /// Checks a request against the position on the tab's board.
    pub fn new(go: Go, board: &Board, asked: Instant) -> Result<Order, Problem> {
        if go.generation != board.generation {
            let args = serde_json::json!({"gen": go.generation, "latest": board.generation});
            let text = format!("position {} is not the latest, which is {}", go.generation, board.generation);
            return Err(Problem::new(Code::Stale, text, args));
        }
        let nothing_to_do = match go.mode {
            Mode::Review => board.session.moves().is_empty(),
            _ => board.session.outcome().is_some(),
        };
        if nothing_to_do {
            return Err(Problem::with_reason(Code::GameOver, "there is nothing to think about"));
        }
        let game = board.session.setup().kind();
        let mut recipe = recipe(&go, game)?;
        let limits = limits(&go, board, &recipe);
        if let Some(resources) = recipe.resources() {
            // What the tab asks for; the pool may give less.
            *resources.threads = go.threads.unwrap_or(MOST_THREADS).clamp(1, MOST_THREADS);
            *resources.memory_mb = (*resources.memory_mb).min(go.memory_mb.unwrap_or(u64::MAX).max(1));
            if let (Some(own), Some(asked)) = (resources.seed, go.seed) {
                *own = asked;
            }
        }
        let step = if go.mode == Mode::Lab { lab::step_of(go.step, &recipe)? } else { 1 };
        let legal = |mv: &String| board.state.legal.iter().any(|legal| legal.m == *mv);
        Ok(Order {
            board: board.clone(),
            id: go.id,
            mode: go.mode,
            recipe,
            limits,
            multi: go.multi.unwrap_or(CANDIDATES.0).clamp(1, CANDIDATES.1),
            include: go.include.into_iter().filter(legal).take(MOST_INCLUDED).collect(),
            // The laboratory keeps its engines: they are asked for simulations by number and begin anew by themselves.
            repeatable: go.seed.is_some() && go.mode != Mode::Lab,
            step,
            slot: if go.mode == Mode::Lab { Slot::Lab(go.slot.unwrap_or(0).min(1)) } else { Slot::Usual },
            asked,
        })
    }

    /// What its answer is for.
    pub fn purpose(&self) -> Purpose {
        match self.mode {
            Mode::Move => Purpose::Play,
            Mode::Analyse | Mode::Hint => Purpose::Analyse { moves: self.multi as u32 },
            Mode::Review | Mode::Explain | Mode::Lab => Purpose::Study { moves: 0 },
        }
    }

    /// It goes on until somebody stops it.
    pub fn endless(&self) -> bool {
        self.mode == Mode::Analyse && self.limits.is_open() && self.recipe.limits.is_open()
    }
}

fn recipe(go: &Go, game: GameKind) -> Result<Recipe, Problem> {
    let recipe = match (&go.preset, go.level) {
        (Some(words), _) => Recipe::parse(game, words).map_err(|e| Problem::with_reason(Code::BadPlayer, e))?,
        (None, Some(number)) => {
            let level = level::of(number);
            let wrong = || Problem::with_reason(Code::BadPlayer, format!("level {number}: expected 1 to 10"));
            level.ok_or_else(wrong)?.recipe(game)
        }
        (None, None) => Recipe::flagship(game),
    };
    let recipe = if matches!(go.mode, Mode::Explain | Mode::Lab) { recipe.with_graph() } else { recipe };
    match recipe.method {
        Method::AlphaBeta { depth } if depth > DEEPEST_ALPHA_BETA => {
            let reason = format!("depth {depth}: expected at most {DEEPEST_ALPHA_BETA} here");
            Err(Problem::with_reason(Code::BadPlayer, reason))
        }
        Method::AlphaBeta { .. } | Method::Pvs { .. } if go.mode == Mode::Explain => {
            let reason = format!("`{}` has no graph; choose a Monte-Carlo search", recipe.name);
            Err(Problem::with_reason(Code::BadPlayer, reason))
        }
        _ if recipe.endgame.within > 0 && recipe.endgame.nodes > MOST_SOLVER_NODES => {
            let reason = format!("solve_nodes={}: expected at most {MOST_SOLVER_NODES} here", recipe.endgame.nodes);
            Err(Problem::with_reason(Code::BadPlayer, reason))
        }
        _ => Ok(recipe),
    }
}

fn limits(go: &Go, board: &Board, recipe: &Recipe) -> Budget {
    let asked = go.ms.map(|ms| Duration::from_millis(ms.max(1)).min(LONGEST));
    let clock = go.clock.map(|clock| {
        let (remaining, increment) = (Duration::from_millis(clock.ms), Duration::from_millis(clock.inc_ms));
        let control = match clock.per_move {
            true => TimeControl::PerMove(remaining),
            false => TimeControl::Clock { base: remaining, increment },
        };
        // What the answer needs for the way back is spent already.
        let budget = control.budget(remaining.saturating_sub(WAY_BACK), own_moves_left(&board.session));
        Budget { time: budget.time.map(|time| time.min(LONGEST)), ..budget }
    });
    let visits = go.visits.map(|visits| visits.max(1));
    let given = Budget { time: asked, visits, ..Budget::default() }.within(clock.unwrap_or_default());
    if !given.is_open() || !recipe.limits.is_open() {
        return given;
    }
    match go.mode {
        Mode::Analyse => given,
        Mode::Move => Budget::time(MOVE_TIME),
        Mode::Hint | Mode::Explain => Budget::time(HINT_TIME),
        Mode::Review => Budget::visits(REVIEW_VISITS),
        Mode::Lab => Budget::visits(1),
    }
}
