"""Engines: answers, streams, and that they can be stopped from everywhere."""

from __future__ import annotations

import json
import threading
import time

import luozi
import numpy as np
import pytest
from conftest import is_interrupted, random_game


def test_an_engine_answers_on_every_board(game: luozi.Game) -> None:
    position = game.start()
    analysis = luozi.Engine(game, memory_mb=8).think(position, visits=20)
    assert analysis.best in position.legal_moves and analysis.position is position
    assert analysis.line[0] == analysis.best and analysis.stopped is not None
    assert analysis.proven or -1 <= (analysis.value or 0) <= 1
    policy = analysis.policy()
    assert policy.shape == (game.actions,) and abs(policy.sum() - 1) < 1e-4 and not policy[~position.mask()].any()
    assert json.loads(analysis.to_json())["best"] == analysis.best
    html = analysis._repr_html_()
    assert html.count("<tr>") == len(analysis.moves) + 1 and analysis.best in html


@pytest.mark.parametrize("game", [luozi.connect4(), luozi.reversi(), luozi.nogo()], ids=lambda game: game.name)
def test_every_preset_repeats_itself(game: luozi.Game) -> None:
    position = random_game(game, 5).undo(12)
    for preset in game.presets:
        engine = luozi.Engine(game, preset, seed=5, memory_mb=8)
        assert engine.name == preset
        first = engine.think(position, visits=60)
        engine.reset()
        again = engine.think(position, visits=60)
        assert [(m.move, m.visits, m.value) for m in first.moves] == [(m.move, m.visits, m.value) for m in again.moves]


def test_proofs_are_told_in_words() -> None:
    game = luozi.connect4()
    analysis = luozi.Engine(game, "mcgs").think(game.play("1 7 1 7 1 7"), visits=200)
    assert analysis.proven is not None
    assert (str(analysis.proven), analysis.proven.result, analysis.proven.value) == ("win in 1", "win", 1.0)
    assert analysis.proven == analysis.proven and len({analysis.proven, analysis.proven}) == 1
    assert "win in 1" in repr(analysis) and "win in 1" in analysis._repr_html_()


def test_wrong_players_are_explained() -> None:
    game = luozi.connect4()
    with pytest.raises(luozi.PlayerError, match="did you mean `mcgs`"):
        luozi.Engine(game, "mcgz")
    with pytest.raises(luozi.PlayerError, match="no parameter"):
        luozi.Engine(game, colour="red")
    with pytest.raises(luozi.PlayerError, match="expected"):
        luozi.Engine(game, threads="many")
    with pytest.raises(luozi.PlayerError, match="not a weights file"):
        luozi.Engine(game, net=b"something else")
    engine = luozi.Engine(game, "mcgs", hook=True, c=1.5)
    with pytest.raises(luozi.GameOver):
        engine.think(game.play("1212121"))
    with pytest.raises(luozi.BoardError, match="made for"):
        engine.think(luozi.connect4(7, 7).start(), visits=1)
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="time: found"):
            engine.think(game.start(), time=wrong)
    with pytest.raises(ValueError, match="visits: found 0"):
        engine.think(game.start(), visits=0)


def test_players_of_the_command_line() -> None:
    game = luozi.reversi()
    for words in ("level=1", "greedy", "alphabeta:depth=2", "luozi:level=2", "uct-plain,visits=10"):
        engine = luozi.Engine(game, words)
        assert engine.choose(game.start(), visits=None if engine.has_limits else 5) in game.start().legal_moves


def test_time_is_kept() -> None:
    game = luozi.nogo()
    began = time.monotonic()
    analysis = luozi.Engine(game, "classic-nogo").think(game.start(), time=0.3)
    assert analysis.stopped == "time" and 0.25 < time.monotonic() - began < 3


def test_a_stream_tells_more_and_more() -> None:
    game = luozi.nogo()
    engine = luozi.Engine(game, "classic-nogo")
    seen = list(engine.stream(game.start(), time=0.5, every=0.05))
    assert len(seen) >= 3 and seen[-1].stopped == "time" and all(a.stopped is None for a in seen[:-1])
    assert [a.visits for a in seen] == sorted(a.visits for a in seen)
    assert list(engine.stream(game.start(), visits=5)), "the engine is free again"


def test_a_stream_that_is_dropped_ends() -> None:
    game = luozi.nogo()
    engine = luozi.Engine(game, "classic-nogo")
    stream = engine.stream(game.start(), every=0.02)
    next(stream)
    with pytest.raises(luozi.Busy):
        engine.think(game.start(), visits=1)
    with pytest.raises(luozi.Busy):
        engine.reset()
    del stream
    assert engine.think(game.start(), visits=1).best in game.start().legal_moves


def test_another_thread_can_stop_it_and_threads_run_side_by_side() -> None:
    game = luozi.nogo()
    engine = luozi.Engine(game, "classic-nogo")
    ticks = 0

    def stop() -> None:
        nonlocal ticks
        for _ in range(20):
            time.sleep(0.01)
            ticks += 1
        engine.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    began = time.monotonic()
    analysis = engine.think(game.start(), time=60)
    thread.join()
    assert analysis.stopped == "asked" and ticks == 20 and time.monotonic() - began < 20


@pytest.mark.parametrize(
    "call",
    [
        "luozi.Engine(game, 'classic-nogo').think(game.start(), time=60)",
        "list(luozi.Engine(game, 'classic-nogo').stream(game.start()))",
        "luozi.solve(game.start())",
    ],
)
def test_control_c_ends_it(call: str) -> None:
    assert is_interrupted(call)


def test_labels_by_an_engine() -> None:
    game = luozi.reversi()
    positions = [game.start(), game.play("f5")]
    values, policies = luozi.labels(positions, luozi.Engine(game, "classic-reversi", memory_mb=8), visits=30)
    assert values.shape == (2,) and policies.shape == (2, 65) and np.allclose(policies.sum(1), 1)
