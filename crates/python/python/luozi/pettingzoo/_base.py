"""The one environment behind all three games."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .. import Game, Position
from .._render import rgb

__all__ = ["BoardEnv", "wrapped"]


class BoardEnv(AECEnv):  # type: ignore[misc]
    """A game of two agents, ``player_0`` and ``player_1``.

    The agent whose turn it is observes the planes that Luozi's nets see, from its own side, and the mask of legal actions;
    the other one observes zeros. Rewards come at the end: 1, 0 or -1. ``reset(options={"moves": "4 4"})`` begins after moves,
    which must leave the first agent to move if the agents shall keep their order; otherwise ``player_1`` begins.

    :param game: the game.
    :param render_mode: ``ansi`` for text, ``rgb_array`` for pixels, ``svg`` for a picture, ``human`` to print the text.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array", "svg"],
        "name": "luozi",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: Game, name: str, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode: found {render_mode!r}, expected None or one of {known}")
        self.metadata = dict(self.metadata, name=name)
        self.game = game
        self.render_mode = render_mode
        self.position: Position = game.start()
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        shape = game.planes_shape
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {
            agent: spaces.Discrete(game.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        if agent == self.agent_selection and not self.position.is_over:
            return {"observation": self.position.planes(), "action_mask": self.position.mask().astype(np.int8)}
        return {
            "observation": np.zeros(self.game.planes_shape, np.uint8),
            "action_mask": np.zeros(self.game.actions, np.int8),
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        moves = (options or {}).get("moves", "")
        self.position = self.game.play(moves) if moves else self.game.start()
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.to_move]

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        mover = self.agent_selection
        self.position = self.position.play(action)
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        if self.position.is_over:
            for agent, result in zip(self.agents, self.position.returns):
                self.rewards[agent] = result
                self.terminations[agent] = True
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(mover)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode")
            return None
        if self.render_mode == "rgb_array":
            return rgb(self.position)
        if self.render_mode == "svg":
            return self.position.svg()
        if self.render_mode == "ansi":
            return str(self.position)
        print(self.position, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is open."""


def wrapped(env: BoardEnv) -> AECEnv:
    """With PettingZoo's usual wrappers: an illegal action loses, and calls out of order are errors."""
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
