//! A player on a thread of its own, for whoever must stay awake while it thinks: protocols and the page.
//!
//! Everything is text and plain data here, so one type serves all games. A [`Thinker`] answers one [`Question`] at a
//! time and keeps what it learned from one to the next; a new question ends the one before.
//!
//! ```text
//!   asker                              thinking thread
//!     ask(question, tell) ──────────▶  searches, calls tell(Progress) now and then
//!     stop() ── flag ───────────────▶  ends within one simulation, calls tell(Done)
//!     wait() ◀── the last analysis ──
//! ```

use crate::analysis::Analysis;
use crate::explain::Graph;
use crate::simulation::Simulation;
use crate::{Ask, NoMove, Player, Recipe, RecipeError, Watcher, player};
use luozi_games::{Session, Setup, SetupError};
use luozi_search::{Budget, Instant, Purpose};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A thinker that cannot be made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ThinkerError {
    /// The board that the setup describes is none of its game's.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The player that the recipe describes cannot be made for the board.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
}

/// What to think about.
#[derive(Clone)]
pub struct Question {
    /// The game so far.
    pub session: Session,
    /// What it may spend; the recipe's own limits apply where nothing is given.
    pub budget: Budget,
    /// What the answer is for.
    pub purpose: Purpose,
    /// Time between two reports of progress; `None` for none.
    pub report_every: Option<Duration>,
    /// When it was asked: time counts from here.
    pub asked: Instant,
}

impl Question {
    /// A question for a move asked now, without reports of progress.
    pub fn new(session: &Session, budget: Budget) -> Question {
        let purpose = Purpose::Play;
        Question { session: session.clone(), budget, purpose, report_every: None, asked: Instant::now() }
    }
}

/// What the thinking thread tells.
#[derive(Clone, PartialEq, Debug)]
pub enum Update {
    /// The search goes on.
    Progress(Analysis),
    /// The search has ended.
    Done(Analysis),
}

/// Called by the thinking thread: be quick.
pub type Tell = Box<dyn FnMut(Update) + Send>;

/// Something for the thinking thread to do.
enum Order {
    Think { question: Box<Question>, stop: Arc<AtomicBool>, tell: Tell, answer: Sender<Analysis> },
    Explain { most: usize, answer: Sender<Option<Graph>> },
    Simulate { session: Box<Session>, number: u64, answer: Sender<Result<Option<Simulation>, NoMove>> },
    Reset,
}

/// A question that is being answered.
struct Job {
    stop: Arc<AtomicBool>,
    answer: Receiver<Analysis>,
}

/// An engine at work in the background.
pub struct Thinker {
    setup: Setup,
    recipe: Recipe,
    /// `None` only while it is being dropped.
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    job: Option<Job>,
}

impl Thinker {
    /// The player of a recipe on a board, with its thread.
    pub fn new(setup: &Setup, recipe: &Recipe) -> Result<Thinker, ThinkerError> {
        let mut player = player(&Session::new(setup)?, recipe)?;
        let recipe = player.recipe().unwrap_or(recipe).clone();
        let (orders, inbox) = channel();
        let thread = std::thread::spawn(move || serve(&mut *player, inbox));
        Ok(Thinker { setup: setup.clone(), recipe, orders: Some(orders), thread: Some(thread), job: None })
    }

    /// Game and board.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The player; another than asked for when that one did not know the board and nobody had named it.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Begins to answer a question, after ending the one before.
    pub fn ask(&mut self, question: Question, tell: impl FnMut(Update) + Send + 'static) -> Result<(), NoMove> {
        if question.session.setup() != &self.setup {
            let (own, found) = (self.setup.clone().into(), question.session.setup().clone().into());
            return Err(NoMove::OtherBoard { own, found });
        }
        if question.session.outcome().is_some() {
            return Err(NoMove::Over);
        }
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let (answer, receiver) = channel();
        self.send(Order::Think { question: Box::new(question), stop: Arc::clone(&stop), tell: Box::new(tell), answer });
        self.job = Some(Job { stop, answer: receiver });
        Ok(())
    }

    /// Answers a question and waits for it.
    pub fn answer(&mut self, question: Question) -> Result<Analysis, NoMove> {
        self.ask(question, |_| ())?;
        Ok(self.wait().expect("just asked"))
    }

    /// Waits until the current question is answered; `None` when there is none.
    ///
    /// # Panics
    /// If the engine panicked.
    pub fn wait(&mut self) -> Option<Analysis> {
        let job = self.job.take()?;
        Some(job.answer.recv().unwrap_or_else(|_| self.fail()))
    }

    /// Ends the current question and gives what was found; `None` when there is none.
    ///
    /// # Panics
    /// If the engine panicked.
    pub fn stop(&mut self) -> Option<Analysis> {
        // `Relaxed`: the flag carries no data; the channel orders what the search wrote.
        self.job.as_ref()?.stop.store(true, Ordering::Relaxed);
        self.wait()
    }

    /// At most `most` nodes of the graph of the last question, which is ended if need be; `None` before the first one, or if
    /// the player has no graph.
    ///
    /// # Panics
    /// If the engine panicked.
    pub fn explain(&mut self, most: usize) -> Option<Graph> {
        self.stop();
        let (answer, receiver) = channel();
        self.send(Order::Explain { most, answer });
        receiver.recv().unwrap_or_else(|_| self.fail())
    }

    /// Tells the simulation of that number, from 1, of a search that began with nothing; see [`Player::simulate`]. The current question is
    /// ended if need be.
    ///
    /// # Panics
    /// If the engine panicked.
    pub fn simulate(&mut self, session: &Session, number: u64) -> Result<Option<Simulation>, NoMove> {
        self.stop();
        let (answer, receiver) = channel();
        self.send(Order::Simulate { session: Box::new(session.clone()), number, answer });
        receiver.recv().unwrap_or_else(|_| self.fail())
    }

    /// Forgets everything, after ending the current question: the next game begins like the first.
    pub fn reset(&mut self) {
        self.stop();
        self.send(Order::Reset);
    }

    fn send(&mut self, order: Order) {
        if self.orders.as_ref().is_none_or(|orders| orders.send(order).is_err()) {
            self.fail()
        }
    }

    /// The thread is gone: passes its panic on.
    fn fail(&mut self) -> ! {
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            _ => panic!("the thinking thread ended early"),
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some(job) = &self.job {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the engine has been told to whoever waited for it.
            let _ = thread.join();
        }
    }
}

/// The thinking thread: carries out orders until there are no more.
fn serve(player: &mut dyn Player, inbox: Receiver<Order>) {
    for order in inbox {
        match order {
            Order::Reset => player.reset(),
            // Nobody has to wait for an answer.
            Order::Explain { most, answer } => answer.send(player.explain(most)).unwrap_or(()),
            Order::Simulate { session, number, answer } => {
                answer.send(player.simulate(&session, number)).unwrap_or(());
            }
            Order::Think { question, stop, mut tell, answer } => {
                let mut progress = |analysis: &Analysis| tell(Update::Progress(analysis.clone()));
                let watch = question.report_every.map(|every| Watcher { every, tell: &mut progress });
                let Question { budget, purpose, asked, .. } = *question;
                let ask = Ask { budget, purpose, asked, stop: Some(&stop), watch };
                let analysis =
                    player.think(&question.session, ask).expect("the question was checked when it was asked");
                tell(Update::Done(analysis.clone()));
                answer.send(analysis).unwrap_or(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    fn thinker(kind: GameKind) -> (Session, Thinker) {
        let setup = Setup::standard(kind);
        let mut recipe = Recipe::flagship(kind);
        recipe.set("memory_mb", "16").unwrap();
        (Session::new(&setup).unwrap(), Thinker::new(&setup, &recipe).unwrap())
    }

    #[test]
    fn every_game_is_played_to_its_end() {
        for kind in GameKind::BUILT_IN {
            let (mut session, mut thinker) = thinker(kind);
            while session.outcome().is_none() {
                let analysis = thinker.answer(Question::new(&session, Budget::visits(8))).unwrap();
                session.play(&analysis.best).unwrap();
            }
            assert!(matches!(thinker.answer(Question::new(&session, Budget::visits(8))), Err(NoMove::Over)));
        }
    }

    #[test]
    fn a_question_without_limits_ends_when_it_is_stopped() {
        for kind in GameKind::BUILT_IN {
            let (session, mut thinker) = thinker(kind);
            let (sender, updates) = channel();
            let every = Some(Duration::from_millis(1));
            let question = Question { report_every: every, ..Question::new(&session, Budget::default()) };
            thinker.ask(question, move |update| sender.send(update).unwrap_or(())).unwrap();
            assert!(matches!(updates.recv(), Ok(Update::Progress(analysis)) if analysis.visits > 0));
            let last = thinker.stop().unwrap();
            assert_eq!(updates.into_iter().last(), Some(Update::Done(last)));
            assert_eq!(thinker.stop(), None);
        }
    }

    #[test]
    fn a_new_question_ends_the_one_before_and_resets_repeat() {
        let (mut session, mut thinker) = thinker(GameKind::CONNECT4);
        let first = thinker.answer(Question::new(&session, Budget::visits(50))).unwrap();
        thinker.ask(Question::new(&session, Budget::default()), |_| ()).unwrap();
        session.play("4").unwrap();
        assert!(thinker.answer(Question::new(&session, Budget::visits(50))).unwrap().visits <= 50);
        session.undo();
        thinker.reset();
        let again = thinker.answer(Question::new(&session, Budget::visits(50))).unwrap();
        assert_eq!(Analysis { seconds: 0.0, ..again }, Analysis { seconds: 0.0, ..first });
    }

    #[test]
    fn the_graph_of_the_last_question_is_explained() {
        let (mut session, mut thinker) = thinker(GameKind::CONNECT4);
        assert_eq!(thinker.explain(10), None);
        session.play("4").unwrap();
        thinker.ask(Question::new(&session, Budget::default()), |_| ()).unwrap();
        let graph = thinker.explain(10).unwrap();
        assert!((1..=10).contains(&graph.nodes.len()));
        assert_eq!(graph.nodes[0].board[5], "...X...");
    }

    #[test]
    fn another_board_is_refused() {
        let (_, mut thinker) = thinker(GameKind::NOGO);
        let session = Session::new(&Setup::board(GameKind::NOGO, 5, 5)).unwrap();
        let error = thinker.answer(Question::new(&session, Budget::visits(1))).unwrap_err();
        assert!(error.to_string().contains("9 rows x 9 columns; found NoGo, 5 rows"), "{error}");
    }
}
