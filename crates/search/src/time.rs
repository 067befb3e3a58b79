//! Clocks and budgets: how long a search may take.
//!
//! Time is an argument. A [`Clock`] counts from the moment of the request, so whatever happened before the search
//! began (parsing, starting threads, touching memory) is already on the bill.

use std::time::Duration;
/// A moment on the clock of the system: the standard library's, and the browser's where that one has none.
pub use web_time::Instant;

/// Time since the request.
pub trait Clock: Send + Sync {
    /// How long ago the request was made.
    fn elapsed(&self) -> Duration;
}

/// The moment of the request, as the system's clock saw it.
impl Clock for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

/// What somebody may spend on one move: the only form in which time, simulations and memory are granted, to searches and to
/// players alike. Nothing set: only a proof or the stop flag ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Time since the request.
    pub time: Option<Duration>,
    /// Simulations of this search, not counting those kept from earlier ones.
    pub visits: Option<u64>,
    /// Nodes in the graph.
    pub nodes: Option<u64>,
    /// Whether time that is left over serves later moves, as on the clock of a game: then a search may end as soon as
    /// its best move is settled. Where it would be lost it is better spent on the graph, which the next search goes on
    /// with.
    pub time_is_kept: bool,
}

impl Budget {
    /// A number of simulations and nothing else: the repeatable kind.
    pub const fn visits(visits: u64) -> Budget {
        Budget { time: None, visits: Some(visits), nodes: None, time_is_kept: false }
    }

    /// A time and nothing else.
    pub const fn time(time: Duration) -> Budget {
        Budget { time: Some(time), visits: None, nodes: None, time_is_kept: false }
    }

    /// Whether nothing is set.
    pub fn is_open(&self) -> bool {
        *self == Budget::default()
    }

    /// What was asked for here, and `own` wherever nothing was.
    pub fn or(self, own: Budget) -> Budget {
        Budget {
            time: self.time.or(own.time),
            visits: self.visits.or(own.visits),
            nodes: self.nodes.or(own.nodes),
            time_is_kept: if self.time.is_some() { self.time_is_kept } else { own.time_is_kept },
        }
    }

    /// The same on a clock: the shorter of the two times, with what becomes of the rest of it.
    pub fn within(self, clock: Budget) -> Budget {
        match (self.time, clock.time) {
            (_, None) => self,
            (Some(own), Some(allowed)) if own <= allowed => self,
            _ => Budget { time: clock.time, time_is_kept: clock.time_is_kept, ..self },
        }
    }
}

/// How time is granted in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// The same for every move; unused time is lost.
    PerMove(Duration),
    /// A stock for all moves of a side, and an amount added after each.
    Clock {
        /// The stock at the start.
        base: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

/// Kept of every time for what happens between the answer and the clock of whoever measures, at least.
const MARGIN: Duration = Duration::from_millis(5);
/// The same as a share of what is left, for busy machines.
const MARGIN_SHARE: f64 = 0.05;
/// Share of the increment that is planned on top of the even share of the stock.
const INCREMENT_SHARE: f64 = 0.9;
/// No move takes more than this share of the stock.
const LARGEST_SHARE: f64 = 0.4;

impl TimeControl {
    /// What a side may spend on its next move: the one place where a clock becomes a [`Budget`], with the one margin.
    ///
    /// `left` is what its clock shows, or the time for the move; `own_moves_left` an estimate of the moves it still has to
    /// make, this one included.
    ///
    /// ```
    /// use luozi_search::TimeControl;
    /// use std::time::Duration;
    /// let minute = Duration::from_secs(60);
    /// let game = TimeControl::Clock { base: minute, increment: Duration::ZERO };
    /// assert_eq!(game.budget(minute, 30).time, Some(Duration::from_millis(1900)));
    /// ```
    pub fn budget(self, left: Duration, own_moves_left: u32) -> Budget {
        let stock = left.saturating_sub(MARGIN.max(left.mul_f64(MARGIN_SHARE)));
        match self {
            TimeControl::PerMove(_) => Budget::time(stock),
            TimeControl::Clock { increment, .. } => {
                let even = stock / own_moves_left.max(1) + increment.mul_f64(INCREMENT_SHARE);
                let last_moves = own_moves_left <= 2;
                let time = even.min(if last_moves { stock } else { stock.mul_f64(LARGEST_SHARE) });
                Budget { time_is_kept: true, ..Budget::time(time) }
            }
        }
    }

    /// What the clock of a side shows before its first move.
    pub fn start(self) -> Duration {
        match self {
            TimeControl::PerMove(time) => time,
            TimeControl::Clock { base, .. } => base,
        }
    }

    /// What it shows after a move that took `used`.
    pub fn after(self, left: Duration, used: Duration) -> Duration {
        match self {
            TimeControl::PerMove(time) => time,
            TimeControl::Clock { increment, .. } => left.saturating_sub(used) + increment,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_whole_game_stays_within_its_stock() {
        for increment in [Duration::ZERO, SECOND / 2] {
            let control = TimeControl::Clock { base: SECOND * 60, increment };
            let mut remaining = control.start();
            for left in (1..=40).rev() {
                let spent = control.budget(remaining, left).time.unwrap();
                assert!(spent > Duration::ZERO && spent < remaining, "{spent:?} of {remaining:?}");
                remaining = control.after(remaining, spent);
            }
        }
    }

    #[test]
    fn what_a_move_leaves_over_is_kept_on_the_clock_of_a_game_alone() {
        let game = TimeControl::Clock { base: SECOND * 60, increment: Duration::ZERO };
        let kept = game.budget(SECOND * 60, 30);
        assert!(kept.time_is_kept && !TimeControl::PerMove(SECOND).budget(SECOND, 9).time_is_kept);
        assert_eq!(TimeControl::PerMove(SECOND).budget(SECOND, 9), Budget::time(SECOND.mul_f64(0.95)));
        // Whichever time is shorter rules: what a time for every move saves, no later move may use.
        assert_eq!(Budget::visits(7).within(kept), Budget { visits: Some(7), ..kept });
        assert_eq!(Budget::time(SECOND * 3).within(kept), kept);
        assert_eq!(Budget::time(SECOND).within(kept), Budget::time(SECOND));
        assert_eq!(Budget::visits(7).within(Budget::default()), Budget::visits(7));
    }

    #[test]
    fn what_was_asked_for_comes_before_what_is_usual() {
        let own = Budget { nodes: Some(9), ..Budget::time(SECOND) };
        assert_eq!(Budget::visits(7).or(own), Budget { visits: Some(7), ..own });
        assert_eq!(Budget::time(SECOND * 2).or(own), Budget { time: Some(SECOND * 2), ..own });
        assert_eq!(Budget::default().or(own), own);
        assert!(Budget::default().is_open() && !own.is_open());
    }

    #[test]
    fn an_empty_clock_gives_no_time_instead_of_a_panic() {
        assert_eq!(TimeControl::PerMove(SECOND).budget(MARGIN, 9).time, Some(Duration::ZERO));
        let broke = TimeControl::Clock { base: SECOND, increment: SECOND };
        assert_eq!(broke.budget(Duration::ZERO, 0).time, Some(Duration::ZERO));
    }
}
