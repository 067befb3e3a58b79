//! The report of a run: its figures as JSON, and one page that shows them with every game.
//!
//! The page is one file that asks nobody for anything: style, script and data are inside it, and its charts and boards are
//! SVG drawn by its own script, so that they follow the reader's language and colour scheme. It is drawn from a record
//! ([`Archive`]) alone; a run without a file keeps its record in memory until the page is written.

mod data;
mod figures;
mod times;

pub use figures::{Figures, game_line, replay_command};

use crate::matches::{Archive, RunResult, StoreError};
use data::Data;
use std::path::Path;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// In the order they use each other.
const SCRIPTS: [&str; 6] = [
    include_str!("page/words.js"),
    include_str!("page/charts.js"),
    include_str!("page/board.js"),
    include_str!("page/games.js"),
    include_str!("page/figures.js"),
    include_str!("page/main.js"),
];

/// The page about a recorded run. `lang` is the language it opens in, `en` or `zh`; `record` names the file in the commands
/// that it shows.
pub fn page(archive: &Archive, record: Option<&Path>, lang: &str) -> Result<String, StoreError> {
    let (games, conditions) = (archive.games()?, archive.conditions());
    let result = RunResult::of_record(conditions, games.clone());
    let figures = Figures { kind: &archive.about().kind, conditions, result: &result, record };
    let data = Data::of(archive, &figures, &games, lang)?;
    // `<` inside JSON strings would let a text end the script element.
    let json = serde_json::to_string(&data)?.replace('<', "\\u003c");
    // The data last: what it holds is not searched for marks.
    let page = PAGE.replacen("{{lang}}", lang, 1).replacen("{{style}}", STYLE, 1);
    let page = page.replacen("{{script}}", &SCRIPTS.concat(), 1);
    Ok(page.replacen("{{data}}", &json, 1))
}
