//! The bodies for AVX2 and AVX-512: four directions in the four lanes of a word.
//!
//! The algorithms are those of the portable body; the comments there say why they are right. Lanes follow
//! [`STEPS`](super::STEPS): lane 0 east, 1 south-west, 2 south, 3 south-east, or their opposites.

use super::{FLANKABLE, STEPS};
use core::arch::x86_64::*;

/// Four words as the lanes of a vector, first word in lane 0.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes(words: &[u64]) -> __m256i {
    _mm256_setr_epi64x(words[0] as i64, words[1] as i64, words[2] as i64, words[3] as i64)
}

/// `factor` times each step.
#[inline]
#[target_feature(enable = "avx2")]
fn steps(factor: u64) -> __m256i {
    lanes(&STEPS.map(|step| factor * u64::from(step)))
}

/// The same word in every lane.
#[inline]
#[target_feature(enable = "avx2")]
fn all(word: u64) -> __m256i {
    _mm256_set1_epi64x(word as i64)
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn union(sets: __m256i) -> u64 {
    let two = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
}

/// Serves AVX-512 too: inlined there, each "and, or" becomes one ternary instruction. Eight directions in one
/// 512-bit word were tried and lost an eighth of the playouts to longer latencies (Zen 4).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn moves_avx2(own: u64, opponent: u64) -> u64 {
    let (step, two_steps) = (steps(1), steps(2));
    let own_lanes = all(own);
    let between = _mm256_and_si256(all(opponent), lanes(&FLANKABLE));
    let pairs_up = _mm256_and_si256(between, _mm256_sllv_epi64(between, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    let mut up = _mm256_and_si256(between, _mm256_sllv_epi64(own_lanes, step));
    let mut down = _mm256_and_si256(between, _mm256_srlv_epi64(own_lanes, step));
    up = _mm256_or_si256(up, _mm256_and_si256(between, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(between, _mm256_srlv_epi64(down, step)));
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    }
    union(_mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step))) & !(own | opponent)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn flips_avx2(rays: &[u64; 8], own: u64, opponent: u64) -> u64 {
    let (own, opponent, zero) = (all(own), all(opponent), _mm256_setzero_si256());

    // Towards higher bits the run ends at the lowest bit that is not the opponent's.
    let ray = lanes(&rays[..4]);
    let others = _mm256_andnot_si256(opponent, ray);
    let below = _mm256_add_epi64(others, all(u64::MAX));
    let end = _mm256_andnot_si256(below, others);
    let run = _mm256_and_si256(_mm256_andnot_si256(others, below), ray);
    let up = _mm256_andnot_si256(_mm256_cmpeq_epi64(_mm256_and_si256(end, own), zero), run);

    // Towards lower bits it ends at the highest, found by smearing downwards along the ray.
    let ray = lanes(&rays[4..]);
    let others = _mm256_andnot_si256(opponent, ray);
    let mut smeared = _mm256_or_si256(others, _mm256_srlv_epi64(others, steps(1)));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, steps(2)));
    smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, steps(4)));
    let end = _mm256_andnot_si256(_mm256_srlv_epi64(smeared, steps(1)), others);
    let run = _mm256_andnot_si256(smeared, ray);
    let down = _mm256_andnot_si256(_mm256_cmpeq_epi64(_mm256_and_si256(end, own), zero), run);

    union(_mm256_or_si256(up, down))
}

/// `a & !b & c` as a truth table for the ternary instruction.
const A_ANDNOT_B_AND_C: i32 = 0x20;
/// `a & !b & !c` as a truth table for the ternary instruction.
const A_ANDNOT_B_ANDNOT_C: i32 = 0x10;

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
pub(super) fn flips_avx512(rays: &[u64; 8], own: u64, opponent: u64) -> u64 {
    let (own, opponent) = (all(own), all(opponent));

    let ray = lanes(&rays[..4]);
    let others = _mm256_andnot_si256(opponent, ray);
    let below = _mm256_add_epi64(others, all(u64::MAX));
    let end = _mm256_andnot_si256(below, others);
    let flanked = _mm256_test_epi64_mask(end, own);
    let up = _mm256_maskz_ternarylogic_epi64::<A_ANDNOT_B_AND_C>(flanked, ray, others, below);

    // Here the highest bit is found by counting the zeros before it.
    let ray = lanes(&rays[4..]);
    let others = _mm256_andnot_si256(opponent, ray);
    let zeros = _mm256_lzcnt_epi64(others);
    let end = _mm256_srlv_epi64(all(1 << 63), zeros);
    let below = _mm256_srlv_epi64(all(u64::MAX >> 1), zeros);
    let flanked = _mm256_test_epi64_mask(end, own);
    let down = _mm256_maskz_ternarylogic_epi64::<A_ANDNOT_B_ANDNOT_C>(flanked, ray, others, below);

    union(_mm256_or_si256(up, down))
}
