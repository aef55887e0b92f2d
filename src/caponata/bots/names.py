"""Bots by their names."""

from __future__ import annotations

import re
from typing import Final

from caponata.bots.players import (
    DEFAULT_MISJUDGES,
    DEFAULT_OVERLOOKS,
    PERCENT,
    Bot,
    BotError,
    CarelessBot,
    GreedyBot,
    MonteCarloBot,
    NoviceBot,
    RandomBot,
    TreeBot,
)
from caponata.bots.team import TeamBot
from caponata.engine.game import Game

DEFAULT_SIMULATIONS: Final = 1000
LONGEST_THOUGHT: Final = 600_000  # milliseconds
MOST_PROCESSES: Final = 64
MOST_MISJUDGED: Final = 1_000_000  # hundredths: nothing is worth more


def bot_names() -> list[str]:
    """The names that `make_bot` understands."""
    return ["random", "novice", "careless", "greedy", "mc:500", "tree", "tree:500", "tree:200ms"]


def make_bot(game: Game, name: str, seed: int) -> Bot:
    """The bot of this name: `random`, `novice`, `careless`, `greedy`, `mc` or `tree`, with what it may spend.

    `mc:500` and `tree:500` spend simulations, `tree:200ms` milliseconds, `tree:500x4` in four processes;
    `novice:70` overlooks 70 %, `careless:70` misjudges moves by up to 70 hundredths.
    """
    if name == "random":
        return RandomBot(game, seed)
    if name == "greedy":
        return GreedyBot(game, seed)
    found = re.fullmatch(r"(novice|careless|mc|tree)(?::([0-9]{1,9})(ms)?)?(?:x([1-9][0-9]?))?", name)
    if (
        found is None
        or (found[1] in ("novice", "careless") and found[3])
        or (found[1] != "tree" and found[4])
    ):
        raise BotError(f"there is no bot '{name}'; known are {', '.join(bot_names())}")
    if found[1] == "careless":
        return CarelessBot(game, seed, misjudges=min(MOST_MISJUDGED, int(found[2] or DEFAULT_MISJUDGES)))
    if found[1] == "novice":
        overlooks = int(found[2] or DEFAULT_OVERLOOKS)
        if overlooks > PERCENT:
            raise BotError(f"'{name}' cannot overlook more than {PERCENT} % of its moves")
        return NoviceBot(game, seed, overlooks=overlooks)
    return searching(game, name, seed, found)


def searching(game: Game, name: str, seed: int, found: re.Match[str]) -> Bot:
    """The searching bot of a name that was taken apart: its kind, budget, unit and processes."""
    budget, processes = int(found[2] or DEFAULT_SIMULATIONS), int(found[4] or 1)
    if not 0 < budget <= LONGEST_THOUGHT:
        raise BotError(f"the budget of '{name}' must be between 1 and {LONGEST_THOUGHT}")
    if processes > MOST_PROCESSES:
        raise BotError(f"'{name}' has more than {MOST_PROCESSES} processes")
    milliseconds, simulations = (budget, 0) if found[3] else (0, budget)
    if processes > 1:
        return TeamBot(game, seed, processes=processes, simulations=simulations, milliseconds=milliseconds)
    kind = MonteCarloBot if found[1] == "mc" else TreeBot
    return kind(game, seed, simulations=simulations, milliseconds=milliseconds)
