"""Boards as pixels, for ``render()`` of environments. Pictures for people are :meth:`luozi.Position.svg`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._native import Position

__all__ = ["rgb"]

_GROUND = {"connect4": (44, 74, 134), "reversi": (34, 105, 79), "nogo": (224, 184, 122)}
_PIECES = {"connect4": ((222, 91, 66), (252, 224, 140))}
_BLACK_AND_WHITE = ((18, 17, 19), (244, 241, 232))
_HOLE = (241, 234, 219)


def rgb(position: Position, cell: int = 32) -> NDArray[np.uint8]:
    """The board as an array (rows * cell, columns * cell, 3): a disc a piece.

    >>> import luozi
    >>> rgb(luozi.connect4().start(), cell=10).shape
    (60, 70, 3)
    """
    name = position.game.name
    board = position.board()
    rows, cols = board.shape
    picture = np.empty((rows * cell, cols * cell, 3), np.uint8)
    picture[:] = _GROUND[name]
    middle = (cell - 1) / 2
    y, x = np.ogrid[:cell, :cell]
    disc = (y - middle) ** 2 + (x - middle) ** 2 <= (0.43 * cell) ** 2
    first, second = _PIECES.get(name, _BLACK_AND_WHITE)
    colours = {1: first, -1: second, 2: (16, 29, 60)}
    if name == "connect4":
        colours[0] = _HOLE
    for row in range(rows):
        for col in range(cols):
            square = picture[row * cell : (row + 1) * cell, col * cell : (col + 1) * cell]
            if name != "connect4":
                square[0, :] = square[:, 0] = (40, 40, 30)
            colour = colours.get(int(board[row, col]))
            if colour is not None:
                square[disc] = colour
    return picture
