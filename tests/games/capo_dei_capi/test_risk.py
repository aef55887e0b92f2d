"""The bust chances and the gain of the next roll, and the best time to stop."""

from __future__ import annotations

from itertools import combinations
from statistics import mean, stdev

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import CHANCE, NOBODY
from caponata.engine.playout import legal_moves
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.dice import DOUBLE_4, EXPOSE_ROLL, ROLL_ACTIONS
from caponata.games.capo_dei_capi.layout import (
    AREA_NAMES,
    BETWEEN_ROLLS,
    DECLARING,
    HANDS,
    TOKEN_BITS,
    DeiCapiOptions,
    side_of,
)
from caponata.games.capo_dei_capi.moves import ROLL_MOVE, STOP_MOVE, dice_move, flip_move
from caponata.games.capo_dei_capi.risk import CHIP_WORTH, Risk, next_roll_risk
from caponata.games.capo_dei_capi.rules import DeiCapiPosition, start
from caponata.games.capo_dei_capi.stopping import SolvedTurn, face_down_bribes
from caponata.games.capo_dei_capi.view import view
from tests.games.capo_dei_capi.positions import between_rolls, roll

# Chance in percent that the next roll busts. One row for each number of taken areas; columns: level 0 to 3,
# 4, 5 and 6 without the hit man, level 0 to 3 and 5 with him. Two cubes on the Mayor, no bribe to flip; the
# mean over all choices of the taken areas.
BUSTS = [
    (0, 11, 22, 31, 17, 39),
    (3, 14, 25, 33, 19, 42),
    (7, 18, 29, 37, 23, 46),
    (12, 23, 34, 42, 28, 51),
    (18, 29, 40, 48, 34, 57),
    (25, 36, 47, 56, 42, 64),
    (44, 56, 67, 75, 50, 72),
]
COLUMNS = [(0, False), (4, False), (5, False), (6, False), (0, True), (5, True)]


def bust_chance(level: int, taken: tuple[str, ...], hit_man: bool) -> float:
    """The chance that the next roll busts."""
    position = between_rolls(level=level, beside=dict.fromkeys(taken, "influence-1"), hit_man=hit_man)
    coming = view(position, 0)["next"]
    assert coming["bust"] == coming["doubles"] + coming["token"] + coming["level"]
    return float(coming["bust"] / coming["of"])


@pytest.mark.parametrize("count", range(7))
def test_bust_chances_match_the_table(count: int) -> None:
    """[CDC-10.1]"""
    for (level, hit_man), percent in zip(COLUMNS, BUSTS[count]):
        chances = [bust_chance(level, taken, hit_man) for taken in combinations(AREA_NAMES, count)]
        assert abs(100 * mean(chances) - percent) <= 0.5 + 1e-9, (count, level, hit_man)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_levels_up_to_3_add_no_bust_chance(level: int) -> None:
    """[CDC-10.1]"""
    assert bust_chance(level, (), hit_man=False) == 0.0


def test_busts_are_counted_by_cause() -> None:
    """[CDC-10.1]"""
    position = between_rolls(level=6, beside=dict.fromkeys(AREA_NAMES, "influence-1"), hit_man=True)
    coming = view(position, 0)["next"]
    assert (coming["of"], coming["doubles"]) == (36, 6)
    assert coming["token"] == 6 + 6, "two low dice, a 5 and a low die"
    assert coming["level"] == 6 + 2 + 2, "a 4 and a low die, 5-4, 6-4"


@pytest.mark.parametrize(("level", "hit_man"), [(0, False), (4, False), (6, True)])
def test_the_view_lists_the_action_and_the_bust_of_all_36_rolls(level: int, hit_man: bool) -> None:
    """[CDC-10.1]"""
    tokens = {"white-1": "influence-1", "black-3": "influence-2"}
    before = view(between_rolls(level=level, beside=tokens, hit_man=hit_man, chips=(2, 0)), 0)
    busts = []
    for number in range(36):
        position = between_rolls(level=level, beside=tokens, hit_man=hit_man, chips=(2, 0))
        roll(position, number // 6 + 1, number % 6 + 1)
        after = view(position, 0)["roll"]
        assert before["actions"][number] == after["action"]
        busts.append(int(after["bust"] is not None))
    assert before["next"]["busts"] == busts
    assert before["next"]["bust"] == sum(busts)


def test_bust_chances_depend_on_what_the_viewer_knows_about_bribes() -> None:
    """[CDC-10.1]"""
    position = between_rolls(level=4, on={"white-1": ("bribe-3", "bribe-1")})
    mine = view(position, 0)["next"]
    assert mine["of"] == 36 * 14, "any of fourteen bribes may be the flipped one"
    assert mine["level"] == 4 * 14 + 2 * 4, "4-3 and 6-4 in two ways each, and four of the fourteen are 3s"
    assert mine["busts"][6 * 4 + 3] == 4, "four of the fourteen bribes that a 5 and a 4 may flip are 3s"
    assert sum(mine["busts"]) == mine["bust"]
    theirs = view(position, 1)["next"]
    assert theirs["of"] == 36, "the owner knows its value"
    assert theirs["level"] == 4
    spectator = view(position, -1)["next"]
    assert spectator["of"] == 36 * 15
    assert spectator["level"] == 4 * 15 + 2 * 5


def test_the_stake_is_the_gain_of_a_stop() -> None:
    """[CDC-10.2]"""
    position = between_rolls(
        beside={"white-1": "influence-3", "black-1": "bribe"}, mayor_chips=2, level=5, mayor=4, on={}
    )
    assert view(position, 0)["stake"] == {
        "influence": 3,
        "bribes": 1,
        "chips": 2,
        "cubes": 2,
        "worth": 300 + 200 + 200 + 500,
    }


def test_the_first_roll_of_a_turn_cannot_bust() -> None:
    """[CDC-10.2]"""
    coming = view(between_rolls(), 0)["next"]
    assert coming["bust"] == 0
    assert coming["gain"] > 0


def sampled_turns(games: int, seed: int) -> list[DeiCapiPosition]:
    """Positions between rolls of random games with a sufficient supply; all chips in hands are removed."""
    rng = Rng(seed)
    turns = []
    for _ in range(games):
        position = start(2, DeiCapiOptions())
        while position.to_act != NOBODY:
            if (
                position.phase == BETWEEN_ROLLS
                and min([position.cubes, position.bribes, *influence_left(position)]) > 1
            ):
                bare = position.copy()
                bare.words[HANDS] = bare.words[HANDS + 1] = 0
                turns.append(bare)
            position.play(*next_move(position, rng))
    return turns


def influence_left(position: DeiCapiPosition) -> list[int]:
    """The influence tokens in the supply."""
    counts: list[int] = view(position, -1)["supply"]["influence"]
    return counts


def stake_after(position: DeiCapiPosition, number: int, risk: Risk) -> int:
    """The stake after a roll is played by the rules and used in the best way; 0 after a bust."""
    after = position.copy()
    after.play(CHANCE, dice_move(number))
    options = [after]
    if after.phase == DECLARING:
        options = []
        for move in legal_moves(after, after.turn):
            option = after.copy()
            option.play(after.turn, move)
            options.append(option)
    hand = CHIP_WORTH if ROLL_ACTIONS[number] == DOUBLE_4 and position.chips and not position.hit_man else 0
    return max(hand + (risk.stake(option) if option.turn == position.turn else 0) for option in options)


def gain_by_rules(position: DeiCapiPosition, risk: Risk) -> int:
    """The gain over all cases, with each roll played by the rules."""
    cases = risk.of // 36
    total = 0
    for number in range(36):
        flippable = face_down_bribes(position)
        if ROLL_ACTIONS[number] != EXPOSE_ROLL or not flippable:
            total += cases * (stake_after(position, number, risk) - risk.now)
            continue
        area, circle = flippable[0]
        for value in (1, 2, 3):
            other = with_value(position, area, circle, value)
            other.play(CHANCE, dice_move(number))
            if other.phase == DECLARING:
                other.play(other.turn, flip_move(area, circle))
            after = risk.stake(other) if other.turn == position.turn else 0
            total += risk.ways(value) * (after - risk.now)
    return total


def with_value(position: DeiCapiPosition, area: int, circle: int, value: int) -> DeiCapiPosition:
    """The same position with another value of one of the opponent's bribes."""
    other = position.copy()
    old = other.token_on(1 - other.turn, area, circle) - 4
    other.words[side_of(1 - other.turn, area)] += (value - old) << TOKEN_BITS * circle
    return other


def test_the_gain_matches_playing_all_36_rolls_by_the_rules() -> None:
    """[CDC-10.2]"""
    positions = sampled_turns(games=4, seed=11)
    assert len(positions) > 100
    for position in positions:
        risk = next_roll_risk(position, position.turn)
        assert risk.gain == gain_by_rules(position, risk)


# The best time to stop

TURNS = {
    "three areas taken": {"beside": {"white-1": "influence-2", "white-3": "influence-3", "black-2": "bribe"}},
    "four areas taken, with the hit man": {
        "beside": dict.fromkeys(AREA_NAMES[:4], "influence-1"),
        "hit_man": True,
        "level": 2,
    },
    "a bonus within reach": {
        "beside": dict.fromkeys(AREA_NAMES[1:5], "influence-2"),
        "level": 4,
        "mayor": 5,
        "mayor_chips": 1,
    },
    "a bribe to flip": {
        "beside": dict.fromkeys(AREA_NAMES[1:5], "influence-2"),
        "level": 3,
        "on": {"white-1": ("bribe-3", "bribe-3 bribe-1")},
    },
}


def play_on(turn: SolvedTurn, rng: Rng) -> float:
    """Play a turn to its end by the solved strategy and return its gain."""
    position, unseen, kept = turn.start.copy(), turn.unseen, 0.0
    while True:
        rolled, _ = turn.solve(position, unseen)
        stake = float(turn.risk.stake(position))
        if rolled <= stake:
            return kept + stake
        number = rng.below(36)
        before = position
        if ROLL_ACTIONS[number] == DOUBLE_4 and before.chips and not before.hit_man:
            kept += int(CHIP_WORTH)
        position, unseen = next_state(turn, position, unseen, number, rng)
        if position.turn != before.turn:
            return kept
        position.words[HANDS + position.turn] = 0


def next_state(
    turn: SolvedTurn, position: DeiCapiPosition, unseen: tuple[int, ...], number: int, rng: Rng
) -> tuple[DeiCapiPosition, tuple[int, ...]]:
    """Carry out a roll in the best way, with a random value for a flipped bribe."""
    flippable = face_down_bribes(position)
    if ROLL_ACTIONS[number] == EXPOSE_ROLL and flippable:
        values = [value for value in range(3) for _ in range(unseen[value])]
        value = values[rng.below(len(values))]
        position = with_value(position, *flippable[0], value + 1)
        unseen = tuple(count - (index == value) for index, count in enumerate(unseen))
    after = position.copy()
    after.play(CHANCE, dice_move(number))
    if after.phase != DECLARING:
        return after, unseen
    if ROLL_ACTIONS[number] == EXPOSE_ROLL and flippable:
        after.play(after.turn, flip_move(*flippable[0]))
        return after, unseen
    options = []
    for move in legal_moves(after, after.turn):
        option = after.copy()
        option.play(after.turn, move)
        options.append(option)
    if any(face_down_bribes(option) != flippable for option in options):
        options = [option for option in options if face_down_bribes(option) == flippable]
    return max(options, key=lambda option: turn.solve(option, unseen)[1]), unseen


@pytest.mark.parametrize("fields", TURNS.values(), ids=TURNS.keys())
def test_simulated_turns_gain_what_the_solved_turn_predicts(fields: dict[str, object]) -> None:
    """[CDC-10.2]"""
    turn = SolvedTurn(between_rolls(**fields))  # type: ignore[arg-type]
    rng = Rng(5)
    stake = float(turn.risk.stake(turn.start))
    gains = [play_on(turn, rng) - stake for _ in range(2000)]
    _, best = turn.gains()
    assert abs(mean(gains) - best) <= 4 * stdev(gains) / len(gains) ** 0.5 + 1e-6


@pytest.mark.parametrize("fields", TURNS.values(), ids=TURNS.keys())
def test_a_solved_roll_gains_at_least_one_roll_and_a_stop(fields: dict[str, object]) -> None:
    """One roll followed by a stop cannot be better than a roll with best play after it [CDC-10.2]."""
    position = between_rolls(**fields)  # type: ignore[arg-type]
    risk = next_roll_risk(position, 0)
    rolled, best = SolvedTurn(position).gains()
    assert rolled >= int(risk.gain) / int(risk.of) - 1e-6
    assert best == max(rolled, 0.0)


def test_hints_nearly_always_agree_with_the_solved_turn() -> None:
    """Looking one roll ahead misses little of the value of the whole turn [CDC-10.2]."""
    regrets = []
    for position in sampled_turns(games=6, seed=5):
        if position.beside and not position.must_roll and not face_down_bribes(position):
            rolled, _ = SolvedTurn(position).gains()
            roll_appeal, stop_appeal = (
                GAME.hints.appeal(position, position.turn, move) for move in (ROLL_MOVE, STOP_MOVE)
            )
            agrees = (roll_appeal > stop_appeal) == (rolled > 0)
            regrets.append(0.0 if agrees else abs(rolled))
    assert len(regrets) > 40
    assert mean(regret > 1 for regret in regrets) < 0.05
    assert max(regrets) < 50, "half a point of influence"


def test_solved_turn_stops_with_everything_at_stake() -> None:
    """[CDC-10.2]"""
    position = between_rolls(beside=dict.fromkeys(AREA_NAMES, "influence-3"), level=6, hit_man=True, mayor=4)
    rolled, best = SolvedTurn(position).gains()
    assert rolled < 0
    assert best == 0


def test_a_roll_gains_with_nothing_at_stake() -> None:
    """[CDC-10.2]"""
    position = between_rolls(beside={}, hit_man=True, level=1)
    roll(position, 6, 1)
    assert next_roll_risk(position, 0).gain > 0
