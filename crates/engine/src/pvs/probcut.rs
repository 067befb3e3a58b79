//! Multi-probcut (Buro 1997): a position whose shallow search lies far outside of the window is not searched deeper.
//!
//! "Far" is a number of standard deviations of the difference between a deep and a shallow search. The deviations are
//! fitted by the trainer to searches of positions from its own games; [`SURETIES`] says how many of them each step of
//! a search asks for.

/// Standard deviations that a shallow search must lie outside of the window, by surety; the last never cuts.
pub(super) const SURETIES: [f64; 5] = [1.1, 1.5, 2.0, 2.8, f64::INFINITY];
/// The surety of a search that cuts nothing.
pub(super) const SURE: u32 = SURETIES.len() as u32 - 1;
/// Shallower searches are not cut.
pub(super) const LEAST_DEPTH: u32 = 3;

/// The depth of the shallow search: about half, with the same side to move at the leaves.
#[inline(always)]
pub(super) fn shallow(depth: u32) -> u32 {
    (depth / 4 * 2 + (depth & 1)).min(depth - 2)
}

/// How the standard deviation, in discs, of deep minus shallow depends on the empty squares and both depths:
/// `exp(a + b * empties + c * deep + d * shallow)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Deviation(pub [f64; 4]);

/// Fitted by `luozi train reversi` with `--probcut-positions 320 --probcut-depth 10`.
pub(super) const FITTED: Deviation = Deviation([1.5132, -0.01685, 0.0624, -0.1519]);

impl Deviation {
    /// The deviation in discs.
    pub fn discs(&self, empties: u32, deep: u32, shallow: u32) -> f64 {
        let [a, b, c, d] = self.0;
        (a + b * f64::from(empties) + c * f64::from(deep) + d * f64::from(shallow)).exp()
    }
}
