//! A net ready to run: packed once, shared by threads; each thread brings its own [`Scratch`].
//!
//! The trunk stays in floating point; every convolution reads a copy of it that is rounded to 7 bits. Between the two
//! convolutions of a block its inside is pooled over the board, and what that is worth joins the biases of the second.
//!
//! All floating point is written as plain multiplications and additions in a fixed order, never fused, so that every
//! kernel body gives bit-equal results.

use crate::conv::{BLOCK, Body, Packed, Sums};
use crate::planes::Planes;
use crate::weights::{Dense, Header, VALUE_CHANNELS, Weights};
use luozi_core::cpu::{self, Kernel};

/// Largest rounded activation.
const ACTIVATION_MAX: f32 = 127.0;
/// 1.5 * 2^23: adding it rounds a small number to the nearest integer (ties to even), which is then the low byte.
const ROUNDER: f32 = 12_582_912.0;

/// One layer, packed.
#[derive(Clone, Debug)]
struct Layer {
    packed: Packed,
    /// What one unit of a sum is worth, by output.
    scales: Vec<f32>,
    biases: Vec<f32>,
    /// Units a unit of this layer's output has as the next layer's input.
    next_units: f32,
}

/// A net, packed for the kernels.
#[derive(Clone, Debug)]
pub struct Net {
    header: Header,
    body: Body,
    layers: Vec<Layer>,
    /// What each block adds to all cells for a unit of what it pools, by input and output, unlike in the file; empty
    /// for a net that spreads nothing.
    spread: Vec<Vec<f32>>,
    policy: Dense,
    /// By input and output, unlike in the file: one row serves all outputs.
    value_features: Dense,
    value_hidden: Dense,
    value_out: Dense,
}

/// Working memory of one thread: input planes and activations of one position.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The input: fill it before every evaluation.
    pub planes: Planes,
    /// Size of the board that the other buffers are padded for.
    size: (usize, usize),
    /// Rounded trunk and rounded inside of a block, padded.
    outer: Vec<u8>,
    inner: Vec<u8>,
    /// The trunk, cell by cell, without padding.
    trunk: Vec<f32>,
    /// What a layer adds to every cell: its biases and what its block has pooled.
    everywhere: Vec<f32>,
}

impl Net {
    /// Packs a file for the fastest kernel this machine has.
    pub fn new(weights: &Weights) -> Net {
        Net::with_body(weights, Body::best())
    }

    /// Packs a file for one kernel, or for the portable one if the machine cannot run it.
    pub fn with_body(weights: &Weights, body: Body) -> Net {
        let header = weights.header.clone();
        let next_steps = weights.convs.iter().skip(1).map(|conv| conv.input_step).chain([1.0]);
        let layers = weights.convs.iter().zip(next_steps).map(|(conv, next_step)| Layer {
            packed: Packed::new(&conv.weights, header.channels, conv.inputs),
            scales: conv.scales.iter().map(|scale| scale * conv.input_step).collect(),
            biases: conv.biases.clone(),
            next_units: 1.0 / next_step,
        });
        let spread = weights.spread.iter().enumerate().map(|(block, spread)| {
            let step = weights.convs[2 * block + 2].input_step;
            transposed(spread, header.channels).into_iter().map(|weight| weight * step).collect()
        });
        let features = &weights.value_features;
        Net {
            body: if body.runs_here() { body } else { Body::Portable },
            layers: layers.collect(),
            spread: spread.collect(),
            policy: weights.policy.clone(),
            value_features: Dense {
                weights: transposed(&features.weights, VALUE_CHANNELS),
                biases: features.biases.clone(),
            },
            value_hidden: weights.value_hidden.clone(),
            value_out: weights.value_out.clone(),
            header,
        }
    }

    /// Shape and origin.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The kernel in use.
    pub fn body(&self) -> Body {
        self.body
    }

    /// Evaluates the planes in `scratch`: writes one logit for each of `cells` (row * columns + column) and gives the
    /// value in [-1, 1] for the side to move.
    pub fn forward(&self, scratch: &mut Scratch, cells: &[usize], logits: &mut [f32]) -> f32 {
        scratch.prepare(self.header.channels);
        cpu::dispatch(Forward { net: self, scratch, cells, logits })
    }
}

impl Scratch {
    /// Makes room for the board in `planes`.
    fn prepare(&mut self, channels: usize) {
        let (rows, cols) = (self.planes.rows, self.planes.cols);
        if (self.size, self.trunk.len()) != ((rows, cols), rows * cols * channels) {
            self.size = (rows, cols);
            let padded = (rows + 2) * (cols + 2) * channels;
            (self.outer, self.inner) = (vec![0; padded], vec![0; padded]);
            self.trunk = vec![0.0; rows * cols * channels];
        }
    }
}

struct Forward<'a> {
    net: &'a Net,
    scratch: &'a mut Scratch,
    cells: &'a [usize],
    logits: &'a mut [f32],
}

impl Kernel for Forward<'_> {
    type Output = f32;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> f32 {
        let Forward { net, scratch, cells, logits } = self;
        match scratch.planes.cols {
            4 => net.trunk::<4>(scratch),
            5 => net.trunk::<5>(scratch),
            6 => net.trunk::<6>(scratch),
            7 => net.trunk::<7>(scratch),
            8 => net.trunk::<8>(scratch),
            9 => net.trunk::<9>(scratch),
            10 => net.trunk::<10>(scratch),
            11 => net.trunk::<11>(scratch),
            12 => net.trunk::<12>(scratch),
            cols => unreachable!("no kernel for {cols} columns: evaluators check the board"),
        }
        let channels = net.header.channels;
        for (logit, &cell) in logits.iter_mut().zip(cells) {
            *logit =
                dot(&scratch.trunk[cell * channels..(cell + 1) * channels], &net.policy.weights) + net.policy.biases[0];
        }
        net.value(&scratch.trunk)
    }
}

impl Layer {
    /// Makes outputs of the sums of a row for the block of outputs from `first` on: biases, trunk, relu, rounding. `biases` are the
    /// block's own; `trunk` and `output` begin at the row's first cell.
    // Where code is loaded over the network there is one for boards of every width; elsewhere it belongs to the kernel.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn finish(
        &self,
        sums: &[[i32; BLOCK]],
        first: usize,
        biases: &[f32; BLOCK],
        trunk: &mut [f32],
        output: &mut [u8],
        into: Into,
    ) {
        let scales: &[f32; BLOCK] = self.scales[first..].first_chunk().expect("a block");
        for (cell, sums) in sums.iter().enumerate() {
            let at = cell * self.scales.len() + first;
            let trunk: &mut [f32; BLOCK] = trunk[at..].first_chunk_mut().expect("a block");
            let output: &mut [u8; BLOCK] = output[at..].first_chunk_mut().expect("a block");
            for i in 0..BLOCK {
                let mut y = sums[i] as f32 * scales[i] + biases[i];
                if into == Into::Residual {
                    y += trunk[i];
                }
                y = y.max(0.0);
                if into != Into::Inside {
                    trunk[i] = y;
                }
                output[i] = ((y * self.next_units).min(ACTIVATION_MAX) + ROUNDER).to_bits() as u8;
            }
        }
    }
}

/// What becomes of a layer's output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Into {
    /// It is the new trunk.
    Trunk,
    /// It is added to the trunk.
    Residual,
    /// It stays inside the block.
    Inside,
}

impl Net {
    #[inline(always)]
    fn trunk<const W: usize>(&self, scratch: &mut Scratch) {
        let Scratch { planes, outer, inner, trunk, everywhere, .. } = scratch;
        let (stem, blocks) = self.layers.split_first().expect("every net has a stem");
        self.layer::<W>(stem, &stem.biases, &planes.bytes, outer, trunk, Into::Trunk);
        for (block, pair) in blocks.chunks_exact(2).enumerate() {
            self.layer::<W>(&pair[0], &pair[0].biases, outer, inner, trunk, Into::Inside);
            everywhere.clone_from(&pair[1].biases);
            if let Some(spread) = self.spread.get(block) {
                add_pooled(inner, (planes.rows * W) as f32, spread, everywhere);
            }
            self.layer::<W>(&pair[1], everywhere, inner, outer, trunk, Into::Residual);
        }
    }

    /// One convolution with its relu, from padded bytes to padded bytes.
    #[inline(always)]
    fn layer<const W: usize>(
        &self,
        layer: &Layer,
        biases: &[f32],
        input: &[u8],
        output: &mut [u8],
        trunk: &mut [f32],
        into: Into,
    ) {
        let (stride, channels) = (W + 2, self.header.channels);
        let rows = trunk.len() / (W * channels);
        let inputs = input.len() / (stride * (rows + 2));
        for block in 0..channels / BLOCK {
            let first = block * BLOCK;
            let biases: &[f32; BLOCK] = biases[first..].first_chunk().expect("a block");
            for row in 0..rows {
                let sums: Sums<W> = layer.packed.row(self.body, input, row * stride * inputs, stride, block);
                let trunk = &mut trunk[row * W * channels..];
                let output = &mut output[((row + 1) * stride + 1) * channels..];
                layer.finish(&sums, first, biases, trunk, output, into);
            }
        }
    }

    /// The value head: features of every cell, their mean and maximum, one hidden layer.
    #[inline(always)]
    fn value(&self, trunk: &[f32]) -> f32 {
        let channels = self.header.channels;
        let biases: &[f32; VALUE_CHANNELS] = self.value_features.biases.first_chunk().expect("checked by the reader");
        let mut pooled = [0.0f32; 2 * VALUE_CHANNELS];
        let (sum, max) = pooled.split_at_mut(VALUE_CHANNELS);
        for cell in trunk.chunks_exact(channels) {
            let mut features = *biases;
            for (&x, weights) in cell.iter().zip(self.value_features.weights.as_chunks::<VALUE_CHANNELS>().0) {
                for (feature, weight) in features.iter_mut().zip(weights) {
                    *feature += x * weight;
                }
            }
            for (i, feature) in features.into_iter().enumerate() {
                let feature = feature.max(0.0);
                sum[i] += feature;
                max[i] = max[i].max(feature);
            }
        }
        let cells = (trunk.len() / channels) as f32;
        sum.iter_mut().for_each(|sum| *sum /= cells);
        let hidden = self.value_hidden.weights.chunks_exact(2 * VALUE_CHANNELS).zip(&self.value_hidden.biases);
        let hidden = hidden.map(|(weights, bias)| (dot(&pooled, weights) + bias).max(0.0));
        let out: f32 = hidden.zip(&self.value_out.weights).map(|(x, weight)| x * weight).sum();
        libm::tanhf(out + self.value_out.biases[0])
    }
}

/// Adds to the outputs what means and maxima of the inside of a block over all cells of the board are worth. The zeros
/// around the board change neither.
#[inline(always)]
fn add_pooled(inside: &[u8], cells: f32, spread: &[f32], outputs: &mut [f32]) {
    let channels = outputs.len();
    for first in (0..channels).step_by(BLOCK) {
        // Sums fit 16 bits: at most 16 x 16 cells of 127.
        let (mut sums, mut maxima) = ([0u16; BLOCK], [0u8; BLOCK]);
        for cell in inside.chunks_exact(channels) {
            let cell: &[u8; BLOCK] = cell[first..].first_chunk().expect("a block");
            for i in 0..BLOCK {
                sums[i] += u16::from(cell[i]);
                maxima[i] = maxima[i].max(cell[i]);
            }
        }
        let (means, maxima) = (sums.map(|sum| f32::from(sum) / cells), maxima.map(f32::from));
        add_products(&means, &spread[first * channels..], outputs);
        add_products(&maxima, &spread[(channels + first) * channels..], outputs);
    }
}

/// Adds to the outputs every input times its row of weights.
#[inline(always)]
fn add_products(inputs: &[f32; BLOCK], weights: &[f32], outputs: &mut [f32]) {
    let channels = outputs.len();
    for first in (0..channels).step_by(BLOCK) {
        let outputs: &mut [f32; BLOCK] = outputs[first..].first_chunk_mut().expect("a block");
        for (&x, weights) in inputs.iter().zip(weights.chunks_exact(channels)) {
            let weights: &[f32; BLOCK] = weights[first..].first_chunk().expect("a block");
            for i in 0..BLOCK {
                outputs[i] += x * weights[i];
            }
        }
    }
}

/// Weights by output and input as weights by input and output.
fn transposed(weights: &[f32], outputs: usize) -> Vec<f32> {
    let inputs = weights.len() / outputs;
    (0..weights.len()).map(|i| weights[i % outputs * inputs + i / outputs]).collect()
}

/// The dot product, in sixteen running sums that are added in a fixed order. The length is a multiple of 16.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 16];
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        for i in 0..16 {
            sums[i] += a[i] * b[i];
        }
    }
    for width in [8, 4, 2, 1] {
        for i in 0..width {
            sums[i] += sums[i + width];
        }
    }
    sums[0]
}
