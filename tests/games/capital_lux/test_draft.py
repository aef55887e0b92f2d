"""The deal and the draft, with full and short deals."""

from itertools import permutations

import pytest

from caponata.games.capital_lux.layout import LuxOptions
from caponata.games.capital_lux.piles import full_deck, size
from caponata.games.capital_lux.rounds import start_round
from caponata.games.capital_lux.rules import LuxPosition
from tests.games.capital_lux.positions import (
    acting,
    cards,
    chance,
    events,
    hand,
    hands,
    lux,
    moves,
    odds,
    phase,
    play,
    refused,
)

SIX = LuxOptions(hand_size=6)
PACKETS = [
    "green-2 green-3 green-4 green-5 green-6 pink-2",
    "yellow-2 yellow-3 yellow-4 yellow-5 yellow-6 pink-3",
    "blue-2 blue-3 blue-4 blue-5 blue-6 pink-4",
]
PACKETS_OF_FIVE = [
    "green-2 green-3 green-4 green-5 green-6",
    "yellow-2 yellow-3 yellow-4 yellow-5 yellow-6",
    "blue-2 blue-3 blue-4 blue-5 blue-6",
    "pink-2 pink-3 pink-4 pink-5 pink-6",
]


def drafting(packets: list[str]) -> LuxPosition:
    """Return a position before the first pick from these packets."""
    position = lux(hands=packets, phase="first-pick", deal=len(packets[0].split()))
    position.effects = []
    return position


def third_deal(deck: str, seats: int) -> LuxPosition:
    """Return the third round after the deal from this deck, in the order of kinds."""
    position = lux(seats=seats, deck=deck, round=3, homes=["green-6"], capital="green-5 green-5")
    position.effects = []
    start_round(position)
    while phase(position) == "dealing":
        chance(position, next(iter(odds(position))))
    return position


@pytest.mark.parametrize(
    ("seats", "options", "size"),
    [(2, LuxOptions(), 6), (3, LuxOptions(), 6), (4, LuxOptions(), 5), (2, SIX, 6), (3, SIX, 6), (4, SIX, 6)],
)
def test_full_deal_has_six_cards_or_five_with_four_seats_unless_the_option_says_six(
    seats: int, options: LuxOptions, size: int
) -> None:
    """[LUX-2.1]"""
    position = lux(seats=seats, options=options)
    start_round(position)
    while phase(position) == "dealing":
        chance(position, next(iter(odds(position))))
    assert phase(position) == "first-pick"
    assert [len(packet.split()) for packet in hands(position)] == [size] * seats
    assert position.deck_size == 72 - size * seats


def test_other_hand_sizes_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"hand_size is 'rulebook' or 6, not 7 \[LUX-2.1\]"):
        LuxOptions(hand_size=7)


def test_the_deal_begins_with_the_starter() -> None:
    """[LUX-2.1]"""
    position = lux(seats=3, starter=1, phase="dealing")
    chance(position, *["draw green-3"] * 4, "draw blue-2", "draw blue-3", "draw pink-6")
    assert hands(position) == ["", "green-3 green-3 green-3 green-3 blue-2 blue-3", "pink-6"]


def test_all_seats_pick_at_the_same_time() -> None:
    """[LUX-2.2]"""
    position = drafting(PACKETS)
    assert acting(position) == [0, 1, 2]
    assert position.is_sealed()
    play(position, 1, "pick yellow-2 yellow-6")
    assert acting(position) == [0, 2]
    assert hand(position, 1) == "yellow-3 yellow-4 yellow-5 pink-3"
    assert phase(position) == "first-pick"


def test_any_two_cards_of_the_packet_may_be_picked_even_equal_ones() -> None:
    """[LUX-2.2]"""
    position = drafting(["green-2 green-2 green-2 blue-4", "pink-2 pink-3 pink-4 pink-5"])
    assert sorted(moves(position, 0)) == ["pick green-2 blue-4", "pick green-2 green-2"]
    assert len(moves(position, 1)) == 6
    assert refused(position, 0, "pick blue-4 blue-4") == ("LUX-2.2", "card-not-in-packet")
    assert refused(position, 0, "pick pink-2 pink-3") == ("LUX-2.2", "card-not-in-packet")
    assert refused(position, 0, "home green-2") == ("LUX-2.2", "pick-two")


def test_a_seat_that_has_picked_waits_for_the_others() -> None:
    """[LUX-2.2]"""
    position = drafting(PACKETS)
    play(position, 0, "pick green-2 green-3")
    assert refused(position, 0, "pick green-4 green-5") == ("LUX-2.2", "already-picked")
    assert position.prompt(0) == "wait"
    assert position.prompt(1) == "first-pick"


def test_order_of_picks_does_not_change_the_position() -> None:
    """[LUX-2.2]"""
    picks = ["pick green-2 green-3", "pick yellow-2 yellow-3", "pick blue-2 blue-3"]
    fingerprints = set()
    for order in permutations(range(3)):
        position = drafting(PACKETS)
        for seat in order:
            play(position, seat, picks[seat])
        fingerprints.add(position.fingerprint())
    assert len(fingerprints) == 1


@pytest.mark.parametrize("round_", [1, 2, 3])
def test_packets_are_passed_to_the_left_in_every_round(round_: int) -> None:
    """[LUX-2.3]"""
    position = lux(hands=PACKETS, phase="first-pick", round=round_)
    play(position, 0, "pick green-2 green-3")
    play(position, 1, "pick yellow-2 yellow-3")
    play(position, 2, "pick blue-2 blue-3")
    assert phase(position) == "second-pick"
    assert hands(position) == [
        "blue-4 blue-5 blue-6 pink-4",
        "green-4 green-5 green-6 pink-2",
        "yellow-4 yellow-5 yellow-6 pink-3",
    ]
    assert acting(position) == [0, 1, 2]


def test_packets_are_passed_only_when_the_last_seat_has_picked() -> None:
    """[LUX-2.3]"""
    position = drafting(PACKETS)
    play(position, 2, "pick blue-2 blue-3")
    play(position, 0, "pick green-2 green-3")
    assert hand(position, 0) == "green-4 green-5 green-6 pink-2"
    assert hand(position, 1) == PACKETS[1]
    assert events(position) == []
    play(position, 1, "pick yellow-2 yellow-3")
    assert events(position) == ["passed"] * 3


def test_two_more_cards_are_picked_and_the_last_two_come_from_the_right() -> None:
    """[LUX-2.4]"""
    position = drafting(PACKETS)
    play(position, 0, "pick green-2 green-3")
    play(position, 1, "pick yellow-2 yellow-3")
    play(position, 2, "pick blue-2 blue-3")
    play(position, 0, "pick blue-4 blue-5")
    play(position, 1, "pick green-4 green-5")
    play(position, 2, "pick yellow-4 yellow-5")
    assert phase(position) == "playing"
    assert hands(position) == [
        "green-2 green-3 yellow-6 blue-4 blue-5 pink-3",
        "green-4 green-5 yellow-2 yellow-3 blue-6 pink-4",
        "green-6 yellow-4 yellow-5 blue-2 blue-3 pink-2",
    ]
    assert events(position) == ["passed"] * 3 * 2


def test_with_four_seats_one_last_card_comes_from_the_right() -> None:
    """[LUX-2.4]"""
    position = drafting(PACKETS_OF_FIVE)
    for seat, colour in enumerate(["green", "yellow", "blue", "pink"]):
        play(position, seat, f"pick {colour}-2 {colour}-3")
    for seat, colour in enumerate(["pink", "green", "yellow", "blue"]):
        play(position, seat, f"pick {colour}-4 {colour}-5")
    assert hands(position) == [
        "green-2 green-3 blue-6 pink-4 pink-5",
        "green-4 green-5 yellow-2 yellow-3 pink-6",
        "green-6 yellow-4 yellow-5 blue-2 blue-3",
        "yellow-6 blue-4 blue-5 pink-2 pink-3",
    ]


def test_with_two_seats_the_last_cards_come_from_ones_own_first_packet() -> None:
    """[LUX-2.4]"""
    position = drafting(PACKETS[:2])
    play(position, 0, "pick green-2 green-3")
    play(position, 1, "pick yellow-2 yellow-3")
    play(position, 0, "pick yellow-4 yellow-5")
    play(position, 1, "pick green-4 green-5")
    assert hands(position) == [
        "green-2 green-3 green-6 yellow-4 yellow-5 pink-2",
        "green-4 green-5 yellow-2 yellow-3 yellow-6 pink-3",
    ]


@pytest.mark.parametrize(
    ("deck", "seats", "hand_size"),
    [(17, 3, 5), (14, 3, 4), (11, 3, 3), (19, 4, 4), (11, 2, 5), (7, 3, 2), (7, 4, 1)],
)
def test_deck_too_small_for_a_full_deal_is_divided_equally_and_rounded_down(
    deck: int, seats: int, hand_size: int
) -> None:
    """[LUX-2.5]"""
    low = ["blue-2"] * 3 + ["blue-3"] * 4 + ["blue-4"] * 4 + ["pink-2"] * 3 + ["pink-3"] * 4 + ["pink-4"] * 4
    position = third_deal(" ".join(low[:deck]), seats)
    assert [len(packet.split()) for packet in hands(position)] == [hand_size] * seats
    assert position.deck_size == deck - hand_size * seats


def test_leftover_cards_stay_in_the_deck_for_a_scholar() -> None:
    """[LUX-2.5]"""
    position = third_deal("green-2 green-2 green-2 green-3 pink-6", seats=2)
    assert hands(position) == ["green-2 green-2", "green-2 green-3"]
    assert cards(position.deck) == "pink-6"
    play(position, 0, "capital green-2")
    chance(position, "draw pink-6")
    assert hand(position, 0) == "green-2 pink-6"


def test_deck_that_is_just_large_enough_gives_a_full_deal() -> None:
    """[LUX-2.5]"""
    position = third_deal(
        "blue-2 blue-2 blue-2 blue-3 blue-4 blue-5 pink-2 pink-2 pink-3 pink-3 pink-4 pink-5", 2
    )
    assert phase(position) == "first-pick"
    assert position.deal_size == 6
    assert position.deck_size == 0


def test_third_deal_is_short_with_six_cards_for_four_seats() -> None:
    """[LUX-2.1] [LUX-2.5]"""
    left = [f"{colour}-{value}" for colour in ("green", "yellow", "blue", "pink") for value in range(2, 7)]
    position = lux(seats=4, deck=" ".join([*left, "pink-3", "pink-4", "pink-5"]), round=3, options=SIX)
    assert position.deck_size == 72 - 1 - 2 * 4 * 6
    start_round(position)
    assert position.deal_size == 5


def test_deal_of_four_has_one_pick_and_the_two_passed_cards_are_kept() -> None:
    """[LUX-2.6]"""
    position = drafting(["green-2 green-3 green-4 green-5", "blue-2 blue-3 blue-4 blue-5"])
    play(position, 1, "pick blue-4 blue-5")
    play(position, 0, "pick green-4 green-5")
    assert phase(position) == "playing"
    assert hands(position) == ["green-4 green-5 blue-2 blue-3", "green-2 green-3 blue-4 blue-5"]
    assert events(position) == ["passed"] * 2


def test_deal_of_three_has_one_pick_and_the_passed_card_is_kept() -> None:
    """[LUX-2.6]"""
    position = drafting(["green-2 green-3 green-4", "blue-2 blue-3 blue-4", "pink-2 pink-3 pink-4"])
    play(position, 0, "pick green-3 green-4")
    play(position, 1, "pick blue-3 blue-4")
    play(position, 2, "pick pink-3 pink-4")
    assert phase(position) == "playing"
    assert hands(position) == ["green-3 green-4 pink-2", "green-2 blue-3 blue-4", "blue-2 pink-3 pink-4"]


@pytest.mark.parametrize(
    ("deck", "dealt"),
    [
        ("green-2 green-3 blue-2 blue-3", ["green-2 green-3", "blue-2 blue-3"]),
        ("green-2 blue-3", ["green-2", "blue-3"]),
        ("green-2 blue-3 pink-4", ["green-2", "blue-3"]),
    ],
)
def test_deal_of_two_or_one_is_kept_without_asking(deck: str, dealt: list[str]) -> None:
    """[LUX-2.6]"""
    position = third_deal(deck, seats=2)
    assert phase(position) == "playing"
    assert hands(position) == dealt
    assert events(position) == []


@pytest.mark.parametrize(("deck", "seats"), [("", 2), ("pink-3", 2), ("pink-3 pink-4 pink-5", 4)])
def test_round_without_a_deal_goes_straight_to_the_reckoning(deck: str, seats: int) -> None:
    """[LUX-2.7]"""
    position = third_deal(deck, seats)
    assert phase(position) == "over"
    assert events(position) == ["won", "finished"]
    assert cards(position.deck) == deck


def test_gold_may_still_be_paid_in_a_round_without_a_deal() -> None:
    """[LUX-2.7]"""
    position = lux(deck="", round=3, homes=["blue-6", ""], gold=[4, 0], capital="blue-2")
    start_round(position)
    assert phase(position) == "settling"
    play(position, 0, "pay blue")
    assert phase(position) == "over"
    assert position.score(0) == 6 + 2


# How long the deck lasts

SETTINGS = [
    (seats, LuxOptions(cards, hand)) for seats in (2, 3, 4) for cards in (1, 3) for hand in ("rulebook", 6)
]
SCHOLARS = 18  # each draws at most once


def cards_dealt(seats: int, options: LuxOptions, rounds: int) -> int:
    """Return the number of cards turned up and dealt in full deals."""
    return options.opening_cards + rounds * seats * options.full_deal(seats)


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_deck_always_lasts_for_two_full_deals(seats: int, options: LuxOptions) -> None:
    """[LUX-2.5]"""
    assert size(full_deck()) >= cards_dealt(seats, options, 2) + SCHOLARS


def test_deck_never_lasts_for_a_third_deal_of_six_cards_to_four_seats() -> None:
    """[LUX-2.5]"""
    assert size(full_deck()) < cards_dealt(4, LuxOptions(hand_size=6), 3)


def test_third_deal_can_be_empty_only_with_four_seats_six_cards_and_three_opening_cards() -> None:
    """[LUX-2.7]"""
    left = {case: size(full_deck()) - cards_dealt(*case, 2) - SCHOLARS for case in SETTINGS}
    assert [case for case in SETTINGS if left[case] < case[0]] == [(4, LuxOptions(3, 6))]
