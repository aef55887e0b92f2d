"""Players of games without turns: what they do next, and after how many milliseconds.

Such a game brings a module `reaction` with a model of its own; a bot is a peer there, not a machine gun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

from caponata.bots.players import BotError
from caponata.engine.chance import Luck
from caponata.engine.extras import extra_of
from caponata.engine.game import Game, Position, View


def reaction_of(game: Game) -> ModuleType | None:
    """A game's own model of people in time, if it has one."""
    return extra_of(game, "reaction")


def react(game: Game, level: str, view: View, seed: int) -> tuple[int, int] | None:
    """The milliseconds until somebody of a level acts, and the move; nothing where a game has turns."""
    model = reaction_of(game)
    if model is None:
        return None
    if level not in model.LEVELS:
        raise BotError(f"there is no level '{level}'; there are {', '.join(model.LEVELS)}")
    luck = Luck(seed)
    found: tuple[int, int] = model.react(game.worlds(view).sample(luck), view["seat"], level, luck)
    return found


@dataclass(frozen=True)
class Raced:
    """A game played in event time: its milliseconds, and how often each seat took something or was late."""

    milliseconds: int
    takes: tuple[int, ...]
    lost: tuple[int, ...]


def is_race(game: Game, players: Sequence[str]) -> bool:
    """Whether these players are people in time: levels of a game without turns, all of them or none."""
    model = reaction_of(game)
    levels = () if model is None else tuple(model.LEVELS)
    named = [player in levels for player in players]
    if any(named) and not all(named):
        other = players[named.index(False)]
        sentence = (
            f"'{other}' takes turns, and the levels of {game.title} race: name {', '.join(levels)} only"
        )
        raise BotError(sentence)
    return any(named)


def race(game: Game, position: Position, levels: Sequence[str], luck: Luck) -> Raced:
    """Play a game without turns to its end, in event time: whoever is quickest acts next."""
    model = reaction_of(game)
    assert model is not None
    racers = [model.Racer(seat, model.LEVELS[level], luck) for seat, level in enumerate(levels)]
    time = model.race_on(position, racers, luck)
    return Raced(time, tuple(each.takes for each in racers), tuple(each.lost for each in racers))
