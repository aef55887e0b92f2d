"""The luck ledger adds up, counts luck as luck, and blames nobody for what could not be known."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import fmean, stdev

import pytest

from caponata.bots import make_bot
from caponata.bots.ledger import Analysis, Effort, Move, Step, betters, find, reckon, steps_of, values
from caponata.bots.players import STYLE
from caponata.catalogue import find_game
from caponata.engine.chance import Luck
from caponata.engine.game import CHANCE_ACTS, NOBODY, Game
from caponata.engine.record import Record, RecordError
from caponata.engine.table import Table
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from tests.engine.tables import fair, people
from tests.games.capital_lux.positions import lux, reckoned

QUICK = Effort(playouts=12, simulations=12)


def played(game: Game, players: list[str], number: int = 1) -> Record:
    """The record of a game between bots."""
    table = Table(game, people(len(players)), draws=fair(len(players), f"ledger-{number}"))
    bots = [make_bot(game, player, number) for player in players]
    while table.acting:
        seat = table.acting[0]
        table.play(seat, bots[seat].choose(table.view(seat)))
    table.close()
    return table.record()


def analysed(record: Record, game: Game, effort: Effort = QUICK, seed: int = 1) -> Analysis:
    steps = steps_of(record, game)
    findings = [find(game, steps, number, effort, STYLE, seed) for number in range(-1, len(steps))]
    return reckon(game, steps, findings, effort)


# It adds up


@pytest.mark.parametrize(
    ("name", "seats"), [("caper", 3), ("capital-lux", 2), ("capital-lux", 3), ("capo-dei-capi", 2)]
)
def test_every_account_adds_up_to_the_result_and_all_accounts_to_one_win(name: str, seats: int) -> None:
    game = find_game(name)
    effort = Effort(playouts=2, simulations=4)
    found = analysed(played(game, ["novice"] * seats), game, effort)
    for account in found.accounts:
        parts = account.start + account.luck + account.own + account.others + account.unseen
        assert parts == pytest.approx(account.result, abs=1e-12)
    for part in ("result", "start"):
        assert sum(getattr(account, part) for account in found.accounts) == pytest.approx(1.0)
    assert sum(account.luck + account.unseen for account in found.accounts) == pytest.approx(0.0, abs=1e-9)
    assert sum(account.own + account.others for account in found.accounts) == pytest.approx(0.0, abs=1e-9)


def test_the_curve_begins_at_the_start_and_ends_at_the_result() -> None:
    record = played(LUX, ["greedy", "greedy"])
    found = analysed(record, LUX)
    assert record.result is not None
    assert found.curve[-1] == [float(place == 0) for place in record.result.places]
    assert len(found.curve) == len(found.steps) + 1
    assert [entry for step in found.steps for entry in step] == [entry.number for entry in record.entries]


def test_equal_seeds_find_the_same() -> None:
    record = played(CAPER, ["novice", "novice"])
    assert analysed(record, CAPER).plain() == analysed(record, CAPER).plain()


# Steps


def test_choices_sealed_together_are_one_step_and_so_are_draws_in_a_row() -> None:
    steps = steps_of(played(LUX, ["greedy"] * 3), LUX)
    assert steps[0].is_luck and len(steps[0].moves) > 3 * 6
    assert [move.seat for move in steps[1].moves] == [0, 1, 2]
    assert [move.seat for move in steps[2].moves] == [0, 1, 2]
    for before, after in pairwise(steps):
        assert before.after.fingerprint() == after.before.fingerprint()
        assert not (before.is_luck and after.is_luck)
    assert steps[-1].after.to_act == NOBODY


def test_a_game_that_did_not_end_is_not_analysed() -> None:
    table = Table(LUX, people(2), draws=fair(2))
    with pytest.raises(RecordError, match="only a game that ended"):
        steps_of(table.record(), LUX)


def test_before_the_deal_equal_seats_have_equal_chances() -> None:
    position = CAPER.start(2, CAPER.options())
    assert position.to_act == CHANCE_ACTS
    even = values(CAPER, position, Effort(playouts=2000, simulations=1), Luck(1))
    assert even == pytest.approx([0.5, 0.5], abs=0.05)


# Decisions


def blunder(text: str) -> Step:
    """One disc keeps six points that win; the seat did this instead."""
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    after = position.copy()
    after.play(0, LUX.space.read(text))
    return Step((Move(1, 0, text),), position, after)


def test_a_decision_that_loses_a_won_game_costs_all_of_it() -> None:
    found = list(betters(LUX, blunder("discard"), Effort(50, 50), STYLE, Luck(1)))
    assert [(each.seat, each.played, each.better) for each in found] == [(0, "discard", "pay blue")]
    assert found[0].swing == [-1.0, 1.0]


def test_the_best_decision_costs_nothing() -> None:
    assert list(betters(LUX, blunder("pay blue"), Effort(50, 50), STYLE, Luck(1))) == []


# Honest


def lucks(game: Game, players: list[str], games: int, effort: Effort) -> list[list[float]]:
    """Each seat's luck over many games."""
    found = [analysed(played(game, players, number), game, effort, number) for number in range(games)]
    return [[each.accounts[seat].luck for each in found] for seat in range(len(players))]


def check_zero(numbers: list[float], deviates: float) -> None:
    assert stdev(numbers) > 0.0
    assert abs(fmean(numbers)) < deviates * stdev(numbers) / math.sqrt(len(numbers))


def test_luck_averages_zero() -> None:
    for numbers in lucks(CAPER, ["novice", "novice"], 40, Effort(6, 2)):
        check_zero(numbers, 3.5)


@pytest.mark.soak
def test_luck_averages_zero_over_a_thousand_games_and_equal_bots_fare_alike_on_every_seat() -> None:
    found = [analysed(played(LUX, ["greedy"] * 2, n), LUX, Effort(20, 20), n) for n in range(1000)]
    for seat in range(2):
        check_zero([each.accounts[seat].luck for each in found], 2.5)
    for part in ("luck", "own", "others"):
        gaps = [getattr(each.accounts[0], part) - getattr(each.accounts[1], part) for each in found]
        check_zero(gaps, 3.5)
