"""The games as OpenSpiel knows games: `load_game("capital-lux", seats=3)`.

Needs `pip install caponata[openspiel]`. Importing this registers `caponata_capital_lux` and all others with
`pyspiel`, and those of `small.py`. Chance is explicit, one draw a node; seats that choose in secret at the
same time act one after the other, and none is told what another chose.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from caponata.adapters.small import SMALL, small_game
from caponata.adapters.stage import Actions, features_of
from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Event, Game, Position, Worlds
from caponata.engine.options import read_options
from caponata.engine.playout import chance_moves, legal_moves, reward
from caponata.engine.stepper import seat_in_turn
from caponata.engine.witness import play_with_effects

ENCODE: Final = json.JSONEncoder(sort_keys=True).encode
LONGEST: Final = 100_000  # moves of a game: more than any takes


def short_name(game: Game) -> str:
    """The name that OpenSpiel knows a game by."""
    return f"caponata_{game.name.replace('-', '_')}"


class CaponataGame(pyspiel.Game):
    """One of the games, with a number of seats and options."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        self.game = game
        self.seats = int(params.get("seats", game.seats[0]))
        if self.seats not in game.seats:
            raise ValueError(f"{game.title} is not for {self.seats} seats")
        self.options = read_options(game, json.loads(params.get("options", "{}")))
        self.actions = Actions(game)
        self.features = features_of(game)
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
        """The number of a move of chance, which are counted for themselves."""
        number = self._draws.get(move)
        if number is None:
            number = self._draws[move] = self.game.space.dense(move) - self.game.space.choices
        return number

    def new_initial_state(self) -> CaponataState:
        return CaponataState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CaponataObserver:
        return CaponataObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Moment:
    """A position, and what every seat has witnessed on the way to it: its events as JSON, in one string.

    OpenSpiel copies a state by a deep copy of its attributes, and stores it by pickling them: this one knows
    what is worth copying, and how a position is written down. `last` is the seat that acted last, or -1:
    where several may act openly, turns go round from it.
    """

    def __init__(self, of: CaponataGame, position: Position, witnessed: list[str], last: int = -1) -> None:
        self.of = of
        self.position = position
        self.witnessed = witnessed
        self._worlds: dict[int, Worlds] = {}
        self.last = last

    def __deepcopy__(self, memo: Any) -> Moment:
        return Moment(self.of, self.position.copy(), self.witnessed.copy(), self.last)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remembered, (str(self.of), self.position.fingerprint(), self.witnessed, self.last)

    def worlds(self, seat: int) -> Worlds:
        """The positions that a seat cannot tell from this one, prepared once."""
        if seat not in self._worlds:
            self._worlds[seat] = self.of.game.worlds(self.of.game.view(self.position, seat))
        return self._worlds[seat]

    def play(self, mover: int, move: int) -> None:
        """Somebody makes a move, and everybody sees of it what they may see."""
        self._worlds.clear()
        seats = range(self.of.seats)
        for seat, events in play_with_effects(self.of.game, self.position, mover, move, seats)[0].items():
            self.witness(seat, events)

    def witness(self, seat: int, events: Iterable[Event]) -> None:
        """A seat sees something."""
        self.witnessed[seat] += "".join(f"{plain(event)}\n" for event in events)


def _remembered(of: str, fingerprint: tuple[int, ...], witnessed: list[str], last: int) -> Moment:
    game: CaponataGame = pyspiel.load_game(of)
    position = game.game.start(game.seats, game.options)
    position.restore(list(fingerprint))
    return Moment(game, position, witnessed, last)


def begun(seat: int) -> str:
    """What a seat knows before anything happened: which one it is."""
    return f"{plain({'seat': seat})}\n"


def plain(shown: Any) -> str:
    """What somebody is shown, as text: equal exactly when it is."""
    return ENCODE(shown)


class CaponataState(pyspiel.State):
    """A state of the game as OpenSpiel knows states."""

    def __init__(self, game: CaponataGame) -> None:
        super().__init__(game)
        start = game.game.start(game.seats, game.options)
        self.moment = Moment(game, start, [begun(seat) for seat in range(game.seats)])

    def current_player(self) -> int:
        acting = self.moment.position.to_act
        if acting == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        if acting == CHANCE_ACTS:
            return int(pyspiel.PlayerId.CHANCE)
        return seat_in_turn(self.moment.position, self.moment.last)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moment.of.actions.numbers(legal_moves(self.moment.position, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        drawn = chance_moves(self.moment.position)
        total = sum(weight for _, weight in drawn)
        draw = self.moment.of.draw
        return [(draw(move), weight / total) for move, weight in drawn]

    def _move(self, player: int, action: int) -> int:
        of = self.moment.of
        if player == pyspiel.PlayerId.CHANCE:
            return of.game.space.at(action + of.game.space.choices)
        return of.actions.move(action, legal_moves(self.moment.position, player))

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        move = self._move(player, action)
        mover = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        self.moment.play(mover, move)
        if player >= 0:
            self.moment.last = player

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.of.game.space.text(self._move(player, action))

    def is_terminal(self) -> bool:
        return self.moment.position.to_act == NOBODY

    def returns(self) -> list[float]:
        seats = self.moment.of.seats
        if not self.is_terminal():
            return [0.0] * seats
        return [reward(self.moment.position, seat) - 1 / seats for seat in range(seats)]

    def __str__(self) -> str:
        return plain(self.moment.of.game.view(self.moment.position, SPECTATOR))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CaponataState:
        """A state that the player cannot tell from this one, as likely as chance and blind opponents make it.

        What the others witnessed on the way is not known: what they know there stands for it.
        """
        sampled: CaponataState = self.clone()
        of, moment = self.moment.of, sampled.moment
        moment.position = self.moment.worlds(player).sample(Rng(int(sampler() * 2**53)))
        for seat in range(of.seats):
            if seat != player:
                moment.witnessed[seat] = begun(seat)
                moment.witness(seat, [{"event": "imagined", "view": of.game.view(moment.position, seat)}])
        return sampled


class CaponataObserver:
    """What a seat may know, as numbers and as text; with perfect recall, all that it has witnessed too.

    What everybody may know is the spectators' view; what a seat alone knows are the fields in which its view
    differs from that. Numbers are of the whole view; those of an information state say first whose it is.
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
        """Take in what a seat knows now."""
        if self.tensor is not None:
            view = self._game.game.view(state.moment.position, player)
            self.tensor[: self._first] = [float(seat == player) for seat in range(self._first)]
            self.tensor[self._first :] = self._game.features.observe(view)

    def string_from(self, state: CaponataState, player: int) -> str | None:
        """What a seat knows now, as text; nothing for what is not kept: the path of a part of it."""
        game, position = self._game.game, state.moment.position
        if self._has_recall:
            return state.moment.witnessed[player] if self._is_public and self._is_private else None
        if not self._is_private:
            return plain(game.view(position, SPECTATOR))
        view = game.view(position, player)
        if self._is_public:
            return plain(view)
        shared = game.view(position, SPECTATOR)
        own = {key: value for key, value in view.items() if key not in shared or shared[key] != value}
        return plain(own)


def game_type(game: Game) -> Any:
    """How OpenSpiel describes a game before it is loaded."""
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
    """Let OpenSpiel load a game by its short name."""

    def begin(self: CaponataGame, params: dict[str, Any] | None = None) -> None:
        CaponataGame.__init__(self, game, params or {})

    name = "".join(word.title() for word in game.name.split("-"))
    registered = type(name, (CaponataGame,), {"__init__": begin, "__module__": __name__})
    globals()[name] = registered  # a state is pickled with its game, by the name of its class
    pyspiel.register_game(game_type(game), registered)


def load_game(name: str, seats: int | None = None, **options: Any) -> CaponataGame:
    """A game by the name it has in caponata, or a small one by its own."""
    game = small_game(name) if name in SMALL else find_game(name)
    loaded: CaponataGame = pyspiel.load_game(
        short_name(game), {"seats": seats or game.seats[0], "options": json.dumps(options)}
    )
    return loaded


for name in (*BUILT_IN, *TUTORIAL):
    register(find_game(name))
for name in SMALL:
    register(small_game(name))
