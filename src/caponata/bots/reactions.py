"""Bots of games without turns: their next move, and the milliseconds until they make it.

Such a game provides a model of people's reactions (`Game.reactions`), so that a bot is as quick as a person.
"""

from __future__ import annotations

from collections.abc import Sequence

from caponata.bots.players import BotError
from caponata.engine.chance import Rng
from caponata.engine.game import Game, Position, View
from caponata.engine.parts import Race, ReactionModel


def reaction_model(game: Game) -> ReactionModel | None:
    """A game's model of people's reactions, or None if the game has turns."""
    return None if game.reactions is None else game.reactions()


def react(game: Game, level: str, view: View, seed: int) -> tuple[int, int] | None:
    """The milliseconds until a bot of this level acts, and its move. None if the game has turns."""
    model = reaction_model(game)
    if model is None:
        return None
    if level not in model.LEVELS:
        raise BotError(f"there is no level '{level}'; there are {', '.join(model.LEVELS)}")
    rng = Rng(seed)
    return model.react(game.worlds(view).sample(rng), view["seat"], level, rng)


def is_race(game: Game, players: Sequence[str]) -> bool:
    """Return whether these players are levels of a game without turns. Mixing them with other bots fails."""
    model = reaction_model(game)
    levels = () if model is None else tuple(model.LEVELS)
    named = [player in levels for player in players]
    if any(named) and not all(named):
        other = players[named.index(False)]
        raise BotError(
            f"'{other}' takes turns, and the levels of {game.title} race: name {', '.join(levels)} only"
        )
    return any(named)


def race(game: Game, position: Position, levels: Sequence[str], rng: Rng) -> Race:
    """Play a game without turns to its end in simulated time: the quickest seat acts next."""
    model = reaction_model(game)
    assert model is not None
    return model.race(position, levels, rng)
