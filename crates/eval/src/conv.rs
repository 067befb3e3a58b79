//! The int8 convolution: sums of products of 7-bit inputs and 8-bit weights, with a body per instruction set.
//!
//! Input is a padded board of bytes, channels innermost, zero around the board:
//!
//! ```text
//!     0 0 0 0 0        one cell = `inputs` bytes, each 0 to 127
//!     0 a b c 0        a row of outputs reads three rows of cells
//!     0 0 0 0 0
//! ```
//!
//! Weights are packed so that one load serves all outputs of a block, four inputs each:
//! `[block of 32 outputs][tap 0..9][inputs / 4][32 outputs][4 inputs]`.
//!
//! Sums cannot overflow: 127 * 127 * 9 * 512 inputs is below 2^31, and a pair of products fits 16 bits, so that the
//! saturating byte multiply of AVX2 is exact. All bodies therefore give the same integers.

use luozi_core::cpu::{self, Level};

/// Outputs computed at once.
pub const BLOCK: usize = crate::weights::CHANNEL_BLOCK;

/// Sums of one row of `W` cells for one block of outputs.
pub type Sums<const W: usize> = [[i32; BLOCK]; W];

/// Which instructions compute the sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// Rust that every machine runs: what the vector bodies are compared with.
    Portable,
    /// SSE2, which every x86-64 machine has.
    Sse2,
    /// AVX2 byte multiply-add.
    Avx2,
    /// AVX-512 with the dot product of bytes.
    Vnni,
    /// The dot product of bytes of 64-bit ARM.
    Dotprod,
    /// The 128-bit instructions of WebAssembly, in builds that have them.
    Simd128,
    /// The same with the relaxed dot product of four bytes, for machines that have it as one instruction.
    RelaxedQuads,
    /// The same with the relaxed dot product of two bytes, for machines that make the other out of it.
    RelaxedPairs,
}

impl Body {
    /// All bodies, slowest first.
    pub const ALL: [Body; 8] = [
        Body::Portable,
        Body::Sse2,
        Body::Avx2,
        Body::Vnni,
        Body::Dotprod,
        Body::Simd128,
        Body::RelaxedQuads,
        Body::RelaxedPairs,
    ];

    /// The fastest body that this machine can run at the level in use.
    pub fn best() -> Body {
        match cpu::level() {
            Level::Avx512 if has_vnni() => Body::Vnni,
            Level::Avx2 | Level::Avx512 => Body::Avx2,
            Level::Portable if cfg!(target_arch = "x86_64") => Body::Sse2,
            Level::Portable if Body::Dotprod.runs_here() => Body::Dotprod,
            Level::Portable if Body::RelaxedQuads.runs_here() && has_quads() => Body::RelaxedQuads,
            Level::Portable if Body::RelaxedPairs.runs_here() => Body::RelaxedPairs,
            Level::Portable if Body::Simd128.runs_here() => Body::Simd128,
            Level::Portable => Body::Portable,
        }
    }

    /// Whether this machine can run the body.
    pub fn runs_here(self) -> bool {
        match self {
            Body::Portable => true,
            Body::Sse2 => cfg!(target_arch = "x86_64"),
            Body::Avx2 => cpu::detected() >= Level::Avx2,
            Body::Vnni => cpu::detected() >= Level::Avx512 && has_vnni(),
            Body::Dotprod => has_dotprod(),
            // A module of WebAssembly is refused as a whole where an instruction is unknown, so the build decides.
            Body::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Body::RelaxedQuads | Body::RelaxedPairs => {
                cfg!(all(target_arch = "wasm32", target_feature = "relaxed-simd"))
            }
        }
    }
}

fn has_vnni() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx512vnni");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

fn has_dotprod() -> bool {
    #[cfg(target_arch = "aarch64")]
    return std::arch::is_aarch64_feature_detected!("dotprod");
    #[cfg(not(target_arch = "aarch64"))]
    return false;
}

/// Whether the machine below WebAssembly sums four products of bytes in one instruction.
fn has_quads() -> bool {
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    return wasm::has_quads();
    #[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
    return false;
}

/// The packed weights of one layer.
#[derive(Clone, Debug)]
pub struct Packed {
    inputs: usize,
    weights: Vec<i8>,
}

impl Packed {
    /// Packs weights ordered by output, row, column and input.
    pub fn new(weights: &[i8], outputs: usize, inputs: usize) -> Packed {
        let mut packed = Vec::with_capacity(weights.len());
        for block in (0..outputs).step_by(BLOCK) {
            for tap in 0..9 {
                for input in (0..inputs).step_by(4) {
                    for output in block..block + BLOCK {
                        let at = (output * 9 + tap) * inputs + input;
                        packed.extend_from_slice(&weights[at..at + 4]);
                    }
                }
            }
        }
        Packed { inputs, weights: packed }
    }

    /// The sums of the row of `W` cells whose three input rows begin at byte `at` of `input`, `stride` cells apart, for
    /// block number `block` of outputs.
    ///
    /// # Panics
    /// When the rows reach past the end of `input`.
    #[inline(always)]
    pub fn row<const W: usize>(&self, body: Body, input: &[u8], at: usize, stride: usize, block: usize) -> Sums<W> {
        let size = 9 * self.inputs * BLOCK;
        let weights = &self.weights[block * size..(block + 1) * size];
        let input = &input[at..at + (2 * stride + W + 2) * self.inputs];
        debug_assert!(body.runs_here());
        match body {
            // SAFETY: `Body::best` and the caller of `Net::with_body` see to it that the machine has the instructions;
            // both slices were cut to the exact lengths that the bodies read.
            #[cfg(target_arch = "x86_64")]
            Body::Vnni => unsafe { row_vnni(input, stride, self.inputs, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Body::Avx2 => unsafe { row_avx2(input, stride, self.inputs, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Body::Sse2 => unsafe { row_sse2(input, stride, self.inputs, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Body::Dotprod => unsafe { row_dotprod(input, stride, self.inputs, weights) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Body::Simd128 => unsafe { wasm::row::<W, wasm::Words>(input, stride, self.inputs, weights) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
            Body::RelaxedQuads => unsafe { wasm::row::<W, wasm::Quads>(input, stride, self.inputs, weights) },
            // SAFETY: as above.
            #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
            Body::RelaxedPairs => unsafe { wasm::row::<W, wasm::Pairs>(input, stride, self.inputs, weights) },
            _ => {
                let mut sums = [[0; BLOCK]; W];
                row_portable(input, stride, self.inputs, weights, &mut sums);
                sums
            }
        }
    }
}

/// Byte offsets of the nine taps of the first cell.
#[inline(always)]
fn taps(stride: usize, inputs: usize) -> impl Iterator<Item = usize> {
    (0..9).map(move |tap| (tap / 3 * stride + tap % 3) * inputs)
}

/// Adds to `sums`, which are zeros. One body for all widths: nothing that counts runs it.
fn row_portable(input: &[u8], stride: usize, inputs: usize, weights: &[i8], sums: &mut [[i32; BLOCK]]) {
    let (mut quads, _) = weights.as_chunks::<{ 4 * BLOCK }>();
    for tap in taps(stride, inputs) {
        for quad in 0..inputs / 4 {
            let Some((weights, rest)) = quads.split_first() else { return };
            quads = rest;
            // By input and output, so that the compiler can multiply eight outputs at once.
            let w: [[i16; BLOCK]; 4] = std::array::from_fn(|i| std::array::from_fn(|o| i16::from(weights[4 * o + i])));
            for (cell, sums) in sums.iter_mut().enumerate() {
                let at = tap + cell * inputs + 4 * quad;
                let x: [i16; 4] = std::array::from_fn(|i| i16::from(input[at + i]));
                for (output, sum) in sums.iter_mut().enumerate() {
                    let front = x[0] * w[0][output] + x[1] * w[1][output];
                    let back = x[2] * w[2][output] + x[3] * w[3][output];
                    *sum += i32::from(front) + i32::from(back);
                }
            }
        }
    }
}

/// # Safety
/// `input` holds three rows of `W + 2` cells `stride` cells apart, `weights` one block.
#[cfg(target_arch = "x86_64")]
unsafe fn row_sse2<const W: usize>(input: &[u8], stride: usize, inputs: usize, weights: &[i8]) -> Sums<W> {
    use std::arch::x86_64::*;
    const OUTPUTS: usize = 4;
    // SAFETY: every x86-64 machine has SSE2.
    let zero = unsafe { _mm_setzero_si128() };
    let mut sums = [[0; BLOCK]; W];
    for group in 0..BLOCK / OUTPUTS {
        // Two outputs a register, each as the sums of its front and back inputs.
        let mut accumulators = [[zero; 2]; W];
        // SAFETY: a block holds 9 * inputs / 4 quads of 4 * BLOCK bytes, and `group` is below BLOCK / OUTPUTS.
        let mut weight = unsafe { weights.as_ptr().add(group * 4 * OUTPUTS) };
        for tap in taps(stride, inputs) {
            for quad in 0..inputs / 4 {
                // SAFETY: as above; every load stays inside its quad.
                let w = unsafe {
                    let bytes = _mm_loadu_si128(weight.cast());
                    [_mm_unpacklo_epi8(bytes, bytes), _mm_unpackhi_epi8(bytes, bytes)].map(|w| _mm_srai_epi16(w, 8))
                };
                weight = weight.wrapping_add(4 * BLOCK);
                for (cell, accumulators) in accumulators.iter_mut().enumerate() {
                    let at = tap + cell * inputs + 4 * quad;
                    // SAFETY: `at + 4` is at most (2 * stride + W + 2) * inputs, the length of `input`.
                    unsafe {
                        let x = input.as_ptr().add(at).cast::<i32>().read_unaligned();
                        let x = _mm_unpacklo_epi8(_mm_cvtsi32_si128(x), zero);
                        let x = _mm_unpacklo_epi64(x, x);
                        accumulators[0] = _mm_add_epi32(accumulators[0], _mm_madd_epi16(x, w[0]));
                        accumulators[1] = _mm_add_epi32(accumulators[1], _mm_madd_epi16(x, w[1]));
                    }
                }
            }
        }
        for (sums, accumulators) in sums.iter_mut().zip(accumulators) {
            let mut halves = [0; 2 * OUTPUTS];
            // SAFETY: two registers of four sums fill the array.
            unsafe {
                _mm_storeu_si128(halves.as_mut_ptr().cast(), accumulators[0]);
                _mm_storeu_si128(halves.as_mut_ptr().add(OUTPUTS).cast(), accumulators[1]);
            }
            for output in 0..OUTPUTS {
                sums[group * OUTPUTS + output] = halves[2 * output] + halves[2 * output + 1];
            }
        }
    }
    sums
}

/// # Safety
/// The machine has AVX2, `input` holds three rows of `W + 2` cells `stride` cells apart, `weights` one block.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn row_avx2<const W: usize>(input: &[u8], stride: usize, inputs: usize, weights: &[i8]) -> Sums<W> {
    use std::arch::x86_64::*;
    const LANES: usize = 8;
    let ones = _mm256_set1_epi16(1);
    let mut sums = [[0; BLOCK]; W];
    for group in 0..BLOCK / LANES {
        let mut accumulators = [_mm256_setzero_si256(); W];
        // SAFETY: a block holds 9 * inputs / 4 quads of 4 * BLOCK bytes, and `group` is below BLOCK / LANES.
        let mut weight = unsafe { weights.as_ptr().add(group * 4 * LANES) };
        for tap in taps(stride, inputs) {
            for quad in 0..inputs / 4 {
                // SAFETY: as above; every load stays inside its quad.
                let w = unsafe { _mm256_loadu_si256(weight.cast()) };
                weight = weight.wrapping_add(4 * BLOCK);
                for (cell, accumulator) in accumulators.iter_mut().enumerate() {
                    let at = tap + cell * inputs + 4 * quad;
                    // SAFETY: `at + 4` is at most (2 * stride + W + 2) * inputs, the length of `input`.
                    let x = unsafe { input.as_ptr().add(at).cast::<i32>().read_unaligned() };
                    let pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(x), w);
                    *accumulator = _mm256_add_epi32(*accumulator, _mm256_madd_epi16(pairs, ones));
                }
            }
        }
        for (sums, accumulator) in sums.iter_mut().zip(accumulators) {
            // SAFETY: eight sums from `group * LANES` on lie inside the block.
            unsafe { _mm256_storeu_si256(sums.as_mut_ptr().add(group * LANES).cast(), accumulator) };
        }
    }
    sums
}

/// # Safety
/// As [`row_avx2`], on a machine with AVX-512 VNNI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn row_vnni<const W: usize>(input: &[u8], stride: usize, inputs: usize, weights: &[i8]) -> Sums<W> {
    use std::arch::x86_64::*;
    const LANES: usize = 16;
    let mut low = [_mm512_setzero_si512(); W];
    let mut high = [_mm512_setzero_si512(); W];
    let mut weight = weights.as_ptr();
    for tap in taps(stride, inputs) {
        for quad in 0..inputs / 4 {
            // SAFETY: a block holds 9 * inputs / 4 quads of 4 * BLOCK = 128 bytes, read one after the other.
            let (w_low, w_high) =
                unsafe { (_mm512_loadu_si512(weight.cast()), _mm512_loadu_si512(weight.add(4 * LANES).cast())) };
            weight = weight.wrapping_add(4 * BLOCK);
            for cell in 0..W {
                let at = tap + cell * inputs + 4 * quad;
                // SAFETY: `at + 4` is at most (2 * stride + W + 2) * inputs, the length of `input`.
                let x = unsafe { input.as_ptr().add(at).cast::<i32>().read_unaligned() };
                let x = _mm512_set1_epi32(x);
                low[cell] = _mm512_dpbusd_epi32(low[cell], x, w_low);
                high[cell] = _mm512_dpbusd_epi32(high[cell], x, w_high);
            }
        }
    }
    let mut sums = [[0; BLOCK]; W];
    for (cell, sums) in sums.iter_mut().enumerate() {
        // SAFETY: sixteen sums from 0 and from 16 on are the block.
        unsafe {
            _mm512_storeu_si512(sums.as_mut_ptr().cast(), low[cell]);
            _mm512_storeu_si512(sums.as_mut_ptr().add(LANES).cast(), high[cell]);
        }
    }
    sums
}

/// Adds to each of four sums the products of its four bytes. The library's own function for it is not stable yet.
#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon,dotprod")]
#[inline]
fn dot(
    mut sums: std::arch::aarch64::int32x4_t,
    a: std::arch::aarch64::int8x16_t,
    b: std::arch::aarch64::int8x16_t,
) -> std::arch::aarch64::int32x4_t {
    // SAFETY: the instruction reads and writes these registers alone, and the machine has it.
    unsafe {
        std::arch::asm!(
            "sdot {sums:v}.4s, {a:v}.16b, {b:v}.16b",
            sums = inout(vreg) sums, a = in(vreg) a, b = in(vreg) b,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sums
}

/// # Safety
/// The machine has the dot product of bytes, `input` holds three rows of `W + 2` cells `stride` cells apart, `weights` one
/// block.
#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon,dotprod")]
unsafe fn row_dotprod<const W: usize>(input: &[u8], stride: usize, inputs: usize, weights: &[i8]) -> Sums<W> {
    use std::arch::aarch64::*;
    const OUTPUTS: usize = 4;
    /// Registers of weights at once: with the sums of twelve cells they fill most of the 32 registers.
    const GROUPS: usize = 2;
    let mut sums = [[0; BLOCK]; W];
    for first in (0..BLOCK).step_by(OUTPUTS * GROUPS) {
        let mut accumulators = [[vdupq_n_s32(0); GROUPS]; W];
        // SAFETY: a block holds 9 * inputs / 4 quads of 4 * BLOCK bytes, and `first` is below BLOCK.
        let mut weight = unsafe { weights.as_ptr().add(4 * first) };
        for tap in taps(stride, inputs) {
            for quad in 0..inputs / 4 {
                // SAFETY: as above; both loads stay inside their quad.
                let w = unsafe { [vld1q_s8(weight), vld1q_s8(weight.add(4 * OUTPUTS))] };
                weight = weight.wrapping_add(4 * BLOCK);
                for (cell, accumulators) in accumulators.iter_mut().enumerate() {
                    let at = tap + cell * inputs + 4 * quad;
                    // SAFETY: `at + 4` is at most (2 * stride + W + 2) * inputs, the length of `input`.
                    let x = unsafe { input.as_ptr().add(at).cast::<i32>().read_unaligned() };
                    // Inputs are below 128, so signed bytes hold them.
                    let x = vreinterpretq_s8_s32(vdupq_n_s32(x));
                    for (accumulator, w) in accumulators.iter_mut().zip(w) {
                        *accumulator = dot(*accumulator, w, x);
                    }
                }
            }
        }
        for (sums, accumulators) in sums.iter_mut().zip(accumulators) {
            for (group, accumulator) in accumulators.into_iter().enumerate() {
                // SAFETY: four sums from `first + group * OUTPUTS` on lie inside the block.
                unsafe { vst1q_s32(sums.as_mut_ptr().add(first + group * OUTPUTS), accumulator) };
            }
        }
    }
    sums
}

/// The bodies of WebAssembly: one walk over tiles of the row, two ways to multiply.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::{BLOCK, Sums, taps};
    use std::arch::wasm32::*;

    /// Outputs of one register of weights, four inputs each.
    const OUTPUTS: usize = 4;
    /// The widest tile. Its sums and what they are made of stay in the sixteen registers of most machines.
    const WIDEST: usize = 6;

    /// How products are summed. A value of it holds what all sums of a tile need.
    pub(super) trait Products: Copy {
        fn new() -> Self;
        /// Registers of weights that a tile takes at once.
        const GROUPS: usize;
        /// The weights of four outputs, made ready.
        type Weights: Copy;
        /// The sums of four outputs.
        type Acc: Copy;
        const ZERO: Self::Acc;
        fn weights(bytes: v128) -> Self::Weights;
        /// Four inputs, made ready from four copies of their bytes.
        fn inputs(bytes: v128) -> v128;
        fn add(self, acc: Self::Acc, inputs: v128, weights: Self::Weights) -> Self::Acc;
        fn sums(acc: Self::Acc) -> v128;
    }

    /// Products of 16-bit words, which every machine has.
    #[derive(Clone, Copy)]
    pub(super) struct Words;

    impl Products for Words {
        #[inline(always)]
        fn new() -> Words {
            Words
        }

        const GROUPS: usize = 1;
        type Weights = [v128; 2];
        type Acc = [v128; 2];
        const ZERO: [v128; 2] = [i32x4(0, 0, 0, 0); 2];

        #[inline(always)]
        fn weights(bytes: v128) -> [v128; 2] {
            [i16x8_extend_low_i8x16(bytes), i16x8_extend_high_i8x16(bytes)]
        }

        #[inline(always)]
        fn inputs(bytes: v128) -> v128 {
            u16x8_extend_low_u8x16(bytes)
        }

        #[inline(always)]
        fn add(self, acc: [v128; 2], inputs: v128, weights: [v128; 2]) -> [v128; 2] {
            [0, 1].map(|half| i32x4_add(acc[half], i32x4_dot_i16x8(inputs, weights[half])))
        }

        /// Front and back inputs of an output lie side by side.
        #[inline(always)]
        fn sums(acc: [v128; 2]) -> v128 {
            let (even, odd) =
                (i32x4_shuffle::<0, 2, 4, 6>(acc[0], acc[1]), i32x4_shuffle::<1, 3, 5, 7>(acc[0], acc[1]));
            i32x4_add(even, odd)
        }
    }

    /// Four products of bytes at once. The instruction leaves it to the machine what becomes of an input above 127 and of a
    /// pair of products beyond 16 bits; there is neither here.
    #[cfg(target_feature = "relaxed-simd")]
    #[derive(Clone, Copy)]
    pub(super) struct Quads;

    #[cfg(target_feature = "relaxed-simd")]
    impl Products for Quads {
        #[inline(always)]
        fn new() -> Quads {
            Quads
        }

        const GROUPS: usize = 2;
        type Weights = v128;
        type Acc = v128;
        const ZERO: v128 = i32x4(0, 0, 0, 0);

        #[inline(always)]
        fn weights(bytes: v128) -> v128 {
            bytes
        }

        #[inline(always)]
        fn inputs(bytes: v128) -> v128 {
            bytes
        }

        #[inline(always)]
        fn add(self, acc: v128, inputs: v128, weights: v128) -> v128 {
            i32x4_relaxed_dot_i8x16_i7x16_add(weights, inputs, acc)
        }

        #[inline(always)]
        fn sums(acc: v128) -> v128 {
            acc
        }
    }

    /// Two products of bytes at once, then two of their sums. Where the processor has no instruction for four, browsers make
    /// five of it, two of them for the ones that are here made once.
    #[cfg(target_feature = "relaxed-simd")]
    #[derive(Clone, Copy)]
    pub(super) struct Pairs {
        ones: v128,
    }

    #[cfg(target_feature = "relaxed-simd")]
    impl Products for Pairs {
        /// A compiler that knew that they are ones would write the dot product of four again.
        #[inline(always)]
        fn new() -> Pairs {
            Pairs { ones: std::hint::black_box(i16x8_splat(1)) }
        }

        const GROUPS: usize = 2;
        type Weights = v128;
        type Acc = v128;
        const ZERO: v128 = i32x4(0, 0, 0, 0);

        #[inline(always)]
        fn weights(bytes: v128) -> v128 {
            bytes
        }

        #[inline(always)]
        fn inputs(bytes: v128) -> v128 {
            bytes
        }

        #[inline(always)]
        fn add(self, acc: v128, inputs: v128, weights: v128) -> v128 {
            i32x4_add(acc, i32x4_dot_i16x8(i16x8_relaxed_dot_i8x16_i7x16(weights, inputs), self.ones))
        }

        #[inline(always)]
        fn sums(acc: v128) -> v128 {
            acc
        }
    }

    /// Whether four products of bytes are one instruction of the processor. What it does with inputs beyond 127, which we never
    /// give it, tells: only a pair of products that is kept in 16 bits on the way saturates.
    #[cfg(target_feature = "relaxed-simd")]
    pub(super) fn has_quads() -> bool {
        const SATURATED: i32 = 2 * i16::MAX as i32;
        let (weights, inputs) = std::hint::black_box((i8x16_splat(i8::MAX), u8x16_splat(u8::MAX)));
        i32x4_extract_lane::<0>(i32x4_relaxed_dot_i8x16_i7x16_add(weights, inputs, i32x4_splat(0))) != SATURATED
    }

    /// # Safety
    /// `input` holds three rows of `W + 2` cells `stride` cells apart, `weights` one block.
    pub(super) unsafe fn row<const W: usize, P: Products>(
        input: &[u8],
        stride: usize,
        inputs: usize,
        weights: &[i8],
    ) -> Sums<W> {
        let mut sums = [[0; BLOCK]; W];
        let front = if W < WIDEST { W } else { W.div_ceil(2) };
        let (left, right) = sums.split_at_mut(front);
        for (first, sums) in [(0, left), (front, right)] {
            let input = input[first * inputs..].as_ptr();
            // SAFETY: the tile's cells are cells of the row.
            unsafe {
                match sums.len() {
                    0 => {}
                    2 => tile::<2, P>(input, stride, inputs, weights, sums),
                    3 => tile::<3, P>(input, stride, inputs, weights, sums),
                    4 => tile::<4, P>(input, stride, inputs, weights, sums),
                    5 => tile::<5, P>(input, stride, inputs, weights, sums),
                    WIDEST => tile::<WIDEST, P>(input, stride, inputs, weights, sums),
                    cells => unreachable!("no tile of {cells} cells"),
                }
            }
        }
        sums
    }

    /// The sums of `T` cells side by side.
    ///
    /// # Safety
    /// From `input` on lie three rows of `T + 2` cells `stride` cells apart; `weights` holds one block, `sums` `T` cells.
    // One function for each width of a tile instead of a copy for each width of a board: the code is loaded over the network, and
    // a call costs nothing beside a tile.
    #[inline(never)]
    unsafe fn tile<const T: usize, P: Products>(
        input: *const u8,
        stride: usize,
        inputs: usize,
        weights: &[i8],
        sums: &mut [[i32; BLOCK]],
    ) {
        let products = P::new();
        for first in (0..BLOCK).step_by(OUTPUTS * P::GROUPS) {
            let mut accs = [[P::ZERO; 2]; T];
            // SAFETY: a block holds 9 * inputs / 4 quads of 4 * BLOCK bytes, and `first` is below BLOCK.
            let mut weight = unsafe { weights.as_ptr().add(4 * first) };
            for tap in taps(stride, inputs) {
                for quad in 0..inputs / 4 {
                    let groups: [P::Weights; 2] = std::array::from_fn(|group| {
                        // The second is the first again where one is taken at a time.
                        let at = weight.wrapping_add(4 * OUTPUTS * (group % P::GROUPS));
                        // SAFETY: as above; every load stays inside its quad.
                        P::weights(unsafe { v128_load(at.cast()) })
                    });
                    weight = weight.wrapping_add(4 * BLOCK);
                    for (cell, accs) in accs.iter_mut().enumerate() {
                        // SAFETY: the four bytes belong to a cell of the three rows.
                        let x = unsafe { v128_load32_splat(input.add(tap + cell * inputs + 4 * quad).cast()) };
                        let x = P::inputs(x);
                        for group in 0..P::GROUPS {
                            accs[group] = products.add(accs[group], x, groups[group]);
                        }
                    }
                }
            }
            for (sums, accs) in sums.iter_mut().zip(accs) {
                for (group, acc) in accs.into_iter().enumerate().take(P::GROUPS) {
                    let four = &mut sums[first + group * OUTPUTS..][..OUTPUTS];
                    // SAFETY: four sums fill the slice.
                    unsafe { v128_store(four.as_mut_ptr().cast(), P::sums(acc)) };
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    fn all_widths<const W: usize>(rng: &mut Rng) {
        for (inputs, outputs) in [(8, 32), (16, 64), (64, 64)] {
            let extreme = rng.below(2) == 0;
            let draw = |rng: &mut Rng| if extreme { 127 * rng.below(2) as i32 } else { rng.below(128) as i32 };
            let weights: Vec<i8> =
                (0..9 * inputs * outputs).map(|_| (draw(rng) * (1 - 2 * rng.below(2) as i32)) as i8).collect();
            let stride = W + 2;
            let input: Vec<u8> = (0..4 * stride * inputs).map(|_| draw(rng) as u8).collect();
            let packed = Packed::new(&weights, outputs, inputs);
            for (row, block) in [(0, 0), (1, outputs / BLOCK - 1)] {
                let at = row * stride * inputs;
                let expected: Sums<W> = std::array::from_fn(|cell| {
                    std::array::from_fn(|output| {
                        let products = (0..9 * inputs).map(|i| {
                            let (tap, input_channel) = (i / inputs, i % inputs);
                            let from = at + ((tap / 3) * stride + tap % 3 + cell) * inputs + input_channel;
                            i32::from(input[from]) * i32::from(weights[(block * BLOCK + output) * 9 * inputs + i])
                        });
                        products.sum()
                    })
                });
                for body in Body::ALL.into_iter().filter(|body| body.runs_here()) {
                    assert_eq!(packed.row::<W>(body, &input, at, stride, block), expected, "{body:?}, width {W}");
                }
            }
        }
    }

    #[test]
    fn every_body_gives_the_same_integers_at_every_width() {
        let mut rng = Rng::seeded(5);
        all_widths::<4>(&mut rng);
        all_widths::<5>(&mut rng);
        all_widths::<6>(&mut rng);
        all_widths::<7>(&mut rng);
        all_widths::<8>(&mut rng);
        all_widths::<9>(&mut rng);
        all_widths::<10>(&mut rng);
        all_widths::<11>(&mut rng);
        all_widths::<12>(&mut rng);
    }
}
