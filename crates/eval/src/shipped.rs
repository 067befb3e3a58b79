//! The weights that come with the program. `docs/nets.md` has their training runs and figures.

use luozi_games::GameKind;

/// A weights file inside the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Name for the command line.
    pub name: &'static str,
    /// The game it plays.
    pub game: GameKind,
    /// The weights file, byte for byte.
    pub data: &'static [u8],
}

/// All shipped nets, one a game.
pub const NETS: &[Shipped] = &[
    Shipped { name: "connect4-6x64", game: GameKind::CONNECT4, data: include_bytes!("../weights/connect4-6x64.net") },
    Shipped { name: "nogo-6x64", game: GameKind::NOGO, data: include_bytes!("../weights/nogo-6x64.net") },
    Shipped { name: "reversi-6x64", game: GameKind::REVERSI, data: include_bytes!("../weights/reversi-6x64.net") },
];

/// The pattern tables of Reversi.
pub const REVERSI_PATTERNS: &[u8] = include_bytes!("../weights/reversi.pat");

/// The mosaic of patterns of Reversi.
pub const REVERSI_MOSAIC: &[u8] = include_bytes!("../weights/reversi.mosaic");

/// The shipped net of a game, if it has one.
pub fn net_of(game: GameKind) -> Option<Shipped> {
    NETS.iter().find(|net| net.game == game).copied()
}
