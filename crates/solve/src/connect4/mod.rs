//! Exact scores of gravity Connect Four, any board, any forbidden cells.
//!
//! [`Connect4Solver`] closes in on the score by null-window questions (`search.rs`), each answered by alpha-beta over
//! quiet boards (`board.rs`) with a table that has no false hits (`entry.rs`). Boards of at most 7 rows x 8 columns are
//! searched in a word of their own (`word.rs`), larger ones in the word of their rules. The table is kept between
//! positions: what was proven stays true.

mod board;
pub mod book;
mod entry;
mod lines;
mod memory;
mod search;
mod word;

pub use word::SearchWord;

use crate::{Limits, Meter, Progress, Solution, Solver};
use board::{Board, Settled};
use entry::{Entry, Packed, REST_BITS, Whole};
use luozi_core::{Bounds, Game, Player, Score};
use luozi_games::connect4::{Column, Position, Rules, Word};
use memory::Memory;
use search::Search;
use word::Bytes;

/// Solves the positions of one board.
///
/// ```
/// use luozi_core::{Notation, Score};
/// use luozi_games::connect4::Rules;
/// use luozi_solve::{connect4::Connect4Solver, Limits, Solver};
///
/// let rules = Rules::<u64>::classic();
/// let mut position = luozi_core::Game::initial(&rules);
/// for column in rules.parse_moves(&position, "2252576253462244111563365343671351441").unwrap() {
///     luozi_core::Game::play(&rules, &mut position, column).unwrap();
/// }
/// let mut solver = Connect4Solver::new(&rules, 1 << 20);
/// let solution = solver.solve(&position, &Limits::none(), &mut |_| {});
/// assert_eq!(solution.bounds.solved(), Some(Score(1))); // -1 for the second player, who is to move
/// ```
pub struct Connect4Solver<W: SearchWord> {
    rules: Rules<W>,
    engine: Engine<W>,
}

/// The search in the word and with the entries that fit.
enum Engine<W: SearchWord> {
    /// Small boards: a byte a column, eight bytes an entry.
    Packed(Memory<Bytes, Packed>),
    /// Larger boards, in the word of the rules with whole keys.
    Whole(Memory<W, Whole<W::Lanes>>),
}

impl<W: SearchWord> Connect4Solver<W> {
    /// A solver that uses at most `bytes` bytes for its table.
    #[inline(never)]
    pub fn new(rules: &Rules<W>, bytes: usize) -> Connect4Solver<W> {
        let bytes_rules = Rules::<Bytes>::new(rules.rows(), rules.cols(), &rules.forbidden());
        let packed = bytes_rules
            .ok()
            .map(|rules| Memory::new(&rules, bytes))
            .filter(|memory: &Memory<_, _>| memory.rest_fits(REST_BITS));
        let engine = match packed {
            Some(memory) => Engine::Packed(memory),
            None => Engine::Whole(Memory::new(rules, bytes)),
        };
        Connect4Solver { rules: rules.clone(), engine }
    }

    /// Narrows the score of `position` down until it is exact or outside of `window` (scores of the side to move):
    /// a window of -1 to 1 tells win, draw and loss.
    ///
    /// # Panics
    /// If the window is empty: its lower end must be below its upper one.
    pub fn solve_window(
        &mut self,
        position: &Position<W>,
        window: (i16, i16),
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Column> {
        assert!(window.0 < window.1, "an empty window: {window:?}");
        if let Some(score) = self.rules.outcome(position) {
            return Solution { bounds: Bounds::exact(score), best: None, nodes: 0, stopped: None };
        }
        let root = Root { mover: self.rules.to_move(position), window, limits };
        let rules = &self.rules;
        let sets = [rules.own(position), rules.other(position), rules.filled(position)];
        match &mut self.engine {
            Engine::Packed(memory) => {
                let stride = rules.masks().stride();
                let index = |bit: u32| Bytes::bit(bit / stride * 8 + bit % stride);
                let image = |set: W| set.cells().fold(Bytes::ZERO, |image, bit| image | index(bit));
                let sets = sets.map(image);
                root.solve(memory, sets, progress)
            }
            Engine::Whole(memory) => root.solve(memory, sets, progress),
        }
    }
}

impl<W: SearchWord> Solver<Rules<W>> for Connect4Solver<W> {
    fn game(&self) -> &Rules<W> {
        &self.rules
    }

    #[inline(never)]
    fn solve(
        &mut self,
        position: &Position<W>,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Column> {
        self.solve_window(position, (i16::MIN, i16::MAX), limits, progress)
    }
}

/// A question from outside.
struct Root<'q, 'l> {
    mover: Player,
    /// Scores of the mover; what lies outside need not be exact.
    window: (i16, i16),
    limits: &'q Limits<'l>,
}

impl Root<'_, '_> {
    /// Solves the position with these own, other and filled cells; the game is not over.
    fn solve<W: SearchWord, E: Entry<W>>(
        &self,
        memory: &mut Memory<W, E>,
        [own, other, filled]: [W; 3],
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Column> {
        let masks = &memory.masks;
        let board = Board::new(masks, own, other, filled);
        let column_of = |cells: W| Column((cells.lowest() / masks.stride()) as u8);
        let decided = |score: i16, cells: W| Solution {
            bounds: self.bounds(score, score),
            best: Some(column_of(cells)),
            nodes: 0,
            stopped: None,
        };

        // 1. Won at once, or decided by forced moves alone.
        let wins = masks.next_after(filled) & board.own_threats;
        if !wins.is_empty() {
            return decided(board.win_in(1), wins);
        }
        let forced = board.forced(masks);
        let quiet = match board.settle(masks) {
            Settled::Decided(score) => return decided(score, forced),
            Settled::Quiet(quiet) => quiet,
        };

        // 2. Questions until the bounds meet, both in the view of the quiet board's mover.
        let (mut lower, mut upper) = (-quiet.board.win_in(4), quiet.board.win_in(3));
        let mut best = (!forced.is_empty()).then(|| column_of(forced));
        if lower == upper {
            best = best.or(Some(column_of(quiet.safe)));
        }
        let view = |a: i16, b: i16| if quiet.turned { (b.saturating_neg(), a.saturating_neg()) } else { (a, b) };
        let window = view(self.window.0, self.window.1);
        let mut search = Search { meter: Meter::new(self.limits), memory };
        while lower < upper && lower < window.1 && upper > window.0 {
            let least = (lower + 1).max(window.0.saturating_add(1));
            let target = next_target(lower, upper).clamp(least, upper.min(window.1));
            let Some(answer) = search.ask(&quiet, target) else { break };
            if answer.bound >= target {
                lower = answer.bound;
            } else {
                upper = answer.bound;
            }
            if forced.is_empty() && (answer.bound >= target || lower == upper && best.is_none()) {
                best = Some(answer.column);
            }
            let (lower, upper) = view(lower, upper);
            progress(Progress { bounds: self.bounds(lower, upper), nodes: search.meter.nodes() });
        }
        let solved = lower == upper;
        let stopped = if solved { None } else { search.meter.stopped() };
        let (lower, upper) = view(lower, upper);
        Solution { bounds: self.bounds(lower, upper), best, nodes: search.meter.nodes(), stopped }
    }

    /// The mover's bounds as the first player sees them.
    fn bounds(&self, lower: i16, upper: i16) -> Bounds {
        let (a, b) = (Score::for_player(self.mover, lower), Score::for_player(self.mover, upper));
        Bounds { lower: a.min(b), upper: a.max(b) }
    }
}

/// The next question between two bounds: near a draw first, since most scores are small.
fn next_target(lower: i16, upper: i16) -> i16 {
    let middle = lower + (upper - lower) / 2;
    let near = if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    };
    near + 1
}
