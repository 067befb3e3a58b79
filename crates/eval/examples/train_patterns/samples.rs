//! From games to positions with the score that best play would reach, as well as that is known.

use crate::wthor::Record;
use luozi_core::{Game, Player};
use luozi_games::reversi::{Position, Rules, Scoring};
use luozi_solve::reversi::ReversiSolver;
use luozi_solve::{Limits, Solver};

/// Memory of one solver's table.
const TABLE_BYTES: usize = 16 << 20;
/// One game of so many is never learned from.
const HELD_OUT: usize = 20;

/// A position for its mover and the difference of discs to be guessed.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) own: u64,
    pub(crate) opponent: u64,
    pub(crate) score: f32,
    /// Belongs to a game that is kept for measuring.
    pub(crate) held_out: bool,
}

/// The samples of all games. Positions with at most `solved` empty squares get their exact score; above, the score is that
/// of the game's theory, or lies between it and the first solved position. Work is shared by `threads` threads and does not depend on them.
pub(crate) fn of_games(games: &[Record], solved: u32, threads: usize) -> Vec<Sample> {
    let numbered: Vec<(usize, &Record)> = games.iter().enumerate().collect();
    let share = numbered.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let workers: Vec<_> = numbered
            .chunks(share)
            .map(|games| {
                scope.spawn(move || {
                    let rules = Rules::new(8, Scoring::EmptiesToWinner).expect("a board of 8x8");
                    let mut solver = ReversiSolver::new(&rules, TABLE_BYTES);
                    let mut samples = Vec::new();
                    for (number, game) in games {
                        of_game(game, number % HELD_OUT == 0, solved, &rules, &mut solver, &mut samples);
                    }
                    samples
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no sample is impossible")).collect()
    })
}

fn of_game(
    game: &Record,
    held_out: bool,
    solved: u32,
    rules: &Rules,
    solver: &mut ReversiSolver,
    samples: &mut Vec<Sample>,
) {
    // From the end, so that the solver's table knows what follows. The first player's score and the empty squares of
    // the latest position whose score is known.
    let mut known = game.result.map(|score| (0, f32::from(score)));
    for position in game.positions.iter().rev() {
        let empties = rules.empties(position).count_ones();
        let score = match game.theory {
            Some((depth, score)) if empties >= depth => f32::from(score),
            _ if empties <= solved => {
                let bounds = solver.solve(&same(rules, position), &Limits::none(), &mut |_| {}).bounds;
                f32::from(bounds.solved().expect("nothing limits the solver").0)
            }
            theory => match (known, theory) {
                // Somewhere between two known scores the players lost the difference: halfway, half of it.
                (Some((later, score)), Some((earlier, theory))) => {
                    let share = (empties - later) as f32 / (earlier - later) as f32;
                    score + share * (f32::from(theory) - score)
                }
                (Some((_, score)), None) => score,
                (None, _) => continue,
            },
        };
        if empties <= solved {
            known = Some((empties, score));
        }
        let score = match rules.to_move(position) {
            Player::First => score,
            Player::Second => -score,
        };
        samples.push(Sample { own: position.own(), opponent: position.opponent(), score, held_out });
    }
}

/// The position under rules with another scoring.
fn same(rules: &Rules, position: &Position) -> Position {
    let discs = Player::BOTH.map(|player| position.discs(player));
    rules.position(discs, rules.to_move(position)).expect("the same board")
}
