"""The messages of running games fit the schema, and the schema declares no field that is never sent."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from caponata.server.connections import messages, sent_messages
from caponata.server.settings import Settings
from tests.server.clients import play_moves, serving

pytestmark = pytest.mark.anyio

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/wire.schema.json").read_text(encoding="utf-8"))


def validator(name: str) -> Any:
    """A validator of one definition of the schema."""
    return jsonschema_rs.validator_for({**SCHEMA, "$ref": f"#/$defs/{name}"})


def declared_fields(tag: str) -> set[str]:
    """The fields of a server message, with its tag."""
    structs = {struct.__struct_config__.tag: struct for struct in sent_messages.AnyServerMessage.__args__}
    return {"t", *(field.encode_name for field in msgspec.structs.fields(structs[tag]))}


def fields_by_tag(texts: list[str]) -> dict[str, set[str]]:
    """All fields that were sent, by kind of message. Every message must fit the schema and its struct."""
    fits = validator("ServerMessage")
    fields: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        message = json.loads(text)
        fits.validate(message)
        msgspec.convert(message, sent_messages.AnyServerMessage)
        fields[message["t"]] |= set(message)
    return fields


async def test_messages_of_a_game_have_exactly_the_declared_fields() -> None:
    rng = random.Random(1)
    async with serving() as server:
        clock = {"move": 600, "bank": 600, "then": "default"}
        table, ada, bo = await server.two_player_game(advice=True, clock=clock)
        watcher = await server.client(table)
        await play_moves([ada, bo, watcher], rng.choice, moves=6)
        actor = ada if ada.state["decision"] is not None else bo
        decision, move = actor.state["decision"], actor.moves[0]
        assert (await actor.ask(t="preview", decision=decision, move=move))["t"] == "preview"
        assert (await actor.ask(t="advise", decision=decision))["t"] == "advice"
        assert (await actor.ask(t="move", decision=decision, move="nonsense"))["t"] == "refused"
        assert (await actor.ask(t="chat", text="good luck"))["t"] == "done"
        await actor.send_raw('{"t": "ping"}')
        await actor.move(move)
        assert (await actor.ask(t="end"))["t"] == "table"
        late = await server.client(table, ada.key)
        await play_moves([ada, bo, watcher], rng.choice)
        await ada.wait_for_status("finished")
        sent = fields_by_tag([text for client in (ada, bo, watcher, late) for text in client.received])
    assert sent["table"] == declared_fields("table")
    assert sent["state"] == declared_fields("state") - {"waited"}
    assert sent["chat"] == declared_fields("chat") - {"answers"}
    assert sent["done"] == declared_fields("done")
    assert sent["preview"] == declared_fields("preview")
    assert sent["advice"] == declared_fields("advice")
    assert sent["refused"] == declared_fields("refused")
    assert "pong" in sent


async def test_messages_of_a_game_without_turns_have_exactly_the_declared_fields() -> None:
    async with serving(Settings()) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "casual", game="capio", start=True)
        client = await server.client(table, keys[0])
        await client.until(lambda: hasattr(client, "echo") and bool(client.echo))
        sent = fields_by_tag(client.received)
    assert sent["echo"] == declared_fields("echo") - {"answers"}


@pytest.mark.parametrize(
    "message",
    [
        {"t": "hello", "key": None, "n": 0, "hash": None, "chat": 0},
        {"t": "move", "id": "1", "decision": 3, "move": "home blue-4"},
        {"t": "seat", "id": "2", "seat": 1, "as": "bot", "level": "casual"},
        {"t": "echo", "k": 7},
    ],
)
def test_messages_of_clients_fit_the_schema(message: dict[str, Any]) -> None:
    validator("ClientMessage").validate(message)
    assert messages.read_message(json.dumps(message)).__struct_config__.tag == message["t"]


def test_a_message_with_an_undeclared_field_does_not_fit_the_schema() -> None:
    pong = {"t": "pong"}
    assert validator("ServerMessage").is_valid(pong)
    assert not validator("ServerMessage").is_valid(pong | {"mood": "calm"})
