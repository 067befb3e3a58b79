//! Small numbers in few bits: blocks of Rice codes.
//!
//! Weights of neighbouring phases differ little, and most of those that a phase has hardly seen not at all. A block of 64
//! numbers begins with four bits: 15 for a block of zeros, otherwise the number k of plain bits. A number n becomes z = 2n,
//! or -2n - 1 if it is negative; then follow z >> k ones, a zero, and the lower k bits of z. Bits fill bytes from the lowest.

const BLOCK: usize = 64;
const ZEROS: u32 = 15;
const WIDTH_BITS: u32 = 4;

fn folded(number: i16) -> u32 {
    let number = i32::from(number);
    ((number << 1) ^ (number >> 31)) as u32
}

/// The numbers as bytes.
pub(super) fn pack(numbers: &[i16]) -> Vec<u8> {
    let mut bits = Writer::default();
    for block in numbers.chunks(BLOCK) {
        if block.iter().all(|&number| number == 0) {
            bits.put(ZEROS, WIDTH_BITS);
            continue;
        }
        let cost = |k: &u32| block.iter().map(|&n| u64::from(folded(n) >> k) + 1 + u64::from(*k)).sum::<u64>();
        let k = (0..ZEROS).min_by_key(cost).unwrap_or(0);
        bits.put(k, WIDTH_BITS);
        for &number in block {
            let folded = folded(number);
            (0..folded >> k).for_each(|_| bits.put(1, 1));
            bits.put(0, 1);
            bits.put(folded & ((1 << k) - 1), k);
        }
    }
    bits.bytes
}

/// The first `count` numbers of what [`pack`] wrote, fewer where the bytes end early.
pub(super) fn unpack(bytes: &[u8], count: usize) -> Vec<i16> {
    let mut numbers = Vec::with_capacity(count);
    let mut bits = Reader { bytes, at: 0 };
    while numbers.len() < count {
        let block = BLOCK.min(count - numbers.len());
        let Some(k) = bits.take(WIDTH_BITS) else { break };
        for _ in 0..block {
            let folded = if k == ZEROS { Some(0) } else { bits.rice(k) };
            let Some(folded) = folded else { return numbers };
            numbers.push(((folded >> 1) as i32 ^ -((folded & 1) as i32)) as i16);
        }
    }
    numbers
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    used: u32,
}

impl Writer {
    fn put(&mut self, value: u32, width: u32) {
        for bit in 0..width {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> bit & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// The next bit.
    at: usize,
}

impl Reader<'_> {
    /// The next 32 bits, zeros beyond the end.
    fn peek(&self) -> u32 {
        let mut word = [0; 8];
        let from = (self.at / 8).min(self.bytes.len());
        let rest = &self.bytes[from..];
        let length = rest.len().min(8);
        word[..length].copy_from_slice(&rest[..length]);
        (u64::from_le_bytes(word) >> (self.at % 8)) as u32
    }

    fn take(&mut self, width: u32) -> Option<u32> {
        let value = self.peek() & ((1u64 << width) - 1) as u32;
        self.at += width as usize;
        (self.at <= 8 * self.bytes.len()).then_some(value)
    }

    fn rice(&mut self, k: u32) -> Option<u32> {
        let mut high = 0;
        loop {
            let ones = self.peek().trailing_ones();
            high += ones;
            self.at += ones as usize;
            if self.at >= 8 * self.bytes.len() || high > 1 << 17 {
                return None;
            }
            if ones < 32 {
                break;
            }
        }
        self.at += 1;
        Some(high << k | self.take(k)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    #[test]
    fn numbers_of_every_size_come_back() {
        let mut rng = Rng::seeded(8);
        let mut numbers = vec![0, 1, -1, i16::MAX, i16::MIN, 127, -128];
        for width in 0..16 {
            numbers.extend((0..100).map(|_| (rng.word() as i16) >> width));
            numbers.extend([0; 150]);
        }
        let packed = pack(&numbers);
        assert_eq!(unpack(&packed, numbers.len()), numbers);
        assert!(packed.len() < 2 * numbers.len());
    }

    #[test]
    fn bytes_that_end_early_give_fewer_numbers() {
        let packed = pack(&[300; 640]);
        for length in 0..packed.len() {
            assert!(unpack(&packed[..length], 640).len() < 640);
        }
    }
}
