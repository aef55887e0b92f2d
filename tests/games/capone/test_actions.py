"""Legal businesses and the five actions."""

import pytest

from caponata.games.capone.layout import HOMES
from tests.games.capone.positions import (
    acting,
    at,
    capone,
    cash,
    dead,
    events,
    free_guards,
    hand,
    home,
    in_park,
    moves,
    place,
    play,
    prison,
    refused,
)


@pytest.mark.parametrize(("steps", "money"), [*enumerate([10, 20, 30, 30, 40, 40, 50, 50, 60], start=1)])
def test_legal_business_pays_immediately_according_to_the_steps(steps: int, money: int) -> None:
    """[CAPONE-4.1]"""
    position = capone(hands=["pasta bar", "bar"], steps=[steps])
    play(position, 0, "play pasta")
    assert cash(position) == [100 + money, 100, 100]
    assert free_guards(position) == [7, 8, 8]
    assert hand(position, 0) == "bar"
    assert acting(position) == [1]


def test_legal_business_needs_a_step_and_a_guard() -> None:
    """[CAPONE-4.1]"""
    position = capone(hands=["pasta bar", "bar"])
    assert refused(position, 0, "play pasta") == ("CAPONE-4.1", "nothing-invested")
    position = capone(hands=["pasta bar", "bar"], steps=[3], guards=[0])
    assert refused(position, 0, "play pasta") == ("CAPONE-4.1", "no-free-guard")
    assert moves(position, 0) == ["discard bar", "play bar", "discard pasta"]


def test_guard_at_a_legal_business_is_safe_and_returns_home() -> None:
    """[CAPONE-4.2]"""
    position = capone(hands=["pasta", "angebot", "fbi"], steps=[1], cash=[0, 0, 0])
    play(position, 0, "play pasta")
    assert moves(position, 1) == ["discard angebot"]
    play(position, 1, "discard angebot")
    assert moves(position, 2) == ["discard fbi"]
    play(position, 2, "discard fbi")
    assert free_guards(position) == [8, 8, 8]
    assert position.fronts == 0


# Off the street


@pytest.mark.parametrize("place_name", ["restaurant", "penthouse", "barber"])
def test_off_the_street_removes_a_member_until_the_end_of_the_year(place_name: str) -> None:
    """[CAPONE-5.1]"""
    card = f"verkehr-{place_name}"
    position = capone(
        hands=[f"{card}", "bar", "bar"],
        sites={"bank-1": "1 lawyer novice", "bank-2": "2 don", "casino-1": "0 mama"},
        cash=[0, 0, 0],
    )
    play(position, 0, f"play {card}")
    assert moves(position, 0) == ["seize 2 lawyer", "seize 2 novice", "seize 3 don"]
    assert refused(position, 0, "seize 1 mama") == ("CAPONE-5.1", "not-an-opponent")
    assert refused(position, 0, "seize 2 don") == ("CAPONE-5.1", "out-of-reach")
    assert refused(position, 0, "confirm") == ("CAPONE-5.1", "choose-a-member")
    play(position, 0, "seize 2 lawyer")
    assert at(position, "bank-1") == "1 novice"
    assert position.find_member(1, 4) == 20 + ["restaurant", "penthouse", "barber"].index(place_name)
    assert position.income(1) == 20
    play(position, 1, "discard bar")
    play(position, 2, "discard bar")
    assert "lawyer" in home(position, 1)
    assert position.leisure == 0


def test_off_the_street_cannot_hit_leisure_places_or_guards() -> None:
    """[CAPONE-5.1]"""
    position = capone(
        hands=["verkehr-barber bar", "bar"], sites={"bar-1": "1 guards-1"}, leisure={"penthouse": "1 don"}
    )
    assert refused(position, 0, "play verkehr-barber") == ("CAPONE-5.1", "nobody-to-hit")


# FBI


def test_fbi_moves_a_member_from_a_site_or_leisure_place_to_cell_3() -> None:
    """[CAPONE-5.2]"""
    position = capone(
        hands=["fbi bar", "bar"], sites={"bar-1": "1 lawyer guards-1"}, leisure={"penthouse": "2 don"}
    )
    play(position, 0, "play fbi")
    assert moves(position, 0) == ["seize 2 lawyer", "seize 3 don"]
    play(position, 0, "seize 3 don")
    assert prison(position, 2) == ["", "", "don"]
    assert position.leisure == 0
    position = capone(hands=["fbi bar", "bar"], sites={"bar-1": "1 lawyer guards-1"})
    play(position, 0, "play fbi", "seize 2 lawyer")
    assert prison(position, 1) == ["", "", "lawyer"]
    assert at(position, "bar-1") == "1 guards-1"


# Protection money


@pytest.mark.parametrize(("steps", "money"), [*enumerate([0, 10, 10, 20, 20, 30, 30, 40, 40, 50])])
def test_protection_money_depends_on_the_victims_steps(steps: int, money: int) -> None:
    """[CAPONE-5.3]"""
    position = capone(hands=["schutzgeld bar", "bar"], steps=[9, steps])
    play(position, 0, "play schutzgeld")
    assert moves(position, 0) == ["squeeze 2", "squeeze 3"]
    assert refused(position, 0, "squeeze 1") == ("CAPONE-5.3", "not-an-opponent")
    assert refused(position, 0, "squeeze 4") == ("CAPONE-5.3", "not-an-opponent")
    assert refused(position, 0, "done") == ("CAPONE-5.3", "choose-a-seat")
    play(position, 0, "squeeze 2")
    assert cash(position) == [100 + money, 100 - money, 100]


def test_protection_money_is_limited_to_the_victims_cash() -> None:
    """[CAPONE-5.3]"""
    position = capone(hands=["schutzgeld bar", "bar"], steps=[0, 9], cash=[0, 15])
    position.effects = []
    play(position, 0, "play schutzgeld", "squeeze 2")
    assert cash(position) == [15, 0, 100]
    assert events(position) == ["paid"]


# Takeover


def test_takeover_needs_exactly_the_same_value() -> None:
    """[CAPONE-5.4]"""
    position = capone(hands=["uebernahme bar", "bar"], sites={"bar-1": "1 lawyer guards-1"})
    play(position, 0, "play uebernahme", "site bar-1", "add novice")
    assert refused(position, 0, "confirm") == ("CAPONE-5.4", "not-complete")
    assert refused(position, 0, "add bookkeeper") == ("CAPONE-5.4", "spoils-the-total")
    assert refused(position, 0, "guards 4") == ("CAPONE-5.4", "spoils-the-total")
    assert moves(position, 0) == ["guards 5"]
    position.effects = []
    play(position, 0, "guards 5", "confirm")
    assert at(position, "bar-1") == "0 novice guards-5"
    assert events(position) == ["sent-home"]
    assert free_guards(position) == [3, 8, 8]
    assert position.words[HOMES + 1] == 255


def test_pieces_sent_home_by_a_takeover_can_be_placed_again_this_year() -> None:
    """[CAPONE-5.4]"""
    position = capone(hands=["uebernahme", "bank", "bar"], sites={"bar-1": "1 don"}, home=[None, ""])
    place(position, 0, "uebernahme", "bar-1", "don")
    place(position, 1, "bank", "bank-1", "don")
    assert at(position, "bank-1") == "1 don"


def test_takeover_of_guards_alone_ignores_the_minimum() -> None:
    """[CAPONE-5.4]"""
    position = capone(hands=["uebernahme bar", "bar"], sites={"bank-1": "1 guards-2"})
    place(position, 0, "uebernahme", "bank-1", "guards-2")
    assert at(position, "bank-1") == "0 guards-2"
    assert free_guards(position) == [6, 8, 8]


def test_limits_of_don_and_mama_apply_to_a_takeover() -> None:
    """[CAPONE-5.4]"""
    position = capone(
        hands=["uebernahme bar", "bar"],
        sites={"bar-1": "1 lawyer collector bookkeeper novice"},
        home=["don bookkeeper"],
        guards=[0],
    )
    assert refused(position, 0, "play uebernahme") == ("CAPONE-5.4", "no-exact-sum")


def test_only_another_familys_site_can_be_taken_over() -> None:
    """[CAPONE-5.4]"""
    position = capone(
        hands=["uebernahme bar", "bar"],
        sites={"bar-1": "1 guards-1", "bar-2": "0 guards-1", "casino-1": "2 don"},
        home=["novice"],
    )
    play(position, 0, "play uebernahme")
    assert moves(position, 0) == ["site bar-1"]
    assert refused(position, 0, "site bar-2") == ("CAPONE-5.4", "nobody-to-take-over")
    assert refused(position, 0, "site bank-1") == ("CAPONE-5.4", "nobody-to-take-over")
    assert refused(position, 0, "site casino-1") == ("CAPONE-5.4", "no-exact-sum-here")


# An offer


def test_offer_kills_all_members_at_a_site_and_sends_guards_to_the_park() -> None:
    """[CAPONE-5.5]"""
    position = capone(hands=["angebot bar", "bar"], sites={"bar-1": "1 lawyer novice guards-2"})
    position.effects = []
    play(position, 0, "play angebot", "strike bar-1")
    assert dead(position, 1) == "lawyer novice"
    assert in_park(position) == [0, 2, 0]
    assert at(position, "bar-1") == ""
    assert events(position) == ["killed"]


def test_offer_hits_leisure_places_but_not_guards_alone_or_own_members() -> None:
    """[CAPONE-5.5]"""
    position = capone(
        hands=["angebot bar", "bar"],
        sites={"bar-1": "1 guards-1", "bar-2": "0 don"},
        leisure={"barber": "2 mama"},
    )
    play(position, 0, "play angebot")
    assert moves(position, 0) == ["strike barber"]
    assert refused(position, 0, "strike bar-1") == ("CAPONE-5.5", "nobody-there")
    assert refused(position, 0, "strike penthouse") == ("CAPONE-5.5", "nobody-there")
    assert refused(position, 0, "squeeze 2") == ("CAPONE-5.5", "choose-a-place")
    play(position, 0, "strike barber")
    assert dead(position, 2) == "mama"
    assert position.leisure == 0
