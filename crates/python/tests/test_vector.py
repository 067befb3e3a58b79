"""Many games at once against the same games one by one."""

from __future__ import annotations

import threading

import luozi
import numpy as np
import pytest


@pytest.mark.parametrize("threads", [1, 3])
def test_lanes_are_the_games_that_positions_play(game: luozi.Game, threads: int) -> None:
    lanes = 130
    games = luozi.vector(game, lanes, planes=True, threads=threads, seed=7)
    twins = [game.start() for _ in range(lanes)]
    ended = 0
    for _ in range(game.rows * game.cols + 5):
        actions = games.sample().copy()
        games.step(actions)
        for lane, action in enumerate(actions.tolist()):
            mover = twins[lane].to_move
            after = twins[lane].play(action)
            assert games.done[lane] == after.is_over
            assert games.reward[lane] == after.returns[mover]
            assert games.score[lane] == (after.score or 0) * (1 if mover == 0 else -1)
            ended += after.is_over
            twins[lane] = game.start() if after.is_over else after
        # The whole state of a few lanes; it would take long for all.
        for lane in (0, 70, lanes - 1):
            assert games.position(lane) == twins[lane] and games.to_move[lane] == twins[lane].to_move
            assert (games.mask[lane] == twins[lane].mask()).all()
            assert games.planes is not None and (games.planes[lane] == twins[lane].planes()).all()
    assert ended > 0 or game.rows == 15


def test_threads_change_nothing(game: luozi.Game) -> None:
    one = luozi.vector(game, 500, symmetries=True, seed=3)
    many = luozi.vector(game, 500, symmetries=True, seed=3, threads=4)
    for _ in range(30):
        actions = one.sample()
        assert (actions == many.sample()).all()
        one.step(actions)
        many.step(actions)
        assert (one.mask == many.mask).all() and (one.reward == many.reward).all()


def test_arrays_stay_where_they_are() -> None:
    games = luozi.vector(luozi.reversi(), 10, planes=True)
    arrays = [games.mask, games.reward, games.done, games.score, games.to_move, games.planes]
    before = games.mask.copy()
    games.step(games.sample())
    now = [games.mask, games.reward, games.done, games.score, games.to_move, games.planes]
    assert all(one is other for one, other in zip(arrays, now))
    assert (games.mask != before).any() and games.to_move.tolist() == [1] * 10
    games.reset()
    assert (games.mask == before).all()


def test_a_wrong_action_is_named_and_nothing_is_played() -> None:
    for threads in (1, 2):
        games = luozi.vector(luozi.reversi(), 300, threads=threads)
        before = games.mask.copy()
        actions = games.sample().copy()
        actions[[77, 200]] = 0
        with pytest.raises(luozi.IllegalMove, match=r"lane 77: move `a1` \(action 0\) is illegal: it flips nothing"):
            games.step(actions)
        actions[[77, 200]] = (-5, 99)
        with pytest.raises(luozi.IllegalMove, match="lane 77: move `-5`"):
            games.step(actions)
        assert (games.mask == before).all() and games.position(0) == luozi.reversi().start()


def test_actions_of_any_integers_and_shapes() -> None:
    games = luozi.vector(luozi.connect4(), 4)
    games.step([0, 1, 2, 3])
    games.step(np.zeros(4, np.int32))
    games.step(np.zeros(8, np.int64)[::2])
    games.step(np.ones(4, np.uint8))
    with pytest.raises(TypeError, match="expected integers"):
        games.step(np.zeros(4))
    with pytest.raises(ValueError, match="found 3, expected 4"):
        games.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="one dimension"):
        games.step(np.zeros((4, 1), np.int64))


def test_arrays_that_were_spoilt_are_noticed() -> None:
    games = luozi.vector(luozi.connect4(), 4)
    games.mask.flags.writeable = False
    with pytest.raises(luozi.Busy, match="read-only"):
        games.step([0, 0, 0, 0])
    games.mask.flags.writeable = True
    games.step([0, 0, 0, 0])
    # Actions may lie in an array of the vector itself only if they are read before it is written.
    actions = games.sample()
    games.step(actions)
    assert games.sample() is actions


def test_symmetries_turn_the_games() -> None:
    game = luozi.nogo(4, 4)
    games = luozi.vector(game, 400, symmetries=True)
    games.step(np.full(400, 1))
    seen = {games.position(lane) for lane in range(400)}
    assert seen == set(game.play("B4").symmetries()) and len(seen) == 8


def test_positions_can_be_put_into_lanes() -> None:
    game = luozi.connect4()
    games = luozi.vector(game, 3, planes=True)
    position = game.play("1 2 1 2 1 2")
    games.put(1, position)
    assert games.position(1) == position and games.position(0) == game.start()
    assert games.planes is not None and (games.planes[1] == position.planes()).all()
    games.step([6, 0, 6])
    assert games.done.tolist() == [False, True, False] and games.position(1) == game.start()
    with pytest.raises(luozi.GameOver):
        games.put(0, game.play("1212121"))
    with pytest.raises(luozi.BoardError):
        games.put(0, luozi.connect4(7, 7).start())
    with pytest.raises(IndexError):
        games.put(3, game.start())
    with pytest.raises(IndexError):
        games.position(-1)


def test_wrong_sizes_are_refused() -> None:
    for lanes in (0, -1, 1 << 40):
        with pytest.raises(ValueError, match="lanes: found"):
            luozi.vector(luozi.nogo(), lanes)
    with pytest.raises(ValueError, match="threads: found 0"):
        luozi.vector(luozi.nogo(), 1, threads=0)


def test_two_threads_at_one_vector_are_told() -> None:
    games = luozi.vector(luozi.nogo(), 20_000, planes=True)
    told: list[Exception] = []

    def step() -> None:
        for _ in range(10):
            try:
                games.step(games.sample())
            except (luozi.Busy, luozi.IllegalMove) as error:
                told.append(error)

    threads = [threading.Thread(target=step) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any(isinstance(error, luozi.Busy) for error in told)
    games.step(games.sample())


def test_labels_of_a_vector() -> None:
    game = luozi.connect4(4, 4)
    games = luozi.vector(game, 5)
    for _ in range(3):
        games.step(games.sample())
    values, policies = luozi.labels(games, luozi.Solver(game))
    assert values.shape == (5,) and (policies > 0).any(1).all() and not policies[~games.mask].any()
