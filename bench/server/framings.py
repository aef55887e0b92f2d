"""Benchmark of WebSocket servers: processor time per message of a bare relay.

A client sends a short message, and the server sends 1,200 bytes to both clients of the table. Run as
`python bench/server/framings.py`, after `pip install picows granian`; see docs/design/sockets.md.
"""

# ruff: noqa: PLC0415 - each process imports only the server that it runs
from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from connection import ClientConnection, connect
from meter import child_processor_time, processor_time

HERE: Final = Path(__file__).parent
SIZE: Final = 1_200
TABLES: Final = 50
ROUNDS: Final = 6
SECONDS: Final = 1.5
REQUEST: Final = b'{"t":"move","id":"0123456789","decision":7,"move":"home blue-4"}'
FILLER: Final = "." * (SIZE - len(REQUEST))

tables: defaultdict[str, list[Any]] = defaultdict(list)


async def asgi(scope: Any, receive: Any, send: Any) -> None:
    """The relay without a web framework, for uvicorn and Granian."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    here = tables[scope["path"]]
    here.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        for each in here:
            await each({"type": "websocket.send", "text": message["text"] + FILLER})
    here.remove(send)


async def rsgi(scope: Any, protocol: Any) -> None:
    """The relay for Granian's own interface."""
    transport = await protocol.accept()
    here = tables[scope.path]
    here.append(transport)
    while (message := await transport.receive()).kind != 0:
        for each in here:
            await each.send_str(message.data + FILLER)
    here.remove(transport)


def serve_uvicorn(port: int) -> None:
    """Serve with uvicorn and the framing of the websockets library."""
    import uvicorn

    uvicorn.run(asgi, port=port, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning")


def serve_picows(port: int) -> None:
    """Serve with picows."""
    import uvloop
    from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

    class Listener(WSListener):  # type: ignore[misc]
        def __init__(self, path: str) -> None:
            self.here = tables[path]

        def on_ws_connected(self, transport: WSTransport) -> None:
            self.here.append(transport)

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            if frame.msg_type == WSMsgType.TEXT:
                text = (frame.get_payload_as_utf8_text() + FILLER).encode()
                for each in self.here:
                    each.send(WSMsgType.TEXT, text)

        def on_ws_disconnected(self, transport: WSTransport) -> None:
            self.here.remove(transport)

    def listener(request: WSUpgradeRequest) -> Listener:
        return Listener(request.path.decode())

    async def main() -> None:
        server = await ws_create_server(listener, "127.0.0.1", port)
        await server.serve_forever()

    uvloop.run(main())


def serve_granian(port: int, interface: str) -> None:
    """Serve with Granian."""
    from granian import Granian

    target = f"framings:{interface}"
    Granian(target, port=port, interface=interface, websockets=True, loop="uvloop", log_enabled=False).serve()


SERVERS: Final = {
    "uvicorn": serve_uvicorn,
    "picows": serve_picows,
    "granian-asgi": lambda port: serve_granian(port, "asgi"),
    "granian-rsgi": lambda port: serve_granian(port, "rsgi"),
}


async def load(port: int, pid: int) -> tuple[float, float]:
    """Relay for some seconds; return the microseconds of the server per request, and requests per second."""
    done = 0
    senders: list[ClientConnection] = []

    def next_request(table: int) -> None:
        nonlocal done
        done += 1
        senders[table].send(REQUEST)

    for table in range(TABLES):
        senders.append(await connect(port, f"/{table}", lambda _, table=table: next_request(table)))
        await connect(port, f"/{table}", lambda _: None)
    for sender in senders:
        sender.send(REQUEST)
    await asyncio.sleep(0.3)
    done, began = 0, time.monotonic()
    used = processor_time(pid) + child_processor_time(pid)
    await asyncio.sleep(SECONDS)
    used = processor_time(pid) + child_processor_time(pid) - used
    return used / done * 1e6, done / (time.monotonic() - began)


def measure(name: str) -> tuple[float, float]:
    """Start a server, load it and stop it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, __file__, name, str(port)], cwd=HERE)  # noqa: S603
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 0.2).close()
                break
            except OSError:
                time.sleep(0.05)
        time.sleep(0.3)
        return asyncio.run(load(port, server.pid))
    finally:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(5)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def main() -> None:
    """Let the servers take turns and print the best of each."""
    os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    runs: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(ROUNDS):
        for name in SERVERS:
            runs[name].append(measure(name))
    for name, results in runs.items():
        every = " ".join(f"{cost:.1f}" for cost, _ in sorted(results))
        print(f"{name:13} {min(results)[0]:6.1f} µs per request ({every})")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        SERVERS[sys.argv[1]](int(sys.argv[2]))
    else:
        main()
