// The rules of all games as a filter, so that another implementation can be compared with them.
//
// A line in is one game: its name, for Connect Four rows, columns, number of forbidden cells and those cells as
// `row column` from the top left, then `:` and the moves by index. A line out is one position, the start included:
//
//     legal moves ; result ; candidates ; verdict ; planes ; owners
//
// Moves are indices separated by blanks. Result and verdict are -1, 0 or 1 for the side to move, `-` when open. Planes
// are one text of 0 and 1 each, canvas row by row; owners, which count at the end of a game, are one text of x (the side to
// move), o and `.`.
#include <iostream>
#include <sstream>
#include <string>

#include "connect4.hpp"
#include "nogo.hpp"
#include "reversi.hpp"

template <class Game> typename Game::State read_board(std::istream&) {
    Rng unused{0};
    return Game::draw_board(unused);
}

template <> Connect4::State read_board<Connect4>(std::istream& in) {
    Connect4::State state{};
    int holes, row, col;
    in >> state.rows >> state.cols >> holes;
    while (holes-- && in >> row >> col) state.holes = state.holes | Columns::of(col, 1u << (state.rows - 1 - row));
    return state;
}

static void write_moves(Moves moves) {
    for (; moves; moves &= moves - 1) std::cout << ' ' << lowest(moves);
    std::cout << " ;";
}

template <class Game> void write_position(const typename Game::State& state) {
    int value;
    bool over = Game::outcome(state, value);
    typename Game::Look seen = Game::look(state);
    write_moves(Game::legal(state));
    std::cout << ' ' << (over ? std::to_string(value) : "-") << " ;";
    write_moves(over ? 0 : Game::candidates(seen));
    std::cout << ' ' << (seen.decided ? std::to_string((int)seen.value) : "-") << " ;";
    typename Game::Set plane[Game::PLANES];
    Game::planes(state, seen, plane);
    for (const auto& set : plane) {
        std::cout << ' ';
        for (int cell = 0; cell < Game::CELLS; cell++) std::cout << (Game::on(set, cell) ? '1' : '0');
    }
    typename Game::Set own, other;
    Game::owners(state, own, other);
    std::cout << " ; ";
    for (int cell = 0; cell < Game::CELLS; cell++) std::cout << (Game::on(own, cell) ? 'x' : Game::on(other, cell) ? 'o' : '.');
    std::cout << '\n';
}

template <class Game> void replay(std::istream& in) {
    typename Game::State state = read_board<Game>(in);
    std::string colon;
    in >> colon;
    write_position<Game>(state);
    for (int move; in >> move;) {
        state = Game::play(state, move);
        write_position<Game>(state);
    }
}

int main() {
    for (std::string line, name; std::getline(std::cin, line);) {
        std::istringstream in(line);
        in >> name;
        if (name == NoGo::NAME) replay<NoGo>(in);
        else if (name == Reversi::NAME) replay<Reversi>(in);
        else if (name == Connect4::NAME) replay<Connect4>(in);
        else return 1;
    }
    return 0;
}
