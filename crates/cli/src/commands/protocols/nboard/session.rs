//! What an NBoard engine knows between two lines, and what it says. No input and no output.
//!
//! The protocol has no form for errors: what goes wrong is told in the status line, and nothing changes.

use super::clock::Clock;
use crate::commands::protocols::estimate;
use crate::commands::protocols::mind::{Mind, player};
use crate::error::bad_input;
use crate::options::EngineOptions;
use luozi::engine::analysis::{Analysis, MoveAnalysis, Proven};
use luozi::engine::thinker::{Question, Update};
use luozi::engine::{Method, Recipe, own_moves_left};
use luozi::games::record::{Record, ggf};
use luozi::games::reversi::Scoring;
use luozi::games::{GameKind, Setup, Table};
use luozi::protocol::nboard::{Depth, Order, Report, TimedMove};
use luozi::search::{Limits, Prove};
use std::time::{Duration, Instant};

/// As tournaments score, and as other engines tell exact results.
const SCORING: Scoring = Scoring::EmptiesToWinner;
/// The version of the protocol that is spoken.
const VERSION: u32 = 2;
/// Depth before `set depth`.
const DEFAULT_DEPTH: u32 = 12;
/// Largest depth that makes a difference: the whole game.
const LARGEST_DEPTH: u32 = 60;
/// Simulations at depth 0. The search has no depth of its own: every two plies double them.
const VISITS_AT_DEPTH_0: u64 = 64;
/// No search takes longer, whatever the depth.
const LONGEST_SEARCH: Duration = Duration::from_secs(60);
/// Time between two reports of a search.
const REPORT_EVERY: Duration = Duration::from_millis(250);

/// What the engine is thinking for.
enum Task {
    /// The best so many moves.
    Hint(usize),
    /// A move.
    Go,
    /// Every position of the game, from the last to the first; this is the one at hand.
    Analyze(Box<Table>),
}

/// An engine at a board.
pub struct Session {
    recipe: Recipe,
    /// What the options say about a search; nothing, if they say nothing.
    limits: Limits,
    table: Table,
    clock: Clock,
    depth: u32,
    task: Option<Task>,
    /// Thinks for it.
    pub mind: Mind,
}

impl Session {
    /// An engine at the start of a game.
    pub fn new(options: EngineOptions) -> anyhow::Result<Session> {
        let setup = Setup::Reversi { size: 8, scoring: SCORING };
        let table = Table::new(&setup).map_err(bad_input)?;
        let (mut recipe, limits) = player(&options, GameKind::Reversi)?;
        // Hints are about scores: a search whose best move or winner is settled goes on.
        if let Method::Search(params) = &mut recipe.method {
            params.early_stop = false;
            params.prove = if params.prove == Prove::Result { Prove::Score } else { params.prove };
        }
        let mind = Mind::new(&setup, &recipe).map_err(bad_input)?;
        Ok(Session { recipe, limits, table, clock: Clock::default(), depth: DEFAULT_DEPTH, task: None, mind })
    }

    /// Is it thinking?
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// What it says to an order that arrived at `asked`.
    pub fn order(&mut self, order: Order, asked: Instant) -> Vec<Report> {
        // All that concerns the position ends what was thought about the one before.
        let mut reports = match order {
            Order::SetGame(_) | Order::Move(_) | Order::Hint(_) | Order::Go | Order::Ping(_) | Order::Analyze => {
                self.abandon()
            }
            _ => Vec::new(),
        };
        match order {
            Order::Hello(VERSION) => reports.push(Report::MyName("Luozi".into())),
            Order::Hello(other) => {
                reports.push(Report::Status(format!("this engine speaks NBoard version {VERSION}; found {other}")));
            }
            Order::SetDepth(depth) => self.depth = depth,
            Order::SetGame(text) => reports.extend(self.set_game(&text).err().map(Report::Status)),
            Order::Move(mv) => reports.extend(self.play(&mv).err().map(Report::Status)),
            Order::Hint(count) => reports.extend(self.begin(Task::Hint(count.max(1) as usize), asked)),
            Order::Go => reports.extend(self.begin(Task::Go, asked)),
            Order::Ping(number) => reports.push(Report::Pong(number)),
            Order::Learn => reports.push(Report::Learned),
            Order::Analyze => {
                reports.push(Report::Status("analysing the game".into()));
                reports.extend(self.analyze(self.table.clone(), asked));
            }
            // There is no book whose draws could be avoided.
            Order::SetContempt(_) | Order::Quit | Order::Unknown(_) => {}
        }
        reports
    }

    /// What it says when the engine has thought.
    pub fn thought(&mut self, update: Update) -> Vec<Report> {
        let (analysis, done) = match update {
            Update::Progress(analysis) => (analysis, false),
            Update::Done(analysis) => (analysis, true),
        };
        let Some(task) = self.task.take_if(|_| done) else {
            // Still thinking: the best moves so far.
            let count = match self.task {
                Some(Task::Hint(count)) => count,
                Some(Task::Go) => 1,
                Some(Task::Analyze(_)) | None => 0,
            };
            return self.lines(&analysis, count);
        };
        let mut reports = match task {
            Task::Hint(count) => self.lines(&analysis, count),
            Task::Go => vec![Report::Move(TimedMove {
                text: analysis.best.clone(),
                evaluation: Some(self.discs(analysis.value, analysis.proven)),
                seconds: Some(analysis.seconds),
            })],
            Task::Analyze(mut table) => {
                let evaluation = self.discs(analysis.value, analysis.proven);
                let mut reports = vec![Report::Analysis { moves_made: table.moves().len() as u32, evaluation }];
                if table.undo().is_some() {
                    reports.extend(self.analyze(*table, Instant::now()));
                    return reports;
                }
                reports
            }
        };
        reports.push(idle());
        reports
    }

    /// Ends the current search without a result.
    fn abandon(&mut self) -> Vec<Report> {
        self.mind.stop();
        self.task.take().map(|_| idle()).into_iter().collect()
    }

    fn begin(&mut self, task: Task, asked: Instant) -> Vec<Report> {
        if self.table.outcome().is_some() {
            return vec![Report::Status("the game is over".into())];
        }
        if let (Task::Go, [only]) = (&task, self.table.legal_moves().as_slice()) {
            return vec![Report::Move(TimedMove::bare(only)), idle()];
        }
        let limits = self.limits(matches!(task, Task::Go));
        self.ask(&self.table.clone(), limits, asked);
        self.task = Some(task);
        vec![Report::Status("thinking".into())]
    }

    /// Goes back through the game to the next position that needs thought.
    fn analyze(&mut self, mut table: Table, asked: Instant) -> Vec<Report> {
        let mut reports = Vec::new();
        while let Some(score) = table.outcome() {
            let evaluation = f64::from(score.seen_by(table.to_move()));
            reports.push(Report::Analysis { moves_made: table.moves().len() as u32, evaluation });
            if table.undo().is_none() {
                reports.push(idle());
                return reports;
            }
        }
        let limits = self.limits(false);
        self.ask(&table, limits, asked);
        self.task = Some(Task::Analyze(Box::new(table)));
        reports
    }

    fn ask(&mut self, table: &Table, limits: Limits, asked: Instant) {
        let question = Question { table: table.clone(), limits, report_every: Some(REPORT_EVERY), asked };
        self.mind.ask(question).expect("the session asks about its own unfinished game");
    }

    /// What the options say or else the depth, and for a move in the game what its clock allows.
    fn limits(&self, in_game: bool) -> Limits {
        let mut limits = self.limits;
        if limits == Limits::default() {
            limits.visits = Some(VISITS_AT_DEPTH_0 << (self.depth.min(LARGEST_DEPTH) / 2));
            limits.time = Some(LONGEST_SEARCH);
        }
        let budget = self.clock.budget(self.table.to_move(), own_moves_left(&self.table));
        let clock = Limits { time: budget.filter(|_| in_game), time_is_kept: true, ..Limits::default() };
        limits.with_clock(clock)
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let games = ggf::read(text, SCORING).map_err(|e| format!("set game: {e}"))?;
        let game: &Record = games.first().ok_or("set game: no game found, expected GGF")?;
        let table = Table::of(game);
        self.mind.fit(game.setup(), &self.recipe).map_err(|e| e.to_string())?;
        if table.moves().is_empty() {
            self.mind.reset();
        }
        self.clock = Clock::of(game);
        self.table = table;
        Ok(())
    }

    fn play(&mut self, mv: &TimedMove) -> Result<(), String> {
        let mut table = self.table.clone();
        if mv.text != "pass" && table.legal_moves() == ["pass"] {
            table.play("pass").expect("the only legal move");
        }
        let mover = table.to_move();
        table.play(&mv.text).map_err(|e| e.kind.to_string())?;
        let seconds = mv.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        self.clock.spend(mover, seconds.unwrap_or_default());
        self.table = table;
        Ok(())
    }

    /// Effort and the best moves of a search; nothing when none is wanted.
    fn lines(&self, analysis: &Analysis, count: usize) -> Vec<Report> {
        let best = analysis.moves.iter().enumerate().filter(|(order, mv)| *order == 0 || mv.visits > 0);
        let mut reports: Vec<Report> = best.take(count).map(|(_, mv)| self.line(analysis, mv)).collect();
        if count > 0 {
            reports.push(Report::NodeStats { nodes: analysis.playouts, seconds: analysis.seconds });
        }
        reports
    }

    fn line(&self, analysis: &Analysis, mv: &MoveAnalysis) -> Report {
        let line = mv.pv.iter().map(|mv| TimedMove::bare(mv).to_string()).collect();
        let evaluation = self.discs(mv.value.unwrap_or(analysis.value), mv.proven);
        let depth = match mv.proven {
            Some(Proven::Score { .. }) => Depth::Exact,
            Some(Proven::Result { .. }) => Depth::WinLoss,
            None => Depth::Plies(mv.pv.len() as u32),
        };
        Report::Search { line, evaluation, depth }
    }

    fn discs(&self, value: f64, proven: Option<Proven>) -> f64 {
        estimate::expected_score(&self.table, value, proven)
    }
}

fn idle() -> Report {
    Report::Status(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi::engine::analysis::GameResult;

    #[test]
    fn only_proofs_are_called_exact() {
        let options = EngineOptions { preset: Some("greedy".into()), ..EngineOptions::default() };
        let session = Session::new(options).unwrap();
        let line = |proven| {
            let pv = vec!["f5".to_string(), "pass".to_string()];
            let mv = MoveAnalysis { mv: "f5".into(), visits: 9, value: Some(0.5), prior: 1.0, proven, pv };
            let analysis = Analysis {
                best: "f5".into(),
                value: 0.5,
                proven: None,
                visits: 9,
                playouts: 9,
                nodes: 9,
                seconds: 0.1,
                moves: vec![],
                stopped: None,
            };
            session.line(&analysis, &mv).to_string()
        };
        assert_eq!(line(None), "search F5PA 6.59 0 2");
        assert_eq!(line(Some(Proven::Score { score: -4 })), "search F5PA -4.00 0 100%");
        let loss = Proven::Result { result: GameResult::Loss, plies: None };
        assert_eq!(line(Some(loss)), "search F5PA -1.00 0 100%W");
    }

    #[test]
    fn two_plies_of_depth_double_the_simulations_unless_the_options_say_more() {
        let options = EngineOptions { preset: Some("greedy".into()), ..EngineOptions::default() };
        let mut session = Session::new(options.clone()).unwrap();
        let visits = |session: &mut Session, depth| {
            session.order(Order::SetDepth(depth), Instant::now());
            session.limits(true).visits
        };
        assert_eq!(visits(&mut session, 12), Some(4096));
        assert_eq!(visits(&mut session, 14), Some(8192));
        assert_eq!(visits(&mut session, u32::MAX), visits(&mut session, 60));
        let mut fixed = Session::new(EngineOptions { visits: Some(7), ..options }).unwrap();
        assert_eq!(visits(&mut fixed, 12), Some(7));
    }
}
