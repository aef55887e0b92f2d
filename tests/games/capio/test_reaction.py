"""People in time: nobody is faster than their level, the better ones grab more, and all play by the rules."""

from __future__ import annotations

from itertools import pairwise

import pytest

from caponata.bots import levels as bots
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS
from caponata.games.capio import GAME
from caponata.games.capio.dice import LOOK_NAMES
from caponata.games.capio.layout import GRABBING, CapioOptions
from caponata.games.capio.moves import READY
from caponata.games.capio.reaction import LEVELS, Racer, play_game, play_playthrough, react
from caponata.games.capio.rules import CapioPosition, start
from tests.games.capio.positions import capio, want

MINUTE = 60_000
GAMES = 6
MATCH = 40
LADDER = bots.LEVELS


def gone(position: CapioPosition, rng: Rng) -> CapioPosition:
    """The same game at its next GO."""
    while position.phase != GRABBING:
        if position.to_act == CHANCE_ACTS:
            position.play_chance(rng)
        else:
            for seat in range(position.seats):
                position.play(seat, READY)
    return position


def games(levels: list[str], count: int, seed: int) -> tuple[list[Racer], list[int], int]:
    """Whole games between these levels: the racers, their points, and the milliseconds all of it took."""
    rng = Rng(seed)
    racers = [Racer(seat, LEVELS[level], rng) for seat, level in enumerate(levels)]
    points, time = [0] * len(levels), 0
    for _ in range(count):
        position = start(len(levels), CapioOptions())
        time += play_game(position, racers, rng)
        points = [total + position.score(seat) for seat, total in enumerate(points)]
    return racers, points, time


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_grabs_faster_than_the_level_allows(level: str) -> None:
    racers, _, _ = games([level] * 3, 3, seed=1)
    assert all(racer.takes > 10 for racer in racers)
    assert min(racer.quickest for racer in racers) >= LEVELS[level].fastest()


@pytest.mark.parametrize("level", LEVELS)
def test_the_first_die_takes_the_time_to_look_decide_and_reach(level: str) -> None:
    reflexes = LEVELS[level]
    least = reflexes.start + reflexes.decide + reflexes.reach
    rng = Rng(2)
    for _ in range(5):
        position = gone(start(2, CapioOptions()), rng)
        time, move = react(position, 0, level, rng)
        assert time >= least
        assert position.refusal(0, move) is None


def test_whoever_has_laid_a_die_looks_on_without_a_start() -> None:
    reflexes, cards, middle = LEVELS["child"], ["target-1 towers-1 sets-1"], "red-1 blue-2 grey-3"
    begun = capio(cards, middle=middle, laid={0: {"target 1": "white-1"}})
    asked = [react(begun, 0, "child", Rng(seed))[0] for seed in range(40)]
    assert reflexes.decide + reflexes.reach <= min(asked) < reflexes.start + reflexes.decide + reflexes.reach
    other = [react(begun, 1, "child", Rng(seed))[0] for seed in range(40)]
    assert min(other) >= reflexes.start + reflexes.decide


def test_a_better_level_takes_more_dice_a_minute() -> None:
    rates = []
    for level in LEVELS:
        racers, _, time = games([level] * 2, 4, seed=3)
        rates.append(sum(racer.takes for racer in racers) * MINUTE / (2 * time))
    assert rates == sorted(rates)
    assert rates[0] > 5
    assert rates[-1] < 60


def test_a_better_level_wins() -> None:
    names = list(LEVELS)
    for worse, better in ((names[0], names[2]), (names[1], names[3]), (names[2], names[5])):
        _, points, _ = games([worse, better], GAMES, seed=4)
        assert points[1] > points[0], (worse, better)


@pytest.mark.parametrize(("worse", "better"), list(pairwise(LADDER)))
def test_the_level_below_loses_most_games_and_not_all(worse: str, better: str) -> None:
    won = 0
    for seed in range(MATCH):
        _, points, _ = games([worse, better], 1, seed=100 + seed)
        won += points[0] > points[1]
    assert 1 <= won <= MATCH // 3


def test_a_child_misreads_and_a_champion_does_not() -> None:
    children, _, _ = games(["child"] * 3, 4, seed=5)
    champions, _, _ = games(["tournament"] * 3, 4, seed=5)
    assert sum(racer.misreads for racer in children) > 0
    assert sum(racer.misreads for racer in champions) == 0


def test_racers_compete_for_dice_and_the_late_one_loses_nothing() -> None:
    """[CAPIO-3.2]"""
    racers, _, _ = games(["club"] * 4, 4, seed=6)
    assert sum(racer.lost for racer in racers) > 0
    assert all(racer.lost < racer.takes for racer in racers)


@pytest.mark.parametrize("options", [CapioOptions(), CapioOptions(block_mistakes=True)])
def test_every_deed_is_legal(options: CapioOptions) -> None:
    rng = Rng(7)
    levels = ["child", "casual", "tournament"]
    for _ in range(3):
        position = gone(start(3, options), rng)
        racers = [Racer(seat, LEVELS[level], rng) for seat, level in enumerate(levels)]
        for racer in racers:
            racer.begin(position)
        while position.to_act and position.phase in (GRABBING, GRABBING + 1):
            racer = min(
                (each for each in racers if position.to_act >> each.seat & 1), key=lambda each: each.at
            )
            move = racer.next_move(position)
            if move >= 0:
                assert position.refusal(racer.seat, move) is None, GAME.space.text(move)
                position.play(racer.seat, move)
            racer.go_on(position, move)


def test_the_same_luck_gives_the_same_race() -> None:
    lengths = []
    for _ in range(2):
        rng = Rng(8)
        position = gone(start(2, CapioOptions()), rng)
        racers = [Racer(seat, LEVELS["club"], rng) for seat in (0, 1)]
        lengths.append((play_playthrough(position, racers), position.fingerprint()))
    assert lengths[0] == lengths[1]


def test_whoever_finds_nothing_calls_stop() -> None:
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-6"}})
    _, move = react(position, 0, "tournament", Rng(1))
    assert GAME.space.text(move) == "stop"


def test_a_die_in_hand_is_laid_and_a_reckoning_is_left_behind() -> None:
    position = capio(["target-1 towers-1 sets-1"], hands={0: "red-1"})
    time, move = react(position, 0, "child", Rng(1))
    assert GAME.space.text(move) == "place target 1"
    assert time >= LEVELS["child"].lay
    waiting = capio(["target-1 towers-1 sets-1"], phase="reckoning")
    assert GAME.space.text(react(waiting, 0, "child", Rng(1))[1]) == "ready"


def test_a_misread_die_is_laid_on_a_field_as_it_was_meant_to_be() -> None:
    cards = ["towers-1 lines-1 sets-1"]
    asked = {colour for name in cards[0].split() for place in range(1, 10) for colour in [want(name, place)]}
    useless = next(die for die in LOOK_NAMES if die not in asked)
    position = capio(cards, hands={0: useless})
    laid = [GAME.space.text(react(position, 0, "child", Rng(seed))[1]) for seed in range(30)]
    assert len({*laid}) > 5
    assert not any(move.endswith("beside") for move in laid)


def test_at_a_calm_table_bots_take_twice_as_long() -> None:
    """[CAPIO-4.3]"""
    for written in ({"hands": {0: "red-1"}}, {"middle": "red-1 blue-2 grey-3"}):
        times = [
            react(capio(["target-1 towers-1 sets-1"], options=options, **written), 0, "casual", Rng(3))[0]
            for options in (CapioOptions(), CapioOptions(calm=True))
        ]
        assert times[1] == 2 * times[0]
