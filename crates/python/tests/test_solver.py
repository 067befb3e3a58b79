"""Exact answers against a search of a few lines that knows nothing but the rules."""

from __future__ import annotations

import itertools
import random
from functools import cache

import luozi
import numpy as np
import pytest


@cache
def minimax(position: luozi.Position) -> int:
    """The score for the side that opened."""
    if position.is_over:
        assert position.score is not None
        return position.score
    scores = [minimax(position.play(action)) for action in position.legal_actions]
    return max(scores) if position.to_move == 0 else min(scores)


def near_the_end(game: luozi.Game, empty: int, seed: int) -> luozi.Position | None:
    """Where a random game has so few empty cells; `None` if it was over before. Every continuation is short from there."""
    dice = random.Random(seed)
    position = game.start()
    while not position.is_over and (position.board() == 0).sum() > empty:
        position = position.play(dice.choice(position.legal_actions))
    return None if position.is_over else position


@pytest.mark.parametrize(
    ("game", "empty"),
    [(luozi.connect4(4, 4), 8), (luozi.connect4(), 5), (luozi.reversi(4), 6), (luozi.reversi(), 5), (luozi.nogo(3, 3), 7)],
    ids=lambda value: repr(value),
)
def test_the_solver_agrees_with_minimax(game: luozi.Game, empty: int) -> None:
    solver = luozi.Solver(game, memory_mb=4)
    found = (near_the_end(game, empty, seed) for seed in range(300))
    positions = list(itertools.islice((position for position in found if position is not None), 8))
    assert len(positions) >= 3
    for position in positions:
        sign = 1 if position.to_move == 0 else -1
        exact = sign * minimax(position)
        solution = solver.solve(position)
        assert solution.stopped is None and solution.lower <= exact <= solution.upper
        assert solution.result == ("win" if exact > 0 else "loss" if exact < 0 else "draw")
        if game.name != "nogo":
            assert solution.score == exact
            assert solution.best is not None and sign * minimax(position.play(solution.best)) == exact
        for move, (lower, upper) in solver.solve_moves(position).items():
            assert lower <= sign * minimax(position.play(move)) <= upper
        value, policy = luozi.labels([position], solver)
        assert value[0] == np.sign(exact) and policy.sum() == pytest.approx(1)


def test_limits_leave_bounds() -> None:
    game = luozi.connect4()
    solver = luozi.Solver(game, memory_mb=4)
    position = luozi.connect4().play("4 4")
    solution = solver.solve(position, nodes=10)
    assert solution.stopped == "nodes" and solution.score is None and solution.lower < solution.upper
    values, policies = luozi.labels([position], solver, nodes=10)
    assert np.isnan(values[0]) and not policies.any()
    hard = luozi.nogo()
    assert luozi.Solver(hard).solve(hard.start(), time=0.1).stopped == "time"


def test_wrong_questions_are_refused() -> None:
    solver = luozi.Solver(luozi.connect4())
    with pytest.raises(luozi.BoardError, match="made for"):
        solver.solve(luozi.reversi().start())
    with pytest.raises(ValueError, match="memory_mb: found 0"):
        luozi.Solver(luozi.connect4(), memory_mb=0)
    over = luozi.connect4().play("1212121")
    assert solver.solve(over).best is None and solver.solve_moves(over) == {}
