//! What to solve: one position from the command line, or the lines of a file.

use crate::error::bad_input;
use luozi::core::{ParseError, Place};
use luozi::games::Session;
use std::io::Read;

/// A position, and what is said about its score.
pub struct Problem {
    /// Line of the file, from 1.
    pub line: usize,
    /// The game at the position.
    pub session: Session,
    /// The expected score for the side to move.
    pub expected: Option<i16>,
}

/// The text of a file; `-` is stdin.
pub fn read_file(path: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    let read = match path {
        "-" => std::io::stdin().read_to_string(&mut text).map(|_| text),
        path => std::fs::read_to_string(path),
    };
    read.map_err(|e| bad_input(format!("--file {path}: {e}")))
}

/// The lines that are neither blank nor a comment, each with its number.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Reads each of these lines; an error names the line.
pub fn lines_of(
    text: &str,
    read: impl Fn(usize, &str) -> Result<Problem, ParseError>,
) -> Result<Vec<Problem>, ParseError> {
    let numbered = |(number, line): (usize, &str)| {
        read(number, line).map_err(|e| ParseError { place: Place { line: number, ..e.place }, ..e })
    };
    lines(text).map(numbered).collect()
}

/// Reads `sequence [score]` lines. A sequence has no blanks: `4453`, or `10,3,4` on boards with more columns.
pub fn sequences(start: &Session, text: &str) -> Result<Vec<Problem>, ParseError> {
    lines_of(text, |number, line| sequence(start, number, line))
}

fn sequence(start: &Session, number: usize, line: &str) -> Result<Problem, ParseError> {
    let mut words = line.split_whitespace();
    let offset = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let moves = words.next().unwrap_or_default();
    let shifted = |e: ParseError| {
        let column = e.place.column + line[..offset(moves)].chars().count();
        ParseError { place: Place { column, ..e.place }, ..e }
    };
    let mut session = start.clone();
    session.play_moves(moves).map_err(shifted)?;
    let score = |word: &str| {
        let wrong = |_| ParseError::unexpected(line, offset(word), word, "the score, a whole number");
        word.parse::<i16>().map_err(wrong)
    };
    let expected = words.next().map(score).transpose()?;
    match words.next() {
        None => Ok(Problem { line: number, session, expected }),
        Some(rest) => Err(ParseError::unexpected(line, offset(rest), rest, "the end of the line after the score")),
    }
}
