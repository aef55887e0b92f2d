"""The messages that the server sends over a table's socket; see docs/wire.md.

State messages are built as plain dicts in compiled code, since the server spends most of its time on them;
`State` describes them, and a test compares the messages of running games with it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from caponata.server.tables.cards import Status
from caponata.server.tables.clock import Clock, SeatClock
from caponata.server.tables.errors import ErrorBody
from caponata.server.tables.results import Event, Result

PROTOCOL: Final = 1  # version of the messages in both directions

BotSpeed: TypeAlias = Literal["slow", "normal", "quick"]
Proposal: TypeAlias = Literal["undo", "end"]
Ending: TypeAlias = Literal["played", "resigned", "agreed", "deserted", "old-rules"]
Delays: TypeAlias = list[int | None]


class ServerMessage(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    """A message of the server."""

    answers: Annotated[str | UnsetType, Meta(description="the `id` of the request that this answers")] = UNSET


class Seat(msgspec.Struct, rename={"kind": "is"}, forbid_unknown_fields=True):
    """A seat of the table."""

    kind: Literal["person", "bot", "open"]
    name: str
    level: Annotated[str | None, Meta(description="the level of a bot")]
    here: Annotated[bool, Meta(description="a bot, or a person who is connected")]
    stands_in: Annotated[str | None, Meta(description="the level of a bot that plays for the person")]
    offered: Annotated[bool, Meta(description="the person is gone: any player may let a bot in")]
    resigned: bool


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    """A proposal: the seat that made it, the seats that agreed, and those whose answer is pending."""

    ask: int
    what: Proposal
    by: int
    yes: list[int]
    waits: list[int]


class CommonTable(ServerMessage, tag="table", kw_only=True):
    """The fields of the table message that are the same for all viewers."""

    protocol: Annotated[int, Meta(description="version of this protocol")] = PROTOCOL
    table: str
    game: str
    rules_version: int
    options: dict[str, Any]
    status: Status
    host: Annotated[int | None, Meta(description="the seat of the host")]
    listed: bool
    spectators: bool
    bot_speed: BotSpeed
    advice: bool
    clock: Clock | None
    commitment: Annotated[str | None, Meta(description="SHA-256 of the seed, shown before the first move")]
    seats: Annotated[list[Seat], Meta(description="all seats, by number")]
    clocks: Annotated[
        list[SeatClock] | None,
        Meta(description="the milliseconds that each seat had left when this was sent"),
    ]
    asks: Annotated[
        list[Ask],
        Meta(description="proposals: `by` made it, `yes` agreed, and the answers of `waits` are pending"),
    ]
    watching: Annotated[int, Meta(description="number of spectators")]
    rematch: Annotated[str | None, Meta(description="the id of the table where the same people play again")]
    reason: Annotated[Ending | None, Meta(description="why the game is over")]
    places: Annotated[
        list[int] | None, Meta(description="place of each seat at the end; resigned seats come last")
    ]


class Table(CommonTable, tag="table", kw_only=True):
    """Everything about the table except the game, complete, whenever it changes."""

    you: Annotated[int | None, Meta(description="your seat; null for spectators")]
    code: Annotated[str | None, Meta(description="the join code; null for spectators")]


class Waited(msgspec.Struct, forbid_unknown_fields=True):
    """A countdown: its name, and its elapsed milliseconds, in all and of the quiet period."""

    wait: str
    all: int
    quiet: int


class State(ServerMessage, tag="state", kw_only=True):
    """The game as this viewer may know it, after every change."""

    n: Annotated[int, Meta(description="the number of the last event")]
    events: Annotated[list[Event], Meta(description="the events witnessed since the last message")]
    missed: Annotated[
        int | UnsetType, Meta(description="only on joining: the number of earlier events that are not sent")
    ] = UNSET
    waited: Annotated[
        Waited | UnsetType,
        Meta(description="only on joining, during a countdown of a game without turns"),
    ] = UNSET
    view: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="the complete view: on joining, or if the hashes differ"),
    ] = UNSET
    changed: Annotated[
        dict[str, Any] | UnsetType, Meta(description="otherwise, the top-level fields that changed")
    ] = UNSET
    gone: Annotated[list[str] | UnsetType, Meta(description="and those that were removed")] = UNSET
    hash: Annotated[str, Meta(description="first 16 hex digits of SHA-256 of the view: see below")]
    acting: Annotated[list[int], Meta(description="the seats that may act")]
    decision: Annotated[int | None, Meta(description="the number of this seat's open decision")]
    prompt: Annotated[str, Meta(description="text key of the sentence that says what to do")]
    moves: Annotated[
        dict[str, list[str]],
        Meta(description='legal moves, verb to arguments: `{"home": ["blue-4"]}` is the move `home blue-4`'),
    ]
    undo: Annotated[
        Literal["free", "ask"] | None,
        Meta(description="whether this seat's last choice can be undone at once or by consent"),
    ]
    outcome: Annotated[Result | None, Meta(description="as in a record, when the game is over")]


class Chat(ServerMessage, tag="chat", kw_only=True):
    """A chat message, numbered by `k`. A client that joins late gets the last 200."""

    k: int
    seat: int | None
    name: str
    text: str
    at: Annotated[int, Meta(description="milliseconds since 1970")]


class Previewed(ServerMessage, tag="preview", kw_only=True):
    """The fields of the view that a move would change."""

    changed: dict[str, Any]


class RatedMove(msgspec.Struct, forbid_unknown_fields=True):
    """A move and the probability of winning with it."""

    move: str
    chance: float


class Advice(ServerMessage, tag="advice", kw_only=True):
    """The moves that a good bot recommends from this seat's view, best first."""

    decision: int
    moves: list[RatedMove]
    reason: Literal["only", "clear", "close", "tempting"]
    than: Annotated[RatedMove | None, Meta(description="the move with which `reason` compares the best one")]


class Done(ServerMessage, tag="done", kw_only=True):
    """The request was carried out and caused no other message to you."""


class Refused(msgspec.Struct, tag_field="t", tag="refused", forbid_unknown_fields=True, kw_only=True):
    """The request was refused; `answers` is null if no `id` could be read."""

    answers: str | None
    error: ErrorBody


class Moved(ServerMessage, tag="moved", kw_only=True):
    """The seat was moved to another device; the socket closes."""


class Pong(ServerMessage, tag="pong", kw_only=True):
    """The answer to `ping`."""


class Echo(ServerMessage, tag="echo", kw_only=True):
    """Only in games without turns: answer at once with the same `k`."""

    k: int
    delays: Annotated[Delays, Meta(description="one-way delays of all seats in milliseconds")]
    behind: Annotated[Delays, Meta(description="how much later a seat's moves count than the fastest seat's")]


AnyServerMessage: TypeAlias = Table | State | Chat | Previewed | Advice | Done | Refused | Moved | Pong | Echo
