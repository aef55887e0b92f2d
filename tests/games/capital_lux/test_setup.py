"""Before the first round: the pieces, the opening card and the first starter."""

from collections import Counter

import pytest

from caponata.games.capital_lux.cards import CARD_NAMES
from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capital_lux.moves import SPACE
from caponata.games.capital_lux.piles import full_deck, kinds
from caponata.games.capital_lux.rounds import end_round
from caponata.games.capital_lux.rules import start
from caponata.games.capital_lux.view import census
from tests.games.capital_lux.positions import capital, chance, gold, homes, lux, odds, phase


def test_the_deck_has_72_cards_with_3_4_4_4_3_copies_in_each_colour() -> None:
    """[LUX-1.1]"""
    copies = Counter(CARD_NAMES[kind] for kind in kinds(full_deck()))
    assert sum(copies.values()) == 72
    for colour in ("green", "yellow", "blue", "pink"):
        assert [copies[f"{colour}-{value}"] for value in range(2, 7)] == [3, 4, 4, 4, 3]


def test_every_physical_card_is_equally_likely_to_be_drawn_first() -> None:
    """[LUX-1.1]"""
    tickets = odds(start(3, LuxOptions()))
    assert sum(tickets.values()) == 72
    assert [tickets[f"draw pink-{value}"] for value in range(2, 7)] == [3, 4, 4, 4, 3]


def test_there_are_eight_gold_discs_and_four_modifiers() -> None:
    """[LUX-1.2]"""
    position = start(4, LuxOptions())
    assert position.gold_pile == 8
    assert gold(position) == [0, 0, 0, 0]
    assert census(position)["gold"] == 8
    assert census(position)["modifiers"] == 4
    agent = lux(hands=["blue-3", "pink-2"], phase="agent-draws")
    assert odds(agent) == {"modifier +4": 1, "modifier +2": 1, "modifier -1": 1, "modifier -3": 1}


@pytest.mark.parametrize("card", ["green-4", "yellow-4", "blue-4", "pink-4"])
def test_opening_card_goes_to_the_capital_and_no_profession_acts(card: str) -> None:
    """[LUX-1.3]"""
    position = start(3, LuxOptions())
    chance(position, f"draw {card}")
    assert capital(position) == card
    assert gold(position) == [0, 0, 0]
    assert position.placed == 0
    assert homes(position) == ["", "", ""]
    assert phase(position) == "starting"


def test_opening_card_is_turned_up_once_per_game() -> None:
    """[LUX-1.3]"""
    position = lux(hands=["", ""], homes=["green-2", ""], capital="green-3", round=1)
    end_round(position)
    assert position.round == 2
    assert phase(position) == "dealing"
    chance(position, "draw pink-6")
    assert capital(position) == ""  # the green 3 went to the leader and was not replaced


def test_option_turns_up_three_opening_cards() -> None:
    """[LUX-1.3]"""
    position = start(2, LuxOptions(opening_cards=3))
    chance(position, "draw blue-2", "draw blue-2")
    assert phase(position) == "opening"
    chance(position, "draw green-6")
    assert capital(position) == "green-6 blue-2 blue-2"
    assert position.placed == 0
    assert phase(position) == "starting"


@pytest.mark.parametrize("opening_cards", [0, 2, 4])
def test_other_numbers_of_opening_cards_are_rejected(opening_cards: int) -> None:
    with pytest.raises(ValueError, match=r"opening_cards is 1 or 3, not .* \[LUX-1.3\]"):
        LuxOptions(opening_cards=opening_cards)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_equally_likely_to_start(seats: int) -> None:
    """[LUX-1.4]"""
    position = start(seats, LuxOptions())
    chance(position, "draw pink-3")
    assert odds(position) == {f"starter {seat + 1}": 1 for seat in range(seats)}
    assert position.total_weight() == seats
    drawn = [SPACE.text(position.chance_move(ticket)) for ticket in range(seats)]
    assert drawn == [f"starter {seat + 1}" for seat in range(seats)]


def test_drawn_starter_is_dealt_to_first_and_plays_first() -> None:
    """[LUX-1.4]"""
    position = start(3, LuxOptions())
    chance(position, "draw pink-3", "starter 3")
    assert position.starter == 2
    assert position.turn == 2
    assert phase(position) == "dealing"
