"""The games in OpenSpiel: `load_game("capital-lux", seats=3)`.

Needs `pip install caponata[openspiel]`. Importing this module registers all games with `pyspiel`, as
`caponata_capital_lux` and so on, and the small games of `small.py`. Chance is explicit, with one draw per
node. Seats with sealed choices act one after the other, and none sees the choices of the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from caponata.adapters.environment import Actions, game_features
from caponata.adapters.small import small_games
from caponata.catalogue import TUTORIAL, find_game, names
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Event, Game, Position, Worlds
from caponata.engine.options import read_options
from caponata.engine.playout import chance_moves, legal_moves, reward
from caponata.engine.stepper import seat_in_turn
from caponata.engine.witness import play_with_effects

ENCODE: Final = json.JSONEncoder(sort_keys=True).encode
LONGEST: Final = 100_000  # moves; longer than any game


def short_name(game: Game) -> str:
    """The name of a game in OpenSpiel."""
    return f"caponata_{game.name.replace('-', '_')}"


class CaponataGame(pyspiel.Game):
    """A game with a number of seats and options."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        self.game = game
        self.seats = int(params.get("seats", game.seats[0]))
        if self.seats not in game.seats:
            raise ValueError(f"{game.title} is not for {self.seats} seats")
        self.options = read_options(game, json.loads(params.get("options", "{}")))
        self.actions = Actions(game)
        self.features = game_features(game)
        self._draws: dict[int, int] = {}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=max(len(game.space) - game.space.choices, 1),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game), info, params)

    def draw(self, move: int) -> int:
        """The number of a chance move. Chance moves are numbered separately."""
        number = self._draws.get(move)
        if number is None:
            number = self._draws[move] = self.game.space.dense(move) - self.game.space.choices
        return number

    def new_initial_state(self) -> CaponataState:
        return CaponataState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CaponataObserver:
        return CaponataObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class WitnessedPosition:
    """A position, and the events that every seat witnessed on the way to it, as JSON in one string per seat.

    OpenSpiel copies a state by a deep copy of its attributes and stores it by pickling them, so this class
    defines how it is copied and pickled. `last` is the seat that acted last, or -1: if several seats may act
    openly, they take turns from there.
    """

    def __init__(
        self, spiel_game: CaponataGame, position: Position, witnessed: list[str], last: int = -1
    ) -> None:
        self.spiel_game = spiel_game
        self.position = position
        self.witnessed = witnessed
        self._worlds: dict[int, Worlds] = {}
        self.last = last

    def __deepcopy__(self, memo: Any) -> WitnessedPosition:
        return WitnessedPosition(self.spiel_game, self.position.copy(), self.witnessed.copy(), self.last)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (str(self.spiel_game), self.position.fingerprint(), self.witnessed, self.last)

    def worlds(self, seat: int) -> Worlds:
        """The worlds of a seat's view, prepared once."""
        if seat not in self._worlds:
            self._worlds[seat] = self.spiel_game.game.worlds(self.spiel_game.game.view(self.position, seat))
        return self._worlds[seat]

    def play(self, mover: int, move: int) -> None:
        """Play a move and show every seat its events."""
        self._worlds.clear()
        seats = range(self.spiel_game.seats)
        for seat, events in play_with_effects(self.spiel_game.game, self.position, mover, move, seats)[
            0
        ].items():
            self.witness(seat, events)

    def witness(self, seat: int, events: Iterable[Event]) -> None:
        """Show events to a seat."""
        self.witnessed[seat] += "".join(f"{plain(event)}\n" for event in events)


def _restored(name: str, fingerprint: tuple[int, ...], witnessed: list[str], last: int) -> WitnessedPosition:
    game: CaponataGame = pyspiel.load_game(name)
    position = game.game.start(game.seats, game.options)
    position.restore(list(fingerprint))
    return WitnessedPosition(game, position, witnessed, last)


def first_line(seat: int) -> str:
    """The first line of what a seat witnessed: its number."""
    return f"{plain({'seat': seat})}\n"


def plain(content: Any) -> str:
    """Plain data as text; equal data gives equal text."""
    return ENCODE(content)


class CaponataState(pyspiel.State):
    """A state of a game in OpenSpiel."""

    def __init__(self, game: CaponataGame) -> None:
        super().__init__(game)
        start = game.game.start(game.seats, game.options)
        self.current = WitnessedPosition(game, start, [first_line(seat) for seat in range(game.seats)])

    def current_player(self) -> int:
        acting = self.current.position.to_act
        if acting == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        if acting == CHANCE_ACTS:
            return int(pyspiel.PlayerId.CHANCE)
        return seat_in_turn(self.current.position, self.current.last)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.current.spiel_game.actions.numbers(legal_moves(self.current.position, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = chance_moves(self.current.position)
        total = sum(weight for _, weight in outcomes)
        draw = self.current.spiel_game.draw
        return [(draw(move), weight / total) for move, weight in outcomes]

    def _move(self, player: int, action: int) -> int:
        spiel_game = self.current.spiel_game
        if player == pyspiel.PlayerId.CHANCE:
            return spiel_game.game.space.at(action + spiel_game.game.space.choices)
        return spiel_game.actions.move(action, legal_moves(self.current.position, player))

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        move = self._move(player, action)
        mover = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        self.current.play(mover, move)
        if player >= 0:
            self.current.last = player

    def _action_to_string(self, player: int, action: int) -> str:
        return self.current.spiel_game.game.space.text(self._move(player, action))

    def is_terminal(self) -> bool:
        return self.current.position.to_act == NOBODY

    def returns(self) -> list[float]:
        seats = self.current.spiel_game.seats
        if not self.is_terminal():
            return [0.0] * seats
        return [reward(self.current.position, seat) - 1 / seats for seat in range(seats)]

    def __str__(self) -> str:
        return plain(self.current.spiel_game.game.view(self.current.position, SPECTATOR))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CaponataState:
        """A state that the player cannot distinguish from this one, with the probability of its chance moves.

        The events that the other seats witnessed are unknown; their views in the new state replace them.
        """
        sampled: CaponataState = self.clone()
        spiel_game, current = self.current.spiel_game, sampled.current
        current.position = self.current.worlds(player).sample(Rng(int(sampler() * 2**53)))
        for seat in range(spiel_game.seats):
            if seat != player:
                current.witnessed[seat] = first_line(seat)
                current.witness(
                    seat, [{"event": "imagined", "view": spiel_game.game.view(current.position, seat)}]
                )
        return sampled


class CaponataObserver:
    """A seat's information as numbers and text, with perfect recall including all it has witnessed.

    Public information is the spectators' view; a seat's private information is the fields in which its view
    differs from that. The numbers describe the whole view; those of an information state begin with the seat.
    """

    def __init__(self, game: CaponataGame, kind: Any) -> None:
        self._game = game
        self._has_recall = kind.perfect_recall
        self._is_public = kind.public_info
        self._is_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self._first = game.seats if kind.perfect_recall else 0
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._is_public and self._is_private:
            self.tensor = np.zeros(self._first + game.features.size(game.seats), np.float32)
            self.dict = {"info_state" if kind.perfect_recall else "observation": self.tensor}

    def set_from(self, state: CaponataState, player: int) -> None:
        """Read a seat's current information."""
        if self.tensor is not None:
            view = self._game.game.view(state.current.position, player)
            self.tensor[: self._first] = [float(seat == player) for seat in range(self._first)]
            self.tensor[self._first :] = self._game.features.observe(view)

    def string_from(self, state: CaponataState, player: int) -> str | None:
        """A seat's current information as text, or None for the history of public or private parts alone."""
        game, position = self._game.game, state.current.position
        if self._has_recall:
            return state.current.witnessed[player] if self._is_public and self._is_private else None
        if not self._is_private:
            return plain(game.view(position, SPECTATOR))
        view = game.view(position, player)
        if self._is_public:
            return plain(view)
        shared = game.view(position, SPECTATOR)
        own = {key: value for key, value in view.items() if key not in shared or shared[key] != value}
        return plain(own)


def game_type(game: Game) -> Any:
    """The description that OpenSpiel needs before a game is loaded."""
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"seats": game.seats[0], "options": "{}"},
    )


def register(game: Game) -> None:
    """Register a game with OpenSpiel under its short name."""

    def begin(self: CaponataGame, params: dict[str, Any] | None = None) -> None:
        CaponataGame.__init__(self, game, params or {})

    name = "".join(word.title() for word in game.name.split("-"))
    registered = type(name, (CaponataGame,), {"__init__": begin, "__module__": __name__})
    globals()[name] = registered  # a pickled state finds its game by the name of its class
    pyspiel.register_game(game_type(game), registered)


def load_game(name: str, seats: int | None = None, **options: Any) -> CaponataGame:
    """Load a game by its name in caponata, or a small game by its own name."""
    game = SMALL_GAMES.get(name) or find_game(name)
    loaded: CaponataGame = pyspiel.load_game(
        short_name(game), {"seats": seats or game.seats[0], "options": json.dumps(options)}
    )
    return loaded


SMALL_GAMES: Final = {game.name: game for game in small_games()}
for name in (*names(), *TUTORIAL):
    if find_game(name).features is not None:
        register(find_game(name))
for game in SMALL_GAMES.values():
    register(game)
