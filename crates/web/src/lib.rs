//! Luozi's web server: the page, boards and searches over one WebSocket a tab, and everything that is saved.
//!
//! The page holds no rules and no engine: it sends the whole game with every position and draws what comes back. What the
//! two say to each other is in `docs/web-protocol.md`.

mod api;
mod assets;
#[cfg(target_os = "linux")]
mod class;
#[cfg(target_os = "linux")]
mod events;
mod explain_page;
mod farm;
mod friends;
mod guard;
mod limits;
mod memory;
mod picture;
mod pool;
mod search;
mod server;
pub mod site;
mod socket;
mod store;
#[cfg(all(test, target_os = "linux"))]
mod wire_types;

use luozi_wire::{board, message, problem};

#[cfg(target_os = "linux")]
pub use class::ClassError;
pub use explain_page::{Searched, explain_page};
#[cfg(target_os = "linux")]
pub use server::ClassOptions;
pub use server::{Options, ServeError, Server, run};
