"""The reaction model: times respect the level, better levels win, and all moves are legal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from caponata.bots import levels as bots
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS
from caponata.games.capio import GAME
from caponata.games.capio.dice import DIE_NAMES
from caponata.games.capio.layout import GRABBING, PLACING, CapioOptions
from caponata.games.capio.moves import READY_MOVE
from caponata.games.capio.reaction import LEVELS, Racer, play_playthrough, play_race, react
from caponata.games.capio.rules import CapioPosition, start
from tests.games.capio.positions import capio, fitting_die

MINUTE = 60_000
GAMES = 6
MATCH_GAMES = 40
LADDER = bots.LEVELS


def at_next_go(position: CapioPosition, rng: Rng) -> CapioPosition:
    """Play a position until the next GO, and return it."""
    while position.phase != GRABBING:
        if position.to_act == CHANCE_ACTS:
            position.play_chance(rng)
        else:
            for seat in range(position.seats):
                position.play(seat, READY_MOVE)
    return position


def play_games(levels: list[str], count: int, seed: int) -> tuple[list[Racer], list[int], int]:
    """Play whole games between these levels; return the racers, their points and the milliseconds."""
    rng = Rng(seed)
    racers = [Racer(seat, LEVELS[level], rng) for seat, level in enumerate(levels)]
    points, time = [0] * len(levels), 0
    for _ in range(count):
        position = start(len(levels), CapioOptions())
        time += play_race(position, racers, rng)
        points = [total + position.score(seat) for seat, total in enumerate(points)]
    return racers, points, time


@pytest.mark.parametrize("level", LEVELS)
def test_takes_are_never_faster_than_the_level_allows(level: str) -> None:
    racers, _, _ = play_games([level] * 3, 3, seed=1)
    assert all(racer.takes > 10 for racer in racers)
    assert min(racer.quickest for racer in racers) >= LEVELS[level].fastest()


@pytest.mark.parametrize("level", LEVELS)
def test_first_take_includes_the_times_to_start_decide_and_reach(level: str) -> None:
    reflexes = LEVELS[level]
    least = reflexes.start + reflexes.decide + reflexes.reach
    rng = Rng(2)
    for _ in range(5):
        position = at_next_go(start(2, CapioOptions()), rng)
        time, move = react(position, 0, level, rng)
        assert time >= least
        assert position.refusal(0, move) is None


def test_a_seat_that_has_placed_a_die_has_no_start_time() -> None:
    reflexes, cards, middle = LEVELS["child"], ["target-1 towers-1 sets-1"], "red-1 blue-2 grey-3"
    begun = capio(cards, middle=middle, laid={0: {"target 1": "white-1"}})
    times = [react(begun, 0, "child", Rng(seed))[0] for seed in range(40)]
    assert reflexes.decide + reflexes.reach <= min(times) < reflexes.start + reflexes.decide + reflexes.reach
    other_times = [react(begun, 1, "child", Rng(seed))[0] for seed in range(40)]
    assert min(other_times) >= reflexes.start + reflexes.decide


def test_a_better_level_takes_more_dice_per_minute() -> None:
    rates = []
    for level in LEVELS:
        racers, _, time = play_games([level] * 2, 4, seed=3)
        rates.append(sum(racer.takes for racer in racers) * MINUTE / (2 * time))
    assert rates == sorted(rates)
    assert rates[0] > 5
    assert rates[-1] < 60


def test_a_better_level_wins() -> None:
    names = list(LEVELS)
    for worse, better in ((names[0], names[2]), (names[1], names[3]), (names[2], names[5])):
        _, points, _ = play_games([worse, better], GAMES, seed=4)
        assert points[1] > points[0], (worse, better)


@pytest.mark.parametrize(("worse", "better"), list(pairwise(LADDER)))
def test_the_lower_of_two_levels_wins_some_games(worse: str, better: str) -> None:
    won = 0
    for seed in range(MATCH_GAMES):
        _, points, _ = play_games([worse, better], 1, seed=100 + seed)
        won += points[0] > points[1]
    assert 1 <= won <= MATCH_GAMES // 3


def test_a_child_misreads_dice_and_a_tournament_player_does_not() -> None:
    children, _, _ = play_games(["child"] * 3, 4, seed=5)
    champions, _, _ = play_games(["tournament"] * 3, 4, seed=5)
    assert sum(racer.misreads for racer in children) > 0
    assert sum(racer.misreads for racer in champions) == 0


def test_racers_lose_some_races_for_dice() -> None:
    """[CAPIO-3.2]"""
    racers, _, _ = play_games(["club"] * 4, 4, seed=6)
    assert sum(racer.lost for racer in racers) > 0
    assert all(racer.lost < racer.takes for racer in racers)


@pytest.mark.parametrize("options", [CapioOptions(), CapioOptions(block_mistakes=True)])
def test_every_move_is_legal(options: CapioOptions) -> None:
    rng = Rng(7)
    levels = ["child", "casual", "tournament"]
    for _ in range(3):
        position = at_next_go(start(3, options), rng)
        racers = [Racer(seat, LEVELS[level], rng) for seat, level in enumerate(levels)]
        for racer in racers:
            racer.begin(position)
        while position.to_act and position.phase in (GRABBING, PLACING):
            acting = [racer for racer in racers if position.to_act >> racer.seat & 1]
            racer = min(acting, key=lambda racer: racer.at)
            move = racer.next_move(position)
            if move >= 0:
                assert position.refusal(racer.seat, move) is None, GAME.space.text(move)
                position.play(racer.seat, move)
            racer.plan_next(position, move)


def test_the_same_seed_gives_the_same_race() -> None:
    results = []
    for _ in range(2):
        rng = Rng(8)
        position = at_next_go(start(2, CapioOptions()), rng)
        racers = [Racer(seat, LEVELS["club"], rng) for seat in (0, 1)]
        results.append((play_playthrough(position, racers), position.fingerprint()))
    assert results[0] == results[1]


def test_a_racer_that_finds_no_die_calls_stop() -> None:
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-6"}})
    _, move = react(position, 0, "tournament", Rng(1))
    assert GAME.space.text(move) == "stop"


def test_a_die_in_hand_is_placed_and_a_scoring_is_confirmed() -> None:
    position = capio(["target-1 towers-1 sets-1"], hands={0: "red-1"})
    time, move = react(position, 0, "child", Rng(1))
    assert GAME.space.text(move) == "place target 1"
    assert time >= LEVELS["child"].place
    waiting = capio(["target-1 towers-1 sets-1"], phase="reckoning")
    assert GAME.space.text(react(waiting, 0, "child", Rng(1))[1]) == "ready"


def test_a_misread_die_is_placed_on_a_random_field() -> None:
    cards = ["towers-1 lines-1 sets-1"]
    fitting = {fitting_die(name, place) for name in cards[0].split() for place in range(1, 10)}
    useless = next(die for die in DIE_NAMES if die not in fitting)
    position = capio(cards, hands={0: useless})
    placements = [GAME.space.text(react(position, 0, "child", Rng(seed))[1]) for seed in range(30)]
    assert len({*placements}) > 5
    assert not any(move.endswith("beside") for move in placements)


def test_at_a_calm_table_bots_take_twice_as_long() -> None:
    """[CAPIO-4.3]"""
    for situation in ({"hands": {0: "red-1"}}, {"middle": "red-1 blue-2 grey-3"}):
        times = [
            react(capio(["target-1 towers-1 sets-1"], options=options, **situation), 0, "casual", Rng(3))[0]
            for options in (CapioOptions(), CapioOptions(calm=True))
        ]
        assert times[1] == 2 * times[0]
