"""Frames: a game step by step as one viewer saw it, for replays that need no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from caponata.engine.fair import Draws, FairDraws
from caponata.engine.game import CHANCE, CHANCE_ACTS, Game, View
from caponata.engine.playout import chance_moves
from caponata.engine.preview import changes
from caponata.engine.record import (
    BY_CHANCE,
    BY_TABLE,
    Draw,
    Entry,
    Record,
    cancelled_entries,
    outcome_json,
    record_json,
)
from caponata.engine.replay import Replay

HEADER_KEYS: Final = (
    *("game", "rules_version", "options", "seats"),
    *("table", "commitment", "entropy", "seed"),
)


def replay_json(record: Record, game: Game, viewers: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Replays of a record for some viewers: the first view of each, then one frame per entry.

    If the record has its seed, frames include all moves and draws; otherwise only what the viewer witnessed.
    """
    replay = Replay(replace(record, result=None), game)
    draws = None
    if record.seed is not None:
        draws = FairDraws(bytes.fromhex(record.seed), record.table, record.entropy)
    views: dict[int, View] = {viewer: game.view(replay.position, viewer) for viewer in viewers}
    first = dict(views)
    frames: dict[int, list[dict[str, Any]]] = {viewer: [] for viewer in viewers}
    for shared, events in _steps(replay, draws):
        for viewer in viewers:
            view = game.view(replay.position, viewer)
            changed, gone = changes(views[viewer], view)
            views[viewer] = view
            frames[viewer].append(shared | {"events": events[viewer], "changed": changed, "gone": gone})
    outcome = replay.position.outcome()
    header = record_json(replace(record, entries=(), times=None))
    header = {key: header[key] for key in HEADER_KEYS} | {"outcome": outcome and outcome_json(outcome)}
    return {
        viewer: header | {"viewer": viewer, "view": first[viewer], "frames": frames[viewer]}
        for viewer in viewers
    }


def _steps(replay: Replay, draws: Draws | None) -> Iterator[tuple[dict[str, Any], Mapping[int, list[Any]]]]:
    """Play every entry; yield the fields that all viewers share, and each viewer's events."""
    cancelled, times = cancelled_entries(replay.record.entries), replay.record.times
    while (entry := replay.upcoming) is not None:
        odds = ticket = None
        position = replay.position
        if draws is not None and isinstance(entry, Draw) and position.to_act == CHANCE_ACTS:
            space = replay.game.space
            odds = [[space.text(move), weight] for move, weight in chance_moves(position)]
            ticket = draws.ticket(entry.draw, position.total_weight())
        step = replay.step()
        shared: dict[str, Any] = {
            "by": BY_CHANCE if step.mover == CHANCE else BY_TABLE if step.mover is None else step.mover,
            "entry": None,
            "move": None,
            "draw": None,
            "at": None,
            "odds": odds,
            "ticket": ticket,
            "cancelled": entry.number in cancelled,
        }
        if draws is not None:
            shared |= {"entry": entry.number, "move": step.text, "draw": _draw_number(entry)}
            shared["at"] = None if times is None else times[entry.number - 1]
        yield shared, step.events


def _draw_number(entry: Entry) -> int | None:
    return entry.draw if isinstance(entry, Draw) else None
