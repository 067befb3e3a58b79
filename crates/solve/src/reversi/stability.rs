//! Discs that no sequence of moves can ever turn over.
//!
//! A disc is stable when along each of its four lines it lies at the edge, or the whole line is full, or a
//! neighbour on the line is a stable disc of its own side. [`stable`] finds a part of them, never a disc too many:
//! first the edges, whose every filling is tried once ([`EDGES`]), then full lines, then what leans on those. A side's
//! stable discs bound the score, since the other side cannot have more than the rest of the board.

use std::sync::LazyLock;

/// Sets of own discs that are stable on an edge of eight squares, by own and other discs in the base of three:
/// an own disc at square i counts 3^i, another 2 * 3^i.
static EDGES: LazyLock<Box<[u8]>> = LazyLock::new(edges);

/// The sum of 3^i over the squares i of an edge set.
static TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut set = 1;
    while set < 256 {
        table[set] = 3 * table[set / 2] + (set % 2) as u16;
        set += 1;
    }
    table
}

#[inline(always)]
fn edge_index(own: u8, other: u8) -> usize {
    TERNARY[own as usize] as usize + 2 * TERNARY[other as usize] as usize
}

/// Fuller edges first, so that each one finds its successors done.
fn edges() -> Box<[u8]> {
    let mut table = vec![0; 6561].into_boxed_slice();
    let fillings: Vec<(u8, u8)> = (0..=255u8)
        .flat_map(|own| (0..=255u8).map(move |other| (own, other)))
        .filter(|(own, other)| own & other == 0)
        .collect();
    for empties in 0..=8 {
        for &(own, other) in fillings.iter().filter(|(own, other)| (own | other).count_zeros() == empties) {
            table[edge_index(own, other)] = stable_on_edge(&table, own, other);
        }
    }
    table
}

/// Own discs that survive whatever either side puts on any empty square of the edge. Moves on an edge may also flip
/// nothing along it, being legal by another line.
fn stable_on_edge(table: &[u8], own: u8, other: u8) -> u8 {
    let mut stable = own;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let flips = flips_on_edge(square, own, other);
        stable &= table[edge_index(own | 1 << square | flips, other & !flips)];
        let flips = flips_on_edge(square, other, own);
        stable &= table[edge_index(own & !flips, other | 1 << square | flips)];
    }
    stable
}

fn flips_on_edge(square: u32, own: u8, other: u8) -> u8 {
    let mut flipped = 0;
    for step in [-1, 1] {
        let mut run = 0;
        let mut at = square as i32 + step;
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            flipped |= run;
        }
    }
    flipped
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;
const RANK_8: u64 = RANK_1 << 56;
const BORDER: u64 = FILE_A | FILE_H | RANK_1 | RANK_8;

/// The squares of the a-file as a byte, a1 lowest.
#[inline(always)]
fn file_to_byte(set: u64) -> u8 {
    ((set & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The a-file with the squares of a byte, a1 lowest.
#[inline(always)]
fn byte_to_file(byte: u8) -> u64 {
    ((u64::from(byte & 0x7F).wrapping_mul(0x0002_0408_1020_4081)) & FILE_A) | u64::from(byte >> 7) << 56
}

/// Own discs on the border that are stable along it, which makes them stable: no other line through them flips.
#[inline(always)]
pub(super) fn stable_edges(own: u64, other: u64) -> u64 {
    let edges = &*EDGES;
    let rank = |shift: u32| u64::from(edges[edge_index((own >> shift) as u8, (other >> shift) as u8)]) << shift;
    let file =
        |shift: u32| byte_to_file(edges[edge_index(file_to_byte(own >> shift), file_to_byte(other >> shift))]) << shift;
    rank(0) | rank(56) | file(0) | file(7)
}

/// Squares whose line is full, for rows, columns, and the two kinds of diagonals.
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    let mut rows = occupied & occupied >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & FILE_A) * 0xFF;
    let mut columns = occupied & occupied.rotate_right(32);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(8);

    // Along a diagonal, emptiness spreads both ways: by one step, then two, then four.
    let empty = !occupied;
    let not_a = !FILE_A;
    let not_h = !FILE_H;
    let mut falling = empty | (empty & not_h) << 9 | (empty & not_a) >> 9;
    falling |= (falling & 0x3F3F_3F3F_3F3F_3F3F) << 18 | (falling & 0xFCFC_FCFC_FCFC_FCFC) >> 18;
    falling |= (falling & 0x0F0F_0F0F_0F0F_0F0F) << 36 | (falling & 0xF0F0_F0F0_F0F0_F0F0) >> 36;
    let mut rising = empty | (empty & not_a) << 7 | (empty & not_h) >> 7;
    rising |= (rising & 0xFCFC_FCFC_FCFC_FCFC) << 14 | (rising & 0x3F3F_3F3F_3F3F_3F3F) >> 14;
    rising |= (rising & 0xF0F0_F0F0_F0F0_F0F0) << 28 | (rising & 0x0F0F_0F0F_0F0F_0F0F) >> 28;
    [rows, columns, !falling, !rising]
}

/// Own discs that are known to be stable, on a board of 8x8.
#[inline(always)]
pub fn stable(own: u64, other: u64) -> u64 {
    let [rows, columns, falling, rising] = full_lines(own | other);
    let (rows, columns) = (rows | FILE_A | FILE_H, columns | RANK_1 | RANK_8);
    let (falling, rising) = (falling | BORDER, rising | BORDER);
    let mut stable = stable_edges(own, other) | (own & rows & columns & falling & rising);
    loop {
        let beside = rows | stable << 1 | stable >> 1;
        let above = columns | stable << 8 | stable >> 8;
        let down = falling | stable << 9 | stable >> 9;
        let up = rising | stable << 7 | stable >> 7;
        let grown = stable | (own & beside & above & down & up);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Game, MoveList, Rng};
    use luozi_games::reversi::Rules;

    /// A board near its end, the discs found stable on it, and one random way to finish: none of them may be flipped.
    #[test]
    fn stable_discs_survive_random_ends() {
        let rules = Rules::standard();
        let mut rng = Rng::seeded(3);
        let mut found = 0;
        for _ in 0..3000 {
            let mut position = rules.initial();
            let mut claims = [0u64; 2];
            let mut moves = MoveList::new();
            loop {
                let own = [position.discs(luozi_core::Player::First), position.discs(luozi_core::Player::Second)];
                for side in 0..2 {
                    assert_eq!(claims[side] & !own[side], 0, "a stable disc was flipped");
                    claims[side] |= stable(own[side], own[1 - side]);
                    assert_eq!(claims[side] & !own[side], 0, "a stable disc is the side's own");
                }
                rules.legal_moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            }
            found += claims[0].count_ones() + claims[1].count_ones();
        }
        assert!(found > 3000 * 40, "few stable discs are found: {found}");
    }

    #[test]
    fn full_lines_are_those_without_an_empty_square() {
        let mut rng = Rng::seeded(4);
        let line = |square: i32, (down, right): (i32, i32)| {
            let mut set = 1u64 << square;
            for sign in [-1, 1] {
                let (mut row, mut column) = (square / 8 + sign * down, square % 8 + sign * right);
                while (0..8).contains(&row) && (0..8).contains(&column) {
                    set |= 1 << (row * 8 + column);
                    row += sign * down;
                    column += sign * right;
                }
            }
            set
        };
        for _ in 0..500 {
            let occupied = rng.word() | rng.word() | rng.word() | rng.word();
            let full = full_lines(occupied);
            for (found, direction) in full.into_iter().zip([(0, 1), (1, 0), (1, 1), (1, -1)]) {
                for square in 0..64 {
                    let expected = line(square, direction) & !occupied == 0;
                    assert_eq!(found >> square & 1 == 1, expected, "{square} {direction:?} {occupied:x}");
                }
            }
        }
    }

    #[test]
    fn a_file_and_its_byte_are_the_same_set() {
        for byte in 0..=255 {
            assert_eq!(file_to_byte(byte_to_file(byte)), byte);
        }
        assert_eq!(byte_to_file(0b101), 1 | 1 << 16);
    }

    #[test]
    fn corners_hold_what_leans_on_them() {
        assert_eq!(stable(0x07, 0x38), 0x07);
        assert_eq!(stable(0x02, 0), 0, "a disc beside an empty corner");
        assert_eq!(stable(0x0000_0000_0001_0307, 0), 0x0000_0000_0001_0307);
    }
}
