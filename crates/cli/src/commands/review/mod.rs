//! `luozi review`: finished games judged move by move, and the move that lost each.

mod print;
mod texts;

use super::convert::write_games;
use crate::error::{Interrupted, bad_input};
use crate::farm::{self, Step};
use crate::interrupt;
use crate::lang::Lang;
use crate::options::platform::Platform;
use crate::options::{CandidateOptions, EngineOptions, FarmOptions, NamedGame, RecordOptions};
use crate::ticker::Ticker;
use luozi::engine::Choice;
use luozi::engine::review::{Order, OrderError, Progress, Review};
use luozi::games::record::Record;
use luozi::protocol::formats::Format;
use luozi::search::Budget;
use print::Told;
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Judge every move of finished games and name the first losing one of each
///
/// Every position is solved exactly where that is possible within the limit, and searched otherwise, from the end of the
/// game to its start. What seems better than the move played is judged as that was, up to four moves a position, before a
/// move is blamed. Ctrl-C gives what is there. Values are the mover's chances; a proof reads "win in 7". With --farm many
/// games are judged by as many workers, and the same command goes on after an interruption.
/// Example: luozi review lost.sgf --time 1s --out judged.json
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    record: RecordOptions,
    /// Further files; all games of all files are reviewed
    #[arg(value_name = "FILE", requires = "file", conflicts_with = "number")]
    more: Vec<String>,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    candidates: CandidateOptions,
    /// Time for every position as the site gives for a move, unless --time or --visits say otherwise
    #[arg(long, value_enum)]
    platform: Option<Platform>,
    #[command(flatten)]
    farm: FarmOptions,
    /// Write the games with all judgements and analysis as our JSON
    #[arg(long, value_name = "FILE|FOLDER/")]
    out: Option<PathBuf>,
    /// Language of the table
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// One JSON object a line on stdout: a line for every move, the summary last; of several games each in turn, and a last line about all
    #[arg(long)]
    json: bool,
}

/// Time for a position when nothing else limits it.
const DEFAULT_TIME: Duration = Duration::from_millis(500);

/// Reviews every game of the files and tells each, in the form that was asked for.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let begun = Instant::now();
    let order = Order {
        choice: Choice { budget: Budget::default(), ..args.engine.choice()? },
        time: args.engine.time,
        visits: args.engine.visits,
        usual_time: args.platform.map_or(DEFAULT_TIME, Platform::time),
        candidates: args.candidates.candidates.0,
    };
    let all = args.record.read_all(&args.more)?;
    let several = all.len() > 1;
    let mut games = Vec::new();
    for game in all {
        match order.suits(&game.record) {
            Err(OrderError::NoMoves) if several => {
                writeln!(std::io::stderr(), "{game}: {}", OrderError::NoMoves).ok();
            }
            suits => {
                suits.map_err(|error| told(args, error))?;
                games.push(game);
            }
        }
    }
    let mut desk = Desk { args, several, judged: Vec::new(), out: std::io::stdout() };
    let complete = match &args.farm.url {
        Some(_) => by_farm(&order, &games, &mut desk)?,
        None => here(&order, &games, &mut desk)?,
    };
    if several {
        let (reviewed, count, seconds) = (desk.judged.len(), games.len(), begun.elapsed().as_secs_f64());
        if args.json {
            let line = json!({"games": count, "reviewed": reviewed, "complete": complete, "seconds": seconds});
            writeln!(desk.out, "{line}")?;
        } else {
            writeln!(std::io::stderr(), "{reviewed} of {count} games reviewed in {seconds:.1} s").ok();
        }
    }
    if let Some(path) = &args.out {
        write_games(&desk.judged, Format::Json, path)?;
        writeln!(std::io::stderr(), "judged {} written to {}", if several { "games" } else { "game" }, path.display())
            .ok();
    }
    if complete { Ok(()) } else { Err(Interrupted.into()) }
}

fn told(args: &Args, error: OrderError) -> anyhow::Error {
    match error {
        OrderError::Choice(error) => args.engine.told(error),
        other => bad_input(other),
    }
}

/// One game after the other; whether none was interrupted.
fn here(order: &Order, games: &[NamedGame], desk: &mut Desk<'_>) -> anyhow::Result<bool> {
    let stop = interrupt::flag();
    for game in games {
        let begun = Instant::now();
        writeln!(std::io::stderr(), "{}", game.record.setup()).ok();
        let mut meter = Meter::new();
        let review = order.review(&game.record, stop, &mut |progress| meter.tell(progress));
        meter.end();
        let review = review.map_err(|error| told(desk.args, error))?;
        desk.take(game, &review, Some(begun.elapsed().as_secs_f64()))?;
        if review.interrupted {
            return Ok(false);
        }
    }
    Ok(true)
}

/// All games at once, by whoever works.
fn by_farm(order: &Order, games: &[NamedGame], desk: &mut Desk<'_>) -> anyhow::Result<bool> {
    let records: Vec<&Record> = games.iter().map(|game| &game.record).collect();
    let mut ticker = Ticker::new();
    let reviews = farm::reviews(&desk.args.farm, order, &records, |found| {
        let told = format!("{} of {} games reviewed", found.len(), games.len());
        ticker.tell(|| told.clone());
        Step { left: games.len() - found.len(), told }
    })?;
    ticker.clear();
    for (number, review) in &reviews {
        desk.take(&games[*number], review, None)?;
    }
    // Relaxed: the flag carries no data.
    Ok(reviews.len() == games.len() || !interrupt::flag().load(Ordering::Relaxed))
}

/// Where judged games are told.
struct Desk<'a> {
    args: &'a Args,
    several: bool,
    /// The games with their judgements.
    judged: Vec<Record>,
    out: std::io::Stdout,
}

impl Desk<'_> {
    fn take(&mut self, game: &NamedGame, review: &Review, seconds: Option<f64>) -> anyhow::Result<()> {
        let NamedGame { record, .. } = game;
        let told = Told { record, review, seconds, game: self.several.then_some(game) };
        let text = if self.args.json { told.json() } else { told.text(Lang::or_environment(self.args.lang)) };
        self.out.write_all(text.as_bytes())?;
        let mut record = record.clone();
        review.annotate(&mut record);
        self.judged.push(record);
        Ok(())
    }
}

/// Progress on stderr: one line that is rewritten on a terminal, about ten lines elsewhere.
struct Meter {
    live: bool,
}

impl Meter {
    fn new() -> Meter {
        Meter { live: std::io::stderr().is_terminal() }
    }

    fn tell(&mut self, Progress { done, total }: Progress) {
        // If stderr is gone nobody watches.
        let mut err = std::io::stderr().lock();
        if self.live {
            let _ = write!(err, "\r\x1b[K{done}/{total} positions judged, last ones first");
        } else if done == total || done % total.div_ceil(10) == 0 {
            let _ = writeln!(err, "{done}/{total} positions judged");
        }
    }

    fn end(&self) {
        if self.live {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
