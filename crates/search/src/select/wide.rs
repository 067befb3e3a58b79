//! The root of a search that judges several moves: which of them has had too little.
//!
//! Selection for play ends on one move; what it thinks of the others is a guess from a visit or two. Here every open move
//! gets a small even share, and each of the best ones by value a floor that grows with the search. Everything else is chosen as in
//! play, so the best move is found nearly as well: the floors of five moves take a tenth of a thousand simulations, and less
//! of more.

use super::{Settled, Situation};
use crate::graph::node::EdgeId;
use luozi_core::{MoveList, Pov};

/// The part of all visits, one in so many, that is spread evenly over all moves.
const EVEN_PARTS: u32 = 32;
/// The floor of one of the best moves: this times the square root of the root's visits...
const FLOOR_FACTOR: f64 = 0.6;
/// ...or one visit in so many, whichever is more...
const FLOOR_PARTS: u32 = 64;
/// ...but all floors together at most one visit in so many.
const ALL_FLOORS_PARTS: u32 = 2;

/// An open move of the root.
#[derive(Clone, Copy, Debug)]
struct Open {
    place: usize,
    visits: u32,
    /// For the mover; a move nobody visited counts less than any, the one with the largest prior first.
    value: f64,
}

/// The visits that each of the `width` best moves should have at a root with so many.
fn floor(root_visits: u32, width: u32) -> u32 {
    let grown = (FLOOR_FACTOR * f64::from(root_visits).sqrt()) as u32;
    let most = root_visits / ALL_FLOORS_PARTS.saturating_mul(width.max(1));
    grown.max(root_visits / FLOOR_PARTS).min(most)
}

/// The open move that has had too few visits for a root of which `width` moves are to be judged; `None` if there is none.
pub(crate) fn neglected(situation: &Situation<'_>, width: u32) -> Option<EdgeId> {
    let mut open = open_moves(situation);
    let root_visits = situation.node.visits();
    let least = |moves: &[Open]| moves.iter().min_by_key(|open| open.visits).copied();
    let below = |open: Option<Open>, visits: u32| open.filter(|open| open.visits < visits);
    let even = root_visits / EVEN_PARTS.saturating_mul(open.len().max(1) as u32);
    let neglected = below(least(&open), even).or_else(|| {
        let width_here = (width as usize).min(open.len());
        if (1..open.len()).contains(&width_here) {
            open.select_nth_unstable_by(width_here - 1, |a, b| b.value.total_cmp(&a.value));
        }
        below(least(&open[..width_here]), floor(root_visits, width_here as u32))
    });
    neglected.map(|open| situation.edge_at(open.place))
}

/// The open move with the fewest visits, for a root where selection for play has nothing left to find out.
pub(crate) fn least_visited(situation: &Situation<'_>) -> Option<EdgeId> {
    open_moves(situation).iter().min_by_key(|open| open.visits).map(|open| situation.edge_at(open.place))
}

/// The moves that are not closed. A move that cannot beat what is certain is still to be judged.
fn open_moves(situation: &Situation<'_>) -> MoveList<Open> {
    let mover = situation.node.to_move();
    let rule = Settled::new(situation.params.prove, mover, i16::MIN + 1);
    let open = situation.edges.iter().enumerate().filter(|(_, edge)| !rule.covers(edge.bounds_word()));
    // Filled where it stands: collecting would copy a list that has room for every move of the largest board.
    let mut moves = MoveList::new();
    moves.extend(open.map(|(place, edge)| {
        let visits = edge.visits();
        let value = match edge.value().map(|value| value.seen_by(mover)) {
            Some(Pov(value)) if visits > 0 => value,
            _ => f64::from(edge.prior()) - 4.0,
        };
        Open { place, visits, value }
    }));
    moves
}

#[cfg(test)]
mod tests {
    use super::floor;

    #[test]
    fn floors_grow_and_leave_most_of_a_search_to_the_best_move() {
        assert_eq!([0, 1, 10, 100, 2_000, 1_000_000].map(|visits| floor(visits, 5)), [0, 0, 1, 6, 31, 15_625]);
        for visits in 0..5_000 {
            for width in 1..200 {
                assert!(2 * width * floor(visits, width) <= visits);
            }
        }
    }
}
