//! Prints the fingerprints of all presets, for comparison with a browser's; the speed of each goes to stderr.
//!
//! `fingerprints [VISITS [PART OF A NAME]]`; `LUOZI_CPU` as for the program.

use luozi_core::cpu::{self, Level};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let visits = arguments.next().and_then(|visits| visits.parse().ok()).unwrap_or(100);
    let part = arguments.next().unwrap_or_default();
    let wanted = std::env::var("LUOZI_CPU").unwrap_or_default();
    if let Some(level) = Level::ALL.into_iter().find(|level| level.name() == wanted) {
        cpu::limit(level);
    }
    for (line, speed) in luozi_wasm::fingerprint::lines(&part, visits) {
        println!("{line}");
        eprintln!("{line}: {speed:.0} visits/s");
    }
}
