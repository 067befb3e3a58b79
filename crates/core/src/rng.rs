//! The one random generator of the project.
//!
//! Searches, playouts and draws of boards must be repeatable for ever from a seed, so the generator is named
//! (xoshiro256++) and never `rand`'s "whatever is best today".

use rand::{Rng as _, SeedableRng as _};

/// xoshiro256++ with the helpers that playouts need.
#[derive(Clone, Debug)]
pub struct Rng(rand_xoshiro::Xoshiro256PlusPlus);

impl Rng {
    /// A generator that gives the same numbers for the same seed on every machine.
    pub fn seeded(seed: u64) -> Rng {
        Rng(rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform 64 bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`, by multiply and shift. The bias is below `n / 2^32`, which no playout can notice.
    ///
    /// `n` must not be 0.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0, "nothing to draw from");
        (((self.word() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// Brings a list into random order, every order as likely as any other. Two draws a word.
    #[inline(always)]
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        let mut rest = list.len();
        while rest > 1 {
            let word = self.word();
            for half in [word >> 32, word & u64::from(u32::MAX)] {
                list.swap(rest - 1, ((half * rest as u64) >> 32) as usize);
                rest -= 1;
            }
        }
    }

    /// A float in `[0, 1)`.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_as_likely() {
        let mut rng = Rng::seeded(2);
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut list = [0, 1, 2, 3];
            rng.shuffle(&mut list);
            *seen.entry(list).or_insert(0) += 1;
        }
        assert!(seen.len() == 24 && seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
        rng.shuffle::<u8>(&mut []);
    }

    #[test]
    fn same_seed_same_numbers_and_ranges_hold() {
        let (mut a, mut b) = (Rng::seeded(7), Rng::seeded(7));
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            let x = a.below(7);
            assert_eq!(x, b.below(7));
            seen[x as usize] += 1;
            let unit = a.unit();
            assert!((0.0..1.0).contains(&unit));
            b.word();
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
