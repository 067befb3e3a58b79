//! Plays all games of a run: several at once, each stored as it happens, until all are played, a test is decided or
//! somebody asks to stop.

use super::openings::Book;
use super::plan::{GameId, Pairing, Plan};
use super::store::{Store, StoreError};
use super::tally::Tally;
use crate::judge::{self, Ending, GameReport, TimeControl};
use crate::players::{self, BuiltIns, Fault, PlayerSpec, Seat, SeatError};
use crate::process::Host;
use crate::stats::{Decision, Sprt};
use luozi_core::Player;
use luozi_games::Setup;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// What a run consists of and under which conditions it is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// All players.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// Boards and openings.
    pub book: Book,
    /// Pairs of each pairing, at the most.
    pub pairs: usize,
    /// Time for thinking.
    pub control: TimeControl,
    /// Simulations a move of built-in players that set no limit themselves.
    pub visits: Option<u64>,
    /// Memory of a bot's process tree.
    pub memory_bytes: u64,
    /// Games at once.
    pub concurrency: usize,
    /// Everything random follows from it.
    pub seed: u64,
    /// Ends the run when it is decided for the first pairing.
    pub sprt: Option<Sprt>,
}

impl Settings {
    /// What must be the same for a run to be resumed, as text for people.
    pub fn fingerprint(&self) -> String {
        let players: Vec<String> = self.players.iter().map(PlayerSpec::to_string).collect();
        let pairings: Vec<[usize; 2]> = self.pairings.iter().map(|p| [p.a, p.b]).collect();
        let time = match self.control {
            TimeControl::PerMove(limit) => format!("{} ms a move", limit.as_millis()),
            TimeControl::Clock { base, increment } => format!("{}+{} ms", base.as_millis(), increment.as_millis()),
        };
        let book = self.book.description();
        let (pairs, seed, memory) = (self.pairs, self.seed, self.memory_bytes);
        serde_json::json!({"players": players, "pairings": pairings, "pairs": pairs, "time": time, "memory_bytes": memory, "seed": seed, "book": book, "visits": self.visits, "sprt": self.sprt}).to_string()
    }
}

/// A fault with everything its author needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    /// Index of the player.
    pub player: usize,
    /// Its kind, as [`FaultKind`](crate::players::FaultKind) writes it.
    pub kind: String,
    /// What happened, in one sentence.
    pub reason: String,
    /// Number of the move, from 1.
    pub move_number: usize,
    /// The board before it, as text.
    pub position: String,
    /// The command that shows the position.
    pub command: String,
}

impl FaultRecord {
    /// A fault of `player` in the position after `moves`.
    pub(crate) fn new(player: usize, fault: &Fault, position: &str, setup: &Setup, moves: &[String]) -> FaultRecord {
        FaultRecord {
            player,
            kind: fault.kind().to_string(),
            reason: fault.to_string(),
            move_number: moves.len() + 1,
            position: position.to_string(),
            command: judge::explain_command(setup, moves),
        }
    }
}

/// A game that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// Which one.
    pub id: GameId,
    /// Players by side.
    pub players: [usize; 2],
    /// Game and board.
    pub setup: Setup,
    /// Moves played before the players.
    pub opening: Vec<String>,
    /// 2, 1 or 0 for a win, draw or loss of the side that moved first.
    pub first_half_points: u8,
    /// How it ended, in words.
    pub ending: String,
    /// What was done wrong, if that decided it.
    pub fault: Option<FaultRecord>,
    /// Moves, the opening's included.
    pub plies: usize,
    /// Time from start to end.
    pub wall: Duration,
    /// Longest time the judge itself spent between two moves.
    pub overhead: Duration,
}

/// The end of a run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// All games, in the order of their plans.
    pub games: Vec<FinishedGame>,
    /// Figures by pairing.
    pub tallies: Vec<Tally>,
    /// The sequential test: log-likelihood ratio and what it says.
    pub sprt: Option<(f64, Decision)>,
    /// Whether it was stopped before its end.
    pub interrupted: bool,
    /// Longest time the judge itself spent between two moves; above a few milliseconds the machine is too busy for
    /// short time limits.
    pub overhead: Duration,
}

/// A run that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A player cannot take its seat.
    #[error("{player}: {problem}")]
    Seat {
        /// The player's specification.
        player: String,
        /// Why.
        problem: SeatError,
    },
    /// The record failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An opening of the book is wrong.
    #[error(transparent)]
    Opening(#[from] judge::OpeningError),
}

/// Plays a run. `on_game` sees every game as it ends, also those of an earlier part of a resumed run, with the
/// figures of its pairing; `stop` ends the run after the moves that are being thought about.
pub fn run(
    settings: &Settings,
    host: &Host,
    built_ins: &dyn BuiltIns,
    store: Option<&Store>,
    stop: &AtomicBool,
    mut on_game: impl FnMut(&FinishedGame, &Tally),
) -> Result<RunResult, RunError> {
    let mut counted = Counted::new(settings);
    // Step 1. What an earlier part of the run has played.
    let mut done = HashSet::new();
    for game in store.map_or(Ok(Vec::new()), Store::finished_games)? {
        done.insert(game.id);
        counted.add(game, &mut on_game);
    }

    // Step 2. Workers take game after game; this thread counts what they finish.
    let open = Mutex::new(Open {
        book: settings.book.clone(),
        ids: GameId::all(settings.pairs, settings.pairings.len()),
        done,
    });
    let ended = AtomicBool::new(counted.decided());
    let halted = || ended.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..settings.concurrency.max(1) {
            let (sender, open, halted) = (sender.clone(), &open, &halted);
            scope.spawn(move || {
                while !halted() {
                    let plan = open.lock().unwrap_or_else(PoisonError::into_inner).next(settings);
                    let Some(plan) = plan else { break };
                    let outcome = play_game(settings, &plan, host, built_ins, store, halted);
                    let failed = outcome.is_err();
                    if sender.send(outcome).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut failure = None;
        for outcome in receiver {
            match outcome {
                Ok(Some(game)) => counted.add(game, &mut on_game),
                Ok(None) => {}
                Err(problem) => failure = failure.or(Some(problem)),
            }
            if failure.is_some() || counted.decided() {
                // Relaxed: a worker that sees it late plays one move more.
                ended.store(true, Ordering::Relaxed);
            }
        }
        failure.map_or(Ok(()), Err)
    })?;
    Ok(counted.result(stop.load(Ordering::Relaxed)))
}

/// The games nobody has taken yet.
struct Open<I> {
    book: Book,
    ids: I,
    done: HashSet<GameId>,
}

impl<I: Iterator<Item = GameId>> Open<I> {
    fn next(&mut self, settings: &Settings) -> Option<Plan> {
        let id = self.ids.by_ref().find(|id| !self.done.contains(id))?;
        let opening = self.book.opening(id.pair).clone();
        Some(Plan { id, players: id.players(settings.pairings[id.pairing]), opening })
    }
}

/// Everything counted so far.
struct Counted<'a> {
    settings: &'a Settings,
    games: Vec<FinishedGame>,
    tallies: Vec<Tally>,
    sprt: Option<(f64, Decision)>,
}

impl<'a> Counted<'a> {
    fn new(settings: &'a Settings) -> Counted<'a> {
        let sprt = settings.sprt.map(|_| (0.0, Decision::Continue));
        Counted { settings, games: Vec::new(), tallies: vec![Tally::default(); settings.pairings.len()], sprt }
    }

    fn add(&mut self, game: FinishedGame, on_game: &mut impl FnMut(&FinishedGame, &Tally)) {
        let tally = &mut self.tallies[game.id.pairing];
        let complete = tally.add(&game);
        // A decided test stays decided: games that were under way are counted in the score, not in the test.
        if let (true, 0, Some(test), Some((_, Decision::Continue))) =
            (complete, game.id.pairing, self.settings.sprt, self.sprt)
        {
            self.sprt = Some((test.log_likelihood_ratio(&tally.pairs), test.decide(&tally.pairs)));
        }
        on_game(&game, tally);
        self.games.push(game);
    }

    fn decided(&self) -> bool {
        self.sprt.is_some_and(|(_, decision)| decision != Decision::Continue)
    }

    fn result(mut self, interrupted: bool) -> RunResult {
        self.games.sort_by_key(|game| game.id);
        let overhead = self.games.iter().map(|game| game.overhead).max().unwrap_or_default();
        RunResult { games: self.games, tallies: self.tallies, sprt: self.sprt, interrupted, overhead }
    }
}

/// One game from its plan to its record; `None` if it was given up because the run ends.
fn play_game(
    settings: &Settings,
    plan: &Plan,
    host: &Host,
    built_ins: &dyn BuiltIns,
    store: Option<&Store>,
    halted: &dyn Fn() -> bool,
) -> Result<Option<FinishedGame>, RunError> {
    // Step 1. Seats.
    let Plan { id, players, opening } = plan;
    let table = judge::set_up(&opening.setup, &opening.moves)?;
    let take_seat = |side: Player| {
        let spec = &settings.players[players[side.index()]];
        let seat = Seat {
            setup: opening.setup.clone(),
            side,
            control: settings.control,
            memory_bytes: settings.memory_bytes,
            visits: settings.visits,
            seed: id.seed(settings.seed, side.index()),
        };
        let seated = players::seat(spec, &seat, host, built_ins);
        seated.map_err(|problem| RunError::Seat { player: spec.to_string(), problem })
    };
    let mut contenders = [take_seat(Player::First)?, take_seat(Player::Second)?];

    // Step 2. The game, every move stored at once.
    let number = store.map(|store| store.begin_game(*id, *players, &opening.setup, &opening.moves)).transpose()?;
    let begun = Instant::now();
    let mut failure = None;
    let report = judge::play(table, &mut contenders, settings.control, |played| {
        if let (Some(store), Some(number)) = (store, number) {
            failure = failure.take().or(store.add_move(number, played).err());
        }
        failure.is_none() && !halted()
    });
    if let Some(problem) = failure {
        return Err(problem.into());
    }
    let Some(report) = report else { return Ok(None) };
    // The bots must be gone before the game counts as over.
    drop(contenders);

    // Step 3. Its record.
    let finished = finished_game(plan, &report, begun.elapsed());
    if let (Some(store), Some(number)) = (store, number) {
        store.finish_game(number, &finished, &report.stderr)?;
    }
    Ok(Some(finished))
}

fn finished_game(plan: &Plan, report: &GameReport, wall: Duration) -> FinishedGame {
    let Plan { id, players, opening } = plan;
    let first_half_points = match report.ending.winner() {
        Some(Player::First) => 2,
        None => 1,
        Some(Player::Second) => 0,
    };
    let (ending, fault) = match &report.ending {
        Ending::Finished(score) => (format!("score {score}"), None),
        Ending::Resigned(side) => (format!("the {side} player resigned"), None),
        Ending::Forfeit { side, fault, position } => {
            let player = players[side.index()];
            let record = FaultRecord::new(player, fault, position, &opening.setup, &report.moves);
            (format!("the {side} player {fault}"), Some(record))
        }
    };
    FinishedGame {
        id: *id,
        players: *players,
        setup: opening.setup.clone(),
        opening: opening.moves.clone(),
        first_half_points,
        ending,
        fault,
        plies: report.moves.len(),
        wall,
        overhead: report.overhead,
    }
}
