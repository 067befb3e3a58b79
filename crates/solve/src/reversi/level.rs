//! Recursion in the instructions of one level.
//!
//! A function that calls itself cannot be inlined into a kernel, so each recursive step of the search is a body marked
//! `#[inline(always)]` and an entry made by [`at_every_level!`], which compiles the body once for every level and calls
//! the right one. The [`Body`](luozi_games::reversi::bits::Body) token that travels along is the proof that the
//! machine has the instructions.

/// Gives a method `$name` that runs the inlined method `$body` in the instructions of the token's level.
macro_rules! at_every_level {
    ($(#[$meta:meta])* fn $name:ident = $body:ident$(::<$empties:literal>)?($($arg:ident: $type:ty),*) -> $output:ty) => {
        $(#[$meta])*
        #[inline(always)]
        pub(super) fn $name<const LEVEL: u8>(&mut self, body: Body<LEVEL>, $($arg: $type),*) -> $output {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
                fn avx2<E: Evaluator, const LEVEL: u8>(
                    search: &mut Search<'_, E>, body: Body<LEVEL>, $($arg: $type),*
                ) -> $output {
                    search.$body::<LEVEL $(, $empties)?>(body, $($arg),*)
                }
                #[target_feature(
                    enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
                )]
                fn avx512<E: Evaluator, const LEVEL: u8>(
                    search: &mut Search<'_, E>, body: Body<LEVEL>, $($arg: $type),*
                ) -> $output {
                    search.$body::<LEVEL $(, $empties)?>(body, $($arg),*)
                }
                if LEVEL == luozi_core::cpu::Level::Avx512 as u8 {
                    // SAFETY: a `Body` of this level exists only where the machine has its instructions.
                    return unsafe { avx512(self, body, $($arg),*) };
                }
                if LEVEL == luozi_core::cpu::Level::Avx2 as u8 {
                    // SAFETY: as above.
                    return unsafe { avx2(self, body, $($arg),*) };
                }
            }
            #[inline(never)]
            fn portable<E: Evaluator, const LEVEL: u8>(
                search: &mut Search<'_, E>, body: Body<LEVEL>, $($arg: $type),*
            ) -> $output {
                search.$body::<LEVEL $(, $empties)?>(body, $($arg),*)
            }
            portable(self, body, $($arg),*)
        }
    };
}

pub(super) use at_every_level;
