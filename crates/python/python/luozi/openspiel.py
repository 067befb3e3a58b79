"""Games and states with the methods of OpenSpiel, for algorithms that are written against those. Needs nothing else.

Actions are the same numbers as in OpenSpiel's own ``connect_four`` and ``othello``.

>>> import luozi
>>> from luozi.openspiel import SpielGame
>>> state = SpielGame(luozi.connect4()).new_initial_state()
>>> for action in (0, 1, 0, 1, 0, 1, 0):
...     state.apply_action(action)
>>> state.is_terminal(), state.returns()
(True, [1.0, -1.0])
"""

from __future__ import annotations

from . import Game, Position

__all__ = ["TERMINAL_PLAYER", "SpielGame", "State"]

#: What :meth:`State.current_player` says when the game is over, as in OpenSpiel.
TERMINAL_PLAYER = -4


class SpielGame:
    """A game in OpenSpiel's words."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def new_initial_state(self) -> State:
        return State(self.game.start())

    def num_distinct_actions(self) -> int:
        return self.game.actions

    def num_players(self) -> int:
        return 2

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def max_game_length(self) -> int:
        """At least the longest game: every cell, and in Reversi a pass after each disc."""
        cells = self.game.rows * self.game.cols
        return 2 * cells if self.game.actions > cells else cells

    def observation_tensor_shape(self) -> list[int]:
        return list(self.game.planes_shape)

    def __str__(self) -> str:
        return repr(self.game)


class State:
    """A game in progress in OpenSpiel's words. Unlike a :class:`luozi.Position` it changes."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def get_game(self) -> SpielGame:
        return SpielGame(self.position.game)

    def current_player(self) -> int:
        return TERMINAL_PLAYER if self.position.is_over else self.position.to_move

    def is_terminal(self) -> bool:
        return self.position.is_over

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return []
        return self.position.legal_actions

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return [0] * self.position.game.actions
        return [int(legal) for legal in self.position.mask()]

    def apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def undo_action(self, player: int, action: int) -> None:
        """Takes the last action back, which must be this one of this player, as in OpenSpiel."""
        before = self.position.undo()
        if self.position.actions[-1] != action or before.to_move != player:
            last = self.position.actions[-1]
            raise ValueError(f"found action {action} of player {player}, expected the last: {last} of {before.to_move}")
        self.position = before

    def child(self, action: int) -> State:
        return State(self.position.play(action))

    def clone(self) -> State:
        return State(self.position)

    def history(self) -> list[int]:
        return list(self.position.actions)

    def move_number(self) -> int:
        return self.position.ply

    def returns(self) -> list[float]:
        return list(self.position.returns)

    def rewards(self) -> list[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def action_to_string(self, player: int, action: int | None = None) -> str:
        return self.position.game.move_text(player if action is None else action)

    def string_to_action(self, text: str) -> int:
        return self.position.game.move_index(text)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The planes of Luozi's nets from the side to move, flattened; zeros when the game is over."""
        return [float(value) for value in self.position.planes().ravel()]

    def observation_string(self, player: int | None = None) -> str:
        return str(self.position)

    def information_state_string(self, player: int | None = None) -> str:
        return ", ".join(map(str, self.position.actions))

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"State({self.position!r})"
