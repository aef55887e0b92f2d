"""Bots by name."""

from __future__ import annotations

import re
from typing import Final

from caponata.bots.levels import LEVELS, level_bot
from caponata.bots.parallel import ParallelTreeBot
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
from caponata.engine.game import Game

DEFAULT_SIMULATIONS: Final = 1000
MOST_BUDGET: Final = 600_000  # simulations, or milliseconds
MOST_PROCESSES: Final = 64
MOST_MISJUDGED: Final = 1_000_000  # hundredths: more makes no difference
NAME: Final = re.compile(r"(novice|careless|mc|tree)(?::([0-9]{1,9})(ms)?)?(?:x([1-9][0-9]?))?")


def bot_names() -> list[str]:
    """Levels and examples of bot names that `make_bot` accepts."""
    return [*LEVELS, "random", "novice", "careless", "greedy", "mc:500", "tree", "tree:500", "tree:200ms"]


def make_bot(game: Game, name: str, seed: int) -> Bot:
    """Make a bot from a level (`club`) or from a bot's own name, which may end with a budget.

    `mc:500` and `tree:500` spend simulations, `tree:200ms` milliseconds, `tree:500x4` uses four processes;
    `novice:70` overlooks 70 % of its moves, `careless:70` misjudges moves by up to 70 hundredths.
    """
    name = level_bot(game, name)
    if name == "random":
        return RandomBot(game, seed)
    if name == "greedy":
        return GreedyBot(game, seed)
    match = NAME.fullmatch(name)
    if (
        match is None
        or (match[1] in ("novice", "careless") and match[3])
        or (match[1] != "tree" and match[4])
    ):
        raise BotError(f"there is no bot '{name}'; known are {', '.join(bot_names())}")
    if match[1] == "careless":
        return CarelessBot(game, seed, misjudges=min(MOST_MISJUDGED, int(match[2] or DEFAULT_MISJUDGES)))
    if match[1] == "novice":
        overlooks = int(match[2] or DEFAULT_OVERLOOKS)
        if overlooks > PERCENT:
            raise BotError(f"'{name}' cannot overlook more than {PERCENT} % of its moves")
        return NoviceBot(game, seed, overlooks=overlooks)
    budget, processes = int(match[2] or DEFAULT_SIMULATIONS), int(match[4] or 1)
    if not 0 < budget <= MOST_BUDGET:
        raise BotError(f"the budget of '{name}' must be between 1 and {MOST_BUDGET}")
    if processes > MOST_PROCESSES:
        raise BotError(f"'{name}' has more than {MOST_PROCESSES} processes")
    milliseconds, simulations = (budget, 0) if match[3] else (0, budget)
    if processes > 1:
        return ParallelTreeBot(
            game, seed, processes=processes, simulations=simulations, milliseconds=milliseconds
        )
    kind = MonteCarloBot if match[1] == "mc" else TreeBot
    return kind(game, seed, simulations=simulations, milliseconds=milliseconds)
