//! One battery of checks for every game, with a slow twin as the oracle.
//!
//! A game's tests write a [`Twin`], an obvious array version of the rules that shares no code with the fast one, and
//! call [`check_games`] (or the [`conformance!`](crate::conformance!) macro) for every board they care about. The
//! battery plays random games on both and compares everything that can be compared.

use crate::{Game, Key, MoveList, Notation, Rng, Score, Verdict};
use std::collections::HashMap;

/// An independent, slow, obvious implementation of the same rules.
pub trait Twin<G: Game>: Clone {
    /// The start of a game.
    fn start(game: &G) -> Self;
    /// All legal moves, in any order; empty when the game is over.
    fn legal(&self, game: &G) -> Vec<G::Move>;
    /// Plays a legal move.
    fn play(&mut self, game: &G, mv: G::Move);
    /// The final score, `None` while the game goes on.
    fn outcome(&self, game: &G) -> Option<Score>;
    /// The board as the game's own notation prints it.
    fn text(&self, game: &G) -> String;
}

/// Plays `games` random games on the fast rules and on the twin and compares them at every ply.
///
/// # Panics
/// With the position and the property that failed, when something differs.
pub fn check_games<G: Game + Notation, T: Twin<G>>(game: &G, games: u32, seed: u64) {
    let mut rng = Rng::seeded(seed);
    let mut boards_of_keys: HashMap<Key, G::Position> = HashMap::new();
    for _ in 0..games {
        let mut position = game.initial();
        let mut twin = T::start(game);
        let mut played = Vec::new();
        loop {
            check_position(game, &position, &twin, &mut rng);
            let known = boards_of_keys.entry(game.key(&position)).or_insert(position);
            assert_eq!(*known, position, "two positions share a key");
            let mut moves = MoveList::new();
            game.legal_moves(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            game.play(&mut position, mv).expect("a listed move is legal");
            twin.play(game, mv);
            played.push(mv);
        }
        check_sequence(game, &played, &position);
    }
}

/// The checks of one position.
fn check_position<G: Game + Notation, T: Twin<G>>(game: &G, position: &G::Position, twin: &T, rng: &mut Rng) {
    let text = game.position_text(position);
    assert_eq!(text, twin.text(game), "boards differ");

    // Legal lists: sorted by index, the twin's, agreeing with the legality test; finished games refuse every move.
    let mut moves = MoveList::new();
    game.legal_moves(position, &mut moves);
    let indices: Vec<usize> = moves.iter().map(|&mv| game.move_index(mv)).collect();
    assert!(indices.is_sorted_by(|a, b| a < b), "moves are not in ascending index order: {moves:?}\n{text}");
    let mut expected = twin.legal(game);
    expected.sort_by_key(|&mv| game.move_index(mv));
    assert_eq!(moves.as_slice(), expected.as_slice(), "legal moves differ from the twin's\n{text}");
    assert_eq!(game.count_moves(position), moves.len() as u64, "count_moves\n{text}");
    assert_eq!(game.outcome(position), twin.outcome(game), "outcome\n{text}");
    assert_eq!(moves.is_empty(), game.outcome(position).is_some(), "no moves if and only if the game is over\n{text}");
    for index in 0..game.move_count() {
        let mv = game.move_at(index).expect("every index below move_count is a move");
        assert_eq!(game.move_index(mv), index, "index of {mv:?}");
        let legal = moves.contains(&mv);
        let mut copy = *position;
        assert_eq!(game.play(&mut copy, mv).is_ok(), legal, "checked play of {mv:?}\n{text}");
        assert!(legal || copy == *position, "a refused move changed the position\n{text}");
        let written = game.move_text(mv);
        assert_eq!(game.parse_move(&written).as_ref(), Ok(&mv), "move text `{written}`");
    }
    assert_eq!(game.move_at(game.move_count()), None);

    // Text round trip: the parsed position is the same in every field, incremental key included.
    let parsed = game.parse_position(&text).unwrap_or_else(|e| panic!("own text does not parse: {e}\n{text}"));
    assert_eq!(parsed, *position, "print, parse: a different position\n{text}");
    assert_eq!(game.key(&parsed), game.key(position), "key recomputed\n{text}");

    if !moves.is_empty() {
        let grandchildren = moves.iter().map(|&mv| {
            let mut child = *position;
            game.play_unchecked(&mut child, mv);
            game.perft(&child, 1)
        });
        assert_eq!(game.perft(position, 2), grandchildren.sum::<u64>(), "perft 2\n{text}");
        assert_eq!(game.perft(position, 1), moves.len() as u64, "perft 1\n{text}");
    }

    check_symmetries(game, position, &moves, &text);
    check_candidates(game, position, &moves, &text);

    // Playouts end, with a score inside the limit, and leave the position alone.
    if game.outcome(position).is_none() {
        let (mut again, mut last, mut told) = (rng.clone(), *position, 0);
        let playout = game.playout(position, rng);
        let aloud = game.playout_aloud(position, &mut again, &mut |mv| {
            assert!(game.check(&last, mv).is_ok(), "a playout plays an illegal move\n{text}");
            game.play_unchecked(&mut last, mv);
            told += 1;
        });
        assert_eq!((aloud, told), (playout, playout.plies), "a playout and the same one told\n{text}");
        assert_eq!(game.outcome(&last), Some(playout.score), "the moves told lead to the end\n{text}");
        assert!(playout.plies >= 1, "a playout of an unfinished game plays\n{text}");
        assert!(playout.score.0.abs() <= game.score_limit(position), "{playout:?} beyond the limit\n{text}");
    }
}

/// Every symmetry maps positions and moves onto each other and back.
fn check_symmetries<G: Game + Notation>(game: &G, position: &G::Position, moves: &[G::Move], text: &str) {
    let canonical = game.canonical_key(position);
    assert_eq!(game.transform(position, 0), *position, "symmetry 0 is the identity\n{text}");
    for symmetry in 0..game.symmetries() {
        let inverse = game.inverse_symmetry(symmetry);
        let image = game.transform(position, symmetry);
        assert_eq!(game.transform(&image, inverse), *position, "symmetry {symmetry} and back\n{text}");
        assert_eq!(game.outcome(&image), game.outcome(position), "outcome under symmetry {symmetry}\n{text}");
        assert_eq!(game.canonical_key(&image), canonical, "canonical key under symmetry {symmetry}\n{text}");
        let mut image_moves = MoveList::new();
        game.legal_moves(&image, &mut image_moves);
        assert_eq!(image_moves.len(), moves.len(), "moves under symmetry {symmetry}\n{text}");
        for &mv in moves {
            let image_move = game.transform_move(mv, symmetry);
            assert_eq!(game.transform_move(image_move, inverse), mv, "move under symmetry {symmetry}\n{text}");
            let (mut after, mut image_after) = (*position, image);
            game.play_unchecked(&mut after, mv);
            game.play(&mut image_after, image_move).expect("the image of a legal move is legal");
            assert_eq!(game.transform(&after, symmetry), image_after, "play commutes with symmetry {symmetry}\n{text}");
        }
    }
}

/// The forced-move hook keeps what one ply of plain look-ahead can tell of its promises: candidates are legal and never
/// none, and a verdict overlooks no win in one move. [`Minimax`] tells the rest, on small boards.
fn check_candidates<G: Game + Notation>(game: &G, position: &G::Position, moves: &[G::Move], text: &str) {
    if moves.is_empty() {
        return;
    }
    let mut kept = MoveList::new();
    let verdict = game.candidates(position, &mut kept);
    assert!(!kept.is_empty(), "candidates are never empty while the game goes on\n{text}");
    assert!(kept.iter().all(|mv| moves.contains(mv)), "a candidate is illegal\n{text}");
    let mover = game.to_move(position);
    let wins_at_once = moves.iter().any(|&mv| {
        let mut child = *position;
        game.play_unchecked(&mut child, mv);
        game.outcome(&child).is_some_and(|score| score.seen_by(mover) > 0)
    });
    if let Verdict::Decided(score) = verdict {
        assert!(score.0.abs() <= game.score_limit(position), "decided score beyond the limit\n{text}");
        assert!(!wins_at_once || score.seen_by(mover) > 0, "an immediate win was overlooked\n{text}");
    }
}

/// A whole game as text reads back as the same game, and a finished game refuses to go on.
fn check_sequence<G: Game + Notation>(game: &G, played: &[G::Move], last: &G::Position) {
    let text = played.iter().map(|&mv| game.move_text(mv)).collect::<Vec<_>>().join(" ");
    let read = game.parse_moves(&game.initial(), &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(read, played, "move list round trip\n{text}");
    for index in 0..game.move_count() {
        let mv = game.move_at(index).expect("every index below move_count is a move");
        assert!(game.play(&mut last.clone(), mv).is_err(), "a finished game accepted {mv:?}");
    }
}

/// Plain minimax that only remembers what it has seen: the oracle for proofs, solvers and the forced-move hook on
/// small boards.
pub struct Minimax<'g, G: Game> {
    game: &'g G,
    known: HashMap<Key, Score>,
}

impl<'g, G: Game> Minimax<'g, G> {
    /// An oracle that has seen nothing yet.
    pub fn new(game: &'g G) -> Minimax<'g, G> {
        Minimax { game, known: HashMap::new() }
    }

    /// The score with best play of both sides.
    pub fn score(&mut self, position: &G::Position) -> Score {
        let game = self.game;
        if let Some(score) = game.outcome(position) {
            return score;
        }
        let key = game.key(position);
        if let Some(&score) = self.known.get(&key) {
            return score;
        }
        let mover = game.to_move(position);
        let mut moves = MoveList::new();
        game.legal_moves(position, &mut moves);
        let scores = moves.iter().map(|&mv| self.score_after(position, mv));
        let best = scores.max_by_key(|score| score.seen_by(mover)).expect("an unfinished game has a move");
        self.known.insert(key, best);
        best
    }

    /// The score after a legal move.
    pub fn score_after(&mut self, position: &G::Position, mv: G::Move) -> Score {
        let mut child = *position;
        self.game.play_unchecked(&mut child, mv);
        self.score(&child)
    }
}

/// [`Minimax`] for a single position.
pub fn minimax<G: Game>(game: &G, position: &G::Position) -> Score {
    Minimax::new(game).score(position)
}

/// The hook's verdicts are exactly minimax's, at every position of random games on a board small enough for minimax:
/// decided scores are right, each kept move of a decided position reaches the score, and no dropped move is better
/// than the best kept one.
///
/// # Panics
/// With the position, when a verdict is wrong.
pub fn check_candidates_by_minimax<G: Game + Notation>(game: &G, games: u32, seed: u64) {
    let mut rng = Rng::seeded(seed);
    let mut oracle = Minimax::new(game);
    for _ in 0..games {
        let mut position = game.initial();
        while game.outcome(&position).is_none() {
            let mover = game.to_move(&position);
            let mut moves = MoveList::new();
            game.legal_moves(&position, &mut moves);
            let mut value = |mv: G::Move| oracle.score_after(&position, mv).seen_by(mover);
            let best = moves.iter().map(|&mv| value(mv)).max().expect("a move");
            let text = game.position_text(&position);
            let mut kept = MoveList::new();
            let verdict = game.candidates(&position, &mut kept);
            assert_eq!(kept.iter().map(|&mv| value(mv)).max(), Some(best), "the best move was dropped\n{text}");
            if let Verdict::Decided(score) = verdict {
                assert_eq!(score.seen_by(mover), best, "wrong verdict\n{text}");
                assert!(kept.iter().all(|&mv| value(mv) == best), "a kept move does not reach the score\n{text}");
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            game.play_unchecked(&mut position, mv);
        }
    }
}

/// Declares a test that runs the whole battery on one board.
///
/// ```ignore
/// conformance!(nogo_9x9, Array, nogo::Rules::standard(), games: 30, seed: 11);
/// ```
#[macro_export]
macro_rules! conformance {
    ($name:ident, $twin:ty, $rules:expr, games: $games:expr, seed: $seed:expr) => {
        #[test]
        fn $name() {
            $crate::conformance::check_games::<_, $twin>(&$rules, $games, $seed);
        }
    };
}

/// Declares a test that compares perft counts from the start with a table: depth 1 first.
#[macro_export]
macro_rules! perft_table {
    ($name:ident, $rules:expr, [$($count:expr),+ $(,)?]) => {
        #[test]
        fn $name() {
            let rules = $rules;
            let start = $crate::Game::initial(&rules);
            let expected: &[u64] = &[$($count),+];
            for (depth, &count) in (1..).zip(expected) {
                assert_eq!($crate::Game::perft(&rules, &start, depth), count, "depth {depth}");
            }
        }
    };
}
