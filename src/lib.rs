//! Luozi (落子): programs that play, test and explain board games by Monte-Carlo search.
//!
//! This crate is the facade: one name for the library's parts.

#[cfg(target_os = "linux")]
pub use luozi_arena as arena;
pub use luozi_core as core;
pub use luozi_engine as engine;
pub use luozi_games as games;
pub use luozi_protocol as protocol;
pub use luozi_saiblo as saiblo;
pub use luozi_search as search;
pub use luozi_solve as solve;
pub use luozi_web as web;
