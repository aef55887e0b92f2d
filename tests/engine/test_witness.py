"""The events that each seat witnesses at a table, and what they must not reveal."""

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


def draft_table() -> Table:
    """A table of three seats with a packet each, before the first pick."""
    return table_at(lux(hands=PACKETS, phase="first-pick"))


def summaries(events: list[Event]) -> list[tuple[Any, ...]]:
    """Name, seat and visible cards of each event."""
    return [(event["event"], event["seat"], event.get("card", event.get("cards"))) for event in events]


def test_seat_sees_the_cards_of_its_own_pick_only() -> None:
    table = draft_table()
    table.play(0, PICKS[0])
    assert summaries(table.witness(0)) == [("pick", 0, ["green-2", "green-3"])]
    assert summaries(table.witness(1)) == [("pick", 0, None)]
    assert summaries(table.witness(SPECTATOR)) == [("pick", 0, None)]


def test_events_are_numbered_per_viewer_and_can_be_read_from_any_number() -> None:
    table = fresh(3)
    play_on(table, Rng(1), choices=12)
    for viewer in (SPECTATOR, 0, 1, 2):
        events = table.witness(viewer)
        assert [event["n"] for event in events] == list(range(1, len(events) + 1))
        assert table.witness(viewer, since=len(events) - 2) == events[-2:]
        assert table.witness(viewer, since=len(events)) == []


def test_every_event_is_plain_data_with_name_seat_and_rule() -> None:
    table = fresh(4)
    play_on(table, Rng(2))
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        events = table.witness(viewer)
        assert json.loads(json.dumps(events)) == events
        assert all({"n", "event", "seat", "rule"} <= event.keys() for event in events)


def test_only_the_scholar_sees_the_card_drawn() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"], deck="yellow-6"))
    table.play(0, "capital green-2")
    assert summaries(table.witness(0))[-1] == ("draw", 0, "yellow-6")
    assert summaries(table.witness(1))[-1] == ("draw", 0, None)


def test_effects_follow_the_move_that_caused_them() -> None:
    table = table_at(lux(hands=["yellow-2", "pink-3 pink-4"]))
    table.play(0, "capital yellow-2")
    assert [event["event"] for event in table.witness(1)] == ["capital", "gold", "last-turns"]
    assert table.position.effects is None


def test_only_the_receiver_sees_the_cards_of_a_passed_packet() -> None:
    table = draft_table()
    for seat, pick in enumerate(PICKS):
        table.play(seat, pick)
    for viewer in (SPECTATOR, 0, 1, 2):
        passed = [event for event in table.witness(viewer) if event["event"] == "passed"]
        assert [event["cards"] is not None for event in passed] == [seat == viewer for seat in range(3)]


def test_changing_returned_events_does_not_change_the_witness() -> None:
    table = draft_table()
    table.play(0, PICKS[0])
    table.witness(1)[0]["cards"] = ["pink-6"]
    assert summaries(table.witness(1)) == [("pick", 0, None)]


def test_omniscient_viewer_is_refused_at_a_table() -> None:
    table = draft_table()
    for viewer in (-2, 3, 8):
        with pytest.raises(TableError, match=f"there is no seat {viewer} at this table"):
            table.witness(viewer)
        with pytest.raises(TableError, match=f"there is no seat {viewer} at this table"):
            table.view(viewer)


# Sealed choices


def test_order_of_sealed_choices_leaves_no_trace() -> None:
    results = []
    for order in permutations(range(3)):
        table = draft_table()
        for seat in order:
            table.play(seat, PICKS[seat])
        views = [table.view(viewer) for viewer in (SPECTATOR, 0, 1, 2)]
        events = [summaries(table.witness(viewer, since=3)) for viewer in (SPECTATOR, 0, 1, 2)]
        decisions = [table.decision(seat) for seat in range(3)]
        results.append((table.position.fingerprint(), views, events, decisions))
    assert all(result == results[0] for result in results)


def test_sealed_choices_look_equal_to_others() -> None:
    one, other = draft_table(), draft_table()
    one.play(0, "pick green-2 green-3")
    other.play(0, "pick green-6 yellow-2")
    for viewer in (SPECTATOR, 1, 2):
        assert one.witness(viewer) == other.witness(viewer)
        assert one.view(viewer) == other.view(viewer)


def test_sealed_choices_look_equal_to_others_after_an_undo() -> None:
    one, other = draft_table(), draft_table()
    for table, pick in ((one, "pick green-2 green-3"), (other, "pick green-6 yellow-2")):
        table.play(0, pick)
        table.play(1, PICKS[1])
        table.undo(0)
    for viewer in (SPECTATOR, 1, 2):
        assert one.witness(viewer) == other.witness(viewer)
        assert one.view(viewer) == other.view(viewer)
        undo = one.witness(viewer)[-1]
        assert undo == {"n": 3, "event": "undo", "seat": 0, "rule": None, "takes_back": [1]}


def test_rewind_event_lists_the_cancelled_events() -> None:
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


def test_decision_number_is_stable_while_others_pick_and_undo() -> None:
    table = draft_table()
    number = table.decision(2)
    table.play(0, PICKS[0])
    table.play(1, PICKS[1])
    table.undo(0)
    table.undo(1)
    table.play(0, PICKS[0])
    assert table.decision(2) == number
    assert table.decision(0) is None


def test_decision_number_changes_after_the_seat_acts_or_undoes() -> None:
    table = draft_table()
    numbers = [table.decision(0)]
    table.play(0, PICKS[0])
    table.undo(0)
    numbers.append(table.decision(0))
    for seat, pick in enumerate(PICKS):
        table.play(seat, pick)
    numbers.append(table.decision(0))
    assert numbers == [1, 2, 3]


def test_reopened_decision_has_a_new_number() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    table.play(0, "home blue-4")
    number = table.decision(1)
    table.undo(0)
    assert table.decision(1) is None
    table.play(0, "home green-2")
    assert table.decision(1) not in (None, number)


def test_decision_number_does_not_reveal_moves_and_draws_of_others() -> None:
    table = table_at(CoinPosition(2, CoinOptions()), game=COINS_GAME)
    number = table.decision(1)
    table.play(0, "grab")
    assert table.decision(0) == 2
    assert table.decision(1) == number
    table.play(1, "grab")
    assert table.decision(1) == 2


def test_rewind_renumbers_every_open_decision() -> None:
    table = draft_table()
    table.play(0, PICKS[0])
    table.play(1, PICKS[1])
    before = [table.decision(seat) for seat in range(3)]
    table.rewind(1)
    after = [table.decision(seat) for seat in range(3)]
    assert before == [None, None, 1]
    assert after == [2, 2, 2]
