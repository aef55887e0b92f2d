"""The examples printed in the rulebook, and those of our rulebook page."""

from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capital_lux.limits import limit, modifier_sum
from caponata.games.capital_lux.rounds import start_round
from caponata.games.capital_lux.rules import start
from tests.games.capital_lux.positions import (
    bonuses,
    capital,
    chance,
    gold,
    hand,
    home,
    homes,
    lux,
    moves,
    phase,
    play,
    reckoned,
)

JOHN, MARY, BOB = range(3)


def test_the_first_card_is_pink_and_lies_with_the_clerics() -> None:
    """[LUX-1.3]"""
    position = start(3, LuxOptions())
    chance(position, "draw pink-5")
    assert capital(position) == "pink-5"
    assert homes(position) == ["", "", ""]
    assert phase(position) == "starting"


def test_bob_looks_at_a_modifier_and_places_it_above_the_merchant() -> None:
    """[LUX-3.8]"""
    position = lux(hands=["pink-3", "pink-3", "blue-4 pink-2"], turn=BOB)
    play(position, BOB, "capital blue-4")
    chance(position, "modifier -1")
    play(position, BOB, "place yellow")
    assert limit(position, 1) == -1
    assert modifier_sum(position, 2) == 0


def test_mary_chooses_blue_and_takes_the_lowest_blue_card_into_her_hometown() -> None:
    """[LUX-3.12]"""
    position = lux(hands=["pink-3", "pink-4 green-2", "pink-3"], capital="blue-5 blue-3 green-6", turn=MARY)
    play(position, MARY, "capital pink-4")
    assert moves(position, MARY) == ["take green", "take blue"]
    play(position, MARY, "take blue")
    assert home(position, MARY) == "blue-3"
    assert hand(position, MARY) == "green-2"
    assert capital(position) == "green-6 blue-5 pink-4"


def test_john_mary_and_bob_are_tied_in_yellow_and_there_are_two_merchants() -> None:
    """[LUX-4.10]"""
    tied = ["yellow-5", "yellow-3 yellow-2", "yellow-5"]
    position = lux(homes=tied, capital="yellow-6 yellow-4", starter=JOHN)
    reckoned(position)
    assert bonuses(position) == ["yellow-6", "yellow-4", ""]
    assert capital(position) == ""


def test_a_modifier_raises_or_lowers_the_total_of_its_colour() -> None:
    """[LUX-4.5]"""
    position = lux(seats=2, capital="green-4 pink-5", modifiers="+4 green 0, -3 pink 1")
    assert [limit(position, colour) for colour in range(4)] == [8, 0, 0, 2]


def test_one_disc_raises_the_limit_of_one_colour_by_one() -> None:
    """[LUX-4.7]"""
    position = reckoned(lux(homes=["blue-5", ""], gold=[2, 0], capital="blue-4", round=3))
    play(position, JOHN, "pay blue")
    assert home(position, JOHN) == "blue-5"
    assert gold(position) == [1, 0]


def test_a_scholar_played_as_last_card_does_not_end_the_round() -> None:
    """[LUX-4.3]"""
    position = lux(hands=["green-4", "pink-3 pink-3", "pink-2 pink-2"])
    play(position, JOHN, "capital green-4")
    chance(position, "draw blue-2")
    assert position.last_turns == 0


def test_all_seats_get_the_same_number_of_cards_in_a_short_third_deal() -> None:
    """[LUX-2.5]"""
    position = lux(seats=3, deck="green-2 green-3 green-4 blue-2 blue-3 blue-4 pink-2", round=3)
    start_round(position)
    assert position.deal_size == 2


# The examples of our page

ANN, BEN, CLEO = range(3)


def test_cleric_finds_two_green_cards_and_a_blue_one() -> None:
    """[LUX-3.12]"""
    position = lux(hands=["pink-4 pink-2", "pink-3"], capital="green-3 green-5 blue-2")
    play(position, 0, "capital pink-4")
    assert moves(position, 0) == ["take green", "take blue"]
    play(position, 0, "take green")
    assert home(position, 0) == "green-3"


def test_limit_of_blue_is_four_for_ann_ben_and_cleo() -> None:
    """[LUX-4.5] [LUX-4.6] [LUX-4.7]"""
    position = lux(
        homes=["blue-4", "blue-6", "blue-5 blue-2"],
        gold=[0, 2, 1],
        capital="blue-4 blue-3",
        modifiers="-3 blue 0",
    )
    reckoned(position)
    assert limit(position, 2) == 4
    assert moves(position, BEN) == ["pay blue", "discard"]
    play(position, BEN, "pay blue")
    assert homes(position) == ["blue-4", "blue-6", ""]
    assert gold(position) == [0, 0, 1]


def test_ann_and_cleo_are_tied_in_yellow_and_nobody_has_pink() -> None:
    """[LUX-4.9] [LUX-4.10]"""
    position = lux(
        homes=["yellow-5", "yellow-3", "yellow-3 yellow-2"],
        capital="yellow-6 yellow-4 yellow-3 pink-5",
        starter=ANN,
    )
    reckoned(position)
    assert bonuses(position) == ["yellow-6", "", "yellow-4"]
    assert capital(position) == "yellow-3 pink-5"
