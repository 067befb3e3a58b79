//! The search as a whole, on real games and on graphs written down for the purpose.

mod any;
mod limits;
mod maze;
mod pitfalls;
mod proofs;
mod reuse;
mod suites;
mod variants;
