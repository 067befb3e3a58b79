//! A book as a file.
//!
//! ```text
//!  0  LUOZIBOK   8  version u32   12  rows u16   14  columns u16   16  plies u16   18  zero u16
//! 20  scores i8 for the first player, ply after ply; -128: not known      last 8 bytes: FNV-1a of everything before
//! ```

use super::{Book, MAX_PLIES, MAX_POSITIONS};
use luozi_core::fnv1a;
use luozi_games::connect4::Rules;

const MAGIC: &[u8; 8] = b"LUOZIBOK";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 20;
const CHECKSUM_BYTES: usize = 8;

/// A file that is no book for us, or a book that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// It does not begin as a book does.
    #[error("not an opening book of Luozi; choose a file that `luozi book` wrote")]
    Foreign,
    /// It was written by another version.
    #[error("opening book of version {0}, and this program reads version {VERSION}; write it again with `luozi book`")]
    Version(u32),
    /// There are fewer scores than positions.
    #[error(
        "the opening book has {found} scores, and {rows} rows x {cols} columns have more positions in {plies} plies; \
         copy it again"
    )]
    Short {
        /// Scores there are.
        found: usize,
        /// Rows of the board.
        rows: u16,
        /// Columns of the board.
        cols: u16,
        /// Plies of the book.
        plies: u16,
    },
    /// More positions than a new book may have.
    #[error(
        "an opening book of {plies} plies on {rows} rows x {cols} columns has more than the {MAX_POSITIONS} positions \
         a book may have; choose fewer plies or a smaller board"
    )]
    TooLarge {
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
        /// Plies of the book.
        plies: u8,
    },
    /// It is shorter or longer than its header says.
    #[error("the opening book has {found} bytes instead of {expected}; copy it again")]
    Length {
        /// Bytes there should be.
        expected: usize,
        /// Bytes there are.
        found: usize,
    },
    /// The checksum differs.
    #[error("the opening book is damaged (its checksum differs); copy it again")]
    Damaged,
    /// A board or a depth that no book has.
    #[error(
        "the opening book is for {rows} rows x {cols} columns and {plies} plies; \
         expected a board that fits 64 bits and at most {MAX_PLIES} plies"
    )]
    Shape {
        /// Rows of the board.
        rows: u16,
        /// Columns of the board.
        cols: u16,
        /// Plies of the book.
        plies: u16,
    },
}

impl Book {
    /// The book as a file.
    pub fn write(&self) -> Vec<u8> {
        let rules = self.rules();
        let shape = [rules.rows(), rules.cols(), self.positions.plies(), 0].map(|byte| u16::from(byte).to_le_bytes());
        let mut data = [&MAGIC[..], &VERSION.to_le_bytes(), shape.as_flattened()].concat();
        data.extend(self.scores.iter().flatten().map(|&score| score as u8));
        data.extend(fnv1a(&data).to_le_bytes());
        data
    }

    /// Reads a file that [`Book::write`] made.
    pub fn read(data: &[u8]) -> Result<Book, BookError> {
        // 1. The envelope.
        if !data.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let length = |expected: usize| BookError::Length { expected, found: data.len() };
        let (sealed, checksum) = data.split_last_chunk().ok_or(length(HEADER_BYTES + CHECKSUM_BYTES))?;
        let (header, mut rest) = sealed.split_at_checked(HEADER_BYTES).ok_or(length(HEADER_BYTES + CHECKSUM_BYTES))?;
        let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let version = u32::from(number(10)) << 16 | u32::from(number(8));
        if version != VERSION {
            return Err(BookError::Version(version));
        }
        if fnv1a(sealed) != u64::from_le_bytes(*checksum) {
            return Err(BookError::Damaged);
        }

        // 2. The board, whose positions say how many scores there must be.
        let (rows, cols, plies) = (number(12), number(14), number(16));
        let side = |side: u16| u8::try_from(side).unwrap_or(u8::MAX);
        let rules = Rules::new(side(rows), side(cols), &[]).ok().filter(|_| plies <= u16::from(MAX_PLIES));
        let rules = rules.ok_or(BookError::Shape { rows, cols, plies })?;
        // No more are counted out than the file has scores: a header alone must not cost memory.
        let book = Book::within(&rules, plies as u8, rest.len());
        let mut book = book.ok_or(BookError::Short { found: rest.len(), rows, cols, plies })?;
        let expected = book.known().1;
        if rest.len() != expected {
            return Err(length(HEADER_BYTES + expected + CHECKSUM_BYTES));
        }

        // 3. The scores.
        for scores in &mut book.scores {
            let (these, others) = rest.split_at(scores.len());
            scores.iter_mut().zip(these).for_each(|(score, &byte)| *score = byte as i8);
            rest = others;
        }
        Ok(book)
    }
}
