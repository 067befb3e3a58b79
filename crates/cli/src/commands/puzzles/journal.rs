//! What is known of an unfinished set: a line for every game in turn, so that a stopped or killed run goes on where it was.

use crate::error::bad_input;
use crate::journal;
use luozi::engine::puzzle::Graded;
use std::path::Path;

/// An open journal.
pub struct Journal(journal::Journal);

/// What a game gave, by its number.
pub type Games = Vec<Option<Graded>>;

impl Journal {
    /// Opens or begins the journal of a set, and reads what is in it; another journal has another title.
    pub fn open(path: &Path, title: &str) -> anyhow::Result<(Journal, Games)> {
        let (file, lines) = journal::Journal::open(path, "puzzles", title, "delete it, or use another --out")?;
        let read = |(number, line)| {
            let expected = "expected the puzzle of a game, or null; delete this line and those after it";
            serde_json::from_str(line)
                .map_err(|e| bad_input(format!("{}, line {number}: {e}; {expected}", path.display())))
        };
        let games = (2..).zip(lines.lines()).map(read).collect::<anyhow::Result<Games>>()?;
        Ok((Journal(file), games))
    }

    /// Writes down what the next game gave.
    pub fn note(&mut self, found: Option<&Graded>) -> anyhow::Result<()> {
        self.0.add(&serde_json::to_string(&found)?)
    }

    /// Nothing is left to do: the journal goes.
    pub fn remove(self) -> anyhow::Result<()> {
        self.0.remove()
    }
}
