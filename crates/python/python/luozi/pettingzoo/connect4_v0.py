"""Gravity Connect Four."""

from __future__ import annotations

from collections.abc import Sequence

from pettingzoo import AECEnv

from .. import connect4
from ._base import BoardEnv, wrapped

__all__ = ["env", "raw_env"]


def raw_env(rows: int = 6, cols: int = 7, forbidden: Sequence[tuple[int, int]] = (), render_mode: str | None = None) -> BoardEnv:
    """The environment without wrappers: an illegal action raises :class:`luozi.IllegalMove`."""
    return BoardEnv(connect4(rows, cols, forbidden=list(forbidden)), "connect4_v0", render_mode)


def env(rows: int = 6, cols: int = 7, forbidden: Sequence[tuple[int, int]] = (), render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action loses."""
    return wrapped(raw_env(rows, cols, forbidden, render_mode))
