"""The web application: its routes, its startup and shutdown, and its error responses."""

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

from caponata.server.accounts import MeController
from caponata.server.bot_workers import BotWorkers
from caponata.server.errors import RequestRefused
from caponata.server.housekeeping import archive_finished_games, close_deserted_tables, evict_idle_tables
from caponata.server.http import TablesController, address, by_code, health
from caponata.server.library import GamesController
from caponata.server.notifications import open_notifications
from caponata.server.pages import page, security_headers, static_routers
from caponata.server.people import IdentitySigner
from caponata.server.rate_limits import network
from caponata.server.settings import Settings
from caponata.server.table_creation import BotSpeed, SeatKind
from caponata.server.table_service import TableService
from caponata.server.table_socket import table_socket
from caponata.store import Store, StoreDown
from caponata.version import __version__

logger = logging.getLogger("caponata.server")
WITH_BODY = ("POST", "PUT")
HTTP_ERROR_SENTENCES = {
    404: "there is nothing at this address",
    405: "this method is not allowed at this address",
    413: "the request is too long",
    415: "the body of a request must be JSON",
}
MSGSPEC_CHOICE_ERROR = "Invalid enum value "  # prefix of msgspec's message
CHOICES = {"bot_speed": get_args(BotSpeed), "is": get_args(SeatKind)}


def make_app(settings: Settings) -> Litestar:
    """Return the application with these settings."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(settings.store)
        bot_workers = BotWorkers(settings.bot_workers)
        notifications = await open_notifications(settings.redis)
        service = TableService(settings, store, bot_workers, notifications)
        app.state.service = service
        app.state.signer = IdentitySigner(await store.secret("people"))
        notifications.start(service)
        housekeeping_tasks = [
            asyncio.ensure_future(work(service))
            for work in (evict_idle_tables, close_deserted_tables, archive_finished_games)
        ]
        try:
            yield
        finally:
            for task in housekeeping_tasks:
                task.cancel()
            await asyncio.gather(*housekeeping_tasks, return_exceptions=True)
            await notifications.close()
            await service.close()
            bot_workers.close()
            await store.close()

    api = Router(
        "/api",
        route_handlers=[MeController, GamesController, TablesController, by_code, address, health],
        before_request=_check_request,
        response_headers={"cache-control": "no-store"},
    )
    return Litestar(
        [api, table_socket, page, *static_routers()],
        lifespan=[lifespan],
        dependencies={
            "service": Provide(_service, sync_to_thread=False),
            "signer": Provide(_passport, sync_to_thread=False),
        },
        exception_handlers={
            RequestRefused: _refusal_response,
            StoreDown: _store_down,
            HTTPException: _http_error,
            Exception: _failure,
        },
        openapi_config=OpenAPIConfig("caponata", __version__, path="/api/schema"),
        compression_config=CompressionConfig("gzip", minimum_size=600),
        response_headers=security_headers(),
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
    )


def _service(state: State) -> TableService:
    service: TableService = state.service
    return service


def _passport(state: State) -> IdentitySigner:
    signer: IdentitySigner = state.signer
    return signer


AnyRequest = Request[Any, Any, Any]


async def _check_request(request: AnyRequest) -> None:
    service: TableService = request.app.state.service
    if not service.request_limiter.take(network(request)):
        raise RequestRefused(429, "flood", "too many requests: wait a moment")
    if request.method in WITH_BODY and request.content_type[0] != MediaType.JSON:
        raise HTTPException(status_code=415)
    if request.method in WITH_BODY:
        try:
            await request.json()
        except UnicodeDecodeError:
            raise RequestRefused(400, "bad-request", "the body is not valid UTF-8") from None
        except RecursionError:
            raise RequestRefused(400, "bad-request", "the body is nested too deeply") from None
        except SerializationException:
            raise RequestRefused(400, "bad-request", "the body is not JSON") from None


def _refusal_response(request: AnyRequest, error: RequestRefused) -> Response[dict[str, Any]]:
    return Response(error.to_json(), status_code=error.status)


def _store_down(request: AnyRequest, error: StoreDown) -> Response[dict[str, Any]]:
    return _refusal_response(request, RequestRefused(503, "store-down", str(error)))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[dict[str, Any]]:
    """Convert a framework error into an error response of this API."""
    status = error.status_code
    sentence = HTTP_ERROR_SENTENCES.get(status, error.detail)
    extra = getattr(error, "extra", None)
    if status == 400 and isinstance(extra, list):
        sentence = "; ".join(map(_wrong_field, extra)) or sentence
    code = "bad-request" if status == 400 else f"http-{status}"
    headers = {"allow": error.headers["allow"]} if error.headers and "allow" in error.headers else {}
    refusal = RequestRefused(status, code, sentence).to_json()
    return Response(refusal, status_code=status, headers=headers)


def _wrong_field(error: dict[str, Any]) -> str:
    """Describe an invalid field; for an enumerated field, name its values."""
    key, message = error.get("key", "body"), str(error.get("message"))
    choices = CHOICES.get(key.rpartition(".")[2])
    if choices is None or not message.startswith(MSGSPEC_CHOICE_ERROR):
        return f"{key}: {message}"
    return f"{key} is one of {', '.join(choices)}, not {message.removeprefix(MSGSPEC_CHOICE_ERROR)}"


def _failure(request: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    logger.error("request failed: path=%s", request.url.path, exc_info=error)
    return _refusal_response(
        request, RequestRefused(500, "failure", "something went wrong on the server: the error was logged")
    )
