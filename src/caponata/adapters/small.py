"""Games small enough to be solved: full rules, starting with few pieces on the table.

A start is written as the spectators' view of it. It hides nothing, so exactly one position fits it, and all
rules, views and worlds after it are the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR, Game, Position


@dataclass(frozen=True)
class SmallStart:
    """The start of a small game; `view` holds the fields that differ from the usual start."""

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
    "capital-lux-small": SmallStart(
        "capital-lux",
        2,
        "the last round, two cards each: how much of a colour dares a hometown hold?",
        _last_round(["green-3", "yellow-3"], {"green-4": 2, "yellow-3": 2}),
    ),
    "capital-lux-clerics": SmallStart(
        "capital-lux",
        2,
        "the last round, two cards each, with cards that take others away",
        _last_round(["green-3", "yellow-2"], {"green-4": 1, "yellow-3": 1, "pink-2": 2}),
    ),
    "capital-lux-agents": SmallStart(
        "capital-lux",
        2,
        "the last round, one card each: a modifier that one seat knows",
        _last_round(["blue-4"], {"yellow-3": 1, "blue-2": 1}),
    ),
    "capital-lux-draft": SmallStart(
        "capital-lux",
        2,
        "the last round, three cards each, two of them picked in secret before the third is passed on",
        _last_round(["green-5", "yellow-4"], {"green-4": 4, "yellow-3": 2})
        | {"phase": "dealing", "deal": 3, "to_deal": 3},
    ),
    "caper-small": SmallStart(
        "caper", 2, "the numbers 4, 5 and 6, two cards each", _few_cards(2, [2, 2, 2, 0, 0, 0])
    ),
}


def small_game(name: str) -> Game:
    """A small game by name."""
    small = SMALL[name]
    game = find_game(small.game)

    def start(seats: int, options: Any) -> Position:
        view = game.view(game.start(seats, options), SPECTATOR) | dict(small.view)
        position = game.worlds(view).sample(Rng(0))
        start_view = game.view(position, SPECTATOR)
        wrong = [field for field, value in small.view.items() if start_view[field] != value]
        if wrong:
            raise ValueError(f"{name} does not start as declared: see its {', '.join(wrong)}")
        return position

    title = f"{game.title}, {name.removeprefix(game.name).strip('-')}"
    return replace(game, name=name, title=title, seats=(small.seats,), start=start)
