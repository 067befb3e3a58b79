//! The smallest program that can host bots: what `luozi` does when the arena starts it again, and nothing else.
//! Programs that embed the arena and cannot restart themselves name this one; so do the arena's own tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    luozi_arena::process::supervisor::main(std::env::args_os()).unwrap_or_else(|| {
        eprintln!("luozi-arena-host: this program is started by the arena, not by people");
        ExitCode::from(2)
    })
}
