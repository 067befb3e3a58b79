"""Values and policies to learn from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._native import Engine, Position, Solver, Vector

__all__ = ["labels"]


def labels(
    positions: Iterable[Position] | Vector, by: Engine | Solver, **limits: Any
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Values (positions,) and policies (positions, actions) by an engine or a solver, for the side to move.

    An engine gives its expected result and the share of visits of each action. A solver gives 1, 0 or -1 and shares the
    policy among the moves with the best proven score; a position whose result its limits left open has the value ``nan`` and
    a policy of zeros.

    :param positions: positions that are not over, or a vector, whose lanes are taken.
    :param limits: what :meth:`Engine.think` or :meth:`Solver.solve_moves` may spend on each.

    >>> import luozi
    >>> game = luozi.connect4(4, 4)
    >>> values, policies = luozi.labels([game.play("1 4 1 4 1 4")], luozi.Solver(game))
    >>> values.tolist(), policies.tolist()
    ([1.0], [[1.0, 0.0, 0.0, 0.0]])
    """
    if isinstance(positions, Vector):
        positions = [positions.position(lane) for lane in range(len(positions))]
    values: list[float] = []
    policies: list[NDArray[np.float32]] = []
    for position in positions:
        if isinstance(by, Solver):
            value, policy = _exact(position, by, limits)
        else:
            analysis = by.think(position, **limits)
            value = analysis.proven.value if analysis.proven else (analysis.value or 0.0)
            policy = analysis.policy()
        values.append(value)
        policies.append(policy)
    stacked = np.stack(policies) if policies else np.zeros((0, 0), np.float32)
    return np.array(values, np.float32), stacked


def _exact(position: Position, solver: Solver, limits: dict[str, Any]) -> tuple[float, NDArray[np.float32]]:
    policy = np.zeros(position.game.actions, np.float32)
    bounds = solver.solve_moves(position, **limits)
    lower = max(low for low, _ in bounds.values())
    upper = max(high for _, high in bounds.values())
    if np.sign(lower) != np.sign(upper):
        return float("nan"), policy
    for move, (low, _) in bounds.items():
        if low == lower:
            policy[position.game.move_index(move)] = 1.0
    return float(np.sign(lower)), policy / policy.sum()
