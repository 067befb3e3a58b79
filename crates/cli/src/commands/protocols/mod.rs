//! The program as a bot: the protocols of `luozi::stdio` on stdin and stdout.

pub mod botzone;
pub mod gtp;
mod local_ai;
pub mod nboard;
pub mod saiblo;

use crate::error::bad_input;
use crate::options::EngineOptions;
use luozi::stdio::NoPlayer;

/// Why there is no player, in the words of the command line.
fn told(options: &EngineOptions, error: NoPlayer) -> anyhow::Error {
    match error {
        NoPlayer::Choice(error) => options.told(error),
        other => bad_input(other),
    }
}
