//! How the search deals with time: what a second thread brings, how late answers come, how fast a search stops.
//!
//! Only an otherwise idle machine gives meaningful figures. Runs with one and with two threads alternate, so that slow
//! changes of the machine's speed touch both.

use crate::error::bad_input;
use luozi::engine::{Ask, Player, Preset, Recipe, classic, flagship, player};
use luozi::games::Session;
use luozi::search::Budget;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Searches with each number of threads.
const ROUNDS: usize = 5;
/// Time of each.
const ROUND: Duration = Duration::from_millis(400);
/// Moves whose lateness is measured.
const MOVES: usize = 200;
/// Time for each of them.
const MOVE: Duration = Duration::from_millis(25);
/// Searches that are stopped from outside.
const STOPS: usize = 50;

/// What was measured for one preset.
struct Figures {
    one_thread: f64,
    two_threads: f64,
    lateness: Vec<Duration>,
    stopping: Vec<Duration>,
}

/// Measures the flagship and the classical preset of a game from its start and prints the figures.
pub fn run(start: &Session, json: bool) -> anyhow::Result<()> {
    let game = start.kind();
    let mut presets = vec![flagship(game)];
    if classic(game).name != flagship(game).name {
        presets.push(classic(game));
    }
    let mut out = std::io::stdout().lock();
    for preset in presets {
        let figures = measure(start, preset)?;
        let ratio = figures.two_threads / figures.one_thread;
        let ms = |times: &[Duration], share: f64| quantile(times, share).as_secs_f64() * 1e3;
        let late = [0.5, 0.99, 1.0].map(|share| ms(&figures.lateness, share));
        let stop = [0.5, 0.99, 1.0].map(|share| ms(&figures.stopping, share));
        if json {
            let line = json!({
                "game": game.to_string(), "preset": preset.name, "simulations_per_second": figures.one_thread.round(),
                "two_thread_ratio": ratio, "late_ms": {"p50": late[0], "p99": late[1], "most": late[2]},
                "stop_ms": {"p50": stop[0], "p99": stop[1], "most": stop[2]},
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{} ({game})", preset.name)?;
            writeln!(
                out,
                "  threads    {:>8.1} k simulations a second with 1, x{ratio:.2} with 2",
                figures.one_thread / 1e3
            )?;
            writeln!(
                out,
                "  late       {:>8.2} ms in the middle, {:.2} at p99, {:.2} at most",
                late[0], late[1], late[2]
            )?;
            writeln!(
                out,
                "  stopping   {:>8.2} ms in the middle, {:.2} at p99, {:.2} at most",
                stop[0], stop[1], stop[2]
            )?;
        }
    }
    Ok(())
}

fn quantile(times: &[Duration], share: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort();
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn measure(start: &Session, preset: &Preset) -> anyhow::Result<Figures> {
    let engine = |threads: u32| -> anyhow::Result<Box<dyn Player>> {
        let words = format!("{},threads={threads},early_stop=off,touch_pages=on", preset.name);
        let recipe = Recipe::parse(start.kind(), &words).map_err(bad_input)?;
        player(start, &recipe).map_err(bad_input)
    };

    // 1. What a second thread brings. Every round has a new engine: a net's memory of positions outlives a reset.
    let mut visits = [0, 0];
    for _ in 0..ROUNDS {
        for (threads, visits) in (1..).zip(&mut visits) {
            let mut engine = engine(threads)?;
            *visits += engine.think(start, Ask::new(Budget::time(ROUND)))?.visits;
        }
    }
    let [one_thread, two_threads] = visits.map(|visits| visits as f64 / (ROUNDS as f64 * ROUND.as_secs_f64()));

    // 2. How late answers come, over whole games, first moves included.
    let mut player = engine(1)?;
    let mut session = start.clone();
    let mut lateness = Vec::with_capacity(MOVES);
    for _ in 0..MOVES {
        if session.outcome().is_some() {
            player.reset();
            session = start.clone();
        }
        let asked = Instant::now();
        let best = player.think(&session, Ask { asked, ..Ask::new(Budget::time(MOVE)) })?.best;
        lateness.push(asked.elapsed().saturating_sub(MOVE));
        session.play(&best)?;
    }

    // 3. How long a search without limits takes to stop.
    let mut stopping = Vec::with_capacity(STOPS);
    for _ in 0..STOPS {
        player.reset();
        let flag = AtomicBool::new(false);
        let stopped = std::thread::scope(|scope| {
            let caller = scope.spawn(|| {
                std::thread::sleep(MOVE);
                flag.store(true, Ordering::Relaxed);
                Instant::now()
            });
            player.ponder(start, &flag);
            let ended = Instant::now();
            caller.join().map(|called| ended.saturating_duration_since(called))
        });
        stopping.push(stopped.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    }
    Ok(Figures { one_thread, two_threads, lateness, stopping })
}
