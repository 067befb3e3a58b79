//! What Luozi's pages are made of.
//!
//! The front end in this folder is built by npm and committed under `dist`; this crate carries the built files, so that no
//! build of the program calls npm. Beside them is what program and pages share: the [`words`] in both languages, and
//! [`GridInfo`], from which every board is drawn.

mod files;
mod grid;
mod pages;
#[cfg(feature = "ts")]
pub mod typescript;
pub mod words;

pub use files::{FILES, File, WORKER};
pub use grid::{GridInfo, GridStyle, SideInfo};
pub use pages::{explain, report};
