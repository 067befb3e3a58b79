/* Saiblo's Connect Four interface of Luozi. Written by cbindgen from src/lib.rs: change it there. */

#ifndef LUOZI_SAIBLO_H
#define LUOZI_SAIBLO_H

/**
 * A point: x is the row downward, y the column, both from 0 at the top left.
 */
typedef struct {
  /**
   * Row, from 0 at the top; -1 for no point.
   */
  int x;
  /**
   * Column, from 0 on the left; -1 for no point.
   */
  int y;
} Point;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Chooses a point for the callee. Free the returned point with clearPoint.
 *
 * M and N are rows and columns; top has N entries, the row index of every column's top (a stone in column y lands at
 * row `top[y] - 1`; 0 is a full column); board has M * N entries by row: 0 empty, 1 the opponent's, 2 the callee's;
 * (lastX, lastY) is the opponent's last stone, -1 before the first; (noX, noY) is the forbidden cell.
 *
 * The answer is (-1, -1) when there is no free column or the arguments describe no board; it is never null.
 *
 * # Safety
 * `top` must be null or point to N numbers, and `board` must be null or point to M * N numbers, for M and N from 1 to 64.
 */
Point *getPoint(int M,
                int N,
                const int *top,
                const int *board,
                int lastX,
                int lastY,
                int noX,
                int noY);

/**
 * Frees a point that getPoint returned; null is allowed.
 *
 * # Safety
 * `point` must be null or come from `getPoint` of this library, and must not be freed twice.
 */
void clearPoint(Point *point);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LUOZI_SAIBLO_H */
