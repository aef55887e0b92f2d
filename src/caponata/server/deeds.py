"""Deeds: what happens at a table, one after the other. A table is what its deeds make of it.

Each is stored as one row of the table's log before anybody is told. Keys and links of seats are in it
as hashes only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from caponata.engine.record import BY_CHANCE, Choice, Draw, Entry, Rewind, Undo, entry_json


class Deed(msgspec.Struct, tag_field="do", frozen=True, omit_defaults=True):
    """Something that somebody did."""


class GameDeed(Deed, frozen=True, kw_only=True):
    """Something that may change the game: what it added to the game's own log, and who acts now."""

    entries: list[dict[str, Any]] = []
    acting: list[int] = []


class Sat(Deed, tag="sat", frozen=True):
    """A person took a seat, perhaps as one of several at one device."""

    seat: int
    person: str
    name: str
    key: str
    entropy: str
    shares_device: bool = msgspec.field(default=False, name="here")


class Keyed(Deed, tag="keyed", frozen=True):
    """A seat got another key; one that came by a personal link voids the others.

    Before the game its person may throw something else into the draws with it, as after a rematch.
    """

    seat: int
    person: str
    key: str
    moved: bool = False
    entropy: str = ""


class Linked(Deed, tag="linked", frozen=True):
    """A personal link was made that can take the seat to another device."""

    seat: int
    link: str


class Opened(Deed, tag="opened", frozen=True):
    """A seat is free again: its person stood up, or the host removed them."""

    seat: int
    removed: bool = False


class Hosted(Deed, tag="hosted", frozen=True):
    """The host did not come back: the person of this seat is the host."""

    seat: int


class Filled(Deed, tag="filled", frozen=True):
    """A bot took a seat before the game."""

    seat: int
    level: str
    entropy: str


class Started(GameDeed, tag="started", frozen=True):
    """The game began; what every seat threw into the draws is fixed."""

    entropy: tuple[str, ...]


class Played(GameDeed, tag="played", frozen=True):
    """A seat moved, by itself, by a bot or because its clock ran out."""

    seat: int
    by: str = "person"


class Drawn(GameDeed, tag="drawn", frozen=True):
    """Chance moved, after a pause."""


class TookBack(GameDeed, tag="took-back", frozen=True):
    """A seat took its last choice back."""

    seat: int


class Asked(Deed, tag="asked", frozen=True):
    """A seat asks all others for something: `undo` of an entry, or the `end`."""

    seat: int
    what: str
    entry: int | None = None


class Answered(GameDeed, tag="answered", frozen=True):
    """A seat agreed or not; the last one to agree to an undo brings its entry about."""

    seat: int
    ask: int
    yes: bool


class Said(Deed, tag="said", frozen=True):
    """A seat said something."""

    seat: int
    text: str


class Paused(Deed, tag="paused", frozen=True):
    """Clocks and bots rest."""

    seat: int


class Resumed(Deed, tag="resumed", frozen=True):
    """The game goes on."""

    seat: int


class Offered(Deed, tag="offered", frozen=True):
    """A person is gone, or said that they leave: a bot may be let in."""

    seat: int
    left: bool = False


class StoodIn(Deed, tag="stood-in", frozen=True):
    """A bot plays for a person."""

    seat: int
    level: str


class CameBack(Deed, tag="came-back", frozen=True):
    """A person is back."""

    seat: int


class Resigned(Deed, tag="resigned", frozen=True):
    """A person gave up; with more than two seats a bot plays on."""

    seat: int
    level: str


class Ended(Deed, tag="ended", frozen=True):
    """The table is closed for good: `played`, `resigned`, `agreed` or `deserted`."""

    reason: str


class Rematched(Deed, tag="rematched", frozen=True):
    """The same people go to another table."""

    table: str


AnyDeed: TypeAlias = (
    Sat
    | Keyed
    | Linked
    | Opened
    | Hosted
    | Filled
    | Started
    | Played
    | Drawn
    | TookBack
    | Asked
    | Answered
    | Said
    | Paused
    | Resumed
    | Offered
    | StoodIn
    | CameBack
    | Resigned
    | Ended
    | Rematched
)

# These change nothing that everybody is shown of the table itself: game and chat have messages of their own.
WITHOUT_TABLE_CHANGE: Final = (Played, Drawn, TookBack, Said, Linked)
GAME_DEED_KINDS: Final = tuple(
    str(each.__struct_config__.tag) for each in (Started, Played, Drawn, TookBack, Answered)
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyDeed] = msgspec.json.Decoder(AnyDeed)


def kind(deed: AnyDeed) -> str:
    """What a deed is called in the log."""
    return str(type(deed).__struct_config__.tag)


def write_deed(deed: AnyDeed) -> bytes:
    """A deed as it is stored."""
    return _encoder.encode(deed)


def read_deed(body: bytes) -> AnyDeed:
    """A deed that was stored."""
    return _decoder.decode(body)


def entries_of(deed: AnyDeed) -> list[dict[str, Any]]:
    """What a deed added to the game's own log."""
    return deed.entries if isinstance(deed, GameDeed) else []


def acting_after(deed: AnyDeed) -> list[int]:
    """Who has to act after a deed of those that are `MOVING`."""
    return deed.acting if isinstance(deed, GameDeed) else []


def write_entries(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Entries of a game's log as a deed holds them."""
    return [entry_json(entry) for entry in entries]


def read_entries(entries: Sequence[dict[str, Any]]) -> list[Entry]:
    """Entries of a game's log that a deed holds."""
    return [_read_entry(entry) for entry in entries]


def _read_entry(entry: dict[str, Any]) -> Entry:
    number, by = entry["n"], entry["by"]
    if "rewind" in entry:
        return Rewind(number, entry["rewind"])
    if "undo" in entry:
        return Undo(number, by, entry["undo"])
    if by == BY_CHANCE:
        return Draw(number, entry["draw"], entry["move"])
    return Choice(number, by, entry["move"])
