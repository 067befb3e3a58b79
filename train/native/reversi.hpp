// Reversi 8x8. A pass is move 64, made exactly when a side cannot place a disc and the other can.
//
// Bit 8 * row + column, row 0 at the top.
#pragma once

#include "common.hpp"

struct Reversi {
    static constexpr const char* NAME = "reversi";
    static constexpr int GAME_ID = 2;
    static constexpr int ROWS = 8, COLS = 8, CELLS = 64, ACTIONS = 65, PLANES = 8, SYMMETRIES = 8, PASS = 64;
    static constexpr int MASK_PLANE = -1;
    typedef u64 Set;

    struct State {
        Set own, other;
    };

    struct Look {
        Set own_moves, other_moves;
        bool decided;
        float value;
    };

    // The set moved one step in one of eight directions; discs that leave the board are dropped.
    FN static Set step(Set set, int direction) {
        const Set not_left = 0xFEFEFEFEFEFEFEFEULL, not_right = 0x7F7F7F7F7F7F7F7FULL;
        switch (direction) {
            case 0: return (set & not_right) << 1;
            case 1: return (set & not_left) >> 1;
            case 2: return set << 8;
            case 3: return set >> 8;
            case 4: return (set & not_right) << 9;
            case 5: return (set & not_left) >> 9;
            case 6: return (set & not_left) << 7;
            default: return (set & not_right) >> 7;
        }
    }

    // Discs of `other` in unbroken lines that start next to `from`.
    FN static Set run(Set from, Set other, int direction) {
        Set found = step(from, direction) & other;
        for (int i = 0; i < 5; i++) found |= step(found, direction) & other;
        return found;
    }

    FN static Set placements(Set own, Set other) {
        Set moves = 0;
        for (int direction = 0; direction < 8; direction++) moves |= step(run(own, other, direction), direction);
        return moves & ~(own | other);
    }

    FN static Look look(const State& state) {
        Look seen;
        seen.own_moves = placements(state.own, state.other);
        seen.other_moves = placements(state.other, state.own);
        seen.decided = !(seen.own_moves | seen.other_moves);
        int difference = popcount(state.own) - popcount(state.other);
        seen.value = (float)((difference > 0) - (difference < 0));
        return seen;
    }

    FN static Moves candidates(const Look& seen) {
        if (seen.own_moves) return seen.own_moves;
        return seen.other_moves ? (Moves)1 << PASS : 0;
    }
    FN static Moves legal(const State& state) { return candidates(look(state)); }
    FN static bool outcome(const State& state, int& value) {
        Look seen = look(state);
        value = (int)seen.value;
        return seen.decided;
    }
    FN static State play(const State& state, int move) {
        if (move == PASS) return State{state.other, state.own};
        Set disc = (Set)1 << move, flips = 0;
        for (int direction = 0; direction < 8; direction++) {
            Set line = run(disc, state.other, direction);
            if (step(line, direction) & state.own) flips |= line;
        }
        return State{state.other & ~flips, state.own | disc | flips};
    }
    FN static State draw_board(Rng&) { return State{0x0000000810000000ULL, 0x0000001008000000ULL}; }

    FN static State swapped(const State& state) { return State{state.other, state.own}; }
    // Whose cells are whose at the end of a game: discs.
    FN static void owners(const State& end, Set& own, Set& other) {
        own = end.own;
        other = end.other;
    }

    // A pass is always the only candidate, so it may share any cell.
    FN static int policy_cell(const Look& seen, int move) {
        if (move == PASS) return !seen.own_moves && seen.other_moves ? 0 : -1;
        return has(seen.own_moves, move) ? move : -1;
    }

    FN static void planes(const State& state, const Look& seen, Set plane[PLANES]) {
        plane[0] = state.own;
        plane[1] = state.other;
        plane[2] = seen.own_moves;
        plane[3] = seen.other_moves;
        plane[4] = ~0ULL;
        plane[5] = popcount(state.own | state.other) & 1 ? ~0ULL : 0;
        plane[6] = plane[7] = 0;
    }
    FN static bool on(const Set& plane, int cell) { return has(plane, cell); }

    FN static int transform_move(const State&, int move, int symmetry) {
        if (move == PASS) return PASS;
        int row = move / 8, col = move % 8;
        if (symmetry & 4) { int old = row; row = col; col = old; }
        if (symmetry & 2) row = 7 - row;
        if (symmetry & 1) col = 7 - col;
        return 8 * row + col;
    }
    FN static Set image(const State& state, Set set, int symmetry) {
        Set moved = 0;
        for (; set; set &= set - 1) moved |= 1ULL << transform_move(state, lowest(set), symmetry);
        return moved;
    }
    FN static State transform(const State& state, int symmetry) {
        return State{image(state, state.own, symmetry), image(state, state.other, symmetry)};
    }
};
