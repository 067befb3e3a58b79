//! OBF, the line format of the endgame suites: a board, the side to move, and moves with their scores.
//!
//! Scores belong to the side to move; the suites give the empty squares to the winner. `--:-127` fills lines up to a
//! fixed number of items and means nothing.
//!
//! ```
//! use luozi_games::reversi::{Rules, obf};
//!
//! let line = "---------------------------OX------XO--------------------------- X; F5:+2; D3:+0; --:-127;";
//! let problem = obf::read_line(&Rules::standard(), line).unwrap();
//! assert_eq!(problem.scored[0].square.to_string(), "f5");
//! assert_eq!(problem.scored.len(), 2);
//! ```

use super::{Position, Rules, Square};
use luozi_core::{Game, Notation, ParseError, Place};

/// The score of the filler items.
const FILLER: i16 = -127;

/// A move and what it leads to with best play, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// Where the disc goes.
    pub square: Square,
    /// Final score after it.
    pub score: i16,
}

/// A position and the known scores of its moves, best first. There may be none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position with its side to move.
    pub position: Position,
    /// Moves with their scores, best first; moves that nobody scored are missing.
    pub scored: Vec<Scored>,
}

/// Reads one line.
///
/// Scored moves must be legal and their scores possible; they are put in order if they are not.
pub fn read_line(rules: &Rules, line: &str) -> Result<Problem, ParseError> {
    let position = rules.parse_position(line)?;
    let mut scored = Vec::new();
    let mut start = line.find(';').map_or(line.len(), |end| end + 1);
    for item in line[start..].split(';') {
        scored.extend(read_item(rules, &position, line, start, item)?);
        start += item.len() + 1;
    }
    scored.sort_by_key(|item: &Scored| -item.score);
    Ok(Problem { position, scored })
}

/// Reads every line of a text that is not blank. Errors name the line.
pub fn read(rules: &Rules, text: &str) -> Result<Vec<Problem>, ParseError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            read_line(rules, line).map_err(|e| ParseError { place: Place { line: number, ..e.place }, ..e })
        })
        .collect()
}

/// Writes one line, without a line break.
pub fn write_line(rules: &Rules, problem: &Problem) -> String {
    let text = rules.position_text(&problem.position).replace('.', "-");
    let (board, side) = text.rsplit_once('\n').unwrap_or((&text, ""));
    let mut line = format!("{} {side};", board.replace('\n', ""));
    for item in &problem.scored {
        let square = if item.square == Square::PASS { "--".to_string() } else { item.square.to_string() };
        line.push_str(&format!(" {}:{:+};", square.to_ascii_uppercase(), item.score));
    }
    line
}

/// Reads `move:score`, which begins at byte `start` of `line`; `None` for a filler and for nothing at all.
fn read_item(
    rules: &Rules,
    position: &Position,
    line: &str,
    start: usize,
    item: &str,
) -> Result<Option<Scored>, ParseError> {
    let start = start + item.len() - item.trim_start().len();
    let item = item.trim();
    if item.is_empty() {
        return Ok(None);
    }
    let Some((name, number)) = item.split_once(':') else {
        return Err(ParseError::unexpected(line, start, item, "a move, `:` and its score, such as `F5:+2`"));
    };
    let limit = rules.score_limit(position);
    let score = number.trim().parse::<i16>().ok();
    let square = rules.parse_move(name.trim()).map_err(|e| ParseError { place: Place::of(line, start), ..e })?;
    if square == Square::PASS && score == Some(FILLER) {
        return Ok(None);
    }
    let Some(score) = score.filter(|score| score.abs() <= limit) else {
        let expected = format!("a score from -{limit} to +{limit}");
        return Err(ParseError::unexpected(line, start + name.len() + 1, number, expected));
    };
    rules.check(position, square).map_err(|reason| ParseError::illegal(line, start, name, reason))?;
    Ok(Some(Scored { square, score }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "---------------------------OX------XO--------------------------- X; F5:+2; D3:+0; C4:-4;";

    fn rules() -> Rules {
        Rules::standard()
    }

    #[test]
    fn reads_and_writes_a_line() {
        let problem = read_line(&rules(), SAMPLE).unwrap();
        assert_eq!(problem.position, rules().initial());
        let items: Vec<_> = problem.scored.iter().map(|item| (item.square.to_string(), item.score)).collect();
        assert_eq!(items, [("f5".to_string(), 2), ("d3".to_string(), 0), ("c4".to_string(), -4)]);
        assert_eq!(write_line(&rules(), &problem), SAMPLE);
    }

    #[test]
    fn fillers_are_dropped_and_order_is_made() {
        let (board, _) = SAMPLE.split_once(';').unwrap();
        let line = format!("{board} ;C4:-4;f5 : 2;;--:-127 ;");
        let problem = read_line(&rules(), &line).unwrap();
        assert_eq!(write_line(&rules(), &problem), format!("{board}; F5:+2; C4:-4;"));
        assert_eq!(read_line(&rules(), board).unwrap().scored, []);
    }

    #[test]
    fn a_pass_with_a_score_is_kept() {
        let line = "OX-------------------------------------------------------------- X; --:-64;";
        let problem = read_line(&rules(), line).unwrap();
        assert_eq!(problem.scored, [Scored { square: Square::PASS, score: -64 }]);
        assert_eq!(write_line(&rules(), &problem), line);
    }

    #[test]
    fn errors_name_the_line_and_the_character() {
        let (board, _) = SAMPLE.split_once(';').unwrap();
        let error = |tail: &str| read(&rules(), &format!("{SAMPLE}\n\n{board}{tail}")).unwrap_err().to_string();
        assert_eq!(
            error("; F5+2;"),
            "line 3, character 69: found `F5+2`, expected a move, `:` and its score, such as `F5:+2`"
        );
        assert_eq!(
            error("; F5:+2; J5:1;"),
            "line 3, character 76: found `J5`, expected a square from `a1` to `h8` or `pass`"
        );
        assert_eq!(error("; F5:+99;"), "line 3, character 72: found `+99`, expected a score from -64 to +64");
        assert_eq!(error("; A1:+2;"), "line 3, character 69: move `A1` is illegal: it flips nothing");
        assert_eq!(
            error("; --:+2;"),
            "line 3, character 69: move `--` is illegal: a pass is allowed only when there is no other move"
        );
    }
}
