"""Clients of a server on this machine."""

import pytest

from caponata.secrecy.clients import serving

pytestmark = pytest.mark.anyio


async def test_clients_do_not_use_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    for name in ("http_proxy", "ws_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nothing listens there
    async with serving() as server:
        _, first, _ = await server.two_player_game()
        assert first.state["acting"]
