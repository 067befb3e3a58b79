//! Builds the tree of a record while the rules watch: every reader of a format adds its moves here.

use super::tree::{NodeId, Tree};
use luozi_core::{Game, IllegalMove, Notation, ParseError, Place};

/// A tree that grows by legal moves only, with the position of every node at hand.
pub(super) struct Grower<'r, R: Game> {
    rules: &'r R,
    tree: Tree,
    /// By node index.
    positions: Vec<R::Position>,
}

impl<'r, R: Game + Notation> Grower<'r, R> {
    pub(super) fn new(rules: &'r R, start: R::Position) -> Grower<'r, R> {
        Grower { rules, tree: Tree::default(), positions: vec![start] }
    }

    pub(super) fn tree(&mut self) -> &mut Tree {
        &mut self.tree
    }

    pub(super) fn position(&self, id: NodeId) -> &R::Position {
        &self.positions[id.index()]
    }

    /// The node that `mv` leads to, new or known.
    pub(super) fn play(&mut self, at: NodeId, mv: R::Move) -> Result<NodeId, IllegalMove> {
        let mut position = *self.position(at);
        self.rules.play(&mut position, mv)?;
        let id = self.tree.add(at, self.rules.move_text(mv));
        if id.index() == self.positions.len() {
            self.positions.push(position);
        }
        Ok(id)
    }

    /// The same after the pass that the writer of the move left out, if there was one.
    pub(super) fn play_with_passes(&mut self, mut at: NodeId, mv: R::Move) -> Result<NodeId, IllegalMove> {
        if let Some(pass) = self.rules.implied_pass(self.position(at), mv) {
            at = self.play(at, pass)?;
        }
        self.play(at, mv)
    }

    pub(super) fn finish(self) -> Tree {
        self.tree
    }
}

/// The start position of a record: the text's, or the initial one.
pub(super) fn start_position<R: Notation>(rules: &R, text: Option<&str>) -> Result<R::Position, ParseError> {
    text.map_or_else(|| Ok(rules.initial()), |text| rules.parse_position(text))
}

/// The text under which a start position is saved; `None` for the initial position.
pub(super) fn start_text<R: Notation>(rules: &R, start: &R::Position) -> Option<String> {
    (*start != rules.initial()).then(|| rules.position_text(start))
}

/// Reads a move and checks that it is legal in `position`.
pub(super) fn legal_move<R: Notation>(rules: &R, position: &R::Position, text: &str) -> Result<R::Move, ParseError> {
    let mv = rules.parse_move(text)?;
    rules.check(position, mv).map_err(|reason| ParseError::illegal(text, 0, text, reason))?;
    Ok(mv)
}

/// Moves the place of an error inside a part to the place of the part in the whole text.
pub(super) fn placed(whole: &str, offset: usize) -> impl FnOnce(ParseError) -> ParseError {
    move |error| ParseError { place: Place::of(whole, offset), ..error }
}
