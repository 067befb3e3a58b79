//! `luozi check`: protocol compliance of one bot.

use super::options::DEFAULT_MEMORY_MIB;
use super::walls::{self, Walls};
use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use crate::options::platform::{self, Platform};
use crate::options::{memory, time};
use luozi::arena::check::{CheckLimits, SlowMove, examine, situations};
use luozi::arena::matches::{RunError, load_bot};
use luozi::arena::players::{BuiltIns, EnginePlayers, Entrant, PlayerSpec};
use luozi::engine::USUAL_TIME;
use luozi::games::GameKind;
use luozi::search::TimeControl;
use serde_json::json;
use std::io::Write;
use std::time::Duration;

/// Examine one bot: both colours, extreme boards, starts in mid-game, passes, restarts, slow first moves
///
/// Every fault is named with its position; exit code 1 when there is one. A Botzone bot is also restarted between turns;
/// check it as botzone: and as botzone-text: if it reads both forms. `luozi help match` lists the players.
/// Example: luozi check "botzone:python3 bot.py" --platform botzone --game nogo
#[derive(clap::Args)]
pub struct Args {
    /// The bot that is checked
    bot: String,
    #[arg(long, value_name = "GAME", help = platform::game_help())]
    game: Option<GameKind>,
    /// Time and memory as on a site
    #[arg(long, value_enum)]
    platform: Option<Platform>,
    /// Time for every move; 1 s when neither this nor --platform is given
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Memory of the bot with all its processes; 1 GB when neither this nor --platform is given
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    /// Shut the bot in: no network, a read-only system, no home, a small folder of its own, limits on everything; on where
    /// the machine can, unless --sandbox=off says otherwise
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", value_enum)]
    sandbox: Option<Walls>,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// One JSON object a line on stdout: a line for every situation, the summary last
    #[arg(long)]
    json: bool,
}

/// Examines the bot.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Entrant { player: spec, control, shut_in } =
        Entrant::parse(&args.bot, EnginePlayers.names()).map_err(bad_input)?;
    let game = platform::game(args.game, args.platform)?;
    let own = match control {
        Some(TimeControl::Clock { .. }) => {
            return Err(bad_input(format!(
                "{}: a check has a time for every move, no clock; use time= or --time",
                args.bot
            )));
        }
        Some(TimeControl::PerMove(time)) => Some(time),
        None => None,
    };
    let time = own.or(args.time).or(args.platform.map(Platform::time)).unwrap_or(USUAL_TIME);
    let memory_mib = args.memory.or(args.platform.map(Platform::memory_mib)).unwrap_or(DEFAULT_MEMORY_MIB);
    let limits = CheckLimits { time, memory_bytes: memory_mib << 20 };
    let is_foreign = !matches!(spec, PlayerSpec::Random | PlayerSpec::BuiltIn(_));
    let asked = if shut_in { Some(Walls::On) } else { args.sandbox };
    let (host, stop) = (walls::host(asked, is_foreign)?, interrupt::flag());
    eprintln!("{game}; {} s a move, {memory_mib} MB", time.as_secs_f64());
    load_bot(&spec, &host, limits.memory_bytes, stop).map_err(bad_input)?;
    let (mut faults, mut slow, mut slowest, mut prints) = (0, 0, Duration::ZERO, false);
    let mut out = std::io::stdout();
    let list = situations(&spec, game, args.seed);
    for situation in &list {
        let found = examine(&spec, situation, limits, &host, &EnginePlayers, stop).map_err(|e| match e {
            RunError::Seat { .. } | RunError::Probe { .. } => bad_input(e),
            other => other.into(),
        })?;
        let Some(found) = found else { return Err(Interrupted.into()) };
        slowest = slowest.max(found.slowest_move);
        faults += usize::from(found.fault.is_some());
        if args.json {
            let line = json!({
                "situation": situation.name, "ok": found.fault.is_none(), "fault": found.fault,
                "slow": found.slow, "first_move_ms": found.first_move.as_millis() as u64,
                "slowest_move_ms": found.slowest_move.as_millis() as u64, "stderr": found.stderr,
                "prints_on_stdout": found.prints_on_stdout,
            });
            writeln!(out, "{line}")?;
        } else if let Some(fault) = &found.fault {
            let (name, number, reason) = (&situation.name, fault.move_number, &fault.reason);
            writeln!(out, "fault: {name}, move {number}: {reason}\n{}\n  {}", fault.position, fault.command)?;
            write!(out, "{}", found.stderr)?;
        } else {
            writeln!(out, "ok: {}", situation.name)?;
        }
        prints |= found.prints_on_stdout;
        slow += found.slow.len();
        for slow in found.slow.iter().filter(|_| !args.json) {
            let SlowMove { move_number, took_ms, limit_ms, command, first } = slow;
            let which = if *first { "its first move, " } else { "" };
            writeln!(out, "slow: {which}move {move_number}: {took_ms} ms of {limit_ms} ms\n  {command}")?;
        }
    }
    if prints && !args.json {
        writeln!(
            out,
            "warning: it prints on stdout, which belongs to the judge: on the site that may be read as its answer; print to \
             stderr, or not at all"
        )?;
    }
    let slowest_ms = slowest.as_millis() as u64;
    if args.json {
        writeln!(
            out,
            "{}",
            json!({"situations": list.len(), "faults": faults, "slow_moves": slow, "slowest_move_ms": slowest_ms})
        )?;
    } else {
        writeln!(
            out,
            "{} situations, {faults} with a fault; {slow} slow moves, the slowest {slowest_ms} ms",
            list.len()
        )?;
    }
    if faults > 0 { Err(anyhow::anyhow!("{faults} of {} situations ended with a fault", list.len())) } else { Ok(()) }
}
