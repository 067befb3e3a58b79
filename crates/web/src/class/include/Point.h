// A move, as Saiblo's interface names it: the row from the top, and the column. Used where an upload brings none of its own.
#ifndef POINT_H_
#define POINT_H_

struct Point {
    int x, y;
    Point(int row = 0, int column = 0) : x(row), y(column) {}
};

#endif
