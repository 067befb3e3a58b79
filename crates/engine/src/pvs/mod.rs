//! The second search of Reversi: principal variations over the mosaic of patterns, then the solver.
//!
//! One iteration after the other searches all moves of the root a ply deeper (`walk.rs`), with a table that is kept from
//! move to move (`entry.rs`) and cuts by shallow searches (`probcut.rs`). Where the end of the game comes within reach
//! the last iterations search to it, each surer than the one before; the last one proves the score. The tables are learned
//! from games that it plays and judges ([`judged`]).

mod entry;
pub mod judged;
mod player;
mod probcut;
mod scout;
mod solver;
mod walk;

use entry::{Memory, index};
use luozi_core::cpu::{Kernel, dispatch};
use luozi_core::sort_few_by_key;
use luozi_eval::mosaic::Mosaic;
use luozi_games::reversi::bits::{Body, PORTABLE};
use luozi_games::reversi::{Rules, Scoring, Square, squares};
use luozi_solve::reversi::ReversiSolver;
use luozi_solve::{Limits, Meter, Stopped};
pub(crate) use player::PvsPlayer;
pub use probcut::Deviation;
use scout::Scout;
pub use solver::EndingSolver;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use walk::{ALL, Node, Walker};

/// The share of the memory that the solver's table gets: one part of so many.
const SOLVER_PARTS: usize = 4;
/// Half of the first window around the value of the iteration before, in units.
const ASPIRATION: i32 = 160;

/// How an iteration searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// Plies it looks ahead; as many as there are empty squares reach the end of the game.
    pub depth: u32,
    /// How sure a cut must be: 0 to [`SURE`].
    pub surety: u32,
}

/// The surety of an iteration without cuts that may be wrong.
pub const SURE: u32 = probcut::SURE;

/// A move of the root as far as it is known.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The square that the disc is put on.
    pub square: Square,
    /// Its value for the mover in units, or an upper bound of it where another move is better.
    pub units: i32,
    /// The value is one, not a bound.
    pub exact: bool,
    /// The expected continuation, this move first.
    pub line: Vec<Square>,
    /// Nodes spent below it.
    pub nodes: u64,
}

/// What is known when an iteration has ended or was broken off.
#[derive(Clone, Debug)]
pub struct Found {
    /// The moves, best first.
    pub moves: Vec<RootMove>,
    /// The last whole iteration.
    pub iteration: Iteration,
    /// Empty squares of the root.
    pub empties: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Evaluations so far.
    pub evaluations: u64,
    /// Why the search ended; `None` if it did not.
    pub stopped: Option<Stopped>,
}

impl Found {
    /// The value of the best move is the score with best play.
    pub fn proven(&self) -> bool {
        self.iteration.depth >= self.empties && self.iteration.surety == SURE
    }

    /// The value for the mover in units.
    pub fn units(&self) -> i32 {
        self.moves[0].units
    }
}

/// The search with its memory.
pub struct Pvs {
    /// The solver of endings, whose scout has the tables and the memory of this search.
    solver: ReversiSolver<Scout>,
    /// The board of the last search: a search that goes on with it is of the same age.
    last: (u64, u64),
    threads: usize,
}

/// Sends the helping threads home when dropped, be it by a panic.
struct Done<'d>(&'d AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        // Relaxed: the flag orders nothing else, and a helper that sees it later only wastes a moment.
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pvs {
    /// A search that uses at most `bytes` bytes for its tables and one thread.
    pub fn new(mosaic: Arc<Mosaic>, bytes: usize) -> Pvs {
        let rules = Rules::new(8, Scoring::EmptiesToWinner).expect("a board of 8x8");
        Pvs::with_parts(&rules, mosaic, bytes - bytes / SOLVER_PARTS, bytes / SOLVER_PARTS)
    }

    /// A search with so many bytes of its own, and so many for its solver of endings under these rules.
    fn with_parts(rules: &Rules, mosaic: Arc<Mosaic>, own: usize, solver: usize) -> Pvs {
        let scout = Scout { mosaic, memory: Memory::with_memory(own), age: 0 };
        Pvs { solver: ReversiSolver::with_evaluator(rules, solver, scout), last: (0, 0), threads: 1 }
    }

    /// Uses so many threads from now on, at least one. With one, equal questions after a reset are equal searches.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The tables it judges by.
    pub fn mosaic(&self) -> &Arc<Mosaic> {
        &self.solver.evaluator().mosaic
    }

    /// Empties the tables, that of the solver included; the memory is kept.
    pub fn reset(&mut self) {
        let scout = self.solver.evaluator_mut();
        scout.memory.clear();
        scout.age = 0;
        self.solver.forget();
        self.last = (0, 0);
    }

    /// Searches a position in which the owner of `own` has a move, one iteration of the plan after the other. The best
    /// `width` moves get values of their own, the others bounds. `tell` hears of every iteration that has ended and says
    /// whether to go on. Limits hold for the calling thread; helpers end with it.
    pub fn search(
        &mut self,
        own: u64,
        opponent: u64,
        plan: impl Iterator<Item = Iteration>,
        limits: &Limits<'_>,
        width: usize,
        tell: &mut dyn FnMut(&Found) -> bool,
    ) -> Found {
        if self.last != (own, opponent) {
            self.last = (own, opponent);
            let scout = self.solver.evaluator_mut();
            scout.age = scout.age.wrapping_add(1);
            self.solver.begin_run();
        }
        let plan: Vec<Iteration> = plan.collect();
        let Pvs { solver, threads, .. } = &*self;
        let Scout { mosaic, memory, age } = solver.evaluator();
        let search = |plan: &[Iteration], limits: &Limits<'_>, tell: &mut dyn FnMut(&Found) -> bool| {
            solver.asked_by(limits, |asker| {
                let meter = Meter::new(limits);
                let asker = Some(asker);
                let walker =
                    Walker { mosaic, memory, asker, meter, age: *age, surety: 0, evaluations: 0, stopped: None };
                dispatch(Root { walker, node: Node::new(own, opponent), plan, width, tell })
            })
        };
        if *threads == 1 {
            return search(&plan, limits, tell);
        }
        // Helpers search the same iterations, every second one of them a step ahead: what they find is in the table
        // when this thread comes there.
        let done = AtomicBool::new(false);
        let (search, plan, done) = (&search, &plan[..], &done);
        std::thread::scope(|scope| {
            let help = |number: usize| {
                let ahead = &plan[(number % 2).min(plan.len())..];
                search(ahead, &Limits::none().stop_flag(done), &mut |_| true)
            };
            let helpers: Vec<_> = (1..*threads).map(|number| scope.spawn(move || help(number))).collect();
            let finished = Done(done);
            let mut found = search(plan, limits, tell);
            drop(finished);
            for helper in helpers {
                let helped = helper.join().expect("a helper searches as its caller does");
                found.nodes += helped.nodes;
                found.evaluations += helped.evaluations;
            }
            found
        })
    }

    /// What a position in which the mover has a move is worth after a search of fixed depth, and the best move.
    pub fn judge(&mut self, own: u64, opponent: u64, iteration: Iteration) -> (i32, Square) {
        let Iteration { depth, surety } = iteration;
        let plan = (1..=depth).map(|depth| Iteration { depth, surety });
        let found = self.search(own, opponent, plan, &Limits::none(), 1, &mut |_| true);
        (found.moves[0].units, found.moves[0].square)
    }
}

/// The usual plan: a ply more each time, and from where the end of the game is near, all of it with growing surety.
pub fn usual_plan(empties: u32) -> impl Iterator<Item = Iteration> {
    let jump = if empties <= 12 { 1 } else { (empties - 8).min(empties * 2 / 3).max(2) };
    let deepening = (1..empties.min(jump)).map(|depth| Iteration { depth, surety: 0 });
    let ending = (0..=SURE).map(move |surety| Iteration { depth: empties, surety });
    deepening.chain(ending)
}

struct Root<'t, 's, 'a> {
    walker: Walker<'s, 'a>,
    node: Node,
    plan: &'t [Iteration],
    width: usize,
    tell: &'t mut dyn FnMut(&Found) -> bool,
}

/// A move of the root while it is searched.
struct Branch {
    square: Square,
    node: Node,
    units: i32,
    exact: bool,
    nodes: u64,
    line: Vec<Square>,
}

impl Kernel for Root<'_, '_, '_> {
    type Output = Found;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Found {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        self.search(body)
    }
}

impl Root<'_, '_, '_> {
    #[inline(always)]
    fn search<const LEVEL: u8>(mut self, body: Body<LEVEL>) -> Found {
        let node = self.node;
        let branch = |square: Square| {
            let flips = body.flips(square, node.own, node.opponent);
            Branch { square, node: node.after(square, flips), units: 0, exact: false, nodes: 0, line: vec![square] }
        };
        let mut branches: Vec<Branch> = squares(body.moves(node.own, node.opponent)).map(branch).collect();
        assert!(!branches.is_empty(), "somebody must have a move");
        for branch in &mut branches {
            branch.units = -self.walker.judge(body, &branch.node);
        }
        sort_few_by_key(&mut branches, |branch| -branch.units);
        let mut last = Iteration { depth: 0, surety: 0 };
        for &iteration in self.plan {
            if self.walker.stopped.is_some() {
                break;
            }
            self.walker.surety = iteration.surety;
            if self.iterate(body, &mut branches, iteration) {
                last = iteration;
                let found = self.found(&branches, last);
                if !(self.tell)(&found) {
                    break;
                }
            }
        }
        self.found(&branches, last)
    }

    /// One iteration; `false` if it was broken off. What was found until then is kept: a move that came to the front has
    /// beaten those before it.
    fn iterate<const LEVEL: u8>(&mut self, body: Body<LEVEL>, branches: &mut [Branch], iteration: Iteration) -> bool {
        if self.width > 1 {
            return self.iterate_wide(body, branches, iteration);
        }
        let guess = branches[0].units;
        let (mut low, mut high) = match iteration.depth {
            0..4 => (-ALL, ALL),
            _ => ((guess - ASPIRATION).max(-ALL), (guess + ASPIRATION).min(ALL)),
        };
        // A window is opened on the side on which it failed, and all of it on the second failure: entries of deeper searches
        // may contradict each other.
        let mut failures = 0;
        loop {
            let Some(value) = self.try_window(body, branches, iteration.depth - 1, low, high) else { return false };
            let (below, above) = (value <= low && low > -ALL, value >= high && high < ALL);
            if !below && !above {
                break;
            }
            failures += 1;
            if failures > 1 || below {
                low = -ALL;
            }
            if failures > 1 || above {
                high = ALL;
            }
        }
        for branch in branches.iter_mut() {
            branch.line = line_from(&self.walker, branch.square, &branch.node);
        }
        true
    }

    /// The same for several moves: each that is not shown to be worse than so many others is searched with an open window.
    /// What was broken off leaves all but the nodes as it was.
    fn iterate_wide<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        branches: &mut [Branch],
        iteration: Iteration,
    ) -> bool {
        let depth = iteration.depth - 1;
        let mut found = Vec::with_capacity(branches.len());
        let mut best: Vec<i32> = Vec::new();
        for branch in branches.iter_mut() {
            let before = self.walker.meter.nodes();
            let floor = best.get(self.width - 1).copied().unwrap_or(-ALL);
            let bound = match floor {
                floor if floor == -ALL => ALL,
                floor => -self.walker.walk(body, &branch.node, depth, -floor - 1, -floor),
            };
            let exact = bound > floor;
            let units = if exact { -self.walker.walk(body, &branch.node, depth, -ALL, -floor) } else { bound };
            branch.nodes += self.walker.meter.nodes() - before;
            if self.walker.stopped.is_some() {
                return false;
            }
            if exact {
                let place = best.partition_point(|&other| other >= units);
                best.insert(place, units);
            }
            found.push((units, exact));
        }
        for (branch, (units, exact)) in branches.iter_mut().zip(found) {
            (branch.units, branch.exact) = (units, exact);
            branch.line = line_from(&self.walker, branch.square, &branch.node);
        }
        sort_few_by_key(branches, |branch| (!branch.exact, -branch.units));
        true
    }

    /// The best value within a window; the move that has it comes to the front. `None` if it was broken off.
    fn try_window<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        branches: &mut [Branch],
        depth: u32,
        low: i32,
        high: i32,
    ) -> Option<i32> {
        let (mut best, mut top) = (low, -ALL);
        for number in 0..branches.len() {
            let before = self.walker.meter.nodes();
            let node = branches[number].node;
            let mut value = 0;
            if number > 0 {
                value = -self.walker.walk(body, &node, depth, -best - 1, -best);
            }
            if number == 0 || (value > best && value < high) {
                value = -self.walker.walk(body, &node, depth, -high, -best);
            }
            let branch = &mut branches[number];
            branch.nodes += self.walker.meter.nodes() - before;
            if self.walker.stopped.is_some() {
                return None;
            }
            branch.units = value;
            top = top.max(value);
            branch.exact = value > best && value < high;
            if value > best || number == 0 {
                branches[..=number].rotate_right(1);
                branches[1..=number].iter_mut().for_each(|other| other.exact = false);
                best = best.max(value);
                if best >= high {
                    break;
                }
            }
        }
        Some(top)
    }

    fn found(&self, branches: &[Branch], iteration: Iteration) -> Found {
        let moves = branches.iter().map(|branch| RootMove {
            square: branch.square,
            units: branch.units,
            exact: branch.exact,
            line: branch.line.clone(),
            nodes: branch.nodes,
        });
        Found {
            moves: moves.collect(),
            iteration,
            empties: self.node.empties(),
            nodes: self.walker.meter.nodes(),
            evaluations: self.walker.evaluations,
            stopped: self.walker.stopped,
        }
    }
}

/// The expected continuation after a move, as long as the table knows one.
fn line_from(walker: &Walker<'_, '_>, first: Square, after: &Node) -> Vec<Square> {
    let (mut line, mut node) = (vec![first], *after);
    while line.len() < 60 {
        let moves = PORTABLE.moves(node.own, node.opponent);
        if moves == 0 {
            if PORTABLE.moves(node.opponent, node.own) == 0 {
                break;
            }
            node = node.pass();
            line.push(Square::PASS);
            continue;
        }
        let key = node.key();
        let Some(entry) = walker.memory.line(index(key)).find(key) else { break };
        if entry.best.bit() & moves == 0 {
            break;
        }
        node = node.after(entry.best, PORTABLE.flips(entry.best, node.own, node.opponent));
        line.push(entry.best);
    }
    while line.last() == Some(&Square::PASS) {
        line.pop();
    }
    line
}
