"""Advice names the best moves with their chances and a reason, and depends only on a seat's view."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from caponata.bots import advice
from caponata.bots.advice import CLOSE, Candidate, advise
from caponata.bots.values import move_results
from caponata.engine.chance import Rng
from caponata.engine.game import Game
from caponata.engine.playout import legal_moves
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from tests.bots.test_bots import decisions
from tests.games.capital_lux.positions import lux, reckoned


def test_a_winning_move_is_recommended_as_clearly_best() -> None:
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    found = advise(LUX, LUX.view(position, 0), simulations=60, seed=1)
    assert [(each.move, each.chance) for each in found.moves] == [("pay blue", 1.0), ("discard", 0.0)]
    assert found.reason == "clear"
    assert found.than is not None and found.than.move == "discard"


def test_a_single_legal_move_is_recommended_as_the_only_one() -> None:
    packets = ["pink-2 pink-2 pink-2", "pink-3 pink-4 pink-4"]
    view = LUX.view(lux(hands=packets, phase="first-pick", deal=3), 0)
    found = advise(LUX, view, simulations=60, seed=1)
    assert [each.move for each in found.moves] == ["pick pink-2 pink-2"]
    assert (found.reason, found.than) == ("only", None)


@pytest.mark.parametrize("game", [LUX, CAPER], ids=lambda game: game.name)
def test_a_reason_fits_the_chances_it_compares(game: Game) -> None:
    reasons = set()
    for position, seat in islice(decisions(game, 3, seed=2), 30):
        found = advise(game, game.view(position, seat), simulations=30, seed=1)
        best = found.moves[0]
        legal = {game.space.text(move) for move in legal_moves(position, seat)}
        assert {each.move for each in found.moves} <= legal
        reasons.add(found.reason)
        if found.than is not None:
            assert found.than.move in legal - {best.move}
            gap = best.chance - found.than.chance
            assert gap >= CLOSE or found.reason == "close"
        else:
            assert len(legal) == 1
    assert len(reasons) > 1


def test_advice_does_not_depend_on_hidden_information() -> None:
    rng, differed = Rng(4), 0
    for position, seat in islice(decisions(LUX, 3, seed=5), 20):
        view = json.dumps(LUX.view(position, seat))
        world = LUX.worlds(json.loads(view)).sample(rng)
        differed += world.fingerprint() != position.fingerprint()
        again = json.dumps(LUX.view(world, seat))
        answers = [advise(LUX, json.loads(each), simulations=20, seed=3) for each in (view, again)]
        assert answers[0] == answers[1]
    assert differed > 10


def test_a_chance_is_the_share_of_wins() -> None:
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    worlds = LUX.worlds(LUX.view(position, 0))
    moves = [LUX.space.read(text) for text in ("pay blue", "discard")]
    assert move_results(worlds, 0, moves, LUX.hints, Rng(1), 10) == [[1.0] * 10, [0.0] * 10]


def candidate(move: int, won: list[float]) -> Candidate:
    return Candidate(move, sum(won) / len(won), won)


def test_noise_does_not_make_a_move_better() -> None:
    favourite = candidate(1, [1.0, 0.0] * 50)
    luckier = candidate(2, [1.0, 0.0] * 49 + [1.0, 1.0])
    better = candidate(3, [1.0, 0.0] * 40 + [1.0, 1.0] * 10)
    assert not luckier.clearly_beats(favourite) and not favourite.clearly_beats(luckier)
    assert better.clearly_beats(favourite) and not favourite.clearly_beats(better)
    assert better.clearly_beats(favourite, 0.1) and not better.clearly_beats(favourite, 0.11)


def test_only_a_clearly_better_move_replaces_the_favourite(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search prefers to pay; the results of the playouts are faked."""
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    view = LUX.view(position, 0)

    def best_and_reason(other: list[float]) -> tuple[str, str]:
        monkeypatch.setattr(advice, "move_results", lambda *_: [[1.0, 0.0] * 50, other])
        found = advise(LUX, view, simulations=60, seed=1)
        return found.moves[0].move, found.reason

    assert best_and_reason([1.0, 0.0] * 49 + [1.0, 1.0]) == ("pay blue", "close")
    # 3 % worse, which is less than the noise of 3.4 %
    assert best_and_reason([1.0, 0.0] * 47 + [0.0] * 6) == ("pay blue", "close")
    assert best_and_reason([1.0, 0.0] * 40 + [0.0] * 20) == ("pay blue", "clear")
    assert best_and_reason([1.0, 0.0] * 40 + [1.0] * 20) == ("discard", "tempting")
