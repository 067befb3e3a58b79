//! Playouts that know something: the policies of the published programs.
//!
//! The state of such a playout is three words and the threats of both sides. A stone changes only its owner's
//! threats, so each ply computes winning cells once. Wins are seen as threats before they happen, so no finished
//! four is ever looked for.

#[cfg(target_arch = "x86_64")]
use super::Wide;
#[cfg(target_arch = "x86_64")]
use super::lanes::Lanes;
use super::masks::Masks;
use super::threats::{Tactics, Threats};
use super::{Column, Position, Rules, Word};
use luozi_core::cpu::{self, Kernel};
use luozi_core::{Bounds, Game, Player, Playout, Rng, Score};

/// How a playout chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Policy {
    /// Any open column, all alike.
    Uniform,
    /// Win at once if possible, else block an immediate win, else any open column.
    WinBlock,
    /// Win, else block, else an open column with weight `min(i + 1, N - i)`: heavy in the centre.
    WinBlockCentre,
    /// The forced-move hook decides what it can; else a column that spoils no threat of one's own, all alike.
    SevenRules,
}

/// How a playout by policy ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolicyPlayout {
    /// Score and length.
    pub playout: Playout,
    /// Which sides, by [`Player::index`], never had a choice: each of their moves was the only one not seen to lose.
    pub forced: [bool; 2],
}

impl PolicyPlayout {
    /// What the playout proves, if that says anything about who wins. A side without a choice could not have done
    /// better, so its opponent is sure of this score, whatever else the opponent could have played. `limit` is the
    /// largest score still possible.
    #[inline]
    pub fn proof(&self, limit: i16) -> Option<Bounds> {
        let score = self.playout.score;
        let lower = if self.forced[Player::Second.index()] { score } else { Score(-limit) };
        let upper = if self.forced[Player::First.index()] { score } else { Score(limit) };
        (lower.0 >= 0 || upper.0 <= 0).then_some(Bounds { lower, upper })
    }
}

impl<W: Word> Rules<W> {
    /// Plays to the end, or to where the policy sees the end. A playout that is cut because the result is decided
    /// reports the plies to the real end.
    pub fn playout_by(&self, policy: Policy, position: &Position<W>, rng: &mut Rng) -> PolicyPlayout {
        if let Some(score) = self.outcome(position) {
            return PolicyPlayout { playout: Playout { score, plies: 0 }, forced: [true; 2] };
        }
        if policy == Policy::Uniform {
            return PolicyPlayout { playout: self.playout(position, rng), forced: [false; 2] };
        }
        cpu::dispatch(ByPolicy { rules: self, position, policy, rng })
    }

    /// The game that [`Rules::playout_by`] plays with the same generator, slowly, with every stone told. Where the policy
    /// sees the end no more stones are played.
    pub fn playout_by_aloud(
        &self,
        policy: Policy,
        position: &Position<W>,
        rng: &mut Rng,
        tell: &mut dyn FnMut(Column),
    ) -> PolicyPlayout {
        if policy == Policy::Uniform || self.outcome(position).is_some() {
            return PolicyPlayout { playout: self.playout_aloud(position, rng, tell), forced: [false; 2] };
        }
        let (own, other, filled) = (position.own, self.other(position), position.filled);
        let (start, stones) = (position.plies, position.plies);
        let tell = |cell: W| tell(Column(self.cell(cell.lowest()).col));
        Run { masks: self.masks, rng, tell, own, other, filled, start, stones }.play_out(policy)
    }
}

/// A playout by policy on the best word of the machine.
struct ByPolicy<'a, W: Word> {
    rules: &'a Rules<W>,
    position: &'a Position<W>,
    policy: Policy,
    rng: &'a mut Rng,
}

impl<W: Word> Kernel for ByPolicy<'_, W> {
    type Output = PolicyPlayout;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> PolicyPlayout {
        let ByPolicy { rules, position, policy, rng } = self;
        let (own, other, filled) = (position.own, rules.other(position), position.filled);
        let (start, stones) = (position.plies, position.plies);
        #[cfg(target_arch = "x86_64")]
        if LEVEL >= cpu::Level::Avx2 as u8 && W::BITS > 64 {
            // SAFETY: `dispatch` runs this body only on machines with AVX2 and BMI2.
            let load = |set: Wide| unsafe { Lanes::new(set) };
            let convert = |set: W| load(rules.masks.widen(set));
            let masks = rules.wide.converted(load);
            let (own, other, filled) = (convert(own), convert(other), convert(filled));
            return Run { masks, rng, tell: |_| (), own, other, filled, start, stones }.play_out(policy);
        }
        Run { masks: rules.masks, rng, tell: |_| (), own, other, filled, start, stones }.play_out(policy)
    }
}

/// Which side never had a choice so far.
#[derive(Clone, Copy, Default)]
struct Forced {
    /// The side to move.
    mover: bool,
    /// The side that has just moved.
    other: bool,
}

/// A playout in progress.
struct Run<'a, W: Word, T> {
    masks: Masks<W>,
    rng: &'a mut Rng,
    /// Hears every stone.
    tell: T,
    own: W,
    other: W,
    filled: W,
    start: u8,
    stones: u8,
}

impl<W: Word, T: FnMut(W)> Run<'_, W, T> {
    #[inline(always)]
    fn play_out(self, policy: Policy) -> PolicyPlayout {
        match policy {
            Policy::SevenRules => self.seven_rules(),
            _ => self.win_block(policy == Policy::WinBlockCentre),
        }
    }

    #[inline(always)]
    fn threats(&self) -> Threats<W> {
        let taken = self.own | self.other;
        Threats { own: self.masks.winning_cells(self.own, taken), other: self.masks.winning_cells(self.other, taken) }
    }

    /// Plays a next cell and turns the table: afterwards `own` and `threats.own` are the other side's.
    #[inline(always)]
    fn play(&mut self, cell: W, threats: &mut Threats<W>) {
        (self.tell)(cell);
        let stones = self.own | cell;
        self.filled = self.masks.fill(self.filled, cell);
        *threats = Threats { own: threats.other & !cell, other: self.masks.winning_cells(stones, stones | self.other) };
        self.own = self.other;
        self.other = stones;
        self.stones += 1;
    }

    /// The end: the side to move wins with its `extra`-th stone.
    #[inline(always)]
    fn won(&self, extra: u8, forced: Forced) -> PolicyPlayout {
        let mover = Player::BOTH[usize::from(self.stones & 1)];
        let score = self.masks.win_score(mover, i16::from(self.stones / 2 + extra));
        self.end(score, 2 * extra - 1, forced)
    }

    /// The end: the opponent wins with its next stone.
    #[inline(always)]
    fn lost(&self, forced: Forced) -> PolicyPlayout {
        let winner = Player::BOTH[usize::from(self.stones & 1)].other();
        let score = self.masks.win_score(winner, i16::from(self.stones.div_ceil(2)) + 1);
        self.end(score, 2, forced)
    }

    #[inline(always)]
    fn end(&self, score: Score, more_plies: u8, forced: Forced) -> PolicyPlayout {
        let plies = u32::from(self.stones - self.start + more_plies);
        let Forced { mover, other } = forced;
        let forced = if self.stones & 1 == 0 { [mover, other] } else { [other, mover] };
        PolicyPlayout { playout: Playout { score, plies }, forced }
    }

    /// One of the cells, all alike; there is at most one in a column.
    #[inline(always)]
    fn draw(&mut self, cells: W) -> W {
        match cells.count_columns() {
            1 => cells,
            count => cells.nth_column(self.rng.below(count)),
        }
    }

    #[inline(always)]
    fn seven_rules(mut self) -> PolicyPlayout {
        let mut threats = self.threats();
        let mut forced = Forced { mover: true, other: true };
        loop {
            let next = self.masks.next_after(self.filled);
            if next.is_empty() {
                return self.end(Score::DRAW, 0, forced);
            }
            match self.masks.tactics(self.filled, next, &threats) {
                Tactics::Win(_) => return self.won(1, forced),
                Tactics::WinByTwoStep(_) => return self.won(2, forced),
                Tactics::Lost(_) => return self.lost(forced),
                Tactics::Safe(cells) => {
                    forced = Forced { mover: forced.other, other: forced.mover && cells.count_columns() == 1 };
                    // 7. Columns the opponent may not enter are worth keeping.
                    let second = self.masks.next_after(self.masks.filled_one_more(self.filled));
                    let free = cells & !self.masks.under(cells, second & threats.own);
                    let cell = self.draw(if free.is_empty() { cells } else { free });
                    self.play(cell, &mut threats);
                }
            }
        }
    }

    #[inline(always)]
    fn win_block(mut self, centre: bool) -> PolicyPlayout {
        let mut threats = self.threats();
        loop {
            let next = self.masks.next_after(self.filled);
            if next.is_empty() {
                return self.end(Score::DRAW, 0, Forced::default());
            }
            if !(next & threats.own).is_empty() {
                return self.won(1, Forced::default());
            }
            let must = next & threats.other;
            let cell = match (must.is_empty(), centre) {
                (false, _) => self.draw(must),
                (true, false) => self.draw(next),
                (true, true) => self.draw_centre(next),
            };
            self.play(cell, &mut threats);
        }
    }

    /// A column by weight, drawn again while it is full.
    #[inline(always)]
    fn draw_centre(&mut self, next: W) -> W {
        let cols = u32::from(self.masks.cols);
        let half = cols.div_ceil(2);
        // Weights 1, 2, ... up to the centre and down again.
        let total = half * (half + 1) / 2 + (cols - half) * (cols - half + 1) / 2;
        loop {
            let mut ticket = self.rng.below(total);
            let mut col = 0;
            loop {
                let weight = (col + 1).min(cols - col);
                if ticket < weight {
                    break;
                }
                ticket -= weight;
                col += 1;
            }
            let cell = next & self.masks.column(col as u8);
            if !cell.is_empty() {
                return cell;
            }
        }
    }
}
