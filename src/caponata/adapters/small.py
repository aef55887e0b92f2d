"""Games small enough to be solved: full rules, starting with few pieces on the table.

A game declares its small starts (`Game.small_starts`). Rules, views and worlds after such a start are the
game's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from caponata.catalogue import TUTORIAL, find_game, names
from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR, Game, Position
from caponata.engine.parts import SmallStart


def small_games() -> Iterator[Game]:
    """All small games of the available games, named `<game>-<start>`."""
    for game in map(find_game, (*names(), *TUTORIAL)):
        if game.small_starts is not None:
            for name, small in game.small_starts().items():
                yield small_game(game, name, small)


def small_game(game: Game, name: str, small: SmallStart) -> Game:
    """A game that begins with a small start."""

    def start(seats: int, options: Any) -> Position:
        view = game.view(game.start(seats, options), SPECTATOR) | dict(small.view)
        position = game.worlds(view).sample(Rng(0))
        start_view = game.view(position, SPECTATOR)
        wrong = [field for field, value in small.view.items() if start_view[field] != value]
        if wrong:
            raise ValueError(f"{game.name}-{name} does not start as declared: see its {', '.join(wrong)}")
        return position

    return replace(
        game, name=f"{game.name}-{name}", title=f"{game.title}, {name}", seats=(small.seats,), start=start
    )
