//! What a game is, for everything above it.
//!
//! A game is a *rules* value (size, forbidden cells, masks: immutable, shared) and small `Copy` *positions*. The rules
//! are the receiver of every method, so a position holds only what changes. Turns always alternate; a pass, where a
//! game has one, is a move. Positions never repeat, so games are finite and the graph of positions is acyclic.
//!
//! [`Game`] is what a search needs; [`Notation`] is what people and other programs need.

use crate::{Grid, IllegalMove, Key, ParseError, Player, Rng, Score};
use arrayvec::ArrayVec;
use std::fmt::Debug;
use std::hash::Hash;

/// No position of any game here has more legal moves.
pub const MAX_MOVES: usize = 256;

/// A list of moves that never allocates.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// What the rules alone say about a position, without search: see [`Game::candidates`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The result is open, or the rules do not see it.
    Open,
    /// With best play the game ends with this score.
    Decided(Score),
}

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// Final score, first player's view.
    pub score: Score,
    /// Moves played from the start of the playout to its end.
    pub plies: u32,
}

/// The rules of a game.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// What changes during a game.
    type Position: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What a player does in a turn. Moves are ordered so that lists of them read the same every time.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static;

    /// Whether [`Game::candidates`] knows more than the list of legal moves.
    const HAS_HOOK: bool = false;

    /// The start of a game.
    fn initial(&self) -> Self::Position;

    /// The side whose turn it is. Also answers, without meaning, when the game is over.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// The final score, `None` while the game goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Score>;

    /// No score above this can be reached from `position` by the first player, and none below its negative by the
    /// second. May be pessimistic.
    fn score_limit(&self, position: &Self::Position) -> i16;

    /// Replaces `moves` by all legal moves, in ascending dense index. Empty exactly when the game is over.
    fn legal_moves(&self, position: &Self::Position, moves: &mut MoveList<Self::Move>);

    /// The number of legal moves. Slow but right by default.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = MoveList::new();
        self.legal_moves(position, &mut moves);
        moves.len() as u64
    }

    /// Perft: the number of move sequences of exactly `depth` plies; a pass is a ply. A finished game has no children,
    /// or counts as one sequence in games whose published tables count so. Slow but right by default.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(position),
            _ => {
                let mut moves = MoveList::new();
                self.legal_moves(position, &mut moves);
                let children = moves.iter().map(|&mv| {
                    let mut child = *position;
                    self.play_unchecked(&mut child, mv);
                    child
                });
                children.map(|child| self.perft(&child, depth - 1)).sum()
            }
        }
    }

    /// Says why a move is illegal. Accepts any move value, also one that is not on this board.
    fn check(&self, position: &Self::Position, mv: Self::Move) -> Result<(), IllegalMove>;

    /// Plays a move, or says why it is illegal and leaves the position as it was.
    #[inline]
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Result<(), IllegalMove> {
        self.check(position, mv)?;
        self.play_unchecked(position, mv);
        Ok(())
    }

    /// Plays a move that the caller knows to be legal. Anything else gives a wrong position (never undefined behaviour).
    fn play_unchecked(&self, position: &mut Self::Position, mv: Self::Move);

    /// Key of the position; equal for equal positions, incremental where it pays.
    fn key(&self, position: &Self::Position) -> Key;

    /// One more than the largest dense index of a move.
    fn move_count(&self) -> usize;

    /// Dense index of a move, below [`Game::move_count`].
    fn move_index(&self, mv: Self::Move) -> usize;

    /// The move with that index; `None` past the end.
    fn move_at(&self, index: usize) -> Option<Self::Move>;

    /// Number of symmetries of these rules; symmetry 0 is the identity.
    fn symmetries(&self) -> usize;

    /// The symmetry that undoes `symmetry`.
    fn inverse_symmetry(&self, symmetry: usize) -> usize;

    /// The image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, symmetry: usize) -> Self::Position;

    /// The image of a move under a symmetry.
    fn transform_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move;

    /// The smallest key among the images of the position: equal for symmetric positions. Slow but right by default.
    fn canonical_key(&self, position: &Self::Position) -> Key {
        (0..self.symmetries()).map(|s| self.key(&self.transform(position, s))).min().unwrap_or(self.key(position))
    }

    /// The forced-move hook, which serves tree, playouts and solvers alike.
    ///
    /// Replaces `moves` by the moves that are worth considering and never leaves it empty while the game goes on:
    /// * `Open`: every legal move that is not seen to lose; a single one is a forced reply. Each move left out loses
    ///   at least as fast as any move kept can.
    /// * `Decided(score)`: the result is `score` with best play, and `moves` holds moves that reach it.
    ///
    /// By default: all legal moves and `Open`; a game that says more sets [`Game::HAS_HOOK`]. The game must not be over.
    #[inline]
    fn candidates(&self, position: &Self::Position, moves: &mut MoveList<Self::Move>) -> Verdict {
        self.legal_moves(position, moves);
        Verdict::Open
    }

    /// Plays uniformly random legal moves to the end. Slow but right by default.
    fn playout(&self, position: &Self::Position, rng: &mut Rng) -> Playout {
        self.playout_aloud(position, rng, &mut |_| {})
    }

    /// The game that [`Game::playout`] plays with the same generator, slowly, with every move told. Right by default where
    /// a move is drawn by its place among the legal ones.
    fn playout_aloud(&self, position: &Self::Position, rng: &mut Rng, tell: &mut dyn FnMut(Self::Move)) -> Playout {
        random_game(self, position, rng, |_, mv| tell(mv))
    }
}

/// Plays random legal moves to the end, each drawn by its place in the list; `tell` hears the mover and the move.
pub(crate) fn random_game<G: Game>(
    game: &G,
    position: &G::Position,
    rng: &mut Rng,
    mut tell: impl FnMut(Player, G::Move),
) -> Playout {
    let (mut position, mut moves, mut plies) = (*position, MoveList::new(), 0);
    loop {
        if let Some(score) = game.outcome(&position) {
            return Playout { score, plies };
        }
        game.legal_moves(&position, &mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        tell(game.to_move(&position), mv);
        game.play_unchecked(&mut position, mv);
        plies += 1;
    }
}

/// Text in and out.
pub trait Notation: Game {
    /// The board: sizes, places and labels. Its moves have the same dense indices as the game's.
    fn grid(&self) -> Grid;

    /// The move as people write it. By default as the grid names it.
    fn move_text(&self, mv: Self::Move) -> String {
        self.grid().move_text(self.move_index(mv))
    }

    /// Reads one move; says what was wrong with a text that is none. Legality is not checked. By default as the grid names
    /// moves.
    fn parse_move(&self, text: &str) -> Result<Self::Move, ParseError> {
        let found = self.grid().parse_move(text).and_then(|index| self.move_at(index));
        found.ok_or_else(|| ParseError::unexpected(text, 0, text.trim(), self.grid().expected()))
    }

    /// The board as text, readable by people and by [`Notation::parse_position`].
    fn position_text(&self, position: &Self::Position) -> String;

    /// Reads a board.
    fn parse_position(&self, text: &str) -> Result<Self::Position, ParseError>;

    /// Splits a sequence of moves into its parts, each with its byte offset. By default at blanks and commas.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        crate::text::words(text).collect()
    }

    /// Reads a sequence of moves that starts at `from`, checking each against the rules. Passes that a notation
    /// leaves out are put in.
    fn parse_moves(&self, from: &Self::Position, text: &str) -> Result<Vec<Self::Move>, ParseError> {
        let mut position = *from;
        let mut played = Vec::new();
        for (offset, part) in self.split_moves(text) {
            let mv = self.parse_move(part).map_err(|e| ParseError { place: crate::Place::of(text, offset), ..e })?;
            if let Some(pass) = self.implied_pass(&position, mv) {
                self.play_unchecked(&mut position, pass);
                played.push(pass);
            }
            self.play(&mut position, mv).map_err(|reason| ParseError::illegal(text, offset, part, reason))?;
            played.push(mv);
        }
        Ok(played)
    }

    /// The pass that must have happened before `mv` although nobody wrote it down. Most games have none.
    fn implied_pass(&self, _position: &Self::Position, _mv: Self::Move) -> Option<Self::Move> {
        None
    }
}
