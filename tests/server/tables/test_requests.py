"""Requests applied to a room, without a server: each is refused or becomes a deed."""

from __future__ import annotations

from functools import partial

import pytest

from caponata.engine.fair import FairDraws
from caponata.engine.log import ClosedDecision, IllegalMove
from caponata.games.caper import GAME as CAPER
from caponata.server.tables import deeds
from caponata.server.tables.clock import Clock
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.people import Person, hashed
from caponata.server.tables.requests import (
    Chat,
    CloseDeserted,
    Move,
    Pause,
    Request,
    Resume,
    TimeOut,
    WithKey,
)
from caponata.server.tables.room import Room, TableConfig
from caponata.server.tables.seating import ComeBack, Leave, Reconnect, SetSeat, Sit, Start

ADA, BO = Person("ada", "Ada"), Person("bo", "Bo")


def room_of_two(clock: Clock | None = None) -> Room:
    """Return a waiting room where Ada and Bo sit; Ada is the host."""
    draws = partial(FairDraws, bytes(32), "table")
    room = Room("table", "CODEX", CAPER, CAPER.options(), TableConfig({}, 2, clock=clock), draws)
    grant(room, Sit(None, ADA, "key of Ada", "ada's value"))
    grant(room, Sit(None, BO, "key of Bo", "bo's value"))
    return room


def grant(room: Room, request: Request, at: int = 0) -> deeds.AnyDeed:
    """Apply a request and its deed, as if the deed was stored."""
    deed = request.apply(room)
    assert deed is not None
    room.apply_new_deed(deed, at, None)
    return deed


def started(clock: Clock | None = None) -> Room:
    """Return a room whose game has begun."""
    room = room_of_two(clock)
    grant(room, Start(0, lambda: "value"))
    return room


def open_decision(room: Room, seat: int) -> int:
    """Return the number of a seat's decision."""
    decision = room.started_game.decision(seat)
    assert decision is not None
    return decision


def legal_move(room: Room, seat: int) -> str:
    """Return the text of a seat's first move."""
    return CAPER.space.text(room.started_game.moves(seat)[0])


def test_deeds_of_granted_requests_rebuild_the_room() -> None:
    room = started()
    granted = [grant(room, Move(seat, open_decision(room, seat), legal_move(room, seat))) for seat in (0, 1)]
    again = started()
    for deed in granted:
        again.apply_stored_deed(deeds.read_deed(deeds.write_deed(deed)), 0, None)
    assert again.started_game.entries == room.started_game.entries
    assert again.to_snapshot() == room.to_snapshot()


def test_refused_request_changes_nothing() -> None:
    room = started()
    before = room.to_snapshot()
    held = [CAPER.space.text(move) for move in room.started_game.moves(0)]
    texts = [CAPER.space.text(CAPER.space.at(index)) for index in range(len(CAPER.space))]
    missing = next(text for text in texts if text not in held)
    with pytest.raises(IllegalMove) as refused:
        Move(0, open_decision(room, 0), missing).apply(room)
    assert refused.value.refusal.rule
    with pytest.raises(ClosedDecision):
        Move(0, open_decision(room, 0) + 1, held[0]).apply(room)
    with pytest.raises(RequestRefused, match="not paused"):
        Resume(0).apply(room)
    assert room.to_snapshot() == before


def test_request_can_be_applied_again_to_a_room_that_has_changed() -> None:
    room, start = room_of_two(), Start(0, lambda: "value")
    grant(room, Leave(1))
    with pytest.raises(RequestRefused, match="1 of the seats is open") as refused:
        start.apply(room)
    assert (refused.value.code, refused.value.body.facts) == ("seats-open", {"count": 1})
    grant(room, SetSeat(0, 1, "bot", "beginner", "value"))
    assert isinstance(start.apply(room), deeds.Started)


def test_voided_key_refuses_every_request_of_its_client() -> None:
    room = started()
    assert isinstance(WithKey(1, hashed("key of Bo"), Pause(1)).apply(room), deeds.Paused)
    for wrong in (hashed("key of Ada"), None):
        with pytest.raises(RequestRefused, match="not yours any more"):
            WithKey(1, wrong, Pause(1)).apply(room)


def test_chat_message_over_the_limit_is_refused() -> None:
    room = room_of_two()
    assert Chat(0, " how  are you? ", lambda: True).apply(room) == deeds.Said(0, "how are you?")
    with pytest.raises(RequestRefused, match="too many chat messages"):
        Chat(0, "hello?", lambda: False).apply(room)


def test_timeout_plays_the_default_move_only_after_the_deadline() -> None:
    room = started(Clock(move=10, bank=0))
    assert TimeOut(0, 9_999).apply(room) is None
    deed = TimeOut(0, 10_000).apply(room)
    assert isinstance(deed, deeds.Played) and (deed.seat, deed.by) == (0, "clock")


def test_person_comes_back_only_after_leaving() -> None:
    room = started()
    assert Reconnect(1).apply(room) is None
    with pytest.raises(RequestRefused, match="playing already"):
        ComeBack(1).apply(room)
    grant(room, Leave(1))
    assert Reconnect(1).apply(room) == ComeBack(1).apply(room) == deeds.CameBack(1)


def test_table_that_changed_is_not_deserted() -> None:
    room = room_of_two()
    grant(room, Chat(0, "still here", lambda: True), at=5_000)
    assert CloseDeserted(5_000).apply(room) is None
    assert CloseDeserted(5_001).apply(room) == deeds.Ended("deserted")
