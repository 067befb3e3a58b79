//! One page and its board: what the server's connection does, without threads.
//!
//! Whoever computes here cannot listen, so a search is advanced in slices: [`Tab::step`] thinks for a moment, and the worker
//! hears the page in between. What a slice has learnt stays in the player's graph.

use luozi_engine::review::{Conditions, review_aloud};
use luozi_engine::{Ask, Method, NoMove, Player, Recipe, Watcher, player};
use luozi_games::analysis::Analysis;
use luozi_games::record::Record;
use luozi_games::{Session, Setup};
use luozi_search::{Budget, Instant, StopReason};
use luozi_wire::lab::{MOST_NODES, no_simulation};
use luozi_wire::message::{Best, Explained, FromTab, Go, Mode, MoveInfo, Reason, ToTab, VERSION, numbers_of};
use luozi_wire::order::{Board, Order, Slot};
use luozi_wire::problem::{Code, Problem};
use luozi_wire::report::{ASIDE, Reporter, Spent, ended, reason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Reports a second when nobody says.
const USUAL_HZ: u32 = 10;

/// Where frames go.
pub type Post<'a> = &'a mut dyn FnMut(&ToTab);

/// The page's board and its search.
pub struct Tab {
    memory_mb: u64,
    board: Option<Board>,
    search: Option<Search>,
    /// The players of the last searches, which remember.
    kept: [Option<Seat>; Slot::COUNT],
}

/// A player and what it was made for.
struct Seat {
    setup: Setup,
    recipe: Recipe,
    player: Box<dyn Player>,
}

/// A search between two slices.
struct Search {
    order: Order,
    reporter: Reporter,
    aside: Vec<MoveInfo>,
    /// What it may still spend.
    left: Budget,
    spent: Spent,
    seq: u64,
    /// Time between two reports, and when the last one was.
    every: Duration,
    told: Option<Instant>,
    last: Option<Analysis>,
}

impl Tab {
    /// A page that has said nothing yet, whose players may have so much memory.
    pub fn new(memory_mb: u64) -> Tab {
        Tab { memory_mb, board: None, search: None, kept: Default::default() }
    }

    /// Whether there is something to think about.
    pub fn is_busy(&self) -> bool {
        self.search.is_some()
    }

    /// Whether the next step cannot be interrupted: a review, and plain alpha-beta.
    pub fn is_deaf(&self) -> bool {
        self.search.as_ref().is_some_and(|search| {
            let order = &search.order;
            matches!(order.mode, Mode::Review | Mode::Lab)
                || order.repeatable
                || matches!(order.recipe.method, Method::AlphaBeta { .. })
        })
    }

    /// Deals with a message of the page.
    pub fn receive(&mut self, text: &str, post: Post<'_>) {
        let message = match serde_json::from_str::<FromTab>(text) {
            Ok(message) => message,
            Err(e) => {
                return post(&ToTab::failure(numbers_of(text), Problem::with_reason(Code::BadMessage, e)));
            }
        };
        match message {
            FromTab::Hello { v } if v == VERSION => post(&ToTab::Welcome {
                v: VERSION,
                version: env!("CARGO_PKG_VERSION"),
                threads: 1,
                instance: "worker".to_string(),
            }),
            FromTab::Hello { v } => {
                let text = format!("found version {v} of the protocol, expected {VERSION}; reload the page");
                let args = serde_json::json!({"found": v, "expected": VERSION});
                post(&ToTab::failure((None, None), Problem::new(Code::Version, text, args)));
            }
            FromTab::Pos(pos) => {
                (self.search, self.board) = (None, None);
                let generation = pos.generation;
                match Board::at(pos) {
                    Ok(board) => {
                        post(&ToTab::State { generation, state: Box::new((*board.state).clone()) });
                        self.board = Some(board);
                    }
                    Err(problem) => post(&ToTab::failure((Some(generation), None), problem)),
                }
            }
            FromTab::Go(go) => {
                let answered = (Some(go.generation), Some(go.id));
                if let Err(problem) = self.go(*go) {
                    post(&ToTab::failure(answered, problem));
                }
            }
            FromTab::Stop { id } => {
                if let Some(search) = self.search.take_if(|search| search.order.id == id) {
                    self.finish(search, Reason::Stopped, post);
                }
            }
            FromTab::Rate { id, max_hz } => {
                if let Some(search) = self.search.as_mut().filter(|search| search.order.id == id) {
                    search.every = Duration::from_secs(1) / max_hz.max(1);
                }
            }
            FromTab::Watch { .. } => {
                let problem = Problem::with_reason(Code::UnknownEvent, "tournaments need a server; this page has none");
                post(&ToTab::failure((None, None), problem));
            }
            FromTab::Sit { .. } | FromTab::Act(_) => {
                let problem = Problem::with_reason(Code::NeedsServer, "two people need a server; this page has none");
                post(&ToTab::failure((None, None), problem));
            }
            FromTab::Unwatch | FromTab::Rise => {}
        }
    }

    /// Begins a search instead of the one before.
    fn go(&mut self, go: Go) -> Result<(), Problem> {
        self.search = None;
        let board = self
            .board
            .as_ref()
            .ok_or_else(|| Problem::with_reason(Code::NoPosition, "`go` comes after a `pos` that was accepted"))?;
        let every = Duration::from_secs(1) / go.max_hz.unwrap_or(USUAL_HZ).max(1);
        let mut order = Order::new(go, board, Instant::now())?;
        if let Some(resources) = order.recipe.resources() {
            *resources.threads = 1;
            // The laboratory has two engines, and its searches are short.
            let share = if order.mode == Mode::Lab { self.memory_mb / 4 } else { self.memory_mb };
            *resources.memory_mb = (*resources.memory_mb).min(share.max(1));
        }
        let (setup, recipe) = (board.session.setup(), &order.recipe);
        let kept = self.kept[order.slot.index()].take();
        let kept = kept.filter(|kept| !order.repeatable && kept.setup == *setup && kept.recipe == *recipe);
        let seat = match kept {
            Some(kept) => kept,
            None => {
                let player = player(&board.session, recipe).map_err(|e| Problem::with_reason(Code::BadPlayer, e))?;
                Seat { setup: setup.clone(), recipe: recipe.clone(), player }
            }
        };
        self.kept[order.slot.index()] = Some(seat);
        let left = order.limits.or(order.recipe.limits);
        let reporter = Reporter::new(&order);
        let (spent, told) = (Spent::default(), None);
        self.search = Some(Search { order, reporter, aside: Vec::new(), left, spent, seq: 0, every, told, last: None });
        Ok(())
    }

    /// Thinks for about `slice`, and tells what there is to tell.
    pub fn step(&mut self, slice: Duration, post: Post<'_>) {
        let Some(mut search) = self.search.take() else { return };
        let answered = (Some(search.order.board.generation), Some(search.order.id));
        let advanced = if search.order.mode == Mode::Review {
            self.review(&search.order, post).map(|()| None)
        } else if search.order.mode == Mode::Lab {
            self.simulate(&search.order, post).map(|()| None)
        } else {
            self.advance(&mut search, slice).map(Some)
        };
        match advanced {
            Ok(None) => {}
            Ok(Some(Some(reason))) => self.finish(search, reason, post),
            Ok(Some(None)) => {
                search.report(post);
                self.search = Some(search);
            }
            Err(problem) => post(&ToTab::failure(answered, problem)),
        }
    }

    fn seat(&mut self, slot: Slot) -> Result<&mut Seat, Problem> {
        self.kept[slot.index()].as_mut().ok_or_else(|| Problem::with_reason(Code::Internal, "the engine was lost"))
    }

    /// One slice of a search; why it has ended, if it has.
    fn advance(&mut self, search: &mut Search, slice: Duration) -> Result<Option<Reason>, Problem> {
        let whole = search.order.repeatable;
        let seat = self.seat(search.order.slot)?;
        match &search.last {
            None => search.aside = look_aside(&mut *seat.player, search)?,
            Some(before) => {
                search.spent.time += Duration::from_secs_f64(before.seconds);
                search.spent.visits += before.visits;
            }
        }
        let stop = AtomicBool::new(false);
        // Relaxed: there is one thread.
        let mut tell = |_: &Analysis| stop.store(true, Ordering::Relaxed);
        let watch = (!whole).then_some(Watcher { every: slice, tell: &mut tell });
        let asked = if search.last.is_none() { search.order.asked } else { Instant::now() };
        let purpose = search.order.purpose();
        let ask = Ask { budget: search.left, purpose, asked, stop: Some(&stop), watch };
        let analysis = seat.player.think(&search.order.board.session, ask).map_err(|e| match e {
            NoMove::Over => Problem::with_reason(Code::GameOver, e),
            other => Problem::with_reason(Code::Internal, other),
        })?;
        let interrupted = analysis.stopped == Some(StopReason::Asked);
        let searched = Duration::from_secs_f64(analysis.seconds);
        search.left.time = search.left.time.map(|time| time.saturating_sub(searched));
        search.left.visits = search.left.visits.map(|visits| visits.saturating_sub(analysis.visits));
        let ended = match interrupted {
            true if search.left.visits == Some(0) => Some(Reason::Visits),
            true if search.left.time == Some(Duration::ZERO) => Some(Reason::Time),
            true => None,
            false => Some(reason(&analysis)),
        };
        search.last = Some(analysis);
        Ok(ended)
    }

    /// The last frame of a search.
    fn finish(&mut self, search: Search, reason: Reason, post: Post<'_>) {
        let Search { order, reporter, aside, spent, seq, last, .. } = search;
        let Some(analysis) = last else { return };
        if order.mode == Mode::Explain {
            let graph =
                self.kept[order.slot.index()].as_ref().and_then(|kept| kept.player.explain(Explained::MOST_NODES));
            return match graph {
                Some(graph) => post(&ToTab::Explained(order.explained(&analysis, graph))),
                None => {
                    let problem = Problem::with_reason(Code::Internal, "the engine has no graph");
                    post(&ToTab::failure((Some(order.board.generation), Some(order.id)), problem));
                }
            };
        }
        post(&ToTab::Best(Box::new(Best {
            generation: order.board.generation,
            id: order.id,
            m: analysis.best.clone(),
            reason,
            info: reporter.info(&analysis, spent, seq + 1, &aside),
            hint: (order.mode == Mode::Hint).then(|| reporter.hint(&analysis)),
        })));
    }

    /// One simulation of the laboratory, with those before it that were not made yet.
    fn simulate(&mut self, order: &Order, post: Post<'_>) -> Result<(), Problem> {
        let seat = self.seat(order.slot)?;
        let told = seat.player.simulate(&order.board.session, order.step).map_err(|e| no_simulation(&e))?;
        let graph = seat.player.explain(MOST_NODES);
        post(&ToTab::Simulated(Box::new(order.simulated(told, graph))));
        Ok(())
    }

    /// A whole game judged, in one step.
    fn review(&mut self, order: &Order, post: Post<'_>) -> Result<(), Problem> {
        self.kept = Default::default();
        let mut recipe = order.recipe.clone();
        if let Some(resources) = recipe.resources() {
            *resources.memory_mb = (*resources.memory_mb / 2).max(1);
        }
        let conditions = Conditions {
            recipe: &recipe,
            limits: order.limits,
            candidates: order.multi as u32,
            solver_nodes: order.solver_nodes(),
            solver_bytes: (self.memory_mb << 20) as usize / 2,
            stop: &AtomicBool::new(false),
        };
        let total = order.board.session.moves().len();
        let review = review_aloud(&Record::of(&order.board.session), &conditions, &mut |progress, latest| {
            if let Some(judged) = latest {
                post(&ToTab::Judged(Box::new(order.judged(progress, total, judged))));
            }
        });
        let review = review.map_err(|e| Problem::with_reason(Code::BadPlayer, e))?;
        post(&ToTab::Reviewed(order.reviewed(&review)));
        Ok(())
    }
}

impl Search {
    /// Tells what is known, unless somebody was told a moment ago.
    fn report(&mut self, post: Post<'_>) {
        let Some(analysis) = &self.last else { return };
        if self.told.is_none_or(|told| told.elapsed() >= self.every) {
            self.seq += 1;
            self.told = Some(Instant::now());
            post(&ToTab::Info(self.reporter.info(analysis, self.spent, self.seq, &self.aside)));
        }
    }
}

/// Looks at the moves that must be in the list, before the search proper.
fn look_aside(player: &mut dyn Player, search: &Search) -> Result<Vec<MoveInfo>, Problem> {
    let mut found = Vec::new();
    for mv in &search.order.include {
        let mut after: Session = search.order.board.session.clone();
        if after.play(mv).is_err() {
            continue;
        }
        let analysis = match ended(&after) {
            Some(analysis) => analysis,
            None => player.think(&after, Ask::new(ASIDE)).map_err(|e| Problem::with_reason(Code::Internal, e))?,
        };
        found.push(search.reporter.looked_at(mv, &analysis));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(tab: &mut Tab, message: &str) -> Vec<serde_json::Value> {
        let mut frames = Vec::new();
        tab.receive(message, &mut |frame| frames.push(serde_json::to_value(frame).unwrap()));
        frames
    }

    fn steps(tab: &mut Tab, most: usize) -> Vec<serde_json::Value> {
        let mut frames = Vec::new();
        for _ in 0..most {
            tab.step(Duration::from_millis(5), &mut |frame| frames.push(serde_json::to_value(frame).unwrap()));
            if !tab.is_busy() {
                break;
            }
        }
        frames
    }

    const POSITION: &str = r#"{"type":"pos","gen":1,"setup":{"game":"nogo","rows":9,"cols":9},"moves":["E5"]}"#;

    #[test]
    fn a_position_a_search_in_slices_and_its_end() {
        let mut tab = Tab::new(16);
        assert_eq!(frames(&mut tab, r#"{"type":"hello","v":1}"#)[0]["type"], "welcome");
        let state = &frames(&mut tab, POSITION)[0];
        assert_eq!((&state["type"], &state["ply"]), (&"state".into(), &1.into()));
        let go = r#"{"type":"go","gen":1,"id":7,"mode":"move","preset":"uct-plain","visits":20000,"max_hz":200}"#;
        assert!(frames(&mut tab, go).is_empty() && tab.is_busy() && !tab.is_deaf());
        let told = steps(&mut tab, 10_000);
        let (last, reports) = told.split_last().unwrap();
        assert_eq!((&last["type"], &last["reason"]), (&"best".into(), &"visits".into()), "{last}");
        assert!(!reports.is_empty() && reports.iter().all(|frame| frame["type"] == "info"));
        let visits: Vec<u64> = told.iter().filter_map(|frame| frame["visits"].as_u64()).collect();
        assert!(visits.is_sorted(), "{visits:?}");
        assert_eq!(last["info"]["visits"], 20_000, "slices add up");
    }

    #[test]
    fn an_endless_analysis_goes_on_until_it_is_stopped() {
        let mut tab = Tab::new(16);
        frames(&mut tab, POSITION);
        frames(&mut tab, r#"{"type":"go","gen":1,"id":3,"mode":"analyse","preset":"uct-plain"}"#);
        assert!(!steps(&mut tab, 3).is_empty() && tab.is_busy());
        steps(&mut tab, 2);
        assert!(frames(&mut tab, r#"{"type":"stop","id":4}"#).is_empty(), "another search");
        let best = &frames(&mut tab, r#"{"type":"stop","id":3}"#)[0];
        assert_eq!((&best["type"], &best["reason"]), (&"best".into(), &"stopped".into()));
        assert!(!tab.is_busy());
    }

    #[test]
    fn reviews_graphs_and_mistakes_are_told() {
        let mut tab = Tab::new(16);
        frames(
            &mut tab,
            r#"{"type":"pos","gen":1,"setup":{"game":"connect4","rows":6,"cols":7},"moves":["4","4","3"]}"#,
        );
        frames(&mut tab, r#"{"type":"go","gen":1,"id":1,"mode":"review","preset":"mcgs","visits":50}"#);
        assert!(tab.is_deaf());
        let told = steps(&mut tab, 2);
        assert_eq!(told.iter().filter(|frame| frame["type"] == "judged").count(), 3);
        assert_eq!(told.last().unwrap()["type"], "reviewed");
        frames(&mut tab, r#"{"type":"go","gen":1,"id":2,"mode":"explain","preset":"mcgs","visits":50}"#);
        assert_eq!(steps(&mut tab, 100).last().unwrap()["type"], "explained");
        for (message, code) in [
            ("no", "bad_message"),
            (r#"{"type":"go","gen":9,"id":1,"mode":"move"}"#, "stale"),
            (r#"{"type":"go","gen":1,"id":1,"mode":"move","preset":"nobody"}"#, "bad_player"),
            (r#"{"type":"pos","gen":2,"setup":{"game":"connect4","rows":6,"cols":7},"moves":["9"]}"#, "illegal_move"),
            (r#"{"type":"go","gen":1,"id":1,"mode":"move"}"#, "no_position"),
            (r#"{"type":"watch","event":"x"}"#, "unknown_event"),
        ] {
            let frame = &frames(&mut tab, message)[0];
            assert_eq!((&frame["type"], &frame["code"]), (&"err".into(), &code.into()), "{message}: {frame}");
        }
    }

    /// The same simulations as any other player of the recipe makes, by the same messages as a server's.
    #[test]
    fn the_laboratory_tells_simulations_by_number() {
        let mut tab = Tab::new(16);
        frames(&mut tab, POSITION);
        let mut ask = |step: u64, slot: u8, preset: &str| {
            let go = format!(
                r#"{{"type":"go","gen":1,"id":{step},"mode":"lab","preset":"{preset}","step":{step},"slot":{slot}}}"#
            );
            assert!(frames(&mut tab, &go).is_empty() && tab.is_deaf());
            steps(&mut tab, 3).pop().unwrap()
        };
        let first: Vec<_> = (1..=4).map(|step| ask(step, 0, "uct-plain")).collect();
        assert!(first.iter().all(|frame| frame["type"] == "simulated" && frame["rule"] == "ucb1"));
        assert_eq!(ask(2, 1, "classic-nogo")["rule"], "rave");
        assert_eq!(ask(2, 0, "uct-plain")["simulation"], first[1]["simulation"]);
        assert_eq!(first[3]["nodes"][0]["n"], 5, "the root counts itself");
        let refused = frames(&mut tab, r#"{"type":"sit","table":"0123456789abcdef"}"#);
        assert_eq!(refused[0]["code"], "needs_server");
    }
}
