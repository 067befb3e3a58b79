"""The program that comes with the wheel, and what the package needs of its interpreter."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import luozi
import pytest

PROGRAM = [str(Path(sysconfig.get_path("scripts")) / "luozi")]
MODULE = [sys.executable, "-m", "luozi"]


def run(command: list[str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*command, *words], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("command", [PROGRAM, MODULE], ids=["script", "module"])
def test_it_is_the_program(command: list[str]) -> None:
    done = run(command, "--version")
    assert done.returncode == 0 and done.stdout.startswith("luozi ")
    done = run(command, "analyze", "connect4", "--moves", "1 7 1 7 1 7", "--visits", "50")
    assert done.returncode == 0 and "win in 1" in done.stdout, done.stdout + done.stderr
    done = run(command, "analyse")
    assert done.returncode == 2 and "analyze" in done.stderr and "Usage: luozi" in done.stderr
    done = run(command, "solve", "connect4", "--moves", "9")
    assert done.returncode == 2 and done.stderr.startswith("luozi: ")


@pytest.mark.skipif(sys.platform != "linux", reason="the arena needs Linux")
def test_it_looks_after_bots() -> None:
    bot = f"gtp:{PROGRAM[0]} gtp --game nogo --visits 2"
    done = run(PROGRAM, "match", bot, "random", "--game", "nogo", "--games", "2", "--time", "20s", "--json")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 3 and not lines[-1]["forfeits"]


def test_control_c_ends_it_in_order() -> None:
    child = subprocess.Popen([*PROGRAM, "solve", "nogo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2.0)
    child.send_signal(signal.SIGINT)
    output, problem = child.communicate(timeout=30)
    assert child.returncode in (0, 130) and b"Traceback" not in problem, output + problem


def test_free_threaded_python_is_refused_with_a_sentence() -> None:
    program = (
        "import sysconfig; known = sysconfig.get_config_var;"
        "sysconfig.get_config_var = lambda name: 1 if name == 'Py_GIL_DISABLED' else known(name);"
        "import luozi"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1 and "luozi does not support free-threaded Python yet" in done.stderr


def test_the_package_has_the_version_of_the_program() -> None:
    from importlib.metadata import version

    assert run(PROGRAM, "--version").stdout.split() == ["luozi", version("luozi")]
    assert Path(luozi.__file__).with_name("py.typed").exists()
