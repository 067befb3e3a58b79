//! What a wide root costs: a player that judges five moves at every turn against the same player searching as it plays, both
//! with the same number of simulations and without early stops.
//!
//! `cargo run --release -p luozi-engine --example analysis_strength -- connect4 9x10 mcgs,visits=1000 100`
//!
//! Games come in pairs: the same random opening, sides swapped. Connect Four gets a random forbidden cell. The score is that of
//! the wide player; its interval is that of the mean over pairs.

use luozi_core::{Player as Side, Rng};
use luozi_engine::{Ask, Player, Recipe, USUAL_CANDIDATES, player};
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Session, Setup};
use luozi_search::Purpose;

type Failure = Box<dyn std::error::Error>;

/// Random moves before the players.
const OPENING_PLIES: u32 = 6;

/// An opening: a board with its first moves, drawn again if they end the game.
fn opening(kind: GameKind, rows: u8, cols: u8, rng: &mut Rng) -> Result<Session, Failure> {
    loop {
        let mut setup = Setup::board(kind, rows, cols);
        if kind.forbids_cells() {
            let (row, col) = (rng.below(u32::from(rows)) as u8, rng.below(u32::from(cols)) as u8);
            setup = setup.forbidding(vec![Cell { row, col }]);
        }
        let mut session = Session::new(&setup)?;
        for _ in 0..OPENING_PLIES {
            let legal = session.legal_indices();
            if session.outcome().is_none() {
                session.play_index(legal[rng.below(legal.len() as u32) as usize])?;
            }
        }
        if session.outcome().is_none() {
            return Ok(session);
        }
    }
}

/// Half points of the wide player, who plays `side`.
fn half_points(opening: &Session, recipe: &Recipe, side: Side) -> Result<u32, Failure> {
    let mut session = opening.clone();
    let mut seats: [Box<dyn Player>; 2] = [player(&session, recipe)?, player(&session, recipe)?];
    while session.outcome().is_none() {
        let wide = session.to_move() == side;
        let purpose = Purpose::Study { moves: if wide { USUAL_CANDIDATES } else { 0 } };
        let ask = Ask { purpose, ..Ask::new(recipe.limits) };
        let best = seats[usize::from(wide)].think(&session, ask)?.best;
        session.play(&best)?;
    }
    let winner = session.outcome().and_then(|score| score.winner());
    Ok(winner.map_or(1, |winner| if winner == side { 2 } else { 0 }))
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, board, recipe, pairs, seed @ ..] = words.as_slice() else {
        return Err("expected GAME RxC PLAYER PAIRS [SEED], for example connect4 9x10 mcgs,visits=1000 100".into());
    };
    let kind: GameKind = game.parse()?;
    let (rows, cols) = board.split_once('x').ok_or("a board is ROWSxCOLUMNS")?;
    let (rows, cols) = (rows.parse()?, cols.parse()?);
    let mut recipe = Recipe::parse(kind, recipe)?;
    if recipe.limits.visits.is_none() {
        return Err("the player needs its number of simulations: add `,visits=1000`".into());
    }
    let mut rng = Rng::seeded(seed.first().map_or(Ok(1), |seed| seed.parse())?);
    let (mut wins, mut draws, mut losses, mut scores) = (0, 0, 0, Vec::new());
    for pair in 1..=pairs.parse::<u64>()? {
        let opening = opening(kind, rows, cols, &mut rng)?;
        recipe.set("seed", &pair.to_string())?;
        let mut sum = 0;
        for side in Side::BOTH {
            let half = half_points(&opening, &recipe, side)?;
            *[&mut losses, &mut draws, &mut wins][half as usize] += 1;
            sum += half;
        }
        scores.push(f64::from(sum) / 4.0);
        if pair % 10 == 0 {
            println!("{pair} pairs: won {wins}, drawn {draws}, lost {losses}, Elo {}", elo(&scores));
        }
    }
    println!("{game} {board} {}: won {wins}, drawn {draws}, lost {losses}, Elo {}", words[2], elo(&scores));
    Ok(())
}

/// The Elo of a mean score with its 95 % interval.
fn elo(scores: &[f64]) -> String {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let reach = 1.96 * (variance / count).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    format!("{:+.0} [{:+.0}, {:+.0}]", elo(mean), elo(mean - reach), elo(mean + reach))
}
