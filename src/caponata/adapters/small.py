"""Games small enough to be solved: the rules as they are, begun with few pieces on the table.

A beginning is written as what spectators see there. It hides nothing, so one position fits it, and every
rule, view and world after it is the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR, Game, Position


@dataclass(frozen=True)
class Beginning:
    """Where a small game begins: the fields in which it differs from the first position of its game."""

    game: str
    seats: int
    about: str
    view: Mapping[str, Any]


def _few_cards(hand_size: int, discards: list[int]) -> dict[str, Any]:
    """Caper for two with some cards discarded before the deal."""
    return {"options": {"hand_size": hand_size}, "dealing": 2 * hand_size, "discards": discards}


def _last_round(capital: list[str], deck: dict[str, int]) -> dict[str, Any]:
    """The last round of Capital Lux with these cards in the capital and in the deck [LUX-2.5]."""
    cards = {"capital": capital, "deck": sum(deck.values()), "unseen": deck}
    return {"round": 3, "phase": "starting", "to_open": 0, **cards}


SMALL: Final = {
    "capital-lux-small": Beginning(
        "capital-lux",
        2,
        "the last round, two cards each: how much of a colour dares a hometown hold?",
        _last_round(["green-3", "yellow-3"], {"green-4": 2, "yellow-3": 2}),
    ),
    "capital-lux-clerics": Beginning(
        "capital-lux",
        2,
        "the last round, two cards each, with cards that take others away",
        _last_round(["green-3", "yellow-2"], {"green-4": 1, "yellow-3": 1, "pink-2": 2}),
    ),
    "capital-lux-agents": Beginning(
        "capital-lux",
        2,
        "the last round, one card each: a modifier that one seat knows",
        _last_round(["blue-4"], {"yellow-3": 1, "blue-2": 1}),
    ),
    "capital-lux-draft": Beginning(
        "capital-lux",
        2,
        "the last round, three cards each, two of them picked in secret before the third is passed on",
        _last_round(["green-5", "yellow-4"], {"green-4": 4, "yellow-3": 2})
        | {"phase": "dealing", "deal": 3, "to_deal": 3},
    ),
    "caper-small": Beginning(
        "caper", 2, "the numbers 4, 5 and 6, two cards each", _few_cards(2, [2, 2, 2, 0, 0, 0])
    ),
}


def small_game(name: str) -> Game:
    """A small game by its name."""
    beginning = SMALL[name]
    game = find_game(beginning.game)

    def start(seats: int, options: Any) -> Position:
        view = game.view(game.start(seats, options), SPECTATOR) | dict(beginning.view)
        position = game.worlds(view).sample(Rng(0))
        shown = game.view(position, SPECTATOR)
        wrong = [field for field, value in beginning.view.items() if shown[field] != value]
        if wrong:
            raise ValueError(f"{name} does not begin as it says: see its {', '.join(wrong)}")
        return position

    title = f"{game.title}, {name.removeprefix(game.name).strip('-')}"
    return replace(game, name=name, title=title, seats=(beginning.seats,), start=start)
