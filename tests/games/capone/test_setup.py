"""Setup of a game and of a year: families, cards, dealer, deal and exchange."""

from collections import Counter

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS
from caponata.games.capone.cards import full_deck, kinds
from caponata.games.capone.layout import BUSINESS_MINIMUMS, COLOUR_OF, CaponeOptions
from caponata.games.capone.members import value
from caponata.games.capone.moves import CARD_NAMES, ILLEGAL, LEGAL, LEISURE, SITE_NAMES
from caponata.games.capone.placements import chosen_value
from caponata.games.capone.rules import start
from caponata.games.capone.view import view
from tests.games.capone.positions import (
    acting,
    capone,
    cash,
    chance,
    free_guards,
    hand,
    home,
    moves,
    odds,
    phase,
    play,
    refused,
    steps,
)

FAMILY = "don mama right-hand collector lawyer bookkeeper secretary novice"


def test_every_family_starts_with_eight_members_eight_guards_and_100_cash() -> None:
    """[CAPONE-1.1]"""
    position = start(4, CaponeOptions())
    assert [home(position, seat) for seat in range(4)] == [FAMILY] * 4
    assert free_guards(position) == [8] * 4
    assert cash(position) == [100] * 4
    assert steps(position) == [0] * 4
    assert [value(1 << member, 0) for member in range(8)] == [100, 60, 50, 40, 40, 30, 30, 20]
    assert value(255, 0) == 370


def test_option_makes_the_right_hand_worth_40() -> None:
    """[CAPONE-1.1]"""
    position = capone(hands=["weapons", "bar"], home=["right-hand"], options=CaponeOptions(right_hand=40))
    play(position, 0, "play weapons", "site weapons-1", "add right-hand")
    assert chosen_value(position) == 40
    with pytest.raises(ValueError, match=r"right_hand must be 50 or 40, not 45 \[CAPONE-1.1\]"):
        CaponeOptions(right_hand=45)


@pytest.mark.parametrize(("seats", "copies", "total"), [(3, 3, 46), (4, 4, 56), (5, 4, 56), (6, 4, 56)])
def test_deck_has_one_less_of_each_illegal_business_with_three_seats(
    seats: int, copies: int, total: int
) -> None:
    """[CAPONE-1.2]"""
    deck = Counter(CARD_NAMES[kind] for kind in kinds(full_deck(seats)))
    assert sum(deck.values()) == total
    assert {deck[name] for name in ILLEGAL} == {copies}
    assert {deck[name] for name in LEGAL} == {1}
    actions = [deck[f"verkehr-{place}"] for place in LEISURE]
    actions += [deck[name] for name in ("angebot", "fbi", "schutzgeld", "uebernahme")]
    assert actions == [1, 1, 1, 2, 1, 1, 1]


def test_every_illegal_business_has_two_sites_and_a_minimum_by_colour() -> None:
    """[CAPONE-1.3]"""
    assert len(SITE_NAMES) == 2 * len(ILLEGAL) == 20
    by_colour = Counter(COLOUR_OF.values())
    assert by_colour == {"green": 3, "yellow": 3, "orange": 2, "red": 2}
    assert dict(zip(ILLEGAL, BUSINESS_MINIMUMS, strict=True))["weapons"] == 30
    sites = view(start(3, CaponeOptions()), 0)["sites"]
    assert {(site["colour"], site["minimum"]) for site in sites} == {
        ("green", 5),
        ("yellow", 10),
        ("orange", 20),
        ("red", 30),
    }


def test_board_has_legal_businesses_leisure_places_prison_harbour_and_park() -> None:
    """[CAPONE-1.4]"""
    seat_view = view(start(3, CaponeOptions()), 0)
    assert seat_view["fronts"] == dict.fromkeys(LEGAL)
    assert seat_view["leisure"] == {"restaurant": None, "penthouse": None, "barber": None}
    assert seat_view["people"][0]["cells"] == [[], [], []]
    assert seat_view["people"][0]["harbour"] == []
    assert seat_view["people"][0]["park"] == 0


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_first_dealer_is_random_and_the_seat_to_the_left_begins(seats: int) -> None:
    """[CAPONE-2.1]"""
    position = start(seats, CaponeOptions())
    assert odds(position) == {f"dealer {seat + 1}": 1 for seat in range(seats)}
    chance(position, f"dealer {seats}")
    assert position.dealer == seats - 1
    assert position.turn == 0
    while position.to_act == CHANCE_ACTS:
        position.play_chance(Rng(1))
    assert acting(position) == [0]
    assert phase(position) == "exchange"


def test_dealer_moves_to_the_left_every_year() -> None:
    """[CAPONE-2.1]"""
    position = capone(hands=["", "", "fbi"], turn=2, dealer=2, cash=[0, 0, 0])
    play(position, 2, "discard fbi")
    assert position.year == 2
    assert position.dealer == 0
    assert position.turn == 1


@pytest.mark.parametrize(("seats", "size"), [(3, 5), (4, 5), (5, 5), (6, 4)])
def test_hands_have_five_cards_or_four_with_six_seats(seats: int, size: int) -> None:
    """[CAPONE-2.2]"""
    position = start(seats, CaponeOptions())
    position.play_chance(Rng(2))
    assert [len(hand(position, seat).split()) for seat in range(seats)] == [size] * seats
    assert position.deck_size == (46 if seats == 3 else 56) - seats * size


def test_all_cards_are_shuffled_again_every_year() -> None:
    """[CAPONE-2.2]"""
    position = capone(hands=["", "", "fbi"], turn=2, dealer=2, cash=[0, 0, 0], discards="bar bar bar angebot")
    play(position, 2, "discard fbi")
    assert position.deck_size == 46
    assert position.discards == 0
    assert odds(position)["draw bar"] == 3


def test_seats_exchange_any_cards_once_in_turn_order() -> None:
    """[CAPONE-2.3]"""
    position = capone(
        hands=["bar bar pasta taxi fbi", "bar bank bank bank casino", "loans"], phase="exchange"
    )
    assert moves(position, 0)[-1] == "exchange"
    play(position, 0, "return pasta", "return bar", "return bar")
    assert refused(position, 0, "return bar") == ("CAPONE-2.3", "card-not-in-hand")
    assert refused(position, 0, "play fbi") == ("CAPONE-2.3", "exchange-first")
    assert refused(position, 1, "exchange") == ("CAPONE-2.3", "not-your-turn")
    play(position, 0, "exchange")
    assert phase(position) == "drawing"
    assert "draw pasta" not in odds(position)  # returned cards are out for the year
    chance(position, "draw casino", "draw casino", "draw weapons")
    assert hand(position, 0) == "casino casino weapons taxi fbi"
    assert acting(position) == [1]
    play(position, 1, "exchange")  # no cards
    play(position, 2, "return loans", "exchange")
    chance(position, "draw uebernahme")
    assert phase(position) == "turn"
    assert acting(position) == [0]


def test_all_cards_may_be_exchanged() -> None:
    """[CAPONE-2.3]"""
    position = capone(hands=["bar bar pasta taxi fbi"], phase="exchange")
    play(position, 0, "return bar", "return bar", "return pasta", "return taxi", "return fbi")
    assert moves(position, 0) == ["exchange"]
    play(position, 0, "exchange")
    chance(position, *["draw bank"] * 3, *["draw casino"] * 2)
    assert hand(position, 0) == "casino casino bank bank bank"
