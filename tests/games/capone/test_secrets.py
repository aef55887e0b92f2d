"""Views, hidden information and worlds."""

from collections import Counter
from math import comb

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, SPECTATOR
from caponata.games.capone import GAME
from caponata.games.capone.cards import kinds
from caponata.games.capone.events import move_event
from caponata.games.capone.layout import HANDS, RETURNED, CaponeOptions
from caponata.games.capone.moves import CARD_NAMES, SITE_NAMES, SPACE
from caponata.games.capone.rules import CaponePosition
from caponata.games.capone.view import held_chance, view
from tests.games.capone.positions import acting, capone, chance, hand, play, refused


def mid_year() -> CaponePosition:
    """A position in the middle of a year."""
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
def test_board_money_steps_and_card_counts_are_public(viewer: int) -> None:
    """[CAPONE-10.1]"""
    seat_view = view(mid_year(), viewer)
    assert seat_view["cash"] == [30, 260, 0]
    assert seat_view["steps"] == [1, 0, 4]
    assert seat_view["cards"] == [3, 2, 2]
    assert seat_view["discards"] == ["bar", "loans", "schutzgeld"]
    assert seat_view["people"][1]["cells"] == [[], ["mama"], ["don"]]
    assert seat_view["people"][0]["harbour"] == ["novice"]
    assert seat_view["people"][0]["park"] == 2
    assert seat_view["leisure"]["barber"] == {"seat": 2, "member": "novice"}
    assert seat_view["income"] == [60, 50, 30]


def test_number_of_exchanged_cards_is_public() -> None:
    """[CAPONE-10.1] [CAPONE-2.3]"""
    position = capone(hands=["bar bar pasta", "casino"], phase="exchange")
    play(position, 0, "return pasta", "return bar")
    event = move_event(position, 1, 0, SPACE.read("exchange"))
    assert event["count"] == 2
    assert view(position, 1)["cards"] == [3, 1, 0]
    play(position, 0, "exchange")
    assert view(position, 1)["returned"] == [2, 0, 0]


def test_hands_returned_cards_and_deck_are_hidden() -> None:
    """[CAPONE-10.2]"""
    one = capone(hands=["bar", "casino bank"])
    other = capone(hands=["bar", "casino fbi"])
    assert view(one, 0) == view(other, 0)
    assert view(one, 1) != view(other, 1)
    views = []
    for returned in ("bar", "pasta"):
        position = capone(hands=["bar bar pasta", "casino"], phase="exchange")
        assert move_event(position, 1, 0, SPACE.read(f"return {returned}"))["piece"] is None
        play(position, 0, f"return {returned}", "exchange")
        views.append(view(position, 1))
        drawn = [move_event(position, seat, CHANCE, SPACE.read("draw bank"))["card"] for seat in (0, 1)]
        assert drawn == ["bank", None]
    assert views[0] == views[1]
    assert "hand" not in view(one, SPECTATOR)
    assert "plan" not in view(one, SPECTATOR)


def test_view_remembers_returned_cards_and_counts_unseen_cards() -> None:
    """[CAPONE-10.3]"""
    position = capone(hands=["bar bar pasta", "bar"], phase="exchange", discards="bank")
    play(position, 0, "return pasta", "return bar", "exchange")
    chance(position, "draw casino", "draw casino")
    seat_view = view(position, 0)
    assert seat_view["gave_back"] == ["bar", "pasta"]
    assert seat_view["hand"] == ["bar", "casino", "casino"]
    unseen = seat_view["unseen"]
    assert (unseen["bar"], unseen["casino"], unseen["bank"]) == (1, 1, 2)
    assert "pasta" not in unseen
    assert view(position, 1)["unseen"]["bar"] == 2
    assert view(position, 1)["unseen"]["pasta"] == 1


def test_seats_cannot_give_money_away_and_are_never_eliminated() -> None:
    """[CAPONE-10.4]"""
    assert not {"give", "lend", "pass"} & {verb.name for verb in SPACE.verbs}
    position = capone(hands=["bar", "bar"], home=[""], guards=[0], cash=[0])
    assert acting(position) == [0]  # no pieces and no money, but still a turn
    play(position, 0, "discard bar")
    assert acting(position) == [1]


# Aids for players


def test_sites_show_their_value_the_needed_value_and_the_seats_that_reach_it() -> None:
    position = mid_year()
    sites = {site["site"]: site for site in view(position, 0)["sites"]}
    assert (sites["bar-1"]["value"], sites["bar-1"]["takes"], sites["bar-1"]["earns"]) == (50, 55, 50)
    assert (sites["bar-2"]["value"], sites["bar-2"]["takes"]) == (0, 5)
    assert (sites["casino-2"]["value"], sites["casino-2"]["takes"]) == (60, 20)  # an own site
    assert view(position, 1)["sites"][15]["takes"] == 65
    assert sites["casino-2"]["beaten_by"] == [1, 2]
    assert sites["bank-1"]["takes"] == 35


def test_view_shows_values_and_payments() -> None:
    seat_view = view(capone(steps=[0, 2, 9], cash=[0, 5, 100]), 0)
    assert (seat_view["worth"]["right-hand"], seat_view["worth"]["guard"]) == (50, 5)
    assert seat_view["front_pay"] == [0, 20, 60]
    assert seat_view["protection"] == [0, 5, 50]
    assert view(capone(options=CaponeOptions(right_hand=40)), 0)["worth"]["right-hand"] == 40


def test_view_lists_the_places_of_each_card_on_its_owners_turn() -> None:
    """Sites or a house; an action without a site has no place [CAPONE-3.1] [CAPONE-4.1]."""
    position = capone(
        hands=["bar fbi florist uebernahme", "bar"], sites={"bar-1": "1 don mama"}, steps=[1, 0, 0]
    )
    places = view(position, 0)["places"]
    assert places["bar"] == ["bar-1", "bar-2"]
    assert places["florist"] == ["florist"]
    assert places["uebernahme"] == ["bar-1"]
    assert places["fbi"] == []
    assert view(position, 1)["places"] == {}
    assert "places" not in view(position, -1)
    poor = capone(hands=["florist bank", "bar"], steps=[0, 0, 0], home=["novice"], guards=[0])
    assert view(poor, 0)["places"] == {"florist": [], "bank": []}


def test_reach_is_the_highest_value_a_family_can_place() -> None:
    reach = view(mid_year(), 0)["reach"]
    assert reach[0] == 50 + 40 + 40 + 30 + 30 + 6 * 5  # without Mama, Novice and the guards in the park
    assert reach[1] == 50 + 40 + 30 + 30 + 20 + 6 * 5
    seat_view = view(capone(home=["novice"], guards=[0], cells={0: ["", "don", ""]}, cash=[100]), 1)
    assert seat_view["reach"][0] == 100  # the Don can be bought out


def test_reach_counts_prisoners_whom_the_cash_frees_together() -> None:
    """60 in cash frees one of two prisoners worth 40 each, so a site worth 50 is safe [CAPONE-6.2]."""
    position = capone(
        hands=["bar", "casino casino"],
        sites={"casino-1": "0 right-hand"},
        home=[None, ""],
        guards=[None, 0],
        cells={1: ["", "collector", "lawyer"]},
        cash=[100, 60],
    )
    for viewer in (0, 1, SPECTATOR):
        seat_view = view(position, viewer)
        assert seat_view["reach"][1] == 40
        assert seat_view["sites"][SITE_NAMES.index("casino-1")]["beaten_by"] == []
    play(position, 0, "discard bar")
    play(position, 1, "buy-out lawyer", "play casino")
    assert refused(position, 1, "site casino-1") == ("CAPONE-3.5", "too-weak-here")


def test_reach_chooses_the_prisoners_who_bring_most() -> None:
    """70 in cash frees Mama or two others; the Bookkeeper at home may join either [CAPONE-6.2]."""
    position = capone(home=["bookkeeper"], guards=[0], cells={0: ["mama", "lawyer", "secretary"]}, cash=[70])
    assert view(position, 1)["reach"][0] == 30 + 40 + 30
    position = capone(home=["don"], guards=[2], cells={0: ["", "", "lawyer secretary"]}, cash=[70])
    assert view(position, 1)["reach"][0] == 100 + 2 * 5  # the Don alone brings more


@pytest.mark.parametrize(("seats", "one", "two"), [(3, 57, 76), (4, 34, 49), (5, 22, 36), (6, 22, 37)])
def test_chance_that_another_seat_holds_a_card_is_exact(seats: int, one: int, two: int) -> None:
    """Before the exchange, holding one or two of an illegal business [CAPONE-10.3]."""
    hands = ["bar pasta laundry bakery florist", "bar bar pasta laundry bakery"]
    for own, percent_none in zip(hands, (one, two), strict=True):
        size = 4 if seats == 6 else 5
        mine = " ".join(own.split()[:size])
        theirs = " ".join(["cinema", "icecream", "taxi", "funeral", "fbi"][:size])
        position = capone(seats=seats, hands=[mine, theirs], phase="exchange")
        held = (seats - 1) * size
        total = 46 if seats == 3 else 56
        out = (3 if seats == 3 else 4) - own.split().count("bar")
        exact = comb(total - size - out, held) / comb(total - size, held)
        assert abs(100 * exact - percent_none) < 1
        assert abs(100 - held_chance(out, held, total - size) - percent_none) <= 1
        assert view(position, 0)["held"]["bar"] == held_chance(out, size, total - size)


# Worlds


def test_worlds_deal_every_unseen_card_with_equal_chance() -> None:
    """[CAPONE-10.2] Other hands, cards that others returned, and the deck."""
    position = capone(hands=["bar bar pasta", "casino casino"], phase="exchange")
    play(position, 0, "return pasta", "exchange")
    chance(position, "draw bank")
    play(position, 1, "return casino", "exchange")
    chance(position, "draw fbi")
    worlds = GAME.worlds(view(position, 0))
    rng = Rng(4)
    in_hand: Counter[str] = Counter()
    returned: Counter[str] = Counter()
    samples = 12_000
    for _ in range(samples):
        world = worlds.sample(rng)
        assert isinstance(world, CaponePosition)
        assert hand(world, 0) == hand(position, 0)
        in_hand.update(CARD_NAMES[kind] for kind in kinds(world.words[HANDS + 1]))
        returned.update(CARD_NAMES[kind] for kind in kinds(world.words[RETURNED + 1]))
    unseen = view(position, 0)["unseen"]
    assert set(in_hand) == set(returned) == set(unseen)
    pool = sum(unseen.values())
    for counts, cards in ((in_hand, 2), (returned, 1)):
        for card, copies in unseen.items():
            expected = samples * cards * copies / pool
            assert abs(counts[card] - expected) < 5 * expected**0.5


def test_worlds_do_not_contain_another_seats_unfinished_play() -> None:
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
