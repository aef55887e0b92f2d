"""The waits of a table of Capio, for a server that keeps time; the rules themselves have no clock."""

from __future__ import annotations

from caponata.engine.game import Position
from caponata.games.capio.dice import DICE
from caponata.games.capio.layout import CALM, GRABBING, IN_MIDDLE, PHASES, PLACING, THROWING
from caponata.games.capio.rules import CapioPosition

SECOND = 1000


def limits(position: Position) -> tuple[str, int, int] | None:
    """Name of the current wait, with its limits in milliseconds: in total, and without a take; 0 is no limit.

    When the wait ends, the dice are thrown [CAPIO-2.6], or every acting seat makes its default move: it
    rests or lets its die go [CAPIO-4.3].
    """
    assert isinstance(position, CapioPosition)
    options, phase = position.options, position.phase
    second = SECOND * (CALM if options.calm else 1)
    wait = f"{position.round + 1}.{position.playthrough + 1}.{PHASES[phase]}"
    if phase == GRABBING and (options.idle_after or options.quiet_after):
        return wait, options.idle_after * second, options.quiet_after * second
    if phase == PLACING:
        return wait, options.hand_time * second, 0  # [CAPIO-4.2]
    if phase == THROWING and options.countdown:
        return wait, options.countdown * SECOND, 0
    return None


def mark(position: Position) -> int:
    """The number of dice in the middle: during the grabbing it changes with every take [CAPIO-4.3]."""
    assert isinstance(position, CapioPosition)
    return sum(position.location(die) == IN_MIDDLE for die in range(DICE))


def pauses(position: Position) -> bool:
    """Return whether the dice wait for the end of a countdown [CAPIO-2.6]."""
    assert isinstance(position, CapioPosition)
    return position.phase == THROWING and position.options.countdown > 0
