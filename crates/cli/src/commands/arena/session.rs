//! From options to a finished run: players, record, progress, summary, page, interruption.

use super::options::ArenaOptions;
use super::progress::Progress;
use super::summary::summary_text;
use super::{farm, recorded, walls};
use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use luozi::arena::matches::{
    About, Crew, FinishedGame, Hopeless, Kind, Machine, Pairing, RunError, RunResult, Settings, Store, Tally,
    load_players, run, run_by,
};
use luozi::arena::players::{BuiltIns, EnginePlayers, Entrant};
use luozi::arena::process::Host;
use luozi::arena::replay::Turn;
use luozi::arena::report::{Figures, game_line, replay_command};
use luozi::arena::stats::Sprt;
use luozi::search::TimeControl;
use std::cell::RefCell;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The judge disturbs a game when it is late by more than this share of the time for a move.
const LATE_SHARE: u32 = 50;
/// A shorter delay is never worth a word.
const LEAST_LATE: Duration = Duration::from_millis(2);

/// A run that is ready to be played.
pub struct Session<'a> {
    options: &'a ArenaOptions,
    settings: Settings,
    about: About,
    store: Option<Store>,
    host: Host,
    /// Who plays; threads of this program when there is nobody else.
    crew: RefCell<Option<Box<dyn Crew>>>,
}

impl<'a> Session<'a> {
    /// Reads players and options. `pairings` are indices into `players`; `games` is the default number of games.
    pub fn new(
        options: &'a ArenaOptions,
        kind: Kind,
        players: &[String],
        pairings: Vec<Pairing>,
        games: u32,
        sprt: Option<Sprt>,
    ) -> anyhow::Result<Session<'a>> {
        // From here on Ctrl-C leaves a record that can be resumed.
        interrupt::flag();
        if options.resume && options.db.is_none() && options.farm.url.is_none() {
            return Err(bad_input("--resume goes on with a run in a file; add --db FILE or --farm URL"));
        }
        let read = |text: &String| Entrant::parse(text, EnginePlayers.names()).map_err(bad_input);
        let settings = Settings {
            players: players.iter().map(read).collect::<Result<_, _>>()?,
            pairings,
            book: options.book()?,
            pairs: options.games.unwrap_or(games).div_ceil(2) as usize,
            control: options.control(),
            visits: options.visits,
            memory_bytes: options.memory_bytes(),
            concurrency: options.concurrency(),
            affinity: options.affinity,
            seed: options.seed,
            adjudicate: options.adjudicate,
            keep_going: options.keep_going,
            sprt,
        };
        if settings.control.start().is_zero() {
            return Err(bad_input("no time at all: expected more than 0, such as --time 1s or --tc 60+1"));
        }
        let host = walls::host(options.sandbox, false)?;
        load_players(&settings, &host, &EnginePlayers, interrupt::flag()).map_err(run_error)?;
        options.report.as_deref().map_or(Ok(()), recorded::check_writable)?;
        let about = About::here(kind, command_line(&[]), settings.concurrency);
        let fingerprint = settings.fingerprint();
        if let (Some(path), false) = (options.record(), options.resume) {
            recorded::tell_of_unfinished(path);
        }
        // Before the record: a farm that cannot be reached leaves nothing behind.
        let crew = match &options.farm.url {
            Some(farm) => Some(farm::crew(options, farm, &settings, &about.kind, &host)?),
            None => None,
        };
        let store = match (options.record(), &options.report) {
            (Some(path), _) => {
                // The results of a farm's run can be gathered into a new file.
                let resume = options.resume && (crew.is_none() || path.exists());
                Some(Store::open(path, &fingerprint, &about, resume))
            }
            (None, Some(_)) => Some(Store::in_memory(&fingerprint, &about)),
            (None, None) => None,
        };
        let store = store.transpose().map_err(recorded::store_error)?;
        Ok(Session { options, settings, about, store, host, crew: RefCell::new(crew) })
    }

    /// Plays, tells the figures, writes the page, and ends as the run deserves.
    pub fn run(&self) -> anyhow::Result<()> {
        eprintln!("{}", self.header());
        self.warn_of_load();
        let result = self.play()?;
        self.warn_of_delay(&result);
        let conditions = self.settings.conditions();
        let record = self.options.record();
        let figures = Figures { kind: &self.about.kind, conditions: &conditions, result: &result, record };
        tell(&figures, self.options.json)?;
        if let (Some(path), Some(store)) = (&self.options.report, &self.store) {
            recorded::write_page(store.archive(), record, path, self.options.lang)?;
        }
        if let Some(Hopeless { player, reason }) = &result.hopeless {
            return Err(anyhow::anyhow!(
                "{} lost its first two games in the same way and the match ends here: it {reason}; mend it, or play on with \
                 --keep-going",
                conditions.players[*player]
            ));
        }
        if result.interrupted {
            if record.is_some() || self.options.farm.url.is_some() {
                eprintln!("resume with: {}", command_line(&["--resume"]));
            }
            return Err(Interrupted.into());
        }
        conclude(&figures)
    }

    /// Plays until the end, a decision or Ctrl-C; tells about every game.
    fn play(&self) -> anyhow::Result<RunResult> {
        let total = 2 * self.settings.pairs * self.settings.pairings.len();
        let earlier = self.store.as_ref().map_or(Ok(0), |store| store.archive().games().map(|games| games.len()))?;
        let (stop, names) = (interrupt::flag(), self.settings.conditions().players);
        let mut progress = Progress::new(total, earlier, self.settings.sprt);
        let mut broken = None;
        let on_game = |game: &FinishedGame, tally: &Tally| {
            if self.options.json {
                let line = game_line(game, &names);
                // A closed pipe ends the run.
                if let Err(error) = progress.beside(|| writeln!(std::io::stdout(), "{line}")) {
                    broken.get_or_insert(error);
                    // Relaxed: the flag carries no data.
                    stop.store(true, Ordering::Relaxed);
                }
            }
            let turn =
                game.fault.as_ref().zip(game.number).map(|(fault, game)| Turn { game, move_number: fault.move_number });
            let replay = self.options.record().zip(turn).map(|(record, turn)| replay_command(record, turn));
            progress.tell(game, tally, &names, replay.as_deref());
        };
        let store = self.store.as_ref();
        let played = match self.crew.borrow_mut().as_mut() {
            Some(crew) => run_by(crew.as_mut(), &self.settings, store, stop, on_game),
            None => run(&self.settings, &self.host, &EnginePlayers, store, stop, on_game),
        };
        progress.end();
        if let Some(error) = broken {
            return Err(error.into());
        }
        played.map_err(run_error)
    }

    /// Before the first game: what is played.
    fn header(&self) -> String {
        let Settings { book, players, memory_bytes, pairs, pairings, .. } = &self.settings;
        let time = |control: TimeControl| match control {
            TimeControl::PerMove(limit) => format!("{} s a move", limit.as_secs_f64()),
            TimeControl::Clock { base, increment } => {
                format!("{} s for the game and {} s for every move", base.as_secs_f64(), increment.as_secs_f64())
            }
        };
        let own = players
            .iter()
            .filter_map(|entrant| entrant.control.map(|control| format!(" ({}: {})", entrant.player, time(control))));
        let (own, games): (String, usize) = (own.collect(), 2 * pairs * pairings.len());
        let usual = time(self.settings.control);
        let bound = if self.settings.affinity { ", each on processors of its own" } else { "" };
        format!("{}; {usual}{own}, {} MB; at most {games} games{bound}", book.description(), memory_bytes >> 20)
    }

    /// Before the first game: is there room on this machine?
    fn warn_of_load(&self) {
        let (cores, load) = (self.about.machine.processors as f64, Machine::load());
        if load + self.settings.concurrency as f64 > cores + 0.5 {
            eprintln!(
                "warning: other programs keep {load:.1} of {cores} processors busy and --concurrency is {}: players may \
                 lose time that they are charged for; use fewer games at once, or wait",
                self.settings.concurrency
            );
        }
    }

    /// After the last game: was the judge itself on time?
    fn warn_of_delay(&self, result: &RunResult) {
        let shortest = (0..self.settings.players.len()).map(|player| self.settings.control_of(player).start()).min();
        let tolerable = (shortest.unwrap_or_default() / LATE_SHARE).max(LEAST_LATE);
        let late = result.games.iter().filter(|game| game.overhead > tolerable).count();
        if late > 0 {
            let (most, games) = (result.overhead.as_millis(), result.games.len());
            eprintln!(
                "warning: in {late} of {games} games the judge itself was late, by up to {most} ms: the machine is too busy \
                 for this time control; use --concurrency 1 or more time"
            );
        }
    }
}

/// Wrong players and openings are the user's; a record that fails is not.
fn run_error(error: RunError) -> anyhow::Error {
    match error {
        RunError::Seat { .. }
        | RunError::Probe { .. }
        | RunError::Walls { .. }
        | RunError::Affinity(_)
        | RunError::Opening(_) => bad_input(error),
        RunError::Store(_) | RunError::Crew(_) => error.into(),
    }
}

/// The figures on stdout.
pub fn tell(figures: &Figures<'_>, json: bool) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    if json {
        for line in figures.lines() {
            writeln!(out, "{line}")?;
        }
    } else {
        write!(out, "{}", summary_text(figures))?;
    }
    Ok(())
}

/// An error when a player lost by a fault.
pub fn conclude(figures: &Figures<'_>) -> anyhow::Result<()> {
    match figures.faults().count() {
        0 => Ok(()),
        count => Err(anyhow::anyhow!("{count} of {} games were lost by a fault", figures.result.games.len())),
    }
}

/// This command line again, ready for a shell, with these words added where they are missing.
fn command_line(added: &[&str]) -> String {
    let given = crate::START.get().map_or(&[][..], |start| &start.arguments);
    let mut words: Vec<String> = given.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    for word in added {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_string());
        }
    }
    // Players such as `luozi:level=5` need no quotes, though they hold signs that are special elsewhere.
    let quote = |word: &String| {
        let plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c));
        if plain { word.clone() } else { shell_words::quote(word).into_owned() }
    };
    std::iter::once("luozi".to_string()).chain(words.iter().map(quote)).collect::<Vec<_>>().join(" ")
}
