"""The `serve` command: choose an address, open the store, and print where the page is."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import segno
from rich.console import Console
from rich.text import Text

from caponata.cli.errors import ServeError
from caponata.server.run import BindOptions, serve
from caponata.server.settings import Limits, Settings
from caponata.store import Store, StoreDown, StoreTooNew
from caponata.store.lock import StoreLocked, server_lock

ALL_INTERFACES = "0.0.0.0"
MAX_PORTS = 20
BURST_SECONDS = 10


@dataclass(frozen=True)
class ServeOptions:
    """Options of the command line."""

    host: str
    port: int
    store: str | None
    redis: str | None
    workers: int
    rate: int
    opens_browser: bool


def serve_games(options: ServeOptions, console: Console) -> None:
    """Serve the games of a store; only one server may use a SQLite file at a time."""
    if options.workers > 1 and not (options.redis and options.store and "postgresql" in options.store):
        raise ServeError("several processes need a PostgreSQL --store and a --redis to share")
    url = store_url(options.store)
    try:
        with server_lock(url) as note_address:
            asyncio.run(check_store(url))
            serve_alone(options, url, console, note_address)
    except StoreLocked as error:
        raise ServeError(str(error)) from None


def serve_alone(
    options: ServeOptions, url: str, console: Console, note_address: Callable[[str], None]
) -> None:
    """Print the addresses, then serve until stopped."""
    port = free_port(options.host, options.port)
    local_url = f"http://localhost:{port}/"
    note_address(local_url)
    console.print()
    console.print(Text.assemble(("  caponata ", "bold"), "is served at ", (local_url, "bold cyan")))
    address = lan_address() if options.host == ALL_INTERFACES else None
    lan_url = None if address is None else f"http://{address}:{port}/"
    if lan_url is not None:
        console.print(Text.assemble("  on phones in the same network: ", (lan_url, "bold cyan")))
        if console.is_terminal:
            segno.make(lan_url, error="l").terminal(border=2, compact=True)
    console.print(
        f"  tables are stored in {display_url(url)}; Ctrl-C stops\n", highlight=False, soft_wrap=True
    )
    console.file.flush()
    if options.opens_browser:
        threading.Thread(target=open_when_ready, args=(local_url, port), daemon=True).start()
    settings = Settings(
        store=url,
        redis=options.redis,
        address=lan_url and lan_url.rstrip("/"),
        bot_workers=max(1, (os.cpu_count() or 2) - 1),
        limits=Limits(requests_per_second=options.rate, request_burst=BURST_SECONDS * options.rate),
    )
    serve(settings, BindOptions(options.host, port, options.workers))


def store_url(store: str | None) -> str:
    """Return the store's URL. A path means a SQLite file; the default is in the user's data folder."""
    if store is not None and "://" in store:
        return store
    if store is None:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        path = Path(base) / "caponata" / "tables.db"
    else:
        path = Path(store)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServeError(f"{path.parent} cannot be created: {error.strerror}") from None
    return f"sqlite:///{path.absolute()}"


async def check_store(url: str) -> None:
    """Open the store once, so that its errors are shown before the server starts."""
    try:
        store = await Store.open(url)
    except (StoreDown, StoreTooNew, ValueError) as error:
        raise ServeError(str(error).splitlines()[0]) from None
    await store.close()


def display_url(url: str) -> str:
    """Return a store's URL without its password."""
    if url.startswith("sqlite:///"):
        return url.removeprefix("sqlite:///")
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def free_port(host: str, wanted: int) -> int:
    """Return the wanted port, or the next free one."""
    for port in range(wanted, wanted + MAX_PORTS):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OverflowError:
                break
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise ServeError(f"no port from {wanted} to {wanted + MAX_PORTS - 1} is free at {host}: choose another")


def lan_address() -> str | None:
    """Return this machine's address in the local network, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # UDP: nothing is sent, the system only selects the local address
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def open_when_ready(address: str, port: int) -> None:
    """Open the page in the browser as soon as the server accepts connections."""
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return
