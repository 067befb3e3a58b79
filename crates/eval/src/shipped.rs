//! The weights that come with the program. `docs/nets.md` has their training runs and figures.
//!
//! In a browser they are not inside the program, which would be three times as large: its worker brings a file when somebody has
//! asked for it in vain (`wanted`, `bring`).

use luozi_games::GameKind;

/// A file of weights that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name of the file.
    pub file: &'static str,
    /// The game it is for.
    pub game: GameKind,
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    inside: &'static [u8],
}

macro_rules! shipped {
    ($file:literal, $game:expr) => {
        Shipped {
            file: $file,
            game: $game,
            #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
            inside: include_bytes!(concat!("../weights/", $file)),
        }
    };
}

/// All shipped nets, one a game.
pub const NETS: &[Shipped] = &[
    shipped!("connect4-6x64.net", GameKind::CONNECT4),
    shipped!("nogo-6x64.net", GameKind::NOGO),
    shipped!("reversi-6x64.net", GameKind::REVERSI),
];

/// The pattern tables of Reversi.
pub const REVERSI_PATTERNS: Shipped = shipped!("reversi.pat", GameKind::REVERSI);

/// The mosaic of patterns of Reversi.
pub const REVERSI_MOSAIC: Shipped = shipped!("reversi.mosaic", GameKind::REVERSI);

/// All shipped weights.
pub fn all() -> impl Iterator<Item = Shipped> {
    NETS.iter().copied().chain([REVERSI_PATTERNS, REVERSI_MOSAIC])
}

/// The shipped net of a game, if it has one.
pub fn net_of(game: GameKind) -> Option<Shipped> {
    NETS.iter().find(|net| net.game == game).copied()
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
impl Shipped {
    /// The file, byte for byte; always there outside of browsers.
    pub fn data(&self) -> Option<&'static [u8]> {
        Some(self.inside)
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod browser {
    use super::{NETS, REVERSI_MOSAIC, REVERSI_PATTERNS, Shipped};
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// What was brought, and what was asked for in vain.
    #[derive(Default)]
    struct Shelf {
        brought: BTreeMap<&'static str, &'static [u8]>,
        wanted: BTreeSet<&'static str>,
    }

    static SHELF: Mutex<Shelf> = Mutex::new(Shelf { brought: BTreeMap::new(), wanted: BTreeSet::new() });

    fn shelf() -> MutexGuard<'static, Shelf> {
        SHELF.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl Shipped {
        /// The file, byte for byte, if it was brought; it is wanted from now on if not.
        pub fn data(&self) -> Option<&'static [u8]> {
            let mut shelf = shelf();
            let found = shelf.brought.get(self.file).copied();
            if found.is_none() {
                shelf.wanted.insert(self.file);
            }
            found
        }
    }

    /// The files that somebody asked for in vain, by name, and forgets that they did.
    pub fn wanted() -> Vec<&'static str> {
        std::mem::take(&mut shelf().wanted).into_iter().collect()
    }

    /// Puts a file where its users find it; whether there is one of that name.
    pub fn bring(file: &str, data: Vec<u8>) -> bool {
        let known = NETS.iter().chain([&REVERSI_PATTERNS, &REVERSI_MOSAIC]).find(|shipped| shipped.file == file);
        if let Some(shipped) = known {
            shelf().brought.entry(shipped.file).or_insert_with(|| data.leak());
        }
        known.is_some()
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use browser::{bring, wanted};
