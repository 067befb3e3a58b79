// Gravity Connect Four, 4x4 to 12x12 with any forbidden cells, on a canvas of 12x12.
//
// Sixteen bits a column, row 0 at the bottom, four columns a word; bits 12 to 15 of a column are never a stone, so
// shifts by 1 (up), 16 (right), 17 and 15 (diagonals) never meet a stone of the wrong line:
//
//     word 0: columns 0-3      word 1: columns 4-7      word 2: columns 8-11
//
// Threats that decide the game are exactly those of the forced-move hook of the Rust rules: positions it decides are
// ends of training games, and moves it drops are never searched.
#pragma once

#include "common.hpp"

// A set of cells.
struct Columns {
    u64 word[3];

    FN Columns operator|(const Columns& o) const { return {{word[0] | o.word[0], word[1] | o.word[1], word[2] | o.word[2]}}; }
    FN Columns operator&(const Columns& o) const { return {{word[0] & o.word[0], word[1] & o.word[1], word[2] & o.word[2]}}; }
    FN Columns operator-(const Columns& o) const { return {{word[0] & ~o.word[0], word[1] & ~o.word[1], word[2] & ~o.word[2]}}; }
    FN bool empty() const { return !(word[0] | word[1] | word[2]); }
    FN int count() const { return popcount(word[0]) + popcount(word[1]) + popcount(word[2]); }
    FN unsigned column(int col) const { return (unsigned)(word[col >> 2] >> (16 * (col & 3))) & 0xFFFF; }

    // Every cell moved up by n bits, 0 < n < 64.
    FN Columns up(int n) const {
        return {{word[0] << n, word[1] << n | word[0] >> (64 - n), word[2] << n | word[1] >> (64 - n)}};
    }
    FN Columns down(int n) const {
        return {{word[0] >> n | word[1] << (64 - n), word[1] >> n | word[2] << (64 - n), word[2] >> n}};
    }
    // The lowest zero of every column, given that bit 15 of each is zero.
    FN Columns lowest_free() const {
        const u64 ones = 0x0001000100010001ULL;
        return {{(word[0] + ones) & ~word[0], (word[1] + ones) & ~word[1], (word[2] + ones) & ~word[2]}};
    }
    // All sixteen bits of the columns that hold a cell; bit 15 of each must be zero.
    FN Columns whole() const {
        Columns spread;
        for (int i = 0; i < 3; i++) spread.word[i] = (((word[i] + 0x7FFF7FFF7FFF7FFFULL) >> 15) & 0x0001000100010001ULL) * 0xFFFF;
        return spread;
    }
    FN static Columns none() { return {{0, 0, 0}}; }
    FN static Columns of(int col, unsigned bits) {
        Columns set = none();
        set.word[col >> 2] = (u64)bits << (16 * (col & 3));
        return set;
    }
};

struct Connect4 {
    static constexpr const char* NAME = "connect4";
    static constexpr int GAME_ID = 1;
    static constexpr int ROWS = 12, COLS = 12, CELLS = 144, ACTIONS = 12, PLANES = 16, SYMMETRIES = 2;
    // Activations outside the board are zero, so that a kernel may run at the true size.
    static constexpr int MASK_PLANE = 9;
    typedef Columns Set;

    struct State {
        Set own, other, holes;
        int rows, cols;
    };

    struct Look {
        Set next, second, own_threats, other_threats, poisoned, candidates;
        bool decided;
        float value;
    };

    // Every cell of the board, forbidden ones included.
    FN static Set board(const State& state) {
        Set cells = Columns::none();
        for (int col = 0; col < state.cols; col++) cells = cells | Columns::of(col, (1u << state.rows) - 1);
        return cells;
    }

    // Free cells, reachable or not, that complete four of `stones`.
    FN static Set threats(const Set& stones, const Set& free) {
        Set cells = stones.up(1) & stones.up(2) & stones.up(3);
        for (int step = 15; step <= 17; step++) {
            Set below = stones.up(step) & stones.up(2 * step), above = stones.down(step) & stones.down(2 * step);
            cells = cells | (below & (stones.up(3 * step) | stones.down(step)));
            cells = cells | (above & (stones.up(step) | stones.down(3 * step)));
        }
        return cells & free;
    }

    FN static bool has_four(const Set& stones) {
        const int steps[4] = {1, 15, 16, 17};
        for (int i = 0; i < 4; i++) {
            Set pairs = stones & stones.down(steps[i]);
            if (!(pairs & pairs.down(2 * steps[i])).empty()) return true;
        }
        return false;
    }

    FN static Look look(const State& state) {
        Look seen;
        const Set playable = board(state) - state.holes, stones = state.own | state.other, free = playable - stones;
        Set filled = stones | state.holes;
        seen.next = filled.lowest_free() & playable;
        filled = filled | seen.next;
        seen.second = filled.lowest_free() & playable;
        filled = filled | seen.second;
        const Set third = filled.lowest_free() & playable;
        seen.own_threats = threats(state.own, free);
        seen.other_threats = threats(state.other, free);
        seen.poisoned = seen.next & (seen.second & seen.other_threats).whole();
        const Set must = seen.next & seen.other_threats;
        seen.candidates = must.empty() ? seen.next - seen.poisoned : must;
        seen.decided = true;
        seen.value = 0;
        if (seen.next.empty()) return seen;

        const Set wins = seen.next & seen.own_threats;
        const Set rises = (seen.second & seen.own_threats).whole() & (third & seen.own_threats).whole();
        if (!wins.empty()) {
            seen.candidates = wins;
            seen.value = 1;
        } else if (must.count() > 1 || !(must & seen.poisoned).empty() || seen.candidates.empty()) {
            seen.candidates = seen.next;
            seen.value = -1;
        } else if (must.empty() && !(seen.candidates & rises).empty()) {
            seen.candidates = seen.candidates & rises;
            seen.value = 1;
        } else {
            seen.decided = false;
        }
        return seen;
    }

    FN static Moves columns_of(const Set& cells) {
        Moves moves = 0;
        for (int col = 0; col < COLS; col++) moves |= (Moves)(cells.column(col) != 0) << col;
        return moves;
    }
    FN static Moves candidates(const Look& seen) { return columns_of(seen.candidates); }
    FN static Moves legal(const State& state) { return has_four(state.other) ? 0 : columns_of(look(state).next); }
    FN static bool outcome(const State& state, int& value) {
        value = has_four(state.other) ? -1 : 0;
        return value || look(state).next.empty();
    }
    FN static State play(const State& state, int move) {
        const Set filled = state.own | state.other | state.holes;
        State after = state;
        after.own = state.other;
        after.other = state.own | Columns::of(move, filled.lowest_free().column(move));
        return after;
    }

    FN static State swapped(const State& state) { return State{state.other, state.own, state.holes, state.rows, state.cols}; }
    // Whose cells are whose at the end of a game: stones. Cells that stay empty tell how soon it ends.
    FN static void owners(const State& end, Set& own, Set& other) {
        own = end.own;
        other = end.other;
    }

    // A board for one training game: half as the Saiblo site draws them, an eighth the classic board, the rest anything
    // from 4x4 with up to a sixth of the cells forbidden.
    FN static State draw_board(Rng& rng) {
        State state;
        state.own = state.other = state.holes = Columns::none();
        int kind = rng.below(8), holes;
        if (kind < 4) {
            state.rows = 9 + rng.below(4);
            state.cols = 9 + rng.below(4);
            holes = 1;
        } else if (kind == 4) {
            state.rows = 6;
            state.cols = 7;
            holes = 0;
        } else {
            state.rows = 4 + rng.below(9);
            state.cols = 4 + rng.below(9);
            holes = rng.below(2) ? rng.below(2) : rng.below(state.rows * state.cols / 6 + 1);
        }
        while (holes--) {
            int col = rng.below(state.cols), row = rng.below(state.rows);
            state.holes = state.holes | Columns::of(col, 1u << row);
        }
        return state;
    }

    FN static int policy_cell(const Look& seen, int move) {
        unsigned cell = seen.candidates.column(move);
        return cell ? lowest((u64)cell) * COLS + move : -1;
    }

    // Cells of the lines of four that hold exactly two of `stones` and two free cells.
    FN static Set halves(const Set& stones, const Set& free) {
        const int steps[4] = {1, 15, 16, 17};
        Set cells = Columns::none();
        for (int i = 0; i < 4; i++) {
            int step = steps[i];
            Set taken[4] = {stones, stones.down(step), stones.down(2 * step), stones.down(3 * step)};
            Set open[4] = {free, free.down(step), free.down(2 * step), free.down(3 * step)};
            for (int a = 0; a < 4; a++) {
                for (int b = a + 1; b < 4; b++) {
                    // a and b are the free places of the line, c and d the taken ones.
                    int c = a != 0 ? 0 : b != 1 ? 1 : 2, d = b != 3 ? 3 : a != 2 ? 2 : 1;
                    Set line = open[a] & open[b] & taken[c] & taken[d];
                    cells = cells | (a ? line.up(a * step) : line) | line.up(b * step);
                }
            }
        }
        return cells;
    }

    // Cells with an odd number of playable cells below them in their column.
    FN static Set odd_cells(const State& state, const Set& playable) {
        Set odd = Columns::none();
        for (int col = 0; col < state.cols; col++) {
            unsigned below = playable.column(col) << 1, parity = below;
            for (int shift = 1; shift < 16; shift *= 2) parity ^= parity << shift;
            odd = odd | Columns::of(col, parity & 0xFFFF);
        }
        return odd & playable;
    }

    FN static void planes(const State& state, const Look& seen, Set plane[PLANES]) {
        const Set all = board(state), playable = all - state.holes, free = playable - (state.own | state.other);
        plane[0] = state.own;
        plane[1] = state.other;
        plane[2] = seen.next;
        plane[3] = playable;
        plane[4] = state.holes;
        plane[5] = seen.own_threats;
        plane[6] = seen.other_threats;
        plane[7] = odd_cells(state, playable);
        plane[8] = free.count() & 1 ? playable : Columns::none();
        plane[9] = all;
        plane[10] = seen.second;
        plane[11] = seen.poisoned;
        plane[12] = seen.next & (seen.second & seen.own_threats).whole();
        plane[13] = halves(state.own, free);
        plane[14] = halves(state.other, free);
        plane[15] = seen.candidates;
    }
    FN static bool on(const Set& plane, int cell) { return plane.column(cell % COLS) >> (cell / COLS) & 1; }

    FN static int transform_move(const State& state, int move, int symmetry) {
        return symmetry ? state.cols - 1 - move : move;
    }
    FN static Set mirror(const State& state, const Set& set) {
        Set image = Columns::none();
        for (int col = 0; col < state.cols; col++) image = image | Columns::of(state.cols - 1 - col, set.column(col));
        return image;
    }
    FN static State transform(const State& state, int symmetry) {
        if (!symmetry) return state;
        return State{mirror(state, state.own), mirror(state, state.other), mirror(state, state.holes), state.rows, state.cols};
    }
};
