"""The web application: joins the four packages of the server, and has its routes, startup and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig

from caponata.server.api.accounts import MeController
from caponata.server.api.analysis import AnalysisService
from caponata.server.api.error_handlers import (
    check_request,
    failure,
    http_error,
    refusal_response,
    store_down,
)
from caponata.server.api.identity import IdentitySigner
from caponata.server.api.library import GamesController
from caponata.server.api.pages import Page, page
from caponata.server.api.tables import ApiServices, TablesController, address, by_code, health
from caponata.server.connections.connections import Connections
from caponata.server.connections.notifications import Notifications, open_notifications
from caponata.server.connections.presence import Presence
from caponata.server.connections.session import SocketServices
from caponata.server.connections.socket import table_socket
from caponata.server.rate_limits import RateLimiter
from caponata.server.scheduler.bot_workers import BotWorkers
from caponata.server.scheduler.housekeeping import (
    archive_finished_games,
    close_deserted_tables,
    close_unplayable_tables,
    evict_idle_tables,
)
from caponata.server.scheduler.scheduler import Scheduler
from caponata.server.settings import Settings
from caponata.server.tables.archive import Archive
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.replays import ReplayWorkers
from caponata.server.tables.service import TableService
from caponata.server.workers import OpenWorkers, WorkerPool
from caponata.store import Store, StoreDown
from caponata.version import __version__


@dataclass(frozen=True)
class Parts:
    """The parts of a running server."""

    store: Store
    service: TableService
    connections: Connections
    notifications: Notifications
    presence: Presence
    scheduler: Scheduler
    bot_workers: BotWorkers
    replay_workers: ReplayWorkers
    analyses: AnalysisService

    async def close(self) -> None:
        """Stop all parts, in the order in which they depend on each other."""
        await self.notifications.close()
        self.analyses.close()
        await self.service.close()
        self.bot_workers.close()
        self.replay_workers.close()
        await self.store.close()


async def open_parts(settings: Settings, open_workers: OpenWorkers = WorkerPool) -> Parts:
    """Open the store and join the parts of a server."""
    store = await Store.open(settings.store)
    bot_workers = BotWorkers(settings.bot_workers, open_workers)
    replay_workers = ReplayWorkers(open_workers)
    notifications = await open_notifications(settings.redis)
    connections = Connections(settings, notifications)
    service = TableService(settings, store, Archive(store, replay_workers), connections, notifications)
    scheduler = service.scheduler = Scheduler(service, bot_workers, connections)
    presence = Presence(service, connections, notifications, scheduler)
    analyses = AnalysisService(store, service.background, open_workers)
    notifications.start(presence)
    return Parts(
        store,
        service,
        connections,
        notifications,
        presence,
        scheduler,
        bot_workers,
        replay_workers,
        analyses,
    )


def make_app(settings: Settings, open_workers: OpenWorkers = WorkerPool) -> Litestar:
    """Return the application with these settings; tests pass workers of their own."""
    limits = settings.limits

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        parts = await open_parts(settings, open_workers)
        limiter = RateLimiter(limits.requests_per_second, limits.request_burst)
        app.state.parts = parts
        app.state.request_limiter = limiter
        app.state.sockets = SocketServices(
            parts.service, parts.connections, parts.presence, parts.bot_workers, limiter
        )
        app.state.api = ApiServices(
            parts.service, parts.analyses, RateLimiter(limits.guesses_per_second, limits.guess_burst)
        )
        app.state.signer = IdentitySigner(settings.signing_key or await parts.store.secret("people"))
        housekeeping_tasks = [
            asyncio.ensure_future(work(parts.service))
            for work in (
                evict_idle_tables,
                close_deserted_tables,
                close_unplayable_tables,
                archive_finished_games,
            )
        ]
        try:
            yield
        finally:
            for task in housekeeping_tasks:
                task.cancel()
            await asyncio.gather(*housekeeping_tasks, return_exceptions=True)
            await parts.close()

    api = Router(
        "/api",
        route_handlers=[MeController, GamesController, TablesController, by_code, address, health],
        before_request=check_request,
        response_headers={"cache-control": "no-store"},
    )
    delivered_page = Page()
    return Litestar(
        [api, table_socket, page, *delivered_page.routers()],
        lifespan=[lifespan],
        dependencies={
            "service": Provide(_service, sync_to_thread=False),
            "services": Provide(_api_services, sync_to_thread=False),
            "signer": Provide(_signer, sync_to_thread=False),
            "sockets": Provide(_socket_services, sync_to_thread=False),
        },
        exception_handlers={
            RequestRefused: refusal_response,
            StoreDown: store_down,
            HTTPException: http_error,
            Exception: failure,
        },
        openapi_config=OpenAPIConfig("caponata", __version__, path="/api/schema"),
        compression_config=CompressionConfig("gzip", minimum_size=600),
        response_headers=delivered_page.security_headers(),
        state=State({"page": delivered_page}),
        request_max_body_size=limits.body_bytes,
        logging_config=None,
    )


def _service(state: State) -> TableService:
    parts: Parts = state.parts
    return parts.service


def _api_services(state: State) -> ApiServices:
    services: ApiServices = state.api
    return services


def _socket_services(state: State) -> SocketServices:
    services: SocketServices = state.sockets
    return services


def _signer(state: State) -> IdentitySigner:
    signer: IdentitySigner = state.signer
    return signer
