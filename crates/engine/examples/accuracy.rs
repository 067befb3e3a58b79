//! What accuracy players get: games against themselves, reviewed as the page reviews them, as a table and a plot.
//!
//! `cargo run --release -p luozi-engine --example accuracy -- 12 60 docs/accuracy.svg`
//!
//! The numbers are games of each player and simulations for each position; the file is drawn. Players are the random one and levels 1, 3, 5, 8
//! and 10; with a fourth word only those of that game are played, with a fifth, such as `0,1,5`, only these of them, and nothing is drawn.

use luozi_core::{Player as Side, Rng};
use luozi_engine::review::{Conditions, Review, review};
use luozi_engine::{Ask, Recipe, USUAL_CANDIDATES, level, player};
use luozi_games::record::Record;
use luozi_games::{GameKind, Session, Setup};
use luozi_search::Budget;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

type Failure = Box<dyn std::error::Error>;

/// Levels that are judged; 0 is the random player.
const PLAYERS: [u8; 6] = [0, 1, 3, 5, 8, 10];
/// Random moves before the players, so that games differ; they are not judged.
const OPENING_PLIES: usize = 2;
/// What the page gives the exact solver for a position, and the memory of its table.
const SOLVER_NODES: u64 = 200_000;
const SOLVER_BYTES: usize = 16 << 20;

/// A game of a player against itself.
fn play(kind: GameKind, number: u8, seed: u64) -> Result<Record, Failure> {
    let mut rng = Rng::seeded(seed);
    let mut session = Session::new(&Setup::standard(kind))?;
    let mut held_back = level::of(number).map(|level| level.recipe(kind));
    if let Some(recipe) = &mut held_back {
        recipe.set("seed", &seed.to_string())?;
    }
    let mut seat = held_back.as_ref().map(|recipe| player(&session, recipe)).transpose()?;
    while session.outcome().is_none() {
        match &mut seat {
            Some(seat) if session.moves().len() >= OPENING_PLIES => {
                let best = seat.think(&session, Ask::new(Budget::default()))?.best;
                session.play(&best)?;
            }
            _ => {
                let legal = session.legal_indices();
                session.play_index(legal[rng.below(legal.len() as u32) as usize])?;
            }
        }
    }
    Ok(Record::of(&session))
}

/// The accuracies of both sides of a game.
fn judge(record: &Record, visits: u64) -> Result<Vec<f64>, Failure> {
    let recipe = Recipe::flagship(record.setup().kind());
    let conditions = Conditions {
        recipe: &recipe,
        limits: Budget::visits(visits),
        candidates: USUAL_CANDIDATES,
        solver_nodes: SOLVER_NODES,
        solver_bytes: SOLVER_BYTES,
        stop: &AtomicBool::new(false),
    };
    let mut judged = review(record, &conditions, &mut |_| {})?;
    judged.moves.retain(|judged| judged.ply > OPENING_PLIES);
    let of = |judged: &Review, side| judged.accuracy(side).map(f64::from);
    Ok(Side::BOTH.iter().filter_map(|&side| of(&judged, side)).collect())
}

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [games, visits, file, only @ ..] = words.as_slice() else {
        return Err("expected GAMES VISITS FILE [GAME [PLAYERS]], for example 12 60 docs/accuracy.svg".into());
    };
    let players: Vec<u8> = match only.get(1) {
        Some(list) => list.split(',').map(str::parse).collect::<Result<_, _>>()?,
        None => PLAYERS.to_vec(),
    };
    let (games, visits): (u64, u64) = (games.parse()?, visits.parse()?);
    let mut plot = Plot::default();
    for kind in GameKind::BUILT_IN.into_iter().filter(|kind| only.first().is_none_or(|only| only == kind.word())) {
        let mut means = Vec::new();
        for &number in &players {
            let mut found = Vec::new();
            for seed in 1..=games {
                found.extend(judge(&play(kind, number, seed)?, visits)?);
            }
            let (mean, deviation) = mean_and_deviation(&found);
            let name = if number == 0 { "random".to_string() } else { format!("level {number}") };
            // Both sides of a game lose together or not at all, so games are what is independent.
            let error = 1.96 * deviation / (found.len().max(2) as f64 / 2.0).sqrt();
            println!(
                "{kind} {name}: accuracy {mean:.0} +-{error:.1} (95 %), deviation {deviation:.0}, {} of {} sides judged",
                found.len(),
                2 * games
            );
            means.push((mean, deviation));
        }
        plot.panel(kind.title(), &means);
    }
    if only.is_empty() {
        std::fs::write(file, plot.finish())?;
    }
    Ok(())
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt())
}

/// One panel a game, side by side: points for the means, bars for one deviation either way.
#[derive(Default)]
struct Plot {
    body: String,
    panels: usize,
}

impl Plot {
    const WIDTH: f64 = 230.0;
    const HEIGHT: f64 = 200.0;

    fn panel(&mut self, title: &str, means: &[(f64, f64)]) {
        let left = 40.0 + self.panels as f64 * Plot::WIDTH;
        let y = |accuracy: f64| 30.0 + Plot::HEIGHT * (1.0 - accuracy.clamp(0.0, 100.0) / 100.0);
        let _ = writeln!(self.body, r#"<text x="{:.0}" y="18" font-weight="bold">{title}</text>"#, left);
        for line in [0.0, 20.0, 40.0, 60.0, 80.0, 100.0] {
            let (right, at) = (left + Plot::WIDTH - 40.0, y(line));
            let _ = writeln!(self.body, r##"<path d="M{left:.0} {at:.0}H{right:.0}" stroke="#8884"/>"##);
            let _ = writeln!(
                self.body,
                r#"<text x="{:.0}" y="{:.0}" text-anchor="end">{line}</text>"#,
                left - 4.0,
                at + 4.0
            );
        }
        for (index, (mean, deviation)) in means.iter().enumerate() {
            let x = left + 18.0 + index as f64 * 30.0;
            let name = if PLAYERS[index] == 0 { "rnd".to_string() } else { PLAYERS[index].to_string() };
            let (top, bottom) = (y(mean + deviation), y(mean - deviation));
            let _ =
                writeln!(self.body, r##"<path d="M{x:.0} {top:.0}V{bottom:.0}" stroke="#b5651d" stroke-width="2"/>"##);
            let _ = writeln!(self.body, r##"<circle cx="{x:.0}" cy="{:.0}" r="4" fill="#b5651d"/>"##, y(*mean));
            let foot = Plot::HEIGHT + 48.0;
            let _ = writeln!(self.body, r#"<text x="{x:.0}" y="{foot:.0}" text-anchor="middle">{name}</text>"#);
        }
        self.panels += 1;
    }

    fn finish(self) -> String {
        let (width, height) = (40.0 + self.panels as f64 * Plot::WIDTH, Plot::HEIGHT + 60.0);
        format!(
            concat!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" "#,
                r##"font-family="sans-serif" font-size="12" fill="#777">"##,
                "\n<title>Accuracy of random play and of levels, means and one deviation</title>\n{body}</svg>\n"
            ),
            w = width,
            h = height,
            body = self.body
        )
    }
}
