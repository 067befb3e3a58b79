//! The processes below a process, read from `/proc`: who they are, what memory and time they use.
//!
//! Every answer is a snapshot: a process may end while it is looked at, and then counts nothing.

use nix::sys::signal::{Signal, kill};
use nix::time::clock_getcpuclockid;
use nix::unistd::Pid;
use std::collections::HashSet;
use std::fs;
use std::time::Duration;

/// All descendants of `root`, `root` itself not included.
pub(crate) fn descendants(root: Pid) -> Vec<Pid> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

/// Direct children: each thread of a process has its own list of those it started.
fn children(parent: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return Vec::new() };
    let lists = threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
        .map(Pid::from_raw)
        .collect()
}

/// Resident memory of processes, in bytes.
pub(crate) fn resident_bytes(processes: &[Pid]) -> u64 {
    processes.iter().map(|pid| resident_pages(*pid).unwrap_or(0)).sum::<u64>() * PAGE_BYTES
}

/// Page size of every Linux we build for on x86-64; larger pages elsewhere make the figure too small, never too large.
const PAGE_BYTES: u64 = 4096;

fn resident_pages(pid: Pid) -> Option<u64> {
    fs::read_to_string(format!("/proc/{pid}/statm")).ok()?.split(' ').nth(1)?.parse().ok()
}

/// Processor time used so far by all living descendants.
pub(crate) fn cpu_time(root: Pid) -> Duration {
    let clocks = descendants(root).into_iter().filter_map(|pid| clock_getcpuclockid(pid).ok());
    clocks.filter_map(|clock| clock.now().ok()).map(Duration::from).sum()
}

/// Sends SIGKILL to all descendants. They are stopped first, round after round until nobody new is found: a process that
/// starts others without end would outrun the killing.
pub(crate) fn kill_descendants(root: Pid) {
    let mut stopped = HashSet::new();
    for _ in 0..MOST_ROUNDS {
        let before = stopped.len();
        for pid in descendants(root) {
            if stopped.insert(pid) {
                // One that has just ended is what we wanted.
                let _ = kill(pid, Signal::SIGSTOP);
            }
        }
        if stopped.len() == before {
            break;
        }
    }
    for pid in descendants(root) {
        let _ = kill(pid, Signal::SIGKILL);
    }
}

/// Rounds of stopping; each finds at most the children that were started during the one before.
const MOST_ROUNDS: usize = 100;
