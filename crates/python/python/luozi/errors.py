"""What can go wrong. Every message says what was found and what was expected."""

from __future__ import annotations

__all__ = [
    "BoardError",
    "Busy",
    "GameOver",
    "IllegalMove",
    "LuoziError",
    "ParseError",
    "PlayerError",
    "RecordError",
]


class LuoziError(Exception):
    """Everything that this package raises of its own."""


class IllegalMove(LuoziError, ValueError):
    """A move that the rules refuse; ``reason`` says why in a word, such as ``column_full``."""

    reason: str

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class ParseError(LuoziError, ValueError):
    """A text that is no move or no position."""


class BoardError(LuoziError, ValueError):
    """A board that no game has, or one of another game."""


class PlayerError(LuoziError, ValueError):
    """A player that cannot be made, or that gives no move."""


class GameOver(LuoziError, ValueError):
    """The game is over: there is nothing to think about."""


class Busy(LuoziError, RuntimeError):
    """It works for another thread; wait, stop it, or make a second one."""


class RecordError(LuoziError, ValueError):
    """A text that is no saved game, or a format that cannot hold one."""
