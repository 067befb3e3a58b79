"""Connect Four, Reversi and NoGo: rules, search, exact solvers and fast environments.

>>> import luozi
>>> game = luozi.connect4()
>>> position = game.play("4 4 3 5")
>>> engine = luozi.Engine(game, "mcgs", seed=1)
>>> analysis = engine.think(position, visits=500)
>>> analysis.best in position.legal_moves
True

Environments for other libraries are in :mod:`luozi.pettingzoo`, :mod:`luozi.gymnasium` and :mod:`luozi.openspiel`, which
need those libraries and are not imported here.
"""

from __future__ import annotations

import sysconfig as _sysconfig

if _sysconfig.get_config_var("Py_GIL_DISABLED"):
    raise ImportError(
        "luozi does not support free-threaded Python yet; use the ordinary build of Python 3.10 or newer "
        "(long calls release its lock, so threads do run side by side)"
    )

from . import errors
from ._labels import labels
from ._native import (
    Analysis,
    Engine,
    Game,
    Match,
    MoveAnalysis,
    Position,
    Proven,
    Record,
    Solution,
    Solver,
    Stream,
    Vector,
    connect4,
    nogo,
    read,
    reversi,
)
from .arena import check, match, sprt
from .errors import BoardError, Busy, GameOver, IllegalMove, LuoziError, ParseError, PlayerError, RecordError

__all__ = [
    "Analysis",
    "BoardError",
    "Busy",
    "Engine",
    "Game",
    "GameOver",
    "IllegalMove",
    "LuoziError",
    "Match",
    "MoveAnalysis",
    "ParseError",
    "PlayerError",
    "Position",
    "Proven",
    "Record",
    "RecordError",
    "Solution",
    "Solver",
    "Stream",
    "Vector",
    "check",
    "connect4",
    "errors",
    "labels",
    "match",
    "nogo",
    "read",
    "reversi",
    "solve",
    "sprt",
    "vector",
]


def solve(position: Position, *, time: float | None = None, nodes: int | None = None, memory_mb: int = 64) -> Solution:
    """The exact score of a position; for many positions make one :class:`Solver`, which keeps its table.

    >>> import luozi
    >>> luozi.solve(luozi.connect4(4, 4).start()).result
    'draw'
    """
    return Solver(position.game, memory_mb=memory_mb).solve(position, time=time, nodes=nodes)


def vector(
    game: Game,
    lanes: int,
    *,
    planes: bool = False,
    threads: int = 1,
    symmetries: bool = False,
    seed: int = 0,
) -> Vector:
    """Many games at once, stepped into NumPy arrays that are made once; see :class:`Vector`.

    :param lanes: how many games.
    :param planes: whether to draw what Luozi's nets see, too.
    :param threads: how many threads step them; thousands of lanes make several worth it.
    :param symmetries: whether to turn each game by a random symmetry of its rules before every action.
    :param seed: of the random symmetries and of :meth:`Vector.sample`. Results do not depend on the number of threads.

    >>> import luozi
    >>> games = luozi.vector(luozi.reversi(), 8, planes=True)
    >>> games.step(games.sample())
    >>> games.mask.shape, games.planes.shape
    ((8, 65), (8, 8, 8, 8))
    """
    return Vector(game, lanes, planes=planes, threads=threads, symmetries=symmetries, seed=seed)
