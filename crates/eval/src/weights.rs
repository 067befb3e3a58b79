//! The weights file: a versioned header, int8 convolutions, float heads, a checksum. Nothing here computes with them.
//!
//! ```text
//!  0  LUOZINET   8  version u32   12  game u32   16  rows, columns, planes, channels, blocks, value channels,
//! 32  training run, 16 bytes ASCII                   hidden: u16 each, then the mask plane i16 (-1: none)
//! 48  convolutions, heads        last 8 bytes: FNV-1a of everything before
//! ```

use std::fmt;

const MAGIC: &[u8; 8] = b"LUOZINET";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 48;
const CHECKSUM_BYTES: usize = 8;
/// Output channels that the kernels compute at once: every net has a multiple of them.
pub const CHANNEL_BLOCK: usize = 32;
/// Features of the value head, fixed by its kernel.
pub const VALUE_CHANNELS: usize = 32;
/// Largest side of a canvas.
const MAX_SIDE: usize = 16;
/// Largest number of planes, channels or hidden units that a file may claim.
const MAX_WIDTH: usize = 512;

/// The game a net was trained for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// Gravity Connect Four.
    Connect4,
    /// Reversi.
    Reversi,
    /// NoGo.
    NoGo,
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameKind::Connect4 => "Connect Four",
            GameKind::Reversi => "Reversi",
            GameKind::NoGo => "NoGo",
        })
    }
}

/// What a file says about its net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game.
    pub game: GameKind,
    /// Rows of the canvas.
    pub rows: usize,
    /// Columns of the canvas.
    pub cols: usize,
    /// Input planes.
    pub planes: usize,
    /// Channels of the trunk.
    pub channels: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Hidden units of the value head.
    pub hidden: usize,
    /// Whether smaller boards than the canvas can be played: activations outside the board are zero.
    pub masked: bool,
    /// Name of the training run.
    pub run: String,
}

/// A file that is no net of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin as a weights file does.
    #[error("not a weights file of Luozi; choose a file that `train/` exported")]
    Foreign,
    /// It was written by a later version.
    #[error("weights file of version {0}, and this program reads version {VERSION}; use a newer program")]
    Future(u32),
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
    /// A net that the kernels cannot run.
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

/// One quantised 3x3 convolution.
#[derive(Clone, Debug)]
pub struct Conv {
    /// Input channels.
    pub inputs: usize,
    /// What one unit of the input is worth.
    pub input_step: f32,
    /// What one unit of a weight is worth, by output.
    pub scales: Vec<f32>,
    /// Added to each output.
    pub biases: Vec<f32>,
    /// By output, row, column and input.
    pub weights: Vec<i8>,
}

/// A fully connected layer or 1x1 convolution in floating point, by output and input.
#[derive(Clone, Debug)]
pub struct Dense {
    /// By output and input.
    pub weights: Vec<f32>,
    /// By output.
    pub biases: Vec<f32>,
}

/// The contents of a file.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Shape and origin.
    pub header: Header,
    /// Stem, then two layers a block.
    pub convs: Vec<Conv>,
    /// One logit a cell.
    pub policy: Dense,
    /// Features that the value pools.
    pub value_features: Dense,
    /// Hidden layer over the means and the maxima.
    pub value_hidden: Dense,
    /// The value before tanh.
    pub value_out: Dense,
}

impl Weights {
    /// Reads a file.
    pub fn read(data: &[u8]) -> Result<Weights, WeightsError> {
        if !data.starts_with(MAGIC) {
            return Err(WeightsError::Foreign);
        }
        let Some((header, body)) = data.split_at_checked(HEADER_BYTES) else {
            return Err(WeightsError::Length { expected: HEADER_BYTES + CHECKSUM_BYTES, found: data.len() });
        };
        let mut header = Reader(&header[MAGIC.len()..]);
        let version = u32::from_le_bytes(header.bytes());
        if version != VERSION {
            return Err(WeightsError::Future(version));
        }
        let header = read_header(&mut header)?;
        let expected = HEADER_BYTES + header.body_bytes() + CHECKSUM_BYTES;
        if data.len() != expected {
            return Err(WeightsError::Length { expected, found: data.len() });
        }
        let (body, checksum) = body.split_at(header.body_bytes());
        if fnv1a(&data[..expected - CHECKSUM_BYTES]).to_le_bytes() != checksum {
            return Err(WeightsError::Damaged);
        }
        Ok(read_body(header, Reader(body)))
    }
}

impl Header {
    /// Input channels of every convolution.
    fn conv_inputs(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.planes).chain(std::iter::repeat_n(self.channels, 2 * self.blocks))
    }

    fn body_bytes(&self) -> usize {
        let convs: usize = self.conv_inputs().map(|inputs| 4 + 8 * self.channels + 9 * self.channels * inputs).sum();
        let heads =
            (self.channels + 1) + VALUE_CHANNELS * (self.channels + 1) + self.hidden * (2 * VALUE_CHANNELS + 2) + 1;
        convs + 4 * heads
    }
}

/// Takes typed parts from the front; the length was checked before.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("the length was checked");
        self.0 = rest;
        *first
    }

    fn size(&mut self) -> usize {
        usize::from(u16::from_le_bytes(self.bytes()))
    }

    fn floats(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| f32::from_le_bytes(self.bytes())).collect()
    }

    fn dense(&mut self, outputs: usize, inputs: usize) -> Dense {
        Dense { weights: self.floats(outputs * inputs), biases: self.floats(outputs) }
    }
}

fn read_header(reader: &mut Reader<'_>) -> Result<Header, WeightsError> {
    let game = match u32::from_le_bytes(reader.bytes()) {
        1 => GameKind::Connect4,
        2 => GameKind::Reversi,
        3 => GameKind::NoGo,
        unknown => return Err(WeightsError::UnknownGame(unknown)),
    };
    let [rows, cols, planes, channels, blocks, value_channels, hidden] = std::array::from_fn(|_| reader.size());
    let masked = i16::from_le_bytes(reader.bytes()) >= 0;
    let name: [u8; 16] = reader.bytes();
    let run = String::from_utf8_lossy(&name).trim_end_matches('\0').to_string();
    let check = |good: bool, what, found, expected| {
        if good { Ok(()) } else { Err(WeightsError::Shape { what, found, expected }) }
    };
    check((1..=MAX_SIDE).contains(&rows), "rows", rows, "1 to 16")?;
    check((1..=MAX_SIDE).contains(&cols), "columns", cols, "1 to 16")?;
    check(planes % 4 == 0 && (4..=MAX_WIDTH).contains(&planes), "planes", planes, "a multiple of 4 up to 512")?;
    let wide = channels % CHANNEL_BLOCK == 0 && (CHANNEL_BLOCK..=MAX_WIDTH).contains(&channels);
    check(wide, "channels", channels, "a multiple of 32 up to 512")?;
    check(blocks <= 64, "blocks", blocks, "at most 64")?;
    check(value_channels == VALUE_CHANNELS, "value channels", value_channels, "32")?;
    check((1..=MAX_WIDTH).contains(&hidden), "hidden units", hidden, "1 to 512")?;
    Ok(Header { game, rows, cols, planes, channels, blocks, hidden, masked, run })
}

fn read_body(header: Header, mut reader: Reader<'_>) -> Weights {
    let channels = header.channels;
    let convs = header.conv_inputs().map(|inputs| {
        let input_step = f32::from_le_bytes(reader.bytes());
        let (scales, biases) = (reader.floats(channels), reader.floats(channels));
        let (weights, rest) = reader.0.split_at(9 * channels * inputs);
        reader.0 = rest;
        Conv { inputs, input_step, scales, biases, weights: weights.iter().map(|&byte| byte as i8).collect() }
    });
    let convs = convs.collect();
    Weights {
        convs,
        policy: reader.dense(1, channels),
        value_features: reader.dense(VALUE_CHANNELS, channels),
        value_hidden: reader.dense(header.hidden, 2 * VALUE_CHANNELS),
        value_out: reader.dense(1, header.hidden),
        header,
    }
}

/// FNV-1a, 64 bits.
fn fnv1a(data: &[u8]) -> u64 {
    data.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
