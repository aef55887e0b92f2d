"""Scores of cards, points for STOP, and places."""

from __future__ import annotations

from typing import Any, cast

import pytest

from caponata.games.capio.cards import CARD_NAMES, KIND_NAMES
from caponata.games.capio.dice import COLOUR_NAMES
from caponata.games.capio.layout import BONUS_AT, SCORE_LINES, TALLIES_AT, CapioOptions
from caponata.games.capio.scoring import score_card
from caponata.games.capio.stop_check import StopCheck
from caponata.games.capio.view import GOALS, view
from tests.games.capio.positions import capio, events, fitting_die, phase, play

OTHER_CARDS = {"target": "towers-9 sets-9", "towers": "target-9 sets-9", "sets": "target-9 towers-9"}


def score(card: str, laid: dict[str, str], *, roll: int = 1, pips: bool = True) -> tuple[int, bool]:
    """A card's total, and whether it has the bonus."""
    kind = card.split("-", maxsplit=1)[0]
    position = capio(
        [f"{card} {OTHER_CARDS.get(kind, 'target-9 sets-9')}"],
        laid={0: {f"{kind} {place}": dice for place, dice in laid.items()}},
        rolls={0: roll},
        options=CapioOptions(confusion_pips=pips),
    )
    card_score = score_card(position, 0, int(position.slot_of(0, KIND_NAMES.index(kind))))
    return int(card_score.total()), card_score.full != 0


def goal_card(name: str) -> dict[str, Any]:
    """A card as plain data."""
    return cast("dict[str, Any]", GOALS[CARD_NAMES.index(name)])


def correct(card: str, *fields: int) -> dict[str, str]:
    """Fitting dice for these fields."""
    return {str(field): fitting_die(card, field) for field in fields}


def wrong(card: str, field: int) -> str:
    """A die with a number that does not fit the field."""
    colour, face = fitting_die(card, field).split("-")
    other = 1 if face == "6" else 6
    return f"{colour}-{other}"


def test_a_wrong_die_and_a_die_beside_a_card_cost_a_point() -> None:
    """[CAPIO-5.1]"""
    assert score("lines-1", {"beside": "red-1 red-2"}) == (-2, False)
    assert score("target-1", {"1": "red-1", "beside": "red-2"}) == (0, False)
    assert score("confusion-1", {"1": wrong("confusion-1", 1)}) == (-1, False)


@pytest.mark.parametrize(
    ("dice", "total"),
    [
        ("", (0, False)),
        ("red-1 blue-1 red-2", (3, False)),
        ("red-1 blue-1 red-2 blue-2", (5, True)),  # exactly six
        ("red-6", (2, True)),
        ("red-6 blue-1", (0, False)),  # the six is excess
        ("red-5 blue-4 red-3", (-1, False)),  # 12: two are excess
        ("red-5 blue-2 red-2 grey-1", (2, False)),  # 10: one is excess, three score
    ],
)
def test_a_target_scores_dice_up_to_its_number(dice: str, total: tuple[int, bool]) -> None:
    """[CAPIO-5.2]"""
    assert goal_card("target-1")["number"] == 6
    assert score("target-1", {"1": dice} if dice else {}) == total


def test_the_largest_dice_are_excess_first() -> None:
    """[CAPIO-5.2] With 5, 5, 4, 1 on a Target of 6 two dice are excess, and two score."""
    assert score("target-1", {"1": "red-5 blue-5 red-4 blue-1"}) == (0, False)


def test_every_die_of_a_target_has_a_mark() -> None:
    """[CAPIO-5.2]"""
    number = goal_card("target-1")["number"]
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-5 blue-1 grey-6 pink-2"}})
    play(position, 0, "stop")
    seat_view = view(position, 0)
    dice, marks = seat_view["laid"][0][0]["fields"], seat_view["reckoning"][0]["cards"][0]["marks"]
    kept = sorted((die for die, mark in zip(dice, marks, strict=True) if mark > 0), key=lambda die: die[-1])
    assert sum(int(die[-1]) for die in kept) <= number < 14
    assert {*kept} == {"blue-1", "pink-2"} | ({"red-5"} if number >= 8 else set())


def test_towers_score_when_complete_and_correct() -> None:
    """[CAPIO-5.3]"""
    card = "towers-1"
    base, top = fitting_die(card, 1), fitting_die(card, 1, top=True)
    assert score(card, {"1": base, "top-1": top}) == (1, False)
    assert score(card, {"1": base}) == (-1, False)
    assert score(card, {"1": base, "top-1": wrong_top(card)}) == (-1, False)
    assert score(card, {"park-1": top}) == (-1, False)
    assert score(card, {"1": base, "top-1": top, "park-2": "red-1", "beside": "red-2"}) == (-1, False)


def wrong_top(card: str) -> str:
    """A die with a number that does not fit the first top."""
    colour, face = fitting_die(card, 1, top=True).split("-")
    return f"{colour}-{1 if face == '6' else 6}"


def test_a_base_may_show_any_number() -> None:
    """[CAPIO-1.4] [CAPIO-5.3]"""
    colour = fitting_die("towers-1", 1).split("-")[0]
    top = fitting_die("towers-1", 1, top=True)
    assert {score("towers-1", {"1": f"{colour}-{face}", "top-1": top}) for face in range(1, 7)} == {
        (1, False)
    }


def test_lines_score_each_die_once_and_other_dice_cost_a_point() -> None:
    """[CAPIO-5.4]"""
    card = "lines-1"
    assert score(card, correct(card, 1, 2, 3)) == (3, False)
    assert score(card, correct(card, 1, 2)) == (-2, False)
    assert score(card, correct(card, 1, 2, 3, 4, 7)) == (5, False)  # the corner counts once
    assert score(card, correct(card, 1, 5, 9, 2)) == (2, False)
    assert score(card, correct(card, 1, 2, 3) | {"3": wrong(card, 3)}) == (-3, False)
    assert score(card, correct(card, *range(1, 10))) == (10, True)


def test_a_field_with_two_numbers_accepts_either() -> None:
    """[CAPIO-1.5] [CAPIO-5.4]"""
    fields = goal_card("lines-1")["fields"]
    number = next(i for i in range(9) if len(fields[i]["faces"]) == 2) + 1
    line = {1: (1, 2, 3), 2: (1, 2, 3), 3: (1, 2, 3), 4: (4, 5, 6), 6: (4, 5, 6)}[number]
    for face in fields[number - 1]["faces"]:
        dice = correct("lines-1", *line) | {str(number): f"{fields[number - 1]['colour']}-{face}"}
        assert score("lines-1", dice) == (3, False)


def test_a_chain_scores_its_longest_run() -> None:
    """[CAPIO-5.5]"""
    card = "chain-1"  # fields: 1; 2, 2; 3, 3, 3; 4, 4, 4; 5, 5; 6
    assert score(card, correct(card, 1)) == (-1, False)
    assert score(card, correct(card, 1, 2)) == (2, False)
    assert score(card, correct(card, 2, 4, 7, 10)) == (4, False)
    assert score(card, correct(card, 1, 2, 7)) == (1, False)  # 1, 2 and a lone 4
    assert score(card, correct(card, 1, 2, 3)) == (1, False)  # a second 2
    assert score(card, correct(card, 1, 2, 10, 12)) == (0, False)  # two runs: one scores
    assert score(card, correct(card, 1, 2, 4, 7, 10, 12)) == (7, True)


def test_either_of_two_equal_runs_may_count() -> None:
    """[CAPIO-5.5] [CAPIO-6.1] A die that extends the other run counts as missed."""
    fields = {face: field for field in range(1, 13) for face in [int(fitting_die("chain-1", field)[-1])]}
    laid = correct("chain-1", *(fields[face] for face in (1, 2, 4, 5)))
    assert score("chain-1", laid) == (0, False)
    last = fitting_die("chain-1", fields[6])
    on_card = {f"chain {field}": die for field, die in laid.items()}
    position = capio(["towers-1 lines-1 chain-1"], laid={0: on_card}, middle=last)
    assert StopCheck(position, 0).count == 1
    assert score("chain-1", {**laid, str(fields[6]): last}) == (1, False)


def test_a_parked_die_is_marked_in_the_scoring() -> None:
    """[CAPIO-5.3]"""
    laid = {0: {"towers park-3": fitting_die("towers-1", 3, top=True)}}
    position = capio(["target-1 towers-1 sets-1"], laid=laid)
    play(position, 0, "stop")
    towers = view(position, 1)["reckoning"][0]["cards"][1]
    assert (towers["points"], towers["parked"]) == (-1, -1)


def test_sets_score_only_with_their_wild_field() -> None:
    """[CAPIO-5.6]"""
    card = "sets-1"
    assert score(card, correct(card, 1, 2)) == (2, False)
    assert score(card, correct(card, 1, 2, 3)) == (3, False)
    assert score(card, correct(card, 1, 3)) == (-2, False)
    assert score(card, correct(card, 2)) == (-1, False)
    assert score(card, correct(card, 1, 2) | {"3": wrong(card, 3)}) == (1, False)
    assert score(card, correct(card, 1, 3) | {"2": wrong(card, 2)}) == (-3, False)
    assert score(card, correct(card, *range(1, 10))) == (10, True)


def test_confusion_scores_by_word_or_by_print() -> None:
    """[CAPIO-5.7] [CAPIO-2.5]"""
    card = "confusion-1"
    field = goal_card(card)["fields"][0]
    by_word, by_print = f"{field['word']}-{field['face']}", f"{field['print']}-{field['face']}"
    assert score(card, {"1": by_word}, roll=3) == (1, False)
    assert score(card, {"1": by_word}, roll=4) == (-1, False)
    assert score(card, {"1": by_print}, roll=4) == (1, False)
    assert score(card, {"1": by_print}, roll=3) == (-1, False)


def test_without_pips_confusion_requires_only_the_colour() -> None:
    """[CAPIO-1.8]"""
    assert score("confusion-1", {"1": wrong("confusion-1", 1)}, pips=False) == (1, False)
    assert score("confusion-1", {"1": wrong("confusion-1", 1)}, pips=True) == (-1, False)


def test_a_full_card_has_a_bonus_even_with_dice_beside_it() -> None:
    """[CAPIO-5.8]"""
    card = "lines-1"
    assert score(card, correct(card, *range(1, 10)) | {"beside": "red-1"}) == (9, True)
    towers = {str(field): fitting_die("towers-1", field) for field in range(1, 10)}
    towers |= {f"top-{field}": fitting_die("towers-1", field, top=True) for field in range(1, 10)}
    assert score("towers-1", towers) == (10, True)
    confusion = correct("confusion-1", *range(1, 10))
    assert score("confusion-1", confusion) == (10, True)


@pytest.mark.parametrize(
    ("laid", "several", "total"),
    [
        ({"target 1": "red-1"}, 0, 1),
        ({"target 1": "red-1", "lines": "row"}, 2, 1 + 3 + 2),
        ({"target 1": "red-1", "lines": "row", "sets": "pair"}, 3, 1 + 3 + 2 + 3),
        ({"target 1": "red-1", "lines": "row", "sets beside": "grey-1"}, 2, 1 + 3 - 1 + 2),
    ],
)
def test_several_positive_cards_earn_a_bonus(laid: dict[str, str], several: int, total: int) -> None:
    """[CAPIO-5.9]"""
    dice_by_place = {place: dice for place, dice in laid.items() if " " in place}
    if "lines" in laid:
        dice_by_place |= {f"lines {field}": die for field, die in correct("lines-1", 1, 2, 3).items()}
    if "sets" in laid:
        dice_by_place |= {f"sets {field}": die for field, die in correct("sets-1", 1, 2).items()}
    position = capio(["target-1 lines-1 sets-1"], laid={0: dice_by_place})
    play(position, 1, "stop")
    scoring = view(position, 0)["reckoning"][0]
    assert (scoring["several"], scoring["total"]) == (several, total)


# STOP


def test_stop_without_a_missed_die_earns_two_points() -> None:
    """[CAPIO-6.5]"""
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-6"}})
    position.effects = []
    play(position, 0, "stop")
    assert view(position, 1)["reckoning"][0]["stop"] == 2
    assert "cleared" in events(position)
    assert view(position, 1)["scores"] == [4, 0]
    assert view(position, 1)["bonus"] == [1 + 2, 0]


def test_each_missed_die_costs_a_point_that_belongs_to_no_card() -> None:
    """[CAPIO-6.6] [CAPIO-6.1]"""
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-1"}}, middle="red-2 blue-3")
    position.effects = []
    play(position, 0, "stop")
    scoring = view(position, 1)["reckoning"][0]
    assert scoring["stop"] == -2
    assert scoring["missed"] == [
        {"die": "red-2", "card": "target", "where": "1"},
        {"die": "blue-3", "card": "target", "where": "1"},
    ]
    assert scoring["cards"][0]["points"] == 1
    assert scoring["total"] == -1
    assert events(position).count("missed") == 2


def test_only_the_callers_cards_are_checked() -> None:
    """[CAPIO-6.1]"""
    position = capio(
        ["target-1 towers-1 sets-1", "target-2 towers-2 sets-2"],
        laid={0: {"target 1": "red-6"}},
        middle="red-6",
    )
    play(position, 1, "stop")
    stops = [seat["stop"] for seat in view(position, 0)["reckoning"]]
    assert stops == [None, -1]


def test_occupied_fields_are_closed_for_the_check() -> None:
    """[CAPIO-6.2]"""
    die = fitting_die("confusion-1", 1)
    full = {"target 1": "white-6"}
    for placed, stop in ((wrong("confusion-1", 1), 2), (None, -1)):
        laid = full | ({"confusion 1": placed} if placed else {})
        position = capio(["target-1 towers-1 confusion-1"], laid={0: laid}, rolls={0: 1}, middle=die)
        play(position, 0, "stop")
        assert view(position, 0)["reckoning"][0]["stop"] == stop


def test_a_number_on_a_chain_is_closed_for_the_check() -> None:
    """[CAPIO-6.2]"""
    chain = {f"chain {field}": die for field, die in correct("chain-1", 1, 2).items()}
    position = capio(
        ["target-1 chain-1 towers-1"],
        laid={0: chain | {"target 1": "white-6"}},
        middle=fitting_die("chain-1", 3),
    )
    play(position, 0, "stop")
    assert view(position, 0)["reckoning"][0]["stop"] == 2


def test_a_new_tower_counts_two_dice_and_a_begun_one_counts_one() -> None:
    """[CAPIO-6.3]"""
    base, top = fitting_die("towers-1", 1), fitting_die("towers-1", 1, top=True)
    for laid, middle, stop in (
        ({}, f"{base} {top}", -2),
        ({}, top, 2),
        ({"towers park-1": top}, base, -1),
        ({"towers 1": base}, top, -1),
    ):
        position = capio(
            ["target-1 towers-1 sets-1"], laid={0: {"target 1": "white-6"} | laid}, middle=middle
        )
        play(position, 0, "stop")
        assert view(position, 0)["reckoning"][0]["stop"] == stop, middle


def test_an_exceeded_target_still_accepts_dice_that_add_no_excess() -> None:
    """[CAPIO-6.4] With 5 and 4 on a Target of 6 the 5 is excess, and a 2 could be added."""
    for middle, stop in (("red-2", -1), ("red-3", 2), ("red-1 blue-1", -2)):
        position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-5 blue-4"}}, middle=middle)
        play(position, 0, "stop")
        assert view(position, 0)["reckoning"][0]["stop"] == stop, middle


# The end


def result_of(points: list[int], bonus: list[int]) -> tuple[tuple[int, ...], str]:
    """The places of a game that ended with these points, and the rule that decided it."""
    position = capio(["target-1 towers-1 sets-1"], seats=len(points), phase="over", in_round=3)
    for seat, (total, extra) in enumerate(zip(points, bonus, strict=True)):
        position.words[TALLIES_AT + SCORE_LINES * seat] = total
        position.words[BONUS_AT + seat] = extra
    outcome = position.outcome()
    assert outcome is not None
    return outcome.places, outcome.decided_by


def test_the_most_points_win() -> None:
    """[CAPIO-7.2]"""
    assert result_of([10, 12, -3], [9, 0, 20]) == ((1, 0, 2), "CAPIO-7.2")


def test_bonus_points_break_a_tie() -> None:
    """[CAPIO-7.3]"""
    assert result_of([10, 10, 9], [3, 4, 9]) == ((1, 0, 2), "CAPIO-7.3")


def test_equal_players_share_the_win() -> None:
    """[CAPIO-7.4]"""
    assert result_of([10, 10, 9], [4, 4, 9]) == ((0, 0, 2), "CAPIO-7.4")


def test_the_last_playthrough_ends_the_game() -> None:
    """[CAPIO-7.1]"""
    position = capio(["target-1 towers-1 sets-1"], in_round=3, playthrough=2)
    play(position, 0, "stop")
    assert phase(position) == "over"
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.rule == "CAPIO-7.1"
    assert [line.reason for line in outcome.lines[0]][-1] == "stop"
    assert outcome.scores == (2, 0)


def test_penalties_do_not_lower_bonus_points() -> None:
    """[CAPIO-7.3]"""
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-1 red-5"}}, middle="")
    position.words[BONUS_AT] = 5
    play(position, 0, "stop")
    assert position.words[BONUS_AT] == 5 + 1 + 2
    worse = capio(["target-1 towers-1 sets-1"], middle="red-1")
    worse.words[BONUS_AT] = 5
    play(worse, 0, "stop")
    assert worse.words[BONUS_AT] == 5


def test_colours_have_different_names() -> None:
    """[CAPIO-1.1]"""
    assert len(set(COLOUR_NAMES)) == 10
