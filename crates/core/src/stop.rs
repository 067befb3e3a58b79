//! Why thinking ends.

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The time is over.
    Time,
    /// All granted simulations are done.
    Visits,
    /// The graph has as many nodes as it may.
    Nodes,
    /// The result is certain.
    Proven,
    /// There is only one move.
    Forced,
    /// The second-best move cannot catch up any more.
    Settled,
    /// Somebody asked for it.
    Asked,
}
