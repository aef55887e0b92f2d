"""What is open, what is hidden, what helps a seat, and the worlds that fit its view."""

from collections import Counter
from math import comb

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, SPECTATOR
from caponata.games.capone import GAME
from caponata.games.capone.cards import kinds
from caponata.games.capone.events import move_event
from caponata.games.capone.layout import HANDS, RETURNED, CaponeOptions
from caponata.games.capone.moves import CARD_NAMES, SPACE
from caponata.games.capone.rules import CaponePosition
from caponata.games.capone.view import held_chance, view
from tests.games.capone.positions import acting, capone, chance, hand, play


def busy() -> CaponePosition:
    """A year in full play."""
    return capone(
        hands=["bar bar fbi", "casino angebot", "bank pasta"],
        sites={"bar-1": "1 lawyer guards-2", "casino-2": "0 mama", "bank-1": "2 guards-6"},
        leisure={"barber": "2 novice"},
        cells={1: ["", "mama", "don"]},
        harbour=["novice", "", ""],
        park=[2, 0, 0],
        cash=[30, 260, 0],
        steps=[1, 0, 4],
        discards="bar loans schutzgeld",
    )


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_everybody_sees_board_money_steps_and_numbers_of_cards(viewer: int) -> None:
    """[CAPONE-10.1]"""
    shown = view(busy(), viewer)
    assert shown["cash"] == [30, 260, 0]
    assert shown["steps"] == [1, 0, 4]
    assert shown["cards"] == [3, 2, 2]
    assert shown["discards"] == ["bar", "loans", "schutzgeld"]
    assert shown["people"][1]["cells"] == [[], ["mama"], ["don"]]
    assert shown["people"][0]["harbour"] == ["novice"]
    assert shown["people"][0]["park"] == 2
    assert shown["leisure"]["barber"] == {"seat": 2, "member": "novice"}
    assert shown["income"] == [60, 50, 30]


def test_how_many_cards_were_exchanged_is_open() -> None:
    """[CAPONE-10.1] [CAPONE-2.3]"""
    position = capone(hands=["bar bar pasta", "casino"], phase="exchange")
    play(position, 0, "return pasta", "return bar")
    told = move_event(position, 1, 0, SPACE.read("exchange"))
    assert told["count"] == 2
    assert view(position, 1)["cards"] == [3, 1, 0]
    play(position, 0, "exchange")
    assert view(position, 1)["returned"] == [2, 0, 0]


def test_hands_what_was_given_back_and_the_deck_are_hidden() -> None:
    """[CAPONE-10.2]"""
    one = capone(hands=["bar", "casino bank"])
    other = capone(hands=["bar", "casino fbi"])
    assert view(one, 0) == view(other, 0)
    assert view(one, 1) != view(other, 1)
    looks = []
    for given in ("bar", "pasta"):
        position = capone(hands=["bar bar pasta", "casino"], phase="exchange")
        assert move_event(position, 1, 0, SPACE.read(f"return {given}"))["piece"] is None
        play(position, 0, f"return {given}", "exchange")
        looks.append(view(position, 1))
        drawn = [move_event(position, seat, CHANCE, SPACE.read("draw bank"))["card"] for seat in (0, 1)]
        assert drawn == ["bank", None]
    assert looks[0] == looks[1]
    assert "hand" not in view(one, SPECTATOR)
    assert "plan" not in view(one, SPECTATOR)


def test_a_seat_remembers_what_it_gave_back_and_the_table_counts_what_is_out() -> None:
    """[CAPONE-10.3]"""
    position = capone(hands=["bar bar pasta", "bar"], phase="exchange", discards="bank")
    play(position, 0, "return pasta", "return bar", "exchange")
    chance(position, "draw casino", "draw casino")
    shown = view(position, 0)
    assert shown["gave_back"] == ["bar", "pasta"]
    assert shown["hand"] == ["bar", "casino", "casino"]
    assert (shown["unseen"]["bar"], shown["unseen"]["casino"], shown["unseen"]["bank"]) == (1, 1, 2)
    assert "pasta" not in shown["unseen"]
    assert view(position, 1)["unseen"]["bar"] == 2
    assert view(position, 1)["unseen"]["pasta"] == 1


def test_nothing_but_the_rules_moves_money_and_nobody_is_out() -> None:
    """[CAPONE-10.4]"""
    assert not {"give", "lend", "pass"} & {verb.name for verb in SPACE.verbs}
    position = capone(hands=["bar", "bar"], home=[""], guards=[0], cash=[0])
    assert acting(position) == [0]  # nobody left, no money, and still a turn
    play(position, 0, "discard bar")
    assert acting(position) == [1]


# What helps


def test_every_site_tells_its_value_what_it_takes_and_who_could() -> None:
    position = busy()
    shown = {site["site"]: site for site in view(position, 0)["sites"]}
    assert (shown["bar-1"]["value"], shown["bar-1"]["takes"], shown["bar-1"]["earns"]) == (50, 55, 50)
    assert (shown["bar-2"]["value"], shown["bar-2"]["takes"]) == (0, 5)
    assert (shown["casino-2"]["value"], shown["casino-2"]["takes"]) == (60, 20)  # one's own
    assert view(position, 1)["sites"][15]["takes"] == 65
    assert shown["casino-2"]["beaten_by"] == [1, 2]
    assert shown["bank-1"]["takes"] == 35


def test_values_and_payments_of_the_table_are_shown() -> None:
    shown = view(capone(steps=[0, 2, 9], cash=[0, 5, 100]), 0)
    assert (shown["worth"]["right-hand"], shown["worth"]["guard"]) == (50, 5)
    assert shown["front_pay"] == [0, 20, 60]
    assert shown["protection"] == [0, 5, 50]
    assert view(capone(options=CaponeOptions(right_hand=40)), 0)["worth"]["right-hand"] == 40


def test_reach_is_the_most_that_a_family_can_lay_at_once() -> None:
    reach = view(busy(), 0)["reach"]
    assert reach[0] == 50 + 40 + 40 + 30 + 30 + 6 * 5  # without Mama, Novice and the guards in the park
    assert reach[1] == 50 + 40 + 30 + 30 + 20 + 6 * 5
    shown = view(capone(home=["novice"], guards=[0], cells={0: ["", "don", ""]}, cash=[100]), 1)
    assert shown["reach"][0] == 100  # the Don can be bought out


@pytest.mark.parametrize(("seats", "one", "two"), [(3, 57, 76), (4, 34, 49), (5, 22, 36), (6, 22, 37)])
def test_the_chance_that_nobody_else_holds_a_card_is_known(seats: int, one: int, two: int) -> None:
    """Before the exchange, holding one or two of an illegal business [CAPONE-10.3]."""
    hands = ["bar pasta laundry bakery florist", "bar bar pasta laundry bakery"]
    for own, none in zip(hands, (one, two), strict=True):
        size = 4 if seats == 6 else 5
        mine = " ".join(own.split()[:size])
        theirs = " ".join(["cinema", "icecream", "taxi", "funeral", "fbi"][:size])
        position = capone(seats=seats, hands=[mine, theirs], phase="exchange")
        held = (seats - 1) * size
        total = 46 if seats == 3 else 56
        out = (3 if seats == 3 else 4) - own.split().count("bar")
        exact = comb(total - size - out, held) / comb(total - size, held)
        assert abs(100 * exact - none) < 1
        assert abs(100 - held_chance(out, held, total - size) - none) <= 1
        assert view(position, 0)["held"]["bar"] == held_chance(out, size, total - size)


# Worlds


def test_worlds_deal_every_unseen_card_with_equal_chance() -> None:
    """[CAPONE-10.2] hands, what others gave back, and the deck."""
    position = capone(hands=["bar bar pasta", "casino casino"], phase="exchange")
    play(position, 0, "return pasta", "exchange")
    chance(position, "draw bank")
    play(position, 1, "return casino", "exchange")
    chance(position, "draw fbi")
    worlds = GAME.worlds(view(position, 0))
    rng = Rng(4)
    in_hand: Counter[str] = Counter()
    given_back: Counter[str] = Counter()
    samples = 12_000
    for _ in range(samples):
        world = worlds.sample(rng)
        assert isinstance(world, CaponePosition)
        assert hand(world, 0) == hand(position, 0)
        in_hand.update(CARD_NAMES[kind] for kind in kinds(world.words[HANDS + 1]))
        given_back.update(CARD_NAMES[kind] for kind in kinds(world.words[RETURNED + 1]))
    unseen = view(position, 0)["unseen"]
    assert set(in_hand) == set(given_back) == set(unseen)
    pool = sum(unseen.values())
    for found, each in ((in_hand, 2), (given_back, 1)):
        for card, copies in unseen.items():
            expected = samples * each * copies / pool
            assert abs(found[card] - expected) < 5 * expected**0.5


def test_a_play_that_another_seat_composes_has_not_begun_in_a_world() -> None:
    """[CAPONE-2.6]"""
    position = capone(hands=["bar bank", "casino"])
    play(position, 0, "play bar", "site bar-1", "add don")
    mine = GAME.worlds(view(position, 0)).sample(Rng(1))
    theirs = GAME.worlds(view(position, 1)).sample(Rng(1))
    assert isinstance(mine, CaponePosition)
    assert isinstance(theirs, CaponePosition)
    assert (mine.card, mine.people, mine.need) == (position.card, position.people, position.need)
    assert (theirs.card, theirs.people) == (-1, 0)
    assert theirs.to_act == position.to_act
