//! How often something can be called in a second, for benchmarks.
//!
//! Counts the thread's own CPU time where the kernel tells it (Linux), so that figures hold on a busy machine.

use std::time::{Duration, Instant};

/// CPU time a measurement takes.
const MEASURED: Duration = Duration::from_millis(500);
/// Calls between two looks at the clock.
const CALLS_PER_CHECK: u32 = 16;
/// Measurements of which the best counts.
const ROUNDS: usize = 3;

/// Time this thread has run, or the time since `start` where that is unknown.
fn busy(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Calls per second of `call`.
pub(crate) fn rate(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    let round = |call: &mut dyn FnMut()| {
        let (begun, mut calls) = (busy(start), 0);
        loop {
            (0..CALLS_PER_CHECK).for_each(|_| call());
            calls += CALLS_PER_CHECK;
            let spent = busy(start) - begun;
            if spent >= MEASURED {
                return f64::from(calls) / spent.as_secs_f64();
            }
        }
    };
    (0..ROUNDS).map(|_| round(&mut call)).fold(0.0, f64::max)
}
