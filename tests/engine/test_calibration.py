"""`biased_worlds` finds a biased sampler and accepts the samplers of all games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.calibration import biased_worlds
from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance
from caponata.engine.game import Game, Position, View, Worlds


class BiasedWorlds(Worlds):
    """A biased sampler: of four worlds, it returns the one with the best hand of another seat."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.honest = game.worlds(view)
        self.other = 0 if view["seat"] else 1

    def sample(self, rng: Rng) -> Position:
        worlds = [self.honest.sample(rng) for _ in range(4)]
        return max(worlds, key=lambda world: str(self.game.view(world, self.other)["hand"]))


@pytest.mark.parametrize("name", [*BUILT_IN, *TUTORIAL])
def test_worlds_of_our_games_are_not_biased(name: str) -> None:
    game = find_game(name)
    for seats in (game.seats[0], game.seats[-1]):
        assert list(biased_worlds(game, seats, game.options(), games=300, rng=Rng(7))) == []


@pytest.mark.parametrize("name", ["caper", "capital-lux", "capo", "capone"])
def test_biased_worlds_are_found(name: str) -> None:
    game = find_game(name)
    biased_game = replace(game, worlds=lambda view: BiasedWorlds(game, view))
    seats = game.seats[0]
    assert list(biased_worlds(biased_game, seats, game.options(), games=1000, rng=Rng(7)))


def test_conformance_reports_biased_worlds() -> None:
    game = find_game("caper")
    biased_game = replace(game, worlds=lambda view: BiasedWorlds(game, view))
    report = conformance(biased_game, games=1, samples=1000)
    assert {finding.promise for finding in report.findings} == {"worlds_are_not_biased"}
