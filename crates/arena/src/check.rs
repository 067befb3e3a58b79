//! Protocol compliance of one bot: the situations in which bots fail, each played once against `random`.
//!
//! Both colours, boards at the ends of their range, forbidden cells in corners and edge rows, games that begin in
//! mid-game (as after a restart) and near their end (where Reversi has passes). Every fault becomes a [`Finding`].

use crate::judge::{self, Ending, TimeControl};
use crate::matches::openings::random_game;
use crate::matches::{FaultRecord, RunError};
use crate::players::{self, BuiltIns, PlayerSpec, RandomPlayer, Seat};
use crate::process::Host;
use luozi_core::{Player, Rng};
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Setup};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// One situation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// What is special about it, in a few words.
    pub name: String,
    /// Game and board.
    pub setup: Setup,
    /// Moves played before the bot is asked.
    pub opening: Vec<String>,
    /// The bot's side.
    pub side: Player,
}

/// What was found in one situation.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The fault, with its position; `None` if all was well.
    pub fault: Option<FaultRecord>,
    /// Time for the bot's first move, its start included.
    pub first_move: Duration,
    /// Its slowest move.
    pub slowest_move: Duration,
    /// What it wrote to stderr.
    pub stderr: String,
}

/// Limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckLimits {
    /// Time for a move.
    pub time: Duration,
    /// Memory of the bot's tree.
    pub memory_bytes: u64,
}

/// All situations of a game; the random ones follow from `seed`.
pub fn situations(game: GameKind, seed: u64) -> Vec<Situation> {
    let connect4 = |rows, cols, row, col| Setup::Connect4 { rows, cols, forbidden: vec![Cell { row, col }] };
    let boards: Vec<(&str, Setup)> = match game {
        GameKind::Connect4 => vec![
            ("smallest board, forbidden cell in the top corner", connect4(9, 9, 0, 0)),
            ("largest board, forbidden cell in the bottom corner", connect4(12, 12, 11, 11)),
            ("wide board, forbidden cell in the top row", connect4(9, 12, 0, 5)),
            ("high board, forbidden cell in the bottom row", connect4(12, 9, 11, 4)),
            ("forbidden cell in the middle", connect4(10, 11, 5, 5)),
        ],
        GameKind::Reversi | GameKind::NoGo => vec![("standard board", Setup::standard(game))],
    };
    let mut rng = Rng::seeded(seed);
    let mut list = Vec::new();
    for (board, setup) in boards {
        for (stage, plies) in [("from the start", 0), ("from mid-game", 20), ("near the end", 46)] {
            for side in Player::BOTH {
                // After the opening it is the bot's turn, so that it is asked at least once.
                let opening = unfinished_game(&setup, plies + side.index(), &mut rng);
                let name = format!("{board}, {stage}, as the {side} player");
                list.push(Situation { name, setup: setup.clone(), opening, side });
            }
        }
    }
    list
}

/// A random game of exactly `plies` moves that is not over; most draws are, on every board of the list.
fn unfinished_game(setup: &Setup, plies: usize, rng: &mut Rng) -> Vec<String> {
    loop {
        let table = random_game(setup, plies, rng);
        if table.moves().len() == plies {
            return table.moves().to_vec();
        }
    }
}

/// Plays one situation to its end; `None` if `stop` was set before.
pub fn examine(
    spec: &PlayerSpec,
    situation: &Situation,
    limits: CheckLimits,
    host: &Host,
    built_ins: &dyn BuiltIns,
    stop: &AtomicBool,
) -> Result<Option<Finding>, RunError> {
    let Situation { setup, opening, side, .. } = situation;
    let control = TimeControl::PerMove(limits.time);
    let seat =
        Seat { setup: setup.clone(), side: *side, control, memory_bytes: limits.memory_bytes, visits: None, seed: 1 };
    let bot = players::seat(spec, &seat, host, built_ins)
        .map_err(|problem| RunError::Seat { player: spec.to_string(), problem })?;
    let random = Box::new(RandomPlayer::seeded(opening.len() as u64));
    let mut contenders = if *side == Player::First { [bot, random] } else { [random, bot] };
    let table = judge::set_up(setup, opening)?;
    let mut times = Vec::new();
    let report = judge::play(table, &mut contenders, control, stop, |mv| {
        if mv.ply % 2 == side.index() {
            times.push(mv.wall);
        }
        true
    });
    let Some(mut report) = report else { return Ok(None) };
    let fault = match &report.ending {
        Ending::Forfeit { side, fault, position } => {
            Some(FaultRecord::new(side.index(), fault, position, setup, &report.moves))
        }
        Ending::Finished(_) | Ending::Resigned(_) => None,
    };
    let first_move = times.first().copied().unwrap_or_default();
    let slowest_move = times.iter().copied().max().unwrap_or_default();
    let stderr = std::mem::take(&mut report.stderr[side.index()]);
    Ok(Some(Finding { fault, first_move, slowest_move, stderr }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_is_on_the_move_in_every_situation() {
        for game in GameKind::ALL {
            let list = situations(game, 1);
            assert_eq!(list.len(), if game == GameKind::Connect4 { 30 } else { 6 });
            for situation in list {
                let table = judge::set_up(&situation.setup, &situation.opening).unwrap();
                assert_eq!(table.to_move(), situation.side, "{}", situation.name);
            }
        }
    }
}
