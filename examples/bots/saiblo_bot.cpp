// A Connect Four bot with Saiblo's C interface that tries every column with random playouts.
//
//   c++ -O2 -shared -fPIC -o saiblo_bot.so saiblo_bot.cpp
//
// The whole game runs in one process, so a global random generator is fine. Think as long as you like below 3 s; this
// sample plays a fixed number of playouts so that its games can be repeated.

#include <random>
#include <vector>

struct Point {
    int x, y;
};

namespace {

constexpr int PLAYOUTS_PER_COLUMN = 50;
constexpr int OPPONENT = 1, OWN = 2;

std::mt19937 random_numbers(20);

struct Game {
    int rows, cols, forbidden_row, forbidden_col;
    std::vector<int> top, board;

    // Drops a stone, skipping the forbidden cell as the judge does; gives its row.
    int drop(int column, int side) {
        const int row = --top[column];
        board[row * cols + column] = side;
        if (top[column] - 1 == forbidden_row && column == forbidden_col) {
            --top[column];
        }
        return row;
    }

    bool wins(int row, int col, int side) const {
        const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (const auto &direction : directions) {
            int length = 1;
            for (int sign = -1; sign <= 1; sign += 2) {
                int r = row + sign * direction[0], c = col + sign * direction[1];
                while (r >= 0 && r < rows && c >= 0 && c < cols && board[r * cols + c] == side) {
                    ++length;
                    r += sign * direction[0];
                    c += sign * direction[1];
                }
            }
            if (length >= 4) {
                return true;
            }
        }
        return false;
    }

    std::vector<int> columns() const {
        std::vector<int> open;
        for (int column = 0; column < cols; ++column) {
            if (top[column] > 0) {
                open.push_back(column);
            }
        }
        return open;
    }
};

// Plays at random from `side`'s turn on: 1 if we win, -1 if we lose, 0 for a draw.
int playout(Game game, int side) {
    for (;;) {
        const auto open = game.columns();
        if (open.empty()) {
            return 0;
        }
        const int column = open[random_numbers() % open.size()];
        if (game.wins(game.drop(column, side), column, side)) {
            return side == OWN ? 1 : -1;
        }
        side = OPPONENT + OWN - side;
    }
}

} // namespace

extern "C" Point *getPoint(int M, int N, const int *top, const int *board, int, int, int noX, int noY) {
    const Game now{M, N, noX, noY, {top, top + N}, {board, board + M * N}};
    int best = -1, best_total = 0;
    for (const int column : now.columns()) {
        Game next = now;
        int total = 0;
        if (next.wins(next.drop(column, OWN), column, OWN)) {
            total = PLAYOUTS_PER_COLUMN + 1;
        } else {
            for (int i = 0; i < PLAYOUTS_PER_COLUMN; ++i) {
                total += playout(next, OPPONENT);
            }
        }
        if (best < 0 || total > best_total) {
            best = column;
            best_total = total;
        }
    }
    return new Point{top[best] - 1, best};
}

extern "C" void clearPoint(Point *point) {
    delete point;
}
