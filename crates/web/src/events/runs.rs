//! Tournaments that the page starts: ladders of the arena, played by this server into its own folder.
//!
//! The file is that of `luozi ladder --db`, and can be gone on with from there. Beside it lies what was asked for, so that a
//! paused tournament can go on after the server was started anew. Pausing gives up the games under way; they are played again.

use crate::problem::{Code, Problem};
use luozi_arena::matches::openings::{Boards, Book, Source};
use luozi_arena::matches::{About, Kind, Pairing, Settings, Store, load_players, round_robin, run};
use luozi_arena::players::{BuiltIns, EnginePlayers, Entrant};
use luozi_arena::process::Host;
use luozi_games::Setup;
use luozi_search::TimeControl;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Players of a tournament, games of each pairing, and tournaments at once.
const MOST_PLAYERS: usize = 24;
const MOST_GAMES: u32 = 1000;
const MOST_RUNNING: usize = 2;
/// Random plies that games begin with, at the most.
const MOST_PLIES: usize = 20;
/// Time for a move when simulations are counted.
const NO_LIMIT: Duration = Duration::from_secs(3600);
/// Memory of a foreign bot.
const BOT_BYTES: u64 = 1 << 30;

/// A tournament to be played: the body of `POST /api/events`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewEvent {
    /// What it is called; the name of its file is made from it.
    name: String,
    /// Game and board.
    setup: Setup,
    /// The players, as `luozi ladder` names them.
    players: Vec<String>,
    /// Games of each pairing.
    games: u32,
    /// Time for a move in milliseconds, unless simulations are counted.
    ms: Option<u64>,
    /// Simulations a move of players that set no limit themselves.
    visits: Option<u64>,
    /// Random plies that each pair of games begins with.
    plies: usize,
    /// Only the first player against all others.
    gauntlet: bool,
}

/// What may be done with a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunState {
    /// How it stands; null: nobody plays it here.
    state: Option<RunWord>,
    /// What ended it, if something went wrong.
    problem: Option<String>,
}

/// How a tournament of this server stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum RunWord {
    /// It is being played.
    Running,
    /// It can go on.
    Paused,
}

#[derive(Clone, Default)]
struct Running {
    stop: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
    problem: Arc<Mutex<Option<String>>>,
}

impl Running {
    fn is_over(&self) -> bool {
        // Relaxed: the flag carries no data.
        self.ended.load(Ordering::Relaxed)
    }

    fn end(&self, problem: Option<String>) {
        *self.problem.lock().unwrap_or_else(PoisonError::into_inner) = problem;
        // Relaxed: the flag carries no data.
        self.ended.store(true, Ordering::Relaxed);
    }
}

/// The tournaments that this server plays.
#[derive(Default)]
pub struct Runs(Mutex<HashMap<PathBuf, Running>>);

fn refused(reason: impl Display) -> Problem {
    Problem::with_reason(Code::BadPlayer, reason).told_as("event")
}

/// Where it is written down what was asked for.
fn order_of(path: &Path) -> PathBuf {
    path.with_extension("order.json")
}

impl NewEvent {
    /// A free file for it in a folder, other than those of the tournaments that are played.
    fn file(&self, folder: &Path, runs: &HashMap<PathBuf, Running>) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let stem: String = self.name.chars().map(plain).take(40).collect();
        let stem = stem.trim_matches('-');
        let stem = if stem.is_empty() { "tournament" } else { stem };
        let candidate = |number: u32| match number {
            1 => folder.join(format!("{stem}.db")),
            _ => folder.join(format!("{stem}-{number}.db")),
        };
        let unplayed = |path: &PathBuf| runs.get(path).is_none_or(Running::is_over);
        let is_free = |path: &PathBuf| !path.exists() && !order_of(path).exists() && unplayed(path);
        (1..).map(candidate).find(is_free).unwrap_or_else(|| candidate(1))
    }

    fn settings(&self) -> Result<Settings, Problem> {
        let count = self.players.len();
        if !(2..=MOST_PLAYERS).contains(&count) || !(1..=MOST_GAMES).contains(&self.games) || self.plies > MOST_PLIES {
            return Err(refused(format!(
                "expected 2 to {MOST_PLAYERS} players, 1 to {MOST_GAMES} games and at most {MOST_PLIES} random plies"
            )));
        }
        let read = |text: &String| Entrant::parse(text, EnginePlayers.names()).map_err(refused);
        let players = self.players.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let pairings =
            if self.gauntlet { (1..count).map(|b| Pairing { a: 0, b }).collect() } else { round_robin(count) };
        let source = if self.plies == 0 { Source::Start } else { Source::RandomPlies(self.plies) };
        let seed = 1;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let time = match (self.visits, self.ms) {
            (Some(_), None) => NO_LIMIT,
            (_, ms) => Duration::from_millis(ms.unwrap_or(1000).clamp(1, 600_000)),
        };
        Ok(Settings {
            players,
            pairings,
            book: Book::new(Boards::Fixed(self.setup.clone()), source, seed).map_err(refused)?,
            pairs: self.games.div_ceil(2) as usize,
            control: TimeControl::PerMove(time),
            visits: self.visits.map(|visits| visits.max(1)),
            memory_bytes: BOT_BYTES,
            concurrency: (cores / 2).max(1),
            affinity: false,
            seed,
            adjudicate: false,
            keep_going: false,
            sprt: None,
        })
    }

    /// The command that goes on with it.
    fn command(&self, path: &Path) -> String {
        let quoted = |word: &String| format!("'{}'", word.replace('\'', "'\\''"));
        let players = self.players.iter().map(quoted).collect::<Vec<_>>().join(" ");
        let mut command = format!("luozi ladder {players} --game {} --games {}", self.setup.kind(), self.games);
        match (self.visits, self.ms) {
            (Some(visits), None) => command += &format!(" --visits {visits}"),
            (_, ms) => command += &format!(" --time {}ms", ms.unwrap_or(1000)),
        }
        command += if self.gauntlet { " --gauntlet" } else { "" };
        command + &format!(" --openings random:{} --db {}", self.plies, path.display())
    }
}

impl Runs {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<PathBuf, Running>) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How a tournament stands.
    pub fn state(&self, path: &Path) -> RunState {
        let (running, problem) = self.with(|runs| match runs.get(path) {
            Some(run) => {
                let problem = run.problem.lock().unwrap_or_else(PoisonError::into_inner).clone();
                (!run.is_over(), problem)
            }
            None => (false, None),
        });
        let state = match (running, order_of(path).exists()) {
            (true, _) => Some(RunWord::Running),
            (false, true) => Some(RunWord::Paused),
            (false, false) => None,
        };
        RunState { state, problem }
    }

    /// Begins a tournament in a folder; gives its file. Waits until all players have shown that they can play.
    pub fn start(&self, event: &NewEvent, folder: &Path) -> Result<PathBuf, Problem> {
        std::fs::create_dir_all(folder).map_err(|e| Problem::with_reason(Code::Internal, e))?;
        let text = serde_json::to_string(event).map_err(|e| Problem::with_reason(Code::Internal, e))?;
        let (path, run) = self.place(|runs| event.file(folder, runs))?;
        // The order is there before the first game: whoever kills the server finds a paused tournament.
        let written = std::fs::write(order_of(&path), text).map_err(|e| Problem::with_reason(Code::Internal, e));
        let begun = written.and_then(|()| self.play(event, &path, &run, false));
        if begun.is_err() {
            // Whatever is left of it would look like a paused tournament.
            let _ = std::fs::remove_file(order_of(&path));
        }
        begun.map(|()| path)
    }

    /// A place among the tournaments that are played, for the file that `choose` finds.
    fn place(&self, choose: impl FnOnce(&HashMap<PathBuf, Running>) -> PathBuf) -> Result<(PathBuf, Running), Problem> {
        self.with(|runs| {
            let playing = runs.values().filter(|run| !run.is_over()).count();
            let path = choose(runs);
            let played = runs.get(&path).is_some_and(|run| !run.is_over());
            if playing >= MOST_RUNNING || played {
                let text = "so many tournaments are being played; pause one first";
                return Err(Problem::with_reason(Code::Busy, text).told_as("events"));
            }
            let run = Running::default();
            runs.insert(path.clone(), run.clone());
            Ok((path, run))
        })
    }

    /// Goes on with a tournament that was paused.
    pub fn resume(&self, path: &Path) -> Result<(), Problem> {
        let text = std::fs::read_to_string(order_of(path)).map_err(|_| Problem::not_found("tournament"))?;
        let event: NewEvent = serde_json::from_str(&text).map_err(|e| Problem::with_reason(Code::Internal, e))?;
        let (path, run) = self.place(|_| path.to_path_buf())?;
        self.play(&event, &path, &run, true)
    }

    /// Gives up the games under way and waits; with `for_good` it cannot be gone on with from the page.
    pub fn pause(&self, path: &Path, for_good: bool) {
        let run = self.with(|runs| runs.get(path).cloned());
        // Relaxed: the flag carries no data.
        run.iter().for_each(|run| run.stop.store(true, Ordering::Relaxed));
        while run.as_ref().is_some_and(|run| !run.is_over()) {
            std::thread::sleep(Duration::from_millis(20));
        }
        if for_good {
            // What cannot be removed stays paused.
            let _ = std::fs::remove_file(order_of(path));
        }
    }

    /// Plays on a thread of its own, after all players have shown that they can.
    fn play(&self, event: &NewEvent, path: &Path, here: &Running, resume: bool) -> Result<(), Problem> {
        let ready = || -> Result<_, Problem> {
            let settings = event.settings()?;
            let host = Host::current().map_err(|e| Problem::with_reason(Code::Internal, e))?;
            load_players(&settings, &host, &EnginePlayers, &here.stop).map_err(refused)?;
            let about = About::here(Kind::Ladder { anchor: None }, event.command(path), settings.concurrency);
            let store = Store::open(path, &settings.fingerprint(), &about, resume).map_err(refused)?;
            Ok((settings, host, store))
        };
        let (settings, host, store) = ready().inspect_err(|_| here.end(None))?;
        let (path, here) = (path.to_path_buf(), here.clone());
        std::thread::spawn(move || {
            let played = run(&settings, &host, &EnginePlayers, Some(&store), &here.stop, |_, _| {});
            drop(store);
            let told = match played {
                Ok(result) => {
                    if !result.interrupted && result.hopeless.is_none() {
                        let _ = std::fs::remove_file(order_of(&path));
                    }
                    result
                        .hopeless
                        .map(|hopeless| format!("{}: it {}", event_player(&settings, hopeless.player), hopeless.reason))
                }
                Err(error) => Some(error.to_string()),
            };
            here.end(told);
        });
        Ok(())
    }
}

/// A player of a tournament by its number.
fn event_player(settings: &Settings, player: usize) -> String {
    settings.players.get(player).map(Entrant::to_string).unwrap_or_default()
}

impl Drop for Runs {
    /// A server that ends gives up what is being played; it can be gone on with.
    fn drop(&mut self) {
        self.with(|runs| runs.values().for_each(|run| run.stop.store(true, Ordering::Relaxed)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    fn event(players: &[&str]) -> NewEvent {
        NewEvent {
            name: "Spring Cup 2026!".to_string(),
            setup: Setup::board(GameKind::NOGO, 5, 5),
            players: players.iter().map(|player| player.to_string()).collect(),
            games: 4,
            ms: None,
            visits: Some(20),
            plies: 2,
            gauntlet: false,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("luozi-runs-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn wait(runs: &Runs, path: &Path) {
        while runs.state(path).state == Some(RunWord::Running) {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_tournament_is_played_to_its_end_in_a_file_of_the_ladder() {
        let folder = folder("whole");
        let runs = Runs::default();
        let path = runs.start(&event(&["luozi:uct-plain", "random"]), &folder).unwrap();
        assert_eq!(path.file_name().unwrap(), "spring-cup-2026.db");
        wait(&runs, &path);
        assert_eq!(runs.state(&path), RunState { state: None, problem: None });
        let again = event(&["luozi:uct-plain", "random"]).file(&folder, &HashMap::new());
        assert_eq!(again.file_name().unwrap(), "spring-cup-2026-2.db");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_paused_tournament_goes_on_and_a_stopped_one_does_not() {
        let folder = folder("paused");
        let runs = Runs::default();
        let long = NewEvent { games: 1000, ..event(&["luozi:uct-plain", "random"]) };
        let path = runs.start(&long, &folder).unwrap();
        assert_eq!(runs.state(&path).state, Some(RunWord::Running));
        runs.pause(&path, false);
        assert_eq!(runs.state(&path).state, Some(RunWord::Paused));
        // Another start of the server knows it too.
        assert_eq!(Runs::default().state(&path).state, Some(RunWord::Paused));
        runs.resume(&path).unwrap();
        assert!(runs.resume(&path).is_err(), "it is being played");
        runs.pause(&path, true);
        assert_eq!(runs.state(&path).state, None);
        assert!(runs.resume(&path).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wrong_players_and_too_many_are_told() {
        let folder = folder("wrong");
        let runs = Runs::default();
        for players in [&["luozi:nobody", "random"][..], &["random"], &["random"; 30]] {
            let error = runs.start(&event(players), &folder).unwrap_err();
            assert_eq!(error.text_key, "err.bad_player.event", "{}", error.text);
        }
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing is left of them");
        let long = NewEvent { games: 1000, ..event(&["luozi:uct-plain", "random"]) };
        let played = [0, 1].map(|_| runs.start(&long, &folder).unwrap());
        assert_ne!(played[0], played[1]);
        assert_eq!(runs.start(&long, &folder).unwrap_err().text_key, "err.busy.events");
        played.iter().for_each(|path| runs.pause(path, true));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
