//! The referee: plays one game between two contenders and says what happened.
//!
//! Every move is timed and checked here and nowhere else. A fault loses the game for the side that committed it,
//! with the reason in a sentence, the board, and the command that shows the position; it never ends the match.

use crate::adjudicate::{Adjudicator, Certain};
use crate::players::{Choice, Contender, Fault};
use crate::process::Deadline;
use luozi_core::{ParseError, Player, Score};
use luozi_games::{Session, Setup, SetupError};
use luozi_search::TimeControl;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a [`TimeControl`] is written in files: whole milliseconds. For `#[serde(with = "SavedControl")]`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TimeControl"))]
#[serde(remote = "TimeControl", rename_all = "snake_case")]
pub enum SavedControl {
    /// Time for every move.
    PerMove(
        #[serde(with = "milliseconds")]
        #[cfg_attr(test, ts(type = "number"))]
        Duration,
    ),
    /// A clock for the game.
    Clock {
        /// What it shows at the start.
        #[serde(with = "milliseconds")]
        #[cfg_attr(test, ts(type = "number"))]
        base: Duration,
        /// What every move adds.
        #[serde(with = "milliseconds")]
        #[cfg_attr(test, ts(type = "number"))]
        increment: Duration,
    },
}

/// Times in files: whole milliseconds.
mod milliseconds {
    use super::{Deserialize, Duration};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(time.as_millis() as u64)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

/// The clocks of both sides.
struct Clocks {
    controls: [TimeControl; 2],
    left: [Duration; 2],
}

impl Clocks {
    fn new(controls: [TimeControl; 2]) -> Clocks {
        Clocks { controls, left: controls.map(TimeControl::start) }
    }

    fn left(&self, side: Player) -> Duration {
        self.left[side.index()]
    }

    /// Takes the time of a move off the clock.
    fn moved(&mut self, side: Player, spent: Duration) {
        let left = &mut self.left[side.index()];
        *left = self.controls[side.index()].after(*left, spent);
    }
}

/// A move that was played, with what it cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Its number, from 0; opening moves count.
    pub ply: usize,
    /// The move, as the game writes it.
    pub text: String,
    /// Time from the question to the answer.
    pub wall: Duration,
    /// Processor time of the player's process; zero where that cannot be told.
    pub cpu: Duration,
    /// The player's own evaluation, from its view.
    pub value: Option<f64>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// By the rules, on the board.
    Finished(Score),
    /// A side gave up.
    Resigned(Player),
    /// An exact solver has proven the result of best play.
    Adjudicated(Certain),
    /// A side lost by a fault.
    Forfeit {
        /// The side at fault, which loses.
        side: Player,
        /// What it did wrong in its turn.
        fault: Fault,
        /// The board before the faulty move.
        position: String,
    },
}

impl Ending {
    /// The winner, `None` for a draw.
    pub fn winner(&self) -> Option<Player> {
        match self {
            Ending::Finished(score) => score.winner(),
            Ending::Adjudicated(Certain(winner)) => *winner,
            Ending::Resigned(side) | Ending::Forfeit { side, .. } => Some(side.other()),
        }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// How it ended.
    pub ending: Ending,
    /// All moves, the opening's included.
    pub moves: Vec<String>,
    /// What each side wrote to stderr.
    pub stderr: [String; 2],
    /// The judge's own share: longest time it spent between an answer and the next question.
    pub overhead: Duration,
}

/// A game that cannot begin.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// The board is impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The opening is not legal.
    #[error("the opening is wrong at move {number}: {problem}")]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        problem: ParseError,
    },
    /// The opening ends the game.
    #[error("the opening leaves nothing to play")]
    Over,
}

/// The session after an opening.
pub fn set_up(setup: &Setup, opening: &[String]) -> Result<Session, OpeningError> {
    let mut session = Session::new(setup)?;
    for (index, mv) in opening.iter().enumerate() {
        session.play(mv).map_err(|problem| OpeningError::Move { number: index + 1, problem })?;
    }
    if session.outcome().is_some() { Err(OpeningError::Over) } else { Ok(session) }
}

/// What a game is played under.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Time for thinking, by side.
    pub controls: [TimeControl; 2],
    /// Whether a proven result ends the game.
    pub adjudicate: bool,
    /// Ends the game at once: a move that is being thought about is given up.
    pub stop: &'a AtomicBool,
}

impl<'a> Terms<'a> {
    /// To the end on the board, with the same time for both.
    pub fn new(control: TimeControl, stop: &'a AtomicBool) -> Terms<'a> {
        Terms { controls: [control; 2], adjudicate: false, stop }
    }
}

/// Plays a game from `session` on; `on_move` sees every move as it happens and says whether to go on. `None` if it said no,
/// or if the game was stopped.
pub fn play(
    mut session: Session,
    contenders: &mut [Box<dyn Contender>; 2],
    Terms { controls, adjudicate, stop }: Terms<'_>,
    mut on_move: impl FnMut(&PlayedMove) -> bool,
) -> Option<GameReport> {
    let mut clocks = Clocks::new(controls);
    let mut adjudicator = adjudicate.then(|| Adjudicator::new(&session));
    let mut stderr = [String::new(), String::new()];
    let mut overhead = Duration::ZERO;
    let forfeit = |session: &Session, side, fault| Ending::Forfeit { side, fault, position: session.position_text() };

    // Step 1. Both get ready, untimed.
    let unready = Player::BOTH.into_iter().find_map(|side| Some((side, contenders[side.index()].prepare(stop).err()?)));
    // Whoever was not ready because the arena stops has done nothing wrong. Relaxed: the flag carries no data.
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut ending = unready.map(|(side, fault)| forfeit(&session, side, fault));

    // Step 2. Move by move.
    let mut answered = Instant::now();
    while ending.is_none() {
        if let Some(score) = session.outcome() {
            ending = Some(Ending::Finished(score));
            break;
        }
        let side = session.to_move();
        let contender = &mut contenders[side.index()];
        let cpu_before = contender.cpu_time();
        let asked = Instant::now();
        overhead = overhead.max(asked - answered);
        let choice = contender.choose(&session, Deadline::after(clocks.left(side)).unless(stop));
        answered = Instant::now();
        // Relaxed: the flag carries no data.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let wall = answered - asked;
        let late = choice.is_ok() && !contender.is_foreign() && wall > clocks.left(side);
        let choice = if late { Err(Fault::Late { took: wall, limit: clocks.left(side) }) } else { choice };
        let text = match choice {
            Ok(Choice::Move { text, value }) => match session.play(&text) {
                Ok(()) => {
                    let cpu = contender.cpu_time().saturating_sub(cpu_before);
                    let ply = session.moves().len() - 1;
                    if !on_move(&PlayedMove { ply, text: session.moves()[ply].clone(), wall, cpu, value }) {
                        return None;
                    }
                    clocks.moved(side, wall);
                    if let Some(adjudicator) = &mut adjudicator {
                        ending = adjudicator.after(&session).map(Ending::Adjudicated);
                        // Nobody waits for a move meanwhile: this is no delay of the judge.
                        answered = Instant::now();
                    }
                    continue;
                }
                Err(problem) => Err(Fault::of_move(&text, &problem)),
            },
            Ok(Choice::Resign) => Ok(Ending::Resigned(side)),
            Err(fault) => Err(fault),
        };
        ending = Some(text.unwrap_or_else(|fault| forfeit(&session, side, fault)));
    }

    // Step 3. What they had to say.
    for (text, contender) in stderr.iter_mut().zip(contenders) {
        *text = contender.take_stderr();
    }
    let ending = ending.expect("the loop ends with an ending");
    Some(GameReport { ending, moves: session.moves().to_vec(), stderr, overhead })
}

/// The command that shows a position of a game: `luozi explain ...`.
pub fn explain_command(setup: &Setup, moves: &[String]) -> String {
    let command = format!("luozi explain {}", setup.arguments());
    if moves.is_empty() { command } else { format!("{command} --moves '{}'", moves.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::RandomPlayer;
    use luozi_games::GameKind;

    fn random_pair(seed: u64) -> [Box<dyn Contender>; 2] {
        [Box::new(RandomPlayer::seeded(seed)), Box::new(RandomPlayer::seeded(seed + 1))]
    }

    #[test]
    fn random_games_end_by_the_rules_and_repeat() {
        for kind in GameKind::BUILT_IN {
            let setup = Setup::standard(kind);
            let game = || {
                let mut seen = Vec::new();
                let session = set_up(&setup, &[]).unwrap();
                let control = TimeControl::PerMove(Duration::from_secs(60));
                let report = play(session, &mut random_pair(7), Terms::new(control, &AtomicBool::new(false)), |mv| {
                    seen.push(mv.text.clone());
                    true
                });
                let report = report.unwrap();
                assert!(matches!(report.ending, Ending::Finished(_)));
                assert_eq!(seen, report.moves);
                seen
            };
            assert_eq!(game(), game());
        }
    }

    #[test]
    fn adjudicated_games_end_as_they_would_with_best_play() {
        for kind in GameKind::BUILT_IN {
            let setup = if kind.sizes().square { Setup::standard(kind) } else { Setup::board(kind, 5, 5) };
            let control = TimeControl::PerMove(Duration::from_secs(60));
            let stop = AtomicBool::new(false);
            let terms = Terms { adjudicate: true, ..Terms::new(control, &stop) };
            let report = play(set_up(&setup, &[]).unwrap(), &mut random_pair(3), terms, |_| true).unwrap();
            let Ending::Adjudicated(Certain(winner)) = report.ending else { panic!("{:?}", report.ending) };
            assert_eq!(report.ending.winner(), winner);
            // The moves that were played leave the game open.
            assert!(set_up(&setup, &report.moves).is_ok());
        }
    }

    /// A player that takes its time: of this program, or one that has a process.
    struct Slow {
        time: Duration,
        is_foreign: bool,
    }

    impl luozi_engine::Player for Slow {
        fn think(
            &mut self,
            session: &Session,
            _ask: luozi_engine::Ask<'_>,
        ) -> Result<luozi_games::analysis::Analysis, luozi_engine::NoMove> {
            let asked = Instant::now();
            while asked.elapsed() < self.time {
                std::thread::yield_now();
            }
            let best = session.legal_moves().swap_remove(0);
            Ok(luozi_games::analysis::Analysis { best, ..Default::default() })
        }

        fn reset(&mut self) {}
    }

    impl Contender for Slow {
        fn is_foreign(&self) -> bool {
            self.is_foreign
        }
    }

    #[test]
    fn a_player_of_this_program_that_is_late_loses() {
        let setup = Setup::standard(GameKind::CONNECT4);
        let limit = Duration::from_millis(50);
        // A process is given up at its deadline; what comes after its answer, such as clearing it away, is not its time.
        for (time, is_foreign, on_time) in
            [(Duration::ZERO, false, true), (limit * 2, false, false), (limit * 2, true, true)]
        {
            let slow = Slow { time, is_foreign };
            let mut contenders: [Box<dyn Contender>; 2] = [Box::new(slow), Box::new(RandomPlayer::seeded(1))];
            let stop = AtomicBool::new(false);
            let control = TimeControl::PerMove(if time.is_zero() { Duration::from_secs(60) } else { limit });
            let report = play(set_up(&setup, &[]).unwrap(), &mut contenders, Terms::new(control, &stop), |_| true);
            match report.unwrap().ending {
                Ending::Forfeit { side, fault, .. } if !on_time => {
                    assert_eq!(side, Player::First);
                    assert!(fault.to_string().ends_with("later than the 50 ms it had"), "{fault}");
                    assert_eq!(fault.kind(), crate::players::FaultKind::TimeOut);
                }
                ending => assert!(on_time && matches!(ending, Ending::Finished(_)), "{ending:?}"),
            }
        }
    }

    /// An engine that is still starting when the arena is told to stop.
    #[test]
    fn a_stop_while_bots_get_ready_is_nobodys_fault() {
        struct Starting;
        impl luozi_engine::Player for Starting {
            fn think(
                &mut self,
                _session: &Session,
                _ask: luozi_engine::Ask<'_>,
            ) -> Result<luozi_games::analysis::Analysis, luozi_engine::NoMove> {
                Err(luozi_engine::NoMove::Resigned)
            }

            fn reset(&mut self) {}
        }
        impl Contender for Starting {
            fn prepare(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
                stop.store(true, Ordering::Relaxed);
                Err(Fault::Process(crate::process::ProcessFault::Interrupted))
            }
        }
        let setup = Setup::standard(GameKind::REVERSI);
        let mut contenders: [Box<dyn Contender>; 2] = [Box::new(Starting), Box::new(RandomPlayer::seeded(1))];
        let (stop, control) = (AtomicBool::new(false), TimeControl::PerMove(Duration::from_secs(60)));
        let terms = Terms::new(control, &stop);
        assert!(play(set_up(&setup, &[]).unwrap(), &mut contenders, terms, |_| true).is_none());
    }

    #[test]
    fn openings_are_checked() {
        let setup = Setup::standard(GameKind::REVERSI);
        let error = set_up(&setup, &["f5".into(), "f5".into()]).err().unwrap();
        assert!(error.to_string().starts_with("the opening is wrong at move 2:"), "{error}");
        let won: Vec<String> = ["1", "2", "1", "2", "1", "2", "1"].map(String::from).to_vec();
        assert_eq!(set_up(&Setup::standard(GameKind::CONNECT4), &won).err(), Some(OpeningError::Over));
    }

    #[test]
    fn clocks_run_down_and_are_wound_up() {
        let second = Duration::from_secs(1);
        let mut clocks =
            Clocks::new([TimeControl::Clock { base: 10 * second, increment: second }, TimeControl::PerMove(second)]);
        clocks.moved(Player::First, 4 * second);
        clocks.moved(Player::Second, second / 2);
        assert_eq!(clocks.left, [7 * second, second]);
        clocks.moved(Player::First, 100 * second);
        assert_eq!(clocks.left[0], second);
    }

    #[test]
    fn positions_have_a_command() {
        let setup = Setup::standard(GameKind::REVERSI);
        assert_eq!(explain_command(&setup, &["f5".into(), "d6".into()]), "luozi explain reversi --moves 'f5 d6'");
        let forbidden = luozi_games::connect4::Cell { row: 3, col: 4 };
        let setup = Setup::board(GameKind::CONNECT4, 9, 10).forbidding([forbidden]);
        assert_eq!(explain_command(&setup, &[]), "luozi explain connect4 --board 9x10 --forbid 3,4");
    }
}
