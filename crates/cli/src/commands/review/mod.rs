//! `luozi review`: a finished game judged move by move, and the move that lost it.

mod print;
mod texts;

use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use crate::lang::Lang;
use crate::options::platform::Platform;
use crate::options::{CandidateOptions, EngineOptions, RecordOptions};
use crate::output::write_file;
use luozi::engine::review::{Conditions, Progress, review, solver_nodes};
use luozi::games::record::Record;
use print::Told;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Judge every move of a finished game and name the first losing one
///
/// Every position is solved exactly where that is possible within the limit, and searched otherwise, from the end of the
/// game to its start. What seems better than the move played is judged as that was, up to four moves a position, before a
/// move is blamed. Ctrl-C gives what is there. Values are the mover's chances; a proof reads "win in 7".
/// Example: luozi review lost.sgf --time 1s --out judged.json
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    record: RecordOptions,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    candidates: CandidateOptions,
    /// Time for every position as the site gives for a move, unless --time or --visits say otherwise
    #[arg(long, value_enum)]
    platform: Option<Platform>,
    /// Write the game with all judgements and analysis as our JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Language of the table
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// One JSON object a line on stdout: a line for every move, the summary last
    #[arg(long)]
    json: bool,
}

/// Time for a position when nothing else limits it.
const DEFAULT_TIME: Duration = Duration::from_millis(500);
/// Memory of the solver's table.
const SOLVER_BYTES: usize = 64 << 20;

/// Reviews a game.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let begun = Instant::now();
    let mut record = args.record.read_one()?;
    let setup = record.setup();
    writeln!(std::io::stderr(), "{setup}").ok();
    if record.tree().main_line().next().is_none() {
        return Err(bad_input("the game has no moves; there is nothing to review"));
    }
    let recipe = args.engine.recipe(setup.kind())?;
    let mut budget = args.engine.budget();
    if budget.is_open() && recipe.limits.is_open() {
        budget.time = Some(args.platform.map_or(DEFAULT_TIME, Platform::time));
    }
    let solver_nodes = solver_nodes(recipe.game, budget.or(recipe.limits).visits);
    let stop = interrupt::flag();
    let conditions = Conditions {
        recipe: &recipe,
        limits: budget,
        candidates: args.candidates.candidates.0,
        solver_nodes,
        solver_bytes: SOLVER_BYTES,
        stop,
    };
    let mut meter = Meter::new();
    let judged = review(&record, &conditions, &mut |progress| meter.tell(progress)).map_err(bad_input)?;
    meter.end();
    let told = Told { record: &record, review: &judged, seconds: begun.elapsed().as_secs_f64() };
    let text = if args.json { told.json() } else { told.text(Lang::or_environment(args.lang)) };
    std::io::stdout().write_all(text.as_bytes())?;
    if let Some(path) = &args.out {
        judged.annotate(&mut record);
        write_record(&record, path)?;
    }
    if judged.interrupted { Err(Interrupted.into()) } else { Ok(()) }
}

fn write_record(record: &Record, path: &Path) -> anyhow::Result<()> {
    write_file(path, record.to_json() + "\n")?;
    writeln!(std::io::stderr(), "judged game written to {}", path.display()).ok();
    Ok(())
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
