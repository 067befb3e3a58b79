//! Plays all games of a run: several at once, each stored as it happens, until all are played, a test is decided or
//! somebody asks to stop.

use super::database::StoreError;
use super::finished::FinishedGame;
use super::openings::{Book, Opening};
use super::plan::{GameId, Plan};
use super::settings::{Conditions, Settings};
use super::store::Store;
use super::tally::Tally;
use crate::judge::{self, Terms};
use crate::players::{self, BuiltIns, Contender, Entrant, PlayerSpec, ProbeError, Seat, SeatError};
use crate::process::{AffinityError, Host, Limits, SandboxError, Share};
use crate::stats::{Decision, Sprt};
use luozi_core::Player;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

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
    /// The player that failed its first games in the same way, which ended the run.
    pub hopeless: Option<Hopeless>,
    /// Longest time the judge itself spent between two moves; above a few milliseconds the machine is too busy for
    /// short time limits.
    pub overhead: Duration,
}

/// A player that fails in the same way in every game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hopeless {
    /// Its index among the players of the run.
    pub player: usize,
    /// What happened, in one sentence.
    pub reason: String,
}

/// So many first games of a player, all lost by the same fault, end a run.
const SAME_FAULTS: usize = 2;

impl RunResult {
    /// The figures of a recorded run, counted again; `games` in the order they ended.
    pub fn of_record(conditions: &Conditions, games: Vec<FinishedGame>) -> RunResult {
        let planned = 2 * conditions.pairs * conditions.pairings.len();
        let mut counted = Counted::new(conditions.pairings.len(), conditions.sprt);
        for game in games {
            counted.add(game, &mut |_, _| {});
        }
        let interrupted = counted.games.len() < planned && !counted.decided();
        counted.result(interrupted)
    }
}

/// A run that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A player cannot take its seat.
    #[error("{player}: {problem}")]
    Seat {
        /// The player's specification.
        player: String,
        /// Why no contender could be made of it.
        problem: SeatError,
    },
    /// A bot cannot be loaded.
    #[error("{player}: {problem}")]
    Probe {
        /// The player's specification.
        player: String,
        /// Why it could not play a single move.
        problem: ProbeError,
    },
    /// A bot that must be shut in cannot be.
    #[error("{player} plays behind walls or not at all: {problem}")]
    Walls {
        /// The player with its conditions.
        player: String,
        /// Why there are none.
        problem: SandboxError,
    },
    /// Games cannot have processors of their own.
    #[error("--affinity: {0}")]
    Affinity(#[from] AffinityError),
    /// The record failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An opening of the book is wrong.
    #[error(transparent)]
    Opening(#[from] judge::OpeningError),
}

/// Plays a run. `on_game` sees every game as it ends, also those of an earlier part of a resumed run, with the
/// figures of its pairing; `stop` ends the run at once, also in the middle of a move: games that are being played are
/// given up and will be played again when the run is resumed.
pub fn run(
    settings: &Settings,
    host: &Host,
    built_ins: &dyn BuiltIns,
    store: Option<&Store>,
    stop: &AtomicBool,
    mut on_game: impl FnMut(&FinishedGame, &Tally),
) -> Result<RunResult, RunError> {
    let mut counted = Counted::new(settings.pairings.len(), settings.sprt);
    // Step 1. What an earlier part of the run has played.
    let mut done = HashSet::new();
    for game in store.map_or(Ok(Vec::new()), |store| store.archive().games())? {
        done.insert(game.id);
        counted.add(game, &mut on_game);
    }

    // Step 2. Workers take game after game; this thread counts what they finish.
    let room = Room::new(settings, host, built_ins)?;
    let shares = shares(settings)?;
    let open = Mutex::new(Open {
        book: settings.book.clone(),
        ids: GameId::all(settings.pairs, settings.pairings.len()),
        done,
    });
    let ended = AtomicBool::new(counted.decided());
    let (planned, mut firsts) = (2 * settings.pairs * settings.pairings.len(), FirstGames::default());
    let halted = || ended.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for worker in 0..settings.concurrency.max(1) {
            let (sender, open, halted, room, share) = (sender.clone(), &open, &halted, &room, shares.get(worker));
            scope.spawn(move || {
                if let Some(Err(problem)) = share.map(Share::bind) {
                    // Nobody listens any more when another worker has failed before.
                    let _ = sender.send(Err(problem.into()));
                    return;
                }
                while !halted() {
                    let plan = open.lock().unwrap_or_else(PoisonError::into_inner).next(settings);
                    let Some(plan) = plan else { break };
                    let outcome = play_game(room, &plan, store, stop, halted);
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
                Ok(Some(game)) => {
                    firsts.add(&game);
                    counted.add(game, &mut on_game);
                }
                Ok(None) => {}
                Err(problem) => failure = failure.or(Some(problem)),
            }
            if !settings.keep_going && counted.games.len() < planned {
                counted.hopeless = counted.hopeless.take().or_else(|| firsts.hopeless());
            }
            if failure.is_some() || counted.decided() || counted.hopeless.is_some() {
                // Relaxed: a worker that sees it late plays one move more.
                ended.store(true, Ordering::Relaxed);
            }
        }
        failure.map_or(Ok(()), Err)
    })?;
    Ok(counted.result(stop.load(Ordering::Relaxed)))
}

/// Loads a bot once, before it plays: what is wrong with its file or its command is told in its own words.
pub fn load_bot(spec: &PlayerSpec, host: &Host, memory_bytes: u64, stop: &AtomicBool) -> Result<(), RunError> {
    players::probe(spec, host, Limits { memory_bytes }, stop)
        .map_err(|problem| RunError::Probe { player: spec.to_string(), problem })
}

/// Loads every bot and seats every built-in player once, before anything is played or recorded.
pub fn load_players(
    settings: &Settings,
    host: &Host,
    built_ins: &dyn BuiltIns,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    shares(settings)?;
    let room = Room::new(settings, host, built_ins)?;
    let opening = settings.book.clone().opening(0).clone();
    for (player, Entrant { player: spec, .. }) in settings.players.iter().enumerate() {
        load_bot(spec, &room.hosts[player], settings.memory_bytes, stop)?;
        if matches!(spec, PlayerSpec::BuiltIn(_)) {
            let id = GameId { pair: 0, pairing: 0, swapped: 0 };
            room.take_seat(player, &opening, Player::First, id)?;
        }
    }
    Ok(())
}

/// The processors of every game at once; none where games have no processors of their own.
fn shares(settings: &Settings) -> Result<Vec<Share>, RunError> {
    if settings.affinity { Ok(Share::all(settings.concurrency.max(1))?) } else { Ok(Vec::new()) }
}

/// Where games are played: what is the same for all of them.
struct Room<'a> {
    settings: &'a Settings,
    /// Who starts each player's processes: those that must be shut in have walls whatever the others have.
    hosts: Vec<Host>,
    built_ins: &'a dyn BuiltIns,
}

impl<'a> Room<'a> {
    fn new(settings: &'a Settings, host: &Host, built_ins: &'a dyn BuiltIns) -> Result<Room<'a>, RunError> {
        let walls = |entrant: &Entrant| {
            let player = || entrant.to_string();
            entrant.host(host).map_err(|problem| RunError::Walls { player: player(), problem })
        };
        let hosts = settings.players.iter().map(walls).collect::<Result<_, _>>()?;
        Ok(Room { settings, hosts, built_ins })
    }

    /// A player, by its index, in its seat.
    fn take_seat(
        &self,
        player: usize,
        opening: &Opening,
        side: Player,
        id: GameId,
    ) -> Result<Box<dyn Contender>, RunError> {
        let Room { settings, hosts, built_ins } = self;
        let seat = Seat {
            setup: opening.setup.clone(),
            side,
            control: settings.control_of(player),
            memory_bytes: settings.memory_bytes,
            visits: settings.visits,
            seed: id.seed(settings.seed, side.index()),
        };
        let spec = &settings.players[player].player;
        players::seat(spec, &seat, &hosts[player], *built_ins)
            .map_err(|problem| RunError::Seat { player: spec.to_string(), problem })
    }
}

/// How the first games of every player ended, as far as they matter: the reasons of its faults, `None` for a game without.
#[derive(Default)]
struct FirstGames(HashMap<usize, Vec<Option<String>>>);

impl FirstGames {
    fn add(&mut self, game: &FinishedGame) {
        for player in game.players {
            let firsts = self.0.entry(player).or_default();
            if firsts.len() < SAME_FAULTS {
                let own = game.fault.as_ref().filter(|fault| fault.player == player);
                firsts.push(own.map(|fault| fault.reason.clone()));
            }
        }
    }

    /// A player all of whose first games ended by the same fault of its own.
    fn hopeless(&self) -> Option<Hopeless> {
        self.0.iter().find_map(|(&player, firsts)| {
            let reason = firsts.first()?.clone()?;
            let same = firsts.len() == SAME_FAULTS && firsts.iter().all(|other| other.as_ref() == Some(&reason));
            same.then_some(Hopeless { player, reason })
        })
    }
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
struct Counted {
    test: Option<Sprt>,
    games: Vec<FinishedGame>,
    tallies: Vec<Tally>,
    sprt: Option<(f64, Decision)>,
    hopeless: Option<Hopeless>,
}

impl Counted {
    fn new(pairings: usize, test: Option<Sprt>) -> Counted {
        let sprt = test.map(|_| (0.0, Decision::Continue));
        Counted { test, games: Vec::new(), tallies: vec![Tally::default(); pairings], sprt, hopeless: None }
    }

    fn add(&mut self, game: FinishedGame, on_game: &mut impl FnMut(&FinishedGame, &Tally)) {
        let tally = &mut self.tallies[game.id.pairing];
        let complete = tally.add(&game);
        // A decided test stays decided: games that were under way are counted in the score, not in the test.
        if let (true, 0, Some(test), Some((_, Decision::Continue))) = (complete, game.id.pairing, self.test, self.sprt)
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
        let (tallies, sprt, hopeless) = (self.tallies, self.sprt, self.hopeless);
        RunResult { games: self.games, tallies, sprt, interrupted, hopeless, overhead }
    }
}

/// One game from its plan to its record; `None` if it was given up because the run ends.
fn play_game(
    room: &Room<'_>,
    plan: &Plan,
    store: Option<&Store>,
    stop: &AtomicBool,
    halted: &dyn Fn() -> bool,
) -> Result<Option<FinishedGame>, RunError> {
    // Step 1. Seats.
    let (Plan { id, players, opening }, settings) = (plan, room.settings);
    let session = judge::set_up(&opening.setup, &opening.moves)?;
    let sit_down = |side: Player| room.take_seat(players[side.index()], opening, side, *id);
    let mut contenders = [sit_down(Player::First)?, sit_down(Player::Second)?];

    // Step 2. The game, every move stored at once.
    let number = store.map(|store| store.begin_game(*id, *players, &opening.setup, &opening.moves)).transpose()?;
    let begun = Instant::now();
    let mut failure = None;
    let controls = players.map(|player| settings.control_of(player));
    let terms = Terms { controls, adjudicate: settings.adjudicate, stop };
    let report = judge::play(session, &mut contenders, terms, |played| {
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
    let finished = FinishedGame::new(number, plan, &report, begun.elapsed());
    if let (Some(store), Some(number)) = (store, number) {
        store.finish_game(number, &finished, &report.stderr)?;
    }
    Ok(Some(finished))
}
