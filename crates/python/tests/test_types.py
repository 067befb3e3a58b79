"""The stubs say what is there, and the package and its tests are typed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import luozi
import pytest

pytest.importorskip("mypy")
HERE = Path(__file__).parent
PACKAGE = Path(luozi.__file__).parent
#: mypy reads NumPy and Gymnasium with everything, which takes half a minute; the stubs alone are quick.
full = pytest.mark.skipif(os.environ.get("HYPOTHESIS_PROFILE") != "full", reason="a part of the full tests")


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_what_is_there() -> None:
    run("mypy.stubtest", "luozi._native", "--ignore-disjoint-bases")


@full
def test_the_package_is_typed() -> None:
    assert (PACKAGE / "py.typed").exists()
    run("mypy", "--strict", "--disable-error-code=import-untyped", "-p", "luozi")


@full
def test_a_user_is_typed() -> None:
    run("mypy", "--strict", "test_arena.py", "test_vector.py", "test_solver.py", "test_openspiel.py", "conftest.py")
