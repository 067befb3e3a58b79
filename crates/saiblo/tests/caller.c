/* A judge in C: loads the shared object, plays whole games with a bookkeeping of its own, and tries what no judge does.
 *
 *     caller PATH      prints "ok" or the first thing that is wrong
 */
#define _POSIX_C_SOURCE 200809L
#include "luozi_saiblo.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 12 };

static Point *(*get_point)(int, int, const int *, const int *, int, int, int, int);
static void (*clear_point)(Point *);

static void fail(const char *what, int x, int y) {
    printf("%s: (%d, %d)\n", what, x, y);
    exit(1);
}

static Point ask(int m, int n, const int *top, const int *board, int x, int y, int no_x, int no_y) {
    Point *point = get_point(m, n, top, board, x, y, no_x, no_y);
    if (!point) fail("a null pointer", x, y);
    Point copy = *point;
    clear_point(point);
    return copy;
}

/* A game of the object against itself; each side is shown its own stones as 2. Every second turn is asked twice. */
static void play(int m, int n, int no_x, int no_y) {
    int stones[MAX * MAX] = {0}, top[MAX], last_x = -1, last_y = -1;
    for (int y = 0; y < n; y++) top[y] = m - (no_y == y && no_x == m - 1);
    for (int ply = 0;; ply++) {
        int board[MAX * MAX], open = 0;
        for (int i = 0; i < m * n; i++) board[i] = stones[i] ? 2 - (stones[i] + ply) % 2 : 0;
        for (int y = 0; y < n; y++) open += top[y] > 0;
        if (!open) return;
        Point point = ask(m, n, top, board, last_x, last_y, no_x, no_y);
        if (ply % 2) point = ask(m, n, top, board, last_x, last_y, no_x, no_y);
        if (point.y < 0 || point.y >= n || point.x != top[point.y] - 1) fail("illegal", point.x, point.y);
        stones[point.x * n + point.y] = 1 + ply % 2;
        top[point.y] = point.x;
        if (point.y == no_y && top[point.y] - 1 == no_x) top[point.y]--;
        last_x = point.x, last_y = point.y;
    }
}

/* Boards that a judge does not send still get an answer, legal where a column is free. */
static void stress(void) {
    int top[64], board[64 * 64] = {0};
    for (int y = 0; y < 64; y++) top[y] = 9;
    Point none = ask(9, 9, NULL, board, -1, -1, 0, 0);
    if (none.x != -1 || none.y != -1) fail("an answer without tops", none.x, none.y);
    none = ask(0, 9, top, board, -1, -1, 0, 0);
    if (none.x != -1) fail("an answer without a board", none.x, none.y);
    none = ask(1000000, 1000000, top, board, -1, -1, 0, 0);
    if (none.x != -1) fail("an answer on a huge board", none.x, none.y);
    Point large = ask(9, 64, top, board, -1, -1, 0, 0);
    if (large.x != 8) fail("a board beyond the rules", large.x, large.y);

    board[8 * 9 + 4] = 2; /* one own stone and none of the opponent: nobody could be to move */
    top[4] = 8;
    Point odd = ask(9, 9, top, board, -1, -1, 0, 0);
    if (odd.x != top[odd.y] - 1) fail("odd counts", odd.x, odd.y);
    for (int i = 0; i < 81; i++) board[i] = 7;
    Point full = ask(9, 9, (int[9]){0}, board, 0, 0, 0, 0);
    if (full.x != -1 || full.y != -1) fail("a full board", full.x, full.y);
    clear_point(NULL);
}

int main(int argc, char **argv) {
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) return printf("%s\n", argc > 1 ? dlerror() : "usage: caller PATH"), 1;
    void *symbol = dlsym(library, "getPoint");
    memcpy(&get_point, &symbol, sizeof symbol);
    symbol = dlsym(library, "clearPoint");
    memcpy(&clear_point, &symbol, sizeof symbol);
    if (!get_point || !clear_point) return printf("a symbol is missing\n"), 1;
    play(9, 9, 8, 4);   /* the column starts above the forbidden cell */
    play(12, 12, 0, 0); /* row 1 fills the column */
    play(10, 11, 5, 5); /* a stack skips over it */
    stress();
    printf("ok\n");
    return 0;
}
