"""The ledger of Caper with two cards per hand, where every value can be computed exactly."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from statistics import fmean, stdev

import pytest

from caponata.bots.ledger import (
    Account,
    DecisionValue,
    Effort,
    RecordMove,
    RecordStep,
    StepAnalysis,
    build_analysis,
    value_choices,
)
from caponata.engine.chance import Rng
from caponata.engine.game import CANDIDATES, CHANCE, CHANCE_ACTS, NOBODY
from caponata.engine.playout import chance_moves, legal_moves, reward
from caponata.games.caper import GAME
from caponata.games.caper.rules import CaperOptions, CaperPosition
from tests.games.caper.test_rules import caper, lay

SEATS = (0, 1)
START = CaperPosition(len(SEATS), CaperOptions(hand_size=2))

Hand = tuple[int, ...]
Odds = dict[int, float]  # of a seat's moves


@dataclass(frozen=True)
class Deal:
    """Both hands dealt, with the result of seat 0 after every pair of choices.

    The second card of a hand is not a choice, so the first ones decide the game.
    """

    odds: float
    position: CaperPosition
    hands: tuple[Hand, ...]
    ordinary: tuple[Odds, ...]  # how the playouts choose
    results: dict[tuple[int, int], float]

    def value(self, one: Odds, other: Odds) -> float:
        """The chances of seat 0 if the seats choose with these odds."""
        return sum(one[a] * other[b] * self.results[a, b] for a, b in product(one, other))


def ordinary_odds(position: CaperPosition, seat: int) -> Odds:
    """The playouts' policy: the most appealing of three random moves, and the first of equal ones."""
    moves = legal_moves(position, seat)
    appeal = {move: GAME.hints.appeal(position, seat, move) for move in moves}
    picked = Counter(max(drawn, key=appeal.__getitem__) for drawn in product(moves, repeat=CANDIDATES))
    return {move: count / len(moves) ** CANDIDATES for move, count in picked.items()}


def played_out(position: CaperPosition, *moves: int) -> CaperPosition:
    end = position.copy()
    assert isinstance(end, CaperPosition)
    for seat in SEATS:
        end.play(seat, moves[seat])
    for seat in SEATS:
        end.play(seat, legal_moves(end, seat)[0])
    assert end.to_act == NOBODY
    return end


@cache
def deals() -> list[Deal]:
    """All deals. Hands that were dealt in another order are the same deal."""
    reached = {START.fingerprint(): (1.0, START)}
    while any(position.to_act == CHANCE_ACTS for _, position in reached.values()):
        after: dict[tuple[int, ...], tuple[float, CaperPosition]] = {}
        for odds, position in reached.values():
            for move, weight in chance_moves(position):
                dealt = position.copy()
                assert isinstance(dealt, CaperPosition)
                dealt.play(CHANCE, move)
                so_far, _ = after.get(dealt.fingerprint(), (0.0, dealt))
                share = odds * weight / float(position.total_weight())
                after[dealt.fingerprint()] = (so_far + share, dealt)
        reached = after
    return [
        Deal(
            odds,
            position,
            tuple(tuple(position.hand(seat)) for seat in SEATS),
            tuple(ordinary_odds(position, seat) for seat in SEATS),
            {
                (one, other): reward(played_out(position, one, other), 0)
                for one, other in product(*(legal_moves(position, seat) for seat in SEATS))
            },
        )
        for odds, position in reached.values()
    ]


@cache
def decision_values() -> dict[tuple[int, Hand], Odds]:
    """The exact value for seat 0 of every choice, by the seat that makes it and its hand."""
    totals: defaultdict[tuple[int, Hand], Odds] = defaultdict(lambda: defaultdict(float))
    weights: defaultdict[tuple[int, Hand], float] = defaultdict(float)
    for deal in deals():
        one, other = deal.ordinary
        before = deal.value(one, other)
        for seat in SEATS:
            key = seat, deal.hands[seat]
            weights[key] += deal.odds
            for move in legal_moves(deal.position, seat):
                changed = deal.value({move: 1.0}, other) if seat == 0 else deal.value(one, {move: 1.0})
                totals[key][move] += deal.odds * (changed - before)
    return {
        key: {move: total / weights[key] for move, total in found.items()} for key, found in totals.items()
    }


# Players


def ordinary(deal: Deal, seat: int) -> Odds:
    return deal.ordinary[seat]


def best(deal: Deal, seat: int) -> Odds:
    """The best move by what the seat knows, its hand."""
    values = decision_values()[seat, deal.hands[seat]]
    return {(max if seat == 0 else min)(values, key=values.__getitem__): 1.0}


def worst(deal: Deal, seat: int) -> Odds:
    values = decision_values()[seat, deal.hands[seat]]
    return {(min if seat == 0 else max)(values, key=values.__getitem__): 1.0}


Player = Callable[[Deal, int], Odds]


def accounts(*players: Player) -> Iterator[tuple[float, Account]]:
    """The exact account of seat 0 in every game between two players, with the game's probability."""
    for deal in deals():
        chances = deal.value(*deal.ordinary)
        one, other = (player(deal, seat) for seat, player in zip(SEATS, players, strict=True))
        for moves in product(one, other):
            result = deal.results[moves]
            worths = [decision_values()[seat, deal.hands[seat]][moves[seat]] for seat in SEATS]
            decisions = [
                DecisionValue(seat + 2, seat, "lay", [worth, -worth], [1.0, 1.0])  # far below the noise
                for seat, worth in enumerate(worths)
            ]
            steps = [
                RecordStep((RecordMove(1, None, "deal"),), START, deal.position),
                RecordStep(tuple(RecordMove(seat + 2, seat, "lay") for seat in SEATS), deal.position, START),
            ]
            points = [
                StepAnalysis(-1, [0.5, 0.5], [0.0, 0.0], [], []),
                StepAnalysis(0, [chances, 1.0 - chances], [0.0, 0.0], [], []),
                StepAnalysis(1, [result, 1.0 - result], [0.0, 0.0], decisions, []),
            ]
            odds = deal.odds * one[moves[0]] * other[moves[1]]
            yield odds, build_analysis(GAME, steps, points, Effort()).accounts[0]


def means(*players: Player) -> dict[str, float]:
    """The exact mean of each part of seat 0's account."""
    found = list(accounts(*players))
    return {
        part: math.fsum(odds * getattr(account, part) for odds, account in found)
        for part in ("result", "luck", "own", "others", "unseen")
    }


@pytest.mark.parametrize("player", [best, worst, ordinary])
def test_the_unseen_averages_zero_for_any_player_against_ordinary_play(player: Player) -> None:
    for players in ((player, ordinary), (ordinary, player)):
        found = means(*players)
        assert (found["luck"], found["unseen"]) == pytest.approx((0.0, 0.0), abs=1e-12)


@pytest.mark.parametrize(("player", "sign"), [(best, 1), (worst, -1)])
def test_own_decisions_explain_the_whole_difference_to_ordinary_play(player: Player, sign: int) -> None:
    found = means(player, ordinary)
    assert sign * found["own"] > 0.01
    assert found["own"] == pytest.approx(found["result"] - 0.5, abs=1e-12)
    assert found["others"] == pytest.approx(0.0, abs=1e-12)


def test_habits_that_meet_in_sealed_choices_are_in_the_unseen() -> None:
    """Each seat is judged against ordinary play of the other; nobody could see the other's habit."""
    found = means(best, worst)
    assert (found["own"], found["others"]) == pytest.approx((0.0131, 0.0131), abs=1e-4)
    assert found["unseen"] == pytest.approx(-0.0343, abs=1e-4)


@pytest.mark.parametrize(
    ("hands", "seat", "number"), [(("1 6", "2 3"), 0, 1), (("1 6", "2 3"), 0, 6), (("1 6", "4 5"), 1, 4)]
)
def test_the_estimated_value_of_a_decision_is_unbiased_however_few_playouts_are_made(
    hands: tuple[str, str], seat: int, number: int
) -> None:
    """With twelve playouts nearly every value is below the noise; their mean is still the exact value."""
    position = caper(*hands)
    exact = decision_values()[seat, tuple(position.hand(seat))][lay(number)]
    move = RecordMove(1, seat, GAME.space.text(lay(number)))
    step = RecordStep((move,), position, position)
    swings = [found.swing for n in range(400) for found in value_choices(GAME, step, Effort(12), Rng(n))]
    estimates = [swing[0] for swing in swings]
    assert len(estimates) == 400
    assert abs(fmean(estimates) - exact) < 3.5 * stdev(estimates) / math.sqrt(len(estimates))
    assert all(math.fsum(swing) == pytest.approx(0.0, abs=1e-12) for swing in swings)
