//! Builds the tree of a record while the rules watch: every reader of a format adds its moves here.

use super::tree::{NodeId, Tree};
use crate::Session;
use luozi_core::{IllegalMove, ParseError, Place};

/// A tree that grows by legal moves only. A session walks along, so that the position of any node is at hand; from a node
/// to the next one of a file it is one move, as a rule.
pub(super) struct Grower {
    tree: Tree,
    session: Session,
    /// The node where the session stands.
    at: NodeId,
}

impl Grower {
    /// A tree without moves at the start of a session.
    pub(super) fn new(start: &Session) -> Grower {
        Grower { tree: Tree::default(), session: start.restarted(), at: NodeId::ROOT }
    }

    pub(super) fn tree(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// The game at a node.
    pub(super) fn session(&mut self, id: NodeId) -> &Session {
        walk(&self.tree, &mut self.session, self.at, id);
        self.at = id;
        &self.session
    }

    /// The node that a move leads to, new or known.
    pub(super) fn play(&mut self, at: NodeId, index: usize) -> Result<NodeId, IllegalMove> {
        self.session(at);
        self.session.play_index(index)?;
        let written = self.session.moves().last().cloned().unwrap_or_default();
        self.at = self.tree.add(at, written);
        Ok(self.at)
    }

    /// The same after the pass that the writer of the move left out, if there was one.
    pub(super) fn play_with_passes(&mut self, mut at: NodeId, index: usize) -> Result<NodeId, IllegalMove> {
        if let Some(pass) = self.session(at).implied_pass(index) {
            at = self.play(at, pass)?;
        }
        self.play(at, index)
    }

    pub(super) fn finish(self) -> Tree {
        self.tree
    }
}

/// Leads a session from one node to another: back to where their ways part, then forward.
pub(super) fn walk(tree: &Tree, session: &mut Session, from: NodeId, to: NodeId) {
    if from == to {
        return;
    }
    let (old, new) = (tree.path(from), tree.path(to));
    let shared = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    for _ in shared..old.len() {
        session.undo();
    }
    for &id in &new[shared..] {
        session.play(tree.move_text(id).unwrap_or_default()).expect("a tree holds legal moves");
    }
}

/// Reads a move and checks that it is legal where a session stands.
pub(super) fn legal_move(session: &Session, text: &str) -> Result<usize, ParseError> {
    let index = session.parse_move(text)?;
    session.check(index).map_err(|reason| ParseError::illegal(text, 0, text, reason))?;
    Ok(index)
}

/// Moves the place of an error inside a part to the place of the part in the whole text.
pub(super) fn placed(whole: &str, offset: usize) -> impl FnOnce(ParseError) -> ParseError {
    move |error| ParseError { place: Place::of(whole, offset), ..error }
}
