"""Environments for PettingZoo: two agents who take turns (AEC). Needs ``pip install luozi[pettingzoo]``.

>>> from luozi.pettingzoo import connect4_v0
>>> env = connect4_v0.env()
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     legal = observation["action_mask"]
...     env.step(None if termination or truncation else env.action_space(agent).sample(legal))
>>> env.close()
"""

from __future__ import annotations

from . import connect4_v0, nogo_v0, reversi_v0

__all__ = ["connect4_v0", "nogo_v0", "reversi_v0"]
