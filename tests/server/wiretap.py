"""Wiretaps: what two performances told one viewer, compared; and every message held against docs/wire.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.server.stage import OTHER_SEED, Recording, staged
from tests.server.twins import Story, Twin, hidden_from

STATE: Final = {
    *("t", "n", "events", "missed", "hash", "acting", "decision", "prompt", "moves", "undo", "outcome"),
    *("answers", "view", "changed", "gone"),
}
TABLE: Final = {
    *("t", "table", "code", "game", "rules_version", "options", "status", "you", "host", "listed"),
    *(
        "spectators",
        "bot_speed",
        "advice",
        "clock",
        "commitment",
        "seats",
        "clocks",
        "asks",
        "watching",
        "rematch",
    ),
    *("reason", "places", "answers"),
}
SEAT: Final = {"is", "name", "level", "here", "stands_in", "offered", "resigned"}
MESSAGES: Final = {
    "state": STATE,
    "table": TABLE,
    "chat": {"t", "k", "seat", "name", "text", "at"},
    "preview": {"t", "answers", "changed"},
    "refused": {"t", "answers", "error"},
    "done": {"t", "answers"},
    "moved": {"t"},
}
ERROR: Final = {"status", "code", "sentence", "rule", "reason", "facts"}
FRAME: Final = {
    *("entry", "by", "move", "events", "changed", "gone", "odds", "draw", "ticket", "cancelled", "at"),
}
NULL_WHILE_RUNNING: Final = ("entry", "move", "odds", "draw", "ticket", "at")


def stray_fields(heard: Iterable[str]) -> Iterator[str]:
    """What messages hold that docs/wire.md does not promise, and frames that tell what they must not."""
    for text in heard:
        if text.startswith("{"):
            yield from _stray_in(json.loads(text))
        elif "/replay" in text.split()[1] and " 200 " in text:
            yield from _stray_in_replay(json.loads(text[text.index("} {") + 2 :]))


def _stray_in(message: dict[str, Any]) -> Iterator[str]:
    if more := message.keys() - MESSAGES[message["t"]]:
        yield f"a {message['t']} message holds {more}"
    if message["t"] == "refused" and message["error"].keys() != ERROR:
        yield f"a refusal holds {message['error'].keys()}"
    for seat in message.get("seats", ()):
        if seat.keys() != SEAT:
            yield f"a seat at the table holds {seat.keys()}"


def _stray_in_replay(replay: dict[str, Any]) -> Iterator[str]:
    if replay["outcome"] is not None:
        return
    if replay["seed"] is not None:
        yield "a running replay holds the seed"
    for frame in replay["frames"]:
        told = [name for name in NULL_WHILE_RUNNING if frame[name] is not None]
        if told or frame.keys() != FRAME:
            yield f"a running replay's frame tells {told or frame.keys() ^ FRAME}"
            return


def differences(one: Sequence[str], other: Sequence[str]) -> Iterator[str]:
    """Where two viewers' messages part."""
    for number, (here, there) in enumerate(zip(one, other)):
        if here != there:
            at = next((i for i, (a, b) in enumerate(zip(here, there)) if a != b), min(len(here), len(there)))
            around = slice(max(at - 60, 0), at + 60)
            yield f"message {number}: ...{here[around]} / ...{there[around]}"
            return
    if len(one) != len(other):
        yield f"{len(one)} messages, and {len(other)}"


@dataclass(frozen=True)
class Performance:
    """What everybody got of a story, and after which acts they looked closely."""

    recordings: dict[int, Recording]
    looks: dict[int, set[int]]


async def performed(story: Story, twins: Sequence[Twin], **wishes: Any) -> Performance:
    """A story with everybody curious, up to the end of the longest twin."""
    looks = {v: {len(twin.story.acts) for twin in twins if twin.viewer == v} for v in story.viewers}
    async with staged(story, **wishes) as stage:
        await stage.perform(story.viewers, looks, max(len(twin.story.acts) for twin in twins))
    return Performance(stage.recordings, looks)


async def tell_apart(performance: Performance, twin: Twin, **wishes: Any) -> list[str]:
    """How a viewer tells a twin from the story: not at all, if nothing leaks."""
    acts = len(twin.story.acts)
    async with staged(twin.story, OTHER_SEED, **wishes) as stage:
        await stage.perform([twin.viewer], performance.looks)
    true = performance.recordings[twin.viewer].until(acts)
    other = stage.recordings[twin.viewer].until(acts)
    found = [
        *(f"seat {twin.viewer} hears {each}" for each in differences(true.heard, other.heard)),
        *(f"seat {twin.viewer} is answered {each}" for each in differences(true.answers, other.answers)),
        *stray_fields([*other.heard, *other.answers]),
    ]
    return [f"{each} (hidden: {hidden_from(twin.story, twin.viewer)})" for each in found]
