"""Matches, sequential tests and checks, with functions and foreign bots among the players."""

from __future__ import annotations

import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import Any

import luozi
import pytest
from conftest import is_interrupted, random_game

if sys.platform != "linux":
    pytest.skip("the arena needs Linux", allow_module_level=True)

#: The program that came with the wheel; it speaks GTP, Botzone's and Saiblo's protocols.
PROGRAM = Path(sysconfig.get_path("scripts")) / "luozi"


def first(position: luozi.Position) -> str:
    return position.legal_moves[0]


def test_a_match_is_counted_told_and_repeated() -> None:
    game = luozi.connect4()
    told: list[dict[str, Any]] = []
    result = luozi.match("level=5", first, game, games=12, seed=2, on_game=told.append)
    assert result.players == ["luozi:level=5", "python:first"]
    assert result.wins + result.draws + result.losses == 12 == len(result.games) == len(told)
    assert result.wins > result.losses and sum(result.pairs) == 6 and result.elo is not None
    assert result.decision is None and result.llr is None and result.hopeless is None
    again = luozi.match("luozi:level=5", first, game, games=12, seed=2)
    assert [record.moves for record in again.records()] == [record.moves for record in result.records()]
    openings = [one["opening"] for one in result.games]
    assert openings[0] == openings[1] != openings[2] and len(openings[0]) == 4


def test_its_games_are_records() -> None:
    game = luozi.reversi(6)
    result = luozi.match(first, "random", game, games=2, openings=game.start().legal_moves[:2])
    for one, record in zip(result.games, result.records()):
        assert record.last.is_over and len(record.moves) == one["plies"] and record.game == game
        assert record.players == tuple(result.players[player] for player in one["players"])
        assert record.moves[: len(one["opening"])] == one["opening"]
        winner = record.last.winner
        assert one["winner"] == (None if winner is None else one["players"][winner])
    page = result.report("zh")
    assert page.startswith("<!doctype html>") and "python:first" in page
    with pytest.raises(ValueError, match="lang: found"):
        result.report("fr")


def test_functions_run_on_the_thread_that_called() -> None:
    seen = set()

    def here(position: luozi.Position) -> str:
        seen.add(threading.get_ident())
        return position.legal_moves[0]

    result = luozi.match(here, "random", luozi.connect4(), games=8, concurrency=4)
    assert seen == {threading.get_ident()} and result.wins + result.draws + result.losses == 8


def test_faults_of_functions_lose_with_their_traceback() -> None:
    game = luozi.reversi(4)

    def broken(position: luozi.Position) -> str:
        if position.ply > 4:
            raise RuntimeError("out of ideas")
        return position.legal_moves[0]

    result = luozi.match(broken, "random", game, games=4, openings=None)
    assert result.hopeless is not None and result.hopeless[0] == 0
    fault = result.games[0]["fault"]
    assert "raised RuntimeError: out of ideas" in fault["reason"] and "in broken" in fault["stderr"]
    result = luozi.match(broken, "random", game, games=4, openings=None, keep_going=True)
    assert result.losses == 4 and result.hopeless is None
    for wrong in (lambda position: "z9", lambda position: 99, lambda position: 1.5):
        result = luozi.match(wrong, first, game, games=2)  # type: ignore[arg-type,return-value]
        assert result.losses == 2 and all(one["fault"]["player"] == 0 for one in result.games)
    assert "resigned" in luozi.match(lambda position: None, first, game, games=2).games[0]["ending"]

    def slow(position: luozi.Position) -> str:
        time.sleep(0.05)
        return position.legal_moves[0]

    late = luozi.match(slow, first, game, games=2, time=0.02).games[0]["fault"]
    assert late["kind"] == "time-out"


def test_engines_and_indices_play() -> None:
    game = luozi.nogo(5, 5)
    engine = luozi.Engine(game, "uct-plain", memory_mb=4)
    result = luozi.match(engine, lambda position: position.legal_actions[-1], game, games=4, visits=20, adjudicate=True)
    assert result.wins + result.losses == 4 and result.players == ["python:uct-plain", "python:<lambda>"]


def test_a_test_is_decided() -> None:
    def mostly_first(position: luozi.Position) -> str:
        return position.legal_moves[0 if position.ply % 5 else -1]

    result = luozi.sprt("luozi:level=2", mostly_first, luozi.connect4(), elo0=0, elo1=50, games=400)
    assert result.decision == "H1" and result.llr is not None and "H1 accepted" in repr(result)
    assert len(result.games) < 400
    with pytest.raises(ValueError, match="must be below"):
        luozi.sprt(first, first, luozi.nogo(), elo0=5, elo1=0)


def test_a_check_finds_what_is_wrong() -> None:
    found = luozi.check(first, luozi.connect4())
    assert len(found) > 10 and not any(one["fault"] for one in found)
    found = luozi.check(lambda position: "e4", luozi.reversi())
    assert all(one["fault"] and "illegal" in one["fault"]["kind"] and one["fault"]["position"] for one in found), found


def test_a_record_in_a_file_goes_on(tmp_path: Path) -> None:
    game, db = luozi.nogo(4, 4), tmp_path / "match.db"
    one = luozi.match(first, "random", game, games=2, db=db)
    begun = [record.moves for record in one.records()]
    two = luozi.match(first, "random", game, games=6, db=db, resume=True)
    assert len(one.games) == 2 and len(two.games) == 6
    assert len(begun) == 2 and [record.moves for record in two.records()][:2] == begun
    with pytest.raises(luozi.PlayerError, match="in the record"):
        luozi.match("random", first, game, games=6, db=db, resume=True)


def test_wrong_calls_are_refused() -> None:
    game = luozi.connect4()
    with pytest.raises(luozi.PlayerError, match="did you mean `random`"):
        luozi.match("radnom", first, game)
    with pytest.raises(luozi.PlayerError, match="no preset"):
        luozi.match("luozi:mcgz", first, game)
    with pytest.raises(luozi.PlayerError, match="no-such-program"):
        luozi.match("gtp:no-such-program", first, game)
    with pytest.raises(TypeError, match="or a function; found int"):
        luozi.match(3, first, game)  # type: ignore[arg-type]
    for name, wrong in (("games", 0), ("time", 0), ("visits", 0), ("concurrency", 0), ("openings", "random:99")):
        with pytest.raises(ValueError, match=f"{name}: found"):
            luozi.match(first, first, game, **{name: wrong})  # type: ignore[arg-type]

    def stop(game: dict[str, Any]) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError):
        luozi.match(first, first, game, games=1000, on_game=stop)


@pytest.mark.parametrize(
    "call",
    [
        "luozi.match('classic-nogo', 'classic-nogo', game, time=30)",
        "luozi.match(lambda position: time.sleep(60), 'random', game, time=90)",
        "luozi.check('classic-nogo', game, time=30)",
    ],
)
def test_control_c_ends_it(call: str) -> None:
    assert is_interrupted(call)


def test_bots_with_a_process_of_their_own() -> None:
    nogo, reversi = luozi.nogo(), luozi.reversi()
    gtp = f"gtp:{PROGRAM} gtp --game nogo --visits 5"
    result = luozi.match(gtp, first, nogo, games=2, time=20)
    assert result.wins + result.losses == 2 and not any(one["fault"] for one in result.games), result.games
    botzone = f"botzone:{PROGRAM} botzone --game reversi --visits 5"
    result = luozi.match(botzone, "random", reversi, games=2, time=20, openings=None)
    assert not any(one["fault"] for one in result.games), result.games
    engine = luozi.Engine(nogo, gtp)
    position = nogo.start().play(engine.choose(nogo.start(), time=20))
    assert engine.has_limits and engine.choose(position, time=20) in position.legal_moves
    engine.reset()
    assert engine.choose(nogo.start(), time=20) == position.moves[0]
    with pytest.raises(luozi.GameOver):
        engine.think(random_game(nogo, 1))
    with pytest.raises(luozi.BoardError):
        engine.think(luozi.nogo(7, 7).start())


def test_bots_that_fail_are_told(tmp_path: Path) -> None:
    game = luozi.nogo()
    bot = tmp_path / "bot.py"
    bot.write_text("raise SystemExit('no mood')")
    engine = luozi.Engine(game, f"gtp:{sys.executable} {bot}")
    with pytest.raises(luozi.PlayerError, match="exit"):
        engine.choose(game.start())
    with pytest.raises(luozi.PlayerError, match="no-such-program"):
        luozi.Engine(game, "gtp:no-such-program")
    with pytest.raises(luozi.PlayerError, match="after the colon"):
        luozi.Engine(game, "botzone:")
    with pytest.raises(luozi.PlayerError, match="memory_mb and seed alone"):
        luozi.Engine(game, "random", threads=2)
    assert luozi.Engine(game, "random", seed=3).choose(game.start()) in game.start().legal_moves
