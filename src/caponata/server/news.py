"""What a viewer is told of a game: where it stands for them, what they witnessed, what changed of their view.

Compiled: a server of tables does little else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from caponata.catalogue import find_game
from caponata.engine.game import SPECTATOR
from caponata.engine.record import outcome_json
from caponata.engine.table import Table
from caponata.server.shown import Shown

MOST_SPELLED: Final = 20_000  # moves of a game whose words are kept

_encode = msgspec.json.Encoder().encode
_spelled: Final[dict[str, dict[int, tuple[str, str]]]] = {}


def compact(game: str, moves: Iterable[int]) -> dict[str, list[str]]:
    """Legal moves by verb: `{"home": ["blue-4"]}`."""
    spelled = _spelled.get(game)
    if spelled is None or len(spelled) > MOST_SPELLED:
        spelled = _spelled[game] = {}
    by_verb: dict[str, list[str]] = {}
    for move in moves:
        words = spelled.get(move)
        if words is None:
            verb, _, arguments = find_game(game).space.text(move).partition(" ")
            words = spelled[move] = (verb, arguments)
        listed = by_verb.get(words[0])
        if listed is None:
            by_verb[words[0]] = [words[1]]
        else:
            listed.append(words[1])
    return by_verb


def common_news(play: Table) -> dict[str, Any]:
    """What everybody is told alike of where the game stands."""
    outcome = play.outcome()
    shown = None if outcome is None else outcome_json(outcome)
    return {"t": "state", "acting": play.acting, "outcome": shown}


def standing(play: Table, seat: int, view_hash: str, common: Mapping[str, Any]) -> dict[str, Any]:
    """Where the game stands for a viewer, but for what it witnessed and its view."""
    is_seat = seat != SPECTATOR
    can_undo = play.can_undo(seat) if is_seat else None
    return {
        **common,
        "n": play.witnessed(seat),
        "hash": view_hash,
        "prompt": play.prompt(seat),
        "decision": play.decision(seat) if is_seat else None,
        "moves": compact(play.game.name, play.moves(seat)) if is_seat else {},
        "undo": None if can_undo is None else "free" if can_undo else "ask",
    }


def news(state: dict[str, Any], events: list[Any], shown: Shown, before: Shown | None) -> bytes:
    """Where the game stands for a viewer, what it witnessed, and what changed since the last time."""
    state["events"] = events
    if before is None:
        state["view"] = shown.fields
    else:
        state["changed"], state["gone"] = shown.since(before)
    told: bytes = _encode(state)
    return told
