"""Deeds: everything that happens at a table, in order. A table is rebuilt from its deeds.

Each deed is stored as one row of the table's log before anybody learns of it. Keys and links of seats are
stored as hashes only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from caponata.engine.reader import read_entry
from caponata.engine.record import Entry, entry_json


class Deed(msgspec.Struct, tag_field="do", frozen=True, omit_defaults=True):
    """Something that happened at a table."""


class GameDeed(Deed, frozen=True, kw_only=True):
    """A deed that may change the game: the entries it added to the game's log, and the seats that act now."""

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
    """A seat got another key; a key from a personal link voids the others.

    Before the game, the person may send new entropy with it, as after a rematch.
    """

    seat: int
    person: str
    key: str
    moved: bool = False
    entropy: str = ""


class Linked(Deed, tag="linked", frozen=True):
    """A personal link was created, which can move the seat to another device."""

    seat: int
    link: str


class Opened(Deed, tag="opened", frozen=True):
    """A seat is free again: its person left, or the host removed them."""

    seat: int
    removed: bool = False


class Hosted(Deed, tag="hosted", frozen=True):
    """The host did not return: the person of this seat is the new host."""

    seat: int


class Filled(Deed, tag="filled", frozen=True):
    """A bot took a seat before the game."""

    seat: int
    level: str
    entropy: str


class Started(GameDeed, tag="started", frozen=True):
    """The game started; every seat's entropy is fixed."""

    entropy: tuple[str, ...]


class Played(GameDeed, tag="played", frozen=True):
    """A seat moved, by its person, by a bot or because its clock ran out."""

    seat: int
    by: str = "person"


class Drawn(GameDeed, tag="drawn", frozen=True):
    """Chance moved after a pause."""


class TookBack(GameDeed, tag="took-back", frozen=True):
    """A seat undid its last move."""

    seat: int


class Asked(Deed, tag="asked", frozen=True):
    """A seat proposed something to all others: the `undo` of an entry, or the `end`."""

    seat: int
    what: str
    entry: int | None = None


class Answered(GameDeed, tag="answered", frozen=True):
    """A seat agreed to a proposal or not; the last seat to agree to an undo adds its entry."""

    seat: int
    ask: int
    yes: bool


class Said(Deed, tag="said", frozen=True):
    """A seat sent a chat message."""

    seat: int
    text: str


class Paused(Deed, tag="paused", frozen=True):
    """Clocks and bots stopped."""

    seat: int


class Resumed(Deed, tag="resumed", frozen=True):
    """The game continues."""

    seat: int


class Offered(Deed, tag="offered", frozen=True):
    """A person is gone or left: a bot may replace them."""

    seat: int
    left: bool = False


class StoodIn(Deed, tag="stood-in", frozen=True):
    """A bot plays for a person."""

    seat: int
    level: str


class CameBack(Deed, tag="came-back", frozen=True):
    """A person returned."""

    seat: int


class Resigned(Deed, tag="resigned", frozen=True):
    """A person resigned; with more than two seats a bot plays on."""

    seat: int
    level: str


class Ended(Deed, tag="ended", frozen=True):
    """The table was closed for good: `played`, `resigned`, `agreed`, `deserted` or `old-rules`."""

    reason: str


class Rematched(Deed, tag="rematched", frozen=True):
    """The same people continue at another table."""

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

# Deeds that do not change the table message: the game and the chat have messages of their own.
WITHOUT_TABLE_CHANGE: Final = (Played, Drawn, TookBack, Said, Linked)
GAME_DEED_KINDS: Final = tuple(
    str(each.__struct_config__.tag) for each in (Started, Played, Drawn, TookBack, Answered)
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyDeed] = msgspec.json.Decoder(AnyDeed)


def kind(deed: AnyDeed) -> str:
    """Return a deed's kind in the log."""
    return str(type(deed).__struct_config__.tag)


def write_deed(deed: AnyDeed) -> bytes:
    """Encode a deed for the store."""
    return _encoder.encode(deed)


def read_deed(body: bytes) -> AnyDeed:
    """Decode a stored deed."""
    return _decoder.decode(body)


def entries_of(deed: AnyDeed) -> list[dict[str, Any]]:
    """Return the entries a deed added to the game's log."""
    return deed.entries if isinstance(deed, GameDeed) else []


def acting_after(deed: AnyDeed) -> list[int]:
    """Return the seats that act after a deed of one of the `GAME_DEED_KINDS`."""
    return deed.acting if isinstance(deed, GameDeed) else []


def write_entries(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Convert entries of a game's log to JSON values."""
    return [entry_json(entry) for entry in entries]


def read_entries(entries: Sequence[dict[str, Any]]) -> list[Entry]:
    """Convert JSON values to entries of a game's log."""
    return [read_entry(entry) for entry in entries]
