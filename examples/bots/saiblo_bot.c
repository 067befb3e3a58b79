/* A Connect Four bot with Saiblo's C interface: wins if it can, blocks if it must, else stays near the middle.
 *
 *   cc -O2 -shared -fPIC -o saiblo_bot.so saiblo_bot.c
 *
 * board[x * N + y]: 0 empty (the forbidden cell too), 1 the opponent, 2 this bot. A stone in column y lands in row
 * top[y] - 1; the judge has already skipped the forbidden cell. */

#include <stdlib.h>

typedef struct {
    int x;
    int y;
} Point;

/* Length of the line through (x, y) in one direction and its opposite, as if `side` had a stone there. */
static int line_length(int rows, int cols, const int *board, int x, int y, int dx, int dy, int side) {
    int length = 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        int row = x + sign * dx, col = y + sign * dy;
        while (row >= 0 && row < rows && col >= 0 && col < cols && board[row * cols + col] == side) {
            length++;
            row += sign * dx;
            col += sign * dy;
        }
    }
    return length;
}

static int makes_four(int rows, int cols, const int *board, int x, int y, int side) {
    return line_length(rows, cols, board, x, y, 0, 1, side) >= 4 || line_length(rows, cols, board, x, y, 1, 0, side) >= 4 ||
           line_length(rows, cols, board, x, y, 1, 1, side) >= 4 || line_length(rows, cols, board, x, y, 1, -1, side) >= 4;
}

Point *getPoint(int M, int N, const int *top, const int *board, int lastX, int lastY, int noX, int noY) {
    (void)lastX, (void)lastY, (void)noX, (void)noY;
    int best = -1, best_score = -1;
    for (int y = 0; y < N; y++) {
        if (top[y] == 0) {
            continue; /* the column is full */
        }
        int x = top[y] - 1;
        int distance = abs(2 * y - (N - 1)); /* twice the distance from the middle */
        int score = N - distance / 2;
        if (makes_four(M, N, board, x, y, 2)) {
            score += 2000;
        } else if (makes_four(M, N, board, x, y, 1)) {
            score += 1000;
        }
        if (score > best_score) {
            best = y;
            best_score = score;
        }
    }
    Point *point = malloc(sizeof *point);
    point->x = top[best] - 1;
    point->y = best;
    return point;
}

void clearPoint(Point *point) {
    free(point);
}
