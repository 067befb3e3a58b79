// The two functions of Saiblo's interface. Used where an upload brings none of its own.
#ifndef STRATEGY_H_
#define STRATEGY_H_

#include "Point.h"

extern "C" Point *getPoint(const int M, const int N, const int *top, const int *board, const int lastX, const int lastY,
                           const int noX, const int noY);
extern "C" void clearPoint(Point *point);

#endif
