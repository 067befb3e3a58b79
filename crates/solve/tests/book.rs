//! Opening books: what they say against plain minimax, their gaps, their files, and the shipped one.

use luozi_core::conformance::Minimax;
use luozi_core::{Bounds, Game, MoveList, Rng, Score};
use luozi_games::connect4::{Position, Rules};
use luozi_solve::connect4::Connect4Solver;
use luozi_solve::connect4::book::{Book, BookError, BookKey, BookSolver, MAX_PLIES, shipped};
use luozi_solve::{Limits, Solver};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

fn scores(book: &Book) -> HashMap<BookKey, Score> {
    let mut solver = Connect4Solver::new(book.rules(), 1 << 20);
    let mut score = |position| solver.solve(&position, &Limits::none(), &mut |_| {}).bounds.solved().unwrap();
    book.last_ply().into_iter().map(|(key, position)| (key, score(position))).collect()
}

fn small_board() -> Rules<u64> {
    Rules::new(4, 4, &[]).unwrap()
}

fn small_book() -> Book {
    let empty = Book::empty(&small_board(), 5).unwrap();
    let scores = scores(&empty);
    empty.with_scores(&scores)
}

fn moves_of(rules: &Rules<u64>, position: &Position<u64>) -> MoveList<luozi_games::connect4::Column> {
    let mut moves = MoveList::new();
    rules.legal_moves(position, &mut moves);
    moves
}

fn after(rules: &Rules<u64>, position: &Position<u64>, column: luozi_games::connect4::Column) -> Position<u64> {
    let mut child = *position;
    rules.play(&mut child, column).unwrap();
    child
}

/// All positions up to a ply, each once for every way that leads there.
fn for_each_position(rules: &Rules<u64>, plies: u8, position: &Position<u64>, visit: &mut dyn FnMut(&Position<u64>)) {
    visit(position);
    if position.plies() < plies {
        for column in moves_of(rules, position) {
            for_each_position(rules, plies, &after(rules, position, column), visit);
        }
    }
}

#[test]
fn every_position_has_the_score_of_minimax() {
    let (rules, book) = (small_board(), small_book());
    let mut oracle = Minimax::new(&rules);
    let mut seen = 0;
    for_each_position(&rules, 5, &rules.initial(), &mut |position| {
        let expected = rules.outcome(position).is_none().then(|| oracle.score(position));
        assert_eq!(book.score(position), expected, "{position:?}");
        seen += 1;
    });
    assert_eq!(seen, 1 + 4 + 16 + 64 + 256 + 1020);
    let (known, all) = book.known();
    assert_eq!(known, all);
}

/// OEIS A212693: positions of the classic board by stones. Mirror images are one position here.
#[test]
fn positions_are_counted_out_whole() {
    let rules = Rules::<u64>::classic();
    for (plies, published) in [(0, 1), (1, 7), (2, 49), (3, 238), (4, 1120), (5, 4263), (6, 16422)] {
        let positions = Book::empty(&rules, plies).unwrap().last_ply();
        let images = |position: &Position<u64>| 1 + usize::from(rules.transform(position, 1) != *position);
        let counted: usize = positions.iter().map(|(_, position)| images(position)).sum();
        assert_eq!(counted, published, "{plies} plies");
    }
}

#[test]
fn a_book_with_gaps_says_only_what_follows() {
    let rules = small_board();
    let empty = Book::empty(&rules, 5).unwrap();
    let mut known = scores(&empty);
    let mut rng = Rng::seeded(4);
    known.retain(|_, _| rng.below(20) > 0);
    let (book, whole) = (empty.with_scores(&known), small_book());
    let mut gaps = 0;
    for_each_position(&rules, 5, &rules.initial(), &mut |position| {
        let score = book.score(position);
        gaps += usize::from(score.is_none() && rules.outcome(position).is_none());
        assert!(score.is_none() || score == whole.score(position), "{position:?}");
    });
    assert!(gaps > 20 && book.known().0 > 20, "{gaps} gaps, {:?} known", book.known());
    solves_all(&book);
}

/// The book's solver on random games: scores and moves as minimax has them, in the book, in its gaps and beyond.
fn solves_all(book: &Book) {
    let rules = book.rules();
    let (mut oracle, mut rng) = (Minimax::new(rules), Rng::seeded(9));
    let mut solver = BookSolver::new(book, 1 << 16);
    for _ in 0..30 {
        let mut position = rules.initial();
        while rules.outcome(&position).is_none() {
            let solution = solver.solve(&position, &Limits::none(), &mut |_| {});
            let score = oracle.score(&position);
            assert_eq!((solution.bounds, solution.stopped), (Bounds::exact(score), None), "{position:?}");
            assert_eq!(oracle.score_after(&position, solution.best.unwrap()), score, "{position:?}");
            for scored in solver.solve_moves(&position, &Limits::none()) {
                assert_eq!(scored.bounds, Bounds::exact(oracle.score_after(&position, scored.mv)), "{position:?}");
            }
            let moves = moves_of(rules, &position);
            position = after(rules, &position, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
}

#[test]
fn the_solver_goes_on_where_the_book_ends() {
    solves_all(&small_book());
}

#[test]
fn files_come_back_and_damaged_ones_are_refused() {
    let book = small_book();
    let file = book.write();
    let read = Book::read(&file).unwrap();
    assert_eq!(read.write(), file);
    assert_eq!(read.score(&small_board().initial()), book.score(&small_board().initial()));

    let error = |file: &[u8]| Book::read(file).err().expect("a damaged file");
    assert_eq!(error(b""), BookError::Foreign);
    assert_eq!(error(b"LUOZINET and more"), BookError::Foreign);
    assert!(matches!(error(&file[..12]), BookError::Length { found: 12, .. }));
    assert_eq!(error(&file[..file.len() - 1]), BookError::Damaged);
    for at in [12, 20, file.len() / 2, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        assert_eq!(error(&damaged), BookError::Damaged, "byte {at}");
    }
    let mut later = file.clone();
    later[8] = 2;
    assert_eq!(error(&later), BookError::Version(2));

    // Headers that say something else, under a checksum that holds.
    let sealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut data = file[..file.len() - 8].to_vec();
        change(&mut data);
        data.extend(luozi_core::fnv1a(&data).to_le_bytes());
        error(&data)
    };
    assert!(matches!(sealed(&|data| data[12] = 200), BookError::Shape { rows: 200, .. }));
    assert!(matches!(sealed(&|data| data[16] = MAX_PLIES + 1), BookError::Shape { .. }));
    assert_eq!(sealed(&|data| data.push(0)), BookError::Length { expected: file.len(), found: file.len() + 1 });
    let scores = file.len() - 28;
    let short = BookError::Short { found: scores - 1, rows: 4, cols: 4, plies: 5 };
    assert_eq!(sealed(&|data| data.truncate(data.len() - 1)), short);
    // A few bytes that would have billions of positions counted out.
    let wide = |data: &mut Vec<u8>| [data[12], data[14], data[16]] = [3, 16, 10];
    assert_eq!(sealed(&wide), BookError::Short { found: scores, rows: 3, cols: 16, plies: 10 });
}

#[test]
fn a_book_with_too_many_positions_is_not_begun() {
    let wide = Rules::<u64>::new(3, 16, &[]).unwrap();
    let error = Book::empty(&wide, MAX_PLIES).err();
    assert_eq!(error, Some(BookError::TooLarge { rows: 3, cols: 16, plies: MAX_PLIES }));
}

/// The score stands in the book, the moves do not, and there is no leave to search for one.
#[test]
fn a_question_about_the_move_that_was_stopped_says_so() {
    let rules = small_board();
    let empty = Book::empty(&rules, 0).unwrap();
    let known = scores(&empty);
    let book = empty.with_scores(&known);
    let mut solver = BookSolver::new(&book, 1 << 16);
    let stop = AtomicBool::new(true);
    let limits = Limits::none().nodes(1).stop_flag(&stop);
    let solution = solver.solve(&rules.initial(), &limits, &mut |_| {});
    assert_eq!((solution.bounds, solution.best), (Bounds::exact(Score::DRAW), None));
    assert!(solution.stopped.is_some(), "{solution:?}");
}

/// The score of a position that is over, or in the book.
fn known_score(book: &Book, position: &Position<u64>) -> Option<Score> {
    book.rules().outcome(position).or_else(|| book.score(position))
}

#[test]
fn in_the_shipped_book_every_position_is_worth_its_best_move() {
    let book = shipped();
    let rules = book.rules();
    let mut compared = 0;
    for_each_position(rules, book.plies() - 1, &rules.initial(), &mut |position| {
        let Some(score) = book.score(position) else { return };
        let mover = rules.to_move(position);
        let children = moves_of(rules, position).into_iter().map(|column| after(rules, position, column));
        let scores: Option<Vec<i16>> =
            children.map(|child| known_score(book, &child).map(|score| score.seen_by(mover))).collect();
        if let Some(scores) = scores {
            assert_eq!(scores.into_iter().max(), Some(score.seen_by(mover)), "{position:?}");
            compared += 1;
        }
    });
    assert!(compared > 1000, "{compared} positions compared");
}

/// The first moves are worth what the literature says (J. Tromp; V. Allis and J. Allen 1988 for the winner).
#[test]
fn the_shipped_book_knows_the_first_moves() {
    let (book, rules) = (shipped(), Rules::<u64>::classic());
    let (known, all) = book.known();
    assert_eq!((book.plies(), known), (6, all), "six plies without a gap");
    assert_eq!(book.score(&rules.initial()), Some(Score(1)));
    let moves = moves_of(&rules, &rules.initial());
    let scores: Vec<_> = moves.iter().map(|&column| book.score(&after(&rules, &rules.initial(), column))).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2].map(|score| Some(Score(score))));
}

/// A sample of its last positions, each solved as far as a few nodes go.
#[test]
fn the_shipped_book_agrees_with_the_solver() {
    let (book, mut rng) = (shipped(), Rng::seeded(2026));
    let positions = book.last_ply();
    let mut solver = Connect4Solver::new(book.rules(), 1 << 24);
    let mut solved = 0;
    for _ in 0..60 {
        let (_, position) = positions[rng.below(positions.len() as u32) as usize];
        let Some(score) = book.score(&position) else { continue };
        let Bounds { lower, upper } = solver.solve(&position, &Limits::none().nodes(100_000), &mut |_| {}).bounds;
        assert!(
            lower <= score && score <= upper,
            "{position:?}: {score} in the book, {lower} to {upper} by the solver"
        );
        solved += usize::from(lower == upper);
    }
    assert!(solved >= 5, "{solved} positions solved");
}
