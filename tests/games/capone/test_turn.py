"""Turns, and placements composed step by step."""

import pytest

from caponata.engine.game import SPECTATOR
from caponata.engine.log import UndoRefused
from caponata.games.capone import GAME
from caponata.games.capone.events import move_event
from caponata.games.capone.moves import SPACE
from caponata.games.capone.view import view
from tests.engine.tables import table_at
from tests.games.capone.positions import acting, at, capone, hand, moves, phase, place, play, refused


def test_seats_take_turns_with_one_card_each() -> None:
    """[CAPONE-2.4]"""
    position = capone(hands=["bar bank", "bar bank", "bar bank"], turn=1)
    order = []
    for _ in range(4):
        [seat] = acting(position)
        order.append(seat)
        play(position, seat, moves(position, seat)[0])
    assert order == [1, 2, 0, 1]
    assert refused(position, 0, "discard bank") == ("CAPONE-2.4", "not-your-turn")


@pytest.mark.parametrize(("seats", "turns"), [(3, 5), (5, 5), (6, 4)])
def test_year_has_five_turns_or_four_with_six_seats(seats: int, turns: int) -> None:
    """[CAPONE-2.4]"""
    position = capone(seats=seats, hands=["bar"] * 3 + ["bank"] * (seats - 3))
    assert view(position, 0)["turns"] == turns
    assert position.played == seats * (turns - 1)


def test_any_card_can_be_discarded_but_passing_is_not_allowed() -> None:
    """[CAPONE-2.5]"""
    position = capone(hands=["bar pasta fbi", "bank"])
    assert moves(position, 0) == ["discard bar", "play bar", "discard pasta", "discard fbi"]
    assert refused(position, 0, "done") == ("CAPONE-2.5", "play-a-card")
    assert refused(position, 0, "discard bank") == ("CAPONE-2.5", "card-not-in-hand")
    play(position, 0, "discard bar")
    assert hand(position, 0) == "pasta fbi"
    assert view(position, SPECTATOR)["discards"] == ["bar"]
    assert at(position, "bar-1") == ""
    assert acting(position) == [1]


def test_prisoners_are_bought_out_before_a_card_is_played() -> None:
    """[CAPONE-2.5]"""
    position = capone(hands=["bar bank", "bank"], cells={0: ["", "novice", ""]}, cash=[25])
    play(position, 0, "buy-out novice")
    assert acting(position) == [0]
    play(position, 0, "play bar")
    assert refused(position, 0, "buy-out novice") == ("CAPONE-2.6", "choose-a-site")


def test_placement_consists_of_card_site_pieces_and_confirmation() -> None:
    """[CAPONE-2.6]"""
    position = capone(hands=["casino bank", "bank"], home=["mama novice"], guards=[3])
    play(position, 0, "play casino")
    assert moves(position, 0) == ["site casino-1", "site casino-2"]
    assert refused(position, 0, "add mama") == ("CAPONE-2.6", "choose-a-site")
    play(position, 0, "site casino-2")
    assert moves(position, 0) == ["add mama", "add novice", "guards 1", "guards 2", "guards 3"]
    assert refused(position, 0, "discard bank") == ("CAPONE-2.6", "choose-pieces")
    play(position, 0, "add novice", "guards 2")
    assert refused(position, 0, "add novice") == ("CAPONE-2.6", "already-named")
    assert refused(position, 0, "guards 1") == ("CAPONE-2.6", "guards-named")
    assert at(position, "casino-2") == ""
    play(position, 0, "confirm")
    assert at(position, "casino-2") == "0 novice guards-2"
    assert hand(position, 0) == "bank"


def test_plan_shows_the_value_of_the_chosen_pieces() -> None:
    """[CAPONE-2.6]"""
    position = capone(hands=["casino bank", "bank"], sites={"casino-1": "1 lawyer guards-2"})
    play(position, 0, "play casino", "site casino-1", "add novice")
    plan = view(position, 0)["plan"]
    assert (plan["value"], plan["need"], plan["earns"], plan["complete"]) == (20, 55, 20, False)
    play(position, 0, "add collector")
    plan = view(position, 0)["plan"]
    assert (plan["value"], plan["need"], plan["complete"]) == (60, 55, True)


def test_play_is_hidden_until_it_is_confirmed() -> None:
    """[CAPONE-2.6]"""
    position = capone(hands=["casino bank", "bank"])
    before = {viewer: view(position, viewer) for viewer in (1, 2, SPECTATOR)}
    for text in ("play casino", "site casino-1", "add don", "guards 3"):
        events = {
            viewer: move_event(position, viewer, 0, SPACE.read(text)) for viewer in (0, 1, 2, SPECTATOR)
        }
        assert events[0]["piece"] is not None
        assert all(events[viewer]["piece"] is None and events[viewer]["step"] is None for viewer in before)
        play(position, 0, text)
        assert {viewer: view(position, viewer) for viewer in before} == before
    event = move_event(position, 1, 0, SPACE.read("confirm"))
    assert event["pieces"] == ["don", "guards-3"]
    assert (event["site"], event["value"]) == ("casino-1", 115)


def test_steps_of_a_play_can_be_undone_one_by_one() -> None:
    """[CAPONE-2.6]"""
    position = capone(hands=["casino bank", "bank", "bank"])
    start = position.fingerprint()
    table = table_at(position, game=GAME)
    for text in ("play casino", "site casino-1", "add mama", "guards 3", "confirm"):
        table.play(0, text)
    assert table.acting == [1]
    for _ in range(5):
        table.undo(0)
    assert table.position.fingerprint() == start
    table.play(0, "discard casino")
    table.play(1, "discard bank")
    with pytest.raises(UndoRefused, match="another seat has acted since"):
        table.undo(0)


def test_play_can_be_changed_by_undoing_steps() -> None:
    """[CAPONE-2.6]"""
    position = capone(hands=["casino bank", "bank"])
    other = position.copy()
    table = table_at(position, game=GAME)
    for text in ("play casino", "site casino-1", "add mama"):
        table.play(0, text)
    table.undo(0)
    table.undo(0)
    for text in ("site casino-2", "add novice", "confirm"):
        table.play(0, text)
    place(other, 0, "casino", "casino-2", "novice")
    assert table.position.fingerprint() == other.fingerprint()
    assert phase(other) == "turn"
