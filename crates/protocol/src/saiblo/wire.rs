//! The wire form: numbers in text towards the bot, a length-prefixed `x y` back.
//!
//! ```text
//! judge -> bot   M N noX noY            once
//!                lastX lastY            every turn, then N tops and M x N cells; any white space separates numbers
//! bot -> judge   00 00 00 03 '5' ' ' '4'    4-byte big-endian length, then x and y in decimal
//! ```

use super::{Point, Turn, has_game};
use luozi_core::ParseError;
use luozi_games::Setup;
use std::fmt::Write;

/// Longest reply that can be a point: two 32-bit numbers and room for white space.
pub const MAX_REPLY_BYTES: usize = 64;
/// Most rows or columns a start line may name; larger numbers are nonsense and would only eat memory.
const MAX_SIDE: i32 = 64;

/// The board of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Rows, the judge's M; 9 to 12 on the site's own boards.
    pub rows: i32,
    /// Columns, the judge's N; 9 to 12 on the site's own boards.
    pub cols: i32,
    /// The forbidden cell, [`Point::NONE`] on a board of ours without one.
    pub forbidden: Point,
}

impl Start {
    /// The start of a game on this board; `None` if the site has no such game.
    pub fn of_setup(setup: &Setup) -> Option<Start> {
        let forbidden = match setup.forbidden.as_slice() {
            _ if !has_game(setup.kind()) => return None,
            [] => Point::NONE,
            [cell] => Point { x: cell.row.into(), y: cell.col.into() },
            _ => return None,
        };
        Some(Start { rows: setup.rows.into(), cols: setup.cols.into(), forbidden })
    }

    /// The first line of a game.
    pub fn line(&self) -> String {
        format!("{} {} {} {}\n", self.rows, self.cols, self.forbidden.x, self.forbidden.y)
    }
}

impl Turn {
    /// The turn as the judge writes it: last move, tops, then one line a row.
    pub fn text(&self, start: &Start) -> String {
        let mut text = format!("{} {}\n", self.last.x, self.last.y);
        for line in std::iter::once(self.top.as_slice()).chain(self.board.chunks(start.cols.max(1) as usize)) {
            for (index, number) in line.iter().enumerate() {
                write!(text, "{}{number}", if index == 0 { "" } else { " " }).expect("writing to a string never fails");
            }
            text.push('\n');
        }
        text
    }
}

/// A reply that names no point.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplyError {
    /// The length cannot be right; debug output before the reply looks like this.
    #[error(
        "the reply begins with the bytes {0:02x?}, expected a 4-byte big-endian length from 3 to {MAX_REPLY_BYTES}"
    )]
    Length([u8; 4]),
    /// The content is not two numbers.
    #[error("the reply is `{0}`, expected two numbers `x y`")]
    Content(String),
}

/// The reply's length from its first four bytes.
pub fn reply_length(prefix: [u8; 4]) -> Result<usize, ReplyError> {
    let length = u32::from_be_bytes(prefix) as usize;
    if (3..=MAX_REPLY_BYTES).contains(&length) { Ok(length) } else { Err(ReplyError::Length(prefix)) }
}

/// The point in a reply's content.
pub fn parse_reply(content: &[u8]) -> Result<Point, ReplyError> {
    let text = String::from_utf8_lossy(content);
    let mut numbers = text.split_ascii_whitespace().map(str::parse::<i32>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Ok(Point { x, y }),
        _ => Err(ReplyError::Content(luozi_core::excerpt(&text))),
    }
}

/// A whole reply, length included.
pub fn reply_bytes(point: Point) -> Vec<u8> {
    let content = format!("{} {}", point.x, point.y);
    let mut bytes = (content.len() as u32).to_be_bytes().to_vec();
    bytes.extend_from_slice(content.as_bytes());
    bytes
}

/// What the bot's side has understood so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A game begins.
    Start(Start),
    /// It is our turn.
    Turn(Turn),
}

/// Puts the judge's lines together, however they are broken.
#[derive(Clone, Default, Debug)]
pub struct Reader {
    start: Option<Start>,
    numbers: Vec<i32>,
}

impl Reader {
    /// Takes one line and gives what it completed, in order. A line that is not all numbers is refused as a whole, as is a
    /// start line that names no board; the state is as before then.
    pub fn push_line(&mut self, line: &str) -> Result<Vec<Event>, ParseError> {
        let mut added: Vec<i32> = Vec::new();
        for word in line.split_ascii_whitespace() {
            let offset = word.as_ptr() as usize - line.as_ptr() as usize;
            added.push(word.parse().map_err(|_| ParseError::unexpected(line, offset, word, "a whole number"))?);
        }
        let before = self.numbers.len();
        self.numbers.extend(added);
        let mut events = Vec::new();
        if self.start.is_none() && self.numbers.len() >= 4 {
            let [rows, cols, x, y] = [0, 1, 2, 3].map(|i| self.numbers[i]);
            if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
                self.numbers.truncate(before);
                return Err(ParseError::unexpected(
                    line,
                    0,
                    line,
                    format!("`M N noX noY` with M and N from 1 to {MAX_SIDE}"),
                ));
            }
            self.numbers.drain(..4);
            let start = Start { rows, cols, forbidden: Point { x, y } };
            self.start = Some(start);
            events.push(Event::Start(start));
        }
        while let Some(start) = self.start {
            let (cols, cells) = (start.cols as usize, (start.rows * start.cols) as usize);
            if self.numbers.len() < 2 + cols + cells {
                break;
            }
            let rest = self.numbers.split_off(2 + cols + cells);
            let turn = std::mem::replace(&mut self.numbers, rest);
            let last = Point { x: turn[0], y: turn[1] };
            events.push(Event::Turn(Turn { last, top: turn[2..2 + cols].to_vec(), board: turn[2 + cols..].to_vec() }));
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Table;
    use super::*;
    use luozi_core::Player;

    #[test]
    fn a_recorded_turn_reads_back_however_it_is_broken() {
        let start = Start { rows: 2, cols: 3, forbidden: Point { x: 0, y: 2 } };
        let mut table = Table::new(start);
        table.drop(2, Player::First);
        let turn = table.turn(Player::Second);
        let text = start.line() + &turn.text(&start);
        assert_eq!(text, "2 3 0 2\n1 2\n2 2 0\n0 0 0\n0 0 1\n");
        let expected = [Event::Start(start), Event::Turn(turn)];
        let mut reader = Reader::default();
        let lines: Vec<Event> = text.lines().flat_map(|line| reader.push_line(line).unwrap()).collect();
        assert_eq!(lines, expected);
        assert_eq!(Reader::default().push_line(&text).unwrap(), expected);
        let mut reader = Reader::default();
        let words: Vec<Event> = text.split_whitespace().flat_map(|word| reader.push_line(word).unwrap()).collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn replies_have_a_length() {
        let bytes = reply_bytes(Point { x: 5, y: 11 });
        assert_eq!(bytes, b"\0\0\0\x045 11");
        assert_eq!(reply_length([0, 0, 0, 4]), Ok(4));
        assert_eq!(parse_reply(&bytes[4..]), Ok(Point { x: 5, y: 11 }));
        assert_eq!(reply_length(*b"5 11"), Err(ReplyError::Length(*b"5 11")));
        assert_eq!(parse_reply(b"5"), Err(ReplyError::Content("5".into())));
        assert_eq!(parse_reply(b"5 a"), Err(ReplyError::Content("5 a".into())));
        assert_eq!(parse_reply(b"5 1 2"), Err(ReplyError::Content("5 1 2".into())));
    }

    #[test]
    fn bad_lines_leave_the_reader_as_it_was() {
        let mut reader = Reader::default();
        let error = reader.push_line("2 x 0 0").unwrap_err();
        assert_eq!(error.to_string(), "line 1, character 3: found `x`, expected a whole number");
        assert!(reader.push_line("1000000 1000000 0 0").is_err());
        assert_eq!(reader.push_line("2 3 0 2").unwrap().len(), 1);
    }
}
