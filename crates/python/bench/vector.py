"""Steps a second of processor time: `luozi.vector` beside OpenSpiel and PettingZoo where they are installed.

    python crates/python/bench/vector.py

Every figure is the median of several runs that take turns, on one thread. Steps replay recorded random games, so that
choosing actions is not measured; the column "random" chooses them by `sample()`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import luozi
import numpy as np

LANES, STEPS, ROUNDS = 4096, 60, 5


def processor_time(work: Callable[[], int]) -> float:
    began = time.process_time()
    steps = work()
    return steps / (time.process_time() - began)


def stepping(game: luozi.Game, planes: bool) -> Callable[[], int]:
    games = luozi.vector(game, LANES, planes=planes)
    recorded = []
    for _ in range(STEPS):
        recorded.append(games.sample().copy())
        games.step(recorded[-1])

    def work() -> int:
        games.reset()
        for actions in recorded:
            games.step(actions)
        return LANES * STEPS

    return work


def sampling(game: luozi.Game) -> Callable[[], int]:
    games = luozi.vector(game, LANES)

    def work() -> int:
        for _ in range(STEPS):
            games.step(games.sample())
        return LANES * STEPS

    return work


def numpy_policy(game: luozi.Game) -> Callable[[], int]:
    games = luozi.vector(game, LANES)
    dice = np.random.default_rng(1)

    def work() -> int:
        for _ in range(STEPS):
            games.step((games.mask * dice.random(games.mask.shape, np.float32)).argmax(1))
        return LANES * STEPS

    return work


def one_by_one(game: luozi.Game) -> Callable[[], int]:
    dice = random.Random(1)

    def work() -> int:
        steps = 0
        while steps < 2000:
            position = game.start()
            while not position.is_over:
                position = position.play(dice.choice(position.legal_actions))
                steps += 1
        return steps

    return work


def openspiel(name: str) -> Callable[[], int] | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(name)
    dice = random.Random(1)

    def work() -> int:
        steps = 0
        while steps < 20_000:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(dice.choice(state.legal_actions()))
                steps += 1
        return steps

    return work


def main() -> None:
    games = {"connect4 6x7": luozi.connect4(), "reversi": luozi.reversi(), "nogo 9x9": luozi.nogo()}
    theirs = {"connect4 6x7": "connect_four", "reversi": "othello"}
    print("| million steps a second and core | step | with planes | random | NumPy policy | one by one | OpenSpiel |")
    print("|---|---|---|---|---|---|---|")
    for name, game in games.items():
        works = [stepping(game, False), stepping(game, True), sampling(game), numpy_policy(game), one_by_one(game)]
        works.append(openspiel(theirs[name]) if name in theirs else None)  # type: ignore[arg-type]
        speeds: list[list[float]] = [[] for _ in works]
        for _ in range(ROUNDS):
            for speed, work in zip(speeds, works):
                if work is not None:
                    speed.append(processor_time(work))
        cells = [f"{statistics.median(speed) / 1e6:.3g}" if speed else "-" for speed in speeds]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
