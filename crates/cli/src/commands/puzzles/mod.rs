//! `luozi puzzles`: exact puzzles from self-play, graded by the levels.

mod journal;

use crate::error::{Interrupted, bad_input};
use crate::farm::{self, PuzzleOrder, Puzzles, Step};
use crate::interrupt;
use crate::options::{BoardSize, FarmOptions, board_size};
use crate::output::write_file;
use crate::threads::{Bench, ByNumber, deal};
use crate::ticker::Ticker;
use anyhow::{Context, anyhow};
use journal::Journal;
use luozi::core::solve::Limits;
use luozi::engine::puzzle::{Chosen, Graded, Maker, PuzzleSet, levels_of, solver_of};
use luozi::games::{GameKind, Session, Setup};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Memory of the solver's table when a set is checked.
const TABLE_BYTES: usize = 64 << 20;

/// Make puzzles: positions with exactly one move that keeps the win or the draw
///
/// Levels play games; the exact solver looks for positions with one right move; every level tries each of them, and who solved what says how hard it is. The same seed gives the same file. A run that was stopped goes on when it is
/// called again. Example: luozi puzzles connect4 --count 250 --seed 1 --out puzzles.json
#[derive(clap::Args)]
pub struct Args {
    /// The game; one that has an exact solver
    game: GameKind,
    /// Board size as ROWSxCOLUMNS, or `classic` for the usual one of the game
    #[arg(long, value_name = "RxC", value_parser = board_size)]
    board: Option<BoardSize>,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed of all that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How often a level that chooses by lot tries each puzzle
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    tries: u32,
    /// So many of them at most may ask for a look at the very next move alone
    #[arg(long, value_name = "N", default_value_t = 0)]
    easy: u32,
    /// The file to write; what is known before it is finished stands in FILE.journal, or in the farm
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Threads, one when left out; the set does not depend on them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    farm: FarmOptions,
    /// Prove every puzzle of this file anew instead: exit code 1 if one has another answer or a second one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "count", "seed", "tries", "easy", "farm"])]
    check: Option<PathBuf>,
    /// One JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// Makes a set, or checks one.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let setup = match args.board {
        Some(BoardSize::Sides(rows, cols)) => Setup::board(args.game, rows, cols),
        Some(BoardSize::Classic) | None => Setup::standard(args.game),
    };
    match (&args.check, &args.out) {
        (Some(file), _) => check(args, file),
        (None, Some(out)) if args.farm.url.is_some() => make_by_farm(args, &setup, out),
        (None, Some(out)) => make(args, &setup, out),
        (None, None) => Err(bad_input("found neither --out nor --check; expected one of them")),
    }
}

/// What the games of a journal were played for. Levels that play otherwise find other puzzles hard.
fn title(args: &Args, setup: &Setup) -> anyhow::Result<String> {
    let (board, levels) = (serde_json::to_string(setup)?, levels_of(setup).unwrap_or("-"));
    let Args { seed, tries, .. } = args;
    let easy = if args.easy > 0 { ", easy ones too" } else { "" };
    Ok(format!("luozi puzzles journal 2: {board}, seed {seed}, {tries} tries{easy}, levels {levels}"))
}

fn make(args: &Args, setup: &Setup, out: &Path) -> anyhow::Result<()> {
    let start = Instant::now();
    let maker = Maker::new(setup, args.seed).map_err(bad_input)?.tries(args.tries).easy(args.easy > 0);
    let path = out.with_added_extension("journal");
    let (mut journal, known) = Journal::open(&path, &title(args, setup)?)?;
    let mut chosen = Chosen::new(args.count as usize, args.easy as usize);
    let mut played = 0;
    for graded in known {
        played += 1;
        if let Some(graded) = graded {
            chosen.offer(graded);
        }
    }
    if played > 0 {
        writeln!(std::io::stderr(), "resumed after {played} games with {} puzzles", chosen.len()).ok();
    }
    if !chosen.is_full() {
        let first = played;
        work(args, &maker, first, |number, graded, ticker| {
            journal.note(graded.as_ref())?;
            played = number + 1;
            if let Some(graded) = graded {
                chosen.offer(graded);
            }
            ticker.tell(|| {
                let seconds = start.elapsed().as_secs_f64();
                format!("{} of {} puzzles from {played} games, {seconds:.0} s", chosen.len(), args.count)
            });
            Ok(chosen.is_full())
        })?;
    }
    finish(args, setup, out, chosen, played)?;
    journal.remove()
}

/// Puzzles chosen of games in the order of their numbers, whatever the order in which they end.
struct InOrder<'a> {
    args: &'a Args,
    chosen: Chosen,
    /// Games that were looked at.
    played: usize,
    /// Games that were there.
    there: usize,
}

impl<'a> InOrder<'a> {
    fn new(args: &'a Args) -> InOrder<'a> {
        let chosen = Chosen::new(args.count as usize, args.easy as usize);
        InOrder { args, chosen, played: 0, there: 0 }
    }

    fn see(&mut self, found: &Puzzles) {
        if found.len() < self.there {
            // Some were taken back, with the worker that told them.
            *self = InOrder::new(self.args);
        }
        self.there = found.len();
        while let (false, Some(graded)) = (self.chosen.is_full(), found.get(&self.played)) {
            self.played += 1;
            if let Some(graded) = graded {
                self.chosen.offer(graded.clone());
            }
        }
    }

    /// Games that are still wanted if the rest is like those that were played.
    fn left(&self) -> usize {
        let (have, missing) = (self.chosen.len().max(1), (self.args.count as usize).saturating_sub(self.chosen.len()));
        (self.played.max(1) * missing).div_ceil(have)
    }
}

/// The same set by a farm, which keeps what is known.
fn make_by_farm(args: &Args, setup: &Setup, out: &Path) -> anyhow::Result<()> {
    let start = Instant::now();
    Maker::new(setup, args.seed).map_err(bad_input)?;
    let order =
        PuzzleOrder { setup, seed: args.seed, tries: args.tries, easy: args.easy > 0, about: title(args, setup)? };
    let (mut ticker, mut in_order) = (Ticker::new(), InOrder::new(args));
    farm::puzzles(&args.farm, args.threads, &order, |found| {
        in_order.see(found);
        let InOrder { chosen, played, .. } = &in_order;
        let told = format!("{} of {} puzzles from {played} games", chosen.len(), args.count);
        ticker.tell(|| format!("{told}, {:.0} s", start.elapsed().as_secs_f64()));
        Step { left: in_order.left(), told }
    })?;
    ticker.clear();
    let InOrder { chosen, played, .. } = in_order;
    finish(args, setup, out, chosen, played as u64)
}

/// Writes a set that is whole, and tells about it.
fn finish(args: &Args, setup: &Setup, out: &Path, chosen: Chosen, played: u64) -> anyhow::Result<()> {
    if !chosen.is_full() {
        writeln!(std::io::stderr(), "{} of {} puzzles; the same command goes on from here", chosen.len(), args.count)
            .ok();
        return Err(Interrupted.into());
    }
    let set = PuzzleSet::of(setup, args.seed, chosen);
    write_file(out, text_of(&set)?)?;
    print(args, &set, played)
}

/// A set as a file: a line for each puzzle, so that a change of one shows as one.
fn text_of(set: &PuzzleSet) -> anyhow::Result<String> {
    let mut head = serde_json::to_string(&PuzzleSet { puzzles: Vec::new(), ..set.clone() })?;
    head.truncate(head.rfind(']').unwrap_or(head.len()));
    let lines = set.puzzles.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{head}\n{}\n]}}\n", lines.join(",\n")))
}

/// Plays games from `first` on with all threads, and hands over what they gave in their order until `take` has enough or
/// somebody presses Ctrl-C.
fn work(
    args: &Args,
    maker: &Maker,
    first: u64,
    mut take: impl FnMut(u64, Option<Graded>, &mut Ticker) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let play = |_: &mut (), number, at: &Bench<'_, _>| {
        let found = maker.game(number, at.over)?;
        // What was broken off says nothing about the game.
        if !at.is_over() {
            at.tell((number, found));
        }
        Ok(())
    };
    let (mut ticker, mut by_number) = (Ticker::new(), ByNumber::new(first));
    let threads = usize::from(args.threads.unwrap_or(1));
    let result = deal(
        threads,
        first..,
        interrupt::flag(),
        || (),
        play,
        |told| {
            if let Some((number, found)) = told {
                by_number.put(number, found);
            }
            while let Some((number, found)) = by_number.next() {
                if take(number, found, &mut ticker)? {
                    return Ok(true);
                }
            }
            Ok(false)
        },
    );
    ticker.clear();
    result
}

fn print(args: &Args, set: &PuzzleSet, games: u64) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    if args.json {
        let line = json!({"puzzles": set.puzzles.len(), "games": games, "seed": set.seed, "levels": set.levels});
        writeln!(out, "{line}")?;
        return Ok(());
    }
    writeln!(out, "{} puzzles from {games} games, seed {}", set.puzzles.len(), set.seed)?;
    writeln!(out, "level  solves  rating")?;
    for level in &set.levels {
        writeln!(out, "{:>5}  {:>4.0} %  {:>6}", level.level, 100.0 * level.share, level.rating)?;
    }
    Ok(())
}

/// Proves every puzzle of a file anew.
fn check(args: &Args, file: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let set: PuzzleSet = serde_json::from_str(&text).map_err(|e| bad_input(format!("{}: {e}", file.display())))?;
    let board = Session::new(&set.setup).map_err(bad_input)?;
    if board.kind() != args.game {
        return Err(bad_input(format!(
            "{}: found puzzles of {}, expected {}",
            file.display(),
            board.kind(),
            args.game
        )));
    }
    if set.build.as_deref() != levels_of(&set.setup) {
        writeln!(std::io::stderr(), "graded by levels that play otherwise today; --out makes and grades a set anew")
            .ok();
    }
    let mut solver = solver_of(&board, TABLE_BYTES).map_err(bad_input)?;
    let limits = Limits::none().stop_flag(interrupt::flag());
    let (mut ticker, mut wrong) = (Ticker::new(), Vec::new());
    for (done, puzzle) in set.puzzles.iter().enumerate() {
        let checked = puzzle.check(&board, &mut *solver, &limits);
        if interrupt::flag().load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        wrong.extend(checked.err());
        ticker.tell(|| format!("{done} of {} puzzles proven", set.puzzles.len()));
    }
    ticker.clear();
    let count = set.puzzles.len();
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", json!({"puzzles": count, "right": count - wrong.len(), "wrong": wrong}))?;
    } else {
        wrong.iter().try_for_each(|what| writeln!(out, "{what}"))?;
        writeln!(out, "{count} puzzles, {} proven", count - wrong.len())?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(anyhow!("{} puzzles are wrong; see above", wrong.len())) }
}
