//! Clocks and limits: how long a search may take.
//!
//! Time is an argument. A [`Clock`] counts from the moment of the request, so whatever happened before the search
//! began (parsing, starting threads, touching memory) is already on the bill.

use std::time::{Duration, Instant};

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

/// What ends a search. Nothing set: only a proof or the stop flag does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
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

impl Limits {
    /// A number of simulations and nothing else: the repeatable kind.
    pub fn visits(visits: u64) -> Limits {
        Limits { visits: Some(visits), ..Limits::default() }
    }

    /// A time and nothing else.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The same on a clock: the shorter of the two times, with what becomes of the rest of it.
    pub fn with_clock(self, clock: Limits) -> Limits {
        match (self.time, clock.time) {
            (_, None) => self,
            (Some(own), Some(allowed)) if own <= allowed => self,
            _ => Limits { time: clock.time, time_is_kept: clock.time_is_kept, ..self },
        }
    }
}

/// How time is granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// The same for every move; unused time is lost.
    PerMove(Duration),
    /// A stock for all remaining moves, and an amount added after each.
    PerGame {
        /// What is left on the clock.
        remaining: Duration,
        /// What each move adds.
        increment: Duration,
    },
}

/// Share of the increment that is planned on top of the even share of the stock.
const INCREMENT_SHARE: f64 = 0.9;
/// No move takes more than this share of the stock.
const LARGEST_SHARE: f64 = 0.4;

impl TimeControl {
    /// Time for one move. `own_moves_left` is an estimate of the moves this side still has to make, this one
    /// included; `margin` is kept for what happens between the answer and the opponent's clock.
    ///
    /// ```
    /// use luozi_search::TimeControl;
    /// use std::time::Duration;
    /// let game = TimeControl::PerGame { remaining: Duration::from_secs(60), increment: Duration::ZERO };
    /// assert_eq!(game.budget(30, Duration::ZERO), Duration::from_secs(2));
    /// ```
    pub fn budget(self, own_moves_left: u32, margin: Duration) -> Duration {
        match self {
            TimeControl::PerMove(time) => time.saturating_sub(margin),
            TimeControl::PerGame { remaining, increment } => {
                let stock = remaining.saturating_sub(margin);
                let even = stock / own_moves_left.max(1) + increment.mul_f64(INCREMENT_SHARE);
                let last_moves = own_moves_left <= 2;
                even.min(if last_moves { stock } else { stock.mul_f64(LARGEST_SHARE) })
            }
        }
    }

    /// What limits the search for one move: its [`TimeControl::budget`].
    pub fn limits(self, own_moves_left: u32, margin: Duration) -> Limits {
        let time = Some(self.budget(own_moves_left, margin));
        Limits { time, time_is_kept: matches!(self, TimeControl::PerGame { .. }), ..Limits::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_whole_game_stays_within_its_stock() {
        for increment in [Duration::ZERO, SECOND / 2] {
            let mut remaining = SECOND * 60;
            for left in (1..=40).rev() {
                let margin = SECOND / 100;
                let spent = TimeControl::PerGame { remaining, increment }.budget(left, margin);
                assert!(spent > Duration::ZERO && spent + margin <= remaining, "{spent:?} of {remaining:?}");
                remaining = remaining - spent + increment;
            }
        }
    }

    #[test]
    fn what_a_move_leaves_over_is_kept_on_the_clock_of_a_game_alone() {
        let game = TimeControl::PerGame { remaining: SECOND * 60, increment: Duration::ZERO };
        let kept = Limits { time_is_kept: true, ..Limits::time(SECOND * 2) };
        assert_eq!(game.limits(30, Duration::ZERO), kept);
        assert_eq!(TimeControl::PerMove(SECOND).limits(9, Duration::ZERO), Limits::time(SECOND));
        // Whichever time is shorter rules: what a time for every move saves, no later move may use.
        assert_eq!(Limits::visits(7).with_clock(kept), Limits { visits: Some(7), ..kept });
        assert_eq!(Limits::time(SECOND * 3).with_clock(kept), kept);
        assert_eq!(Limits::time(SECOND).with_clock(kept), Limits::time(SECOND));
        assert_eq!(Limits::visits(7).with_clock(Limits::default()), Limits::visits(7));
    }

    #[test]
    fn an_empty_clock_gives_no_time_instead_of_a_panic() {
        assert_eq!(TimeControl::PerMove(SECOND / 1000).budget(9, SECOND), Duration::ZERO);
        let broke = TimeControl::PerGame { remaining: Duration::ZERO, increment: SECOND };
        assert_eq!(broke.budget(0, SECOND), Duration::ZERO);
    }
}
