"""What each seat witnesses at a table, and what it cannot read from it."""

import json
from itertools import permutations
from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR, Event
from caponata.engine.table import Table, TableError
from tests.engine.tables import COINS_GAME, CoinOptions, CoinPosition, fresh, play_on, table_at
from tests.games.capital_lux.positions import lux

PACKETS = [
    "green-2 green-3 green-4 green-5 green-6 yellow-2",
    "blue-2 blue-3 blue-4 blue-5 blue-6 yellow-3",
    "pink-2 pink-3 pink-4 pink-5 pink-6 yellow-4",
]
PICKS = ["pick green-2 green-3", "pick blue-2 blue-3", "pick pink-2 pink-3"]


def drafting() -> Table:
    """Three seats with a packet each, nobody has picked."""
    return table_at(lux(hands=PACKETS, phase="first-pick"))


def names(events: list[Event]) -> list[tuple[Any, ...]]:
    """Events in short: name, seat, and what is known of cards."""
    return [(each["event"], each["seat"], each.get("card", each.get("cards"))) for each in events]


def test_a_seat_sees_its_own_pick_and_of_others_only_that_they_picked() -> None:
    table = drafting()
    table.play(0, PICKS[0])
    assert names(table.witness(0)) == [("pick", 0, ["green-2", "green-3"])]
    assert names(table.witness(1)) == [("pick", 0, None)]
    assert names(table.witness(SPECTATOR)) == [("pick", 0, None)]


def test_events_are_numbered_from_one_for_each_seat_and_given_from_any_number_on() -> None:
    table = fresh(3)
    play_on(table, Rng(1), choices=12)
    for viewer in (SPECTATOR, 0, 1, 2):
        events = table.witness(viewer)
        assert [event["n"] for event in events] == list(range(1, len(events) + 1))
        assert table.witness(viewer, since=len(events) - 2) == events[-2:]
        assert table.witness(viewer, since=len(events)) == []


def test_every_event_has_a_name_a_seat_and_a_rule_and_is_plain_data() -> None:
    table = fresh(4)
    play_on(table, Rng(2))
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        events = table.witness(viewer)
        assert json.loads(json.dumps(events)) == events
        assert all({"n", "event", "seat", "rule"} <= event.keys() for event in events)


def test_only_the_scholar_sees_the_card_drawn() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"], deck="yellow-6"))
    table.play(0, "capital green-2")
    assert names(table.witness(0))[-1] == ("draw", 0, "yellow-6")
    assert names(table.witness(1))[-1] == ("draw", 0, None)


def test_facts_follow_the_move_that_brought_them_about() -> None:
    table = table_at(lux(hands=["yellow-2", "pink-3 pink-4"]))
    table.play(0, "capital yellow-2")
    assert [event["event"] for event in table.witness(1)] == ["capital", "gold", "last-turns"]
    assert table.position.effects is None


def test_nobody_sees_the_cards_of_a_packet_passed_between_others() -> None:
    table = drafting()
    for seat, pick in enumerate(PICKS):
        table.play(seat, pick)
    for viewer in (SPECTATOR, 0, 1, 2):
        passed = [event for event in table.witness(viewer) if event["event"] == "passed"]
        assert [event["cards"] is not None for event in passed] == [seat == viewer for seat in range(3)]


def test_what_a_seat_reads_cannot_be_changed_by_it() -> None:
    table = drafting()
    table.play(0, PICKS[0])
    table.witness(1)[0]["cards"] = ["pink-6"]
    assert names(table.witness(1)) == [("pick", 0, None)]


def test_there_is_no_all_seeing_seat_at_a_table() -> None:
    table = drafting()
    for viewer in (-2, 3, 8):
        with pytest.raises(TableError, match=f"there is no seat {viewer} at this table"):
            table.witness(viewer)
        with pytest.raises(TableError, match=f"there is no seat {viewer} at this table"):
            table.view(viewer)


# Sealing


def test_the_order_of_sealing_leaves_no_trace() -> None:
    ends = []
    for order in permutations(range(3)):
        table = drafting()
        for seat in order:
            table.play(seat, PICKS[seat])
        views = [table.view(viewer) for viewer in (SPECTATOR, 0, 1, 2)]
        opened = [names(table.witness(viewer, since=3)) for viewer in (SPECTATOR, 0, 1, 2)]
        decisions = [table.decision(seat) for seat in range(3)]
        ends.append((table.position.fingerprint(), views, opened, decisions))
    assert all(end == ends[0] for end in ends)


def test_others_witness_the_same_whatever_is_sealed() -> None:
    one, other = drafting(), drafting()
    one.play(0, "pick green-2 green-3")
    other.play(0, "pick green-6 yellow-2")
    for viewer in (SPECTATOR, 1, 2):
        assert one.witness(viewer) == other.witness(viewer)
        assert one.view(viewer) == other.view(viewer)


def test_a_sealed_choice_that_is_taken_back_looks_the_same_whatever_it_was() -> None:
    one, other = drafting(), drafting()
    for table, pick in ((one, "pick green-2 green-3"), (other, "pick green-6 yellow-2")):
        table.play(0, pick)
        table.play(1, PICKS[1])
        table.undo(0)
    for viewer in (SPECTATOR, 1, 2):
        assert one.witness(viewer) == other.witness(viewer)
        assert one.view(viewer) == other.view(viewer)
        undo = one.witness(viewer)[-1]
        assert undo == {"n": 3, "event": "undo", "seat": 0, "rule": None, "takes_back": [1]}


def test_a_rewind_names_the_events_that_no_longer_hold() -> None:
    table = table_at(lux(hands=["yellow-2 green-2", "pink-3 pink-4"]))
    table.play(0, "home green-2")
    table.undo(0)
    table.play(0, "capital yellow-2")
    table.play(1, "home pink-3")
    table.rewind(3)
    rewind = {"n": 6, "event": "rewind", "seat": None, "rule": None, "takes_back": [3, 4, 5]}
    assert [event["event"] for event in table.witness(1)][:5] == ["home", "undo", "capital", "gold", "home"]
    assert table.witness(1)[-1] == rewind


# Decisions


def test_a_decision_keeps_its_number_while_others_pick_and_change_their_minds() -> None:
    table = drafting()
    number = table.decision(2)
    table.play(0, PICKS[0])
    table.play(1, PICKS[1])
    table.undo(0)
    table.undo(1)
    table.play(0, PICKS[0])
    assert table.decision(2) == number
    assert table.decision(0) is None


def test_a_decision_has_another_number_after_its_seat_acted_or_took_it_back() -> None:
    table = drafting()
    numbers = [table.decision(0)]
    table.play(0, PICKS[0])
    table.undo(0)
    numbers.append(table.decision(0))
    for seat, pick in enumerate(PICKS):
        table.play(seat, pick)
    numbers.append(table.decision(0))
    assert numbers == [1, 2, 3]


def test_a_decision_that_closed_and_opened_again_has_another_number() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    table.play(0, "home blue-4")
    number = table.decision(1)
    table.undo(0)
    assert table.decision(1) is None
    table.play(0, "home green-2")
    assert table.decision(1) not in (None, number)


def test_a_decision_does_not_tell_that_others_acted_and_chance_drew_for_them() -> None:
    table = table_at(CoinPosition(2, CoinOptions()), game=COINS_GAME)
    number = table.decision(1)
    table.play(0, "grab")
    assert table.decision(0) == 2
    assert table.decision(1) == number
    table.play(1, "grab")
    assert table.decision(1) == 2


def test_after_a_rewind_every_open_decision_is_a_new_one() -> None:
    table = drafting()
    table.play(0, PICKS[0])
    table.play(1, PICKS[1])
    before = [table.decision(seat) for seat in range(3)]
    table.rewind(1)
    after = [table.decision(seat) for seat in range(3)]
    assert before == [None, None, 1]
    assert after == [2, 2, 2]
