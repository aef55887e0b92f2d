"""The table message: seats, clocks and proposals. Also the chat message."""

from __future__ import annotations

from typing import cast

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.server.connections.sent_messages import (
    Ask,
    BotSpeed,
    Chat,
    CommonTable,
    Ending,
    Proposal,
    Seat,
)
from caponata.server.connections.viewers import Viewers
from caponata.server.tables.cards import Status
from caponata.server.tables.protocols import Sender
from caponata.server.tables.room import Room
from caponata.server.tables.state import ChatMessage

_encode = msgspec.json.Encoder().encode


def send_table(viewers: Viewers, room: Room, now: int, sender: Sender | None = None) -> None:
    """Send the table message to everybody; the sender's copy also answers its request."""
    common = _encode(table_message(viewers, room, now))
    for viewer in viewers.by_seat.values():
        viewer.send(_for_viewer(common, room, viewer.seat), sender)


def full_table(viewers: Viewers, room: Room, now: int, seat: int) -> bytes:
    """Return the table message for one viewer."""
    return _for_viewer(_encode(table_message(viewers, room, now)), room, seat)


def table_message(viewers: Viewers, room: Room, now: int) -> CommonTable:
    """Return the fields of the table message that are the same for all viewers."""
    state, config = room.state, room.config
    return CommonTable(
        table=room.table_id,
        game=room.game.name,
        rules_version=room.game.rules_version,
        options=config.options,
        status=cast("Status", state.status),
        host=next(iter(state.seats_of(state.host)), None),
        listed=config.listed,
        spectators=config.spectators,
        bot_speed=cast("BotSpeed", config.bot_speed),
        advice=config.advice,
        clock=config.clock,
        commitment=room.commitment,
        seats=[
            Seat(
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                here=seat.kind == "bot" or viewers.is_connected(number),
                stands_in=seat.stands_in,
                offered=seat.is_open_to_bot,
                resigned=seat.resigned,
            )
            for number, seat in enumerate(state.seats)
        ],
        clocks=room.clocks(now),
        asks=[
            Ask(
                ask=ask.ask,
                what=cast("Proposal", ask.what),
                by=ask.by,
                yes=ask.yes,
                waits=state.pending_voters(ask),
            )
            for ask in state.asks
        ],
        watching=viewers.watching,
        rematch=state.rematch,
        reason=cast("Ending | None", state.reason),
        places=room.places(),
    )


def _for_viewer(common: bytes, room: Room, seat: int) -> bytes:
    """Return the table message for one viewer; only seated viewers get the join code."""
    own = {"you": None, "code": None} if seat == SPECTATOR else {"you": seat, "code": room.code}
    return _encode(own)[:-1] + b"," + common[1:]


def encode_chat(message: ChatMessage) -> bytes:
    """Encode a chat message for the clients."""
    return _encode(Chat(k=message.k, seat=message.seat, name=message.name, text=message.text, at=message.at))
