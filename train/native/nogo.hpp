// NoGo 9x9: neither capture nor suicide; who cannot move loses.
//
// Bit 9 * row + column, row 0 at the top: a step right is << 1, a step down << 9.
#pragma once

#include "common.hpp"

struct NoGo {
    static constexpr const char* NAME = "nogo";
    static constexpr int GAME_ID = 3;
    static constexpr int ROWS = 9, COLS = 9, CELLS = 81, ACTIONS = 81, PLANES = 8, SYMMETRIES = 8;
    static constexpr int MASK_PLANE = -1;
    typedef u128 Set;

    // Stones of the side to move and of the other side.
    struct State {
        Set own, other;
    };

    // What the search and the planes need to know about a state.
    struct Look {
        Set own_moves, other_moves;
        bool decided;
        float value;
    };

    FN static Set all() { return ((Set)1 << CELLS) - 1; }

    // Every ninth bit from `first`.
    FN static Set column(int first) {
        Set set = 0;
        for (int row = 0; row < ROWS; row++) set |= (Set)1 << (9 * row + first);
        return set;
    }

    FN static Set neighbours(Set set) {
        const Set not_left = all() & ~column(0), not_right = all() & ~column(8);
        return (set << 9 | set >> 9 | (set & not_right) << 1 | (set & not_left) >> 1) & all();
    }

    // The liberties of groups that have only one, and of all other groups.
    FN static void liberties(Set stones, Set empty, Set& last, Set& spare) {
        last = spare = 0;
        while (stones) {
            Set group = stones & (~stones + 1), grown, around;
            for (;;) {
                around = neighbours(group);
                grown = group | (around & stones);
                if (grown == group) break;
                group = grown;
            }
            stones &= ~group;
            Set free = around & empty;
            if (free & (free - 1)) spare |= free; else last |= free;
        }
    }

    FN static Look look(const State& state) {
        Set empty = all() & ~(state.own | state.other), own_last, own_spare, other_last, other_spare;
        liberties(state.own, empty, own_last, own_spare);
        liberties(state.other, empty, other_last, other_spare);
        Set airy = neighbours(empty) & empty;
        Look seen;
        seen.own_moves = empty & ~other_last & (airy | own_spare);
        seen.other_moves = empty & ~own_last & (airy | other_spare);
        seen.decided = seen.own_moves == 0;
        seen.value = -1;
        return seen;
    }

    FN static Moves legal(const State& state) { return look(state).own_moves; }
    FN static Moves candidates(const Look& seen) { return seen.own_moves; }
    FN static bool outcome(const State& state, int& value) {
        value = -1;
        return legal(state) == 0;
    }
    FN static State play(const State& state, int move) { return State{state.other, state.own | (Set)1 << move}; }
    FN static State draw_board(Rng&) { return State{0, 0}; }

    FN static State swapped(const State& state) { return State{state.other, state.own}; }
    // Whose cells are whose at the end of a game: stones, and points where only one side may still play.
    FN static void owners(const State& end, Set& own, Set& other) {
        const Look seen = look(end);
        own = end.own | (seen.own_moves & ~seen.other_moves);
        other = end.other | (seen.other_moves & ~seen.own_moves);
    }

    // Where the policy of a move is read, -1 for moves that are no candidates.
    FN static int policy_cell(const Look& seen, int move) { return has(seen.own_moves, move) ? move : -1; }

    FN static void planes(const State& state, const Look& seen, Set plane[PLANES]) {
        plane[0] = state.own;
        plane[1] = state.other;
        plane[2] = seen.own_moves;
        plane[3] = seen.other_moves;
        plane[4] = all();
        plane[5] = all() & ~(state.own | state.other | seen.own_moves | seen.other_moves);
        plane[6] = plane[7] = 0;
    }
    FN static bool on(const Set& plane, int cell) { return has(plane, cell); }

    FN static int transform_move(const State&, int move, int symmetry) {
        int row = move / 9, col = move % 9;
        if (symmetry & 4) { int old = row; row = col; col = old; }
        if (symmetry & 2) row = 8 - row;
        if (symmetry & 1) col = 8 - col;
        return 9 * row + col;
    }
    FN static Set image(const State& state, Set set, int symmetry) {
        Set moved = 0;
        for (; set; set &= set - 1) moved |= (Set)1 << transform_move(state, lowest(set), symmetry);
        return moved;
    }
    FN static State transform(const State& state, int symmetry) {
        return State{image(state, state.own, symmetry), image(state, state.other, symmetry)};
    }
};
