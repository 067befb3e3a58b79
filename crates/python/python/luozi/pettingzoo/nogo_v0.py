"""NoGo."""

from __future__ import annotations

from pettingzoo import AECEnv

from .. import nogo
from ._base import BoardEnv, wrapped

__all__ = ["env", "raw_env"]


def raw_env(rows: int = 9, cols: int = 9, render_mode: str | None = None) -> BoardEnv:
    """The environment without wrappers: an illegal action raises :class:`luozi.IllegalMove`."""
    return BoardEnv(nogo(rows, cols), "nogo_v0", render_mode)


def env(rows: int = 9, cols: int = 9, render_mode: str | None = None) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action loses."""
    return wrapped(raw_env(rows, cols, render_mode))
