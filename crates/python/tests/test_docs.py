"""The examples of all docstrings run and show what they say."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import luozi
import luozi._native
import pytest

MODULES = [
    "luozi",
    "luozi._labels",
    "luozi._render",
    "luozi.arena",
    "luozi.errors",
    "luozi.gymnasium",
    "luozi.openspiel",
    "luozi.pettingzoo",
]


def native() -> Iterator[tuple[str, Any]]:
    for name, thing in vars(luozi._native).items():
        if not name.startswith("_"):
            yield name, thing
            if inspect.isclass(thing):
                yield from ((f"{name}.{part}", value) for part, value in vars(thing).items())


def examples(name: str, thing: Any, names: dict[str, Any]) -> doctest.DocTest:
    return doctest.DocTestParser().get_doctest(inspect.getdoc(thing) or "", names, name, None, None)


def test_examples_of_the_native_half() -> None:
    runner = doctest.DocTestRunner()
    for name, thing in native():
        runner.run(examples(name, thing, {"luozi": luozi}))
    assert runner.summarize().failed == 0
    assert runner.summarize().attempted > 40


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_the_python_half(module: str) -> None:
    found = importlib.import_module(module)
    runner = doctest.DocTestRunner()
    natives = {name for name, _ in native()}
    for test in doctest.DocTestFinder().find(found):
        # Native classes that are exported here are tested above.
        if test.name.removeprefix(f"{module}.") not in natives:
            runner.run(test)
    assert runner.summarize().failed == 0


def test_everything_public_has_a_docstring() -> None:
    missing = [
        name for name, thing in native() if not name.split(".")[-1].startswith("_") and not (inspect.getdoc(thing) or "")
    ]
    assert missing == []
