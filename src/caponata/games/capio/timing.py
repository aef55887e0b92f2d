"""How long a table of Capio waits: for those who keep a clock, which the rules do not."""

from __future__ import annotations

from caponata.engine.game import View

SECOND = 1000


def limits(view: View) -> tuple[str, int, int] | None:
    """Which wait this is, and the milliseconds it may last, in all and without a move; 0 stands for no limit.

    When it is over, all who may act make their default move: they rest, or let a die go [CAPIO-4.3].
    """
    options = view["options"]
    wait = f"{view['round']}.{view['playthrough']}.{view['phase']}"
    if view["phase"] == "grabbing" and (options["idle_after"] or options["quiet_after"]):
        return wait, options["idle_after"] * SECOND, options["quiet_after"] * SECOND
    if view["phase"] == "placing":
        return wait, options["hand_time"] * SECOND, 0  # [CAPIO-4.2]
    return None
