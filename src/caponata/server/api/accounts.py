"""Who sends an HTTP request: people are identified by a token that the server signed."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from caponata.server.api.error_responses import ERROR_RESPONSES
from caponata.server.api.identity import IdentitySigner
from caponata.server.api.responses import Identity, Me, MyCard
from caponata.server.tables import deeds
from caponata.server.tables.cards import Card
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.people import Person, clean_name
from caponata.server.tables.service import TableService
from caponata.server.tables.state import PLAYING

COOKIE: Final = "caponata"
BEARER: Final = "bearer "
YEAR: Final = 365 * 24 * 3600  # seconds
MAX_TABLES: Final = 100

AnyRequest = Request[Any, Any, Any]
InjectedService = NamedDependency[TableService]
InjectedSigner = NamedDependency[IdentitySigner]


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A name that somebody wants to use."""

    name: str


def _bearer(request: AnyRequest) -> str | None:
    header = request.headers.get("authorization", "")
    return header[len(BEARER) :] if header.lower().startswith(BEARER) else None


def identify(request: AnyRequest, signer: IdentitySigner) -> Person | None:
    """Return the person who sent a request, or None without a valid token."""
    token = _bearer(request)
    return signer.read(request.cookies.get(COOKIE, "") if token is None else token)


def require_person(request: AnyRequest, signer: IdentitySigner) -> Person:
    """Return the person who sent a request, or refuse it."""
    person = identify(request, signer)
    if person is None:
        raise RequestRefused(401, "nobody", "introduce yourself first: a name is enough")
    return person


def _identity_cookie(request: AnyRequest, token: str) -> Cookie:
    is_secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    return Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure)


class MeController(Controller):
    """The requesting person."""

    path = "/me"
    tags = ("people",)

    @get(responses=ERROR_RESPONSES)
    async def show(self, request: AnyRequest, signer: InjectedSigner) -> Response[Me]:
        """Return who you are."""
        person = require_person(request, signer)
        cookie = _identity_cookie(request, signer.sign(person))
        return Response(Me(person.person, person.name), cookies=[cookie])

    @post(status_code=HTTP_200_OK, responses=ERROR_RESPONSES)
    async def come(
        self,
        request: AnyRequest,
        data: JSONBody[NameRequest],
        signer: InjectedSigner,
        service: InjectedService,
    ) -> Response[Identity]:
        """Introduce yourself with a name. There is no password."""
        person = Person(service.settings.token()[:16], clean_name(data.name))
        token = signer.sign(person)
        return Response(
            Identity(person.person, person.name, token), cookies=[_identity_cookie(request, token)]
        )

    @put(responses=ERROR_RESPONSES)
    async def rename(
        self, request: AnyRequest, data: JSONBody[NameRequest], signer: InjectedSigner
    ) -> Response[Identity]:
        """Change your name. The new token is returned only to clients that sent the old one."""
        person = Person(require_person(request, signer).person, clean_name(data.name))
        token = signer.sign(person)
        shown_token = None if _bearer(request) is None else token
        return Response(
            Identity(person.person, person.name, shown_token), cookies=[_identity_cookie(request, token)]
        )

    @get("/tables", responses=ERROR_RESPONSES)
    async def tables(
        self, request: AnyRequest, signer: InjectedSigner, service: InjectedService
    ) -> list[MyCard]:
        """List the tables where you sit or sat, newest first. Empty for strangers."""
        me = identify(request, signer)
        if me is None:
            return []
        summaries = await service.store.tables_of(me.person, MAX_TABLES)
        seats = await service.store.seats_of(me.person)
        playing = [summary.table for summary in summaries if summary.status == PLAYING]
        last = await service.store.last_deeds(playing, deeds.GAME_DEED_KINDS)
        acting = {table: deeds.acting_after(deeds.read_deed(body)) for table, body in last.items()}
        cards = [msgspec.json.decode(summary.card, type=Card) for summary in summaries]
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
