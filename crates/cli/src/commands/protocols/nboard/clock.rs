//! The clock of the game on the board, as its GGF tells it.

use luozi::core::Player;
use luozi::games::Table;
use luozi::games::record::{NodeId, Record};
use luozi::search::TimeControl;
use std::time::Duration;

/// Kept for what happens between the answer and the controller's clock.
const MARGIN: Duration = Duration::from_millis(100);

/// Time of the game and what both sides have used of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Clock {
    /// `None` without a limit.
    main: Option<Duration>,
    used: [Duration; 2],
}

impl Clock {
    /// The clock at the end of a game's main line.
    pub fn of(game: &Record) -> Clock {
        let mut clock = Clock { main: main_time(&game.header.time_control), used: [Duration::ZERO; 2] };
        // Sides alternate up to whoever is to move at the end.
        let moves: Vec<NodeId> = game.tree().main_line().collect();
        let mut mover = Table::of(game).to_move();
        for &id in moves.iter().rev() {
            mover = mover.other();
            clock.spend(mover, Duration::from_millis(game.tree().notes(id).used_ms.unwrap_or_default()));
        }
        clock
    }

    /// A side took so long for its move.
    pub fn spend(&mut self, player: Player, used: Duration) {
        let sum = &mut self.used[player.index()];
        *sum = sum.saturating_add(used);
    }

    /// Time for the next move of a side that has about `moves_left` to make; `None` without a limit.
    pub fn budget(&self, player: Player, moves_left: u32) -> Option<Duration> {
        let remaining = self.main?.saturating_sub(self.used[player.index()]);
        Some(TimeControl::PerGame { remaining, increment: Duration::ZERO }.budget(moves_left, MARGIN))
    }
}

/// The main time of GGF's `MAIN/INCREMENT/EXTENSION`, as `15:00`, `1:00:00` or `90`; `None` if there is none.
fn main_time(text: &str) -> Option<Duration> {
    let main = text.split(['/', ',']).next()?.trim();
    let seconds = main.split(':').try_fold(0u64, |sum, part| sum.checked_mul(60)?.checked_add(part.parse().ok()?))?;
    (seconds > 0).then(|| Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi::games::record::ggf;
    use luozi::games::reversi::Scoring;

    #[test]
    fn times_of_ggf_are_read() {
        let seconds = |text| main_time(text).map(|time| time.as_secs());
        assert_eq!(seconds("15:00"), Some(900));
        assert_eq!(seconds("1:00:00/0:10/2:00"), Some(3600));
        assert_eq!(seconds("90"), Some(90));
        for none in ["", "0", "soon", "99999999999999999999:00", "18446744073709551615:00"] {
            assert_eq!(seconds(none), None, "{none}");
        }
    }

    #[test]
    fn each_side_pays_for_its_own_moves() {
        let text = "(;GM[Othello]TI[1:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                    B[F5//20]W[D6//5]B[C3//10];)";
        let game = &ggf::read(text, Scoring::Difference).unwrap()[0];
        let mut clock = Clock::of(game);
        assert_eq!(clock.used, [Duration::from_secs(30), Duration::from_secs(5)]);
        assert_eq!(clock.budget(Player::Second, 2), Some((Duration::from_secs(55) - MARGIN) / 2));
        clock.spend(Player::Second, Duration::from_secs(100));
        assert_eq!(clock.budget(Player::Second, 2), Some(Duration::ZERO));
        assert_eq!(Clock::default().budget(Player::First, 2), None);
    }
}
