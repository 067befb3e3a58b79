//! The weights file of a net: int8 convolutions and float heads. Nothing here computes with them.
//!
//! The shape in the header ([`crate::file`]) is rows, columns, planes, channels, blocks, value channels, hidden: u16
//! each, then the mask plane i16 (-1: none).

use crate::file::{self, FileKind, Reader, WeightsError, check};
use luozi_games::GameKind;

/// Output channels that the kernels compute at once: every net has a multiple of them.
pub const CHANNEL_BLOCK: usize = 32;
/// Features of the value head, fixed by its kernel.
pub const VALUE_CHANNELS: usize = 32;
/// Largest side of a canvas.
const MAX_SIDE: usize = 16;
/// Largest number of planes, channels or hidden units that a file may claim.
const MAX_WIDTH: usize = 512;

/// What a file says about its net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game it was trained for.
    pub game: GameKind,
    /// Rows of the canvas.
    pub rows: usize,
    /// Columns of the canvas.
    pub cols: usize,
    /// Planes that a position is shown as.
    pub planes: usize,
    /// Channels of the trunk.
    pub channels: usize,
    /// Residual blocks after the stem, two convolutions each.
    pub blocks: usize,
    /// Hidden units of the value head.
    pub hidden: usize,
    /// Whether smaller boards than the canvas can be played: activations outside the board are zero.
    pub masked: bool,
    /// Whether the blocks spread what they pool; files of version 1 do not.
    pub spreads: bool,
    /// Name of the training run.
    pub run: String,
}

/// One quantised 3x3 convolution.
#[derive(Clone, Debug)]
pub struct Conv {
    /// Channels that it reads.
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
    /// Added to each output.
    pub biases: Vec<f32>,
}

/// The contents of a file.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Shape and origin.
    pub header: Header,
    /// Stem, then two layers a block.
    pub convs: Vec<Conv>,
    /// What each block adds to all cells of its output for the means, then the maxima of its inside, by output and
    /// input; empty in files of version 1.
    pub spread: Vec<Vec<f32>>,
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
        let mut opened = file::open(data, FileKind::Net)?;
        let header = read_header(&mut opened)?;
        let body = opened.body(header.body_bytes())?;
        Ok(read_body(header, body))
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
        convs + 4 * (self.spreading_blocks() * 2 * self.channels * self.channels + heads)
    }

    fn spreading_blocks(&self) -> usize {
        if self.spreads { self.blocks } else { 0 }
    }
}

fn read_header(opened: &mut file::Opened<'_>) -> Result<Header, WeightsError> {
    let shape = &mut opened.shape;
    let [rows, cols, planes, channels, blocks, value_channels, hidden] = std::array::from_fn(|_| shape.size());
    let masked = i16::from_le_bytes(shape.bytes()) >= 0;
    check((1..=MAX_SIDE).contains(&rows), "rows", rows, "1 to 16")?;
    check((1..=MAX_SIDE).contains(&cols), "columns", cols, "1 to 16")?;
    check(planes % 4 == 0 && (4..=MAX_WIDTH).contains(&planes), "planes", planes, "a multiple of 4 up to 512")?;
    let wide = channels % CHANNEL_BLOCK == 0 && (CHANNEL_BLOCK..=MAX_WIDTH).contains(&channels);
    check(wide, "channels", channels, "a multiple of 32 up to 512")?;
    check(blocks <= 64, "blocks", blocks, "at most 64")?;
    check(value_channels == VALUE_CHANNELS, "value channels", value_channels, "32")?;
    check((1..=MAX_WIDTH).contains(&hidden), "hidden units", hidden, "1 to 512")?;
    let (game, run, spreads) = (opened.game, opened.run.clone(), opened.version > 1);
    Ok(Header { game, rows, cols, planes, channels, blocks, hidden, masked, spreads, run })
}

fn read_dense(reader: &mut Reader<'_>, outputs: usize, inputs: usize) -> Dense {
    Dense { weights: reader.floats(outputs * inputs), biases: reader.floats(outputs) }
}

fn read_body(header: Header, mut reader: Reader<'_>) -> Weights {
    let channels = header.channels;
    let convs = header.conv_inputs().map(|inputs| {
        let input_step = reader.float();
        let (scales, biases) = (reader.floats(channels), reader.floats(channels));
        Conv { inputs, input_step, scales, biases, weights: reader.small(9 * channels * inputs) }
    });
    let convs = convs.collect();
    let spread = (0..header.spreading_blocks()).map(|_| reader.floats(2 * channels * channels)).collect();
    Weights {
        convs,
        spread,
        policy: read_dense(&mut reader, 1, channels),
        value_features: read_dense(&mut reader, VALUE_CHANNELS, channels),
        value_hidden: read_dense(&mut reader, header.hidden, 2 * VALUE_CHANNELS),
        value_out: read_dense(&mut reader, 1, header.hidden),
        header,
    }
}
