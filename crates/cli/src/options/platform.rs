//! A site whose conditions are copied: `--platform`.

use crate::error::bad_input;
use clap::ValueEnum;
use luozi::games::GameKind;
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
    pub fn memory_mib(self) -> u64 {
        if self == Platform::Saiblo { 1024 } else { 256 }
    }
}

/// The game that is played; a site has its own.
pub fn game(asked: Option<GameKind>, platform: Option<Platform>) -> anyhow::Result<GameKind> {
    match (asked, platform) {
        (None | Some(GameKind::Connect4), Some(Platform::Saiblo)) => Ok(GameKind::Connect4),
        (Some(game), Some(Platform::Saiblo)) => Err(bad_input(format!("Saiblo has connect4, not {game}"))),
        (Some(GameKind::Connect4) | None, Some(Platform::Botzone)) => {
            Err(bad_input("Botzone has nogo and reversi; add --game nogo or --game reversi"))
        }
        (game, None | Some(Platform::Botzone)) => Ok(game.unwrap_or(GameKind::Connect4)),
    }
}
