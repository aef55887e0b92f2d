"""The life of a table beside its game: who sits where, what is asked, what the clocks say.

It is plain data, folded from the table's deeds, so it can be frozen into a snapshot as it is.
"""

from __future__ import annotations

from typing import Final

import msgspec

from caponata.server import deeds

KEYS_KEPT: Final = 4  # so many browsers of one person may hold a seat's key
CHAT_KEPT: Final = 200
ANSWERS_KEPT: Final = 256

WAITING: Final = "waiting"
PLAYING: Final = "playing"
PAUSED: Final = "paused"
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that a move is free of charge, seconds beyond that for the whole game, and what then."""

    move: int
    bank: int
    then: str = "default"

    def __post_init__(self) -> None:
        if not 1 <= self.move <= 86_400 or not 0 <= self.bank <= 604_800:
            raise ValueError("a clock gives 1 to 86400 seconds a move and a bank of 0 to 604800")
        if self.then not in ("default", "bot"):
            raise ValueError("when a clock runs out, 'default' is played or a 'bot' takes over")


class SeatLife(msgspec.Struct):
    """A seat: open, a person's or a bot's."""

    kind: str = "open"
    name: str = ""
    level: str | None = None
    person: str | None = None
    keys: list[str] = []
    link: str | None = None
    entropy: str = ""
    here: bool = False
    stands_in: str | None = None
    offered: bool = False
    left: bool = False
    resigned: bool = False
    moved_by: str = "person"  # who made this seat's last move
    bank: int = 0  # milliseconds left beyond the free time of a move
    used: int = 0  # milliseconds of the open decision that are used up, up to `since`
    before: int = 0  # milliseconds that the decision before took
    since: int | None = None  # when the clock of this seat began to run

    @property
    def player(self) -> str | None:
        """The level of the bot that acts for this seat, or nothing where a person does."""
        return self.level if self.kind == "bot" else self.stands_in

    @property
    def has_say(self) -> bool:
        """Whether the seat's person is asked when the table decides something."""
        return self.kind == "person" and self.stands_in is None and not (self.left or self.resigned)


class Ask(msgspec.Struct):
    """Something that everybody must agree to."""

    ask: int
    what: str
    by: int
    yes: list[int]
    entry: int | None = None


class Line(msgspec.Struct):
    """A line of the chat."""

    k: int
    seat: int
    name: str
    text: str
    at: int


class Life(msgspec.Struct):
    """All of a table but its game."""

    seats: list[SeatLife]
    status: str = WAITING
    host: str = ""
    asks: list[Ask] = []
    asked: int = 0
    chat: list[Line] = []
    lines: int = 0
    answered: dict[str, int] = {}
    reason: str | None = None
    rematch: str | None = None
    number: int = 0
    at: int = 0
    turns: int = 0  # rises with everything that others at the table are shown of it

    def fold(self, deed: deeds.AnyDeed, at: int, message: str | None) -> None:
        """Take in a deed that is stored."""
        self.number += 1
        self.at = max(at, self.at)
        if message is not None:
            self.answered[message] = self.number
            if len(self.answered) > ANSWERS_KEPT:
                del self.answered[next(iter(self.answered))]
        if not isinstance(deed, deeds.Said | deeds.Linked | deeds.Played):
            self.turns += 1
        self._take(deed, at)

    def _take(self, deed: deeds.AnyDeed, at: int) -> None:
        match deed:
            case deeds.Played() | deeds.TookBack():
                if isinstance(deed, deeds.Played):
                    self._note_mover(self.seats[deed.seat], deed.by)
                if self.asks:
                    self.asks = [ask for ask in self.asks if ask.what != "undo"]
                    self.turns += 1
            case deeds.Said():
                self._say(deed, at)
            case deeds.Asked() | deeds.Answered():
                self._ask(deed)
            case deeds.Sat() | deeds.Keyed() | deeds.Linked() | deeds.Opened() | deeds.Filled():
                self._change_seat(deed)
            case deeds.Offered() | deeds.StoodIn() | deeds.CameBack() | deeds.Resigned():
                self._change_player(deed)
            case _:
                self._go_on(deed)

    def _note_mover(self, seat: SeatLife, by: str) -> None:
        seat.moved_by = by
        if by == "person" and seat.offered:
            seat.offered, seat.left = False, False
            self.turns += 1

    def _go_on(self, deed: deeds.AnyDeed) -> None:
        match deed:
            case deeds.Started() | deeds.Resumed():
                self.status = PLAYING
            case deeds.Paused():
                self.status = PAUSED
            case deeds.Ended():
                self.status = FINISHED if deed.reason in ("played", "resigned") else ABANDONED
                self.reason = deed.reason
                self.asks = []
            case deeds.Rematched():
                self.rematch = deed.table

    def _change_seat(
        self, deed: deeds.Sat | deeds.Keyed | deeds.Linked | deeds.Opened | deeds.Filled
    ) -> None:
        match deed:
            case deeds.Sat():
                self._sit(deed)
            case deeds.Keyed():
                self._key(deed)
            case deeds.Linked():
                self.seats[deed.seat].link = deed.link
            case deeds.Opened():
                self._stand_up(deed.seat)
            case deeds.Filled():
                name = free_bot_name(deed.level, [seat.name for seat in self.seats])
                self.seats[deed.seat] = SeatLife(
                    kind="bot", name=name, level=deed.level, entropy=deed.entropy
                )

    def _stand_up(self, number: int) -> None:
        """Free a seat; when the host goes, the next person is the host."""
        self.seats[number] = SeatLife()
        if not self.seats_of(self.host):
            self.host = next((seat.person for seat in self.seats if seat.person), "")

    def _sit(self, deed: deeds.Sat) -> None:
        self.seats[deed.seat] = SeatLife(
            kind="person",
            name=deed.name,
            person=deed.person,
            keys=[deed.key] if deed.key else [],
            entropy=deed.entropy,
            here=deed.here,
        )
        if not self.host:
            self.host = deed.person

    def _key(self, deed: deeds.Keyed) -> None:
        seat = self.seats[deed.seat]
        if deed.moved:
            if self.host == seat.person and not any(
                other.person == seat.person for other in self.seats if other is not seat
            ):
                self.host = deed.person
            seat.person, seat.keys, seat.link, seat.here = deed.person, [], None, False
        seat.keys = [*seat.keys, deed.key][-KEYS_KEPT:]

    def _say(self, deed: deeds.Said, at: int) -> None:
        self.lines += 1
        name = self.seats[deed.seat].name
        self.chat = [*self.chat, Line(self.lines, deed.seat, name, deed.text, at)][-CHAT_KEPT:]

    def _ask(self, deed: deeds.Asked | deeds.Answered) -> None:
        if isinstance(deed, deeds.Asked):
            self.asked += 1
            self.asks = [*self.asks, Ask(self.asked, deed.what, deed.seat, [deed.seat], deed.entry)]
        elif deed.yes and not deed.entries:
            for ask in self.asks:
                if ask.ask == deed.ask and deed.seat not in ask.yes:
                    ask.yes = [*ask.yes, deed.seat]
        elif deed.yes:
            self.asks = [ask for ask in self.asks if ask.what != "undo"]
        else:
            self.asks = [ask for ask in self.asks if ask.ask != deed.ask]

    def _change_player(self, deed: deeds.Offered | deeds.StoodIn | deeds.CameBack | deeds.Resigned) -> None:
        seat = self.seats[deed.seat]
        match deed:
            case deeds.Offered():
                seat.offered, seat.left = True, deed.left
            case deeds.StoodIn():
                seat.stands_in = deed.level
            case deeds.CameBack():
                seat.stands_in, seat.offered, seat.left = None, False, False
            case deeds.Resigned():
                seat.resigned, seat.stands_in = True, deed.level

    # What can be read off it

    def voters(self, ask: Ask) -> list[int]:
        """The seats whose answer is still waited for."""
        return [number for number, seat in enumerate(self.seats) if seat.has_say and number not in ask.yes]

    def seats_of(self, person: str) -> list[int]:
        """Where a person sits."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    @property
    def is_over(self) -> bool:
        """Whether the table is closed for good."""
        return self.status in (FINISHED, ABANDONED)


BOT_NAMES: Final = ("Oliva", "Sedano", "Pinolo", "Menta", "Alloro", "Timo", "Aceto", "Mirto")


def free_bot_name(level: str, taken: list[str]) -> str:
    """A name that no other seat has, for a bot."""
    return next((name for name in BOT_NAMES if name not in taken), level)
