"""The whole surface called with anything: what is wrong is an exception, and never a panic."""

from __future__ import annotations

import inspect
from typing import Any

import luozi
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

#: What a wrong call may raise. A panic of the native half is none of these.
ALLOWED = (luozi.LuoziError, TypeError, ValueError, OverflowError, IndexError, AttributeError)

GAMES = [luozi.connect4(4, 4), luozi.reversi(4), luozi.nogo(3, 3)]
SUBJECTS: list[Any] = [
    *GAMES,
    *(game.start() for game in GAMES),
    GAMES[0].play("1 2 1 2 1 2 1"),
    luozi.Engine(GAMES[0], "mcgs", memory_mb=1),
    luozi.Engine(GAMES[1], "classic-reversi", memory_mb=1),
    luozi.Solver(GAMES[0], memory_mb=1),
    luozi.Vector(GAMES[0], 3),
    luozi.Record(GAMES[1].start()),
    luozi.Game,
    luozi.Position,
    luozi.Engine,
    luozi.Solver,
    luozi.Vector,
    luozi.Record,
    luozi,
]

anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 20),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["random", lambda position: position.legal_moves[0]]),
    st.sampled_from(["1", "a1", "A1", "pass", "json", "level=1", "mcgs", "....\n....\n....\n....\nX"]),
    st.binary(max_size=20),
    st.lists(st.integers(-1, 5), max_size=4),
    st.sampled_from(SUBJECTS),
    st.sampled_from([np.zeros(3, np.int64), np.zeros((2, 2)), np.array(3)]),
)
named = st.dictionaries(
    st.sampled_from(["time", "visits", "nodes", "every", "memory_mb", "threads", "seed", "planes", "numbers", "format"]),
    st.one_of(st.integers(-1, 50), st.floats(-1, 0.05), st.text(max_size=5), st.booleans(), st.none()),
    max_size=2,
)


def calls() -> list[tuple[Any, str]]:
    found = []
    for subject in SUBJECTS:
        for name in dir(subject):
            special = name.startswith("__") and name not in ("__eq__", "__hash__", "__repr__", "__reduce__", "__len__")
            if not special and callable(inspect.getattr_static(subject, name)) and name not in ("errors",):
                found.append((subject, name))
        if inspect.isclass(subject):
            found.append((subject, ""))
    return found


@settings(max_examples=max(1500, settings().max_examples), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(calls()), st.lists(anything, max_size=3), named)
def test_any_call_ends_well(call: tuple[Any, str], positional: list[Any], keywords: dict[str, Any]) -> None:
    subject, name = call
    function = getattr(subject, name) if name else subject
    # A question without limit may take for ever, and so may a huge table; both are asked for in other tests.
    if name in ("think", "choose", "stream", "solve", "solve_moves", "labels"):
        keywords = {"time": 0.01, **keywords}
        if keywords.get("time") is None:
            keywords["time"] = 0.01
    if name in ("match", "sprt", "check"):
        keywords["time"] = 0.01
    if name in ("match", "sprt"):
        keywords["games"] = 2
    if name in ("stream",):
        keywords["visits"] = 3
    if "memory_mb" in keywords or "threads" in keywords or name in ("", "Engine", "Solver", "Vector", "vector"):
        positional = [p for p in positional if not (isinstance(p, int) and abs(p) > 1000)]
    try:
        result = function(*positional, **keywords)
        if name == "stream":
            list(result)
        repr(result)
    except ALLOWED:
        pass


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(GAMES), st.text(max_size=60))
def test_any_text_is_read_or_refused(game: luozi.Game, text: str) -> None:
    for function in (game.position, game.play, game.player_name, game.move_index, luozi.Game.from_json, luozi.read):
        try:
            function(text)
        except luozi.LuoziError as error:
            assert str(error)
