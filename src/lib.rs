//! Luozi (落子): programs that play, test and explain board games by Monte-Carlo search.
//!
//! This crate is the facade: one name for the library's parts. The program `luozi` is the package `luozi-cli`.
//!
//! Features: `nets` and `solvers` (on unless switched off) name the learned evaluations and the exact solvers, which the
//! presets of [`engine`] use in any case; `arena` (Linux) adds matches and foreign bots, `stdio` the protocols
//! on any reader and writer, `web` the server of the page.

#[cfg(all(feature = "arena", target_os = "linux"))]
pub use luozi_arena as arena;
pub use luozi_core as core;
pub use luozi_engine as engine;
#[cfg(feature = "nets")]
pub use luozi_eval as eval;
pub use luozi_games as games;
pub use luozi_protocol as protocol;
pub use luozi_search as search;
#[cfg(feature = "solvers")]
pub use luozi_solve as solve;
#[cfg(feature = "stdio")]
pub use luozi_stdio as stdio;
#[cfg(feature = "tui")]
pub use luozi_tui as tui;
#[cfg(feature = "web")]
pub use luozi_web as web;
