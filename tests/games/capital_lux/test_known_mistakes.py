"""Mistakes found in other implementations of this game."""

import pytest

from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capital_lux.limits import limit, modifier_sum
from caponata.games.capital_lux.rules import start
from caponata.games.capital_lux.view import view
from tests.games.capital_lux.positions import (
    acting,
    bonuses,
    capital,
    chance,
    home,
    lux,
    moves,
    odds,
    phase,
    play,
    reckoned,
)


def test_bonus_cards_are_not_given_to_lower_ranks() -> None:
    """[LUX-4.10]"""
    position = reckoned(lux(homes=["blue-5", "blue-4", "blue-3"], capital="blue-6 blue-5 blue-4", round=3))
    assert bonuses(position) == ["blue-6", "", ""]
    assert capital(position) == "blue-4 blue-5"


def test_second_place_gets_nothing_behind_two_tied_leaders() -> None:
    """[LUX-4.10]"""
    position = reckoned(lux(homes=["blue-3", "blue-5", "blue-5"], capital="blue-6 blue-4 blue-2", round=3))
    assert bonuses(position) == ["", "blue-6", "blue-4"]


def test_agent_chooses_a_colour_only_after_seeing_the_modifier() -> None:
    """[LUX-3.8]"""
    position = lux(hands=["blue-4 pink-2", "pink-3"])
    play(position, 0, "capital blue-4")
    assert acting(position) == []
    assert view(position, 0)["modifiers"]["held"] is None
    chance(position, "modifier -1")
    assert acting(position) == [0]
    assert view(position, 0)["modifiers"]["held"] == -1
    assert view(position, 1)["modifiers"]["held"] is None


def test_modifiers_are_cleared_between_rounds() -> None:
    """[LUX-4.13]"""
    position = reckoned(lux(seats=2, capital="blue-4", modifiers="+4 blue 0, +2 pink 1", round=1))
    assert position.round == 2
    assert [limit(position, colour) for colour in range(4)] == [0, 0, 4, 0]
    assert view(position, 0)["modifiers"] == {"left": 4, "held": None, "placed": []}


def test_modifier_of_the_next_round_is_the_only_one_on_the_table() -> None:
    """[LUX-4.13]"""
    position = lux(seats=2, deck="blue-3 pink-2", modifiers="-3 pink 1, -1 green 1", round=1)
    reckoned(position)
    chance(position, "draw blue-3", "draw pink-2")
    play(position, 0, "capital blue-3")
    chance(position, "modifier -1")
    play(position, 0, "place yellow")
    assert [modifier_sum(position, colour) for colour in range(4)] == [0, -1, 0, 0]
    assert view(position, 0)["modifiers"]["placed"] == [{"seat": 0, "colour": "yellow", "value": -1}]


def test_modifier_of_the_previous_round_does_not_count_in_the_next_reckoning() -> None:
    """[LUX-4.13]"""
    position = lux(homes=["blue-4 pink-5", ""], capital="pink-5", modifiers="+4 blue 0", round=2, deck="")
    reckoned(position)  # round 3 has no cards to deal and is reckoned at once
    assert phase(position) == "over"
    assert home(position, 0) == ""


@pytest.mark.parametrize("viewer", [1, -1])
def test_visible_capital_total_does_not_include_hidden_modifiers(viewer: int) -> None:
    """[LUX-3.11]"""
    views = []
    for value in ("+4", "+2", "-1", "-3"):
        position = lux(hands=["pink-2", "pink-3"], capital="blue-4", modifiers=f"{value} blue 0")
        views.append(view(position, viewer))
    assert all(other == views[0] for other in views)
    assert views[0]["limits"]["blue"]["cards"] == 4
    assert views[0]["limits"]["blue"]["hidden"] == 1


@pytest.mark.parametrize(
    ("capital_cards", "choices"),
    [
        ("green-3 yellow-3", ["take green", "take yellow"]),
        ("green-3 blue-3", ["take green", "take blue"]),
        ("yellow-3 blue-3", ["take yellow", "take blue"]),
        ("yellow-3 blue-3 pink-2", ["take yellow", "take blue"]),
    ],
)
def test_cleric_chooses_among_the_other_colours_when_some_are_empty(
    capital_cards: str, choices: list[str]
) -> None:
    """[LUX-3.12]"""
    position = lux(hands=["pink-4 pink-2", "pink-3"], capital=capital_cards)
    assert "capital pink-4" in moves(position, 0)
    play(position, 0, "capital pink-4")
    assert moves(position, 0) == choices


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_starter_is_not_biased(seats: int) -> None:
    """[LUX-1.4]"""
    position = start(seats, LuxOptions())
    chance(position, "draw green-2")
    assert set(odds(position).values()) == {1}
    assert len(odds(position)) == seats
