//! What people and programs read: progress on stderr, JSON lines and tables on stdout.

use luozi::arena::matches::{FinishedGame, RunResult, Score, Tally};
use luozi::arena::stats::{Elo, Interval, NormalizedElo, Sprt};
use serde_json::{Value, json};
use std::io::{IsTerminal, Write};
use std::time::Instant;

/// A game as one JSON object.
pub fn game_line(game: &FinishedGame, names: &[String]) -> Value {
    let result = ["0-1", "1/2-1/2", "1-0"][usize::from(game.first_half_points.min(2))];
    let fault = game.fault.as_ref().map(|fault| {
        json!({
            "player": names[fault.player], "kind": fault.kind, "reason": fault.reason, "move": fault.move_number,
            "position": fault.position, "command": fault.command,
        })
    });
    json!({
        "pair": game.id.pair, "pairing": game.id.pairing, "swapped": game.id.swapped == 1,
        "first": names[game.players[0]], "second": names[game.players[1]], "setup": game.setup,
        "opening": game.opening, "result": result, "ending": game.ending, "plies": game.plies,
        "seconds": game.wall.as_secs_f64(), "fault": fault,
    })
}

/// Ends that are infinite have no number: they are null.
fn interval<T>(interval: Option<Interval<T>>, number: impl Fn(T) -> f64) -> Value {
    interval
        .map_or(Value::Null, |i| json!({"low": number(i.low), "estimate": number(i.estimate), "high": number(i.high)}))
}

fn score(score: &Score) -> Value {
    json!({"wins": score.wins, "draws": score.draws, "losses": score.losses})
}

/// One pairing's figures as JSON.
pub fn tally_json(tally: &Tally) -> Value {
    json!({
        "games": tally.score.games(), "wins": tally.score.wins, "draws": tally.score.draws, "losses": tally.score.losses,
        "pairs": tally.pairs, "elo": interval(tally.elo(), |e: Elo| e.0),
        "nelo": interval(tally.normalized_elo(), |e: NormalizedElo| e.0), "los": tally.pairs.superiority(),
        "moving_first": score(&tally.moving_first), "moving_second": score(&tally.moving_second),
    })
}

/// The faults of a run as JSON.
pub fn forfeits(result: &RunResult, names: &[String]) -> Vec<Value> {
    let faults = result.games.iter().filter_map(|game| game.fault.as_ref().map(|fault| (game, fault)));
    faults
        .map(|(game, fault)| {
            json!({
                "player": names[fault.player], "kind": fault.kind, "reason": fault.reason, "move": fault.move_number,
                "pair": game.id.pair, "command": fault.command,
            })
        })
        .collect()
}

/// `+35.2 [+1.0, +70.5]`.
pub fn elo_text(elo: Option<Interval<Elo>>) -> String {
    elo.map_or("-".to_string(), |i| format!("{:+.1} [{:+.1}, {:+.1}]", i.estimate.0, i.low.0, i.high.0))
}

/// One pairing's figures for people.
pub fn tally_text(tally: &Tally, a: &str, b: &str) -> String {
    let line = |score: &Score| format!("{} won, {} drawn, {} lost", score.wins, score.draws, score.losses);
    let [ll, ld, dd, wd, ww] = tally.pairs.0;
    let nelo = tally
        .normalized_elo()
        .map_or("-".to_string(), |i| format!("{:+.1} [{:+.1}, {:+.1}]", i.estimate.0, i.low.0, i.high.0));
    format!(
        "{a} against {b}: {}\n  moving first   {}\n  moving second  {}\n  pairs by points 0, 1/2, 1, 1 1/2, 2: {ll} {ld} {dd} \
         {wd} {ww}\n  Elo            {} (95 %)\n  normalized Elo {nelo} (95 %)\n  stronger with a likelihood of {:.1} %\n",
        line(&tally.score),
        line(&tally.moving_first),
        line(&tally.moving_second),
        elo_text(tally.elo()),
        100.0 * tally.pairs.superiority(),
    )
}

/// The faults of a run for people.
pub fn forfeits_text(result: &RunResult, names: &[String]) -> String {
    let faults = result.games.iter().filter_map(|game| game.fault.as_ref());
    let text = |fault: &luozi::arena::matches::FaultRecord| {
        let name = &names[fault.player];
        format!("{name}, move {}: {}\n{}\n  {}\n", fault.move_number, fault.reason, fault.position, fault.command)
    };
    faults.map(text).collect()
}

/// Running score on stderr: one line that is rewritten on a terminal, a line for every game elsewhere.
pub struct Progress {
    total: usize,
    done: usize,
    begun: Instant,
    sprt: Option<Sprt>,
    live: bool,
}

impl Progress {
    /// Nothing is played yet.
    pub fn new(total: usize, sprt: Option<Sprt>) -> Progress {
        Progress { total, done: 0, begun: Instant::now(), sprt, live: std::io::stderr().is_terminal() }
    }

    /// A game has ended.
    pub fn tell(&mut self, game: &FinishedGame, tally: &Tally, names: &[String]) {
        self.done += 1;
        let score = tally.score;
        let mut line = format!("{}/{}  +{} ={} -{}", self.done, self.total, score.wins, score.draws, score.losses);
        line += &format!("  Elo {}", elo_text(tally.elo()));
        if let Some(sprt) = &self.sprt {
            let (lower, upper) = sprt.bounds();
            line += &format!("  LLR {:.2} ({lower:.2}, {upper:.2})", sprt.log_likelihood_ratio(&tally.pairs));
        }
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = self.done as f64 / seconds.max(1e-3);
        line += &format!("  {rate:.1} games/s, {:.0} s left", (self.total - self.done) as f64 / rate);
        // If stderr is gone nobody watches.
        let mut err = std::io::stderr().lock();
        let _ = if self.live {
            write!(err, "\r\x1b[K{line}")
        } else {
            let [first, second] = game.players.map(|player| &names[player]);
            writeln!(err, "{first} - {second}: {}; {line}", game.ending)
        };
    }

    /// Leaves the rewritten line behind.
    pub fn end(&self) {
        if self.live && self.done > 0 {
            eprintln!();
        }
    }
}
