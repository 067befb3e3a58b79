//! When a turn began. Judges that start a process for a game count its first turn from the start of the process.

use std::time::{Duration, Instant};

/// An older process was not started for the turn that is about to come, or its clock cannot be read.
const OLDEST_START: Duration = Duration::from_secs(5);

/// The beginnings of turns.
pub struct TurnClock {
    /// Until the first turn.
    process_start: Option<Instant>,
    budget: Duration,
}

impl TurnClock {
    /// For a process that has just been started; `budget` is the time it takes for a turn.
    pub fn of_this_process(budget: Duration) -> TurnClock {
        let now = Instant::now();
        let age = process_age().filter(|&age| age < OLDEST_START).unwrap_or_default();
        TurnClock { process_start: now.checked_sub(age), budget }
    }

    /// The beginning of a turn whose input arrived at `arrived`.
    ///
    /// The first turn began with the process, unless its input took longer than the whole budget: whoever sends it so
    /// late does not count from there.
    pub fn began(&mut self, arrived: Instant) -> Instant {
        let start = self.process_start.take();
        start.filter(|&start| arrived.duration_since(start) < self.budget).unwrap_or(arrived)
    }
}

/// How long ago this process was started, up to 10 ms more than the truth; `None` where that cannot be told.
#[cfg(target_os = "linux")]
fn process_age() -> Option<Duration> {
    /// Ticks a second in `/proc`, on every architecture.
    const TICKS_PER_SECOND: u64 = 100;
    // Field 22, counted from the state (3) that follows the program's name in brackets: ticks from boot to start.
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks: u64 = stat.rsplit_once(')')?.1.split_ascii_whitespace().nth(22 - 3)?.parse().ok()?;
    let now = Duration::from(nix::time::clock_gettime(nix::time::ClockId::CLOCK_BOOTTIME).ok()?);
    now.checked_sub(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

/// Elsewhere no judge starts this program.
#[cfg(not(target_os = "linux"))]
fn process_age() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn the_first_turn_began_with_the_process_unless_it_came_too_late() {
        let start = Instant::now();
        let clock = || TurnClock { process_start: Some(start), budget: SECOND };
        let mut early = clock();
        assert_eq!(early.began(start + SECOND / 2), start);
        assert_eq!(early.began(start + SECOND * 3), start + SECOND * 3, "later turns begin when they arrive");
        assert_eq!(clock().began(start + SECOND * 2), start + SECOND * 2);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_age_of_this_process_grows_with_the_clock() {
        let (began, before) = (Instant::now(), process_age().unwrap());
        let after = process_age().unwrap();
        assert!(before <= after && after - before <= began.elapsed());
    }
}
