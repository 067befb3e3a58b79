"""The adapter against OpenSpiel's own games, where its wheel is installed."""

from __future__ import annotations

import random

import luozi
import pytest
from luozi.openspiel import SpielGame, State


@pytest.mark.parametrize(("game", "name"), [(luozi.connect4(), "connect_four"), (luozi.reversi(), "othello")])
def test_random_games_are_those_of_openspiel(game: luozi.Game, name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(name)
    ours = SpielGame(game)
    assert ours.num_distinct_actions() == theirs.num_distinct_actions()
    dice = random.Random(9)
    for _ in range(60):
        one, other = ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert one.current_player() == other.current_player() and one.legal_actions() == other.legal_actions()
            assert one.legal_actions_mask() == other.legal_actions_mask()
            action = dice.choice(one.legal_actions())
            one.apply_action(action)
            other.apply_action(action)
        assert one.is_terminal() and one.current_player() == other.current_player()
        assert one.returns() == other.returns() and one.history() == other.history()
        assert len(one.history()) <= ours.max_game_length()


def test_a_state_changes_and_goes_back() -> None:
    state = SpielGame(luozi.nogo()).new_initial_state()
    copy = state.clone()
    state.apply_action(40)
    assert copy.move_number() == 0 and copy.child(40).history() == [40] == state.history()
    assert state.action_to_string(40) == state.action_to_string(0, 40) == "E5" and state.string_to_action("E5") == 40
    assert state.legal_actions(0) == [] and not any(state.legal_actions_mask(0))
    with pytest.raises(ValueError, match="expected the last"):
        state.undo_action(0, 41)
    state.undo_action(0, 40)
    assert isinstance(state, State) and state.position == copy.position
    assert len(state.observation_tensor()) == 8 * 81 and state.information_state_string() == ""
