//! The `luozi` program as a library call: reads the command line, runs one command, turns errors into exit codes.
//!
//! [`run`] takes the games that a program brings beside those of the project: they get every command that asks nothing more
//! of a game than its rules and an engine.
//!
//! Exit codes: 0 done, 1 a check failed, 2 bad usage or input, 130 interrupted. stdout carries results only;
//! everything else goes to stderr. A closed pipe is a normal end.

mod commands;
mod error;
mod farm;
mod interrupt;
mod journal;
mod lang;
mod options;
mod output;
mod threads;
mod ticker;

use clap::{CommandFactory, Parser, Subcommand};
use luozi::engine::{EngineGame, register};
use luozi::games::GameKind;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::OnceLock;

/// Plays, tests and explains board games by Monte-Carlo search.
#[derive(Parser)]
#[command(name = "luozi", version, about, long_about = None, disable_help_subcommand = false)]
#[command(after_help = after_help())]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(commands::serve::Args),
    Play(commands::play::Args),
    Analyze(commands::analyze::Args),
    Explain(commands::explain::Args),
    Presets(commands::presets::Args),
    Solve(commands::solve::Args),
    Book(commands::book::Args),
    Puzzles(commands::puzzles::Args),
    Soak(commands::soak::Args),
    Perft(commands::perft::Args),
    #[cfg(target_os = "linux")]
    #[command(flatten)]
    Arena(commands::arena::Command),
    #[cfg(target_os = "linux")]
    Train(commands::train::Args),
    /// Games between players; only on Linux, where bots can be watched over as processes
    #[cfg(not(target_os = "linux"))]
    #[command(name = "match", aliases = ["sprt", "ladder", "sweep", "check", "doctor", "worker", "farm", "train"], disable_help_flag = true)]
    NoArena {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    Review(commands::review::Args),
    Convert(commands::convert::Args),
    Gtp(commands::protocols::gtp::Args),
    Nboard(commands::protocols::nboard::Args),
    Bench(commands::bench::Args),
    Botzone(commands::protocols::botzone::Args),
    Saiblo(commands::protocols::saiblo::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
    Site(commands::site::Args),
}

fn after_help() -> String {
    format!(
        "Without a command: the web page on this machine, as `luozi serve`.\n\
         GAME is {}. `luozi help COMMAND` shows every option with an example.",
        GameKind::words()
    )
}

/// The command line, or what was built in when there is none: sites run an uploaded program without arguments, so the
/// one for them is built with `LUOZI_ARGUMENTS="botzone --game nogo"`.
fn arguments(given: impl Iterator<Item = OsString>, built_in: Option<&str>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = given.collect();
    if arguments.len() <= 1 {
        arguments.extend(built_in.unwrap_or_default().split_whitespace().map(OsString::from));
    }
    arguments
}

/// The program with these games beside those of the project. A game that cannot be added is an error.
///
/// ```no_run
/// // A program of its own games: `luozi_cli::run(&[&MyGame])`.
/// luozi_cli::run(&[]);
/// ```
pub fn run(games: &[&'static dyn EngineGame]) -> ExitCode {
    ExitCode::from(run_inside(games, std::env::args_os().collect(), Vec::new()))
}

/// How the program was started.
struct Start {
    /// The command line, the program's name first.
    arguments: Vec<OsString>,
    /// The command that starts it again; empty for the running program itself.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only the arena starts it again"))]
    again: Vec<OsString>,
}

static START: OnceLock<Start> = OnceLock::new();

/// The same in a process that belongs to another program, such as Python's: `arguments` is the command line with the program's
/// name first, `again` the command that leads back here with more arguments, which the arena needs to look after bots. Gives
/// the exit code. Called once in a process.
pub fn run_inside(games: &[&'static dyn EngineGame], arguments: Vec<OsString>, again: Vec<OsString>) -> u8 {
    let Start { arguments: given, .. } = START.get_or_init(|| Start { arguments, again });
    // The arena starts this program again as the supervisor of every foreign bot.
    #[cfg(target_os = "linux")]
    if let Some(code) = luozi::arena::process::supervisor::main(given.iter().cloned()) {
        return if code == ExitCode::SUCCESS { 0 } else { 2 };
    }
    for &game in games {
        if let Err(problem) = register(game) {
            return error::exit_code(Err(error::bad_input(problem)));
        }
    }
    let cli = Cli::parse_from(self::arguments(given.iter().cloned(), option_env!("LUOZI_ARGUMENTS")));
    let result = error::limit_cpu_from_environment().and_then(|()| match cli.command {
        None => commands::serve::run(&commands::serve::Args::default()),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Play(args)) => commands::play::run(&args),
        Some(Command::Analyze(args)) => commands::analyze::run(&args),
        Some(Command::Explain(args)) => commands::explain::run(&args),
        Some(Command::Presets(args)) => commands::presets::run(&args),
        Some(Command::Solve(args)) => commands::solve::run(&args),
        Some(Command::Book(args)) => commands::book::run(&args),
        Some(Command::Puzzles(args)) => commands::puzzles::run(&args),
        Some(Command::Soak(args)) => commands::soak::run(&args),
        Some(Command::Perft(args)) => commands::perft::run(&args),
        #[cfg(target_os = "linux")]
        Some(Command::Arena(command)) => commands::arena::run(&command),
        #[cfg(target_os = "linux")]
        Some(Command::Train(args)) => commands::train::run(&args),
        #[cfg(not(target_os = "linux"))]
        Some(Command::NoArena { arguments: _ }) => {
            Err(error::bad_input("matches run bots as processes under a supervisor, which needs Linux, and so does what is measured by matches; play, analyze, explain and solve work here"))
        }
        Some(Command::Review(args)) => commands::review::run(&args),
        Some(Command::Convert(args)) => commands::convert::run(&args),
        Some(Command::Gtp(args)) => commands::protocols::gtp::run(&args),
        Some(Command::Nboard(args)) => commands::protocols::nboard::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Botzone(args)) => commands::protocols::botzone::run(&args),
        Some(Command::Saiblo(args)) => commands::protocols::saiblo::run(&args),
        Some(Command::Completions(args)) => commands::completions::run(&args, &mut Cli::command()),
        Some(Command::Man(args)) => commands::man::run(&args, Cli::command()),
        Some(Command::Site(args)) => commands::site::run(&args),
    });
    error::exit_code(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_arguments_count_only_without_others() {
        let arguments = |given: &[&str], built_in| arguments(given.iter().map(OsString::from), built_in);
        assert_eq!(arguments(&["luozi"], Some("botzone --game nogo")), ["luozi", "botzone", "--game", "nogo"]);
        assert_eq!(arguments(&["luozi", "bench"], Some("botzone --game nogo")), ["luozi", "bench"]);
        assert_eq!(arguments(&["luozi"], None), ["luozi"]);
    }
}
