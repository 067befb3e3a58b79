"""Steps a second of processor time: `luozi.vector` beside OpenSpiel and pgx where they are installed.

    python crates/python/bench/vector.py

Every figure is the median of several runs that take turns, on one thread. Steps replay recorded random games, so that
choosing actions is not measured; the column "random" chooses them by `sample()`. OpenSpiel's column chooses at random in
Python, one game at a time, as its users do. pgx steps the same number of lanes, compiled by JAX for the CPU, with its
observations, which it always makes: its column is to be compared with "with planes".
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable

import luozi
import numpy as np

LANES, STEPS, ROUNDS = 4096, 60, 5
# All threads' time counts, so one is the fair number.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")


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


def pgx_steps(name: str) -> Callable[[], int] | None:
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make(name)
    keys = jax.random.split(jax.random.PRNGKey(1), LANES)
    begin = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -1e9)))
    state, recorded = begin(keys), []
    for key in jax.random.split(jax.random.PRNGKey(2), STEPS):
        recorded.append(choose(key, state.legal_action_mask))
        state = step(state, recorded[-1], keys)
    jax.block_until_ready(state)

    def work() -> int:
        state = begin(keys)
        for actions in recorded:
            state = step(state, actions, keys)
        jax.block_until_ready(state)
        return LANES * STEPS

    return work


def main() -> None:
    games = {"connect4 6x7": luozi.connect4(), "reversi": luozi.reversi(), "nogo 9x9": luozi.nogo()}
    theirs = {"connect4 6x7": "connect_four", "reversi": "othello"}
    columns = ["step", "with planes", "random", "NumPy policy", "one by one", "OpenSpiel", "pgx"]
    print(f"| million steps a second and core | {' | '.join(columns)} |")
    print("|---" * (len(columns) + 1) + "|")
    for name, game in games.items():
        works: list[Callable[[], int] | None] = [stepping(game, False), stepping(game, True), sampling(game), numpy_policy(game), one_by_one(game)]
        works += [openspiel(theirs[name]), pgx_steps(theirs[name])] if name in theirs else [None, None]
        speeds: list[list[float]] = [[] for _ in works]
        for _ in range(ROUNDS):
            for speed, work in zip(speeds, works):
                if work is not None:
                    speed.append(processor_time(work))
        cells = [f"{statistics.median(speed) / 1e6:.3g}" if speed else "-" for speed in speeds]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
