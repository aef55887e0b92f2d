"""The luck ledger adds up, and blames no seat for what it could not know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from statistics import fmean, stdev

import pytest

from caponata.bots import ledger, make_bot
from caponata.bots.ledger import (
    Analysis,
    ComparedChoice,
    DecisionValue,
    Effort,
    RecordMove,
    RecordStep,
    StepAnalysis,
    analyse_step,
    build_analysis,
    compare_choices,
    position_values,
    record_steps,
    value_choices,
)
from caponata.bots.players import STYLE
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY, Game, Position
from caponata.engine.playout import legal_moves
from caponata.engine.record import Record, RecordError
from caponata.engine.table import Table
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capo_dei_capi import GAME as CDC
from tests.bots.test_bots import decisions
from tests.engine.tables import fair, people
from tests.games.caper.test_rules import caper
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
    steps = record_steps(record, game)
    analyses = [analyse_step(game, steps, number, effort, STYLE, seed) for number in range(-1, len(steps))]
    return build_analysis(game, steps, analyses, effort)


# Sums


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        ("caper", 3),
        ("capital-lux", 2),
        ("capital-lux", 3),
        ("capo-dei-capi", 2),
        ("capo", 3),
        ("capone", 3),
        ("capio", 2),
    ],
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


def test_equal_seeds_give_equal_analyses() -> None:
    record = played(CAPER, ["novice", "novice"])
    assert analysed(record, CAPER).to_json() == analysed(record, CAPER).to_json()


# Steps


def test_sealed_choices_and_consecutive_draws_are_one_step() -> None:
    steps = record_steps(played(LUX, ["greedy"] * 3), LUX)
    assert steps[0].is_luck and len(steps[0].moves) > 3 * 6
    assert [move.seat for move in steps[1].moves] == [0, 1, 2]
    assert [move.seat for move in steps[2].moves] == [0, 1, 2]
    for before, after in pairwise(steps):
        assert before.after.fingerprint() == after.before.fingerprint()
        assert not (before.is_luck and after.is_luck)
    assert steps[-1].after.to_act == NOBODY


def test_an_unfinished_game_is_not_analysed() -> None:
    table = Table(LUX, people(2), draws=fair(2))
    with pytest.raises(RecordError, match="only a game that ended"):
        record_steps(table.record(), LUX)


def test_before_the_deal_equal_seats_have_equal_chances() -> None:
    position = CAPER.start(2, CAPER.options())
    assert position.to_act == CHANCE_ACTS
    even, errors = position_values(CAPER, position, 2000, Rng(1))
    assert errors == pytest.approx([0.5 / math.sqrt(2000)] * 2, rel=0.1)
    assert even == pytest.approx([0.5, 0.5], abs=0.05)


def test_positions_around_a_draw_get_more_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(LUX, ["greedy"] * 2)
    steps = record_steps(record, LUX)
    asked: list[int] = []

    def noted(game: Game, position: Position, playouts: int, rng: Rng) -> tuple[list[float], list[float]]:
        asked.append(playouts)
        return [0.5, 0.5], [0.0, 0.0]

    monkeypatch.setattr(ledger, "position_values", noted)
    monkeypatch.setattr(ledger, "value_choices", lambda *_: [])
    monkeypatch.setattr(ledger, "compare_choices", lambda *_: [])
    for number in range(-1, len(steps)):
        analyse_step(LUX, steps, number, Effort(3, 3, 50), STYLE, 1)
    kinds = [False, *(step.is_luck for step in steps), False]
    assert asked == [50 if before or after else 3 for before, after in pairwise(kinds)]


# Decisions


def blunder(text: str) -> RecordStep:
    """One disc saves six points and wins; the seat plays this move instead."""
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    after = position.copy()
    after.play(0, LUX.space.read(text))
    return RecordStep((RecordMove(1, 0, text),), position, after)


def test_a_decision_that_loses_a_won_game_costs_the_whole_win() -> None:
    found = list(compare_choices(LUX, blunder("discard"), Effort(50, 50), STYLE, Rng(1)))
    assert [(each.seat, each.played, each.better) for each in found] == [(0, "discard", "pay blue")]
    assert (found[0].swing, found[0].errors, found[0].counts) == ([-1.0, 1.0], [0.0, 0.0], True)


def test_the_best_decision_costs_nothing() -> None:
    assert list(compare_choices(LUX, blunder("pay blue"), Effort(50, 50), STYLE, Rng(1))) == []


def test_the_loss_is_measured_by_fresh_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    swings = iter([([-0.5, 0.5], [0.1, 0.1]), ([-0.2, 0.2], [0.1, 0.1])])
    monkeypatch.setattr(ledger, "swing", lambda *_: next(swings))
    found = list(compare_choices(LUX, blunder("discard"), Effort(50, 50), STYLE, Rng(1)))
    assert [(each.swing, each.counts) for each in found] == [([-0.2, 0.2], True)]


def test_a_loss_within_the_noise_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    swings = iter([([-0.5, 0.5], [0.3, 0.3])])
    monkeypatch.setattr(ledger, "swing", lambda *_: next(swings))
    found = list(compare_choices(LUX, blunder("discard"), Effort(50, 50), STYLE, Rng(1)))
    assert [(each.swing, each.counts) for each in found] == [([-0.5, 0.5], False)]


def test_losses_within_the_noise_are_charged_to_their_decisions() -> None:
    """Twenty losses of 2 % each, none of them certain, are a loss of 40 % by decisions."""
    loss = DecisionValue(1, 0, "discard", [-0.02, 0.02], [0.03, 0.03])
    points = [
        StepAnalysis(n, [0.9 - 0.02 * (n + 1), 0.1 + 0.02 * (n + 1)], [0.0] * 2, [loss][: n + 1], [])
        for n in range(-1, 20)
    ]
    first, second = build_analysis(LUX, [blunder("discard")] * 20, points, QUICK).accounts
    assert (first.own, first.others, first.unseen) == pytest.approx((-0.4, 0.0, 0.0))
    assert (second.own, second.others, second.unseen) == pytest.approx((0.0, 0.4, 0.0))


def test_a_decision_is_worth_its_gain_over_ordinary_play() -> None:
    """Playouts take the better of three random moves: they pay in seven of eight cases."""
    (lost,) = value_choices(LUX, blunder("discard"), Effort(2000), Rng(1))
    (won,) = value_choices(LUX, blunder("pay blue"), Effort(2000), Rng(1))
    assert (lost.seat, lost.played) == (0, "discard")
    assert lost.swing == pytest.approx([-7 / 8, 7 / 8], abs=0.03)
    assert won.swing == pytest.approx([1 / 8, -1 / 8], abs=0.03)
    assert lost.errors == pytest.approx([math.sqrt(7) / 8 / math.sqrt(2000)] * 2, rel=0.1)


def test_a_move_without_an_alternative_is_no_decision() -> None:
    position = caper("3", "4")
    step = RecordStep((RecordMove(1, 0, "lay 3"), RecordMove(2, 1, "lay 4")), position, position)
    assert list(value_choices(CAPER, step, QUICK, Rng(1))) == []


def test_a_decision_is_judged_from_its_seats_view() -> None:
    """Another world that looks the same to the seat gives the same comparison."""
    rng, differed = Rng(3), 0
    for position, seat in islice(decisions(LUX, 3, seed=5), 0, 60, 6):
        world = LUX.worlds(LUX.view(position, seat)).sample(rng)
        differed += world.fingerprint() != position.fingerprint()
        text = LUX.space.text(legal_moves(position, seat)[-1])
        steps = [RecordStep((RecordMove(1, seat, text),), each, each) for each in (position, world)]
        compared = [list(compare_choices(LUX, step, QUICK, STYLE, Rng(1))) for step in steps]
        assert compared[0] == compared[1]
        valued = [list(value_choices(LUX, step, QUICK, Rng(1))) for step in steps]
        assert valued[0] == valued[1]
    assert differed > 5


def test_a_sealed_choice_is_judged_without_the_others() -> None:
    """The sealed choices of the other seats have no influence on the comparison."""
    step = next(
        step
        for step in record_steps(played(LUX, ["novice"] * 3), LUX)
        if len(step.moves) == 3 and not step.is_luck
    )
    alone = list(compare_choices(LUX, replace(step, moves=step.moves[:1]), QUICK, STYLE, Rng(1)))
    others = [
        RecordMove(move.entry, move.seat, LUX.space.text(legal_moves(step.before, move.seat)[0]))
        for move in step.moves[1:]
        if move.seat is not None
    ]
    assert [move.text for move in others] != [move.text for move in step.moves[1:]]
    for rest in (step.moves[1:], tuple(others)):
        together = compare_choices(LUX, replace(step, moves=(step.moves[0], *rest)), QUICK, STYLE, Rng(1))
        assert [each for each in together if each.seat == step.moves[0].seat] == alone


# Lists of draws and decisions


def analysed_at(
    number: int,
    chance: float,
    *choices: ComparedChoice,
    error: float = 0.0,
    decisions: Sequence[DecisionValue] = (),
) -> StepAnalysis:
    """The analysis of a step in a game of two."""
    return StepAnalysis(number, [chance, 1.0 - chance], [error, error], list(decisions), list(choices))


def draw_step(entry: int) -> RecordStep:
    """A step of chance."""
    position = LUX.start(2, LUX.options())
    return RecordStep((RecordMove(entry, None, f"draw {entry}"),), position, position)


def test_the_three_luckiest_draws_are_certain_and_all_draws_are_saved() -> None:
    chances = [0.5, 0.6, 0.3, 0.7, 0.65, 0.2]
    errors = [0.0, 0.0, 0.0, 0.19, 0.0, 0.0]
    points = [
        analysed_at(number - 1, chance, error=error)
        for number, (chance, error) in enumerate(zip(chances, errors, strict=True))
    ]
    found = build_analysis(LUX, [draw_step(number) for number in range(1, 6)], points, QUICK)
    assert [draw.entry for draw in found.draws] == [1, 2, 3, 4, 5]
    assert [draw.entry for draw in found.lucky] == [5, 2, 1]  # the third may be noise
    assert found.lucky[0].swing == pytest.approx([-0.45, 0.45])
    assert found.draws[2].errors == pytest.approx([0.19, 0.19])


def test_the_three_costliest_decisions_are_among_those_that_count() -> None:
    def choice(entry: int, seat: int, cost: float, *, counts: bool = True) -> ComparedChoice:
        swing = [-cost, cost] if seat == 0 else [cost, -cost]
        return ComparedChoice(entry, seat, "discard", "pay blue", swing, [0.1, 0.1], counts)

    costs = [
        choice(1, 0, 0.1),
        choice(2, 1, 0.4),
        choice(3, 0, 0.9, counts=False),
        choice(4, 1, -0.1),
        choice(5, 0, 0.3),
    ]
    steps = [blunder("discard") for _ in costs]
    points = [analysed_at(-1, 0.5), *(analysed_at(number, 0.5, each) for number, each in enumerate(costs))]
    found = build_analysis(LUX, steps, points, QUICK)
    assert [(each.entry, each.seat) for each in found.dear] == [(2, 1), (5, 0), (1, 0)]
    assert found.choices == costs
    assert [(account.own, account.others) for account in found.accounts] == [(0.0, 0.0)] * 2


def test_parts_of_an_account_have_standard_errors() -> None:
    """A draw, then a choice: the noise of the start cancels out of the unseen part."""
    choice = DecisionValue(2, 0, "discard", [-0.1, 0.1], [0.05, 0.05])
    points = [
        analysed_at(-1, 0.5, error=0.03),
        analysed_at(0, 0.6, error=0.04),
        analysed_at(1, 1.0, decisions=[choice]),
    ]
    account = build_analysis(LUX, [draw_step(1), blunder("discard")], points, QUICK).accounts[0]
    assert account.luck_error == pytest.approx(0.05)
    assert (account.own_error, account.others_error) == pytest.approx((0.05, 0.0))
    assert account.unseen_error == pytest.approx(math.hypot(0.04, 0.05))


# Averages


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
def test_luck_averages_zero_over_a_thousand_games_and_is_equal_on_both_seats() -> None:
    found = [analysed(played(LUX, ["greedy"] * 2, n), LUX, Effort(20, 20), n) for n in range(1000)]
    check_fair(found)


@pytest.mark.soak
def test_luck_averages_zero_and_is_equal_on_three_seats() -> None:
    check_fair([analysed(played(CAPER, ["greedy"] * 3, n), CAPER, Effort(20, 20), n) for n in range(1000)])


@pytest.mark.soak
def test_a_bot_has_the_same_luck_on_every_seat() -> None:
    """Two different bots change seats: neither is luckier, and the weaker one decides worse."""
    bots, rng, own = ["greedy", "novice:60"], [], []
    for number in range(600):
        at = number % 2
        found = analysed(played(LUX, bots if at == 0 else bots[::-1], number), LUX, Effort(20, 20), number)
        better, worse = found.accounts[at], found.accounts[1 - at]
        rng.append(better.luck - worse.luck)
        own.append(better.own - worse.own)
    check_zero(rng, 3.5)
    assert fmean(own) > 3.5 * stdev(own) / math.sqrt(len(own))


@pytest.mark.soak
@pytest.mark.parametrize("game", [LUX, CDC], ids=["capital-lux", "capo-dei-capi"])
def test_the_unseen_averages_zero_between_unequal_bots(game: Game) -> None:
    found = [analysed(played(game, ["random", "greedy"], n), game, Effort(50, 2), n) for n in range(200)]
    check_zero([each.accounts[0].unseen for each in found], 3.5)


def check_fair(games: list[Analysis]) -> None:
    """Luck is zero within its error, and the seats' ledgers do not differ."""
    seats = range(len(games[0].accounts))
    for seat in seats:
        check_zero([each.accounts[seat].luck for each in games], 3.0)
    for one, other in pairwise(seats):
        for part in ("luck", "own", "others", "unseen"):
            check_zero(
                [getattr(each.accounts[one], part) - getattr(each.accounts[other], part) for each in games],
                3.5,
            )
