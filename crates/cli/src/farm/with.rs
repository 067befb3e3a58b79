//! The same by a farm.

use super::{BookOrder, JudgedGames, PuzzleOrder, Puzzles, Reviews, Scores, Step, TrainingOrder};
use crate::commands::arena::plain_host;
use crate::error::bad_input;
use crate::interrupt;
use crate::options::FarmOptions;
use luozi::core::{Score, fnv1a};
use luozi::engine::review::Order;
use luozi::farm::{
    self, Address, BookRange, BookScores, BookTerms, Errand, Farm, FarmError, Findings, GameRange, Job, Progress,
    PuzzleGame, PuzzleTerms, ReviewTerms, Reviewed, Token, TrainingTerms, WorkerOptions,
};
use luozi::games::record::Record;
use std::cell::RefCell;
use std::io::IsTerminal;
use std::ops::Range;
use std::path::Path;

/// Where the token is looked for when no file is named.
const TOKEN: &str = "LUOZI_FARM_TOKEN";

/// Wrong addresses, tokens and names are the user's; a data base that fails is not.
pub fn farm_error(problem: FarmError) -> anyhow::Error {
    match problem {
        FarmError::Sql(..) | FarmError::Queue(..) | FarmError::Content(_) | FarmError::Poison { .. } => problem.into(),
        other => bad_input(other),
    }
}

/// The token of the file, or of the environment.
pub fn token(file: Option<&Path>) -> anyhow::Result<Option<Token>> {
    let text = match file {
        Some(file) => Some(
            std::fs::read_to_string(file).map_err(|e| bad_input(format!("--token-file {}: {e}", file.display())))?,
        ),
        None => std::env::var(TOKEN).ok(),
    };
    text.map(|text| Token::new(&text)).transpose().map_err(farm_error)
}

/// Logs of the farm on stderr, as lines or as JSON.
pub fn log_to_stderr(json: bool) {
    let lines = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    // Whoever called us may have a log of its own.
    let _ = match json {
        true => lines.json().with_max_level(tracing_subscriber::filter::LevelFilter::INFO).try_init(),
        false => {
            let lines = lines.with_ansi(std::io::stderr().is_terminal());
            lines.with_max_level(tracing_subscriber::filter::LevelFilter::WARN).try_init()
        }
    };
}

/// What others need to take part in a run.
pub fn tell_run(run: &str, address: &Address) {
    eprintln!("run {run} of the farm {address}; more workers: luozi worker --farm {address}");
}

/// Has a farm do something. `threads` of this program work as well where they are asked for, one where the farm is a file.
fn errand<J: Job>(
    options: &FarmOptions,
    threads: Option<u16>,
    about: String,
    terms: impl FnOnce(&Farm) -> Result<J::Terms, FarmError>,
    items: impl IntoIterator<Item = J::Item>,
    mut look: impl FnMut(&Findings<J>) -> Step,
) -> anyhow::Result<Findings<J>> {
    log_to_stderr(false);
    let address: Address = options.url.as_deref().unwrap_or_default().parse().map_err(farm_error)?;
    let farm = Farm::open(&address, token(options.token_file.as_deref())?).map_err(farm_error)?;
    let threads = threads.or(matches!(address, Address::Sqlite(_)).then_some(1));
    let own = threads.map(|threads| Ok::<_, anyhow::Error>(WorkerOptions::new(plain_host()?, usize::from(threads))));
    let terms = terms(&farm).map_err(farm_error)?;
    let errand = Errand::<J> { farm: &farm, about, terms, own: own.transpose()?, stop: interrupt::flag() };
    let progress = |found: &Findings<J>| {
        let Step { left, told } = look(found);
        Progress { left, told }
    };
    errand.run_by(items, |run| tell_run(run, &address), progress).map_err(farm_error)
}

/// Reviews of games, by their numbers.
pub fn reviews(
    options: &FarmOptions,
    order: &Order,
    games: &[&Record],
    look: impl FnMut(&Reviews) -> Step,
) -> anyhow::Result<Reviews> {
    let texts: Vec<String> = games.iter().map(|game| game.to_json()).collect();
    let content = fnv1a(texts.join("\n").as_bytes());
    let weights = order.choice.weights.as_deref();
    let judge = serde_json::to_string(order)?;
    let about =
        format!("{} games {content:016x}, weights {:016x}: {judge}", games.len(), fnv1a(weights.unwrap_or_default()));
    let terms = |farm: &Farm| {
        let weights = weights.map(|bytes| farm.add_file("weights.net", bytes)).transpose()?;
        Ok(ReviewTerms { order: order.clone(), weights })
    };
    let items = texts.into_iter().enumerate().map(|(number, game)| Reviewed { number, game });
    errand::<farm::Reviews>(options, None, about, terms, items, look)
}

/// Puzzles of games, by their numbers, until `look` has enough.
pub fn puzzles(
    options: &FarmOptions,
    threads: Option<u16>,
    order: &PuzzleOrder<'_>,
    look: impl FnMut(&Puzzles) -> Step,
) -> anyhow::Result<Puzzles> {
    let &PuzzleOrder { setup, seed, tries, easy, ref about } = order;
    let terms = |_: &Farm| Ok(PuzzleTerms { setup: setup.clone(), seed, tries, easy });
    errand::<farm::Puzzles>(options, threads, about.clone(), terms, (0..).map(PuzzleGame), look)
}

/// Scores of the positions of these ranges, each by its first position.
pub fn book(
    options: &FarmOptions,
    threads: Option<u16>,
    order: BookOrder,
    ranges: Vec<Range<usize>>,
    mut look: impl FnMut(&Scores) -> Step,
) -> anyhow::Result<Scores> {
    let BookOrder { rows, cols, plies, table_bytes } = order;
    let terms = BookTerms { rows, cols, plies, table_bytes };
    let about = format!("connect4 {rows}x{cols}, {plies} plies");
    let items = ranges.into_iter().map(|Range { start, end }| BookRange { from: start, to: end });
    let seen = RefCell::new(Scores::new());
    let update = |found: &Findings<farm::Books>| {
        let mut seen = seen.borrow_mut();
        seen.retain(|from, _| found.contains_key(from));
        for (from, BookScores { scores, nodes }) in found {
            seen.entry(*from).or_insert_with(|| (scores.iter().copied().map(Score).collect(), *nodes));
        }
        look(&seen)
    };
    errand::<farm::Books>(options, threads, about, |_| Ok(terms), items, update)?;
    Ok(seen.into_inner())
}

/// What was said about the games of these shares, each by its first number, until `look` has enough.
pub fn training(
    options: &FarmOptions,
    threads: Option<u16>,
    order: &TrainingOrder<'_>,
    shares: impl IntoIterator<Item = Range<u64>>,
    look: impl FnMut(&JudgedGames) -> Step,
) -> anyhow::Result<JudgedGames> {
    let &TrainingOrder { terms, tables, ref about } = order;
    let terms = |farm: &Farm| Ok(TrainingTerms { tables: farm.add_file("tables.mosaic", tables)?, games: terms });
    let items = shares.into_iter().map(|Range { start, end }| GameRange { from: start, to: end });
    errand::<farm::Training>(options, threads, about.clone(), terms, items, look)
}
