"""Matches, sequential tests and checks, with functions among the players.

A player is one of

* a function from a :class:`luozi.Position` to a move: a text or an index, or ``None`` to resign;
* an :class:`luozi.Engine`;
* words as on the command line: ``luozi:level=3``, ``alphabeta:depth=4``, ``random``, ``botzone:COMMAND``, ``gtp:COMMAND``,
  ``so:PATH`` and the others; words that :class:`luozi.Engine` takes need no ``luozi:`` before them.

The games are played by the arena of the program ``luozi``. Functions run on the thread that called, one at a time. One
that raises loses its game, with the traceback in the game's ``fault``; Ctrl-C and ``SystemExit`` end the match.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Union

from ._native import Engine, Game, Match, Position
from .errors import PlayerError

__all__ = ["Player", "check", "match", "sprt"]

Player = Union[str, Engine, Callable[[Position], Union[str, int, None]]]

#: Share of the time for a move that an :class:`luozi.Engine` without limits of its own uses.
_ENGINE_SHARE = 0.9


def _seated(player: Player, time: float, visits: int | None) -> Any:
    """What the native half takes: words or a function."""
    if sys.platform != "linux":
        raise PlayerError("matches run bots as processes under a supervisor, which needs Linux")
    if not isinstance(player, Engine):
        return player

    def choose(position: Position) -> str:
        if player.has_limits:
            return player.choose(position)
        return player.choose(position, visits=visits, time=None if visits else _ENGINE_SHARE * time)

    choose.__name__ = player.name
    return choose


def match(
    a: Player,
    b: Player,
    game: Game,
    *,
    games: int = 20,
    time: float = 10.0,
    visits: int | None = None,
    openings: str | Sequence[str] | None = "random:4",
    concurrency: int = 1,
    seed: int = 1,
    adjudicate: bool = False,
    keep_going: bool = False,
    memory_mb: int = 1024,
    sandbox: bool = False,
    db: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_game: Callable[[dict[str, Any]], object] | None = None,
) -> Match:
    """Plays games in pairs, both of a pair from the same opening with sides swapped.

    :param games: how many; an odd number is rounded up.
    :param time: seconds a move; whoever takes longer loses.
    :param visits: simulations a move of Luozi's players that set no limit themselves.
    :param openings: moves before the players begin: ``random:K``, ``balanced:K`` (a short search calls them level), a list
        of texts with moves, or ``None``.
    :param concurrency: games at once. Functions take turns all the same.
    :param seed: everything random follows from it.
    :param adjudicate: whether games end when an exact solver has proven their result.
    :param keep_going: whether a player that loses its first two games by the same fault plays on.
    :param memory_mb: memory of a foreign bot with all its processes.
    :param sandbox: whether foreign bots are shut in by bubblewrap.
    :param db: a file that keeps every move, as ``luozi match --db``; with ``resume`` the run in it goes on.
    :param on_game: called after each game with a dictionary as in :attr:`Match.games`.

    >>> import luozi
    >>> def first(position):
    ...     return position.legal_moves[0]
    >>> result = luozi.match("level=3", first, luozi.connect4(), games=6)
    >>> result.wins + result.draws + result.losses, result.players
    (6, ['luozi:level=3', 'python:first'])
    """
    return _play(
        [a, b],
        game,
        games=games,
        time=time,
        visits=visits,
        openings=openings,
        concurrency=concurrency,
        seed=seed,
        adjudicate=adjudicate,
        keep_going=keep_going,
        memory_mb=memory_mb,
        sandbox=sandbox,
        db=db,
        resume=resume,
        test=None,
        on_game=on_game,
    )


def sprt(
    a: Player,
    b: Player,
    game: Game,
    *,
    elo0: float = 0.0,
    elo1: float = 5.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    games: int = 100_000,
    time: float = 10.0,
    visits: int | None = None,
    openings: str | Sequence[str] | None = "random:4",
    concurrency: int = 1,
    seed: int = 1,
    adjudicate: bool = False,
    memory_mb: int = 1024,
    sandbox: bool = False,
    db: str | os.PathLike[str] | None = None,
    resume: bool = False,
    on_game: Callable[[dict[str, Any]], object] | None = None,
) -> Match:
    """Plays until it is decided whether ``a`` is ``elo1`` rather than ``elo0`` normalized Elo stronger than ``b``.

    :param alpha: the chance to accept ``elo1`` when ``elo0`` is true; ``beta`` is the reverse.
    :param games: at the most. The other parameters are those of :func:`match`.

    >>> import luozi
    >>> def first(position):
    ...     return position.legal_moves[0]
    >>> luozi.sprt("level=3", first, luozi.connect4(), elo0=0, elo1=200, games=200).decision
    'H1'
    """
    return _play(
        [a, b],
        game,
        games=games,
        time=time,
        visits=visits,
        openings=openings,
        concurrency=concurrency,
        seed=seed,
        adjudicate=adjudicate,
        keep_going=False,
        memory_mb=memory_mb,
        sandbox=sandbox,
        db=db,
        resume=resume,
        test=(elo0, elo1, alpha, beta),
        on_game=on_game,
    )


def _play(players: list[Player], game: Game, *, time: float, visits: int | None, **options: Any) -> Match:
    seated = [_seated(player, time, visits) for player in players]
    from ._native import _play_match

    return _play_match(game, seated, time=time, visits=visits, **options)


def check(
    player: Player,
    game: Game,
    *,
    time: float = 1.0,
    memory_mb: int = 1024,
    sandbox: bool = False,
    seed: int = 1,
) -> list[dict[str, Any]]:
    """Plays the situations in which bots fail, each once against ``random``, and says what was found in each.

    The boards are those of the sites where the game is played, whatever the size of ``game``. A situation's ``fault`` is
    ``None`` if all was well.

    >>> import luozi
    >>> def last(position):
    ...     return position.legal_moves[-1]
    >>> [found["fault"] for found in luozi.check(last, luozi.reversi()) if found["fault"]]
    []
    """
    seated = _seated(player, time, None)
    from ._native import _check_player

    return _check_player(game, seated, time=time, memory_mb=memory_mb, sandbox=sandbox, seed=seed)
