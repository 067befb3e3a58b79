//! What an NBoard engine knows between two lines, and what it says. No input and no output.
//!
//! The protocol has no form for errors: what goes wrong is told in the status line, and nothing changes.

use super::clock::Clock;
use crate::NoPlayer;
use crate::background::Background;
use crate::estimate::Opinion;
use luozi_core::PASS;
use luozi_engine::analysis::{Analysis, MoveAnalysis, Proven};
use luozi_engine::thinker::{Question, Update};
use luozi_engine::{Choice, Method, Recipe, own_moves_left};
use luozi_games::Session;
use luozi_games::record::{Record, ggf};
use luozi_games::reversi::Scoring;
use luozi_protocol::nboard::{Depth, Order, Report, TimedMove};
use luozi_search::{Budget, Prove, Purpose};
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
    /// The move to play, after `go`.
    Go,
    /// Every position of the game, from the last to the first; this is the one at hand.
    Analyze(Box<Session>),
}

/// An engine at a board.
pub struct Conversation {
    recipe: Recipe,
    /// What the choice says about a search; nothing, if it says nothing.
    budget: Budget,
    game: Session,
    clock: Clock,
    depth: u32,
    task: Option<Task>,
    /// Thinks for it.
    pub(crate) engine: Background,
}

impl Conversation {
    /// An engine at the start of a game. A budget of the choice limits every move; otherwise `set depth` does, two plies doubling
    /// the simulations.
    pub fn new(choice: &Choice) -> Result<Conversation, NoPlayer> {
        let game = Session::new(&SCORING.on_board(8))?;
        let (mut recipe, budget) = choice.recipe_and_budget(game.kind())?;
        // Hints are about scores: a search whose best move or winner is settled goes on.
        if let Method::Search(params) = &mut recipe.method {
            params.early_stop = false;
            params.prove = if params.prove == Prove::Result { Prove::Score } else { params.prove };
        }
        let engine = Background::new(game.setup(), &recipe)?;
        Ok(Conversation { recipe, budget, game, clock: Clock::default(), depth: DEFAULT_DEPTH, task: None, engine })
    }

    /// Is it thinking?
    pub(crate) fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// What it says to an order that arrived at `asked`.
    pub(crate) fn order(&mut self, order: Order, asked: Instant) -> Vec<Report> {
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
                reports.extend(self.analyze(self.game.clone(), asked));
            }
            // There is no book whose draws could be avoided.
            Order::SetContempt(_) | Order::Quit | Order::Unknown(_) => {}
        }
        reports
    }

    /// What it says when the engine has thought.
    pub(crate) fn thought(&mut self, update: Update) -> Vec<Report> {
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
                evaluation: Some(self.discs(Opinion::of_position(&analysis))),
                seconds: Some(analysis.seconds),
            })],
            Task::Analyze(mut game) => {
                let evaluation = self.discs(Opinion::of_position(&analysis));
                let mut reports = vec![Report::Analysis { moves_made: game.moves().len() as u32, evaluation }];
                if game.undo().is_some() {
                    reports.extend(self.analyze(*game, Instant::now()));
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
        self.engine.stop();
        self.task.take().map(|_| idle()).into_iter().collect()
    }

    fn begin(&mut self, task: Task, asked: Instant) -> Vec<Report> {
        if self.game.outcome().is_some() {
            return vec![Report::Status("the game is over".into())];
        }
        if let (Task::Go, [only]) = (&task, self.game.legal_moves().as_slice()) {
            return vec![Report::Move(TimedMove::bare(only)), idle()];
        }
        let budget = self.budget(matches!(task, Task::Go));
        let purpose = match task {
            Task::Hint(count) => Purpose::Analyse { moves: u32::try_from(count).unwrap_or(u32::MAX) },
            Task::Go | Task::Analyze(_) => Purpose::Play,
        };
        self.ask(&self.game.clone(), budget, purpose, asked);
        self.task = Some(task);
        vec![Report::Status("thinking".into())]
    }

    /// Goes back through the game to the next position that needs thought.
    fn analyze(&mut self, mut game: Session, asked: Instant) -> Vec<Report> {
        let mut reports = Vec::new();
        while let Some(score) = game.outcome() {
            let evaluation = f64::from(score.seen_by(game.to_move()));
            reports.push(Report::Analysis { moves_made: game.moves().len() as u32, evaluation });
            if game.undo().is_none() {
                reports.push(idle());
                return reports;
            }
        }
        self.ask(&game, self.budget(false), Purpose::Analyse { moves: 1 }, asked);
        self.task = Some(Task::Analyze(Box::new(game)));
        reports
    }

    fn ask(&mut self, game: &Session, budget: Budget, purpose: Purpose, asked: Instant) {
        let question = Question { asked, purpose, report_every: Some(REPORT_EVERY), ..Question::new(game, budget) };
        self.engine.ask(question).expect("the conversation asks about its own unfinished game");
    }

    /// What the choice says or else the depth, and for a move in the game what its clock allows.
    fn budget(&self, in_game: bool) -> Budget {
        let by_depth = Budget {
            visits: Some(VISITS_AT_DEPTH_0 << (self.depth.min(LARGEST_DEPTH) / 2)),
            ..Budget::time(LONGEST_SEARCH)
        };
        let budget = if self.budget.is_open() { by_depth } else { self.budget };
        if !in_game {
            return budget;
        }
        budget.within(self.clock.budget(self.game.to_move(), own_moves_left(&self.game)))
    }

    fn set_game(&mut self, text: &str) -> Result<(), String> {
        let games = ggf::read(text, SCORING).map_err(|e| format!("set game: {e}"))?;
        let game: &Record = games.first().ok_or("set game: no game found, expected GGF")?;
        self.engine.fit(game.setup(), &self.recipe).map_err(|e| e.to_string())?;
        self.clock = Clock::of(game);
        self.game = Session::of(game);
        if self.game.moves().is_empty() {
            self.engine.reset();
        }
        Ok(())
    }

    fn play(&mut self, mv: &TimedMove) -> Result<(), String> {
        let mut game = self.game.clone();
        if mv.text != PASS && game.legal_moves() == [PASS] {
            game.play(PASS).expect("the only legal move");
        }
        let mover = game.to_move();
        game.play(&mv.text).map_err(|e| e.kind.to_string())?;
        let seconds = mv.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        self.clock.spend(mover, seconds.unwrap_or_default());
        self.game = game;
        Ok(())
    }

    /// Effort and the best moves of a search; nothing when none is wanted.
    fn lines(&self, analysis: &Analysis, count: usize) -> Vec<Report> {
        let best = analysis.moves.iter().enumerate().filter(|(order, mv)| *order == 0 || mv.value.is_some());
        let mut reports: Vec<Report> = best.take(count).map(|(_, mv)| self.line(analysis, mv)).collect();
        if count > 0 {
            reports.push(Report::NodeStats { nodes: analysis.playouts, seconds: analysis.seconds });
        }
        reports
    }

    fn line(&self, analysis: &Analysis, mv: &MoveAnalysis) -> Report {
        let line = mv.pv.iter().map(|mv| TimedMove::bare(mv).to_string()).collect();
        let evaluation = self.discs(Opinion::of_move(analysis, mv));
        let depth = match mv.proven {
            Some(Proven::Score { .. }) => Depth::Exact,
            Some(Proven::Result { .. }) => Depth::WinLoss,
            None => Depth::Plies(mv.pv.len() as u32),
        };
        Report::Search { line, evaluation, depth }
    }

    fn discs(&self, opinion: Opinion) -> f64 {
        opinion.score(&self.game)
    }
}

fn idle() -> Report {
    Report::Status(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_engine::Who;
    use luozi_engine::analysis::ProvenResult;

    fn conversation(budget: Budget) -> Conversation {
        Conversation::new(&Choice { who: Who::Preset("greedy".into()), budget, ..Choice::default() }).unwrap()
    }

    #[test]
    fn only_proofs_are_called_exact() {
        let conversation = conversation(Budget::default());
        let line = |proven| {
            let pv = vec!["f5".to_string(), "pass".to_string()];
            let (value, score) = (Some(0.5), Some(6.59));
            let mv = MoveAnalysis { mv: "f5".into(), visits: 9, value, score, prior: 1.0, proven, pv, why: Vec::new() };
            let analysis = Analysis { best: "f5".into(), value, visits: 9, ..Analysis::default() };
            conversation.line(&analysis, &mv).to_string()
        };
        assert_eq!(line(None), "search F5PA 6.59 0 2");
        assert_eq!(line(Some(Proven::Score { score: -4 })), "search F5PA -4.00 0 100%");
        let loss = Proven::Result { result: ProvenResult::Loss, plies: None };
        assert_eq!(line(Some(loss)), "search F5PA -1.00 0 100%W");
    }

    #[test]
    fn two_plies_of_depth_double_the_simulations_unless_the_choice_says_more() {
        let mut free = conversation(Budget::default());
        let visits = |conversation: &mut Conversation, depth| {
            conversation.order(Order::SetDepth(depth), Instant::now());
            conversation.budget(true).visits
        };
        assert_eq!(visits(&mut free, 12), Some(4096));
        assert_eq!(visits(&mut free, 14), Some(8192));
        assert_eq!(visits(&mut free, u32::MAX), visits(&mut free, 60));
        let mut fixed = conversation(Budget::visits(7));
        assert_eq!(visits(&mut fixed, 12), Some(7));
    }
}
