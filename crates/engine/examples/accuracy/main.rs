//! What accuracy players get: games against themselves, reviewed as the page reviews them, as a table and a plot.
//!
//! ```text
//! cargo run --release -p luozi-engine --example accuracy -- FOLDER --games 20 --plot docs/images/accuracy.svg
//! cargo run --release -p luozi-engine --example accuracy -- FOLDER --games 40 --game nogo --players 0,1
//! ```
//!
//! Every game is kept in the folder, and so is what its sides got: a run that was stopped goes on where it was, and one that asks for
//! more games plays only those. Whoever has changed the review begins its figures anew by removing `judged-*` there. `--concurrency 16`
//! plays and judges sixteen games at once, the strongest players' first, since theirs take longest; a folder has one process at a time.

mod plot;

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use luozi_core::{Player as Side, Rng};
use luozi_engine::review::{Conditions, review, solver_nodes};
use luozi_engine::{Ask, Recipe, USUAL_CANDIDATES, level, player};
use luozi_games::record::Record;
use luozi_games::{GameKind, Session, Setup};
use luozi_search::Budget;
use plot::Plot;
use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Memory of the exact solver's table.
const SOLVER_BYTES: usize = 16 << 20;

/// Plays games of players against themselves and tells how accurate the review finds them.
#[derive(Parser)]
struct Options {
    /// Where games and judgements are kept
    folder: PathBuf,
    /// Games of each player
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Only this game; all three otherwise
    #[arg(long)]
    game: Option<GameKind>,
    /// Levels that play; 0 plays by lot
    #[arg(long, value_delimiter = ',', default_value = "0,1,3,5,8,10")]
    players: Vec<u8>,
    /// Simulations for each position; so many has the page after a game
    #[arg(long, default_value_t = 60)]
    visits: u64,
    /// Only plays; judges nothing
    #[arg(long)]
    play: bool,
    /// Games that are played and judged at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Draws the figures into this file
    #[arg(long)]
    plot: Option<PathBuf>,
}

/// Random moves before the players, so that games differ; they are not judged. All games of Reversi begin much alike.
fn opening_plies(kind: GameKind) -> usize {
    if kind == GameKind::REVERSI { 6 } else { 2 }
}

/// The game of that number of a player against itself: the one that is kept, or a new one.
fn game_of(folder: &Path, kind: GameKind, player: u8, number: u64) -> Result<Record> {
    let path = folder.join(format!("{}-{player}-{number}.json", kind.word()));
    if let Ok(text) = fs::read_to_string(&path) {
        return Record::from_json(&text).with_context(|| format!("{}: remove it to play it again", path.display()));
    }
    let begun = Instant::now();
    let record = play(kind, player, number)?;
    let unfinished = path.with_extension("part");
    fs::write(&unfinished, record.to_json())?;
    fs::rename(&unfinished, &path)?;
    eprintln!("{}: played in {:.1} s", path.display(), begun.elapsed().as_secs_f64());
    Ok(record)
}

/// A game of a player against itself.
fn play(kind: GameKind, number: u8, seed: u64) -> Result<Record> {
    let mut rng = Rng::seeded(seed);
    let mut session = Session::new(&Setup::standard(kind))?;
    let mut held_back = level::of(number).map(|level| level.recipe(kind));
    if let Some(recipe) = &mut held_back {
        // A search without chance has no seed.
        let _ = recipe.set("seed", &seed.to_string());
    }
    let mut seat = held_back.as_ref().map(|recipe| player(&session, recipe)).transpose()?;
    while session.outcome().is_none() {
        match &mut seat {
            Some(seat) if session.moves().len() >= opening_plies(kind) => {
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
fn judge(record: &Record, visits: u64) -> Result<[Option<u8>; 2]> {
    let recipe = Recipe::flagship(record.setup().kind());
    let conditions = Conditions {
        recipe: &recipe,
        limits: Budget::visits(visits),
        candidates: USUAL_CANDIDATES,
        solver_nodes: solver_nodes(recipe.game, Some(visits)),
        solver_bytes: SOLVER_BYTES,
        stop: &AtomicBool::new(false),
    };
    let mut judged = review(record, &conditions, &mut |_| {})?;
    judged.moves.retain(|judged| judged.ply > opening_plies(record.setup().kind()));
    Ok(Side::BOTH.map(|side| judged.accuracy(side)))
}

/// What the sides of a game got.
type Sides = [Option<u8>; 2];

/// What the sides of judged games got, one game a line, kept in a file.
struct Judged {
    path: PathBuf,
    /// By level and number of the game.
    games: HashMap<(u8, u64), Sides>,
}

impl Judged {
    fn open(folder: &Path, kind: GameKind, visits: u64) -> Result<Judged> {
        let path = folder.join(format!("judged-{}-{visits}.txt", kind.word()));
        let text = fs::read_to_string(&path).unwrap_or_default();
        // A line that a killed run did not finish is judged again.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        if whole.len() < text.len() {
            fs::write(&path, whole)?;
        }
        let games = whole.lines().map(|line| Judged::line(line).ok_or_else(|| anyhow!("{}: {line}", path.display())));
        Ok(Judged { games: games.collect::<Result<_>>()?, path })
    }

    fn line(line: &str) -> Option<((u8, u64), Sides)> {
        let mut words = line.split(' ');
        let game = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let mut side = || words.next().map(|word| word.parse().ok());
        Some((game, [side()?, side()?]))
    }

    fn keep(&mut self, game: (u8, u64), sides: Sides) -> Result<()> {
        let [one, other] = sides.map(|side| side.map_or("-".to_string(), |accuracy| accuracy.to_string()));
        let mut file = fs::OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(format!("{} {} {one} {other}\n", game.0, game.1).as_bytes())?;
        self.games.insert(game, sides);
        Ok(())
    }
}

/// Plays and judges all games that are not there yet, several at once.
fn work(options: &Options, tables: &[(GameKind, Mutex<Judged>)]) -> Result<()> {
    fn open(judged: &Mutex<Judged>) -> std::sync::MutexGuard<'_, Judged> {
        judged.lock().unwrap_or_else(PoisonError::into_inner)
    }
    let mut players = options.players.clone();
    players.sort_unstable_by(|one, other| other.cmp(one));
    let (players, tables_of) = (&players, |number| tables.iter().map(move |(kind, judged)| (*kind, judged, number)));
    let jobs: Vec<_> = players
        .iter()
        .flat_map(|&player| (1..=options.games).map(move |number| (player, number)))
        .flat_map(tables_of)
        .filter(|(_, judged, game)| options.play || !open(judged).games.contains_key(game))
        .collect();
    let next = AtomicUsize::new(0);
    let worker = || -> Result<()> {
        // Relaxed: a counter.
        while let Some((kind, judged, game)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let record = game_of(&options.folder, *kind, game.0, game.1)?;
            if !options.play {
                let begun = Instant::now();
                let sides = judge(&record, options.visits)?;
                open(judged).keep(*game, sides)?;
                eprintln!("{kind} {}-{}: judged in {:.1} s", game.0, game.1, begun.elapsed().as_secs_f64());
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..options.concurrency).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(anyhow!("a worker failed"))))
    })
}

fn main() -> Result<()> {
    let options = Options::parse();
    fs::create_dir_all(&options.folder)?;
    let kinds = GameKind::BUILT_IN.into_iter().filter(|kind| options.game.is_none_or(|only| only == *kind));
    let tables: Vec<_> = kinds
        .map(|kind| Ok((kind, Mutex::new(Judged::open(&options.folder, kind, options.visits)?))))
        .collect::<Result<_>>()?;
    work(&options, &tables)?;
    let mut plot = Plot::default();
    for (kind, judged) in tables {
        let judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut panel = Vec::new();
        for &player in &options.players {
            let games = (1..=options.games).filter_map(|number| judged.games.get(&(player, number)));
            let games: Vec<Vec<f64>> =
                games.map(|sides| sides.iter().flatten().map(|&side| f64::from(side)).collect()).collect();
            let sides: Vec<f64> = games.iter().flatten().copied().collect();
            if sides.is_empty() {
                continue;
            }
            let (mean, deviation) = mean_and_deviation(&sides);
            // Both sides of a game lose together or not at all, so games are what is independent.
            let of_games: Vec<f64> =
                games.iter().filter(|sides| !sides.is_empty()).map(|sides| mean_and_deviation(sides).0).collect();
            let error = 1.96 * mean_and_deviation(&of_games).1 / (of_games.len().max(2) as f64 - 1.0).sqrt();
            let name = if player == 0 { "random".to_string() } else { format!("level {player}") };
            println!(
                "{kind} {name}: accuracy {mean:.1} +-{error:.1} (95 %), deviation {deviation:.0}, {} of {} sides judged",
                sides.len(),
                2 * games.len()
            );
            panel.push((if player == 0 { "rnd".to_string() } else { player.to_string() }, mean, deviation));
        }
        plot.panel(kind.title(), &panel);
    }
    if let Some(file) = &options.plot {
        fs::write(file, plot.finish())?;
    }
    Ok(())
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt())
}
