//! A search of one tab, from the request to the last frame.
//!
//! Each search is a task of its own. It listens to [`Stop`] and talks through [`Outlets`]: reports go into a cell that
//! holds only the latest, everything else into a short queue. When the tab goes away or wants another search, its end of the
//! control channel is dropped, and the search ends within a few simulations.

mod desk;
mod explain;
mod lab;
mod review;

pub use luozi_wire::order::{Board, Order, Slot};

use crate::message::{Best, Info, Mode, MoveInfo, Reason, ToTab};
use crate::pool::{Lease, Pool};
use crate::problem::{Code, Problem};
use desk::{Desk, Kept, Terms};
use luozi_engine::analysis::Analysis;
use luozi_engine::thinker::Question;
use luozi_wire::report::{ASIDE, Reporter, Spent, ended, reason};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, mpsc, watch};

/// Time between two reports of an engine. Tabs see fewer, but the first one soon.
const REPORT_EVERY: Duration = Duration::from_millis(40);
/// Nobody who wants a move waits longer for room to search.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// An analysis waits for its turn as long as its tab does; nobody looks at one for longer than this.
const LONGEST_ANALYSIS_WAIT: Duration = Duration::from_secs(24 * 3600);

/// What a tab says to its search: end, and tell what was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop;

/// Where a search puts its frames.
pub struct Outlets {
    /// The latest report of the search, over which older ones are dropped.
    pub info: watch::Sender<Option<Arc<Info>>>,
    /// Everything else, in order.
    pub frames: mpsc::Sender<ToTab>,
}

/// The engine of a connection between its searches. A search holds it while it runs, so there is only one at a time.
pub type Seat = Arc<Mutex<Option<Kept>>>;

/// A search that runs.
pub struct Search {
    order: Order,
    pool: Arc<Pool>,
    visitor: Arc<str>,
    control: mpsc::UnboundedReceiver<Stop>,
    /// The tab has said so too early to be acted on.
    stopped_early: bool,
    outlets: Outlets,
    desk: Option<Desk>,
}

/// The tab does not listen any more, or something is wrong.
enum Halt {
    Gone,
    Problem(Problem),
}

impl From<Problem> for Halt {
    fn from(problem: Problem) -> Halt {
        Halt::Problem(problem)
    }
}

/// How a question ended.
enum Answer {
    /// By itself: at a limit, or because there was nothing left to find.
    Done(Analysis),
    /// The tab asked for it.
    Stopped(Analysis),
    /// The memory was wanted back.
    Recalled(Analysis),
}

impl Search {
    /// A search that has not begun.
    pub fn new(
        order: Order,
        (pool, visitor): (Arc<Pool>, Arc<str>),
        control: mpsc::UnboundedReceiver<Stop>,
        outlets: Outlets,
    ) -> Search {
        Search { order, pool, visitor, control, stopped_early: false, outlets, desk: None }
    }

    /// Runs to the end. Gives the problem that ended it, if one did.
    pub async fn run(mut self, seat: Seat) -> Option<Problem> {
        // The search before gives the seat back as soon as it has stopped.
        let mut seat = seat.lock().await;
        let ended = match self.order.mode {
            Mode::Review => self.review().await,
            mode => match self.open(seat.take()).await {
                Ok(()) if mode == Mode::Lab => self.simulate().await,
                Ok(()) => self.think().await,
                Err(halt) => Err(halt),
            },
        };
        if let Some(desk) = self.desk.take() {
            if self.order.repeatable {
                desk.close().await;
            } else {
                *seat = desk.keep();
            }
        }
        match ended {
            Err(Halt::Problem(problem)) => Some(problem),
            Ok(()) | Err(Halt::Gone) => None,
        }
    }

    /// Gets an engine, unless the tab goes away or nobody makes room for too long.
    async fn open(&mut self, kept: Option<Kept>) -> Result<(), Halt> {
        let Order { board, recipe, repeatable, .. } = &self.order;
        let own_seed = *repeatable || self.order.mode == Mode::Lab;
        let terms = Terms { endless: self.order.endless(), fresh: *repeatable, own_seed };
        let opening = Desk::open(&self.pool, &self.visitor, (board.session.setup(), recipe), terms, kept);
        let patience = if terms.endless { LONGEST_ANALYSIS_WAIT } else { LONGEST_WAIT };
        self.desk = Some(unless_gone(&mut self.control, &self.pool, patience, opening).await?);
        Ok(())
    }

    /// Gets room for a computation of its own.
    async fn wait_for_room(&mut self) -> Result<Lease, Halt> {
        let (pool, visitor) = (Arc::clone(&self.pool), Arc::clone(&self.visitor));
        let lease = async { pool.lease(&visitor, false).await.map_err(Problem::from) };
        unless_gone(&mut self.control, &self.pool, LONGEST_WAIT, lease).await
    }

    fn desk(&mut self) -> Result<&mut Desk, Halt> {
        self.desk.as_mut().ok_or_else(|| Problem::with_reason(Code::Internal, "the engine was lost").into())
    }

    /// Answers one question, or says why not to the end.
    async fn ask(
        &mut self,
        question: Question,
        progress: impl FnMut(Analysis) + Send + 'static,
    ) -> Result<Answer, Halt> {
        let desk = self.desk.as_mut().ok_or_else(|| Problem::with_reason(Code::Internal, "the engine was lost"))?;
        let mut done = desk.ask(question, progress)?;
        if std::mem::take(&mut self.stopped_early) {
            let analysis = desk.stop().await?.ok_or(Halt::Gone)?;
            return Ok(Answer::Stopped(analysis));
        }
        let stopped: fn(Analysis) -> Answer = tokio::select! {
            analysis = &mut done => {
                let lost = |_| Problem::with_reason(Code::Internal, "the engine failed");
                return Ok(Answer::Done(analysis.map_err(lost)?));
            }
            control = self.control.recv() => match control {
                Some(Stop) => Answer::Stopped,
                None => {
                    desk.stop().await?;
                    return Err(Halt::Gone);
                }
            },
            () = desk.recalled() => Answer::Recalled,
        };
        let analysis = self.desk()?.stop().await?;
        analysis.map(stopped).ok_or(Halt::Gone)
    }

    /// One position, with reports, until the limits, a proof or the tab end it.
    async fn think(&mut self) -> Result<(), Halt> {
        let reporter = Arc::new(Reporter::new(&self.order));
        let aside = Arc::new(self.look_aside(&reporter).await?);
        let own = self.order.recipe.limits;
        let asked = self.order.limits;
        let mut left = asked.or(own);
        let purpose = self.order.purpose();
        let mut question =
            Question { asked: self.order.asked, purpose, ..Question::new(&self.order.board.session, left) };
        let mut spent = Spent::default();
        let mut first_seq = 0;
        loop {
            // Step 1. Ask, reporting as it goes.
            question.report_every = Some(REPORT_EVERY);
            let (cell, told, extra) = (self.outlets.info.clone(), Arc::clone(&reporter), Arc::clone(&aside));
            let mut seq = first_seq;
            let progress = move |analysis: Analysis| {
                seq += 1;
                cell.send_replace(Some(Arc::new(told.info(&analysis, spent, seq, &extra))));
            };
            let answer = self.ask(question.clone(), progress).await?;

            // Step 2. The end, or an interruption.
            let analysis = match answer {
                Answer::Done(analysis) => {
                    let reason = reason(&analysis);
                    return self.finish(&reporter, &analysis, reason, spent, &aside).await;
                }
                Answer::Stopped(analysis) => {
                    return self.finish(&reporter, &analysis, Reason::Stopped, spent, &aside).await;
                }
                Answer::Recalled(analysis) => analysis,
            };
            let searched = Duration::from_secs_f64(analysis.seconds);
            left.time = left.time.map(|time| time.saturating_sub(searched));
            left.visits = left.visits.map(|visits| visits.saturating_sub(analysis.visits).max(1));
            first_seq = self.outlets.info.borrow().as_ref().map_or(0, |info| info.seq);

            // Step 3. Until it may go on.
            self.queue_again().await?;
            spent = Spent { time: spent.time + searched, visits: spent.visits + analysis.visits };
            (question.budget, question.asked) = (left, Instant::now());
        }
    }

    /// Gives the memory back and waits for room again.
    async fn queue_again(&mut self) -> Result<(), Halt> {
        if let Some(desk) = self.desk.take() {
            desk.close().await;
        }
        self.open(None).await
    }

    /// Looks at the moves that must be in the list, before the search proper.
    async fn look_aside(&mut self, reporter: &Reporter) -> Result<Vec<MoveInfo>, Halt> {
        let mut found = Vec::new();
        for mv in self.order.include.clone() {
            let mut after = self.order.board.session.clone();
            if after.play(&mv).is_err() {
                continue;
            }
            let analysis = match ended(&after) {
                Some(analysis) => analysis,
                None => match self.ask(Question::new(&after, ASIDE), |_| ()).await? {
                    Answer::Done(analysis) | Answer::Recalled(analysis) => analysis,
                    Answer::Stopped(_) => {
                        self.stopped_early = true;
                        break;
                    }
                },
            };
            found.push(reporter.looked_at(&mv, &analysis));
        }
        Ok(found)
    }

    async fn finish(
        &mut self,
        reporter: &Reporter,
        analysis: &Analysis,
        reason: Reason,
        spent: Spent,
        aside: &[MoveInfo],
    ) -> Result<(), Halt> {
        if self.order.mode == Mode::Explain {
            return self.explain(analysis).await;
        }
        let seq = self.outlets.info.borrow().as_ref().map_or(0, |info| info.seq) + 1;
        let best = Best {
            generation: self.order.board.generation,
            id: self.order.id,
            m: analysis.best.clone(),
            reason,
            info: reporter.info(analysis, spent, seq, aside),
            hint: (self.order.mode == Mode::Hint).then(|| reporter.hint(analysis)),
        };
        self.send(ToTab::Best(Box::new(best))).await
    }

    async fn send(&mut self, frame: ToTab) -> Result<(), Halt> {
        self.outlets.frames.send(frame).await.map_err(|_| Halt::Gone)
    }
}

/// Waits for room, unless the tab stops, goes away or has waited for too long.
async fn unless_gone<T>(
    control: &mut mpsc::UnboundedReceiver<Stop>,
    pool: &Pool,
    patience: Duration,
    room: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Halt> {
    let gone = async {
        control.recv().await;
    };
    tokio::select! {
        found = room => Ok(found?),
        () = gone => Err(Halt::Gone),
        () = tokio::time::sleep(patience) => {
            let searches = pool.searches();
            let args = serde_json::json!({ "searches": searches });
            let text = format!("{searches} searches are running and none made room in time; try again");
            Err(Problem::new(Code::Busy, text, args).into())
        }
    }
}
