//! What the tests of bots share: specifications to games, sources to programs.
#![allow(dead_code, reason = "every test program uses its own part")]

use luozi_arena::judge::{self, GameReport, Terms};
use luozi_arena::matches::openings::{Boards, Book, Source};
use luozi_arena::matches::{Settings, round_robin};
use luozi_arena::players::{self, Choice, Contender, Entrant, NoBuiltIns, PlayerSpec, RandomPlayer, Seat};
use luozi_arena::process::{Deadline, Host};
use luozi_core::Player;
use luozi_games::Setup;
use luozi_search::TimeControl;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A time limit that only a hanging bot reaches.
pub const PATIENT: Duration = Duration::from_secs(60);

pub fn host() -> Host {
    Host::program(env!("CARGO_BIN_EXE_luozi-arena-host"))
}

/// A file of `examples/bots`.
pub fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots").join(name)
}

/// Whether a program can be found.
pub fn has_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Compiles a C or C++ source to a shared object in `folder`.
pub fn compile(source: &Path, folder: &Path) -> PathBuf {
    let object = folder.join(source.file_name().unwrap()).with_added_extension("so");
    let compiler = if source.extension().is_some_and(|e| e == "c") { "cc" } else { "c++" };
    let options = ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread", "-o"];
    let status = Command::new(compiler).args(options).arg(&object).arg(source).status().unwrap();
    assert!(status.success(), "{} does not compile", source.display());
    object
}

/// Seats a player.
pub fn seat(spec: &str, setup: &Setup, side: Player, time: Duration, memory_bytes: u64) -> Box<dyn Contender> {
    let spec = PlayerSpec::parse(spec, &[]).unwrap();
    let seat =
        Seat { setup: setup.clone(), side, control: TimeControl::PerMove(time), memory_bytes, visits: None, seed: 5 };
    players::seat(&spec, &seat, &host(), &NoBuiltIns).unwrap()
}

/// Random legal moves, the same for the same seed, that leave the game unfinished.
pub fn random_opening(setup: &Setup, plies: usize, seed: u64) -> Vec<String> {
    let mut player = RandomPlayer::seeded(seed);
    let mut table = judge::set_up(setup, &[]).unwrap();
    while table.moves().len() < plies {
        let Ok(Choice::Move { text, .. }) = player.choose(&table, Deadline::after(PATIENT)) else { panic!("a move") };
        table.play(&text).unwrap();
    }
    table.moves().to_vec()
}

/// A small match of everybody against everybody after so many random plies, quick enough for a test.
pub fn small_match(players: &[&str], pairs: usize, boards: Boards, plies: usize) -> Settings {
    Settings {
        players: players.iter().map(|text| Entrant::parse(text, &[]).unwrap()).collect(),
        pairings: round_robin(players.len()),
        book: Book::new(boards, Source::RandomPlies(plies), 1).unwrap(),
        pairs,
        control: TimeControl::PerMove(PATIENT),
        visits: None,
        memory_bytes: 256 << 20,
        concurrency: 2,
        affinity: false,
        seed: 1,
        adjudicate: false,
        keep_going: true,
        sprt: None,
    }
}

/// One game: who plays, from where, under which limits.
pub struct Trial<'a> {
    pub setup: Setup,
    pub opening: Vec<String>,
    pub bot: &'a str,
    pub opponent: &'a str,
    pub side: Player,
    pub time: Duration,
    pub memory_bytes: u64,
}

impl<'a> Trial<'a> {
    /// `bot` moves first against `random`, with patient limits.
    pub fn of(setup: &Setup, bot: &'a str) -> Trial<'a> {
        let (setup, opening) = (setup.clone(), Vec::new());
        Trial { setup, opening, bot, opponent: "random", side: Player::First, time: PATIENT, memory_bytes: 256 << 20 }
    }

    /// The game with the bot on that side.
    pub fn play_as(mut self, side: Player) -> GameReport {
        self.side = side;
        self.play()
    }

    pub fn play(self) -> GameReport {
        let mut contenders = Player::BOTH.map(|player| {
            let spec = if player == self.side { self.bot } else { self.opponent };
            seat(spec, &self.setup, player, self.time, self.memory_bytes)
        });
        let table = judge::set_up(&self.setup, &self.opening).unwrap();
        let stop = AtomicBool::new(false);
        judge::play(table, &mut contenders, Terms::new(TimeControl::PerMove(self.time), &stop), |_| true).unwrap()
    }
}
