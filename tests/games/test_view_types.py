"""Every view of every game has exactly the fields and types that the game declares."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from importlib.resources import files
from typing import Any

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import NOBODY, SPECTATOR, Game
from caponata.engine.options import choice_value
from caponata.engine.view_types import mismatches

MOVES = 1_500  # per game
EVERY = 17  # moves between two comparisons


def starts(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of seats, and every choice of every option, with the other options at their defaults."""
    for seats in game.seats:
        yield seats, {}
    texts = json.loads(files(game.package).joinpath("texts/en.json").read_text(encoding="utf-8"))
    for field in fields(game.options):
        for choice in texts["options"][field.name]["choices"]:
            yield game.seats[-1], {field.name: choice_value(choice)}


def cases() -> Iterator[Any]:
    """Every game with each of its starts."""
    for name in (*BUILT_IN, *TUTORIAL):
        for seats, options in starts(find_game(name)):
            yield pytest.param(name, seats, options, id=f"{name}-{seats}-{options}")


@pytest.mark.parametrize(("name", "seats", "options"), list(cases()))
def test_views_match_their_declared_type(name: str, seats: int, options: dict[str, Any]) -> None:
    game = find_game(name)
    position = game.start(seats, game.options(**options))
    rng = Rng(17)
    for number in range(MOVES):
        if number % EVERY == 0 or position.to_act == NOBODY:
            for viewer in (*range(seats), SPECTATOR):
                found = list(mismatches(game.view(position, viewer), game.view_type))
                assert not found, f"view of {viewer} after {number} moves: {found}"
        if position.to_act == NOBODY:
            break
        position.play(*next_move(position, rng))
