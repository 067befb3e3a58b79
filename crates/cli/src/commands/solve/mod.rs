//! `luozi solve`: the exact result of positions.

mod answer;
mod problems;
mod watch;

use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use crate::options::{BoardOptions, memory, time};
use answer::Answer;
use anyhow::anyhow;
use luozi::core::{Game, Notation};
use luozi::engine::PatternOrder;
use luozi::games::connect4;
use luozi::games::reversi::{Rules, Scoring};
use luozi::games::{AnyRules, GameKind, Setup};
use luozi::solve::connect4::Connect4Solver;
use luozi::solve::connect4::book::{self, Book, BookSolver};
use luozi::solve::nogo::NoGoSolver;
use luozi::solve::reversi::{Evaluator, ReversiSolver};
use luozi::solve::{Limits, Progress, Solver};
use problems::Problem;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
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
    /// connect4, reversi or nogo
    game: GameKind,
    #[command(flatten)]
    board: BoardOptions,
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
    let bytes = usize::try_from(args.memory << 20).map_err(bad_input)?;
    let rules = rules(args)?;
    let own_book = args.book.as_deref().map(|path| own_book(path, &rules)).transpose()?;
    match &rules {
        AnyRules::Connect4Small(rules) => match own_book.as_ref().or_else(|| shipped_book(args, rules)) {
            Some(book) => solve_sequences(args, rules, BookSolver::new(book, bytes)),
            None => solve_sequences(args, rules, Connect4Solver::new(rules, bytes)),
        },
        AnyRules::Connect4Medium(rules) => solve_sequences(args, rules, Connect4Solver::new(rules, bytes)),
        AnyRules::Connect4Large(rules) => solve_sequences(args, rules, Connect4Solver::new(rules, bytes)),
        AnyRules::Reversi(rules) => {
            // The learned order saves a third of the nodes of long endings; it knows 8x8 alone.
            match PatternOrder::new(rules) {
                Some(order) => solve_endings(args, rules, ReversiSolver::with_evaluator(rules, bytes, order)),
                None => solve_endings(args, rules, ReversiSolver::new(rules, bytes)),
            }
        }
        AnyRules::NoGo(rules) => solve_sequences(args, rules.as_ref(), NoGoSolver::new(rules, bytes)),
    }
}

/// The rules of the options; suites of Reversi endings give the empty squares to the winner.
fn rules(args: &Args) -> anyhow::Result<AnyRules> {
    let suite = args.file.is_some() && args.game == GameKind::Reversi && args.board.board.is_none();
    if !suite {
        return Ok(args.board.rules(args.game)?.1);
    }
    let setup = Setup::Reversi { size: 8, scoring: Scoring::EmptiesToWinner };
    writeln!(std::io::stderr(), "{setup}").ok();
    AnyRules::new(&setup).map_err(bad_input)
}

/// Is this the board of a book, without forbidden cells?
fn is_board(rules: &connect4::Rules<u64>, rows: u8, cols: u8) -> bool {
    (rules.rows(), rules.cols()) == (rows, cols) && rules.forbidden().is_empty()
}

/// The built-in opening book, if it is of this board and wanted.
fn shipped_book(args: &Args, rules: &connect4::Rules<u64>) -> Option<&'static Book> {
    let classic = connect4::Rules::<u64>::classic();
    (!args.no_book && is_board(rules, classic.rows(), classic.cols())).then(book::shipped)
}

/// The opening book of a file, which must be of this board.
fn own_book(path: &Path, rules: &AnyRules) -> anyhow::Result<Book> {
    let shown = path.display();
    let data = std::fs::read(path).map_err(|e| bad_input(format!("--book {shown}: {e}")))?;
    let book = Book::read(&data).map_err(|e| bad_input(format!("--book {shown}: {e}")))?;
    let (rows, cols) = (book.rules().rows(), book.rules().cols());
    match rules {
        AnyRules::Connect4Small(rules) if is_board(rules, rows, cols) => Ok(book),
        _ => Err(bad_input(format!(
            "--book {shown}: the book is for Connect Four, {rows} rows x {cols} columns without forbidden cells; leave it out"
        ))),
    }
}

fn solve_endings<E: Evaluator>(args: &Args, rules: &Rules, mut solver: ReversiSolver<E>) -> anyhow::Result<()> {
    solver.set_threads(args.threads as usize);
    let problems = problems(args, rules, |text| problems::obf_lines(rules, text))?;
    Run { args, solver, summary: Summary::default(), watch: Arc::default() }.solve(&problems)
}

fn solve_sequences<G: Game + Notation>(args: &Args, rules: &G, solver: impl Solver<G>) -> anyhow::Result<()> {
    let problems = problems(args, rules, |text| problems::sequences(rules, text))?;
    Run { args, solver, summary: Summary::default(), watch: Arc::default() }.solve(&problems)
}

/// The positions to solve; `read` understands a file of this game.
fn problems<G: Game + Notation>(
    args: &Args,
    rules: &G,
    read: impl Fn(&str) -> Result<Vec<Problem<G::Position>>, luozi::core::ParseError>,
) -> anyhow::Result<Vec<Problem<G::Position>>> {
    match &args.file {
        Some(path) => {
            let text = problems::read_file(path)?;
            read(&text).map_err(|e| bad_input(format!("--file {path}: {e}")))
        }
        None => Ok(vec![Problem { line: 1, position: args.board.current(rules)?, expected: None }]),
    }
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
struct Run<'a, S> {
    args: &'a Args,
    solver: S,
    summary: Summary,
    watch: Arc<Watch>,
}

impl<S> Run<'_, S> {
    fn solve<G: Game + Notation>(mut self, problems: &[Problem<G::Position>]) -> anyhow::Result<()>
    where
        S: Solver<G>,
    {
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

    fn solve_one<G: Game + Notation>(&mut self, problem: &Problem<G::Position>) -> anyhow::Result<()>
    where
        S: Solver<G>,
    {
        let mover = self.solver.game().to_move(&problem.position);
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
        let solution = self.solver.solve(&problem.position, &limits, &mut tell);
        let moves = if self.args.all { self.solver.solve_moves(&problem.position, &limits) } else { Vec::new() };
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
        let text = if self.args.json { answer.json(self.solver.game()) } else { answer.text(self.solver.game()) };
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
