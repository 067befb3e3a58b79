//! What an engine thinks of a position and of the rest of the game, in the numbers that protocols ask for.

use luozi::core::{Game, Notation};
use luozi::engine::Playable;
use luozi::engine::analysis::{GameResult, Proven};
use luozi::games::{Table, with_rules};

/// The largest score of a game on this board.
pub fn largest_score(table: &Table) -> f64 {
    with_rules!(table.rules(), rules => f64::from(rules.score_limit(&rules.initial())))
}

/// About how many moves the side to move still has to make.
pub fn own_moves_left(table: &Table) -> u32 {
    with_rules!(table.rules(), rules => {
        let position = rules.parse_position(&table.position_text()).expect("a game reads its own boards");
        rules.own_moves_left(&position)
    })
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

/// The expected score: exact when it is proven, otherwise the value stretched to the `largest` score. Where only the
/// winner is proven it has the right sign.
pub fn expected_score(value: f64, proven: Option<Proven>, largest: f64) -> f64 {
    let stretched = value * largest;
    match proven {
        Some(Proven::Score { score }) => f64::from(score),
        Some(proven) => match certain(proven) {
            GameResult::Win => stretched.max(1.0),
            GameResult::Draw => 0.0,
            GameResult::Loss => stretched.min(-1.0),
        },
        None => stretched,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_come_before_estimates() {
        let win = Some(Proven::Result { result: GameResult::Win, plies: None });
        let exact = |score| Some(Proven::Score { score });
        assert_eq!((winrate(0.5, None), expected_score(0.5, None, 64.0)), (0.75, 32.0));
        assert_eq!((winrate(-0.5, win), expected_score(-0.5, win, 64.0)), (1.0, 1.0));
        assert_eq!((winrate(0.5, exact(-6)), expected_score(0.5, exact(-6), 64.0)), (0.0, -6.0));
        assert_eq!((winrate(0.5, exact(0)), expected_score(0.5, exact(0), 64.0)), (0.5, 0.0));
    }
}
