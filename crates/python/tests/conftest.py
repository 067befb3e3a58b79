"""What the tests share."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import time

import luozi
import pytest
from hypothesis import settings

BOARDS = {
    "connect4": luozi.connect4(),
    "connect4 4x5": luozi.connect4(4, 5),
    "connect4 with a hole": luozi.connect4(9, 12, forbidden=[(4, 7)]),
    "connect4 15x15": luozi.connect4(15, 15),
    "reversi": luozi.reversi(),
    "reversi 6x6": luozi.reversi(6, scoring="empties-to-winner"),
    "nogo": luozi.nogo(),
    "nogo 3x4": luozi.nogo(3, 4),
    "nogo 5x5": luozi.nogo(5, 5, centre_opening_forbidden=True),
}


@pytest.fixture(params=list(BOARDS.values()), ids=list(BOARDS))
def game(request: pytest.FixtureRequest) -> luozi.Game:
    found = request.param
    assert isinstance(found, luozi.Game)
    return found


def random_game(game: luozi.Game, seed: int) -> luozi.Position:
    """The end of a random game."""
    dice = random.Random(seed)
    position = game.start()
    while not position.is_over:
        position = position.play(dice.choice(position.legal_moves))
    return position


def is_interrupted(call: str) -> bool:
    """Whether Ctrl-C ends a call, of which `luozi`, `time` and a `game` are there, as it ends Python's own."""
    program = textwrap.dedent(
        f"""
        import luozi, signal, time
        # A shell that starts something in the background has it ignore Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        game = luozi.nogo()
        print("ready", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None and child.stdout.readline() == "ready\n"
            time.sleep(0.5)
            child.send_signal(signal.SIGINT)
            output, _ = child.communicate(timeout=30)
        finally:
            child.kill()
    return output == "interrupted\n" and child.returncode == 0


settings.register_profile("quick", deadline=None)
settings.register_profile("full", deadline=None, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
