"""The life of a table beside its game: who sits where, what is asked, what the clocks say.

It is plain data, folded from the table's deeds, so it can be frozen into a snapshot as it is.
"""

from __future__ import annotations

from typing import Final, Literal, assert_never

import msgspec

from caponata.server import deeds
from caponata.store import OPEN

KEYS_KEPT: Final = 4  # so many browsers of one person may hold a seat's key
CHAT_KEPT: Final = 200
ANSWERS_KEPT: Final = 256
MOVES_KEPT: Final = 32  # of a seat: more steps are hardly taken back one after the other

WAITING: Final = "waiting"
PLAYING: Final = "playing"
PAUSED: Final = "paused"
FINISHED: Final = "finished"
ABANDONED: Final = "abandoned"


class Made(msgspec.Struct, array_like=True):
    """A move of a seat that stands: its entry in the game's log, who made it, and what it cost the clock."""

    entry: int
    by: str
    thought: int = 0  # milliseconds
    paid: int = 0  # of them from the bank


class SeatLife(msgspec.Struct):
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
    made: list[Made] = []  # this seat's last moves
    bank: int = 0  # milliseconds left beyond the free time of a move
    thought: int = msgspec.field(default=0, name="used")  # ms on the open decision, up to `since`
    since: int | None = None  # when the clock of this seat began to run

    @property
    def player(self) -> str | None:
        """The level of the bot that acts for this seat, or nothing where a person does."""
        return self.level if self.kind == "bot" else self.stands_in

    @property
    def is_offered(self) -> bool:
        """Whether a bot may be let in: the person is gone, and none plays for them yet."""
        return self.offered and self.stands_in is None

    @property
    def moved_by(self) -> str:
        """Who made this seat's last move."""
        return self.made[-1].by if self.made else "person"

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
    removed: list[str] = []  # whom the host does not want at the table
    asks: list[Ask] = []
    asked: int = 0
    chat: list[Line] = []
    lines: int = 0
    answered: dict[str, int] = {}
    reason: str | None = None
    rematch: str | None = None
    number: int = 0
    at: int = 0
    changes: int = 0  # rises with everything that everybody is shown of the table itself

    def fold(self, deed: deeds.AnyDeed, at: int, message: str | None) -> None:
        """Take in a deed that is stored."""
        self.number += 1
        self.at = max(at, self.at)
        if message is not None:
            self.answered[message] = self.number
            if len(self.answered) > ANSWERS_KEPT:
                del self.answered[next(iter(self.answered))]
        if not isinstance(deed, deeds.QUIET):
            self.changes += 1
        self._take(deed, at)

    def _take(self, deed: deeds.AnyDeed, at: int) -> None:  # noqa: C901 - one case a deed
        match deed:
            case deeds.Sat():
                self._sit(deed)
            case deeds.Keyed():
                self._key(deed)
            case deeds.Linked():
                self.seats[deed.seat].link = deed.link
            case deeds.Opened():
                self._stand_up(deed)
            case deeds.Hosted():
                self.host = self.seats[deed.seat].person or self.host
            case deeds.Filled():
                name = free_bot_name(deed.level, [seat.name for seat in self.seats])
                bot = SeatLife(kind="bot", name=name, level=deed.level, entropy=deed.entropy)
                self.seats[deed.seat] = bot
            case deeds.Played():
                self._note_move(deed)
                self._forget_undo()
            case deeds.TookBack():
                self._unmake(deed)
                self._forget_undo()
            case deeds.Drawn():
                self._forget_undo()
            case deeds.Asked():
                self.asked += 1
                self.asks = [*self.asks, Ask(self.asked, deed.what, deed.seat, [deed.seat], deed.entry)]
            case deeds.Answered():
                self._answer(deed)
            case deeds.Said():
                self._say(deed, at)
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
                self.status = status_after(deed)
                self.reason = deed.reason
                self.asks = []
            case deeds.Rematched():
                self.rematch = deed.table
            case _:
                assert_never(deed)

    def _sit(self, deed: deeds.Sat) -> None:
        self.seats[deed.seat] = SeatLife(
            kind="person",
            name=deed.name,
            person=deed.person,
            keys=[deed.key] if deed.key else [],
            entropy=deed.entropy,
            shares_device=deed.shares_device,
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
            seat.person, seat.keys, seat.link, seat.shares_device = deed.person, [], None, False
        seat.keys = [*seat.keys, deed.key][-KEYS_KEPT:]
        seat.entropy = deed.entropy or seat.entropy

    def _stand_up(self, deed: deeds.Opened) -> None:
        """Free a seat; when the host goes, the next person is the host."""
        person = self.seats[deed.seat].person
        if deed.removed and person is not None:
            self.removed = [*self.removed, person]
        self.seats[deed.seat] = SeatLife()
        if not self.seats_of(self.host):
            self.host = next((seat.person for seat in self.seats if seat.person), "")

    def _note_move(self, deed: deeds.Played) -> None:
        seat = self.seats[deed.seat]
        seat.made = [*seat.made, Made(deed.entries[0]["n"], deed.by)][-MOVES_KEPT:]
        if deed.by == "person" and seat.offered:
            seat.offered, seat.left = False, False
            self.changes += 1

    def _unmake(self, deed: deeds.TookBack | deeds.Answered) -> None:
        """Forget moves that were taken back; who did so by themselves goes on with the time they took."""
        entry = deed.entries[0]
        is_everybodys = "rewind" in entry
        first = entry["rewind" if is_everybodys else "undo"]
        for number, seat in enumerate(self.seats):
            if is_everybodys or number == deed.seat:
                unmade = [each for each in seat.made if each.entry >= first]
                seat.made = seat.made[: len(seat.made) - len(unmade)]
                if unmade and number == deed.seat and isinstance(deed, deeds.TookBack):
                    seat.thought += unmade[0].thought
                    seat.bank += unmade[0].paid

    def _forget_undo(self) -> None:
        """The game is not any more what somebody asked to take back."""
        if any(ask.what == "undo" for ask in self.asks):
            self.asks = [ask for ask in self.asks if ask.what != "undo"]
            self.changes += 1

    def _answer(self, deed: deeds.Answered) -> None:
        if deed.entries:
            self._unmake(deed)
            self._forget_undo()
        elif deed.yes:
            for ask in self.asks:
                if ask.ask == deed.ask and deed.seat not in ask.yes:
                    ask.yes = [*ask.yes, deed.seat]
        else:
            self.asks = [ask for ask in self.asks if ask.ask != deed.ask]

    def _say(self, deed: deeds.Said, at: int) -> None:
        self.lines += 1
        name = self.seats[deed.seat].name
        self.chat = [*self.chat, Line(self.lines, deed.seat, name, deed.text, at)][-CHAT_KEPT:]

    # What can be read off it

    def voters(self, ask: Ask) -> list[int]:
        """The seats whose answer is still waited for."""
        return [number for number, seat in enumerate(self.seats) if seat.has_say and number not in ask.yes]

    @property
    def people(self) -> list[tuple[int, str]]:
        """Who sits where."""
        return [(number, seat.person) for number, seat in enumerate(self.seats) if seat.person]

    def seats_of(self, person: str) -> list[int]:
        """Where a person sits."""
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    @property
    def is_over(self) -> bool:
        """Whether the table is closed for good."""
        return self.status not in OPEN


def status_after(deed: deeds.Ended) -> str:
    """What a table is from its end on."""
    return FINISHED if deed.reason in ("played", "resigned") else ABANDONED


BOT_NAMES: Final = ("Oliva", "Sedano", "Pinolo", "Menta", "Alloro", "Timo", "Aceto", "Mirto")


def free_bot_name(level: str, taken: list[str]) -> str:
    """A name that no other seat has, for a bot."""
    return next((name for name in BOT_NAMES if name not in taken), level)
