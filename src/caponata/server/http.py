"""HTTP: tables to make, find, join and leave; records and replays."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from caponata.engine.game import MOST_SEATS, SPECTATOR
from caponata.server import deeds
from caponata.server.answers import Address, Analysed, Card, FoundCard, Health, RecordFile, Replayed
from caponata.server.house import House
from caponata.server.limits import network
from caponata.server.live import Live
from caponata.server.making import Key, Made, TableOrder, check_entropy, game_of, make_table
from caponata.server.me import AnyRequest, TheHouse, ThePassport, known, who
from caponata.server.people import Person, hashed
from caponata.server.refused import Refused
from caponata.server.room import Room
from caponata.server.troubles import TROUBLES
from caponata.store.store import SILENT

MOST_LISTED = 100
HEALTHY = 5.0  # seconds within which a store that is well has counted its tables
NO_GAME = "this table was closed before a game began: there is nothing to show"
A_RECORD = ResponseSpec(RecordFile, description="the record, as a file", generate_examples=False)
AN_ANALYSIS = ResponseSpec(Analysed, description="the analysis, or how far it is", generate_examples=False)
A_REPLAY = ResponseSpec(Replayed, description="the game, frame by frame", generate_examples=False)

PathName = Annotated[str, PathParameter(max_length=64)]


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


class TablesController(Controller):
    """Tables: make, find, join and leave them; read what was played."""

    path = "/tables"
    tags = ("tables",)

    @get(responses=TROUBLES)
    async def listed(
        self, house: TheHouse, game: Annotated[str | None, QueryParameter(max_length=64)] = None
    ) -> list[Card]:
        """The tables that anybody may join or watch."""
        if game is not None:
            game_of(game)
        found = await house.store.listed(game, MOST_LISTED)
        cards = [msgspec.json.decode(summary.card, type=Card) for summary in found]
        return [msgspec.structs.replace(card, code=None) for card in cards]

    @post(responses=TROUBLES)
    async def make(
        self, request: AnyRequest, data: JSONBody[TableOrder], passport: ThePassport, house: TheHouse
    ) -> Made:
        """Make a table and sit down."""
        return await make_table(house, who(request, passport), data)

    @get("/{table:str}", responses=TROUBLES)
    async def show(
        self, request: AnyRequest, table: PathName, passport: ThePassport, house: TheHouse
    ) -> FoundCard:
        """A table as lists show it, with the seats that are yours."""
        room = (await house.newest(table)).room
        me = known(request, passport)
        yours = room.life.seats_of(me.person) if me is not None else []
        card = msgspec.structs.asdict(room.card())
        return FoundCard(**card | {"code": room.code if yours else None}, yours=yours)

    @post("/{table:str}/sit", status_code=HTTP_200_OK, responses=TROUBLES)
    async def sit(
        self,
        request: AnyRequest,
        table: PathName,
        data: JSONBody[Sitting],
        passport: ThePassport,
        house: TheHouse,
    ) -> Seated:
        """Take a seat; whoever sits there already gets new keys, and may throw something else in."""
        person = who(request, passport)
        live = await house.find(table)
        secret = house.settings.token()
        given = check_entropy(data.entropy)
        thrown = given or house.settings.token()
        try:
            done = await house.act(
                live, lambda room: room.sit(data.seat, person.person, person.name, hashed(secret), thrown)
            )
        except Refused as error:
            if error.code != "sits-already":
                raise
            keys = await _new_keys(house, live, person, given)
            if not keys:  # they stood up meanwhile
                raise Refused(503, "busy", "too much is happening at this table: try again") from None
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

    @get("/{table:str}/record", responses=TROUBLES | {HTTP_200_OK: A_RECORD})
    async def record(self, table: PathName, house: TheHouse) -> Response[bytes]:
        """The record of a finished game, as a file."""
        record = await house.store.record(table)
        if record is None:
            room = await _finished(house, table)
            record = await _record_of(house, room)
        name = f'attachment; filename="{table}.json"'
        return Response(record, media_type="application/json", headers={"content-disposition": name})

    @get("/{table:str}/analysis", responses=TROUBLES | {HTTP_200_OK: AN_ANALYSIS})
    async def analysis(self, table: PathName, house: TheHouse) -> Response[bytes]:
        """Where the results of a finished game came from; the first to ask waits while it is found out."""
        kept = await house.store.analysis(table)
        if kept is not None:
            return Response(kept, media_type="application/json")
        room = await _finished(house, table)
        if room.game_on.outcome() is None:
            raise Refused(409, "not-played-out", "only a game that was played to its end can be analysed")
        record = await house.store.record(table)
        if record is None:
            record = await _record_of(house, room)
        job = house.analyst.begin(table, room.game.name, record.decode())
        if job.has_failed:
            raise Refused(500, "analysis-failed", "this game could not be analysed: it was noted")
        going = {"done": job.done, "of": job.of}
        return Response(msgspec.json.encode(going), media_type="application/json")

    @get("/{table:str}/replay", responses=TROUBLES | {HTTP_200_OK: A_REPLAY})
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
        live = await _looked_at(house, table)
        async with house.looking(live) as room:
            if room.play is None and room.life.is_over:
                raise Refused(409, "no-game", NO_GAME)
            if seat != SPECTATOR:
                room.check_seat(seat)
            if not room.life.is_over:
                _check_eyes(house, room, seat, key)
            played = await house.archive.played(room)
        _, shown = await house.archive.replayed(played, seat)  # the game goes on meanwhile
        return Response(shown, media_type="application/json")


async def _new_keys(house: House, live: Live, person: Person, entropy: str) -> list[Key]:
    """Other keys for the seats that a person has already, and what these throw in if the game waits."""
    async with house.looking(live) as room:
        keys = [Key(seat, house.settings.token()) for seat in room.life.seats_of(person.person)]
    for key in keys:
        await house.act(live, partial(_rekeyed, key=key, person=person.person, entropy=entropy))
    return keys


def _rekeyed(room: Room, key: Key, person: str, entropy: str) -> deeds.Keyed:
    return room.rekey(key.seat, person, hashed(key.key), entropy)


def _check_eyes(house: House, room: Room, seat: int, key: str | None) -> None:
    """While a game runs, a replay shows a seat's view to that seat alone."""
    if seat == SPECTATOR and not room.plan.spectators:
        raise Refused(403, "no-spectators", "this table is played without spectators")
    if seat != SPECTATOR and (key is None or house.seat_of(room, key) != seat):
        raise Refused(403, "not-your-seat", "while the game runs, only that seat may look back")


async def _finished(house: House, table: str) -> Room:
    room = (await _looked_at(house, table)).room
    if not room.life.is_over:
        raise Refused(409, "not-over", "the record is open when the game is over")
    if room.play is None:
        raise Refused(409, "no-game", NO_GAME)
    return room


async def _looked_at(house: House, table: str) -> Live:
    """A table whose game is to be looked at; under older rules only what was kept of it can be."""
    try:
        return await house.newest(table)
    except Refused as error:
        if error.code != "old-rules" or await house.store.record(table) is not None:
            raise
        sentence = "this table follows older rules than those played here now, and no game of it was kept"
        raise Refused(410, "not-kept", sentence) from None


async def _record_of(house: House, room: Room) -> bytes:
    """The record of a finished game that is not put away yet."""
    text, _ = await house.archive.replayed(await house.archive.played(room), SPECTATOR)
    return text.encode()


@get("/codes/{code:str}", tags=["tables"], responses=TROUBLES)
async def by_code(request: AnyRequest, code: PathName, house: TheHouse) -> Card:
    """The table with a join code."""
    asker = network(request)
    if not house.guesses.take(asker):  # taken before anything is awaited: guesses made at once count too
        raise Refused(429, "too-many-guesses", "too many codes were wrong: check the letters, wait a minute")
    table = await house.store.table_of(code.strip().upper())
    room = None if table is None else (await house.newest(table)).room
    if room is None or room.life.is_over:
        raise Refused(404, "no-such-code", "no table has this code: check the letters")
    house.guesses.give_back(asker)
    return room.card()


@get("/address", tags=["server"], responses=TROUBLES)
async def address(house: TheHouse) -> Address:
    """Where other devices in the same network find the page, as far as the server knows."""
    return Address(house.settings.address)


@get("/health", tags=["server"], responses=TROUBLES)
async def health(house: TheHouse) -> Health:
    """Whether the server and its store are well, for reading and, as far as was tried lately, for writing."""
    if house.store.trouble is not None:
        raise Refused(503, "store-down", house.store.trouble)
    try:
        async with asyncio.timeout(HEALTHY):
            tables = await house.store.count()
    except TimeoutError:
        raise Refused(503, "store-down", SILENT) from None
    return Health(ok=True, tables=tables, in_memory=len(house.lives))
