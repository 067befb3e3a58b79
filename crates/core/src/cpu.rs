//! Which instructions this machine has, and how a hot loop gets a body for each.
//!
//! Builds are portable (x86-64 baseline). A loop that gains from newer instructions is written once as a [`Kernel`]
//! and called through [`dispatch`], which compiles it three times and picks a body at run time. Dispatch belongs at
//! the loop (a playout, a perft, a solver, a net), never at a single board operation.

use std::sync::atomic::{AtomicU8, Ordering};

/// Instruction sets, from the one every machine has to the newest we use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// Whatever the build's baseline has.
    Portable = 1,
    /// AVX2, BMI1, BMI2, FMA, LZCNT, POPCNT.
    Avx2 = 2,
    /// The above with AVX-512 F, BW, CD, DQ, VL.
    Avx512 = 3,
}

impl Level {
    /// All levels, lowest first.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// The name used on the command line and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }
}

/// 0 = not detected yet. Relaxed everywhere: the value guards no other memory, and detecting twice is harmless.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// The best level this machine can run.
pub fn detected() -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let avx512 = avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        if avx512 {
            return Level::Avx512;
        }
        if avx2 {
            return Level::Avx2;
        }
    }
    Level::Portable
}

/// The level in use: the detected one unless [`limit`] lowered it.
#[inline(always)]
pub fn level() -> Level {
    match CURRENT.load(Ordering::Relaxed) {
        1 => Level::Portable,
        2 => Level::Avx2,
        3 => Level::Avx512,
        _ => limit(Level::Avx512),
    }
}

/// Uses at most `level` from now on (for comparisons); gives the level that is now in use.
#[cold]
pub fn limit(level: Level) -> Level {
    let level = level.min(detected());
    CURRENT.store(level as u8, Ordering::Relaxed);
    level
}

/// A loop that is worth a body per instruction set.
pub trait Kernel {
    /// What the loop returns.
    type Output;

    /// The loop. Must be `#[inline(always)]`, and so must everything hot that it calls.
    /// `LEVEL` is a [`Level`] as `u8`, for the rare place that wants an explicit body; the compiler removes the others.
    fn run<const LEVEL: u8>(self) -> Self::Output;
}

/// Runs the kernel with the best body this machine has.
#[inline(always)]
pub fn dispatch<K: Kernel>(kernel: K) -> K::Output {
    run_at(level(), kernel)
}

/// Runs the kernel with the body of `level`, or of the detected level if that is lower.
pub fn dispatch_at<K: Kernel>(level: Level, kernel: K) -> K::Output {
    run_at(level.min(detected()), kernel)
}

/// Runs a kernel from inside one that runs at `LEVEL`, with a body of its own at that level: how a kernel calls itself,
/// which an `inline(always)` body cannot. Falls to the portable body where [`limit`] has lowered the level meanwhile.
#[inline(always)]
pub fn recurse<const LEVEL: u8, K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    const AVX2: u8 = Level::Avx2 as u8;
    #[cfg(target_arch = "x86_64")]
    const AVX512: u8 = Level::Avx512 as u8;
    match LEVEL {
        #[cfg(target_arch = "x86_64")]
        AVX2 if CURRENT.load(Ordering::Relaxed) >= AVX2 => {
            // SAFETY: `CURRENT` never exceeds the detected level, so this machine has the instructions.
            unsafe { run_avx2(kernel) }
        }
        #[cfg(target_arch = "x86_64")]
        AVX512 if CURRENT.load(Ordering::Relaxed) >= AVX512 => {
            // SAFETY: as above.
            unsafe { run_avx512(kernel) }
        }
        _ => run_portable(kernel),
    }
}

#[inline(never)]
fn run_portable<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<{ Level::Portable as u8 }>()
}

/// `level` must not exceed [`detected`]: both callers see to it.
#[inline(always)]
fn run_at<K: Kernel>(level: Level, kernel: K) -> K::Output {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => {
            // SAFETY: the level does not exceed the detected one, so this machine has the instructions.
            unsafe { run_avx2(kernel) }
        }
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => {
            // SAFETY: as above.
            unsafe { run_avx512(kernel) }
        }
        _ => kernel.run::<{ Level::Portable as u8 }>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<{ Level::Avx2 as u8 }>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<{ Level::Avx512 as u8 }>()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Which;
    impl Kernel for Which {
        type Output = u8;
        #[inline(always)]
        fn run<const LEVEL: u8>(self) -> u8 {
            LEVEL
        }
    }

    /// Counts down by calling itself; gives the level of the innermost call.
    struct Down(u32);
    impl Kernel for Down {
        type Output = u8;
        #[inline(always)]
        fn run<const LEVEL: u8>(self) -> u8 {
            if self.0 == 0 { LEVEL } else { recurse::<LEVEL, _>(Down(self.0 - 1)) }
        }
    }

    #[test]
    fn a_kernel_calls_itself_at_its_own_level() {
        level();
        for level in Level::ALL {
            assert_eq!(dispatch_at(level, Down(5)), level.min(detected()) as u8);
        }
    }

    #[test]
    fn dispatch_never_runs_more_than_the_machine_has() {
        for level in Level::ALL {
            assert_eq!(dispatch_at(level, Which), level.min(detected()) as u8);
        }
        assert_eq!(dispatch(Which), level() as u8);
    }
}
