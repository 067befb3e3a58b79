//! Moves with variations as a flat tree, and the notes people and engines attach to them.
//!
//! The tree knows texts of moves and no rules: [`Record`](super::Record) lets only legal moves in. Nodes lie in one list,
//! parents before children; the first child of a node continues its main line, the others are variations.

use crate::analysis::Analysis;
use serde::{Deserialize, Serialize};

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// The place of the node in the tree's list: 0 is the root.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known about a node beside its move. Empty parts are left out of saved games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Notes {
    /// Time the mover spent on the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
    /// Time left on the mover's clock after the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// What somebody has to say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Judgement of the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glyph: Option<Glyph>,
    /// What an engine says about the position after the move (at the root: about the start).
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "crate::analysis::without_empty")]
    pub analysis: Option<Analysis>,
}

/// Judgement of a move, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Glyph {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Doubtful,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

#[derive(Clone, Debug)]
struct Entry {
    parent: NodeId,
    children: Vec<NodeId>,
    /// Empty at the root.
    mv: String,
    notes: Notes,
}

/// Moves with variations. Always has a root, which stands for the start of the game and has no move.
#[derive(Clone, Debug)]
pub struct Tree {
    entries: Vec<Entry>,
}

/// Two trees are equal when they look the same from the root: the order in which nodes were added does not matter.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let mut pairs = self.flat().into_iter().zip(other.flat());
        let same = |((parent, id), (other_parent, other_id)): ((usize, NodeId), (usize, NodeId))| {
            let (entry, other_entry) = (self.entry(id), other.entry(other_id));
            parent == other_parent && entry.mv == other_entry.mv && entry.notes == other_entry.notes
        };
        self.size() == other.size() && pairs.all(same)
    }
}

impl Default for Tree {
    fn default() -> Tree {
        let notes = Notes::default();
        Tree { entries: vec![Entry { parent: NodeId::ROOT, children: Vec::new(), mv: String::new(), notes }] }
    }
}

/// Methods that take a [`NodeId`] panic when it is not a node of this tree; [`Tree::id`] makes one from a number.
impl Tree {
    fn entry(&self, id: NodeId) -> &Entry {
        &self.entries[id.index()]
    }

    /// Number of nodes, the root included.
    pub fn size(&self) -> usize {
        self.entries.len()
    }

    /// The node with that index; `None` past the end.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        (index < self.entries.len()).then_some(NodeId(index as u32))
    }

    /// The node before; `None` at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| self.entry(id).parent)
    }

    /// The nodes after, main line first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.entry(id).children
    }

    /// The move that leads to the node; `None` at the root.
    pub fn move_text(&self, id: NodeId) -> Option<&str> {
        (id != NodeId::ROOT).then(|| self.entry(id).mv.as_str())
    }

    /// The child that this move leads to.
    pub fn child(&self, id: NodeId, mv: &str) -> Option<NodeId> {
        self.children(id).iter().copied().find(|&child| self.entry(child).mv == mv)
    }

    /// The notes of a node.
    pub fn notes(&self, id: NodeId) -> &Notes {
        &self.entry(id).notes
    }

    /// The notes of a node, to change them.
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        &mut self.entries[id.index()].notes
    }

    /// The nodes from the first move to `id`; empty for the root.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&id| self.parent(id)).filter(|&id| id != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// The nodes that follow `id` when the first child is taken each time.
    pub fn line_after(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.children(id).first().copied(), |&id| self.children(id).first().copied())
    }

    /// The main line from the first move.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_after(NodeId::ROOT)
    }

    /// All nodes from the root on, each after its parent and with its whole subtree before its next sibling; each
    /// with the rank of its parent in this order.
    pub(super) fn flat(&self) -> Vec<(usize, NodeId)> {
        let mut flat = Vec::with_capacity(self.entries.len());
        let mut waiting = vec![(0, NodeId::ROOT)];
        while let Some((parent_rank, id)) = waiting.pop() {
            let rank = flat.len();
            flat.push((parent_rank, id));
            waiting.extend(self.children(id).iter().rev().map(|&child| (rank, child)));
        }
        flat
    }

    /// The child of `parent` with that move, added as the last variation if it is new. The caller has checked that the
    /// move is legal and written in the one form the rules print.
    pub(super) fn add(&mut self, parent: NodeId, mv: String) -> NodeId {
        if let Some(known) = self.child(parent, &mv) {
            return known;
        }
        let id = NodeId(self.entries.len() as u32);
        self.entries.push(Entry { parent, children: Vec::new(), mv, notes: Notes::default() });
        self.entries[parent.index()].children.push(id);
        id
    }

    /// Makes the variation that holds `id` the first among its siblings, at the branching nearest to `id`. False when
    /// `id` is on the main line already; repeat until then to make it the main line.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let branch = std::iter::successors(Some(id), |&id| self.parent(id))
            .find(|&id| self.parent(id).is_some_and(|parent| self.children(parent)[0] != id));
        let Some(branch) = branch else { return false };
        let parent = self.entry(branch).parent;
        let siblings = &mut self.entries[parent.index()].children;
        siblings.retain(|&sibling| sibling != branch);
        siblings.insert(0, branch);
        true
    }

    /// Removes a node and everything after it, and returns its parent. The root stays: deleting it removes all moves.
    /// Nodes behind the removed one in the list get new numbers; those before it, its parent included, keep theirs.
    pub fn delete(&mut self, id: NodeId) -> NodeId {
        // A node comes after its parent in the list, so one pass finds all descendants and renumbers the rest.
        let parent = self.entry(id).parent;
        let mut renamed: Vec<Option<NodeId>> = Vec::with_capacity(self.entries.len());
        let mut kept = 0;
        for (index, entry) in self.entries.iter().enumerate() {
            let is_root = index == 0;
            let stays =
                is_root || (id != NodeId::ROOT && index != id.index() && renamed[entry.parent.index()].is_some());
            renamed.push(stays.then_some(NodeId(kept)));
            kept += u32::from(stays);
        }
        let mut stays = renamed.iter().map(Option::is_some);
        self.entries.retain(|_| stays.next() == Some(true));
        for entry in &mut self.entries {
            entry.parent = renamed[entry.parent.index()].unwrap_or(NodeId::ROOT);
            entry.children = entry.children.iter().filter_map(|child| renamed[child.index()]).collect();
        }
        parent
    }
}
