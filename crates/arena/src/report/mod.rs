//! The report of a run: its figures as JSON, and one page that shows them with every game.
//!
//! The page is one file that asks nobody for anything: style, script and data are inside it. It is built from the same
//! sources as the program's page (`web/`), so that boards, charts and words are the same; the run's data is written into it. It is drawn from a record
//! ([`Archive`]) alone; a run without a file keeps its record in memory until the page is written.

mod data;
mod figures;
mod times;

pub use figures::{Figures, game_line, replay_command};

use crate::matches::{Archive, RunResult, StoreError};
use data::Data;
use std::path::Path;

/// The page about a recorded run. `lang` is the language it opens in, `en` or `zh`; `record` names the file in the commands
/// that it shows.
pub fn page(archive: &Archive, record: Option<&Path>, lang: &str) -> Result<String, StoreError> {
    let (games, conditions) = (archive.games()?, archive.conditions());
    let result = RunResult::of_record(conditions, games.clone());
    let figures = Figures { kind: &archive.about().kind, conditions, result: &result, record };
    let data = Data::of(archive, &figures, &games, lang)?;
    Ok(luozi_page::report(&serde_json::to_string(&data)?, lang))
}
