//! What an engine thinks of a position, in the numbers that protocols ask for.

use luozi::core::Game;
use luozi::engine::analysis::{GameResult, Proven};
use luozi::games::{GameKind, Table, with_rules};

/// Reversi: discs ahead that make a value of tanh(1). The learned tables have 9 to 17 between 27 and 59 discs
/// (`docs/nets.md`, error by phase).
const DISCS_PER_VALUE: f64 = 12.0;

/// A value in the points of the game: in Reversi by what the learned tables mean by it, elsewhere as a share of the
/// largest score on this board.
fn points(table: &Table, value: f64) -> f64 {
    let largest = with_rules!(table.rules(), rules => f64::from(rules.score_limit(&rules.initial())));
    match table.setup().kind() {
        GameKind::Reversi => (DISCS_PER_VALUE * value.clamp(-1.0, 1.0).atanh()).clamp(-largest, largest),
        GameKind::Connect4 | GameKind::NoGo => value * largest,
    }
}

/// Who wins for certain, seen by the side to move.
fn certain(proven: Proven) -> GameResult {
    match proven {
        Proven::Result { result, .. } => result,
        Proven::Score { score: 1.. } => GameResult::Win,
        Proven::Score { score: 0 } => GameResult::Draw,
        Proven::Score { .. } => GameResult::Loss,
    }
}

/// The expected result, 0 for a loss to 1 for a win; certain when it is proven.
pub fn winrate(value: f64, proven: Option<Proven>) -> f64 {
    match proven.map(certain) {
        Some(GameResult::Win) => 1.0,
        Some(GameResult::Draw) => 0.5,
        Some(GameResult::Loss) => 0.0,
        None => (1.0 + value) / 2.0,
    }
}

/// The expected score on this board: exact when it is proven, else an estimate, which has the right sign where the
/// winner is proven.
pub fn expected_score(table: &Table, value: f64, proven: Option<Proven>) -> f64 {
    if let Some(Proven::Score { score }) = proven {
        return f64::from(score);
    }
    let estimate = points(table, value);
    match proven.map(certain) {
        Some(GameResult::Win) => estimate.max(1.0),
        Some(GameResult::Draw) => 0.0,
        Some(GameResult::Loss) => estimate.min(-1.0),
        None => estimate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi::games::Setup;

    #[test]
    fn proofs_come_before_estimates() {
        let win = Some(Proven::Result { result: GameResult::Win, plies: None });
        let exact = |score| Some(Proven::Score { score });
        let nogo = Table::new(&Setup::board(GameKind::NoGo, 5, 5)).unwrap();
        let told = |value, proven| (winrate(value, proven), expected_score(&nogo, value, proven));
        assert_eq!(told(0.5, None), (0.75, 13.0), "26 would be the most");
        assert_eq!(told(-0.5, win), (1.0, 1.0));
        assert_eq!(told(0.5, exact(-6)), (0.0, -6.0));
        assert_eq!(told(0.5, exact(0)), (0.5, 0.0));
        let reversi = Table::new(&Setup::standard(GameKind::Reversi)).unwrap();
        assert_eq!(expected_score(&reversi, 1f64.tanh(), None).round(), 12.0);
        assert_eq!(expected_score(&reversi, -1.0, None), -64.0, "no infinity");
    }
}
