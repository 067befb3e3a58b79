//! The clock of the game on the board, as its GGF tells it.

use luozi_core::Player;
use luozi_games::Session;
use luozi_games::record::{NodeId, Record};
use luozi_search::{Budget, TimeControl};
use std::time::Duration;

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
        let mut mover = Session::of(game).to_move();
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

    /// What a side that has about `moves_left` to make may spend on the next one; nothing is set without a limit.
    pub fn budget(&self, player: Player, moves_left: u32) -> Budget {
        let Some(main) = self.main else { return Budget::default() };
        let left = main.saturating_sub(self.used[player.index()]);
        TimeControl::Clock { base: main, increment: Duration::ZERO }.budget(left, moves_left)
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
    use luozi_games::record::ggf;
    use luozi_games::reversi::Scoring;

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
        let kept = Budget { time_is_kept: true, ..Budget::time(Duration::from_secs(55).mul_f64(0.95) / 2) };
        assert_eq!(clock.budget(Player::Second, 2), kept);
        clock.spend(Player::Second, Duration::from_secs(100));
        assert_eq!(clock.budget(Player::Second, 2).time, Some(Duration::ZERO));
        assert_eq!(Clock::default().budget(Player::First, 2), Budget::default());
    }
}
