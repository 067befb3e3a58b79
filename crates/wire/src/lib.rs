//! What a page and whoever answers it say to each other: the messages, and how they are made from sessions and analyses.
//!
//! The server (`luozi-web`) and the browser's own worker (`luozi-wasm`) both speak through this crate, so that nothing in the
//! page knows which of the two is there. `docs/web-protocol.md` is the description for people.

pub mod awards;
pub mod board;
pub mod info;
pub mod lab;
pub mod learn;
pub mod message;
pub mod order;
pub mod problem;
pub mod report;
pub mod review;
pub mod saved;
pub mod transfer;
