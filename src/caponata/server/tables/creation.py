"""Create tables, by request or as a rematch."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from caponata.catalogue import UnknownGame, find_game
from caponata.engine.game import Game
from caponata.engine.options import OptionError, plain_options, read_options
from caponata.server.tables import deeds
from caponata.server.tables.archive import summary
from caponata.server.tables.clock import Clock
from caponata.server.tables.errors import RequestRefused, store_required
from caponata.server.tables.people import Person, clean_name, hashed
from caponata.server.tables.room import Room, TableConfig
from caponata.server.tables.seating import check_level
from caponata.server.tables.service import TableService
from caponata.server.tables.state import SeatState
from caponata.store import Header, Row

ATTEMPTS: Final = 5  # to find a free table id and join code
MAX_ENTROPY_LENGTH: Final = 128

SeatKind: TypeAlias = Literal["me", "here", "open", "bot"]
BotSpeed: TypeAlias = Literal["slow", "normal", "quick"]


class SeatOrder(msgspec.Struct, rename={"kind": "is"}, forbid_unknown_fields=True):
    """A requested seat: for the host (`me`), a person at the same device (`here`), a bot, or anybody."""

    kind: SeatKind
    name: str | None = None
    level: str | None = None


class TableOrder(msgspec.Struct, forbid_unknown_fields=True):
    """A request for a new table."""

    game: str
    seats: list[SeatOrder]
    options: dict[str, Any] = {}
    listed: bool = False
    spectators: bool = True
    clock: Clock | None = None
    bot_speed: BotSpeed = "normal"
    advice: bool = False
    start: bool = False
    entropy: str = ""


class Key(msgspec.Struct):
    """The secret key of a seat, for the person who plays it."""

    seat: int
    key: str


class CreatedTable(msgspec.Struct):
    """A new table with the keys of the seats at this device."""

    table: str
    code: str
    keys: list[Key]


def check_entropy(entropy: str) -> str:
    """Return the entropy that a seat adds to the draws, or refuse the request if it is malformed."""
    if len(entropy) > MAX_ENTROPY_LENGTH or not entropy.isascii() or not entropy.isprintable():
        raise RequestRefused(400, "bad-entropy", f"entropy is at most {MAX_ENTROPY_LENGTH} plain characters")
    return entropy


def game_named(name: str) -> Game:
    """Return the game with this name, or refuse the request."""
    try:
        return find_game(name)
    except UnknownGame as error:
        raise RequestRefused(404, "no-such-game", str(error)) from None


async def create_table(service: TableService, person: Person, order: TableOrder) -> CreatedTable:
    """Create a table and seat the person who asked for it."""
    game = game_named(order.game)
    if len(order.seats) not in game.seats:
        numbers = ", ".join(map(str, game.seats))
        raise RequestRefused(
            400, "wrong-seats", f"{game.title} is for {numbers} seats, not for {len(order.seats)}"
        )
    if sum(seat.kind == "me" for seat in order.seats) != 1:
        raise RequestRefused(400, "no-seat-for-you", "exactly one of the seats must be yours")
    try:
        options = plain_options(read_options(game, order.options))
    except OptionError as error:
        raise RequestRefused(400, "bad-options", str(error), rule=error.rule) from None
    if order.clock is not None and game.timing is not None:
        raise RequestRefused(400, "no-clock", "this game has no turns: it is played without a clock")
    config = TableConfig(
        options,
        len(order.seats),
        order.listed,
        order.spectators,
        order.clock,
        order.bot_speed,
        order.advice,
    )
    await _check_table_limits(service, person.person)
    keys = [
        Key(number, service.settings.token())
        for number, seat in enumerate(order.seats)
        if seat.kind in ("me", "here")
    ]
    hashed_keys = {key.seat: hashed(key.key) for key in keys}
    entropy = check_entropy(order.entropy)

    def first_deeds(room: Room) -> list[deeds.AnyDeed]:
        created: list[deeds.AnyDeed] = []
        host_first = sorted(range(config.seats), key=lambda number: order.seats[number].kind != "me")
        for number in host_first:
            seat, fresh_entropy = order.seats[number], service.settings.token()
            if seat.kind == "bot":
                created.append(deeds.Filled(number, check_level(room.game, seat.level), fresh_entropy))
            elif seat.kind != "open":
                is_me = seat.kind == "me"
                name = clean_name(person.name if is_me else seat.name or "")
                seat_entropy = entropy or fresh_entropy
                deed = room.take_seat(number, person.person, name, hashed_keys[number], seat_entropy)
                created.append(msgspec.structs.replace(deed, shares_device=not is_me))
            else:
                continue
            room.apply_new_deed(created[-1], 0, None)
        return created

    room = await _store_new_table(service, game, config, first_deeds, start=order.start)
    return CreatedTable(room.table_id, room.code, keys)


async def _check_table_limits(service: TableService, person: str) -> None:
    """Refuse more tables than a person or the server may have."""
    limits = service.settings.limits
    with store_required():
        mine, all_tables = await service.store.count(person=person), await service.store.count()
    if mine >= limits.tables_per_person:
        raise RequestRefused(429, "too-many-tables", "you sit at too many tables: finish or leave some first")
    if all_tables >= limits.tables:
        raise RequestRefused(503, "house-full", "the server has too many tables: try again later")


async def _store_new_table(
    service: TableService, game: Game, config: TableConfig, first_deeds: Any, *, start: bool
) -> Room:
    """Store a new room with its first deeds, under a free id and join code."""
    settings, body = service.settings, msgspec.json.encode(config)
    for _ in range(ATTEMPTS):
        seed, now = settings.seed(), settings.now()
        table_id = settings.token()[:16]
        header = Header(table_id, settings.code(), game.name, game.rules_version, now, seed, body)
        room = service.loader.new_room(header, config, game)
        created: list[deeds.AnyDeed] = first_deeds(room)
        if start and all(seat.kind != "open" for seat in room.state.seats):
            started = room.start(room.state.seats_of(room.state.host)[0], entropy=settings.token)
            room.apply_new_deed(started, now, None)
            created.append(started)
        room.state.at = now
        rows = [
            Row(table_id, number, now, deeds.kind(deed), deeds.write_deed(deed), None)
            for number, deed in enumerate(created, start=1)
        ]
        with store_required():
            is_stored = await service.store.add_table(header, rows, summary(room), room.state.seated_people)
        if is_stored:
            service.open(room)
            return room
    raise RequestRefused(503, "busy", "no free table id was found: try again")


async def rematch(service: TableService, room: Room, seat: int, entropy: str) -> str:
    """Create a table where the same players play again and return its id; a second call returns the same id.

    People keep their entropy until they send new entropy; the person who asks may send theirs now.
    """
    if not room.state.is_over:
        raise RequestRefused(409, "not-over", "the game is not over yet")
    state = room.state
    if state.rematch is not None:
        return state.rematch
    if room.game_table is None:
        raise RequestRefused(409, "not-started", "no game was played at this table")
    requester = state.seats[seat].person or ""
    await _check_table_limits(service, requester)

    def first_deeds(new: Room) -> list[deeds.AnyDeed]:
        host_first = sorted(
            range(len(state.seats)), key=lambda number: state.seats[number].person != state.host
        )
        created: list[deeds.AnyDeed] = []
        for number in host_first:
            old_seat = state.seats[number]
            new_entropy = entropy if old_seat.person == requester else ""
            old_entropy = old_seat.entropy if old_seat.kind == "person" else ""
            seat_entropy = new_entropy or old_entropy or service.settings.token()
            created.append(_seat_again(number, old_seat, room.game, seat_entropy))
            new.apply_new_deed(created[-1], 0, None)
        return created

    is_alone = len({seat.person for seat in state.seats if seat.person}) == 1
    rematch_room = await _store_new_table(service, room.game, room.config, first_deeds, start=is_alone)
    return rematch_room.table_id


def _seat_again(number: int, seat: SeatState, game: Game, entropy: str) -> deeds.AnyDeed:
    """Return the deed that seats the same player again."""
    if seat.kind == "bot":
        return deeds.Filled(number, check_level(game, seat.level), entropy)
    return deeds.Sat(number, seat.person or "", seat.name, "", entropy, shares_device=seat.shares_device)
