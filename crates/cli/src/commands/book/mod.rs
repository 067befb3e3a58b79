//! `luozi book`: writes an opening book, in as many sittings as it takes.
//!
//! Every solved position goes into a journal beside the book at once, so a run that was stopped, even by force, goes on
//! where it was. The book depends on the board and the depth alone, not on threads, memory or interruptions.

mod journal;
mod progress;
mod workers;

use crate::error::{Interrupted, bad_input};
use crate::farm::{self, BookOrder, Step};
use crate::interrupt;
use crate::options::{BoardOptions, BoardSize, FarmOptions, board_size, memory, time};
use anyhow::Context;
use journal::Journal;
use luozi::games::GameKind;
use luozi::games::connect4::{Position, Rules};
use luozi::solve::connect4::book::{Book, BookKey, MAX_PLIES};
use progress::Progress;
use serde_json::json;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use workers::Workers;

/// Positions that a farm's worker solves before it tells them.
const SHARE: usize = 32;

/// Write an opening book of exact scores (Connect Four), resumable at any time
///
/// All positions of the last ply are solved, the earlier ones follow from them. Solved positions are kept in FILE.journal:
/// the same command goes on from there, and so does one with another number of plies. When the time is over or Ctrl-C was pressed, the book
/// of what is known is written, and its gaps are left to the solver. Example: luozi book connect4 --plies 6 --threads 4 --memory 4GB --out connect4.book
#[derive(clap::Args)]
pub struct Args {
    /// The game: connect4, the only one with a book
    game: GameKind,
    /// Board size as ROWSxCOLUMNS; `classic`, 6 rows x 7 columns, when left out
    #[arg(long, value_name = "RxC", value_parser = board_size)]
    board: Option<BoardSize>,
    /// Stones on the board in the last positions of the book
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_PLIES)))]
    plies: u8,
    /// The book; its journal lies beside it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Threads, each with a table of its own; one when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    farm: FarmOptions,
    /// Memory of all tables together; with --farm that of each
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = memory)]
    memory: u64,
    /// Stop after this time, such as 8m or 90s; no limit when left out
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with = "farm")]
    time: Option<Duration>,
    /// One JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// Solves what the journal lacks and writes the book.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    let rules = rules(args)?;
    let empty = Book::empty(&rules, args.plies).map_err(bad_input)?;
    let mut journal = Journal::open(&beside(&args.out, "journal"), &rules)?;
    let (positions, known) = (empty.last_ply(), journal.known());
    let is_known = |(key, _): &(BookKey, Position<u64>)| known.contains_key(key);
    let mut progress = Progress::new(positions.iter().filter(|position| !is_known(position)).count());
    if args.farm.url.is_some() {
        let ranges = (0..positions.len()).step_by(SHARE).map(|from| from..positions.len().min(from + SHARE));
        let ranges: Vec<Range<usize>> = ranges.filter(|range| !positions[range.clone()].iter().all(is_known)).collect();
        let wanted = ranges.clone();
        let (rows, cols, table_bytes) = (rules.rows(), rules.cols(), args.memory << 20);
        let order = BookOrder { rows, cols, plies: args.plies, table_bytes };
        let scores = farm::book(&args.farm, args.threads, order, ranges, |found| {
            let there = found.values().map(|(scores, _)| scores.len()).sum::<usize>();
            (progress.solved, progress.nodes) =
                (there.min(progress.todo), found.values().map(|(_, nodes)| nodes).sum());
            progress.tell(start.elapsed());
            let told = format!("{} of {} positions", progress.solved, progress.todo);
            Step { left: wanted.iter().filter(|range| !found.contains_key(&range.start)).count(), told }
        })?;
        for (from, (scores, _)) in scores {
            for ((key, _), score) in positions.iter().skip(from).zip(scores) {
                if !journal.known().contains_key(key) {
                    journal.add(*key, score)?;
                }
            }
        }
    } else {
        let todo: Vec<_> = positions.into_iter().filter(|position| !is_known(position)).collect();
        let threads = args.threads.unwrap_or(1);
        let workers = Workers {
            rules: &rules,
            positions: &todo,
            threads: usize::from(threads),
            table_bytes: usize::try_from((args.memory << 20) / u64::from(threads)).map_err(bad_input)?,
            time: args.time,
            start,
        };
        workers.run(|solved| {
            if let Some(solved) = solved {
                journal.add(solved.key, solved.score)?;
                progress.add(solved.nodes);
            }
            progress.tell(start.elapsed());
            Ok(())
        })?;
    }
    progress.clear();
    let book = empty.with_scores(journal.known());
    let bytes = book.write();
    replace(&args.out, &bytes)?;
    report(args, &book, bytes.len(), &progress, start.elapsed())?;
    // Relaxed: the flag carries no data.
    if interrupt::flag().load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
}

/// The board of the options: one whose positions a book can name.
fn rules(args: &Args) -> anyhow::Result<Rules<u64>> {
    if args.game != GameKind::CONNECT4 {
        return Err(bad_input(format!("found {}, but only connect4 has an opening book", args.game)));
    }
    let board = BoardOptions { board: args.board, ..BoardOptions::default() };
    let session = board.session(args.game)?;
    let rules = session.at::<Rules<u64>>().map(|(rules, _)| rules.clone());
    rules.ok_or_else(|| bad_input("the board is too large for a book; (rows + 1) x columns may be at most 64"))
}

/// The path of a file that belongs to `path`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    PathBuf::from(name)
}

/// Writes a file that is either the old or the new one whenever somebody looks.
fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let unfinished = beside(path, "new");
    std::fs::write(&unfinished, bytes).with_context(|| unfinished.display().to_string())?;
    std::fs::rename(&unfinished, path).with_context(|| path.display().to_string())
}

/// Says what there is now, and how to get the rest.
fn report(args: &Args, book: &Book, bytes: usize, progress: &Progress, elapsed: Duration) -> anyhow::Result<()> {
    let ((known, positions), seconds) = (book.known(), elapsed.as_secs_f64());
    let Progress { solved, nodes, .. } = *progress;
    let out = args.out.display();
    if known < positions {
        writeln!(std::io::stderr(), "{} scores are missing; the same command goes on", positions - known).ok();
    }
    let mut stdout = std::io::stdout();
    if args.json {
        let line = json!({"plies": args.plies, "positions": positions, "known": known, "bytes": bytes,
            "solved": solved, "nodes": nodes, "seconds": seconds});
        writeln!(stdout, "{line}")?;
    } else {
        writeln!(
            stdout,
            "{out}: {known} of {positions} scores, {bytes} bytes; solved {solved} positions, {nodes} nodes in {seconds:.1} s"
        )?;
    }
    Ok(())
}
