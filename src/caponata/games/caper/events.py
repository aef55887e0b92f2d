"""The events of Caper: what each seat sees of every move and effect."""

from __future__ import annotations

from caponata.engine.game import Effect, Event, Position
from caponata.games.caper.moves import LAY, card_of, verb_of
from caponata.games.caper.rules import SHOWN, CaperPosition


def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
    """Return what a seat sees of a move about to be played: only its own cards."""
    assert isinstance(position, CaperPosition)
    number = card_of(move) + 1
    if verb_of(move) == LAY:
        return {
            "event": "lay",
            "seat": mover,
            "rule": "CPR-2.1",
            "number": number if mover == seat else None,
        }
    receiver = position.receiver()
    return {
        "event": "deal",
        "seat": receiver,
        "rule": "CPR-1.2",
        "number": number if receiver == seat else None,
    }


def effect_event(effect: Effect, seat: int) -> Event:
    """Return an effect as a seat sees it; all effects of Caper are public."""
    kind, owner, card, _ = effect
    name = "shown" if kind == SHOWN else "scored"
    return {"event": name, "seat": owner, "rule": "CPR-2.2", "number": card + 1}


def reveals(effect: Effect) -> bool:
    """Return whether an effect shows anybody something hidden."""
    return effect[0] == SHOWN
