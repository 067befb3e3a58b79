//! Running score on stderr: a bar on a terminal, a line for every game elsewhere.

use super::summary::{elo_text, fault_text};
use indicatif::{ProgressBar, ProgressStyle};
use luozi::arena::matches::{FinishedGame, Tally};
use luozi::arena::stats::Sprt;
use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Between two looks at the clock while no game ends.
const TICK: Duration = Duration::from_millis(500);

/// Tells how far a run is.
pub struct Progress {
    total: usize,
    /// Games of an earlier part of the run, which say nothing about the speed of this one.
    earlier: usize,
    done: usize,
    begun: Instant,
    sprt: Option<Sprt>,
    bar: Option<ProgressBar>,
    /// Faults that were told.
    told: HashSet<(usize, String)>,
}

impl Progress {
    /// A run of `total` games at the most, of which `earlier` have been played before.
    pub fn new(total: usize, earlier: usize, sprt: Option<Sprt>) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64);
            let style = ProgressStyle::with_template("{bar:20} {pos}/{len}  {msg}");
            bar.set_style(style.expect("the template is well formed").progress_chars("━╸─"));
            bar.enable_steady_tick(TICK);
            bar
        });
        Progress { total, earlier, done: 0, begun: Instant::now(), sprt, bar, told: HashSet::new() }
    }

    /// A game has ended. A fault is told at once, with what the bot wrote to stderr; the same one again is only counted.
    pub fn tell(&mut self, game: &FinishedGame, tally: &Tally, names: &[String], replay: Option<&str>) {
        self.done += 1;
        if self.done > self.total {
            // Somebody has added games to a run of a farm.
            self.total = self.done;
            self.bar.iter().for_each(|bar| bar.set_length(self.total as u64));
        }
        if let Some(fault) = &game.fault
            && self.told.insert((fault.player, fault.reason.clone()))
        {
            let text = fault_text(names, fault, replay);
            // If stderr is gone nobody watches.
            let _ = self.beside(|| write!(std::io::stderr(), "{text}"));
        }
        let message = self.message(tally);
        match &self.bar {
            Some(bar) => {
                bar.set_position(self.done as u64);
                bar.set_message(message);
            }
            None => {
                let [first, second] = game.players.map(|player| &names[player]);
                let (done, total) = (self.done, self.total);
                // If stderr is gone nobody watches.
                let _ = writeln!(std::io::stderr(), "{first} - {second}: {}; {done}/{total}  {message}", game.ending);
            }
        }
    }

    /// Score, Elo, test, rate and time left.
    fn message(&self, tally: &Tally) -> String {
        let score = tally.score;
        let mut message = format!("+{} ={} -{}", score.wins, score.draws, score.losses);
        message += &format!("  Elo {}", elo_text(tally.elo()));
        if let Some(sprt) = &self.sprt {
            let (lower, upper) = sprt.bounds();
            message += &format!("  LLR {:.2} ({lower:.2}, {upper:.2})", sprt.log_likelihood_ratio(&tally.pairs));
        }
        let played = self.done.saturating_sub(self.earlier);
        if played > 0 {
            let rate = played as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
            let left = Duration::from_secs_f64((self.total - self.done) as f64 / rate);
            message += &format!("  {rate:.1} games/s, {} left", time_text(left));
        }
        message
    }

    /// Runs `write`, which writes to stdout or stderr, without spoiling the bar.
    pub fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Leaves the last state behind.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.abandon();
            // The bar leaves the cursor at its end.
            eprintln!();
        }
    }
}

/// `42 s`, `7 min`, `3 h 20 min`.
fn time_text(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..100 => format!("{seconds} s"),
        seconds @ ..6000 => format!("{} min", seconds / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let text = |seconds| time_text(Duration::from_secs(seconds));
        assert_eq!([text(0), text(99), text(420), text(12_000)], ["0 s", "99 s", "7 min", "3 h 20 min"]);
    }
}
