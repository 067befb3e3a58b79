//! The whole server over real sockets: boards, searches, storage, and what it refuses.

mod boards;
mod harness;
mod pages;
mod saving;
mod searching;
mod teaching;
