//! Monte-Carlo graph search over any [`luozi_core::Game`] and [`luozi_core::Evaluator`].
//!
//! One search contains all published designs the project grows from: what they differ in is a line of the parameter
//! table ([`Params`]). The story of one simulation is in `iteration.rs`; the argument behind it in `docs/search.md`.
//! This crate knows no concrete game, touches no file, takes its clock as an argument and starts threads only when
//! the parameters ask for more than one.

mod batch;
mod expand;
mod graph;
mod iteration;
mod observe;
mod options;
mod params;
mod purpose;
mod report;
mod reward;
mod root;
mod search;
mod select;
mod stop;
mod sync;
mod time;
mod view;
mod worker;

pub use graph::node::{EdgeId, NodeId};
pub use luozi_core::StopReason;
pub use observe::{BackUp, Judged, Landing, Selected, Simulation, Standing, Term};
pub use options::{Backup, Expansion, FinalChoice, Fpu, Prove, Reward, Selection};
pub use params::{Description, ParamError, Params, Values};
pub use purpose::Purpose;
pub use report::{Candidate, Report};
pub use search::{Request, Search, Watch};
pub use select::Blended;
pub use time::{Budget, Clock, Instant, TimeControl};
pub use view::{EdgeView, NodeView};

/// Bytes of a node.
pub const NODE_BYTES: usize = size_of::<graph::node::Node>();
/// Bytes of an edge, without the all-moves-as-first statistics that only RAVE and GRAVE keep.
pub const EDGE_BYTES: usize = size_of::<graph::edge::Edge>();
