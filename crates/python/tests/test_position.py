"""Positions: values that never change, against what playing move by move says."""

from __future__ import annotations

import copy
import pickle
import random

import luozi
import numpy as np
import pytest
from conftest import BOARDS, random_game
from hypothesis import given, settings
from hypothesis import strategies as st

games = st.sampled_from(list(BOARDS.values()))
seeds = st.integers(0, 2**32)


@settings(max_examples=60, deadline=None)
@given(games, seeds)
def test_a_random_game_holds_together(game: luozi.Game, seed: int) -> None:
    dice = random.Random(seed)
    position = game.start()
    path = [position]
    while not position.is_over:
        moves, actions = position.legal_moves, position.legal_actions
        assert [game.move_index(move) for move in moves] == actions == np.flatnonzero(position.mask()).tolist()
        chosen = dice.randrange(len(moves))
        by_text, by_index = position.play(moves[chosen]), position.play(actions[chosen])
        assert by_text == by_index and hash(by_text) == hash(by_index) and by_text != position
        assert by_text.to_move == 1 - position.to_move and by_text.ply == position.ply + 1
        assert position == path[-1], "playing changes nothing"
        position = by_text
        path.append(position)
    assert position.legal_moves == [] and sum(position.returns) == 0
    assert position.winner == (None if position.score == 0 else int((position.score or 0) < 0))
    assert position.undo(position.ply) == game.start()
    assert [position.undo(back) for back in range(len(path))] == path[::-1]
    middle = path[len(path) // 2]
    assert game.position(middle.to_text()) == middle
    assert game.position(middle.to_text()).legal_moves == middle.legal_moves
    assert eval(repr(middle)) == middle and eval(repr(game)) == game
    for again in (pickle.loads(pickle.dumps(middle)), copy.deepcopy(middle), copy.copy(middle)):
        assert again == middle and again.moves == middle.moves and again.game == game


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_symmetries_map_games_onto_games(game: luozi.Game, seed: int) -> None:
    end = random_game(game, seed)
    position = end.undo(random.Random(seed).randrange(1, end.ply + 1))
    images = position.symmetries()
    assert images[0] == position and len(images) == game.symmetries
    action = position.legal_actions[0]
    for number, image in enumerate(images):
        assert image == position.transformed(number)
        assert sorted(position.transformed_move(move, number) for move in position.legal_actions) == image.legal_actions
        assert image.play(position.transformed_move(action, number)) == position.play(action).transformed(number)


@settings(max_examples=40, deadline=None)
@given(games, seeds)
def test_boards_and_planes_show_the_pieces(game: luozi.Game, seed: int) -> None:
    end = random_game(game, seed)
    position = end.undo(1)
    board, planes = position.board(), position.planes()
    assert board.shape == (game.rows, game.cols) and planes.shape == game.planes_shape
    assert ((board == 1).sum(), (board == -1).sum()) == position.pieces
    own = 1 if position.to_move == 0 else -1
    # Connect Four counts rows from the bottom.
    seen = planes[:, ::-1] if game.name == "connect4" else planes
    assert (seen[0] == (board == own)).all() and (seen[1] == (board == -own)).all()
    assert not end.planes().any()


def test_equal_positions_are_one_key_of_a_dictionary() -> None:
    game = luozi.connect4()
    one, other = game.play("1 2 3"), game.play("3 2 1")
    assert one == other and hash(one) == hash(other) and one.moves != other.moves
    assert len({one, other, game.start()}) == 2
    assert one != luozi.connect4(7, 7).play("1 2 3") and one != "1 2 3"


def test_wrong_moves_are_refused_with_a_reason() -> None:
    start = luozi.reversi().start()
    with pytest.raises(luozi.IllegalMove, match="flips nothing") as caught:
        start.play("a1")
    assert caught.value.reason == "flips_nothing" and isinstance(caught.value, ValueError)
    assert pickle.loads(pickle.dumps(caught.value)).reason == "flips_nothing"
    for wrong in (-1, 65, 10**30):
        with pytest.raises(luozi.IllegalMove, match="not on this board"):
            start.play(wrong)
    with pytest.raises(luozi.ParseError, match="expected a square"):
        start.play("z9")
    with pytest.raises(TypeError, match="str such as `a1` or an int; found float"):
        start.play(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected 0 to 0"):
        start.undo()
    assert start.play(np.int64(19)) == start.play("d3")


def test_wrong_boards_are_refused_in_words() -> None:
    for make in (
        lambda: luozi.connect4(0, 7),
        lambda: luozi.connect4(300, 7),
        lambda: luozi.connect4(6, 7, forbidden=[(-1, 0)]),
        lambda: luozi.connect4(6, 7, forbidden=[(6, 0)]),
        lambda: luozi.reversi(7),
        lambda: luozi.reversi(8, scoring="else"),
        lambda: luozi.nogo(19, 19),
        lambda: luozi.Game.from_json('{"game":"chess"}'),
    ):
        with pytest.raises(luozi.BoardError):
            make()


def test_pictures(game: luozi.Game) -> None:
    position = random_game(game, 3)
    picture = position._repr_svg_()
    assert picture.startswith("<svg") and picture.count('class="piece"') == sum(position.pieces)
    assert position.svg(numbers="none", dark=True) != picture
    with pytest.raises(ValueError, match="expected last, all or none"):
        position.svg(numbers="some")


def test_nothing_can_be_changed() -> None:
    position = luozi.nogo().start()
    with pytest.raises(AttributeError):
        position.to_move = 1  # type: ignore[misc]
    with pytest.raises(AttributeError):
        position.note = "mine"  # type: ignore[attr-defined]
