"""HTTP: who I am, the games, tables to make and find, records and replays."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from markdown_it import MarkdownIt

from caponata.bots.levels import LEVELS
from caponata.catalogue import shelf
from caponata.engine.game import MOST_SEATS, SPECTATOR, Game
from caponata.engine.options import plain_options
from caponata.engine.record import record_text
from caponata.engine.texts import TextError, Texts, languages, rulebook
from caponata.server import deeds
from caponata.server.house import House
from caponata.server.making import Key, Made, TableOrder, check_entropy, game_of, make_table
from caponata.server.people import Passport, Person, clean_name, hashed
from caponata.server.refused import Refused
from caponata.server.room import Room
from caponata.store import Summary

COOKIE = "caponata"
YEAR = 365 * 24 * 3600
MOST_LISTED = 100
RULE = re.compile(r"<p><strong>([A-Z]+-\d+\.\d+)</strong>")

AnyRequest = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
ThePassport = NamedDependency[Passport]
PathName = Annotated[str, PathParameter(max_length=64)]


class Trouble(msgspec.Struct):
    """Why a request is refused."""

    status: int
    code: str
    sentence: str
    rule: str | None = None
    reason: str | None = None
    facts: dict[str, Any] = {}


TROUBLES = {
    status: ResponseSpec(Trouble, description=words, generate_examples=False)
    for status, words in (
        (400, "the request is wrong"),
        (401, "say who you are first"),
        (403, "this is not for you"),
        (404, "there is no such thing"),
        (409, "not now"),
        (410, "gone for good"),
        (413, "too long"),
        (429, "too often"),
        (503, "the store cannot be reached"),
    )
}


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


class OptionCard(msgspec.Struct):
    """An option of a game."""

    name: str
    default: str | int | bool
    choices: list[str | int | bool]


class GameCard(msgspec.Struct):
    """A game on the shelf."""

    name: str
    title: str
    seats: list[int]
    rules_version: int
    languages: list[str]
    levels: list[str]
    options: list[OptionCard]


class Address(msgspec.Struct):
    """Where the page is found."""

    address: str | None


class RulePage(msgspec.Struct):
    """A rulebook page: each rule is a paragraph with its id."""

    language: str
    html: str


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
            room = (await house.find(summary.table)).room
        except Refused:
            return card
        acting = room.play.acting if room.play is not None else []
        card["your_turn"] = any(seat in acting for seat in room.life.seats_of(person))
    return card


def shown_card(summary: Summary, *, with_code: bool = False) -> dict[str, Any]:
    """What a list shows of a table."""
    card: dict[str, Any] = msgspec.json.decode(summary.card)
    return card if with_code else card | {"code": None}


class GamesController(Controller):
    """The games and their words."""

    path = "/games"
    tags = ("games",)

    @get(responses=TROUBLES)
    async def shelf(self) -> list[GameCard]:
        """The games on the shelf."""
        return [_game_card(game) for game in shelf()]

    @get("/{game:str}/texts/{language:str}", responses=TROUBLES)
    async def texts(self, game: PathName, language: PathName) -> dict[str, Any]:
        """The words of a game in a language."""
        try:
            return Texts(game_of(game), language).catalogue
        except TextError as error:
            raise Refused(404, "no-such-language", str(error)) from None

    @get("/{game:str}/rulebook/{language:str}", responses=TROUBLES)
    async def rulebook(self, game: PathName, language: PathName) -> RulePage:
        """The rulebook page of a game, in English where it is not translated yet."""
        return _rule_page(game_of(game).name, language)


def _game_card(game: Game) -> GameCard:
    words = Texts(game).catalogue["options"]
    options = [
        OptionCard(name, default, [_typed(choice) for choice in words[name]["choices"]])
        for name, default in plain_options(game.options()).items()
    ]
    return GameCard(
        game.name,
        game.title,
        list(game.seats),
        game.rules_version,
        list(languages(game)),
        list(LEVELS),
        options,
    )


def _typed(choice: str) -> str | int:
    return int(choice) if choice.isdigit() else choice


@lru_cache(maxsize=64)
def _rule_page(name: str, language: str) -> RulePage:
    game = game_of(name)
    try:
        page = rulebook(game, language)
    except TextError:
        language, page = "en", rulebook(game)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(page)
    return RulePage(language, RULE.sub(r'<p id="\1"><strong>\1</strong>', html))


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
        """Take a seat; whoever sits there already gets a new key."""
        person = who(request, passport)
        live = await house.find(table)
        own = live.room.life.seats_of(person.person)
        if own:
            keys = [Key(seat, house.settings.token()) for seat in own]
            for key in keys:
                deed = deeds.Keyed(key.seat, person.person, hashed(key.key))
                await house.act(live, partial(_still_there, deed=deed))
        else:
            secret = house.settings.token()
            entropy = check_entropy(data.entropy) or house.settings.token()
            done = await house.act(
                live, lambda room: room.sit(data.seat, person.person, person.name, hashed(secret), entropy)
            )
            assert isinstance(done, deeds.Sat)
            keys = [Key(done.seat, secret)]
        return Seated(keys[0].seat, keys[0].key, keys)

    @post("/{table:str}/leave", status_code=HTTP_204_NO_CONTENT, responses=TROUBLES)
    async def leave(self, table: PathName, data: JSONBody[Held], house: TheHouse) -> None:
        """Stand up, or leave a running game."""
        live = await house.find(table)
        seat = house.seat_of(live.room, data.key)
        await house.act(live, lambda room: room.leave(seat))

    @post("/{table:str}/link", status_code=HTTP_200_OK, responses=TROUBLES)
    async def link(self, table: PathName, data: JSONBody[Held], house: TheHouse) -> LinkToken:
        """A personal link that takes one's seat to another device."""
        live = await house.find(table)
        seat = house.seat_of(live.room, data.key)
        token = house.settings.token()
        await house.act(live, lambda room: deeds.Linked(seat, hashed(token)))
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
            record = record_text((await house.record(room))[0]).encode()
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
            text = record_text((await house.record(room))[0])
        shown = await house.thinkers.frames(room.game.name, text, [seat], {})
        return Response(shown[seat], media_type="application/json")


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
    live = await house.find(table)
    return msgspec.to_builtins(live.room.card())  # type: ignore[no-any-return]


@get("/address", tags=["server"], responses=TROUBLES)
async def address(house: TheHouse) -> Address:
    """Where other devices in the same network find the page, as far as the server knows."""
    return Address(house.settings.address)


@get("/health", tags=["server"], responses=TROUBLES)
async def health(house: TheHouse) -> dict[str, Any]:
    """Whether the server and its store are well."""
    waiting = await house.store.count(("waiting", "playing", "paused"))
    return {"ok": True, "tables": waiting, "in_memory": len(house.lives)}
