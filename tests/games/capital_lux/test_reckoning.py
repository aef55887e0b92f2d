"""The end of a round: last turns, limits, gold, bonus cards and the next starter."""

import pytest

from caponata.games.capital_lux.layout import GOLD
from caponata.games.capital_lux.limits import limit, modifier_sum
from caponata.games.capital_lux.rules import LuxPosition
from tests.games.capital_lux.positions import (
    acting,
    bonuses,
    capital,
    cards,
    chance,
    events,
    gold,
    hand,
    hands,
    home,
    homes,
    lux,
    moves,
    odds,
    phase,
    play,
    reckoned,
    refused,
)

# Last turns


def test_first_empty_hand_at_the_end_of_a_turn_starts_the_last_turns() -> None:
    """[LUX-4.1]"""
    position = lux(hands=["pink-2", "pink-3 pink-4", "pink-5 pink-6"])
    position.effects = []
    play(position, 0, "home pink-2")
    assert events(position) == ["last-turns"]
    assert position.last_turns == 2
    assert acting(position) == [1]


def test_last_turns_start_only_after_the_action_of_the_last_card() -> None:
    """[LUX-4.1]"""
    position = lux(hands=["pink-2", "pink-3 pink-4"], capital="green-3 blue-3")
    play(position, 0, "capital pink-2")
    assert position.last_turns == 0
    play(position, 0, "take blue")
    assert position.last_turns == 1


def test_every_other_seat_gets_exactly_one_more_turn() -> None:
    """[LUX-4.2]"""
    position = lux(hands=["pink-2 pink-2 pink-2", "pink-3", "pink-4 pink-4 pink-4"], turn=1)
    play(position, 1, "home pink-3")
    assert acting(position) == [2]
    play(position, 2, "home pink-4")
    assert acting(position) == [0]
    play(position, 0, "home pink-2")
    assert position.round == 2


def test_hand_emptied_in_a_last_turn_adds_no_turns() -> None:
    """[LUX-4.2]"""
    position = lux(hands=["pink-2", "pink-3", "pink-4 pink-4"])
    position.effects = []
    play(position, 0, "home pink-2")
    play(position, 1, "home pink-3")
    assert position.last_turns == 1
    play(position, 2, "home pink-4")
    assert position.round == 2
    assert events(position).count("last-turns") == 1


def test_with_two_seats_there_is_one_last_turn() -> None:
    """[LUX-4.2]"""
    position = lux(hands=["pink-2", "pink-3 pink-3"])
    play(position, 0, "home pink-2")
    play(position, 1, "home pink-3")
    assert position.round == 2


def test_scholar_as_last_card_refills_the_hand_and_the_round_goes_on() -> None:
    """[LUX-4.3]"""
    position = lux(hands=["green-2", "pink-3 pink-4"], deck="blue-5")
    play(position, 0, "capital green-2")
    chance(position, "draw blue-5")
    assert position.last_turns == 0
    play(position, 1, "home pink-3")
    assert acting(position) == [0]
    assert hand(position, 0) == "blue-5"


def test_scholar_as_last_card_with_an_empty_deck_starts_the_last_turns() -> None:
    """[LUX-4.3]"""
    position = lux(hands=["green-2", "pink-3 pink-4"], deck="")
    play(position, 0, "capital green-2")
    assert position.last_turns == 1
    play(position, 1, "home pink-3")
    assert phase(position) != "playing"


def test_cards_left_in_hand_go_home_without_actions() -> None:
    """[LUX-4.4]"""
    capital_cards = "green-6 yellow-6 blue-6 pink-6 pink-6"
    left = "green-2 yellow-2 blue-2 pink-2"
    position = lux(hands=["pink-3", f"pink-4 {left}"], homes=["", "pink-5"], capital=capital_cards, round=3)
    position.effects = []
    play(position, 0, "home pink-3")
    play(position, 1, "home pink-4")
    assert hands(position) == ["", ""]
    assert home(position, 1) == "green-2 yellow-2 blue-2 pink-2 pink-4 pink-5"
    assert gold(position) == [0, 0]
    assert position.placed == 0
    assert "gold" not in events(position)


def test_card_drawn_by_a_scholar_in_a_last_turn_goes_home_too() -> None:
    """[LUX-4.4] [LUX-3.4]"""
    position = lux(hands=["", "green-2"], turn=1, last_turns=1, capital="blue-6", deck="blue-5", round=3)
    play(position, 1, "capital green-2")
    chance(position, "draw blue-5")
    assert hand(position, 1) == ""
    assert home(position, 1) == "blue-5"
    assert phase(position) == "over"


def test_cards_go_home_before_the_modifiers_are_revealed() -> None:
    """[LUX-4.4] [LUX-4.5]"""
    position = reckoned(lux(hands=["blue-3", "pink-2"], modifiers="+4 blue 0, -3 pink 1", round=3))
    assert events(position) == ["fell", "fell", "revealed", "revealed", "thrown", "finished"]


def test_cards_from_the_hand_count_against_the_limit() -> None:
    """[LUX-4.4]"""
    position = reckoned(lux(hands=["", "blue-3"], homes=["", "blue-4"], capital="blue-5", round=3))
    assert homes(position) == ["", ""]


# The limits


@pytest.mark.parametrize(
    ("modifiers", "expected"),
    [
        ("", 8),
        ("+4 blue 0", 12),
        ("-3 blue 1", 5),
        ("+4 green 0, -3 pink 1", 8),
        ("+4 blue 0, +2 blue 0, -1 blue 1, -3 blue 0", 10),
    ],
)
def test_the_limit_is_the_capital_plus_the_modifiers_above_it(modifiers: str, expected: int) -> None:
    """[LUX-4.5]"""
    position = lux(seats=2, capital="blue-5 blue-3 green-6", modifiers=modifiers)
    assert limit(position, 2) == expected


@pytest.mark.parametrize(("held_at_home", "kept"), [("blue-4", "blue-4"), ("blue-5", "")])
def test_limit_includes_its_modifiers(held_at_home: str, kept: str) -> None:
    """[LUX-4.5] [LUX-4.6]"""
    position = reckoned(lux(homes=[held_at_home, ""], capital="blue-5", modifiers="-1 blue 1", round=3))
    assert home(position, 0) == kept


def test_negative_limit_discards_even_the_lowest_card() -> None:
    """[LUX-4.5]"""
    modifiers = "-3 yellow 0, -1 yellow 1"
    position = lux(homes=["yellow-2", "green-2"], capital="green-6", modifiers=modifiers, round=3)
    assert limit(position, 1) == -4
    reckoned(position)
    assert homes(position) == ["", "green-2"]
    assert events(position).count("thrown") == 1


def test_negative_limit_can_cost_more_gold_than_the_card_is_worth() -> None:
    """[LUX-4.5] [LUX-4.7]"""
    position = lux(homes=["yellow-2", ""], gold=[5, 0], modifiers="-3 yellow 0", round=3)
    reckoned(position)
    assert moves(position, 0) == ["pay yellow", "discard"]
    play(position, 0, "pay yellow")
    assert gold(position) == [0, 0]
    assert home(position, 0) == "yellow-2"


def test_total_over_the_limit_loses_all_cards_of_the_colour() -> None:
    """[LUX-4.6]"""
    position = reckoned(lux(homes=["blue-6 blue-2 pink-3", ""], capital="blue-4 blue-3 pink-3", round=3))
    assert home(position, 0) == "pink-3"
    assert cards(position.discards) == "blue-2 blue-6"


def test_a_total_equal_to_the_limit_is_safe() -> None:
    """[LUX-4.6]"""
    position = reckoned(lux(homes=["blue-5 blue-2", ""], capital="blue-4 blue-3", round=3))
    assert home(position, 0) == "blue-2 blue-5"


def test_discards_do_not_return_to_the_deck_in_the_next_round() -> None:
    """[LUX-4.6]"""
    position = reckoned(lux(homes=["blue-6", ""], deck="pink-2 pink-3", round=1))
    assert "blue-6" in cards(position.discards).split()
    assert cards(position.deck) == "pink-2 pink-3"


# Gold


def over_in_two() -> LuxPosition:
    """Return a position with seat 0 over by 1 in green and by 2 in pink."""
    return lux(homes=["green-5 pink-6", "blue-2"], gold=[2, 0], capital="green-4 pink-4 blue-2", round=3)


def test_gold_pays_the_whole_difference_and_returns_to_the_pile() -> None:
    """[LUX-4.7]"""
    position = reckoned(lux(homes=["blue-6", ""], gold=[3, 1], capital="blue-4", round=1))
    assert phase(position) == "settling"
    assert acting(position) == [0]
    play(position, 0, "pay blue")
    assert gold(position) == [1, 1]
    assert position.gold_pile == 6
    assert home(position, 0) == "blue-6"


def test_seat_may_pay_for_one_of_two_colours_and_lose_the_other() -> None:
    """[LUX-4.7]"""
    position = reckoned(over_in_two())
    assert moves(position, 0) == ["pay green", "pay pink", "discard"]
    play(position, 0, "pay pink")
    assert phase(position) == "over"  # nothing left to pay with
    assert home(position, 0) == "pink-6"
    assert gold(position) == [0, 0]


def test_a_seat_is_asked_again_while_it_can_pay_for_another_colour() -> None:
    """[LUX-4.7]"""
    position = over_in_two()
    position.words[GOLD] = 3
    reckoned(position)
    play(position, 0, "pay green")
    assert acting(position) == [0]
    assert moves(position, 0) == ["pay pink", "discard"]
    assert refused(position, 0, "pay green") == ("LUX-4.7", "not-over")
    play(position, 0, "pay pink")
    assert home(position, 0) == "green-5 pink-6"
    assert gold(position) == [0, 0]


def test_a_seat_may_pay_for_one_colour_and_then_keep_its_gold() -> None:
    """[LUX-4.7]"""
    position = over_in_two()
    position.words[GOLD] = 3
    reckoned(position)
    play(position, 0, "pay green", "discard")
    assert home(position, 0) == "green-5"
    assert gold(position) == [2, 0]


def test_payment_is_optional() -> None:
    """[LUX-4.7]"""
    position = reckoned(over_in_two())
    play(position, 0, "discard")
    assert home(position, 0) == ""
    assert gold(position) == [2, 0]
    assert position.gold_pile == 6


def test_partial_payment_is_not_allowed() -> None:
    """[LUX-4.7]"""
    position = lux(homes=["green-5 pink-6", ""], gold=[1, 0], capital="green-4 pink-4", round=3)
    reckoned(position)
    assert moves(position, 0) == ["pay green", "discard"]
    assert refused(position, 0, "pay pink") == ("LUX-4.7", "too-little-gold")
    assert refused(position, 0, "pay blue") == ("LUX-4.7", "not-over")
    assert refused(position, 0, "home pink-6") == ("LUX-4.7", "pay-or-discard")


def test_seat_that_can_pay_for_no_colour_is_not_asked() -> None:
    """[LUX-4.7]"""
    position = reckoned(lux(homes=["pink-6", ""], gold=[1, 0], capital="pink-4", round=3))
    assert phase(position) == "over"
    assert homes(position) == ["", ""]
    assert gold(position) == [1, 0]


def test_payment_counts_for_one_reckoning_only() -> None:
    """[LUX-4.7]"""
    position = reckoned(lux(homes=["blue-6", "blue-4"], gold=[2, 0], capital="blue-4", round=2, deck=""))
    play(position, 0, "pay blue")
    assert phase(position) == "over"  # round 3 had no cards to deal: a second check followed at once
    assert homes(position) == ["", ""]


def test_colour_saved_with_gold_can_win_a_bonus_card() -> None:
    """[LUX-4.7] [LUX-4.9]"""
    position = reckoned(lux(homes=["blue-6", "blue-4"], gold=[2, 0], capital="blue-4", round=3))
    play(position, 0, "pay blue")
    assert bonuses(position) == ["blue-4", ""]


def test_seats_settle_in_turn_order_from_the_starter() -> None:
    """[LUX-4.8]"""
    position = lux(homes=["pink-5"] * 4, gold=[1, 1, 0, 1], capital="pink-4", starter=2, round=3)
    reckoned(position)
    order = []
    while phase(position) == "settling":
        [seat] = acting(position)
        order.append(seat)
        play(position, seat, "discard" if seat == 3 else "pay pink")
    assert order == [3, 0, 1]
    assert homes(position) == ["pink-5", "pink-5", "", ""]


def test_gold_saves_its_owner_only() -> None:
    """[LUX-4.8]"""
    position = reckoned(lux(homes=["pink-5", "pink-5"], gold=[1, 0], capital="pink-4", round=3))
    play(position, 0, "pay pink")
    assert homes(position) == ["pink-5", ""]


# Bonus cards


def test_the_highest_total_takes_the_highest_card_of_the_colour() -> None:
    """[LUX-4.9]"""
    position = reckoned(lux(homes=["blue-3 blue-4", "blue-6"], capital="blue-5 blue-3 green-6", round=3))
    assert bonuses(position) == ["blue-5", ""]


def test_bonus_cards_are_won_after_the_discards() -> None:
    """[LUX-4.9]"""
    position = reckoned(lux(homes=["blue-6 blue-4", "blue-2"], capital="blue-5", round=3))
    assert homes(position) == ["", "blue-2"]
    assert bonuses(position) == ["", "blue-5"]


def test_colour_that_nobody_has_at_home_gives_no_bonus_card() -> None:
    """[LUX-4.9]"""
    position = reckoned(lux(homes=["green-2", "green-3"], capital="pink-6 green-4", round=3))
    assert bonuses(position) == ["", "green-4"]
    assert capital(position) == "pink-6"


def test_modifier_raises_the_limit_but_is_not_a_bonus_card() -> None:
    """[LUX-4.9]"""
    position = reckoned(lux(homes=["blue-4", ""], modifiers="+4 blue 0", round=3))
    assert home(position, 0) == "blue-4"
    assert bonuses(position) == ["", ""]


def test_bonus_cards_do_not_count_for_the_lead() -> None:
    """[LUX-4.9]"""
    position = reckoned(lux(homes=["blue-2", "blue-3"], bonuses=["blue-6", ""], capital="blue-4", round=3))
    assert bonuses(position) == ["blue-6", "blue-4"]


def test_tied_leaders_take_the_next_highest_cards_in_turn_order_from_the_starter() -> None:
    """[LUX-4.10]"""
    position = lux(homes=["blue-4"] * 3, capital="blue-6 blue-5 blue-3 blue-2", starter=1, round=3)
    reckoned(position)
    assert bonuses(position) == ["blue-3", "blue-6", "blue-5"]
    assert capital(position) == "blue-2"


def test_tied_leaders_get_nothing_when_the_cards_run_out() -> None:
    """[LUX-4.10]"""
    tied = ["blue-2 blue-2", "blue-4", "blue-4", "blue-4"]
    position = reckoned(lux(homes=tied, capital="blue-6 blue-5", starter=3, round=3))
    assert bonuses(position) == ["blue-5", "", "", "blue-6"]


def test_tied_leaders_with_an_empty_capital_get_nothing() -> None:
    """[LUX-4.10]"""
    position = reckoned(lux(homes=["blue-3", "blue-3"], modifiers="+4 blue 0", round=3))
    assert bonuses(position) == ["", ""]


def test_only_tied_leaders_get_bonus_cards() -> None:
    """[LUX-4.10]"""
    position = lux(homes=["blue-3", "blue-4", "blue-2", "blue-4"], capital="blue-6 blue-5 blue-5", round=3)
    reckoned(position)
    assert bonuses(position) == ["", "blue-6", "", "blue-5"]
    assert capital(position) == "blue-5"


def test_bonus_card_leaves_the_capital_and_lowers_the_limit() -> None:
    """[LUX-4.11]"""
    position = reckoned(lux(homes=["blue-4", ""], capital="blue-5 blue-3", round=1))
    assert capital(position) == "blue-3"
    assert limit(position, 2) == 3
    assert home(position, 0) == "blue-4"  # not part of the hometown


# The next round


@pytest.mark.parametrize(
    ("hometowns", "starter", "next_starter"),
    [
        (["green-2", "green-3", "green-2"], 0, 1),
        (["green-2 blue-3", "green-4", "pink-4"], 1, 0),
        (["green-3", "green-2", "green-3"], 1, 2),  # tied: the nearest clockwise from seat 1 is seat 2
        (["green-3", "green-3", "green-2"], 2, 0),  # ... from seat 2 it is seat 0
        (["green-3", "green-3", "green-3"], 1, 1),  # a tied last starter keeps it
        (["green-3", "green-2", "green-3"], 0, 0),
        (["", "", ""], 2, 2),
    ],
)
def test_richest_hometown_starts_the_next_round_and_ties_go_clockwise(
    hometowns: list[str], starter: int, next_starter: int
) -> None:
    """[LUX-4.12]"""
    full = "green-6 green-6 green-5 blue-6 pink-6"
    position = reckoned(lux(homes=hometowns, capital=full, starter=starter, round=1))
    assert position.starter == next_starter
    assert position.turn == next_starter
    assert position.round == 2
    assert events(position)[-1] == "leads"


def test_bonus_cards_do_not_count_for_the_next_starter() -> None:
    """[LUX-4.12]"""
    position = lux(homes=["green-3", "pink-4"], bonuses=["blue-6", ""], capital="green-5 pink-5", round=1)
    reckoned(position)
    assert bonuses(position) == ["green-5 blue-6", "pink-5"]
    assert position.starter == 1


def test_gold_and_discarded_cards_do_not_count_for_the_next_starter() -> None:
    """[LUX-4.12]"""
    position = reckoned(lux(homes=["green-6", "pink-2"], gold=[3, 0], capital="pink-2", round=2))
    assert gold(position) == [3, 0]
    assert position.starter == 1


def test_all_four_modifiers_are_collected_for_the_next_round() -> None:
    """[LUX-4.13]"""
    position = reckoned(lux(seats=2, modifiers="+4 green 0, -3 pink 1", round=1))
    assert position.placed == 0
    assert [modifier_sum(position, colour) for colour in range(4)] == [0, 0, 0, 0]
    agent = lux(hands=["blue-3 pink-2", "pink-3"])
    agent.modifiers_left = position.modifiers_left
    play(agent, 0, "capital blue-3")
    assert len(odds(agent)) == 4


def test_capital_hometowns_and_gold_stay_for_the_next_round() -> None:
    """[LUX-4.13]"""
    position = lux(homes=["green-2", "pink-4"], gold=[2, 1], capital="green-5 green-3 pink-5 blue-6", round=2)
    reckoned(position)
    assert position.round == 3
    assert phase(position) == "dealing"
    assert homes(position) == ["green-2", "pink-4"]
    assert gold(position) == [2, 1]
    assert capital(position) == "green-3 blue-6"
