"""The shortcut to a socket: what it writes is what the WebSocket library would have written."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from caponata.server.shortcut import _head


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_text_of_any_length_has_the_head_that_the_protocol_asks_for(length: int) -> None:
    text = b"x" * length
    assert _head(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
