"""Environments for Gymnasium: one agent against any player. Needs ``pip install luozi[gymnasium]``.

Importing this registers ``luozi/Connect4-v0``, ``luozi/Reversi-v0`` and ``luozi/NoGo-v0``.

>>> import gymnasium, luozi.gymnasium
>>> env = gymnasium.make("luozi/Connect4-v0", opponent="level=1")
>>> planes, info = env.reset(seed=3)
>>> planes, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
>>> env.close()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import Engine, Game, IllegalMove, PlayerError, Position, connect4, nogo, reversi
from ._render import rgb

__all__ = ["BoardEnv"]

#: Memory of an opponent's engine; it lives for one game.
_MEMORY_MB = 16


class BoardEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game against an opponent.

    The agent observes the planes that Luozi's nets see, from its own side; the mask of legal actions is
    ``info["action_mask"]`` and :meth:`action_masks`. The reward is 1, 0 or -1 at the end.

    :param game: the game.
    :param opponent: any player's words such as ``random``, ``level=3``, ``mcgs,visits=100`` or ``gtp:COMMAND``, or a
        function from a :class:`luozi.Position` to a move. An opponent made of words without a limit of its own thinks as long as ``visits``
        says.
    :param side: 0 to play first, 1 to play second, ``random`` to change.
    :param visits: simulations of an opponent whose words name no limit.
    :param time: seconds a move of an opponent that is a bot of another program.
    :param illegal: ``lose`` ends the game with -1 when the agent plays an illegal action, ``raise`` raises
        :class:`luozi.IllegalMove`.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array", "svg"], "render_fps": 2}

    def __init__(
        self,
        game: Game,
        opponent: str | Callable[[Position], str | int] = "level=1",
        *,
        side: int | str = "random",
        visits: int = 100,
        time: float = 10.0,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        for name, found, known in (
            ("side", side, (0, 1, "random")),
            ("illegal", illegal, ("lose", "raise")),
            ("render_mode", render_mode, (None, *self.metadata["render_modes"])),
        ):
            if found not in known:
                raise ValueError(f"{name}: found {found!r}, expected one of {known}")
        self.game = game
        self.opponent = opponent
        self.side = side
        self.visits = visits
        self.time = time
        self.illegal = illegal
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, game.planes_shape, np.uint8)
        self.action_space = spaces.Discrete(game.actions)
        self.position: Position = game.start()
        self._own_side = 0
        self._lost = False
        self._engine: Engine | None = None
        self._is_foreign = False
        if isinstance(opponent, str) and opponent != "random":
            self._make(opponent, 0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        moves = (options or {}).get("moves", "")
        self.position = self.game.play(moves) if moves else self.game.start()
        self._lost = False
        self._own_side = int(self.np_random.integers(2)) if self.side == "random" else int(self.side)
        if isinstance(self.opponent, str) and self.opponent != "random":
            # A fresh engine with a seed of its own: levels choose among good moves, and no two games shall be alike.
            chosen = int(self.np_random.integers(2**31))
            self._engine = self._make(self.opponent, chosen)
        self._answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        if self.position.is_over or self._lost:
            raise gymnasium.error.ResetNeeded("the game is over; call reset()")
        try:
            self.position = self.position.play(int(action))
        except IllegalMove as error:
            if self.illegal == "raise":
                raise
            self._lost = True
            info = self._info()
            info["illegal"] = error.reason
            return self._observation(), -1.0, True, False, info
        self._answer()
        reward = self.position.returns[self._own_side]
        return self._observation(), reward, self.position.is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, under the name that maskable agents look for."""
        return self.position.mask()

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return rgb(self.position)
        if self.render_mode == "svg":
            return self.position.svg()
        if self.render_mode == "ansi":
            return str(self.position)
        if self.render_mode == "human":
            print(self.position, end="\n\n")
        return None

    def _answer(self) -> None:
        """The opponent moves if it is its turn."""
        while not self.position.is_over and self.position.to_move != self._own_side:
            self.position = self.position.play(self._choice())
        if self.render_mode == "human":
            self.render()

    def _choice(self) -> str | int:
        if callable(self.opponent):
            return self.opponent(self.position)
        if self._engine is None:
            return int(self.np_random.choice(self.position.legal_actions))
        if self._is_foreign:
            return self._engine.choose(self.position, time=self.time)
        return self._engine.choose(self.position, visits=None if self._engine.has_limits else self.visits)

    def _make(self, words: str, seed: int) -> Engine:
        if words.startswith(("alphabeta", "greedy")):
            # They draw nothing at random.
            return Engine(self.game, words)
        try:
            self.game.player_name(words)
        except PlayerError:
            # A bot of another program has the memory of the arena; what is no player at all is told here.
            self._is_foreign = True
            return Engine(self.game, words, seed=seed)
        return Engine(self.game, words, seed=seed, memory_mb=_MEMORY_MB)

    def _observation(self) -> NDArray[np.uint8]:
        return self.position.planes()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.position.mask().astype(np.int8), "side": self._own_side}


def _connect4(rows: int = 6, cols: int = 7, **options: Any) -> BoardEnv:
    return BoardEnv(connect4(rows, cols), **options)


def _reversi(size: int = 8, **options: Any) -> BoardEnv:
    return BoardEnv(reversi(size), **options)


def _nogo(rows: int = 9, cols: int = 9, **options: Any) -> BoardEnv:
    return BoardEnv(nogo(rows, cols), **options)


for _name, _entry in (("Connect4", _connect4), ("Reversi", _reversi), ("NoGo", _nogo)):
    if f"luozi/{_name}-v0" not in gymnasium.registry:
        gymnasium.register(f"luozi/{_name}-v0", entry_point=_entry)
