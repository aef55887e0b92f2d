"""The state of a table beside its game: seats, proposals, chat and clocks.

It is plain data built from the table's deeds, so a snapshot stores it as it is.
"""

from __future__ import annotations

from typing import Final, Literal, assert_never

import msgspec

from caponata.server.tables import deeds
from caponata.store import OPEN

MAX_KEYS: Final = 4  # browsers of one person that may hold a seat's key
MAX_CHAT_MESSAGES: Final = 200
MAX_GRANTED_REQUESTS: Final = 256
MAX_SEAT_MOVES: Final = 32  # moves that can be undone one after another

WAITING: Final = "waiting"
PLAYING: Final = "playing"
PAUSED: Final = "paused"
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"


class SeatMove(msgspec.Struct, array_like=True):
    """A move that was not undone: its entry in the game's log, who made it, and its cost on the clock."""

    entry: int
    by: str
    time_used: int = 0  # milliseconds
    bank_used: int = 0  # part of it taken from the bank


class SeatState(msgspec.Struct):
    """A seat: open, a person's or a bot's."""

    kind: Literal["person", "bot", "open"] = "open"
    name: str = ""
    level: str | None = None
    person: str | None = None
    keys: list[str] = []
    link: str | None = None
    entropy: str = ""
    shares_device: bool = msgspec.field(default=False, name="here")  # one of several people at one device
    stands_in: str | None = None
    offered: bool = False
    left: bool = False
    resigned: bool = False
    moves: list[SeatMove] = msgspec.field(default_factory=list, name="made")  # last moves of this seat
    bank: int = 0  # milliseconds left beyond the free time of a move
    # milliseconds spent on the open decision before the clock last started
    time_used: int = msgspec.field(default=0, name="used")
    # milliseconds since 1970, or None while the clock is stopped
    clock_started: int | None = msgspec.field(default=None, name="since")

    @property
    def bot_level(self) -> str | None:
        """Level of the bot that plays this seat, or None if a person plays it."""
        return self.level if self.kind == "bot" else self.stands_in

    @property
    def is_open_to_bot(self) -> bool:
        """Return whether a bot may be let in: the person is gone and no bot plays yet."""
        return self.offered and self.stands_in is None

    @property
    def last_moved_by(self) -> str:
        """Who made this seat's last move."""
        return self.moves[-1].by if self.moves else "person"

    @property
    def has_vote(self) -> bool:
        """Return whether the seat's person votes on proposals."""
        return self.kind == "person" and self.stands_in is None and not (self.left or self.resigned)


class Ask(msgspec.Struct):
    """A proposal that everybody must agree to."""

    ask: int
    what: str
    by: int
    yes: list[int]
    entry: int | None = None


class ChatMessage(msgspec.Struct):
    """A chat message."""

    k: int
    seat: int
    name: str
    text: str
    at: int


class TableState(msgspec.Struct):
    """Everything about a table except its game."""

    seats: list[SeatState]
    status: str = WAITING
    host: str = ""
    removed: list[str] = []  # people whom the host removed
    asks: list[Ask] = []
    ask_count: int = msgspec.field(default=0, name="asked")
    chat: list[ChatMessage] = []
    chat_count: int = msgspec.field(default=0, name="lines")
    granted_requests: dict[str, int] = msgspec.field(default_factory=dict, name="answered")
    reason: str | None = None
    rematch: str | None = None
    number: int = 0
    at: int = 0
    changes: int = 0  # increases with every change that the table message shows

    def apply(self, deed: deeds.AnyDeed, at: int, request_name: str | None) -> None:
        """Apply a stored deed."""
        self.number += 1
        self.at = max(at, self.at)
        if request_name is not None:
            self.granted_requests[request_name] = self.number
            if len(self.granted_requests) > MAX_GRANTED_REQUESTS:
                del self.granted_requests[next(iter(self.granted_requests))]
        if not isinstance(deed, deeds.WITHOUT_TABLE_CHANGE):
            self.changes += 1
        self._apply(deed, at)

    def _apply(self, deed: deeds.AnyDeed, at: int) -> None:  # noqa: C901 - one case a deed
        match deed:
            case deeds.Sat():
                self._seat_person(deed)
            case deeds.Keyed():
                self._add_key(deed)
            case deeds.Linked():
                self.seats[deed.seat].link = deed.link
            case deeds.Opened():
                self._free_seat(deed)
            case deeds.Hosted():
                self.host = self.seats[deed.seat].person or self.host
            case deeds.Filled():
                name = free_bot_name(deed.level, [seat.name for seat in self.seats])
                bot = SeatState(kind="bot", name=name, level=deed.level, entropy=deed.entropy)
                self.seats[deed.seat] = bot
            case deeds.Played():
                self._add_move(deed)
                self._withdraw_undo_asks()
            case deeds.TookBack():
                self._remove_moves(deed)
                self._withdraw_undo_asks()
            case deeds.Drawn():
                self._withdraw_undo_asks()
            case deeds.Asked():
                self.ask_count += 1
                self.asks = [*self.asks, Ask(self.ask_count, deed.what, deed.seat, [deed.seat], deed.entry)]
            case deeds.Answered():
                self._answer(deed)
            case deeds.Said():
                self._add_chat_message(deed, at)
            case deeds.Started() | deeds.Resumed():
                self.status = PLAYING
            case deeds.Paused():
                self.status = PAUSED
            case deeds.Offered():
                seat = self.seats[deed.seat]
                seat.offered, seat.left = True, deed.left
            case deeds.StoodIn():
                self.seats[deed.seat].stands_in = deed.level
            case deeds.CameBack():
                seat = self.seats[deed.seat]
                seat.stands_in, seat.offered, seat.left = None, False, False
            case deeds.Resigned():
                seat = self.seats[deed.seat]
                seat.resigned, seat.stands_in = True, deed.level
            case deeds.Ended():
                self.status = final_status(deed)
                self.reason = deed.reason
                self.asks = []
            case deeds.Rematched():
                self.rematch = deed.table
            case _:
                assert_never(deed)

    def _seat_person(self, deed: deeds.Sat) -> None:
        self.seats[deed.seat] = SeatState(
            kind="person",
            name=deed.name,
            person=deed.person,
            keys=[deed.key] if deed.key else [],
            entropy=deed.entropy,
            shares_device=deed.shares_device,
        )
        if not self.host:
            self.host = deed.person

    def _add_key(self, deed: deeds.Keyed) -> None:
        seat = self.seats[deed.seat]
        if deed.moved:
            if self.host == seat.person and not any(
                other.person == seat.person for other in self.seats if other is not seat
            ):
                self.host = deed.person
            seat.person, seat.keys, seat.link, seat.shares_device = deed.person, [], None, False
        seat.keys = [*seat.keys, deed.key][-MAX_KEYS:]
        seat.entropy = deed.entropy or seat.entropy

    def _free_seat(self, deed: deeds.Opened) -> None:
        """Free a seat; if the host leaves, the next person becomes the host."""
        person = self.seats[deed.seat].person
        if deed.removed and person is not None:
            self.removed = [*self.removed, person]
        self.seats[deed.seat] = SeatState()
        if not self.seats_of(self.host):
            self.host = next((seat.person for seat in self.seats if seat.person), "")

    def _add_move(self, deed: deeds.Played) -> None:
        seat = self.seats[deed.seat]
        seat.moves = [*seat.moves, SeatMove(deed.entries[0]["n"], deed.by)][-MAX_SEAT_MOVES:]
        if deed.by == "person" and seat.offered:
            seat.offered, seat.left = False, False
            self.changes += 1

    def _remove_moves(self, deed: deeds.TookBack | deeds.Answered) -> None:
        """Remove moves that were undone; a seat that undid its own moves continues with their time."""
        entry = deed.entries[0]
        is_for_all = "rewind" in entry
        first = entry["rewind" if is_for_all else "undo"]
        for number, seat in enumerate(self.seats):
            if is_for_all or number == deed.seat:
                removed_moves = [each for each in seat.moves if each.entry >= first]
                seat.moves = seat.moves[: len(seat.moves) - len(removed_moves)]
                if removed_moves and number == deed.seat and isinstance(deed, deeds.TookBack):
                    seat.time_used += removed_moves[0].time_used
                    seat.bank += removed_moves[0].bank_used

    def _withdraw_undo_asks(self) -> None:
        """Drop undo proposals: the game has changed since."""
        if any(ask.what == "undo" for ask in self.asks):
            self.asks = [ask for ask in self.asks if ask.what != "undo"]
            self.changes += 1

    def _answer(self, deed: deeds.Answered) -> None:
        if deed.entries:
            self._remove_moves(deed)
            self._withdraw_undo_asks()
        elif deed.yes:
            for ask in self.asks:
                if ask.ask == deed.ask and deed.seat not in ask.yes:
                    ask.yes = [*ask.yes, deed.seat]
        else:
            self.asks = [ask for ask in self.asks if ask.ask != deed.ask]

    def _add_chat_message(self, deed: deeds.Said, at: int) -> None:
        self.chat_count += 1
        name = self.seats[deed.seat].name
        self.chat = [*self.chat, ChatMessage(self.chat_count, deed.seat, name, deed.text, at)][
            -MAX_CHAT_MESSAGES:
        ]

    # Queries

    def pending_voters(self, ask: Ask) -> list[int]:
        """Return the seats that have not answered a proposal yet."""
        return [number for number, seat in enumerate(self.seats) if seat.has_vote and number not in ask.yes]

    @property
    def seated_people(self) -> list[tuple[int, str]]:
        """Seats with their people."""
        return [(number, seat.person) for number, seat in enumerate(self.seats) if seat.person]

    def seats_of(self, person: str) -> list[int]:
        """Return the seats of a person."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    @property
    def is_over(self) -> bool:
        """Return whether the table is closed for good."""
        return self.status not in OPEN


def final_status(deed: deeds.Ended) -> str:
    """Return the status of a table after its end."""
    return FINISHED if deed.reason in ("played", "resigned") else ABANDONED


BOT_NAMES: Final = ("Oliva", "Sedano", "Pinolo", "Menta", "Alloro", "Timo", "Aceto", "Mirto")


def free_bot_name(level: str, taken: list[str]) -> str:
    """Return a bot name that no seat has yet, or the level if all are taken."""
    return next((name for name in BOT_NAMES if name not in taken), level)
