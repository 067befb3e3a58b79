//! Luozi (落子): programs that play, test and explain board games by Monte-Carlo search.
//!
//! This crate is the facade: one name for the library's parts. The program `luozi` is the package `luozi-cli`.
//!
//! | feature | brings | without it |
//! |---|---|---|
//! | `nets` (default) | learned evaluations, 6 MB of weights | presets over nets and patterns are left out; a game's flagship is its best classical player |
//! | `solvers` (default) | the exact solvers | endings are searched like any other position, analyses prove what the search proves |
//! | `arena` | matches and foreign bots, on Linux; SQLite | |
//! | `farm` | matches on many machines, on Linux; a queue, the client of PostgreSQL | |
//! | `stdio` | GTP, NBoard, Botzone and Saiblo on any reader and writer | |
//! | `tui` | a game in the terminal; ratatui | |
//! | `web` | the server of the page; SQLite, a web server, pictures | |
//!
//! `arena`, `farm` and `web` bring `nets` and `solvers`. What is left out is missing in words: a recipe that needs it says which feature
//! to build with.

#[cfg(all(feature = "arena", target_os = "linux"))]
pub use luozi_arena as arena;
pub use luozi_core as core;
pub use luozi_engine as engine;
#[cfg(feature = "nets")]
pub use luozi_eval as eval;
#[cfg(all(feature = "farm", target_os = "linux"))]
pub use luozi_farm as farm;
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
