//! All positions of the first plies, in an order that only the rules decide.
//!
//! A position's key is its unique word: the stones of the side to move and one bit above each stack, or that of its
//! mirror image if that is smaller. Within a ply positions are numbered by their keys, so a book needs to store none of
//! them. Finished games are not among them.

use super::super::word::SearchWord;
use luozi_core::{Game, MoveList};
use luozi_games::connect4::{Position, Rules, Word};

/// The unfinished positions of a board's first plies, mirror images once.
pub(super) struct Positions {
    rules: Rules<u64>,
    /// By ply, ascending.
    keys: Vec<Vec<u64>>,
}

/// The name of a position in a book; mirror images share one.
pub(super) fn key(rules: &Rules<u64>, position: &Position<u64>) -> u64 {
    let masks = rules.masks();
    let word = rules.own(position) | rules.filled(position).plus(masks.bottom);
    if rules.symmetries() == 2 { word.min(word.mirror(masks)) } else { word }
}

/// The positions one move later, finished ones among them.
pub(super) fn children(rules: &Rules<u64>, position: &Position<u64>) -> impl Iterator<Item = Position<u64>> {
    let mut moves = MoveList::new();
    rules.legal_moves(position, &mut moves);
    moves.into_iter().map(|column| {
        let mut child = *position;
        rules.play_unchecked(&mut child, column);
        child
    })
}

/// Sorts by key and leaves each key once; `None` if there are more than `most`.
fn each_once(named: &mut Vec<(u64, Position<u64>)>, most: usize) -> Option<()> {
    named.sort_unstable_by_key(|&(key, _)| key);
    named.dedup_by_key(|&mut (key, _)| key);
    (named.len() <= most).then_some(())
}

impl Positions {
    /// All positions with at most `plies` stones; `None` if there are more than `most`, found out in memory for about
    /// twice as many.
    pub(super) fn new(rules: &Rules<u64>, plies: u8, most: usize) -> Option<Positions> {
        let start = rules.initial();
        let mut keys = vec![vec![key(rules, &start)]];
        let mut level = vec![start];
        let mut left = most.checked_sub(1)?;
        for _ in 0..plies {
            let mut named: Vec<(u64, Position<u64>)> = Vec::new();
            for position in &level {
                let unfinished = children(rules, position).filter(|child| rules.outcome(child).is_none());
                named.extend(unfinished.map(|child| (key(rules, &child), child)));
                if named.len() / 2 > left {
                    each_once(&mut named, left)?;
                }
            }
            each_once(&mut named, left)?;
            left -= named.len();
            keys.push(named.iter().map(|&(key, _)| key).collect());
            level = named.into_iter().map(|(_, position)| position).collect();
        }
        Some(Positions { rules: rules.clone(), keys })
    }

    /// The board they are positions of.
    pub(super) fn rules(&self) -> &Rules<u64> {
        &self.rules
    }

    /// Stones of the last ply.
    pub(super) fn plies(&self) -> u8 {
        (self.keys.len() - 1) as u8
    }

    /// How many positions there are at each ply.
    pub(super) fn counts(&self) -> impl Iterator<Item = usize> {
        self.keys.iter().map(Vec::len)
    }

    /// The number of a position within its ply, `None` if it is not among them.
    pub(super) fn number(&self, position: &Position<u64>) -> Option<usize> {
        let keys = self.keys.get(usize::from(position.plies()))?;
        keys.binary_search(&key(&self.rules, position)).ok()
    }

    /// Visits every position once, depth first, each after those one move later: neighbours among the positions of
    /// one ply have most of their futures in common.
    pub(super) fn walk(&self, visit: &mut dyn FnMut(&Position<u64>)) {
        let mut seen: Vec<Vec<bool>> = self.counts().map(|count| vec![false; count]).collect();
        self.enter(&self.rules.initial(), &mut seen, visit);
    }

    fn enter(&self, position: &Position<u64>, seen: &mut [Vec<bool>], visit: &mut dyn FnMut(&Position<u64>)) {
        let Some(number) = self.number(position) else { return };
        if std::mem::replace(&mut seen[usize::from(position.plies())][number], true) {
            return;
        }
        children(&self.rules, position).for_each(|child| self.enter(&child, seen, visit));
        visit(position);
    }
}
