"""Making tables: by order of a person, or again with the same people."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from caponata.bots import bot_levels
from caponata.catalogue import UnknownGame, find_game
from caponata.engine.game import Game
from caponata.engine.options import OptionError, plain_options, read_options
from caponata.server import deeds
from caponata.server.archive import summary
from caponata.server.clocks import Clock
from caponata.server.house import House
from caponata.server.life import SeatLife
from caponata.server.live import new_room
from caponata.server.people import Person, clean_name, hashed
from caponata.server.refused import Refused, needing_the_store
from caponata.server.room import Plan, Room
from caponata.store import Header, Row

ATTEMPTS: Final = 5
LONGEST_ENTROPY: Final = 128

SeatKind: TypeAlias = Literal["me", "here", "open", "bot"]
BotSpeed: TypeAlias = Literal["slow", "normal", "quick"]


class SeatOrder(msgspec.Struct, rename={"kind": "is"}, forbid_unknown_fields=True):
    """Who shall sit on a seat: me, somebody here, a bot, or whoever comes."""

    kind: SeatKind
    name: str | None = None
    level: str | None = None


class TableOrder(msgspec.Struct, forbid_unknown_fields=True):
    """A table as somebody wants it."""

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
    """What opens a seat."""

    seat: int
    key: str


class Made(msgspec.Struct):
    """A new table, and the keys of the seats at this device."""

    table: str
    code: str
    keys: list[Key]


def check_level(game: Game, level: str | None) -> str:
    """A level that bots of a game play on."""
    levels = bot_levels(game)
    if level not in levels:
        raise Refused(400, "no-such-level", f"a bot's level is one of {', '.join(levels)}")
    return level


def check_entropy(entropy: str) -> str:
    """What a seat throws into the draws."""
    if len(entropy) > LONGEST_ENTROPY or not entropy.isascii() or not entropy.isprintable():
        raise Refused(400, "bad-entropy", f"entropy is at most {LONGEST_ENTROPY} plain characters")
    return entropy


def game_of(name: str) -> Game:
    """The game of this name."""
    try:
        return find_game(name)
    except UnknownGame as error:
        raise Refused(404, "no-such-game", str(error)) from None


async def make_table(house: House, person: Person, order: TableOrder) -> Made:
    """Make a table as ordered, and sit the person down."""
    game = game_of(order.game)
    if len(order.seats) not in game.seats:
        numbers = ", ".join(map(str, game.seats))
        raise Refused(400, "wrong-seats", f"{game.title} is for {numbers} seats, not for {len(order.seats)}")
    if sum(seat.kind == "me" for seat in order.seats) != 1:
        raise Refused(400, "no-seat-for-you", "exactly one of the seats must be yours")
    try:
        options = plain_options(read_options(game, order.options))
    except OptionError as error:
        raise Refused(400, "bad-options", str(error), rule=error.rule) from None
    if order.clock is not None and game.timing is not None:
        raise Refused(400, "no-clock", "this game has no turns: it is played without a clock")
    plan = Plan(
        options,
        len(order.seats),
        order.listed,
        order.spectators,
        order.clock,
        order.bot_speed,
        order.advice,
    )
    await _check_room_for_more(house, person.person)
    keys = [
        Key(number, house.settings.token())
        for number, seat in enumerate(order.seats)
        if seat.kind in ("me", "here")
    ]
    secret = {key.seat: hashed(key.key) for key in keys}
    entropy = check_entropy(order.entropy)

    def seat_all(room: Room) -> list[deeds.AnyDeed]:
        done: list[deeds.AnyDeed] = []
        own = sorted(range(plan.seats), key=lambda number: order.seats[number].kind != "me")
        for number in own:
            seat, thrown = order.seats[number], house.settings.token()
            if seat.kind == "bot":
                done.append(deeds.Filled(number, check_level(room.game, seat.level), thrown))
            elif seat.kind != "open":
                is_me = seat.kind == "me"
                name = clean_name(person.name if is_me else seat.name or "")
                deed = room.seated(number, person.person, name, secret[number], entropy or thrown)
                done.append(msgspec.structs.replace(deed, shares_device=not is_me))
            else:
                continue
            room.did(done[-1], 0, None)
        return done

    room = await _store_new(house, game, plan, seat_all, start=order.start)
    return Made(room.table, room.code, keys)


async def _check_room_for_more(house: House, person: str) -> None:
    """Refuse more tables than one person, or the server, can have."""
    limits = house.settings.limits
    with needing_the_store():
        mine, all_tables = await house.store.count(person=person), await house.store.count()
    if mine >= limits.tables_a_person:
        raise Refused(429, "too-many-tables", "you sit at too many tables: finish or leave some first")
    if all_tables >= limits.tables:
        raise Refused(503, "house-full", "the house is full: try again later")


async def _store_new(house: House, game: Game, plan: Plan, seat_all: Any, *, start: bool) -> Room:
    """Make a room with its first deeds and store it under a name and a code that are free."""
    settings, body = house.settings, msgspec.json.encode(plan)
    for _ in range(ATTEMPTS):
        seed, now = settings.seed(), settings.now()
        table = settings.token()[:16]
        header = Header(table, settings.code(), game.name, game.rules_version, now, seed, body)
        room = new_room(header, plan, game)
        done: list[deeds.AnyDeed] = seat_all(room)
        if start and all(seat.kind != "open" for seat in room.life.seats):
            begun = room.start(room.life.seats_of(room.life.host)[0], entropy=settings.token)
            room.did(begun, now, None)
            done.append(begun)
        room.life.at = now
        rows = [
            Row(table, number, now, deeds.kind(deed), deeds.write_deed(deed), None)
            for number, deed in enumerate(done, start=1)
        ]
        with needing_the_store():
            is_stored = await house.store.add_table(header, rows, summary(room), room.life.people)
        if is_stored:
            house.open(room)
            return room
    raise Refused(503, "busy", "no free name was found for the table: try again")


async def rematch(house: House, room: Room, seat: int, entropy: str) -> str:
    """The table at which the same people play again, as this seat wishes.

    Everybody throws in what they threw in last, until they come with something new; who asks may do so now.
    """
    if not room.life.is_over:
        raise Refused(409, "not-over", "the game is not over yet")
    life = room.life
    if life.rematch is not None:
        return life.rematch
    if room.play is None:
        raise Refused(409, "not-started", "no game was played at this table")
    asker = life.seats[seat].person or ""
    await _check_room_for_more(house, asker)

    def seat_all(new: Room) -> list[deeds.AnyDeed]:
        host_first = sorted(range(len(life.seats)), key=lambda number: life.seats[number].person != life.host)
        done: list[deeds.AnyDeed] = []
        for number in host_first:
            own = life.seats[number]
            new_thrown = entropy if own.person == asker else ""
            old_thrown = own.entropy if own.kind == "person" else ""
            done.append(_again(number, own, room.game, new_thrown or old_thrown or house.settings.token()))
            new.did(done[-1], 0, None)
        return done

    alone = len({seat.person for seat in life.seats if seat.person}) == 1
    made = await _store_new(house, room.game, room.plan, seat_all, start=alone)
    return made.table


def _again(number: int, seat: SeatLife, game: Game, thrown: str) -> deeds.AnyDeed:
    """Whoever sat there sits again."""
    if seat.kind == "bot":
        return deeds.Filled(number, check_level(game, seat.level), thrown)
    return deeds.Sat(number, seat.person or "", seat.name, "", thrown, shares_device=seat.shares_device)
