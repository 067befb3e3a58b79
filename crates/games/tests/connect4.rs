//! Connect Four against an independent array twin, published counts, and positions a person can check.

use luozi_core::conformance::Twin;
use luozi_core::{Game, IllegalMove, MoveList, Notation, Player, Rng, Score, Verdict, conformance, cpu, perft_table};
use luozi_games::connect4::{Cell, Column, Policy, Rules, Wide, Word};
use proptest::prelude::*;

/// Rows of cells from the top; nothing is shared with the bitboards.
#[derive(Clone)]
struct Array {
    cells: Vec<Vec<char>>,
    stones: i16,
}

impl Array {
    fn side(&self) -> char {
        if self.stones % 2 == 0 { 'X' } else { 'O' }
    }

    fn landing(&self, col: usize) -> Option<usize> {
        let top_stone =
            self.cells.iter().position(|row| row[col] == 'X' || row[col] == 'O').unwrap_or(self.cells.len());
        (0..top_stone).rev().find(|&row| self.cells[row][col] == '.')
    }

    fn winner(&self) -> Option<char> {
        let (rows, cols) = (self.cells.len() as i32, self.cells[0].len() as i32);
        let at = |r: i32, c: i32| {
            if (0..rows).contains(&r) && (0..cols).contains(&c) { self.cells[r as usize][c as usize] } else { ' ' }
        };
        for r in 0..rows {
            for c in 0..cols {
                for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let line: Vec<char> = (0..4).map(|i| at(r + i * dr, c + i * dc)).collect();
                    if line == ['X'; 4] || line == ['O'; 4] {
                        return Some(line[0]);
                    }
                }
            }
        }
        None
    }
}

impl<W: Word> Twin<Rules<W>> for Array {
    fn start(rules: &Rules<W>) -> Array {
        let mut cells = vec![vec!['.'; rules.cols().into()]; rules.rows().into()];
        for cell in rules.forbidden() {
            cells[usize::from(cell.row)][usize::from(cell.col)] = '#';
        }
        Array { cells, stones: 0 }
    }

    fn legal(&self, _: &Rules<W>) -> Vec<Column> {
        let open = |&col: &usize| self.winner().is_none() && self.landing(col).is_some();
        (0..self.cells[0].len()).filter(open).map(|col| Column(col as u8)).collect()
    }

    fn play(&mut self, _: &Rules<W>, mv: Column) {
        let col = usize::from(mv.0);
        let row = self.landing(col).expect("a legal column");
        self.cells[row][col] = self.side();
        self.stones += 1;
    }

    fn outcome(&self, _: &Rules<W>) -> Option<Score> {
        let playable = self.cells.iter().flatten().filter(|&&c| c != '#').count() as i16;
        let stones_of = |side: char| self.cells.iter().flatten().filter(|&&c| c == side).count() as i16;
        match self.winner() {
            Some('X') => Some(Score((playable + 1) / 2 - stones_of('X') + 1)),
            Some(_) => Some(Score(-(playable / 2 - stones_of('O') + 1))),
            None => (self.stones == playable).then_some(Score(0)),
        }
    }

    fn text(&self, _: &Rules<W>) -> String {
        let rows: Vec<String> = self.cells.iter().map(|row| row.iter().collect()).collect();
        format!("{}\n{}", rows.join("\n"), self.side())
    }
}

fn board<W: Word>(rows: u8, cols: u8, forbidden: &[(u8, u8)]) -> Rules<W> {
    let cells: Vec<Cell> = forbidden.iter().map(|&(row, col)| Cell { row, col }).collect();
    Rules::new(rows, cols, &cells).unwrap()
}

conformance!(classic, Array, Rules::<u64>::classic(), games: 60, seed: 1);
conformance!(classic_in_128_bits, Array, board::<u128>(6, 7, &[]), games: 20, seed: 2);
conformance!(classic_in_256_bits, Array, board::<Wide>(6, 7, &[]), games: 20, seed: 3);
conformance!(one_cell, Array, board::<u64>(1, 1, &[]), games: 3, seed: 4);
conformance!(one_row, Array, board::<u64>(1, 16, &[(0, 3)]), games: 20, seed: 5);
conformance!(one_column, Array, board::<u64>(15, 1, &[(7, 0)]), games: 5, seed: 6);
conformance!(hole_at_bottom, Array, board::<u128>(9, 9, &[(8, 4)]), games: 15, seed: 7);
conformance!(hole_at_top, Array, board::<u128>(9, 12, &[(0, 0)]), games: 15, seed: 8);
conformance!(hole_in_the_middle, Array, board::<Wide>(12, 12, &[(6, 5)]), games: 15, seed: 9);
conformance!(adjacent_holes, Array, board::<u64>(6, 7, &[(3, 3), (3, 4), (2, 3)]), games: 30, seed: 10);
conformance!(several_in_one_column, Array, board::<u64>(7, 6, &[(6, 2), (4, 2), (3, 2), (0, 2)]), games: 30, seed: 11);
conformance!(whole_column_forbidden, Array, board::<u64>(5, 5, &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1)]), games: 30, seed: 12);
conformance!(everything_forbidden, Array, board::<u64>(2, 2, &[(0, 0), (0, 1), (1, 0), (1, 1)]), games: 1, seed: 13);
conformance!(largest, Array, board::<Wide>(15, 16, &[(14, 0), (7, 8)]), games: 6, seed: 14);
conformance!(thirteen_by_sixteen, Array, board::<Wide>(13, 16, &[]), games: 6, seed: 15);
conformance!(symmetric_holes, Array, board::<u64>(6, 7, &[(2, 1), (2, 5), (5, 3)]), games: 30, seed: 16);

perft_table!(perft_classic, Rules::<u64>::classic(), [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]);
perft_table!(perft_classic_128, board::<u128>(6, 7, &[]), [7, 49, 343, 2401, 16807, 117649, 823536]);
perft_table!(perft_classic_256, board::<Wide>(6, 7, &[]), [7, 49, 343, 2401, 16807, 117649, 823536]);

#[test]
fn candidates_are_right_on_small_boards() {
    conformance::check_candidates_by_minimax(&board::<u64>(4, 4, &[]), 50, 21);
    conformance::check_candidates_by_minimax(&board::<u64>(4, 5, &[(3, 2), (1, 2), (2, 2)]), 50, 22);
    conformance::check_candidates_by_minimax(&board::<u128>(5, 4, &[(4, 0), (2, 3), (1, 1)]), 50, 23);
    conformance::check_candidates_by_minimax(&board::<Wide>(6, 4, &[(2, 1), (4, 1), (3, 2), (1, 0), (5, 3)]), 50, 24);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Any size, any holes, all three words: the same game as the twin's.
    #[test]
    fn any_board_matches_the_twin(
        rows in 1u8..=8, cols in 1u8..=8, holes in prop::collection::vec((0u8..8, 0u8..8), 0..6), seed: u64,
    ) {
        let holes: Vec<_> = holes.into_iter().filter(|&(r, c)| r < rows && c < cols).collect();
        if Rules::<u64>::fits(rows, cols) {
            conformance::check_games::<_, Array>(&board::<u64>(rows, cols, &holes), 1, seed);
        }
        conformance::check_games::<_, Array>(&board::<u128>(rows, cols, &holes), 1, seed);
        conformance::check_games::<_, Array>(&board::<Wide>(rows, cols, &holes), 1, seed);
    }

    /// Small boards with random holes: the forced-move hook never contradicts minimax.
    #[test]
    fn candidates_never_contradict_minimax(
        holes in prop::collection::vec((0u8..4, 0u8..4), 0..5), seed: u64,
    ) {
        conformance::check_candidates_by_minimax(&board::<u64>(4, 4, &holes), 1, seed);
    }
}

/// Playing one column at random, the stones pile up around the hole and never on it.
#[test]
fn stacks_skip_forbidden_cells() {
    let rules = board::<u64>(6, 7, &[(3, 2), (2, 2)]);
    let mut position = rules.initial();
    let rows: Vec<u8> = (0..4)
        .map(|_| {
            let landing = rules.landing(&position, Column(2)).unwrap();
            rules.play(&mut position, Column(2)).unwrap();
            landing.row
        })
        .collect();
    assert_eq!(rows, [5, 4, 1, 0]);
    assert_eq!(rules.landing(&position, Column(2)), None);
    assert_eq!(rules.play(&mut position, Column(2)), Err(IllegalMove::ColumnFull));
    assert_eq!(rules.play(&mut position, Column(7)), Err(IllegalMove::OffBoard));
}

#[test]
fn a_forbidden_cell_breaks_a_line() {
    let rules = board::<u64>(2, 8, &[(1, 3)]);
    let moves = rules.parse_moves(&rules.initial(), "1 1 2 2 3 3 5").unwrap();
    let mut position = rules.initial();
    moves.iter().for_each(|&mv| rules.play_unchecked(&mut position, mv));
    assert_eq!(rules.outcome(&position), None, "XXX#X is no four");
    rules.play(&mut position, Column(3)).unwrap();
    assert_eq!(rules.outcome(&position).unwrap().winner(), Some(Player::Second), "O completes the row above the hole");
    assert_eq!(rules.winning_line(&position).len(), 4);
}

#[test]
fn scores_count_the_stones_left() {
    let outcome = |rules: &Rules<u64>, text: &str| {
        let mut position = rules.initial();
        for mv in rules.parse_moves(&position, text).unwrap() {
            rules.play(&mut position, mv).unwrap();
        }
        rules.outcome(&position)
    };
    let classic = Rules::<u64>::classic();
    assert_eq!(outcome(&classic, "1212121"), Some(Score(18)), "fourth stone of 21");
    assert_eq!(outcome(&classic, "71716161"), Some(Score(-18)), "fourth stone of 21, the second player's");
    assert_eq!(outcome(&classic, "7171616"), None);
    // 41 cells: 21 stones for the first player, 20 for the second.
    let one_hole = board::<u64>(6, 7, &[(0, 3)]);
    assert_eq!(outcome(&one_hole, "1212121"), Some(Score(18)));
    assert_eq!(outcome(&one_hole, "71716161"), Some(Score(-17)));
}

#[test]
fn the_hook_finds_what_a_person_sees() {
    let rules = Rules::<u64>::classic();
    let verdict = |text: &str| {
        let position = rules.parse_position(text).unwrap();
        let mut moves = MoveList::new();
        let verdict = rules.candidates(&position, &mut moves);
        (verdict, moves.iter().map(|mv| mv.0 + 1).collect::<Vec<_>>())
    };
    let rows = |bottom: [&str; 2]| format!("{}{}\n{}", ".......\n".repeat(4), bottom[0], bottom[1]);
    // Three in a row with one open end: win.
    assert_eq!(verdict(&rows(["OOO....", "XXX...."])), (Verdict::Decided(Score(18)), vec![4]));
    // An open three of the opponent: lost, whatever is played.
    let (lost, all) = verdict(&rows(["..O....", ".XXX..O"]));
    assert_eq!((lost, all.len()), (Verdict::Decided(Score(18)), 7));
    // One open end: the block is forced.
    assert_eq!(verdict(&rows(["OO.....", "XXX...."])), (Verdict::Open, vec![4]));
}

#[test]
fn playouts_are_uniform() {
    // On a 2 x 3 board nobody can win; the first move of a full game is uniform, and the number of plies is fixed.
    let rules = board::<u64>(2, 3, &[(1, 1)]);
    let mut rng = Rng::seeded(5);
    for _ in 0..100 {
        let playout = rules.playout(&rules.initial(), &mut rng);
        assert_eq!((playout.score, playout.plies), (Score::DRAW, 5));
    }
    // Results of the fast playout and of the plain one agree in distribution on the classic board.
    let rules = Rules::<u64>::classic();
    let games = 40_000;
    let (mut fast, mut plain) = ([0.0f64; 3], [0.0f64; 3]);
    for _ in 0..games {
        let playout = rules.playout(&rules.initial(), &mut rng);
        fast[(playout.score.0.signum() + 1) as usize] += 1.0;
        let mut position = rules.initial();
        while rules.outcome(&position).is_none() {
            let mut moves = MoveList::new();
            rules.legal_moves(&position, &mut moves);
            rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
        plain[(rules.outcome(&position).unwrap().0.signum() + 1) as usize] += 1.0;
    }
    let chi: f64 = fast.iter().zip(&plain).map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
    assert!(chi < 13.8, "chi-square {chi:.1} with 2 degrees of freedom: {fast:?} {plain:?}");
}

/// What a playout proves must hold for minimax: the exact score if neither side had a choice, a bound if one side had
/// none. Every policy must end with a possible score.
fn policies_end_right<W: Word>(rules: &Rules<W>, games: u32, seed: u64) {
    let mut rng = Rng::seeded(seed);
    let mut oracle = conformance::Minimax::new(rules);
    let (mut exact, mut one_sided) = (0, 0);
    for _ in 0..games {
        let mut position = rules.initial();
        while rules.outcome(&position).is_none() {
            for policy in [Policy::Uniform, Policy::WinBlock, Policy::WinBlockCentre, Policy::SevenRules] {
                let end = rules.playout_by(policy, &position, &mut rng);
                assert!(end.playout.score.0.abs() <= rules.score_limit(&position), "{policy:?} {end:?}");
                // The score names the stone that won, and so does the number of plies.
                if let Some(winner) = end.playout.score.winner() {
                    let last_mover = Player::BOTH[(position.plies() as usize + end.playout.plies as usize + 1) % 2];
                    assert_eq!(winner, last_mover, "{policy:?} {end:?}");
                }
                if let Some(proof) = end.proof(rules.score_limit(&position)) {
                    let (score, text) = (oracle.score(&position), rules.position_text(&position));
                    assert!((proof.lower..=proof.upper).contains(&score), "{score:?} {policy:?} {end:?}\n{text}");
                    assert!(proof.solved().is_some() || end.forced != [true; 2], "{policy:?} {end:?}\n{text}");
                    exact += u32::from(proof.solved().is_some());
                    one_sided += u32::from(proof.solved().is_none());
                }
            }
            let mut moves = MoveList::new();
            rules.legal_moves(&position, &mut moves);
            rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    assert!(
        exact > games && one_sided > games / 4,
        "{exact} and {one_sided} proofs are too few to have tested anything"
    );
}

#[test]
fn forced_playouts_are_proofs() {
    policies_end_right(&board::<u64>(4, 4, &[]), 200, 31);
    policies_end_right(&board::<u128>(4, 5, &[(2, 2), (3, 4)]), 100, 32);
    policies_end_right(&board::<Wide>(5, 4, &[(3, 1), (2, 1), (4, 3)]), 100, 33);
}

/// The bodies for newer machines play the same games as the portable one.
#[test]
fn policies_are_the_same_on_every_instruction_set() {
    let rules = board::<Wide>(12, 12, &[(6, 5)]);
    let all = |level| {
        cpu::limit(level);
        let mut rng = Rng::seeded(9);
        let start = rules.initial();
        let ends = (0..300).map(|_| rules.playout_by(Policy::SevenRules, &start, &mut rng)).collect::<Vec<_>>();
        cpu::limit(cpu::Level::Avx512);
        ends
    };
    let portable = all(cpu::Level::Portable);
    assert!(cpu::Level::ALL.into_iter().all(|level| all(level) == portable));
}

#[test]
fn bad_text_is_explained() {
    let rules = Rules::<u64>::classic();
    let start = rules.initial();
    let error = |text: &str| rules.parse_moves(&start, text).unwrap_err().to_string();
    assert_eq!(error("4 4 9"), "line 1, character 5: found `9`, expected a column from 1 to 7");
    assert_eq!(error("44x"), "line 1, character 1: found `44x`, expected a column from 1 to 7");
    assert_eq!(error("4444444"), "line 1, character 7: move `4` is illegal: the column is full");
    assert_eq!(error("12121213"), "line 1, character 8: move `3` is illegal: the game is over");
    let board_error = |text: &str| rules.parse_position(text).unwrap_err().to_string();
    assert!(board_error(&format!("{}...X...\n.......", ".......\n".repeat(4))).contains("hangs in the air"));
    assert!(board_error(&format!("{}XX.....", ".......\n".repeat(5))).contains("2 pieces of the first player and 0"));
    assert!(board_error(&format!("{}#......", ".......\n".repeat(5))).contains("not forbidden"));
    assert!(board_error(&format!("{}X......\nX", ".......\n".repeat(5))).contains("contradicts"));
    let sixteen = board::<Wide>(13, 16, &[]);
    assert_eq!(sixteen.parse_moves(&sixteen.initial(), "16,1, 16").unwrap(), [Column(15), Column(0), Column(15)]);
}

#[test]
fn impossible_boards_are_refused_with_a_reason() {
    let error = |rows, cols, holes: &[Cell]| Rules::<u64>::new(rows, cols, holes).unwrap_err().to_string();
    assert!(error(0, 7, &[]).contains("0 rows x 7 columns"));
    assert!(error(6, 17, &[]).contains("1 to 16 columns"));
    assert!(error(12, 12, &[]).contains("more than 64 bits"));
    assert!(error(6, 7, &[Cell { row: 6, col: 0 }]).contains("row 6, column 0"));
}
