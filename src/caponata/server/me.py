"""Who asks over HTTP: by a token that the server signed, and from which network."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from caponata.server import deeds
from caponata.server.answers import Card, Introduced, Me, MyCard
from caponata.server.house import House
from caponata.server.life import PLAYING
from caponata.server.people import Passport, Person, clean_name
from caponata.server.refused import Refused
from caponata.server.troubles import TROUBLES

COOKIE: Final = "caponata"
BEARER: Final = "bearer "
YEAR: Final = 365 * 24 * 3600  # seconds
MOST_SHOWN: Final = 100

AnyRequest = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
ThePassport = NamedDependency[Passport]


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be called."""

    name: str


def _bearer(request: AnyRequest) -> str | None:
    header = request.headers.get("authorization", "")
    return header[len(BEARER) :] if header.lower().startswith(BEARER) else None


def known(request: AnyRequest, passport: Passport) -> Person | None:
    """The person who asks, or nothing where they did not say."""
    token = _bearer(request)
    return passport.read(request.cookies.get(COOKIE, "") if token is None else token)


def who(request: AnyRequest, passport: Passport) -> Person:
    """The person who asks."""
    person = known(request, passport)
    if person is None:
        raise Refused(401, "nobody", "say who you are first: a name is enough")
    return person


def _remembered(request: AnyRequest, token: str) -> Cookie:
    is_secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    return Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure)


class MeController(Controller):
    """Who I am."""

    path = "/me"
    tags = ("people",)

    @get(responses=TROUBLES)
    async def show(self, request: AnyRequest, passport: ThePassport) -> Response[Me]:
        """Who am I?"""
        person = who(request, passport)
        cookie = _remembered(request, passport.sign(person))
        return Response(Me(person.person, person.name), cookies=[cookie])

    @post(status_code=HTTP_200_OK, responses=TROUBLES)
    async def come(
        self, request: AnyRequest, data: JSONBody[Named], passport: ThePassport, house: TheHouse
    ) -> Response[Introduced]:
        """Introduce yourself: a name, no password."""
        person = Person(house.settings.token()[:16], clean_name(data.name))
        token = passport.sign(person)
        return Response(Introduced(person.person, person.name, token), cookies=[_remembered(request, token)])

    @put(responses=TROUBLES)
    async def rename(
        self, request: AnyRequest, data: JSONBody[Named], passport: ThePassport
    ) -> Response[Introduced]:
        """Be called something else from now on; the new token is told to those who showed the old one."""
        person = Person(who(request, passport).person, clean_name(data.name))
        token = passport.sign(person)
        told = None if _bearer(request) is None else token
        return Response(Introduced(person.person, person.name, told), cookies=[_remembered(request, token)])

    @get("/tables", responses=TROUBLES)
    async def tables(self, request: AnyRequest, passport: ThePassport, house: TheHouse) -> list[MyCard]:
        """The tables where I sit or sat, newest first; a stranger sits nowhere."""
        me = known(request, passport)
        if me is None:
            return []
        found = await house.store.tables_of(me.person, MOST_SHOWN)
        seats = await house.store.seats_of(me.person)
        playing = [summary.table for summary in found if summary.status == PLAYING]
        last = await house.store.last_deeds(playing, deeds.MOVING)
        acting = {table: deeds.acting_after(deeds.read_deed(body)) for table, body in last.items()}
        cards = [msgspec.json.decode(summary.card, type=Card) for summary in found]
        return [
            MyCard(
                **msgspec.structs.asdict(card),
                your_turn=any(
                    seat in acting.get(card.table, ()) and card.seats[seat].stands_in is None
                    for seat in seats.get(card.table, ())
                ),
            )
            for card in cards
        ]
