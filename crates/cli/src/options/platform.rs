//! A site whose conditions are copied: `--platform`.

use crate::error::bad_input;
use clap::ValueEnum;
use luozi::games::GameKind;
use luozi::protocol::{botzone, saiblo};
use std::time::Duration;

/// A site whose conditions are copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Platform {
    /// Connect Four: boards drawn as there, 3 s a move, 1 GB
    Saiblo,
    /// NoGo and Reversi: 1 s a move, 256 MB
    Botzone,
}

impl Platform {
    /// Time for a move.
    pub fn time(self) -> Duration {
        Duration::from_secs(if self == Platform::Saiblo { 3 } else { 1 })
    }

    /// Memory of a bot, in MiB.
    #[cfg(target_os = "linux")]
    pub fn memory_mib(self) -> u64 {
        if self == Platform::Saiblo { 1024 } else { 256 }
    }

    /// Whether the site has a game.
    fn has_game(self, game: GameKind) -> bool {
        match self {
            Platform::Saiblo => saiblo::has_game(game),
            Platform::Botzone => botzone::has_game(game),
        }
    }
}

/// What `--game` means where a site may choose it.
#[cfg(target_os = "linux")]
pub fn game_help() -> String {
    format!("The game: {}; {} when left out", GameKind::words(), GameKind::all()[0])
}

/// The game that is played: the one that was asked for, else the only one of the site, and without a site the first.
pub fn game(asked: Option<GameKind>, platform: Option<Platform>) -> anyhow::Result<GameKind> {
    let fits = |game: &GameKind| platform.is_none_or(|platform| platform.has_game(*game));
    if let Some(game) = asked.filter(fits) {
        return Ok(game);
    }
    let known: Vec<GameKind> = GameKind::all().into_iter().filter(fits).collect();
    match (asked, platform, known.as_slice()) {
        (None, None, [game, ..]) | (None, Some(_), [game]) => Ok(*game),
        _ => {
            let site = platform.map_or(String::new(), |platform| format!("{platform:?} "));
            let words: Vec<&str> = known.iter().map(|game| game.word()).collect();
            let (has, add) = (words.join(" and "), words.join(" or --game "));
            let found = asked.map_or(String::new(), |game| format!(", not {game}"));
            Err(bad_input(format!("{site}has {has}{found}; add --game {add}")))
        }
    }
}
