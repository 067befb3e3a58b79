//! Plain text as people write it: a board drawn with symbols, moves with or without numbers, or a board and then moves.
//!
//! ```text
//!     a b c d           1. f5 d6 2. f4        numbers have a dot, a bracket or a colon behind them;
//!   1 . . . .           1) f5                 where moves are no numbers, 1 f5 d6 does as well
//!   2 . O X .           f5d6f4…  1-0          an ellipsis and a result are passed over
//!   3 . X O .
//!   4 . . . .           labels and frames around a board are passed over
//!   X to move           (see `luozi_core::diagram` for the symbols)
//! ```
//!
//! Whatever is passed over is replaced by blanks, byte by byte, so that errors name places in the text as it was written.

use super::{NodeId, Record, RecordError};
use crate::connect4::Cell;
use crate::{Session, Setup};
use luozi_core::diagram::Symbol;
use luozi_core::{Grid, ParseErrorKind, Player};

/// Reads a text as a game of that kind; the board is the one that is drawn, or else the expected one.
pub(super) fn read(text: &str, expected: &Setup) -> Result<Record, RecordError> {
    let (origin, end) = match Drawing::find(text, expected) {
        Some(drawing) => (drawing.session(expected)?, drawing.end),
        None => (Session::new(expected)?, 0),
    };
    let moves = moves_only(text, end, &origin.grid());
    let mut record = Record::beginning(origin);
    record.add_moves(NodeId::ROOT, &moves)?;
    record.settle();
    Ok(record)
}

/// The text as a drawing of its start position, if it has one, and the moves of the main line.
pub fn write(record: &Record) -> String {
    let moves: Vec<&str> = record.tree().main_line().filter_map(|id| record.tree().move_text(id)).collect();
    match record.start() {
        Some(start) => format!("{start}\n\n{}", moves.join(" ")).trim_end().to_string(),
        None => moves.join(" "),
    }
}

/// Blanks for as many bytes.
fn blanks(text: &str) -> String {
    text.chars().flat_map(|c| std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8())).collect()
}

/// The text from `from` on with blanks for all that is beside moves.
fn moves_only(text: &str, from: usize, grid: &Grid) -> String {
    let mut kept = blanks(&text[..from]);
    let rest = &text[from..];
    let mut counted = 0;
    let mut at = 0;
    let mut words = luozi_core::words(rest).peekable();
    while let Some((offset, word)) = words.next() {
        kept.push_str(&blanks(&rest[at..offset]));
        at = offset + word.len();
        let number = word.bytes().take_while(u8::is_ascii_digit).count();
        let marks = word[number..].bytes().take_while(|byte| b".):".contains(byte)).count();
        let end = word.trim_end_matches(['…', '.']).len();
        let counts_on = !grid.by_column() && word.parse() == Ok(counted + 1);
        if counts_on {
            counted += 1;
        }
        let passed_over = counts_on || ["1-0", "0-1", "1/2-1/2", "½-½", "*"].contains(&word);
        let goes_on = words.peek().is_none() && word[number..].starts_with("..");
        let begin = if number > 0 && marks > 0 && !goes_on { number + marks } else { 0 };
        if passed_over || end <= begin {
            kept.push_str(&blanks(word));
        } else {
            kept.push_str(&blanks(&word[..begin]));
            kept.push_str(&word[begin..end]);
            kept.push_str(&blanks(&word[end..]));
        }
    }
    kept
}

/// A board found in a text.
struct Drawing {
    rows: usize,
    cols: usize,
    /// The text up to its end, with blanks for labels and frames.
    board: String,
    /// Whether the side to move is written.
    with_side: bool,
    pieces: usize,
    forbidden: Vec<Cell>,
    /// Where it ends, in bytes.
    end: usize,
}

/// A line of symbols: each with its byte offset.
type Row = Vec<(usize, Symbol)>;

impl Drawing {
    /// The drawing at the beginning of a text. One that is written in a single line must have as many symbols as a board
    /// of the game.
    fn find(text: &str, expected: &Setup) -> Option<Drawing> {
        // Step 1. The rows: lines of the same length.
        let mut parts = parts(text).peekable();
        while parts.next_if(|&(_, part)| is_frame(part)).is_some() {}
        let mut rows: Vec<Row> = Vec::new();
        let mut side = None;
        let mut end = 0;
        while let Some(&(offset, part)) = parts.peek() {
            let Some(mut row) = row(offset, part) else { break };
            let width = rows.first().map_or(row.len().max(2), Vec::len);
            // The side to move may stand behind the last row.
            if row.len() == width + 1
                && let Some((at, Symbol::Stone(player))) = row.last().copied()
            {
                side = Some((at, player));
                row.pop();
            }
            if row.len() != width {
                break;
            }
            rows.push(row);
            end = offset + part.len();
            parts.next();
            if side.is_some() {
                break;
            }
        }
        let (mut height, mut width) = (rows.len(), rows.first()?.len());
        let mut symbols = rows.concat();

        // Step 2. The side to move: the last symbol of a single line, or a line of its own.
        if height == 1 {
            let fits = |count: usize| {
                let sizes = std::iter::once(expected.size()).chain(expected.kind().sizes().offered.iter().copied());
                sizes
                    .map(|(rows, cols)| (usize::from(rows), usize::from(cols)))
                    .find(|(rows, cols)| rows * cols == count)
            };
            let last = fits(width - 1).and_then(|size| match symbols[width - 1] {
                (offset, Symbol::Stone(player)) => Some((size, offset, player)),
                _ => None,
            });
            if let Some((size, offset, player)) = last {
                symbols.pop();
                side = Some((offset, player));
                (height, width) = size;
            } else {
                (height, width) = fits(width)?;
            }
        } else if side.is_none() {
            while parts.next_if(|&(_, part)| is_frame(part)).is_some() {}
            if let Some(&(offset, part)) = parts.peek()
                && let Some(player) = side_of(part)
            {
                side = Some((offset + part.len() - part.trim_start().len(), player));
                end = offset + part.len();
            }
        }

        // A semicolon begins remarks, as in suites of test positions.
        if text[end..].trim_start().starts_with(';') {
            end += text[end..].find('\n').unwrap_or(text.len() - end);
        }

        // Step 3. The text with nothing but symbols.
        let mut board = blanks(&text[..end]).into_bytes();
        let mut put = |offset: usize, symbol: Symbol| board[offset] = symbol.char() as u8;
        symbols.iter().for_each(|&(offset, symbol)| put(offset, symbol));
        if let Some((offset, player)) = side {
            put(offset, Symbol::Stone(player));
        }
        let forbidden = |(index, (_, symbol)): (usize, &(usize, Symbol))| {
            (*symbol == Symbol::Forbidden).then(|| Cell { row: (index / width) as u8, col: (index % width) as u8 })
        };
        Some(Drawing {
            rows: height,
            cols: width,
            board: String::from_utf8(board).ok()?,
            with_side: side.is_some(),
            pieces: symbols.iter().filter(|(_, symbol)| matches!(symbol, Symbol::Stone(_))).count(),
            forbidden: symbols.iter().enumerate().filter_map(forbidden).collect(),
            end,
        })
    }

    /// A game of the expected kind that begins here.
    fn session(&self, expected: &Setup) -> Result<Session, RecordError> {
        let mut setup = expected.clone();
        (setup.rows, setup.cols) = (self.rows.min(255) as u8, self.cols.min(255) as u8);
        setup.forbidden = if setup.kind().forbids_cells() { self.forbidden.clone() } else { Vec::new() };
        let initial = Session::new(&setup)?;
        match initial.beginning_at(&self.board) {
            // Where turns may pass, pieces do not tell the side; nobody has passed yet, as a rule.
            Err(error) if !self.with_side && matches!(error.kind, ParseErrorKind::Ended { .. }) => {
                let side = Player::BOTH[self.pieces % 2];
                let board = format!("{}\n{}", self.board, Symbol::Stone(side).char());
                Ok(initial.beginning_at(&board)?)
            }
            begun => Ok(begun?),
        }
    }
}

/// The lines of a text, each with its byte offset; a slash ends a line as well, and a semicolon the text.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.split(';').next().unwrap_or(text);
    let start = text.as_ptr() as usize;
    text.split(['\n', '/']).map(move |part| (part.as_ptr() as usize - start, part))
}

fn words_of(part: &str) -> Vec<(usize, &str)> {
    let start = part.as_ptr() as usize;
    let words = part.split(|c: char| c.is_whitespace() || c == '|').filter(|word| !word.is_empty());
    words.map(|word| (word.as_ptr() as usize - start, word)).collect()
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The symbols of a line, without the labels at its ends; `None` if it has anything else, or nothing.
fn row(offset: usize, part: &str) -> Option<Row> {
    let words = words_of(part);
    let mut words = words.as_slice();
    if let [(_, first), rest @ ..] = words
        && is_number(first)
    {
        words = rest;
    }
    if let [rest @ .., (_, last)] = words
        && is_number(last)
    {
        words = rest;
    }
    let read = |(at, c): (usize, char)| Symbol::read(c).map(|symbol| (offset + at, symbol));
    let symbols = words.iter().flat_map(|(begin, word)| word.char_indices().map(move |(at, c)| (begin + at, c)));
    symbols.map(read).collect::<Option<Row>>().filter(|row| !row.is_empty())
}

/// Nothing, the labels of the columns, or a line of a frame.
fn is_frame(part: &str) -> bool {
    let letters: String = words_of(part).into_iter().map(|(_, word)| word).collect();
    let labels = letters.starts_with(['a', 'A']) || letters.starts_with("12");
    let line = letters.contains(['+', '=']) && letters.chars().all(|c| "+-=".contains(c));
    letters.is_empty() || line || (labels && letters.len() > 1 && letters.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The side that a line such as `X` or `White to move` names.
fn side_of(part: &str) -> Option<Player> {
    let words = words_of(part);
    let (&(_, first), rest) = words.split_first()?;
    let mut letters = first.chars();
    let player = match (letters.next().and_then(Symbol::read), letters.next()) {
        (Some(Symbol::Stone(player)), None) => player,
        _ if first.eq_ignore_ascii_case("black") => Player::First,
        _ if first.eq_ignore_ascii_case("white") => Player::Second,
        _ => return None,
    };
    rest.iter().all(|(_, word)| ["to", "move", "moves", "plays"].contains(word)).then_some(player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameKind;

    fn game(text: &str, kind: GameKind) -> (Vec<String>, Option<String>) {
        let record = read(text, &Setup::standard(kind)).unwrap_or_else(|error| panic!("{text}: {error}"));
        (Session::of(&record).moves().to_vec(), record.start().map(str::to_string))
    }

    #[test]
    fn numbers_results_and_an_ellipsis_are_no_moves() {
        for text in ["f5d6c3", "f5d6c3…", "1. f5 d6 2. c3", "1.f5 2.d6 3.c3 1-0", "1) F5 2) D6 3) C3", "1 f5 d6\n2 c3"]
        {
            assert_eq!(game(text, GameKind::REVERSI).0, ["f5", "d6", "c3"], "{text}");
        }
        for text in ["445", "4 4 5...", "1. 4 4 2. 5 *", "1: 4\n2: 4\n3: 5"] {
            assert_eq!(game(text, GameKind::CONNECT4).0, ["4", "4", "5"], "{text}");
        }
        assert_eq!(game("1. e5 d4 2. C3", GameKind::NOGO).0, ["E5", "D4", "C3"]);
    }

    #[test]
    fn errors_name_places_in_the_text_as_it_was_written() {
        let error = |text: &str| read(text, &Setup::standard(GameKind::REVERSI)).unwrap_err().to_string();
        assert!(
            error("1. f5 d6\n2. z9").starts_with("line 2, character 4: found `z9`"),
            "{}",
            error("1. f5 d6\n2. z9")
        );
        assert!(error("f5…\nX").starts_with("line 2, character 1: found `X`"), "{}", error("f5…\nX"));
    }

    #[test]
    fn boards_are_found_inside_labels_and_frames() {
        let plain = "....\n.OX.\n.XX.\n..X.\nO";
        let drawings = [
            plain,
            "  a b c d\n1 . . . . 1\n2 . O X . 2\n3 . X X .\n4 . . X .\nWhite to move",
            "+----+\n|....|\n|.OX.|\n|.XX.|\n|..X.|\n+----+\nO",
            "..../.OX./.XX./..X. O",
            "-----OX--XX---X- O;",
            // Without a side: so many discs are White's turn.
            "....\n.OX.\n.XX.\n..X.",
        ];
        for text in drawings {
            assert_eq!(game(text, GameKind::REVERSI), (Vec::new(), Some(plain.to_string())), "{text}");
        }
        let record = read(&format!("{plain}\n\nd2"), &Setup::standard(GameKind::REVERSI)).unwrap();
        assert_eq!(Session::of(&record).moves(), ["d2"]);
        assert_eq!(read(&write(&record), &Setup::standard(GameKind::REVERSI)).unwrap(), record);
    }

    #[test]
    fn forbidden_cells_and_the_size_come_from_the_drawing() {
        let record = read(".....\n..X..\n..#..\n.....", &Setup::standard(GameKind::CONNECT4)).unwrap_err();
        assert!(record.to_string().contains("impossible position"), "{record}");
        let record = read(".....\n..#..\n.OX..\n.XXO.\n\n3", &Setup::standard(GameKind::CONNECT4)).unwrap();
        assert_eq!((record.setup().size(), record.setup().forbidden.len()), ((4, 5), 1));
    }
}
