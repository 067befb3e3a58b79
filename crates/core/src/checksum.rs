//! The checksum that seals the project's binary files.

/// FNV-1a, 64 bits: tells a damaged file, not a forged one.
///
/// ```
/// assert_eq!(luozi_core::fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C);
/// ```
pub fn fnv1a(data: &[u8]) -> u64 {
    data.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
