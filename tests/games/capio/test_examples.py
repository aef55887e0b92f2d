"""The worked examples of the rulebook page, and the best scores that it names."""

from __future__ import annotations

import pytest

from caponata.games.capio.cards import KIND_NAMES
from caponata.games.capio.layout import STOP_LINE, TALLIES_AT
from caponata.games.capio.scoring import score_card
from caponata.games.capio.view import view
from tests.games.capio.positions import capio, fitting_die, phase, play, refused

OTHER_CARDS = {"target": "towers-9 sets-9", "towers": "target-9 sets-9", "sets": "target-9 towers-9"}


def worth(card: str, laid: dict[str, str]) -> int:
    """The points of a card with these dice, by field."""
    kind = card.split("-", maxsplit=1)[0]
    position = capio(
        [f"{card} {OTHER_CARDS.get(kind, 'target-9 sets-9')}"],
        laid={0: {f"{kind} {place}": dice for place, dice in laid.items()}},
        rolls={0: 1},
    )
    return int(score_card(position, 0, int(position.slot_of(0, KIND_NAMES.index(kind)))).total())


def fitting(card: str, *fields: int) -> dict[str, str]:
    """Fitting dice for these fields."""
    return {str(field): fitting_die(card, field) for field in fields}


def test_a_black_6_completes_the_tower_of_a_parked_orange_2() -> None:
    """[CAPIO-3.7] Field 1 of this card asks for a black base and an orange 2."""
    position = capio(["target-9 towers-1 sets-9"], middle="orange-2 black-6")
    for move in ("take orange-2", "place towers park-1", "take black-6", "place towers 1"):
        play(position, 0, move)
    towers = view(position, 0)["laid"][0][1]
    assert (towers["fields"][0], towers["tops"][0], towers["parked"]) == ("black-6", "orange-2", None)
    assert score_card(position, 0, 1).total() == 1


def test_a_target_of_9_with_5_4_3_and_1_is_worth_2_points() -> None:
    """[CAPIO-5.2]"""
    assert worth("target-5", {"1": "red-5 blue-4 green-3 pink-1"}) == 2


def test_one_right_tower_a_wrong_one_and_a_base_cost_a_point() -> None:
    """[CAPIO-5.1] [CAPIO-5.3] The wrong tower costs one point, not one for each die."""
    right = {"1": "black-6", "top-1": "orange-2"}
    assert worth("towers-1", right | {"2": "blue-1", "top-2": "green-1", "3": "pink-1"}) == -1
    assert worth("towers-1", {"2": "red-1", "top-2": "red-2"}) == -1


def test_two_crossing_lines_and_a_die_in_no_line_are_worth_4_points() -> None:
    """[CAPIO-5.4]"""
    assert worth("lines-1", fitting("lines-1", 1, 2, 3, 4, 7, 6)) == 4


def test_a_chain_of_1_2_4_5_and_6_is_worth_1_point() -> None:
    """[CAPIO-5.5]"""
    assert (
        worth("chain-1", {"1": "orange-1", "2": "orange-2", "7": "yellow-4", "10": "red-5", "12": "yellow-6"})
        == 1
    )


def test_a_row_with_a_right_pair_and_a_wrong_die_is_worth_1_point() -> None:
    """[CAPIO-1.7] [CAPIO-5.6] The first row of this card asks for the number 2, black and red."""
    assert worth("sets-1", {"1": "black-2", "2": "green-2"}) == 2
    assert worth("sets-1", {"1": "black-2", "2": "green-2", "3": "red-5"}) == 1


@pytest.mark.parametrize(
    ("card", "fields", "best"),
    [
        ("lines-1", range(1, 10), 10),
        ("sets-1", range(1, 10), 10),
        ("confusion-1", range(1, 10), 10),
        ("chain-1", (1, 2, 4, 7, 10, 12), 7),
    ],
)
def test_a_full_card_has_the_best_score(card: str, fields: range | tuple[int, ...], best: int) -> None:
    """[CAPIO-5.8]"""
    assert worth(card, fitting(card, *fields)) == best


def test_nine_right_towers_have_the_best_score() -> None:
    """[CAPIO-5.8]"""
    tops = {f"top-{field}": fitting_die("towers-1", field, top=True) for field in range(1, 10)}
    assert worth("towers-1", fitting("towers-1", *range(1, 10)) | tops) == 10


def test_a_target_is_worth_at_most_one_more_than_its_number() -> None:
    """[CAPIO-5.8] A Target of 6 with six ones."""
    assert worth("target-1", {"1": "red-1 red-1 red-1 blue-1 blue-1 blue-1"}) == 7


def test_cards_of_4_1_and_minus_2_points_are_worth_5() -> None:
    """[CAPIO-5.9]"""
    laid = {
        "target 1": "yellow-1 yellow-2 yellow-3 white-1",
        "towers 1": "black-6",
        "towers top-1": "orange-2",
        "sets 1": "yellow-6",
        "sets 3": "orange-6",
    }
    position = capio(["target-9 towers-1 sets-9"], laid={0: laid})
    play(position, 1, "stop")
    reckoning = view(position, 0)["reckoning"][0]
    assert [card["points"] for card in reckoning["cards"]] == [4, 1, -2]
    assert reckoning["total"] == 5


def test_two_ones_are_overlooked_beside_a_target_with_room_for_3() -> None:
    """[CAPIO-6.1] [CAPIO-6.6] The 3 fits too, but two dice are more than one."""
    position = capio(
        ["target-5 towers-9 sets-9"], laid={0: {"target 1": "green-6"}}, middle="red-3 red-1 blue-1"
    )
    play(position, 0, "stop")
    assert position.words[TALLIES_AT + STOP_LINE] == -2
    assert [die["die"] for die in view(position, 0)["reckoning"][0]["missed"]] == ["red-1", "blue-1"]


def test_a_die_shows_the_same_number_from_the_throw_to_the_reckoning() -> None:
    """[CAPIO-3.5] Not even lifting a parked die turns it."""
    position = capio(["target-9 towers-1 sets-9"], middle="orange-2 black-6 red-5")
    for move in ("take orange-2", "place towers park-1", "take black-6", "place towers 1", "take red-5"):
        play(position, 0, move)
    play(position, 1, "stop")
    play(position, 0, "place target 1")
    assert phase(position) == "reckoning"
    target, towers, _ = view(position, 0)["laid"][0]
    assert (target["fields"], towers["fields"][0], towers["tops"][0]) == (["red-5"], "black-6", "orange-2")


def test_a_resting_seat_cannot_call_stop_and_places_its_die_at_the_end() -> None:
    """[CAPIO-4.1] [CAPIO-4.3]"""
    position = capio(["target-9 towers-1 sets-9"], hands={0: "red-1"}, middle="blue-1")
    play(position, 0, "rest")
    assert refused(position, 0, "stop") == ("CAPIO-4.3", "resting")
    assert refused(position, 0, "place target 1") == ("CAPIO-4.3", "resting")
    play(position, 1, "rest")
    play(position, 0, "place target 1")
    assert view(position, 0)["reckoning"][0]["cards"][0]["points"] == 1
