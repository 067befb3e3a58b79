//! `luozi solve`: the exact result of positions.

mod answer;
mod problems;
mod special;
mod watch;

use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use crate::options::{PositionOptions, memory, time};
use answer::Answer;
use anyhow::anyhow;
use luozi::engine::AnySolver;
use luozi::games::Session;
use luozi::solve::{Limits, Progress};
use problems::Problem;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use watch::Watch;

/// Find the exact result of a position, or of every line of a file
///
/// A file has `sequence [score]` lines for Connect Four and NoGo, and OBF lines for Reversi, whose empty squares then go
/// to the winner. Connect Four on 6 rows x 7 columns is answered from an opening book as far as that goes. NoGo is solved for the winner only: its score stays open. Scores are those of the side to move. Exit code 1 when a score differs from the file's.
/// Example: luozi solve connect4 --moves 274552224131661 --all
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionOptions,
    /// Solve every line of this file; `-` reads stdin
    #[arg(long, value_name = "F", conflicts_with_all = ["moves", "position"])]
    file: Option<String>,
    /// Also give the score of every move
    #[arg(long)]
    all: bool,
    /// Time for each position, such as 300ms or 10s; no limit when left out
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Nodes for each position; no limit when left out
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Memory of the table, such as 1GB
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = memory)]
    memory: u64,
    /// Look into this opening book (Connect Four; see `luozi book`) instead of the built-in one of 6 rows x 7 columns
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Look into no opening book
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    /// Threads that search together (Reversi)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,
    /// One JSON object a line on stdout: one for each position, then the summary
    #[arg(long)]
    json: bool,
}

/// Solves and prints.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let start = start(args)?;
    let own_book = args.book.as_deref().map(|path| special::own_book(path, &start)).transpose()?;
    let solver = special::solver(args, &start, own_book.as_ref())?;
    let problems = match &args.file {
        Some(path) => {
            let text = problems::read_file(path)?;
            special::read_problems(&start, &text).map_err(|e| bad_input(format!("--file {path}: {e}")))?
        }
        None => vec![Problem { line: 1, session: start, expected: None }],
    };
    Run { args, solver, summary: Summary::default(), watch: Arc::default() }.solve(&problems)
}

/// The game of the options.
fn start(args: &Args) -> anyhow::Result<Session> {
    let PositionOptions { game, board } = &args.position;
    let usual = args.file.as_ref().filter(|_| board.board.is_none()).and_then(|_| special::board_of_files(*game));
    let Some(setup) = usual else { return args.position.session() };
    writeln!(std::io::stderr(), "{setup}").ok();
    Session::new(&setup).map_err(bad_input)
}

/// Counts over all positions.
#[derive(Default)]
struct Summary {
    positions: u64,
    correct: u64,
    wrong: u64,
    unsolved: u64,
    nodes: u64,
    seconds: f64,
}

/// One call of the command.
struct Run<'a> {
    args: &'a Args,
    solver: Box<dyn AnySolver + 'a>,
    summary: Summary,
    watch: Arc<Watch>,
}

impl Run<'_> {
    fn solve(mut self, problems: &[Problem]) -> anyhow::Result<()> {
        let flag = interrupt::flag();
        let watch = Arc::clone(&self.watch);
        let (done, wait) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(move || watch.tell_until(&wait));
            // Whatever ends this closure ends the watch too.
            let _done = done;
            // Relaxed: the flag carries no data.
            let mut open = problems.iter().take_while(|_| !flag.load(Ordering::Relaxed));
            open.try_for_each(|problem| self.solve_one(problem))
        })?;
        self.print_summary()?;
        match (flag.load(Ordering::Relaxed), self.summary.wrong) {
            (true, _) => Err(Interrupted.into()),
            (false, 0) => Ok(()),
            (false, wrong) => Err(anyhow!("{wrong} scores differ from the file's")),
        }
    }

    fn solve_one(&mut self, problem: &Problem) -> anyhow::Result<()> {
        let mover = problem.session.to_move();
        self.watch.begin(problem.line, mover);
        let start = Instant::now();
        let clock = move || start.elapsed();
        let mut limits = Limits::none().stop_flag(interrupt::flag());
        if let Some(time) = self.args.time {
            limits = limits.deadline(&clock, time);
        }
        if let Some(nodes) = self.args.nodes {
            limits = limits.nodes(nodes);
        }
        let watch = &self.watch;
        let mut tell = |progress: Progress| watch.learn(progress);
        let solution = self.solver.solve(&problem.session, &limits, &mut tell);
        let moves = if self.args.all { self.solver.solve_moves(&problem.session, &limits) } else { Vec::new() };
        self.watch.end();
        let seconds = clock().as_secs_f64();
        let score = solution.bounds.solved().map(|score| score.seen_by(mover));
        let ok = score.zip(problem.expected).map(|(score, expected)| score == expected);
        self.summary.positions += 1;
        self.summary.nodes += solution.nodes;
        self.summary.seconds += seconds;
        match (score, ok) {
            (None, _) if solution.stopped.is_some() => self.summary.unsolved += 1,
            (_, Some(true)) => self.summary.correct += 1,
            (_, Some(false)) => self.summary.wrong += 1,
            (_, None) => {}
        }
        let answer = Answer { problem, solution, moves, score, ok, seconds };
        let text = if self.args.json { answer.json() } else { answer.text() };
        writeln!(std::io::stdout(), "{text}")?;
        Ok(())
    }

    fn print_summary(&self) -> anyhow::Result<()> {
        let Summary { positions, correct, wrong, unsolved, nodes, seconds } = self.summary;
        let mut out = std::io::stdout().lock();
        if self.args.json {
            let summary = json!({"positions": positions, "correct": correct, "wrong": wrong, "unsolved": unsolved,
                "nodes": nodes, "seconds": seconds});
            writeln!(out, "{summary}")?;
        } else if self.args.file.is_some() {
            let mean = 1e6 * seconds / positions.max(1) as f64;
            writeln!(
                out,
                "{positions} positions, {correct} correct, {wrong} wrong, {unsolved} unsolved; \
                 {nodes} nodes in {seconds:.3} s, {mean:.1} us a position"
            )?;
        }
        Ok(())
    }
}
