//! Reversi against a slow twin, published counts, known results, and text from elsewhere.

use luozi_core::conformance::{Twin, minimax};
use luozi_core::{Game, IllegalMove, MoveList, Notation, Player, Playout, Rng, Score, conformance, perft_table};
use luozi_games::reversi::{Rules, Scoring, SetupError, Square, obf};
use proptest::prelude::*;

/// Reversi on an array, walking every line cell by cell.
#[derive(Clone)]
struct Array {
    cells: [[Option<Player>; 8]; 8],
    to_move: Player,
}

impl Array {
    /// The cells that a disc of `player` on an empty cell would turn over.
    fn turned(&self, size: usize, row: usize, column: usize, player: Player) -> Vec<(usize, usize)> {
        let mut turned = Vec::new();
        if self.cells[row][column].is_some() {
            return turned;
        }
        for down in -1..=1 {
            for right in -1..=1 {
                let mut line = Vec::new();
                let (mut r, mut c) = (row as i32, column as i32);
                loop {
                    (r, c) = (r + down, c + right);
                    if r < 0 || c < 0 || r >= size as i32 || c >= size as i32 {
                        break;
                    }
                    match self.cells[r as usize][c as usize] {
                        None => break,
                        Some(owner) if owner == player => {
                            turned.append(&mut line);
                            break;
                        }
                        Some(_) => line.push((r as usize, c as usize)),
                    }
                }
            }
        }
        turned
    }

    fn placements(&self, size: usize, player: Player) -> Vec<(usize, usize)> {
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        cells.filter(|&(row, column)| !self.turned(size, row, column, player).is_empty()).collect()
    }

    fn count(&self, owner: Option<Player>, size: usize) -> i16 {
        self.cells[..size].iter().flat_map(|row| &row[..size]).filter(|&&cell| cell == owner).count() as i16
    }
}

impl Twin<Rules> for Array {
    fn start(rules: &Rules) -> Array {
        let mut cells = [[None; 8]; 8];
        let low = rules.size() / 2 - 1;
        (cells[low][low], cells[low + 1][low + 1]) = (Some(Player::Second), Some(Player::Second));
        (cells[low][low + 1], cells[low + 1][low]) = (Some(Player::First), Some(Player::First));
        Array { cells, to_move: Player::First }
    }

    fn legal(&self, rules: &Rules) -> Vec<Square> {
        let own = self.placements(rules.size(), self.to_move);
        if own.is_empty() && !self.placements(rules.size(), self.to_move.other()).is_empty() {
            return vec![Square::PASS];
        }
        own.into_iter().map(|(row, column)| Square::at(row, column).unwrap()).collect()
    }

    fn play(&mut self, rules: &Rules, mv: Square) {
        if mv != Square::PASS {
            for (row, column) in self.turned(rules.size(), mv.row(), mv.column(), self.to_move) {
                self.cells[row][column] = Some(self.to_move);
            }
            self.cells[mv.row()][mv.column()] = Some(self.to_move);
        }
        self.to_move = self.to_move.other();
    }

    fn outcome(&self, rules: &Rules) -> Option<Score> {
        if !self.legal(rules).is_empty() {
            return None;
        }
        let [first, second, empty] =
            [Some(Player::First), Some(Player::Second), None].map(|owner| self.count(owner, rules.size()));
        let bonus = if rules.scoring() == Scoring::EmptiesToWinner { empty } else { 0 };
        Some(Score(match first.cmp(&second) {
            std::cmp::Ordering::Greater => first + bonus - second,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => first - bonus - second,
        }))
    }

    fn text(&self, rules: &Rules) -> String {
        let mut text = String::new();
        for row in &self.cells[..rules.size()] {
            for cell in &row[..rules.size()] {
                text.push(match cell {
                    None => '.',
                    Some(Player::First) => 'X',
                    Some(Player::Second) => 'O',
                });
            }
            text.push('\n');
        }
        text + if self.to_move == Player::First { "X" } else { "O" }
    }
}

fn rules(size: usize, scoring: Scoring) -> Rules {
    Rules::new(size, scoring).unwrap()
}

conformance!(difference_8x8, Array, Rules::standard(), games: 40, seed: 21);
conformance!(difference_6x6, Array, rules(6, Scoring::Difference), games: 60, seed: 22);
conformance!(difference_4x4, Array, rules(4, Scoring::Difference), games: 200, seed: 23);
conformance!(empties_8x8, Array, rules(8, Scoring::EmptiesToWinner), games: 20, seed: 24);
conformance!(empties_6x6, Array, rules(6, Scoring::EmptiesToWinner), games: 60, seed: 25);
conformance!(empties_4x4, Array, rules(4, Scoring::EmptiesToWinner), games: 200, seed: 26);

// A pass is one ply; counted otherwise, depth 9 would be 3005320. A finished game counts as one sequence; counted as
// none, depth 10 would be 24571056 and depth 11 212258216.
perft_table!(perft_8x8, Rules::standard(), [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800]);

#[test]
fn perft_counts_passes_and_ends_as_playing_them_does() {
    fn walk(rules: &Rules, position: &<Rules as Game>::Position, depth: u32) -> u64 {
        if depth == 0 || rules.outcome(position).is_some() {
            return 1;
        }
        let mut moves = MoveList::new();
        rules.legal_moves(position, &mut moves);
        let children = moves.iter().map(|&mv| {
            let mut child = *position;
            rules.play(&mut child, mv).unwrap();
            walk(rules, &child, depth - 1)
        });
        children.sum()
    }
    let rules = rules(4, Scoring::Difference);
    for depth in 0..16 {
        assert_eq!(rules.perft(&rules.initial(), depth), walk(&rules, &rules.initial(), depth), "depth {depth}");
    }
}

#[test]
fn playouts_are_the_games_that_the_numbers_say() {
    for rules in [Rules::standard(), rules(6, Scoring::EmptiesToWinner), rules(4, Scoring::Difference)] {
        for seed in 0..300 {
            let (mut rng, mut position, mut plies) = (Rng::seeded(seed), rules.initial(), 0);
            let score = loop {
                if let Some(score) = rules.outcome(&position) {
                    break score;
                }
                let mut moves = MoveList::new();
                rules.legal_moves(&position, &mut moves);
                let mv = moves[rng.below(moves.len() as u32) as usize];
                rules.play(&mut position, mv).unwrap();
                plies += 1;
            };
            let playout = rules.playout(&rules.initial(), &mut Rng::seeded(seed));
            assert_eq!(playout, Playout { score, plies }, "seed {seed}");
        }
    }
}

/// Perfect play on 4x4 ends 3-11 with two squares empty.
#[test]
fn second_player_wins_4x4() {
    for (scoring, score) in [(Scoring::Difference, -8), (Scoring::EmptiesToWinner, -10)] {
        let rules = rules(4, scoring);
        assert_eq!(minimax(&rules, &rules.initial()), Score(score), "{scoring:?}");
    }
}

fn position(rules: &Rules, text: &str) -> <Rules as Game>::Position {
    rules.parse_position(text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn refused_moves_say_why() {
    let rules = Rules::standard();
    let square = |name| rules.parse_move(name).unwrap();
    let start = rules.initial();
    assert_eq!(rules.check(&start, square("f5")), Ok(()));
    assert_eq!(rules.check(&start, square("d4")), Err(IllegalMove::Occupied));
    assert_eq!(rules.check(&start, square("a1")), Err(IllegalMove::FlipsNothing));
    assert_eq!(rules.check(&start, Square::PASS), Err(IllegalMove::MayNotPass));

    let stuck = position(&rules, &format!("OX{} X", "-".repeat(62)));
    assert_eq!(rules.check(&stuck, Square::PASS), Ok(()));
    assert_eq!(rules.check(&stuck, square("c1")), Err(IllegalMove::MustPass));

    let small = Rules::new(4, Scoring::Difference).unwrap();
    assert_eq!(small.check(&small.initial(), square("e4")), Err(IllegalMove::OffBoard));
}

#[test]
fn a_side_without_discs_ends_the_game() {
    let ends = [Scoring::Difference, Scoring::EmptiesToWinner].map(|scoring| {
        let rules = rules(8, scoring);
        // The fastest wipe-out from the start: white has no disc left after nine moves.
        let moves = rules.parse_moves(&rules.initial(), "e6f4e3f6g5d6e7f5c5").unwrap();
        let mut position = rules.initial();
        for mv in moves {
            assert_eq!(rules.outcome(&position), None);
            rules.play(&mut position, mv).unwrap();
        }
        assert_eq!(position.discs(Player::Second), 0);
        assert_eq!(rules.check(&position, Square::PASS), Err(IllegalMove::GameOver));
        assert_eq!(rules.count_moves(&position), 0);
        rules.outcome(&position).unwrap().0
    });
    assert_eq!(ends, [13, 64]);
}

#[test]
fn passes_left_out_are_put_in() {
    let rules = rules(4, Scoring::Difference);
    let mut rng = Rng::seeded(5);
    let mut with_passes = 0;
    for _ in 0..200 {
        let (mut position, mut played) = (rules.initial(), Vec::new());
        while rules.outcome(&position).is_none() {
            let mut moves = MoveList::new();
            rules.legal_moves(&position, &mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            rules.play(&mut position, mv).unwrap();
            played.push(mv);
        }
        let placed: Vec<_> = played.iter().filter(|&&mv| mv != Square::PASS).map(Square::to_string).collect();
        with_passes += u32::from(placed.len() < played.len());
        for text in [placed.concat(), placed.concat().to_uppercase(), placed.join(" ")] {
            assert_eq!(rules.parse_moves(&rules.initial(), &text).unwrap(), played, "{text}");
        }
    }
    assert!(with_passes > 50, "only {with_passes} games have a pass");
}

#[test]
fn passes_have_many_names() {
    let rules = Rules::standard();
    for name in ["pass", "PASS", "PA", "pa", "ps", "--", "@@"] {
        assert_eq!(rules.parse_move(name), Ok(Square::PASS), "{name}");
    }
    let parts = |text| rules.split_moves(text).into_iter().map(|(_, part)| part).collect::<Vec<_>>();
    assert_eq!(parts("f5passD6PAc3--\n e4"), ["f5", "pass", "D6", "PA", "c3", "--", "e4"]);
    assert_eq!(rules.split_moves(" f5 d"), [(1, "f5"), (4, "d")]);
}

#[test]
fn bad_text_is_refused_with_its_place() {
    let rules = Rules::standard();
    let moves = |text| rules.parse_moves(&rules.initial(), text).unwrap_err().to_string();
    assert_eq!(moves("f5\nd6 z9"), "line 2, character 4: found `z9`, expected a square from `a1` to `h8` or `pass`");
    assert_eq!(moves("f5f5"), "line 1, character 3: move `f5` is illegal: the place is taken");
    assert_eq!(moves("f5é"), "line 1, character 3: found `é`, expected a square from `a1` to `h8` or `pass`");
    let board = |text: &str| rules.parse_position(text).unwrap_err().to_string();
    assert_eq!(
        board(&"-".repeat(64)),
        "line 1, character 65: the text ends here, expected the side to move, `X` or `O`"
    );
    assert_eq!(
        board(&format!("{}; A1:+2", "-".repeat(64))),
        "line 1, character 65: found `;`, expected the side to move, `X` or `O`"
    );
    assert_eq!(
        board(&format!("--#{} X", "-".repeat(61))),
        "line 1, character 3: found `#`, expected `.` (empty), `X` or `O`"
    );
    assert!(board("--?").starts_with("line 1, character 3: found `?`"));
}

#[test]
fn set_up_positions_are_checked() {
    assert_eq!(Rules::new(5, Scoring::Difference), Err(SetupError::Size(5)));
    let rules = rules(6, Scoring::Difference);
    let square = |row, column| Square::at(row, column).unwrap();
    assert_eq!(rules.position([1, 1], Player::First), Err(SetupError::Overlap(square(0, 0))));
    assert_eq!(rules.position([1, 1 << 6], Player::First), Err(SetupError::OffBoard(square(0, 6))));
    let start = rules.initial();
    let [first, second] = Player::BOTH.map(|player| start.discs(player));
    assert_eq!(rules.position([first, second], Player::First), Ok(start));
    let other_side = rules.position([first, second], Player::Second).unwrap();
    assert_ne!(rules.key(&other_side), rules.key(&start));
}

/// A file of the shared data, where that is at hand.
fn shared(file: &str) -> Option<String> {
    std::fs::read_to_string(format!("{}/../../../shared/data/reversi/{file}", env!("CARGO_MANIFEST_DIR"))).ok()
}

/// Every line of the published suites reads, and reads the same after writing.
#[test]
fn endgame_suites_round_trip() {
    let rules = rules(8, Scoring::EmptiesToWinner);
    for file in ["fforum-40-59.obf", "hard-20.obf", "hard-30.obf"] {
        let Some(text) = shared(file) else { continue };
        let problems = obf::read(&rules, &text).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(problems.len() >= 20, "{file} has {} lines", problems.len());
        for problem in problems {
            assert!(!problem.scored.is_empty(), "{file}");
            let line = obf::write_line(&rules, &problem);
            assert_eq!(obf::read_line(&rules, &line).as_ref(), Ok(&problem), "{file}: {line}");
        }
    }
}

#[test]
fn published_openings_are_legal() {
    let rules = Rules::standard();
    for line in shared("xot_small.txt").unwrap_or_default().lines() {
        let moves = rules.parse_moves(&rules.initial(), line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_eq!(moves.len(), 8, "{line}");
    }
}

#[test]
fn own_endgames_round_trip() {
    let rules = rules(6, Scoring::EmptiesToWinner);
    let mut rng = Rng::seeded(9);
    for _ in 0..20 {
        let mut position = rules.initial();
        let mut moves = MoveList::new();
        rules.legal_moves(&position, &mut moves);
        while rules.empties(&position).count_ones() > 6 && !moves.is_empty() {
            let mv = moves[rng.below(moves.len() as u32) as usize];
            rules.play(&mut position, mv).unwrap();
            rules.legal_moves(&position, &mut moves);
        }
        let score = |&square: &Square| {
            let mut child = position;
            rules.play(&mut child, square).unwrap();
            obf::Scored { square, score: minimax(&rules, &child).seen_by(rules.to_move(&position)) }
        };
        let mut problem = obf::Problem { position, scored: moves.iter().map(score).collect() };
        problem.scored.sort_by_key(|item| -item.score);
        let line = obf::write_line(&rules, &problem);
        assert_eq!(obf::read_line(&rules, &line).as_ref(), Ok(&problem), "{line}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC*|([-.XO#*xo/; \n]{0,80};)?([a-iA-I0-9PS@: +-]{0,12};?){0,6}") {
        for rules in [Rules::standard(), rules(4, Scoring::Difference)] {
            let start = rules.initial();
            if let Ok(moves) = rules.parse_moves(&start, &text) {
                let mut position = start;
                for mv in moves {
                    prop_assert!(rules.play(&mut position, mv).is_ok());
                }
            }
            if let Ok(position) = rules.parse_position(&text) {
                prop_assert_eq!(rules.parse_position(&rules.position_text(&position)), Ok(position));
            }
            if let Ok(problem) = obf::read_line(&rules, &text) {
                prop_assert_eq!(obf::read_line(&rules, &obf::write_line(&rules, &problem)), Ok(problem));
            }
        }
    }

    #[test]
    fn no_board_with_a_tail_panics(board in "[-XO]{16} [XO]", tail in "(; ?[a-dA-D-]{1,2}[1-4-]?:[+-]?[0-9]{1,3}){0,4};?") {
        let rules = rules(4, Scoring::EmptiesToWinner);
        let position = rules.parse_position(&board);
        prop_assert!(position.is_ok());
        let Ok(problem) = obf::read_line(&rules, &format!("{board}{tail}")) else { return Ok(()) };
        prop_assert_eq!(Ok(problem.position), position);
        prop_assert!(problem.scored.is_sorted_by_key(|item| -item.score));
        prop_assert_eq!(obf::read_line(&rules, &obf::write_line(&rules, &problem)), Ok(problem));
    }
}
