//! The controller's clock, as `time_settings` and `time_left` tell it.

use luozi_core::Player;
use luozi_search::{Budget, TimeControl};
use std::time::Duration;

/// Main time and Canadian byo-yomi: so many stones in each period.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What a side has left: in main time with 0 stones, else for that many stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    time: Duration,
    stones: u32,
}

/// The clock of both sides; without settings there is no limit. It runs by itself for moves of ours, since not
/// every controller sends `time_left`.
#[derive(Clone, Default, Debug)]
pub struct Clock {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

impl Clock {
    /// `time_settings`: a period without stones, or no time at all, means no limit.
    pub fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let limited = if period.is_zero() { !main.is_zero() } else { stones > 0 };
        self.settings = limited.then_some(Settings { main, period, stones });
        let start = self.settings.map(|settings| match settings {
            Settings { main, .. } if !main.is_zero() => Left { time: main, stones: 0 },
            Settings { period, stones, .. } => Left { time: period, stones },
        });
        self.left = [start; 2];
    }

    /// `time_left`
    pub fn correct(&mut self, player: Player, time: Duration, stones: u32) {
        self.left[player.index()] = Some(Left { time, stones });
    }

    /// A new game: both sides have all their time again.
    pub fn restart(&mut self) {
        let Settings { main, period, stones } = self.settings.unwrap_or_default();
        self.set(main, period, stones);
    }

    /// What a side that has about `moves_left` to make may spend on the next one; nothing is set without a limit.
    pub fn budget(&self, player: Player, moves_left: u32) -> Budget {
        let Some(Left { time, stones }) = self.left[player.index()] else { return Budget::default() };
        let each = |share: Duration| TimeControl::PerMove(share).budget(share, moves_left);
        if stones > 0 {
            // What the only or the last move of a period leaves over is lost.
            return Budget { time_is_kept: stones > 1, ..each(time / stones) };
        }
        let main = TimeControl::Clock { base: time, increment: Duration::ZERO }.budget(time, moves_left);
        // When the main time is over the first period begins: less than its share need not be taken.
        let later = self.settings.filter(|settings| settings.stones > 0).map(|s| each(s.period / s.stones));
        Budget { time: main.time.max(later.and_then(|later| later.time)), ..main }
    }

    /// A side took so long for its move.
    pub fn spend(&mut self, player: Player, used: Duration) {
        let Some(left) = &mut self.left[player.index()] else { return };
        left.time = left.time.saturating_sub(used);
        let period_over = if left.stones > 0 {
            left.stones -= 1;
            left.stones == 0
        } else {
            left.time.is_zero()
        };
        if period_over
            && let Some(Settings { period, stones, .. }) = self.settings
            && stones > 0
        {
            *left = Left { time: period, stones };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const US: Player = Player::First;

    fn clock(main: u32, period: u32, stones: u32) -> Clock {
        let mut clock = Clock::default();
        clock.set(SECOND * main, SECOND * period, stones);
        clock
    }

    #[test]
    fn no_settings_mean_no_limit() {
        for clock in [Clock::default(), clock(0, 1, 0), clock(60, 1, 0), clock(0, 0, 0)] {
            assert_eq!(clock.budget(US, 10), Budget::default());
        }
    }

    #[test]
    fn what_a_move_leaves_over_is_kept_unless_every_move_has_its_own_time() {
        let keeps = |clock: &Clock| clock.budget(US, 10).time_is_kept;
        assert!(keeps(&clock(60, 0, 0)) && keeps(&clock(0, 10, 5)));
        assert!(!keeps(&clock(0, 10, 1)) && !keeps(&Clock::default()));
        assert!(keeps(&clock(60, 10, 1)), "the main time");
        let mut last = clock(0, 10, 5);
        last.correct(US, SECOND, 1);
        assert!(!keeps(&last));
    }

    #[test]
    fn a_game_stays_within_its_main_time() {
        let mut clock = clock(60, 0, 0);
        let mut used = Duration::ZERO;
        for left in (1..=30).rev() {
            let budget = clock.budget(US, left).time.unwrap();
            assert!(budget > Duration::ZERO);
            clock.spend(US, budget);
            used += budget;
        }
        assert!(used > SECOND * 30 && used < SECOND * 60, "{used:?}");
        assert_eq!(clock.budget(US.other(), 30).time, Some(SECOND * 57 / 30));
        clock.restart();
        assert_eq!(clock.budget(US, 30).time, Some(SECOND * 57 / 30));
    }

    #[test]
    fn a_limit_for_every_move_is_a_period_of_one_stone() {
        let mut clock = clock(0, 2, 1);
        for _ in 0..3 {
            assert_eq!(clock.budget(US, 30).time, Some(SECOND * 2 - SECOND / 10));
            clock.spend(US, SECOND);
        }
        // Of a short time the least margin is kept.
        const SHORT: Duration = Duration::from_millis(45);
        clock.set(SECOND / 100, SECOND / 20, 1);
        assert_eq!(clock.budget(US, 30).time, Some(SHORT), "the period follows the main time");
        clock.spend(US, SECOND);
        assert_eq!(clock.budget(US, 30).time, Some(SHORT));
    }

    #[test]
    fn the_controller_knows_best() {
        let mut clock = clock(60, 30, 10);
        clock.correct(US, SECOND * 20, 10);
        assert_eq!(clock.budget(US, 30).time, Some(SECOND * 2 - SECOND / 10));
        clock.correct(US, Duration::ZERO, 3);
        assert_eq!(clock.budget(US, 30).time, Some(Duration::ZERO));
    }
}
