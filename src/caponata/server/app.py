"""The server as one application: what it opens when it starts, and what it closes when it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args

from litestar import Litestar, MediaType, Request, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, SerializationException
from litestar.openapi.config import OpenAPIConfig

from caponata.server.house import House
from caponata.server.housekeeping import close_deserted, put_away, tidy
from caponata.server.http import TablesController, address, by_code, health
from caponata.server.library import GamesController
from caponata.server.limits import network
from caponata.server.making import BotSpeed, SeatKind
from caponata.server.me import MeController
from caponata.server.notices import open_notices
from caponata.server.pages import page, page_rules, static_routers
from caponata.server.people import Passport
from caponata.server.refused import Refused
from caponata.server.settings import Settings
from caponata.server.socket import table_socket
from caponata.server.thinkers import Thinkers
from caponata.store import Store, StoreDown
from caponata.version import __version__

logger = logging.getLogger("caponata.server")
WITH_BODY = ("POST", "PUT")
SENTENCES = {
    404: "there is nothing at this address",
    405: "this cannot be done at this address",
    413: "this is too long",
    415: "the body of a request is JSON",
}
NO_CHOICE = "Invalid enum value "  # as msgspec says it
CHOICES = {"bot_speed": get_args(BotSpeed), "is": get_args(SeatKind)}


def make_app(settings: Settings) -> Litestar:
    """A server with these settings."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(settings.store)
        thinkers = Thinkers(settings.thinkers)
        notices = await open_notices(settings.redis)
        house = House(settings, store, thinkers, notices)
        app.state.house = house
        app.state.passport = Passport(await store.secret("people"))
        notices.listen(house)
        rounds = [asyncio.ensure_future(work(house)) for work in (tidy, close_deserted, put_away)]
        try:
            yield
        finally:
            for each in rounds:
                each.cancel()
            await asyncio.gather(*rounds, return_exceptions=True)
            await notices.close()
            await house.close()
            thinkers.close()
            await store.close()

    api = Router(
        "/api",
        route_handlers=[MeController, GamesController, TablesController, by_code, address, health],
        before_request=_let_in,
        response_headers={"cache-control": "no-store"},
    )
    return Litestar(
        [api, table_socket, page, *static_routers()],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(_house, sync_to_thread=False),
            "passport": Provide(_passport, sync_to_thread=False),
        },
        exception_handlers={
            Refused: _refuse,
            StoreDown: _store_down,
            HTTPException: _http_error,
            Exception: _failure,
        },
        openapi_config=OpenAPIConfig("caponata", __version__, path="/api/schema"),
        compression_config=CompressionConfig("gzip", minimum_size=600),
        response_headers=page_rules(),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
    )


def _house(state: State) -> House:
    house: House = state.house
    return house


def _passport(state: State) -> Passport:
    passport: Passport = state.passport
    return passport


AnyRequest = Request[Any, Any, Any]


async def _let_in(request: AnyRequest) -> None:
    house: House = request.app.state.house
    if not house.callers.take(network(request)):
        raise Refused(429, "flood", "too many requests: wait a moment")
    if request.method in WITH_BODY and request.content_type[0] != MediaType.JSON:
        raise HTTPException(status_code=415)
    if request.method in WITH_BODY:
        try:
            await request.json()
        except UnicodeDecodeError:
            raise Refused(400, "bad-request", "the body is not written in UTF-8") from None
        except RecursionError:
            raise Refused(400, "bad-request", "the body is nested too deeply") from None
        except SerializationException:
            raise Refused(400, "bad-request", "the body is not JSON") from None


def _refuse(request: AnyRequest, error: Refused) -> Response[dict[str, Any]]:
    return Response(error.plain(), status_code=error.status)


def _store_down(request: AnyRequest, error: StoreDown) -> Response[dict[str, Any]]:
    return _refuse(request, Refused(503, "store-down", str(error)))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[dict[str, Any]]:
    """What the framework refuses, in the house's words."""
    status = error.status_code
    sentence = SENTENCES.get(status, error.detail)
    extra = getattr(error, "extra", None)
    if status == 400 and isinstance(extra, list):
        sentence = "; ".join(map(_wrong_field, extra)) or sentence
    code = "bad-request" if status == 400 else f"http-{status}"
    headers = {"allow": error.headers["allow"]} if error.headers and "allow" in error.headers else {}
    refusal = Refused(status, code, sentence).plain()
    return Response(refusal, status_code=status, headers=headers)


def _wrong_field(error: dict[str, Any]) -> str:
    """What is wrong with a field; where it is one of a few words, these are named."""
    key, message = error.get("key", "body"), str(error.get("message"))
    choices = CHOICES.get(key.rpartition(".")[2])
    if choices is None or not message.startswith(NO_CHOICE):
        return f"{key}: {message}"
    return f"{key} is one of {', '.join(choices)}, not {message.removeprefix(NO_CHOICE)}"


def _failure(request: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    logger.error("a request failed", exc_info=error)
    return _refuse(request, Refused(500, "failure", "something went wrong here: it was noted"))
