"""The state message: the game for one viewer, its new events and the changed fields of its view.

Compiled, because the server spends most of its time here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from caponata.catalogue import find_game
from caponata.engine.game import SPECTATOR
from caponata.engine.record import outcome_json
from caponata.engine.table import Table
from caponata.server.connections.encoded_view import EncodedView

MAX_CACHED_MOVES: Final = 20_000  # moves whose text is cached, per game

_encode = msgspec.json.Encoder().encode
_cached_texts: Final[dict[str, dict[int, tuple[str, str]]]] = {}


def moves_by_verb(game: str, moves: Iterable[int]) -> dict[str, list[str]]:
    """Group legal moves by verb: `{"home": ["blue-4"]}`."""
    texts = _cached_texts.get(game)
    if texts is None or len(texts) > MAX_CACHED_MOVES:
        texts = _cached_texts[game] = {}
    by_verb: dict[str, list[str]] = {}
    for move in moves:
        text_parts = texts.get(move)
        if text_parts is None:
            verb, _, arguments = find_game(game).space.text(move).partition(" ")
            text_parts = texts[move] = (verb, arguments)
        arguments_of_verb = by_verb.get(text_parts[0])
        if arguments_of_verb is None:
            by_verb[text_parts[0]] = [text_parts[1]]
        else:
            arguments_of_verb.append(text_parts[1])
    return by_verb


def common_state(game_table: Table) -> dict[str, Any]:
    """The fields of the state message that are the same for all viewers."""
    outcome = game_table.outcome()
    outcome_fields = None if outcome is None else outcome_json(outcome)
    return {"t": "state", "acting": game_table.acting, "outcome": outcome_fields}


def viewer_state(game_table: Table, seat: int, view_hash: str, common: Mapping[str, Any]) -> dict[str, Any]:
    """The state message of a viewer, without events and view."""
    is_seat = seat != SPECTATOR
    can_undo = game_table.can_undo(seat) if is_seat else None
    return {
        **common,
        "n": game_table.witnessed(seat),
        "hash": view_hash,
        "prompt": game_table.prompt(seat),
        "decision": game_table.decision(seat) if is_seat else None,
        "moves": moves_by_verb(game_table.game.name, game_table.moves(seat)) if is_seat else {},
        "undo": None if can_undo is None else "free" if can_undo else "ask",
    }


def encode_update(
    state: dict[str, Any], events: list[Any], view: EncodedView, before: EncodedView | None
) -> bytes:
    """Add events and view changes to a viewer's state message, and encode it."""
    state["events"] = events
    if before is None:
        state["view"] = view.fields
    else:
        state["changed"], state["gone"] = view.changes_since(before)
    encoded: bytes = _encode(state)
    return encoded
