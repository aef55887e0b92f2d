"""What cards are worth, what a STOP brings, and who wins."""

from __future__ import annotations

import pytest

from caponata.games.capio.cards import CARD_NAMES
from caponata.games.capio.dice import COLOUR_NAMES
from caponata.games.capio.layout import BONUS_AT, TALLIES_AT, CapioOptions
from caponata.games.capio.overlooked import Overlooked
from caponata.games.capio.reckoning import reckon
from caponata.games.capio.view import GOALS, view
from tests.games.capio.positions import capio, events, phase, play, want

REST = {"target": "towers-9 sets-9", "towers": "target-9 sets-9", "sets": "target-9 towers-9"}


def worth(card: str, laid: dict[str, str], *, roll: int = 1, pips: bool = True) -> tuple[int, bool]:
    """A card's own total, and whether it has the bonus."""
    kind = card.split("-", maxsplit=1)[0]
    position = capio(
        [f"{card} {REST.get(kind, 'target-9 sets-9')}"],
        laid={0: {f"{kind} {place}": dice for place, dice in laid.items()}},
        rolls={0: roll},
        options=CapioOptions(confusion_pips=pips),
    )
    found = reckon(position, 0, int(position.slot_of(0, KINDS.index(kind))))
    return int(found.total()), found.full != 0


KINDS = ("target", "towers", "lines", "chain", "sets", "confusion")


def right(card: str, *fields: int) -> dict[str, str]:
    """The dice that these fields ask for."""
    return {str(field): want(card, field) for field in fields}


def wrong(card: str, field: int) -> str:
    """A die whose number the field does not ask for."""
    colour, face = want(card, field).split("-")
    other = 1 if face == "6" else 6
    return f"{colour}-{other}"


def test_what_is_wrong_or_beside_costs_a_point() -> None:
    """[CAPIO-5.1]"""
    assert worth("lines-1", {"beside": "red-1 red-2"}) == (-2, False)
    assert worth("target-1", {"1": "red-1", "beside": "red-2"}) == (0, False)
    assert worth("confusion-1", {"1": wrong("confusion-1", 1)}) == (-1, False)


@pytest.mark.parametrize(
    ("dice", "total"),
    [
        ("", (0, False)),
        ("red-1 blue-1 red-2", (3, False)),
        ("red-1 blue-1 red-2 blue-2", (5, True)),  # exactly six
        ("red-6", (2, True)),
        ("red-6 blue-1", (0, False)),  # the six must go
        ("red-5 blue-4 red-3", (-1, False)),  # 12: two must go
        ("red-5 blue-2 red-2 grey-1", (2, False)),  # 10: one must go, three score
    ],
)
def test_a_target_counts_dice_up_to_its_number(dice: str, total: tuple[int, bool]) -> None:
    """[CAPIO-5.2]"""
    assert GOALS[CARD_NAMES.index("target-1")]["number"] == 6
    assert worth("target-1", {"1": dice} if dice else {}) == total


def test_the_largest_dice_go_first() -> None:
    """[CAPIO-5.2] with 5, 5, 4, 1 on a Target of 6 two must go, and two score."""
    assert worth("target-1", {"1": "red-5 blue-5 red-4 blue-1"}) == (0, False)


def test_each_die_of_a_target_is_marked() -> None:
    """[CAPIO-5.2]"""
    number = GOALS[CARD_NAMES.index("target-1")]["number"]
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-5 blue-1 grey-6 pink-2"}})
    play(position, 0, "stop")
    shown = view(position, 0)
    dice, marks = shown["laid"][0][0]["fields"], shown["reckoning"][0]["cards"][0]["marks"]
    kept = sorted((die for die, mark in zip(dice, marks, strict=True) if mark > 0), key=lambda die: die[-1])
    assert sum(int(die[-1]) for die in kept) <= number < 14
    assert {*kept} == {"blue-1", "pink-2"} | ({"red-5"} if number >= 8 else set())


def test_towers_score_when_they_are_complete_and_right() -> None:
    """[CAPIO-5.3]"""
    card = "towers-1"
    base, top = want(card, 1), want(card, 1, top=True)
    assert worth(card, {"1": base, "top-1": top}) == (1, False)
    assert worth(card, {"1": base}) == (-1, False)
    assert worth(card, {"1": base, "top-1": wrong_top(card)}) == (-1, False)
    assert worth(card, {"park-1": top}) == (-1, False)
    assert worth(card, {"1": base, "top-1": top, "park-2": "red-1", "beside": "red-2"}) == (-1, False)


def wrong_top(card: str) -> str:
    """A die with another number than the first top asks for."""
    colour, face = want(card, 1, top=True).split("-")
    return f"{colour}-{1 if face == '6' else 6}"


def test_a_base_may_show_any_number() -> None:
    """[CAPIO-1.4] [CAPIO-5.3]"""
    colour = want("towers-1", 1).split("-")[0]
    top = want("towers-1", 1, top=True)
    assert {worth("towers-1", {"1": f"{colour}-{face}", "top-1": top}) for face in range(1, 7)} == {
        (1, False)
    }


def test_lines_score_each_die_once_and_the_rest_costs() -> None:
    """[CAPIO-5.4]"""
    card = "lines-1"
    assert worth(card, right(card, 1, 2, 3)) == (3, False)
    assert worth(card, right(card, 1, 2)) == (-2, False)
    assert worth(card, right(card, 1, 2, 3, 4, 7)) == (5, False)  # the corner counts once
    assert worth(card, right(card, 1, 5, 9, 2)) == (2, False)
    assert worth(card, right(card, 1, 2, 3) | {"3": wrong(card, 3)}) == (-3, False)
    assert worth(card, right(card, *range(1, 10))) == (10, True)


def test_a_field_with_two_numbers_takes_either() -> None:
    """[CAPIO-1.5] [CAPIO-5.4]"""
    fields = GOALS[CARD_NAMES.index("lines-1")]["fields"]
    number = next(i for i in range(9) if len(fields[i]["faces"]) == 2) + 1
    line = {1: (1, 2, 3), 2: (1, 2, 3), 3: (1, 2, 3), 4: (4, 5, 6), 6: (4, 5, 6)}[number]
    for face in fields[number - 1]["faces"]:
        dice = right("lines-1", *line) | {str(number): f"{fields[number - 1]['colour']}-{face}"}
        assert worth("lines-1", dice) == (3, False)


def test_a_chain_scores_its_longest_run() -> None:
    """[CAPIO-5.5]"""
    card = "chain-1"  # fields: 1; 2, 2; 3, 3, 3; 4, 4, 4; 5, 5; 6
    assert worth(card, right(card, 1)) == (-1, False)
    assert worth(card, right(card, 1, 2)) == (2, False)
    assert worth(card, right(card, 2, 4, 7, 10)) == (4, False)
    assert worth(card, right(card, 1, 2, 7)) == (1, False)  # 1, 2 and a lone 4
    assert worth(card, right(card, 1, 2, 3)) == (1, False)  # a second 2
    assert worth(card, right(card, 1, 2, 10, 12)) == (0, False)  # two runs: one scores
    assert worth(card, right(card, 1, 2, 4, 7, 10, 12)) == (7, True)


def test_of_two_equal_runs_either_may_count() -> None:
    """[CAPIO-5.5] [CAPIO-6.1] A die that makes the other one longer was overlooked."""
    fields = {face: field for field in range(1, 13) for face in [int(want("chain-1", field)[-1])]}
    laid = right("chain-1", *(fields[face] for face in (1, 2, 4, 5)))
    assert worth("chain-1", laid) == (0, False)
    last = want("chain-1", fields[6])
    on_card = {f"chain {field}": die for field, die in laid.items()}
    position = capio(["towers-1 lines-1 chain-1"], laid={0: on_card}, middle=last)
    assert Overlooked(position, 0).count == 1
    assert worth("chain-1", {**laid, str(fields[6]): last}) == (1, False)


def test_a_parked_die_is_marked_at_the_reckoning() -> None:
    """[CAPIO-5.3]"""
    laid = {0: {"towers park-3": want("towers-1", 3, top=True)}}
    position = capio(["target-1 towers-1 sets-1"], laid=laid)
    play(position, 0, "stop")
    towers = view(position, 1)["reckoning"][0]["cards"][1]
    assert (towers["points"], towers["parked"]) == (-1, -1)


def test_sets_need_their_wild_field() -> None:
    """[CAPIO-5.6]"""
    card = "sets-1"
    assert worth(card, right(card, 1, 2)) == (2, False)
    assert worth(card, right(card, 1, 2, 3)) == (3, False)
    assert worth(card, right(card, 1, 3)) == (-2, False)
    assert worth(card, right(card, 2)) == (-1, False)
    assert worth(card, right(card, 1, 2) | {"3": wrong(card, 3)}) == (1, False)
    assert worth(card, right(card, 1, 3) | {"2": wrong(card, 2)}) == (-3, False)
    assert worth(card, right(card, *range(1, 10))) == (10, True)


def test_confusion_scores_by_word_or_by_print() -> None:
    """[CAPIO-5.7] [CAPIO-2.5]"""
    card = "confusion-1"
    field = GOALS[CARD_NAMES.index(card)]["fields"][0]
    by_word, by_print = f"{field['word']}-{field['face']}", f"{field['print']}-{field['face']}"
    assert worth(card, {"1": by_word}, roll=3) == (1, False)
    assert worth(card, {"1": by_word}, roll=4) == (-1, False)
    assert worth(card, {"1": by_print}, roll=4) == (1, False)
    assert worth(card, {"1": by_print}, roll=3) == (-1, False)


def test_without_pips_confusion_asks_for_the_colour_alone() -> None:
    """[CAPIO-1.8]"""
    assert worth("confusion-1", {"1": wrong("confusion-1", 1)}, pips=False) == (1, False)
    assert worth("confusion-1", {"1": wrong("confusion-1", 1)}, pips=True) == (-1, False)


def test_a_full_card_has_a_point_more_whatever_lies_beside() -> None:
    """[CAPIO-5.8]"""
    card = "lines-1"
    assert worth(card, right(card, *range(1, 10)) | {"beside": "red-1"}) == (9, True)
    towers = {str(field): want("towers-1", field) for field in range(1, 10)}
    towers |= {f"top-{field}": want("towers-1", field, top=True) for field in range(1, 10)}
    assert worth("towers-1", towers) == (10, True)
    confusion = right("confusion-1", *range(1, 10))
    assert worth("confusion-1", confusion) == (10, True)


@pytest.mark.parametrize(
    ("laid", "several", "total"),
    [
        ({"target 1": "red-1"}, 0, 1),
        ({"target 1": "red-1", "lines": "row"}, 2, 1 + 3 + 2),
        ({"target 1": "red-1", "lines": "row", "sets": "pair"}, 3, 1 + 3 + 2 + 3),
        ({"target 1": "red-1", "lines": "row", "sets beside": "grey-1"}, 2, 1 + 3 - 1 + 2),
    ],
)
def test_several_positive_cards_bring_more(laid: dict[str, str], several: int, total: int) -> None:
    """[CAPIO-5.9]"""
    written = {place: dice for place, dice in laid.items() if " " in place}
    if "lines" in laid:
        written |= {f"lines {field}": die for field, die in right("lines-1", 1, 2, 3).items()}
    if "sets" in laid:
        written |= {f"sets {field}": die for field, die in right("sets-1", 1, 2).items()}
    position = capio(["target-1 lines-1 sets-1"], laid={0: written})
    play(position, 1, "stop")
    shown = view(position, 0)["reckoning"][0]
    assert (shown["several"], shown["total"]) == (several, total)


# STOP


def test_nothing_overlooked_is_worth_two_points() -> None:
    """[CAPIO-6.5]"""
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-6"}})
    position.effects = []
    play(position, 0, "stop")
    assert view(position, 1)["reckoning"][0]["stop"] == 2
    assert "cleared" in events(position)
    assert view(position, 1)["scores"] == [4, 0]
    assert view(position, 1)["bonus"] == [1 + 2, 0]


def test_each_overlooked_die_costs_a_point_of_no_card() -> None:
    """[CAPIO-6.6] [CAPIO-6.1]"""
    position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-1"}}, middle="red-2 blue-3")
    position.effects = []
    play(position, 0, "stop")
    shown = view(position, 1)["reckoning"][0]
    assert shown["stop"] == -2
    assert shown["missed"] == [
        {"die": "red-2", "card": "target", "where": "1"},
        {"die": "blue-3", "card": "target", "where": "1"},
    ]
    assert shown["cards"][0]["points"] == 1
    assert shown["total"] == -1
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


def test_occupied_fields_are_closed() -> None:
    """[CAPIO-6.2]"""
    die = want("confusion-1", 1)
    full = {"target 1": "white-6"}
    for there, stop in ((wrong("confusion-1", 1), 2), (None, -1)):
        laid = full | ({"confusion 1": there} if there else {})
        position = capio(["target-1 towers-1 confusion-1"], laid={0: laid}, rolls={0: 1}, middle=die)
        play(position, 0, "stop")
        assert view(position, 0)["reckoning"][0]["stop"] == stop


def test_a_number_that_lies_on_a_chain_is_closed() -> None:
    """[CAPIO-6.2]"""
    chain = {f"chain {field}": die for field, die in right("chain-1", 1, 2).items()}
    position = capio(
        ["target-1 chain-1 towers-1"], laid={0: chain | {"target 1": "white-6"}}, middle=want("chain-1", 3)
    )
    play(position, 0, "stop")
    assert view(position, 0)["reckoning"][0]["stop"] == 2


def test_a_fresh_tower_counts_two_and_a_parked_die_one() -> None:
    """[CAPIO-6.3]"""
    base, top = want("towers-1", 1), want("towers-1", 1, top=True)
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


def test_a_target_that_is_over_still_takes_what_changes_nothing() -> None:
    """[CAPIO-6.4] 5 and 4 on a Target of 6: the 5 must go, and a 2 may come."""
    for middle, stop in (("red-2", -1), ("red-3", 2), ("red-1 blue-1", -2)):
        position = capio(["target-1 towers-1 sets-1"], laid={0: {"target 1": "red-5 blue-4"}}, middle=middle)
        play(position, 0, "stop")
        assert view(position, 0)["reckoning"][0]["stop"] == stop, middle


# The end


def finished(points: list[int], bonus: list[int]) -> tuple[tuple[int, ...], str]:
    """Who stands where in a game that ended so, and what decided it."""
    position = capio(["target-1 towers-1 sets-1"], seats=len(points), phase="over", in_round=3)
    for seat, (score, extra) in enumerate(zip(points, bonus, strict=True)):
        position.words[TALLIES_AT + 9 * seat] = score
        position.words[BONUS_AT + seat] = extra
    outcome = position.outcome()
    assert outcome is not None
    return outcome.places, outcome.decided_by


def test_the_most_points_win() -> None:
    """[CAPIO-7.2]"""
    assert finished([10, 12, -3], [9, 0, 20]) == ((1, 0, 2), "CAPIO-7.2")


def test_a_tie_goes_to_the_bonus_points() -> None:
    """[CAPIO-7.3]"""
    assert finished([10, 10, 9], [3, 4, 9]) == ((1, 0, 2), "CAPIO-7.3")


def test_players_who_are_equal_share_the_win() -> None:
    """[CAPIO-7.4]"""
    assert finished([10, 10, 9], [4, 4, 9]) == ((0, 0, 2), "CAPIO-7.4")


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


def test_every_colour_is_somebodys() -> None:
    """[CAPIO-1.1]"""
    assert len(set(COLOUR_NAMES)) == 10
