"""Players of games without turns: what they do next, and after how many milliseconds.

Such a game brings a module `reaction` with a model of its own; a bot is a peer there, not a machine gun.
"""

from __future__ import annotations

from collections.abc import Sequence

from caponata.bots.players import BotError
from caponata.engine.chance import Rng
from caponata.engine.game import Game, Position, View
from caponata.engine.parts import Race, ReactionModel


def reaction_of(game: Game) -> ReactionModel | None:
    """A game's model of people in time, or None if the game has turns."""
    return None if game.reactions is None else game.reactions()


def react(game: Game, level: str, view: View, seed: int) -> tuple[int, int] | None:
    """The milliseconds until somebody of a level acts, and the move; nothing where a game has turns."""
    model = reaction_of(game)
    if model is None:
        return None
    if level not in model.LEVELS:
        raise BotError(f"there is no level '{level}'; there are {', '.join(model.LEVELS)}")
    rng = Rng(seed)
    return model.react(game.worlds(view).sample(rng), view["seat"], level, rng)


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


def race(game: Game, position: Position, levels: Sequence[str], rng: Rng) -> Race:
    """Play a game without turns to its end, in event time: whoever is quickest acts next."""
    model = reaction_of(game)
    assert model is not None
    return model.race(position, levels, rng)
