"""Advice names the best moves with their chances, and says why, from what a seat can see."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from caponata.bots.advice import CLOSE, advise
from caponata.bots.values import chance_after
from caponata.engine.chance import Luck
from caponata.engine.game import Game
from caponata.engine.playout import legal_moves
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from tests.bots.test_bots import decisions
from tests.games.capital_lux.positions import lux, reckoned


def test_the_move_that_wins_is_advised_clearly() -> None:
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    advice = advise(LUX, LUX.view(position, 0), simulations=60, seed=1)
    assert [(each.move, each.chance) for each in advice.moves] == [("pay blue", 1.0), ("discard", 0.0)]
    assert advice.reason == "clear"
    assert advice.than is not None and advice.than.move == "discard"


def test_an_only_move_needs_no_other_reason() -> None:
    packets = ["pink-2 pink-2 pink-2", "pink-3 pink-4 pink-4"]
    view = LUX.view(lux(hands=packets, phase="first-pick", deal=3), 0)
    advice = advise(LUX, view, simulations=60, seed=1)
    assert [each.move for each in advice.moves] == ["pick pink-2 pink-2"]
    assert (advice.reason, advice.than) == ("only", None)


@pytest.mark.parametrize("game", [LUX, CAPER], ids=lambda game: game.name)
def test_a_reason_fits_the_chances_it_compares(game: Game) -> None:
    reasons = set()
    for position, seat in islice(decisions(game, 3, seed=2), 30):
        advice = advise(game, game.view(position, seat), simulations=30, seed=1)
        best = advice.moves[0]
        legal = {game.space.text(move) for move in legal_moves(position, seat)}
        assert {each.move for each in advice.moves} <= legal
        reasons.add(advice.reason)
        if advice.than is not None:
            assert advice.than.move in legal - {best.move}
            gap = best.chance - advice.than.chance
            assert (gap < CLOSE) == (advice.reason == "close")
        else:
            assert len(legal) == 1
    assert len(reasons) > 1


def test_advice_is_the_same_whatever_is_hidden() -> None:
    luck, differed = Luck(4), 0
    for position, seat in islice(decisions(LUX, 3, seed=5), 20):
        view = json.dumps(LUX.view(position, seat))
        world = LUX.worlds(json.loads(view)).sample(luck)
        differed += world.fingerprint() != position.fingerprint()
        again = json.dumps(LUX.view(world, seat))
        told = [advise(LUX, json.loads(each), simulations=20, seed=3) for each in (view, again)]
        assert told[0] == told[1]
    assert differed > 10


def test_a_chance_is_the_share_of_wins() -> None:
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    worlds = LUX.worlds(LUX.view(position, 0))
    for text, chance in (("pay blue", 1.0), ("discard", 0.0)):
        assert chance_after(worlds, 0, LUX.space.read(text), LUX.hints, Luck(1), 10) == chance
