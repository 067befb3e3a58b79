"""PettingZoo's and Gymnasium's own tests, and whole games through both."""

from __future__ import annotations

import sys
import sysconfig
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import luozi
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import luozi.gymnasium
from gymnasium.utils.env_checker import check_env
from luozi.pettingzoo import connect4_v0, nogo_v0, reversi_v0
from pettingzoo.test import api_test, render_test, seed_test

MODULES = [connect4_v0, reversi_v0, nogo_v0]
NAMES = ["luozi/Connect4-v0", "luozi/Reversi-v0", "luozi/NoGo-v0"]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_pettingzoo(module: ModuleType) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo's own test is surprised by planes of `uint8` without a colour and by names of agents; it says so.
        warnings.filterwarnings("ignore", message=".*observation.*")
        api_test(module.env(), num_cycles=300, verbose_progress=False)
    seed_test(module.env, num_cycles=50)
    render_test(module.env, custom_tests={"svg": lambda picture: picture.startswith("<svg")})


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_game_of_two_agents_is_the_game_of_the_rules(module: ModuleType) -> None:
    env = module.raw_env()
    dice = np.random.default_rng(3)
    for _ in range(3):
        env.reset()
        twin = env.game.start()
        rewards = {agent: 0.0 for agent in env.possible_agents}
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            rewards[agent] += reward
            if termination or truncation:
                env.step(None)
                continue
            assert agent == f"player_{twin.to_move}" and (observation["observation"] == twin.planes()).all()
            assert np.flatnonzero(observation["action_mask"]).tolist() == twin.legal_actions
            action = int(dice.choice(twin.legal_actions))
            twin = twin.play(action)
            env.step(action)
        assert twin.is_over and tuple(rewards.values()) == twin.returns


def test_an_illegal_action_loses_or_raises() -> None:
    env = reversi_v0.env()
    env.reset()
    env.step(0)
    assert env.terminations["player_0"] and env.rewards["player_0"] == -1
    raw = reversi_v0.raw_env()
    raw.reset(options={"moves": "f5"})
    assert raw.agent_selection == "player_1"
    with pytest.raises(luozi.IllegalMove):
        raw.step(0)
    with pytest.raises(ValueError, match="render_mode"):
        reversi_v0.env(render_mode="video")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("opponent", ["random", "level=1", "greedy"])
def test_gymnasium(name: str, opponent: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(render|Box observation|different from the unwrapped).*")
        check_env(gymnasium.make(name, opponent=opponent).unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_whole_games_against_an_opponent(name: str) -> None:
    env: Any = gymnasium.make(name, opponent="random", render_mode="ansi").unwrapped
    results = []
    for seed in range(20):
        _, info = env.reset(seed=seed)
        while True:
            assert env.position.to_move == info["side"] and (env.action_masks() == env.position.mask()).all()
            action = env.np_random.choice(np.flatnonzero(info["action_mask"]))
            _, reward, over, truncated, info = env.step(action)
            assert not truncated and isinstance(env.render(), str)
            if over:
                break
        assert reward == env.position.returns[info["side"]]
        results.append(reward)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(action)
    assert {1.0, -1.0} <= set(results)


@pytest.mark.skipif(sys.platform != "linux", reason="the arena needs Linux")
def test_any_player_of_the_command_line_is_an_opponent() -> None:
    program = Path(sysconfig.get_path("scripts")) / "luozi"
    words = f"gtp:{program} gtp --game reversi --visits 2"
    env: Any = gymnasium.make("luozi/Reversi-v0", opponent=words, time=60).unwrapped
    for seed in range(2):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        assert env.position.is_over


def test_a_function_and_curriculum_of_levels() -> None:
    game = luozi.connect4()
    env = luozi.gymnasium.BoardEnv(game, lambda position: position.legal_moves[0], side=1, illegal="raise")
    env.reset(seed=1)
    assert env.position.moves == ("1",)
    with pytest.raises(luozi.IllegalMove):
        env.step(9)
    for wrong in ({"side": 2}, {"illegal": "ignore"}, {"render_mode": "video"}):
        with pytest.raises(ValueError, match="expected one of"):
            luozi.gymnasium.BoardEnv(game, **wrong)
    with pytest.raises(luozi.PlayerError):
        luozi.gymnasium.BoardEnv(game, "level=11")
    pixels = luozi.gymnasium.BoardEnv(game, "random", render_mode="rgb_array")
    pixels.reset(seed=1)
    assert pixels.render().shape == (192, 224, 3)
