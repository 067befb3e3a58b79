"""Saved games, in and out in every format."""

from __future__ import annotations

import pickle

import luozi
import pytest
from conftest import random_game

FORMATS = ("json", "sgf", "ggf", "botzone", "saiblo", "moves")


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_written_can_be_read(game: luozi.Game, format: str) -> None:
    position = random_game(game, 8)
    record = luozi.Record(position, players=("Ada", "Bob"), event="test", date="2026-01-31")
    assert record.last == position and record.moves == list(position.moves)
    try:
        text = record.to_text(format)
    except luozi.RecordError as error:
        assert "cannot hold" in str(error)
        assert format in ("ggf", "botzone", "saiblo")
        return
    (again,) = luozi.read(text, game)
    assert again.moves == record.moves and again.game.name == game.name
    if format in ("json", "sgf"):
        assert again.game == game and again.players == ("Ada", "Bob")
        result = again.result
        assert result is not None and result["winner"] == position.winner


def test_the_formats_hold_what_they_are_known_for() -> None:
    held = {
        (game.name, format)
        for game in (luozi.connect4(), luozi.reversi(), luozi.nogo())
        for format in FORMATS
        if holds(game, format)
    }
    assert {("reversi", "ggf"), ("reversi", "botzone"), ("nogo", "botzone")} <= held
    assert {(name, format) for name in ("connect4", "reversi", "nogo") for format in ("json", "sgf", "moves")} <= held


def holds(game: luozi.Game, format: str) -> bool:
    try:
        luozi.Record(random_game(game, 1)).to_text(format)
    except luozi.RecordError:
        return False
    return True


def test_positions_and_comments() -> None:
    (record,) = luozi.read("(;GM[2]SZ[8];B[fe]C[hello];W[df](;B[cc])(;B[cd]))")
    assert [position.ply for position in record.positions()] == [0, 1, 2, 3]
    assert record.comments == ["", "hello", "", ""]
    assert pickle.loads(pickle.dumps(record)) == record
    assert "(;B[cd])" in record.to_text("sgf").replace("\n", "")


def test_what_is_no_game_is_refused() -> None:
    for text in ("", "{}", "(;", "nonsense", "\0"):
        with pytest.raises(luozi.RecordError):
            luozi.read(text)
    with pytest.raises(luozi.RecordError, match="is not a format"):
        luozi.Record(luozi.nogo().start()).to_text("pdf")
