"""HTTP: who I am, the games, tables to make and find, records and replays."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from caponata.engine.game import MOST_SEATS, SPECTATOR
from caponata.server import deeds
from caponata.server.house import House
from caponata.server.live import Live
from caponata.server.making import Key, Made, TableOrder, check_entropy, make_table
from caponata.server.people import Passport, Person, clean_name, hashed
from caponata.server.refused import Refused
from caponata.server.room import Room
from caponata.server.troubles import TROUBLES
from caponata.store import Summary

COOKIE = "caponata"
YEAR = 365 * 24 * 3600
MOST_LISTED = 100
RULE = re.compile(r"<p><strong>([A-Z]+-\d+\.\d+)</strong>")

AnyRequest = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
ThePassport = NamedDependency[Passport]
PathName = Annotated[str, PathParameter(max_length=64)]


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be called."""

    name: str


class Me(msgspec.Struct):
    """Who I am, with the token that proves it to programs."""

    person: str
    name: str
    token: str


class Sitting(msgspec.Struct, forbid_unknown_fields=True):
    """Where somebody wants to sit: null for any free seat."""

    seat: int | None = None
    entropy: str = ""


class Seated(msgspec.Struct):
    """A seat with its key; all of them where a person has several."""

    seat: int
    key: str
    keys: list[Key]


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """The key of one's seat."""

    key: str


class LinkToken(msgspec.Struct):
    """What a personal link holds."""

    token: str


class Address(msgspec.Struct):
    """Where the page is found."""

    address: str | None


def known(request: AnyRequest, passport: Passport) -> Person | None:
    """The person who asks, or nothing where they did not say."""
    header = request.headers.get("authorization", "")
    token = header[7:] if header.lower().startswith("bearer ") else request.cookies.get(COOKIE, "")
    return passport.read(token)


def who(request: AnyRequest, passport: Passport) -> Person:
    """The person who asks."""
    person = known(request, passport)
    if person is None:
        raise Refused(401, "nobody", "say who you are first: a name is enough")
    return person


def introduced(person: Person, passport: Passport, request: AnyRequest, status: int) -> Response[Me]:
    """Tell somebody who they are, and let the browser remember it."""
    token = passport.sign(person)
    is_secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    cookie = Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure)
    return Response(Me(person.person, person.name, token), cookies=[cookie], status_code=status)


class MeController(Controller):
    """Who I am."""

    path = "/me"
    tags = ("people",)

    @get(responses=TROUBLES)
    async def show(self, request: AnyRequest, passport: ThePassport) -> Response[Me]:
        """Who am I?"""
        return introduced(who(request, passport), passport, request, HTTP_200_OK)

    @post(status_code=HTTP_200_OK, responses=TROUBLES)
    async def come(
        self, request: AnyRequest, data: JSONBody[Named], passport: ThePassport, house: TheHouse
    ) -> Response[Me]:
        """Introduce yourself: a name, no password."""
        person = Person(house.settings.token()[:16], clean_name(data.name))
        return introduced(person, passport, request, HTTP_200_OK)

    @put(responses=TROUBLES)
    async def rename(self, request: AnyRequest, data: JSONBody[Named], passport: ThePassport) -> Response[Me]:
        """Be called something else from now on."""
        person = Person(who(request, passport).person, clean_name(data.name))
        return introduced(person, passport, request, HTTP_200_OK)

    @get("/tables", responses=TROUBLES)
    async def tables(
        self, request: AnyRequest, passport: ThePassport, house: TheHouse
    ) -> list[dict[str, Any]]:
        """The tables where I sit or sat, newest first."""
        person = who(request, passport).person
        found = await house.store.tables_of(person, MOST_LISTED)
        return [await _my_card(house, summary, person) for summary in found]


async def _my_card(house: House, summary: Summary, person: str) -> dict[str, Any]:
    card = shown_card(summary, with_code=True)
    card["your_turn"] = False
    if summary.status == "playing":
        try:
            async with house.looking(await house.find(summary.table)) as room:
                acting = room.play.acting if room.play is not None else []
                card["your_turn"] = any(seat in acting for seat in room.life.seats_of(person))
        except Refused:
            return card
    return card


def shown_card(summary: Summary, *, with_code: bool = False) -> dict[str, Any]:
    """What a list shows of a table."""
    card: dict[str, Any] = msgspec.json.decode(summary.card)
    return card if with_code else card | {"code": None}


class TablesController(Controller):
    """Tables: make, find, join and leave them; read what was played."""

    path = "/tables"
    tags = ("tables",)

    @get(responses=TROUBLES)
    async def listed(
        self, house: TheHouse, game: Annotated[str | None, QueryParameter(max_length=64)] = None
    ) -> list[dict[str, Any]]:
        """The tables that anybody may join or watch."""
        return [shown_card(summary) for summary in await house.store.listed(game, MOST_LISTED)]

    @post(responses=TROUBLES)
    async def make(
        self, request: AnyRequest, data: JSONBody[TableOrder], passport: ThePassport, house: TheHouse
    ) -> Made:
        """Make a table and sit down."""
        return await make_table(house, who(request, passport), data)

    @get("/{table:str}", responses=TROUBLES)
    async def show(
        self, request: AnyRequest, table: PathName, passport: ThePassport, house: TheHouse
    ) -> dict[str, Any]:
        """A table as lists show it, with the seats that are yours."""
        room = (await house.find(table)).room
        me = known(request, passport)
        yours = room.life.seats_of(me.person) if me is not None else []
        card: dict[str, Any] = msgspec.to_builtins(room.card())
        return card | {"code": room.code if yours else None, "yours": yours}

    @post("/{table:str}/sit", status_code=HTTP_200_OK, responses=TROUBLES)
    async def sit(
        self,
        request: AnyRequest,
        table: PathName,
        data: JSONBody[Sitting],
        passport: ThePassport,
        house: TheHouse,
    ) -> Seated:
        """Take a seat; whoever sits there already gets new keys."""
        person = who(request, passport)
        live = await house.find(table)
        secret = house.settings.token()
        entropy = check_entropy(data.entropy) or house.settings.token()
        try:
            done = await house.act(
                live, lambda room: room.sit(data.seat, person.person, person.name, hashed(secret), entropy)
            )
        except Refused as error:
            if error.code != "sits-already":
                raise
            keys = await _new_keys(house, live, person)
        else:
            assert isinstance(done, deeds.Sat)
            keys = [Key(done.seat, secret)]
        return Seated(keys[0].seat, keys[0].key, keys)

    @post("/{table:str}/leave", status_code=HTTP_204_NO_CONTENT, responses=TROUBLES)
    async def leave(self, table: PathName, data: JSONBody[Held], house: TheHouse) -> None:
        """Stand up, or leave a running game."""
        live = await house.find(table)
        await house.act(live, lambda room: room.leave(house.seat_of(room, data.key)))

    @post("/{table:str}/link", status_code=HTTP_200_OK, responses=TROUBLES)
    async def link(self, table: PathName, data: JSONBody[Held], house: TheHouse) -> LinkToken:
        """A personal link that takes one's seat to another device."""
        live = await house.find(table)
        token = house.settings.token()
        await house.act(live, lambda room: deeds.Linked(house.seat_of(room, data.key), hashed(token)))
        return LinkToken(token)

    @post("/{table:str}/claim", status_code=HTTP_200_OK, responses=TROUBLES)
    async def claim(
        self,
        request: AnyRequest,
        table: PathName,
        data: JSONBody[LinkToken],
        passport: ThePassport,
        house: TheHouse,
    ) -> Seated:
        """Take a seat over by its personal link: the other device loses it."""
        person = who(request, passport)
        live = await house.find(table)
        secret = house.settings.token()
        done = await house.act(live, lambda room: room.claim(data.token, person.person, hashed(secret)))
        assert isinstance(done, deeds.Keyed)
        return Seated(done.seat, secret, [Key(done.seat, secret)])

    @get("/{table:str}/record", responses=TROUBLES)
    async def record(self, table: PathName, house: TheHouse) -> Response[bytes]:
        """The record of a finished game, as a file."""
        record = await house.store.record(table)
        if record is None:
            room = await _finished(house, table)
            record = (await house.archive.replayed(room, SPECTATOR))[0].encode()
        name = f'attachment; filename="{table}.json"'
        return Response(record, media_type="application/json", headers={"content-disposition": name})

    @get("/{table:str}/replay", responses=TROUBLES)
    async def replay(
        self,
        table: PathName,
        house: TheHouse,
        seat: Annotated[int, QueryParameter(ge=SPECTATOR, lt=MOST_SEATS)] = SPECTATOR,
        key: Annotated[str | None, HeaderParameter(name="X-Seat-Key", max_length=200)] = None,
    ) -> Response[bytes]:
        """A game as a seat saw it, frame by frame; while it runs, for that seat alone."""
        kept = await house.store.replay(table)
        if kept is not None:
            frames = msgspec.json.decode(kept, type=dict[str, msgspec.Raw])
            if str(seat) not in frames:
                raise Refused(404, "no-such-seat", f"this table has no seat {seat}")
            return Response(bytes(frames[str(seat)]), media_type="application/json")
        live = await house.find(table)
        async with house.looking(live) as room:
            if seat != SPECTATOR:
                room.check_seat(seat)
            if not room.life.is_over:
                _check_eyes(house, room, seat, key)
            _, shown = await house.archive.replayed(room, seat)
        return Response(shown, media_type="application/json")


async def _new_keys(house: House, live: Live, person: Person) -> list[Key]:
    """Other keys for the seats that a person has already."""
    async with house.looking(live) as room:
        keys = [Key(seat, house.settings.token()) for seat in room.life.seats_of(person.person)]
    for key in keys:
        deed = deeds.Keyed(key.seat, person.person, hashed(key.key))
        await house.act(live, partial(_still_there, deed=deed))
    return keys


def _still_there(room: Room, deed: deeds.Keyed) -> deeds.Keyed:
    if room.life.seats[deed.seat].person != deed.person:
        raise Refused(409, "seat-taken", "this seat is not yours any more")
    return deed


def _check_eyes(house: House, room: Room, seat: int, key: str | None) -> None:
    """While a game runs, a replay shows a seat's view to that seat alone."""
    if seat == SPECTATOR and not room.plan.spectators:
        raise Refused(403, "no-spectators", "this table is played without spectators")
    if seat != SPECTATOR and (key is None or house.seat_of(room, key) != seat):
        raise Refused(403, "not-your-seat", "while the game runs, only that seat may look back")


async def _finished(house: House, table: str) -> Room:
    room = (await house.find(table)).room
    if not room.life.is_over or room.play is None:
        raise Refused(409, "not-over", "the record is open when the game is over")
    return room


@get("/codes/{code:str}", tags=["tables"], responses=TROUBLES)
async def by_code(code: PathName, house: TheHouse) -> dict[str, Any]:
    """The table with a join code."""
    table = await house.store.table_of(code.strip().upper())
    if table is None:
        raise Refused(404, "no-such-code", "no table has this code: check the letters")
    room = (await house.find(table)).room
    if room.life.is_over:
        raise Refused(404, "no-such-code", "no table has this code: check the letters")
    return msgspec.to_builtins(room.card())  # type: ignore[no-any-return]


@get("/address", tags=["server"], responses=TROUBLES)
async def address(house: TheHouse) -> Address:
    """Where other devices in the same network find the page, as far as the server knows."""
    return Address(house.settings.address)


@get("/health", tags=["server"], responses=TROUBLES)
async def health(house: TheHouse) -> dict[str, Any]:
    """Whether the server and its store are well."""
    return {"ok": True, "tables": await house.store.count(), "in_memory": len(house.lives)}
