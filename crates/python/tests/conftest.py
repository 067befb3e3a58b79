"""What the tests share."""

from __future__ import annotations

import os
import random

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


settings.register_profile("quick", deadline=None)
settings.register_profile("full", deadline=None, max_examples=20_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
