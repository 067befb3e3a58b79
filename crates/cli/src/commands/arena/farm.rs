//! Games on many machines: `--farm` of the commands that play, `luozi worker`, `luozi farm`.

use super::options::ArenaOptions;
use super::walls::{self, Walls};
use crate::error::Interrupted;
use crate::farm::{farm_error, log_to_stderr, token};
use crate::interrupt;
use clap::{Args, Subcommand};
use luozi::arena::matches::{Crew, Kind, Settings};
use luozi::arena::process::Host;
use luozi::farm::{self, Address, Farm, LogLine, RunState, Status, WorkerOptions};
use std::io::Write;
use std::path::PathBuf;

/// Work for a farm on this machine until told to stop
///
/// Takes work from a farm (pairs of games, reviews, puzzles, positions of a book, games to learn from), does it, and tells every result at once. It waits for a data base that is away; on Ctrl-C
/// or SIGTERM it gives back what it has begun. Foreign bots are fetched by their content and shut in.
/// Example: luozi worker --farm postgres://luozi:secret@db.example/farm --threads 8
#[derive(Args)]
pub struct WorkerArgs {
    #[command(flatten)]
    place: Place,
    /// Pairs of games, or items of other work, at once; half of the processors when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// What it is called; the name of the machine when left out
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Shut foreign bots in; on when left out
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", value_enum)]
    sandbox: Option<Walls>,
    /// Where fetched bots are kept; your cache folder when left out
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
    /// Play also for runs of another build that behaves in the same way, as one for other processors does
    #[arg(long)]
    other_build: bool,
    /// Log as JSON, one object a line on stderr
    #[arg(long)]
    json: bool,
}

/// Where the farm is.
#[derive(Args, Clone, Debug)]
struct Place {
    /// sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE
    #[arg(long, value_name = "URL")]
    farm: String,
    /// File with the secret that server and workers share; LUOZI_FARM_TOKEN when left out
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

/// How a farm stands, and what it is to do
///
/// Example: luozi farm status --farm sqlite:night.db
#[derive(Args)]
pub struct FarmArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Runs, workers, games an hour, workers whose results are unlike those of the others
    Status {
        #[command(flatten)]
        place: Place,
        /// One JSON object on stdout
        #[arg(long, conflicts_with = "metrics")]
        json: bool,
        /// As Prometheus reads it
        #[arg(long)]
        metrics: bool,
    },
    /// Nobody plays a run for now; what is being played is given up
    Pause(OneRun),
    /// A paused run goes on
    Resume(OneRun),
    /// A run is given up for good
    Cancel(OneRun),
    /// More games for a run that goes on; whoever gathers it deals them within seconds
    Add {
        #[command(flatten)]
        run: OneRun,
        /// So many games more of each pairing; an odd number is rounded up
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        games: u32,
    },
    /// What happened: who came and went, what was refused, what failed
    Log {
        #[command(flatten)]
        place: Place,
        /// Only of this run
        #[arg(long, value_name = "RUN")]
        run: Option<String>,
        /// So many lines, the latest
        #[arg(long, value_name = "N", default_value_t = 100)]
        lines: u32,
        /// One JSON object a line on stdout
        #[arg(long)]
        json: bool,
    },
    /// The results of a worker count no more; what it played of runs that go on is played again by others
    SetAside {
        #[command(flatten)]
        place: Place,
        /// The worker, as `farm status` names it
        worker: String,
    },
}

#[derive(Args)]
struct OneRun {
    #[command(flatten)]
    place: Place,
    /// The run, as `farm status` names it
    run: String,
}

impl Place {
    fn address(&self) -> anyhow::Result<Address> {
        self.farm.parse().map_err(farm_error)
    }

    /// A farm that is there: looking at one makes none.
    fn open(&self) -> anyhow::Result<Farm> {
        Farm::look(&self.address()?, token(self.token_file.as_deref())?).map_err(farm_error)
    }
}

/// Who plays a run that is given to a farm.
pub fn crew(
    options: &ArenaOptions,
    address: &str,
    settings: &Settings,
    kind: &Kind,
    host: &Host,
) -> anyhow::Result<Box<dyn Crew>> {
    log_to_stderr(false);
    let address: Address = address.parse().map_err(farm_error)?;
    let farm = Farm::open(&address, token(options.farm.token_file.as_deref())?).map_err(farm_error)?;
    // On a server's machines this one is only the owner, unless it is told to play.
    let plays = options.concurrency.is_some() || matches!(address, Address::Sqlite(_));
    let own = plays.then(|| WorkerOptions {
        sandbox: options.sandbox == Some(Walls::On),
        ..WorkerOptions::new(host.clone(), settings.concurrency)
    });
    let crew = farm::Crew::new(&farm, settings, kind, options.resume, own).map_err(farm_error)?;
    crate::farm::tell_run(crew.run(), &address);
    Ok(Box::new(crew))
}

/// `luozi worker`
pub fn work(args: &WorkerArgs) -> anyhow::Result<()> {
    log_to_stderr(args.json);
    // From here on Ctrl-C gives back what was begun.
    interrupt::flag();
    let address = args.place.address()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or((cores / 2).max(1), usize::from);
    // The host itself has no walls: only foreign bots get them, and a worker without may still play our own.
    let options = WorkerOptions::new(walls::plain_host()?, threads);
    let options = WorkerOptions {
        name: args.name.clone(),
        sandbox: args.sandbox != Some(Walls::Off),
        other_build: args.other_build,
        cache: args.cache.clone().unwrap_or(options.cache),
        ..options
    };
    eprintln!("works for {address}, {threads} at once; Ctrl-C ends it");
    farm::work(&address, token(args.place.token_file.as_deref())?, &options, interrupt::flag()).map_err(farm_error)?;
    Err(Interrupted.into())
}

/// `luozi farm`
pub fn tell(args: &FarmArgs) -> anyhow::Result<()> {
    let set = |OneRun { place, run }: &OneRun, state: RunState| {
        place.open()?.set_state(run, state).map_err(farm_error)?;
        eprintln!("{run} is {state}");
        Ok(())
    };
    let mut out = std::io::stdout();
    match &args.what {
        What::Status { place, json, metrics } => {
            let status = place.open()?.status().map_err(farm_error)?;
            match (json, metrics) {
                (true, _) => writeln!(out, "{}", serde_json::to_string(&status)?)?,
                (_, true) => write!(out, "{}", farm::metrics(&status))?,
                _ => write!(out, "{}", status_text(&status))?,
            }
            Ok(())
        }
        What::Pause(run) => set(run, RunState::Paused),
        What::Resume(run) => set(run, RunState::Active),
        What::Cancel(run) => set(run, RunState::Cancelled),
        What::Add { run: OneRun { place, run }, games } => {
            let pairs = place.open()?.add_pairs(run, games.div_ceil(2) as usize).map_err(farm_error)?;
            eprintln!("{run}: {} games of each pairing", 2 * pairs);
            Ok(())
        }
        What::Log { place, run, lines, json } => {
            for line in place.open()?.log_lines(run.as_deref(), *lines).map_err(farm_error)? {
                if *json {
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                } else {
                    let LogLine { at, level, worker, run, text } = line;
                    let about: Vec<&str> =
                        [run.as_str(), worker.as_str()].into_iter().filter(|word| !word.is_empty()).collect();
                    writeln!(out, "{} {level:5} {} {text}", utc(at), about.join(" "))?;
                }
            }
            Ok(())
        }
        What::SetAside { place, worker } => {
            let pairs = place.open()?.set_worker_aside(worker).map_err(farm_error)?;
            eprintln!("{worker} is set aside; {pairs} of its pairs are played again");
            Ok(())
        }
    }
}

/// Milliseconds since 1970 as a date and a time of day in UTC, as workers write them into their own logs.
fn utc(ms: i64) -> String {
    let (days, ms) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    // Years that begin in March, so that a leap day is the last one; 400 of them have 146,097 days.
    let (era, day) = ((days + 719_468).div_euclid(146_097), (days + 719_468).rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = 400 * era + year + i64::from(month <= 2);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1000)
}

/// Beyond so many standard errors a difference is not by chance.
const SUSPICIOUS: f64 = 3.0;

fn status_text(status: &Status) -> String {
    let mut text = format!("{}: {} units to play, {} games an hour\n", status.farm, status.units, status.games_an_hour);
    for run in &status.runs {
        let items = match run.work.as_str() {
            "games" => "pairs",
            "book" => "shares of a book",
            "training" => "shares of games",
            _ => "games",
        };
        text += &format!("run {}: {}, {} of {} {items} given out are done", run.run, run.state, run.played, run.pairs);
        for (count, what) in [(run.checked, "done again elsewhere"), (run.set_aside, "units set aside")] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        text += &format!("; {}\n", if run.verdict.is_empty() { "nobody gathers it" } else { &run.verdict });
    }
    for worker in &status.workers {
        text += &format!(
            "worker {}: {}, {} of {} at once, {} pairs or items, {:.0} k playouts a second, load {:.1}\n",
            worker.worker,
            worker.state,
            worker.playing,
            worker.threads,
            worker.pairs,
            worker.speed / 1e3,
            worker.load
        );
    }
    for residual in status.residuals.iter().filter(|residual| residual.deviations.abs() > SUSPICIOUS) {
        text += &format!(
            "suspicious: the results of {} are {:.1} standard errors from those of the others ({} pairs); \
             `luozi farm set-aside` has them played again\n",
            residual.worker, residual.deviations, residual.pairs
        );
    }
    for check in &status.differing {
        text += &format!(
            "suspicious: pair {} of {} was played otherwise by {} than by {}\n",
            check.pair, check.run, check.other, check.worker
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn times_are_dates() {
        assert_eq!(utc(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(utc(951_827_696_789), "2000-02-29T12:34:56.789Z");
        assert_eq!(utc(1_795_101_583_796), "2026-11-19T15:19:43.796Z");
        assert_eq!(utc(4_107_542_399_999), "2100-02-28T23:59:59.999Z");
        assert_eq!(utc(4_107_542_400_000), "2100-03-01T00:00:00.000Z");
    }
}
