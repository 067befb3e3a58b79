"""Reversi, where a pass is an action of its own."""

from __future__ import annotations

from pettingzoo import AECEnv

from .. import reversi
from ._base import BoardEnv, wrapped

__all__ = ["env", "raw_env"]


def raw_env(size: int = 8, render_mode: str | None = None) -> BoardEnv:
    """The environment without wrappers: an illegal action raises :class:`luozi.IllegalMove`."""
    return BoardEnv(reversi(size), "reversi_v0", render_mode)


def env(size: int = 8, render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action loses."""
    return wrapped(raw_env(size, render_mode))
