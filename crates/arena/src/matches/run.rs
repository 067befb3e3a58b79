//! Plays all games of a run: several at once, each stored as it happens, until all are played, a test is decided or
//! somebody asks to stop.
//!
//! There is one way from plans to figures: a [`Deck`] deals, a [`Crew`] plays and records, [`run_by`] counts and decides. The crew
//! is threads of this process ([`run`]), or workers anywhere that take their work from a farm.

use super::database::StoreError;
use super::finished::{FinishedGame, PlayedGame};
use super::openings::Opening;
use super::plan::{Deck, GameId, Plan};
use super::settings::{Conditions, Settings};
use super::store::Store;
use super::tally::Tally;
use crate::judge::{self, PlayedMove, Terms};
use crate::players::{self, BuiltIns, Contender, Entrant, PlayerSpec, ProbeError, Seat, SeatError};
use crate::process::{AffinityError, Host, Limits, SandboxError, Share};
use crate::stats::{Decision, Sprt};
use luozi_core::Player;
use luozi_games::Session;
use std::collections::{HashMap, HashSet};
use std::error::Error;
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
    /// The crew cannot go on.
    #[error(transparent)]
    Crew(Box<dyn Error + Send + Sync>),
}

/// Plays a run on this machine, by threads of this process. `on_game` sees every game as it ends, also those of an earlier
/// part of a resumed run, with the figures of its pairing; `stop` ends the run at once, also in the middle of a move: games
/// that are being played are given up and will be played again when the run is resumed.
pub fn run(
    settings: &Settings,
    host: &Host,
    built_ins: &dyn BuiltIns,
    store: Option<&Store>,
    stop: &AtomicBool,
    on_game: impl FnMut(&FinishedGame, &Tally),
) -> Result<RunResult, RunError> {
    run_by(&mut Threads { host, built_ins }, settings, store, stop, on_game)
}

/// Plays a run by whatever crew: what is dealt, counted and decided is the same for all of them.
pub fn run_by(
    crew: &mut dyn Crew,
    settings: &Settings,
    store: Option<&Store>,
    stop: &AtomicBool,
    mut on_game: impl FnMut(&FinishedGame, &Tally),
) -> Result<RunResult, RunError> {
    loop {
        let mut counted = Counted::new(settings.pairings.len(), settings.sprt);
        // Step 1. What an earlier part of the run has played.
        let mut done = HashSet::new();
        for game in store.map_or(Ok(Vec::new()), |store| store.archive().games())? {
            done.insert(game.id);
            counted.add(game, &mut on_game);
        }

        // Step 2. The crew takes plan after plan; what it finishes is counted here.
        let (planned, mut firsts) = (settings.games(), FirstGames::default());
        let ended = AtomicBool::new(counted.decided());
        let deck = Mutex::new(Deck::new(settings, done));
        let work = Work { settings, store, deck: &deck, stop, ended: &ended };
        let outcome = crew.play(&work, &mut |game| {
            firsts.add(&game);
            counted.add(game, &mut on_game);
            if !settings.keep_going && counted.games.len() < planned {
                counted.hopeless = counted.hopeless.take().or_else(|| firsts.hopeless());
            }
            if counted.decided() || counted.hopeless.is_some() {
                // Relaxed: a worker that sees it late plays one move more.
                ended.store(true, Ordering::Relaxed);
            }
        })?;
        match outcome {
            Outcome::Over => return Ok(counted.result(stop.load(Ordering::Relaxed))),
            Outcome::Recount => {}
        }
    }
}

/// Who plays the games of a run.
pub trait Crew {
    /// Plays what the deck deals until it is empty or the work is over, records every game that ends, and hands it to
    /// `ended`. Nothing is recorded of a game that is given up.
    fn play(&mut self, work: &Work<'_>, ended: &mut dyn FnMut(FinishedGame)) -> Result<Outcome, RunError>;
}

/// How a crew's work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything is played, or nothing more is wanted.
    Over,
    /// Games that were counted are void now: count again and go on.
    Recount,
}

/// What a crew has to do.
pub struct Work<'a> {
    /// Players and conditions.
    pub settings: &'a Settings,
    /// Where games are recorded.
    pub store: Option<&'a Store>,
    /// What is to be played.
    pub deck: &'a Mutex<Deck<'a>>,
    /// Somebody wants the run to end.
    pub stop: &'a AtomicBool,
    /// The run is decided.
    pub ended: &'a AtomicBool,
}

impl Work<'_> {
    /// Whether nothing more is to be played.
    pub fn is_over(&self) -> bool {
        // Relaxed: the flags carry no data.
        self.ended.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// What the deck deals next.
    pub fn deal<T>(&self, next: impl FnOnce(&mut Deck<'_>) -> T) -> T {
        next(&mut self.deck.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The crew of this machine: threads that take game after game.
struct Threads<'a> {
    host: &'a Host,
    built_ins: &'a dyn BuiltIns,
}

impl Crew for Threads<'_> {
    fn play(&mut self, work: &Work<'_>, ended: &mut dyn FnMut(FinishedGame)) -> Result<Outcome, RunError> {
        let settings = work.settings;
        let room = Room::new(settings, self.host, self.built_ins)?;
        let shares = shares(settings)?;
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for worker in 0..settings.concurrency.max(1) {
                let (sender, room, share) = (sender.clone(), &room, shares.get(worker));
                scope.spawn(move || {
                    if let Some(Err(problem)) = share.map(Share::bind) {
                        // Nobody listens any more when another worker has failed before.
                        let _ = sender.send(Err(problem.into()));
                        return;
                    }
                    while !work.is_over() {
                        let Some(plan) = work.deal(|deck| deck.next_game()) else { break };
                        let outcome = play_and_record(room, &plan, work);
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
                    Ok(Some(game)) => ended(game),
                    Ok(None) => {}
                    Err(problem) => failure = failure.or(Some(problem)),
                }
                if failure.is_some() {
                    // Relaxed: a worker that sees it late plays one move more.
                    work.ended.store(true, Ordering::Relaxed);
                }
            }
            failure.map_or(Ok(Outcome::Over), Err)
        })
    }
}

/// One game from its plan to its record, every move stored at once; `None` if it was given up because the run ends.
fn play_and_record(room: &Room<'_>, plan: &Plan, work: &Work<'_>) -> Result<Option<FinishedGame>, RunError> {
    let (table, store) = (room.sit_down(plan)?, work.store);
    let begin = |store: &Store| store.begin_game(plan.id, plan.players, &plan.opening.setup, &plan.opening.moves);
    let number = store.map(begin).transpose()?;
    let mut failure = None;
    let played = table.play(number, work.stop, |played| {
        if let (Some(store), Some(number)) = (store, number) {
            failure = failure.take().or(store.add_move(number, played).err());
        }
        failure.is_none() && !work.is_over()
    });
    if let Some(problem) = failure {
        return Err(problem.into());
    }
    let Some((finished, stderr)) = played else { return Ok(None) };
    if let (Some(store), Some(number)) = (store, number) {
        store.finish_game(number, &finished, &stderr)?;
    }
    Ok(Some(finished))
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
pub struct Room<'a> {
    settings: &'a Settings,
    /// Who starts each player's processes: those that must be shut in have walls whatever the others have.
    hosts: Vec<Host>,
    built_ins: &'a dyn BuiltIns,
}

impl<'a> Room<'a> {
    /// A room for the players of a run. Those that must be shut in and cannot be are an error.
    pub fn new(settings: &'a Settings, host: &Host, built_ins: &'a dyn BuiltIns) -> Result<Room<'a>, RunError> {
        let walls = |entrant: &Entrant| {
            let player = || entrant.to_string();
            entrant.host(host).map_err(|problem| RunError::Walls { player: player(), problem })
        };
        let hosts = settings.players.iter().map(walls).collect::<Result<_, _>>()?;
        Ok(Room { settings, hosts, built_ins })
    }

    /// Both players of a game in their seats.
    fn sit_down<'t>(&'t self, plan: &'t Plan) -> Result<Table<'t>, RunError> {
        let Plan { id, players, opening } = plan;
        let session = judge::set_up(&opening.setup, &opening.moves)?;
        let seat = |side: Player| self.take_seat(players[side.index()], opening, side, *id);
        Ok(Table { settings: self.settings, plan, session, contenders: [seat(Player::First)?, seat(Player::Second)?] })
    }

    /// A game from its plan to its end, with its moves and what its players wrote; `None` if it was given up.
    pub fn play(&self, plan: &Plan, stop: &AtomicBool) -> Result<Option<PlayedGame>, RunError> {
        let mut moves = Vec::new();
        let played = self.sit_down(plan)?.play(None, stop, |mv| {
            moves.push(mv.clone());
            true
        });
        Ok(played.map(|(finished, stderr)| PlayedGame { finished, moves, stderr }))
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

/// A game that can begin.
struct Table<'a> {
    settings: &'a Settings,
    plan: &'a Plan,
    session: Session,
    contenders: [Box<dyn Contender>; 2],
}

impl Table<'_> {
    /// Plays the game; `on_move` sees every move and says whether to go on. Gives the game, under `number` in its record, and
    /// what both sides wrote to stderr; `None` if it was given up.
    fn play(
        mut self,
        number: Option<i64>,
        stop: &AtomicBool,
        on_move: impl FnMut(&PlayedMove) -> bool,
    ) -> Option<(FinishedGame, [String; 2])> {
        let begun = Instant::now();
        let controls = self.plan.players.map(|player| self.settings.control_of(player));
        let terms = Terms { controls, adjudicate: self.settings.adjudicate, stop };
        let report = judge::play(self.session, &mut self.contenders, terms, on_move)?;
        // The bots must be gone before the game counts as over.
        drop(self.contenders);
        let finished = FinishedGame::new(number, self.plan, &report, begun.elapsed());
        Some((finished, report.stderr))
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
