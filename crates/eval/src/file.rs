//! What all weights files have in common: how they begin, their version, their game and their checksum.
//!
//! ```text
//!  0  LUOZINET, LUOZIPAT or LUOZIMOS   8  version u32   12  game u32   16  the shape, 16 bytes that each kind reads itself
//! 32  training run, 16 bytes ASCII            48  the weights          last 8 bytes: FNV-1a of everything before
//! ```

use luozi_core::fnv1a;
use luozi_games::GameKind;
use std::fmt;

const MAGIC_BYTES: usize = 8;
const HEADER_BYTES: usize = 48;
const CHECKSUM_BYTES: usize = 8;
const RUN_BYTES: usize = 16;

/// What the weights of a file are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    /// A neural net of value and policy, for the game that the header names.
    Net,
    /// The tables of Reversi's patterns.
    Patterns,
    /// The finer pattern tables whose indices go along with the moves.
    Mosaic,
}

impl FileKind {
    const fn magic(self) -> &'static [u8; MAGIC_BYTES] {
        match self {
            FileKind::Net => b"LUOZINET",
            FileKind::Patterns => b"LUOZIPAT",
            FileKind::Mosaic => b"LUOZIMOS",
        }
    }

    /// The version that is written today; earlier ones are read too.
    const fn version(self) -> u32 {
        match self {
            FileKind::Net => 2,
            FileKind::Patterns | FileKind::Mosaic => 1,
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Net => "a net",
            FileKind::Patterns => "pattern tables",
            FileKind::Mosaic => "a mosaic of patterns",
        })
    }
}

/// A file that holds no weights for us.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin as a weights file does.
    #[error("not a weights file of Luozi; choose a file that one of the trainers of docs/training.md wrote")]
    Foreign,
    /// It holds something else.
    #[error("the weights file holds {found}; expected {expected}")]
    OtherKind {
        /// What it holds.
        found: FileKind,
        /// What was asked for.
        expected: FileKind,
    },
    /// It was written by a later version.
    #[error("weights file of version {found}; this program reads versions 1 to {newest}, so use the one that wrote it")]
    Future {
        /// The file's version.
        found: u32,
        /// The last one that is known.
        newest: u32,
    },
    /// It is shorter or longer than its header says.
    #[error("the weights file has {found} bytes instead of {expected}; copy it again")]
    Length {
        /// Bytes the header asks for.
        expected: usize,
        /// Bytes there are.
        found: usize,
    },
    /// The checksum differs.
    #[error("the weights file is damaged (its checksum differs); copy it again")]
    Damaged,
    /// A game we do not know.
    #[error("the weights file is for game number {0}, which this program does not know")]
    UnknownGame(u32),
    /// The weights are for another game.
    #[error("the weights file is for {}; expected one for {}", found.title(), expected.title())]
    OtherGame {
        /// The file's game.
        found: GameKind,
        /// The game that was asked for.
        expected: GameKind,
    },
    /// Weights that this program cannot use.
    #[error("the weights file has {found} {what}; expected {expected}")]
    Shape {
        /// What is out of range.
        what: &'static str,
        /// What the file says.
        found: usize,
        /// What would be right.
        expected: &'static str,
    },
}

/// A header up to its shape, which the kind reads from `shape`.
pub(crate) struct Opened<'a> {
    pub(crate) version: u32,
    pub(crate) game: GameKind,
    pub(crate) shape: Reader<'a>,
    pub(crate) run: String,
    data: &'a [u8],
}

/// Reads the header of a file of that kind.
pub(crate) fn open(data: &[u8], kind: FileKind) -> Result<Opened<'_>, WeightsError> {
    let begins = |kind: &FileKind| data.starts_with(kind.magic());
    let found =
        [FileKind::Net, FileKind::Patterns, FileKind::Mosaic].into_iter().find(begins).ok_or(WeightsError::Foreign)?;
    if found != kind {
        return Err(WeightsError::OtherKind { found, expected: kind });
    }
    let Some(header) = data.get(MAGIC_BYTES..HEADER_BYTES) else {
        return Err(WeightsError::Length { expected: HEADER_BYTES + CHECKSUM_BYTES, found: data.len() });
    };
    let (shape, name) = header.split_at(header.len() - RUN_BYTES);
    let mut shape = Reader(shape);
    let version = u32::from_le_bytes(shape.bytes());
    if !(1..=kind.version()).contains(&version) {
        return Err(WeightsError::Future { found: version, newest: kind.version() });
    }
    let game = match u32::from_le_bytes(shape.bytes()) {
        1 => GameKind::CONNECT4,
        2 => GameKind::REVERSI,
        3 => GameKind::NOGO,
        unknown => return Err(WeightsError::UnknownGame(unknown)),
    };
    let run = String::from_utf8_lossy(name).trim_end_matches('\0').to_string();
    Ok(Opened { version, game, shape, run, data })
}

impl<'a> Opened<'a> {
    /// What follows the header: `bytes` bytes if the file is whole.
    pub(crate) fn body(&self, bytes: usize) -> Result<Reader<'a>, WeightsError> {
        let expected = HEADER_BYTES + bytes + CHECKSUM_BYTES;
        if self.data.len() != expected {
            return Err(WeightsError::Length { expected, found: self.data.len() });
        }
        let (sealed, checksum) = self.data.split_at(expected - CHECKSUM_BYTES);
        if fnv1a(sealed).to_le_bytes() != checksum {
            return Err(WeightsError::Damaged);
        }
        Ok(Reader(&sealed[HEADER_BYTES..]))
    }
}

/// A file of that kind for Reversi, the only game whose weights are written here: the run's name is cut to 16 bytes.
pub(crate) fn seal(kind: FileKind, shape: [u8; 16], run: &str, body: &[u8]) -> Vec<u8> {
    let mut name = [0; RUN_BYTES];
    name.iter_mut().zip(run.bytes()).for_each(|(to, from)| *to = from);
    let (version, game) = (kind.version().to_le_bytes(), 2u32.to_le_bytes());
    let mut data = [kind.magic(), &version[..], &game, &shape, &name, body].concat();
    data.extend(fnv1a(&data).to_le_bytes());
    data
}

/// Refuses a shape.
pub(crate) fn check(good: bool, what: &'static str, found: usize, expected: &'static str) -> Result<(), WeightsError> {
    if good { Ok(()) } else { Err(WeightsError::Shape { what, found, expected }) }
}

/// Takes typed parts from the front; the length was checked before.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Everything that is left.
    pub(crate) fn rest(self) -> &'a [u8] {
        self.0
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *first
    }

    pub(crate) fn size(&mut self) -> usize {
        usize::from(u16::from_le_bytes(self.bytes()))
    }

    pub(crate) fn float(&mut self) -> f32 {
        f32::from_le_bytes(self.bytes())
    }

    pub(crate) fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.float()).collect()
    }

    pub(crate) fn small(&mut self, count: usize) -> Vec<i8> {
        let (first, rest) = self.0.split_at(count);
        self.0 = rest;
        first.iter().map(|&byte| byte as i8).collect()
    }
}
