"""HTTP routes for tables, records, replays and analyses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from caponata.engine.game import MOST_SEATS, SPECTATOR
from caponata.server.api.accounts import AnyRequest, InjectedService, InjectedSigner, identify, require_person
from caponata.server.api.analysis import AnalysisService
from caponata.server.api.error_responses import ERROR_RESPONSES
from caponata.server.api.responses import Address, Analysis, Health, OwnCard, RecordFile, Replay
from caponata.server.rate_limits import RateLimiter, network
from caponata.server.tables import deeds
from caponata.server.tables.cards import Card
from caponata.server.tables.creation import (
    CreatedTable,
    Key,
    TableOrder,
    check_entropy,
    create_table,
    game_named,
)
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.people import Person
from caponata.server.tables.room import Room
from caponata.server.tables.seating import Claim, CreateLink, LeaveWithKey, ReplaceKey, Sit
from caponata.server.tables.service import TableService
from caponata.store.store import NO_ANSWER

MAX_LISTED = 100
HEALTH_TIMEOUT = 5.0  # seconds within which a healthy store counts its tables
NO_GAME = "this table was closed before its game started"
A_RECORD = ResponseSpec(RecordFile, description="the record, as a file", generate_examples=False)
AN_ANALYSIS = ResponseSpec(Analysis, description="the analysis, or its progress", generate_examples=False)
A_REPLAY = ResponseSpec(Replay, description="the game, frame by frame", generate_examples=False)

PathName = Annotated[str, PathParameter(max_length=64)]


@dataclass(frozen=True)
class ApiServices:
    """The parts of the server that only some routes use."""

    service: TableService
    analyses: AnalysisService
    guess_limiter: RateLimiter


InjectedServices = NamedDependency[ApiServices]


class SitRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The seat somebody wants, or null for any free seat."""

    seat: int | None = None
    entropy: str = ""


class SeatKeys(msgspec.Struct):
    """A seat with its key, and the keys of all seats if a person has several."""

    seat: int
    key: str
    keys: list[Key]


class KeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The key of one's seat."""

    key: str


class LinkToken(msgspec.Struct):
    """The token of a personal link."""

    token: str


class TablesController(Controller):
    """Create, find, join and leave tables; read records and replays."""

    path = "/tables"
    tags = ("tables",)

    @get(responses=ERROR_RESPONSES)
    async def listed(
        self, service: InjectedService, game: Annotated[str | None, QueryParameter(max_length=64)] = None
    ) -> list[Card]:
        """List the tables that anybody may join or watch."""
        if game is not None:
            game_named(game)
        summaries = await service.store.listed(game, MAX_LISTED)
        cards = [msgspec.json.decode(summary.card, type=Card) for summary in summaries]
        return [msgspec.structs.replace(card, code=None) for card in cards]

    @post(responses=ERROR_RESPONSES)
    async def make(
        self,
        request: AnyRequest,
        data: JSONBody[TableOrder],
        signer: InjectedSigner,
        service: InjectedService,
    ) -> CreatedTable:
        """Create a table and take a seat."""
        return await create_table(service, require_person(request, signer), data)

    @get("/{table:str}", responses=ERROR_RESPONSES)
    async def show(
        self, request: AnyRequest, table: PathName, signer: InjectedSigner, service: InjectedService
    ) -> OwnCard:
        """Return a table's card, with the seats that are yours."""
        room = (await service.find_current(table)).room
        me = identify(request, signer)
        yours = room.state.seats_of(me.person) if me is not None else []
        card = msgspec.structs.asdict(room.card())
        return OwnCard(**card | {"code": room.code if yours else None}, yours=yours)

    @post("/{table:str}/sit", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
    async def sit(
        self,
        request: AnyRequest,
        table: PathName,
        data: JSONBody[SitRequest],
        signer: InjectedSigner,
        service: InjectedService,
    ) -> SeatKeys:
        """Take a seat. People who sit there already get new keys, and may send new entropy."""
        person = require_person(request, signer)
        open_table = await service.find(table)
        secret = service.settings.token()
        given = check_entropy(data.entropy)
        entropy_used = given or service.settings.token()
        try:
            deed = await service.perform(open_table, Sit(data.seat, person, secret, entropy_used))
        except RequestRefused as error:
            if error.code != "sits-already":
                raise
            keys = await _new_keys(service, open_table, person, given)
            if not keys:  # they left in the meantime
                raise RequestRefused(503, "busy", "too much is happening at this table: try again") from None
        else:
            assert isinstance(deed, deeds.Sat)
            keys = [Key(deed.seat, secret)]
        return SeatKeys(keys[0].seat, keys[0].key, keys)

    @post("/{table:str}/leave", status_code=HTTP_204_NO_CONTENT, responses=ERROR_RESPONSES)
    async def leave(self, table: PathName, data: JSONBody[KeyRequest], service: InjectedService) -> None:
        """Free your seat before the game, or leave a running game."""
        open_table = await service.find(table)
        await service.perform(open_table, LeaveWithKey(data.key))

    @post("/{table:str}/link", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
    async def link(self, table: PathName, data: JSONBody[KeyRequest], service: InjectedService) -> LinkToken:
        """Create a personal link, which moves your seat to another device."""
        open_table = await service.find(table)
        token = service.settings.token()
        await service.perform(open_table, CreateLink(data.key, token))
        return LinkToken(token)

    @post("/{table:str}/claim", status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
    async def claim(
        self,
        request: AnyRequest,
        table: PathName,
        data: JSONBody[LinkToken],
        signer: InjectedSigner,
        service: InjectedService,
    ) -> SeatKeys:
        """Take over a seat by its personal link. The other device loses it."""
        person = require_person(request, signer)
        open_table = await service.find(table)
        secret = service.settings.token()
        deed = await service.perform(open_table, Claim(data.token, person.person, secret))
        assert isinstance(deed, deeds.Keyed)
        return SeatKeys(deed.seat, secret, [Key(deed.seat, secret)])

    @get("/{table:str}/record", responses=ERROR_RESPONSES | {HTTP_200_OK: A_RECORD})
    async def record(self, table: PathName, service: InjectedService) -> Response[bytes]:
        """Return the record of a finished game as a file."""
        record = await service.store.record(table)
        if record is None:
            room = await _find_finished(service, table)
            record = await _record_of(service, room)
        name = f'attachment; filename="{table}.json"'
        return Response(record, media_type="application/json", headers={"content-disposition": name})

    @get("/{table:str}/analysis", responses=ERROR_RESPONSES | {HTTP_200_OK: AN_ANALYSIS})
    async def analysis(self, table: PathName, services: InjectedServices) -> Response[bytes]:
        """Return the analysis of a finished game, or its progress. The first request starts it."""
        service = services.service
        stored = await service.store.analysis(table)
        if stored is not None:
            return Response(stored, media_type="application/json")
        room = await _find_finished(service, table)
        if room.started_game.outcome() is None:
            raise RequestRefused(
                409, "not-played-out", "only a game that was played to the end can be analysed"
            )
        record = await service.store.record(table)
        if record is None:
            record = await _record_of(service, room)
        job = services.analyses.begin(table, room.game.name, record.decode())
        if job.has_failed:
            raise RequestRefused(
                500, "analysis-failed", "this game could not be analysed: the error was logged"
            )
        progress = {"done": job.done, "of": job.of}
        return Response(msgspec.json.encode(progress), media_type="application/json")

    @get("/{table:str}/replay", responses=ERROR_RESPONSES | {HTTP_200_OK: A_REPLAY})
    async def replay(
        self,
        table: PathName,
        service: InjectedService,
        seat: Annotated[int, QueryParameter(ge=SPECTATOR, lt=MOST_SEATS)] = SPECTATOR,
        key: Annotated[str | None, HeaderParameter(name="X-Seat-Key", max_length=200)] = None,
    ) -> Response[bytes]:
        """Return a game as a seat saw it, frame by frame. While it runs, only for that seat."""
        stored = await service.store.replay(table)
        if stored is not None:
            frames = msgspec.json.decode(stored, type=dict[str, msgspec.Raw])
            if str(seat) not in frames:
                raise RequestRefused(404, "no-such-seat", f"this table has no seat {seat}")
            return Response(bytes(frames[str(seat)]), media_type="application/json")
        open_table = await _find_for_replay(service, table)
        async with service.locked_room(open_table) as room:
            if room.game_table is None and room.state.is_over:
                raise RequestRefused(409, "no-game", NO_GAME)
            if seat != SPECTATOR:
                room.check_seat(seat)
            if not room.state.is_over:
                _check_may_replay(room, seat, key)
            game_log = await service.archive.game_log(room)
        # outside the lock, so that the game continues meanwhile
        _, replay_json = await service.archive.workers.replay(game_log, seat)
        return Response(replay_json, media_type="application/json")


async def _new_keys(service: TableService, open_table: OpenTable, person: Person, entropy: str) -> list[Key]:
    """Give a person new keys for all their seats; new entropy counts until the game starts."""
    async with service.locked_room(open_table) as room:
        keys = [Key(seat, service.settings.token()) for seat in room.state.seats_of(person.person)]
    for key in keys:
        await service.perform(open_table, ReplaceKey(key.seat, person.person, key.key, entropy))
    return keys


def _check_may_replay(room: Room, seat: int, key: str | None) -> None:
    """Refuse the replay of another seat while the game runs."""
    if seat == SPECTATOR and not room.config.spectators:
        raise RequestRefused(403, "no-spectators", "this table does not allow spectators")
    if seat != SPECTATOR and (key is None or room.seat_of_key(key) != seat):
        raise RequestRefused(403, "not-your-seat", "while the game runs, only that seat may see its replay")


async def _find_finished(service: TableService, table: str) -> Room:
    room = (await _find_for_replay(service, table)).room
    if not room.state.is_over:
        raise RequestRefused(409, "not-over", "the record is available when the game is over")
    if room.game_table is None:
        raise RequestRefused(409, "no-game", NO_GAME)
    return room


async def _find_for_replay(service: TableService, table: str) -> OpenTable:
    """Find a table to replay; under older rules only an archived game is available."""
    try:
        return await service.find_current(table)
    except RequestRefused as error:
        if error.code != "old-rules" or await service.store.record(table) is not None:
            raise
        sentence = "this table uses older rules than this server, and its game was not archived"
        raise RequestRefused(410, "not-kept", sentence) from None


async def _record_of(service: TableService, room: Room) -> bytes:
    """Return the record of a finished game that is not archived yet."""
    text, _ = await service.archive.workers.replay(await service.archive.game_log(room), SPECTATOR)
    return text.encode()


@get("/codes/{code:str}", tags=["tables"], responses=ERROR_RESPONSES)
async def by_code(request: AnyRequest, code: PathName, services: InjectedServices) -> Card:
    """Return the card of the table with a join code."""
    service = services.service
    client = network(request)
    # before the first await, so that parallel guesses count too
    if not services.guess_limiter.take(client):
        raise RequestRefused(
            429, "too-many-guesses", "too many wrong codes: check the letters and wait a minute"
        )
    table = await service.store.table_of(code.strip().upper())
    room = None if table is None else (await service.find_current(table)).room
    if room is None or room.state.is_over:
        raise RequestRefused(404, "no-such-code", "no table has this code: check the letters")
    services.guess_limiter.give_back(client)
    return room.card()


@get("/address", tags=["server"], responses=ERROR_RESPONSES)
async def address(service: InjectedService) -> Address:
    """Return the address of the page for other devices in the same network, or null if it is unknown."""
    return Address(service.settings.address)


@get("/health", tags=["server"], responses=ERROR_RESPONSES)
async def health(service: InjectedService) -> Health:
    """Check that the store can be read, and that the last write succeeded."""
    if service.store.write_failure is not None:
        raise RequestRefused(503, "store-down", service.store.write_failure)
    try:
        async with asyncio.timeout(HEALTH_TIMEOUT):
            tables = await service.store.count()
    except TimeoutError:
        raise RequestRefused(503, "store-down", NO_ANSWER) from None
    return Health(ok=True, tables=tables, in_memory=len(service.open_tables))
