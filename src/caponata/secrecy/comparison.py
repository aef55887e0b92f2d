"""Compare what one viewer received in two games, and check every message against docs/wire.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from caponata.engine.game import SPECTATOR
from caponata.secrecy.harness import OTHER_SEED, Recording, open_harness
from caponata.secrecy.twins import Script, Twin

STATE: Final = {
    *("t", "n", "events", "missed", "hash", "acting", "decision", "prompt", "moves", "undo", "outcome"),
    *("answers", "view", "changed", "gone", "waited"),
}
TABLE: Final = {
    *("t", "table", "code", "game", "rules_version", "options", "status", "you", "host", "listed"),
    *("spectators", "bot_speed", "advice", "clock", "commitment", "seats", "clocks", "asks"),
    *("watching", "rematch", "reason", "places", "answers", "protocol"),
}
SEAT: Final = {"is", "name", "level", "here", "stands_in", "offered", "resigned"}
MESSAGES: Final = {
    "state": STATE,
    "table": TABLE,
    "chat": {"t", "k", "seat", "name", "text", "at"},
    "preview": {"t", "answers", "changed"},
    "advice": {"t", "answers", "decision", "moves", "reason", "than"},
    "refused": {"t", "answers", "error"},
    "done": {"t", "answers"},
    "moved": {"t"},
    "pong": {"t"},
}
ERROR: Final = {"status", "code", "sentence", "rule", "reason", "facts"}
FRAME: Final = {
    *("entry", "by", "move", "events", "changed", "gone", "odds", "draw", "ticket", "cancelled", "at"),
}
NULL_WHILE_RUNNING: Final = ("entry", "move", "odds", "draw", "ticket", "at")


def unexpected_fields(received: Iterable[str]) -> Iterator[str]:
    """Yield fields that docs/wire.md does not mention, and replay fields that must be null."""
    for text in received:
        if text.startswith("{"):
            yield from _unexpected_in(json.loads(text))
        elif "/replay" in text.split()[1] and " 200 " in text:
            yield from _unexpected_in_replay(json.loads(text[text.index("} {") + 2 :]))


def _unexpected_in(message: dict[str, Any]) -> Iterator[str]:
    if more := message.keys() - MESSAGES[message["t"]]:
        yield f"a {message['t']} message holds {more}"
    if message["t"] == "refused" and message["error"].keys() != ERROR:
        yield f"a refusal holds {message['error'].keys()}"
    for seat in message.get("seats", ()):
        if seat.keys() != SEAT:
            yield f"a seat at the table holds {seat.keys()}"


def _unexpected_in_replay(replay: dict[str, Any]) -> Iterator[str]:
    if replay["outcome"] is not None:
        return
    if replay["seed"] is not None:
        yield "the replay of a running game holds the seed"
    for frame in replay["frames"]:
        revealed = [name for name in NULL_WHILE_RUNNING if frame[name] is not None]
        if revealed or frame.keys() != FRAME:
            yield f"a frame of a running game's replay reveals {revealed or frame.keys() ^ FRAME}"
            return


def differences(one: Sequence[str], other: Sequence[str]) -> Iterator[str]:
    """Yield the first difference between two viewers' messages."""
    for number, (left, right) in enumerate(zip(one, other)):
        if left != right:
            yield f"message {number}: {_describe_difference(left, right)}"
            return
    if len(one) != len(other):
        yield f"{len(one)} messages in one game, {len(other)} in the other"


def _describe_difference(left: str, right: str) -> str:
    """Describe how two messages differ: by their JSON fields, or by the surrounding text."""
    bodies = _body(left), _body(right)
    if all(bodies) and bodies[0] != bodies[1]:
        fields, others = (dict(_fields(json.loads(body))) for body in bodies)
        prefix = "" if left.startswith("{") else f"{left.split()[1]}: "
        changed = [name for name in fields | others if fields.get(name) != others.get(name)]
        without_hash = [name for name in changed if name != "hash"]
        relevant = without_hash or changed  # a changed hash does not say what changed
        return prefix + ", ".join(f"{name} {fields.get(name)} / {others.get(name)}" for name in relevant)
    at = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
    around = slice(max(at - 60, 0), at + 60)
    return f"...{left[around]} / ...{right[around]}"


def _body(message: str) -> str:
    """Return the JSON of a message or of an HTTP response, or an empty string."""
    if message.startswith("{"):
        return message
    _, separator, body = message.partition("} {")
    return "{" + body if separator else ""


def _fields(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every field; a list of plain values is one field."""
    if isinstance(value, dict) and value:
        inside = [(str(name), inner) for name, inner in value.items()]
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        inside = [(str(number), inner) for number, inner in enumerate(value)]
    else:
        yield path, json.dumps(value)
        return
    for name, inner in inside:
        yield from _fields(inner, f"{path}.{name}" if path else name)


@dataclass(frozen=True)
class ScriptRun:
    """What every viewer received, and after how many actions each viewer requested everything."""

    recordings: dict[int, Recording]
    full_checks: dict[int, set[int]]


async def run_script(script: Script, twins: Sequence[Twin], **fields: Any) -> ScriptRun:
    """Play a script with all viewers active, up to the end of the longest twin."""
    full_checks = {
        v: {len(twin.script.actions) for twin in twins if twin.viewer == v} for v in script.viewers
    }
    async with open_harness(script, **fields) as harness:
        await harness.run(script.viewers, full_checks, max(len(twin.script.actions) for twin in twins))
    return ScriptRun(harness.recordings, full_checks)


async def compare_with_twin(run: ScriptRun, twin: Twin, **fields: Any) -> list[str]:
    """Return how a viewer can tell a twin from the script: an empty list if nothing leaks."""
    actions = len(twin.script.actions)
    async with open_harness(twin.script, OTHER_SEED, **fields) as harness:
        await harness.run([twin.viewer], run.full_checks)
    true = run.recordings[twin.viewer].until(actions)
    other = harness.recordings[twin.viewer].until(actions)
    who = "a spectator" if twin.viewer == SPECTATOR else f"seat {twin.viewer}"
    return [
        *(f"{who} receives socket {each}" for each in differences(true.received, other.received)),
        *(f"{who} receives HTTP {each}" for each in differences(true.answers, other.answers)),
        *unexpected_fields([*other.received, *other.answers]),
    ]
