"""How long a table of Capio waits: for those who keep a clock, which the rules do not."""

from __future__ import annotations

from caponata.engine.game import Position
from caponata.games.capio.dice import DICE
from caponata.games.capio.layout import GRABBING, IN_MIDDLE, PHASES, PLACING, THROWING
from caponata.games.capio.rules import CapioPosition

SECOND = 1000
CALM = 2  # times as long


def limits(position: Position) -> tuple[str, int, int] | None:
    """Which wait this is, and the milliseconds it may last, in all and without a take; 0 stands for no limit.

    When it is over the dice fall [CAPIO-2.6], or all who may act make their default move: they rest, or let a
    die go [CAPIO-4.3].
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
    """What changes when somebody takes a die, and only then: how many are left in the middle [CAPIO-4.3]."""
    assert isinstance(position, CapioPosition)
    return sum(position.home(die) == IN_MIDDLE for die in range(DICE))


def pauses(position: Position) -> bool:
    """Whether chance waits before it moves: the dice fall after a countdown [CAPIO-2.6]."""
    assert isinstance(position, CapioPosition)
    return position.phase == THROWING and position.options.countdown > 0
