"""`check(game)` runs the engine's conformance checks and compares games with their twins on a server.

Conformance needs no server: it plays random games and checks every promise at every position. On a server, a
game is played with its twins, in which one viewer witnesses the same while others hold something else.
Everything the viewer receives over its socket and over HTTP must be identical, byte for byte.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from caponata.engine.conformance import Report, conformance
from caponata.engine.game import SPECTATOR, Game
from caponata.secrecy.comparison import compare_with_twin, run_script
from caponata.secrecy.twins import find_twins, random_script

SAMPLES = 1000  # games that test the distribution of worlds, for each number of seats
MAX_ACTIONS = 150  # length of a game on the server, which covers whole short games


@dataclass
class WireReport:
    """How many games were played on a server, and the leaks that were found."""

    server_games: int = 0
    twins: int = 0
    leaks: list[str] = field(default_factory=list)
    open_to: set[str] = field(default_factory=set)  # viewers from whom nothing was hidden

    def __str__(self) -> str:
        played = f"{self.server_games} games and {self.twins} twins on a server"
        return f"{played}: {'; '.join(self.leaks) or 'no viewer could tell them apart'}"


@dataclass(frozen=True)
class Verdict:
    """The result of all checks."""

    promises: Report
    wire: WireReport | None

    @property
    def is_clean(self) -> bool:
        """Return whether every promise held and nothing leaked."""
        return self.promises.is_clean and not (self.wire and self.wire.leaks)

    def __str__(self) -> str:
        return "\n".join(map(str, filter(None, (self.promises, self.wire))))


def check(
    game: Game,
    *,
    games: int = 10,
    server_games: int = 1,
    seats: int | None = None,
    seed: int = 1,
    actions: int = MAX_ACTIONS,
    progress: Callable[[str], None] = lambda doing: None,
) -> Verdict:
    """Check a game: random games for its promises, and games on a server with their twins.

    The game must be in the catalogue: add yours with `caponata.catalogue.register_game`.
    """
    progress("promises")
    promises = conformance(game, games=games, seats=seats, seed=seed, samples=SAMPLES)
    if not server_games:
        return Verdict(promises, None)
    wire = WireReport()
    chosen = game.seats if seats is None else (seats,)
    for number in range(server_games):
        progress(f"game {number + 1} of {server_games} on a server")
        asyncio.run(check_on_server(game, chosen[number % len(chosen)], seed + number, actions, wire))
    return Verdict(promises, wire)


async def check_on_server(game: Game, seats: int, seed: int, actions: int, wire: WireReport) -> None:
    """Play a random game and its twins, and add the leaks to the report."""
    script = random_script(game.name, seats, seed).first_actions(actions)
    twins = [twin for viewer in script.viewers for twin in find_twins(script, viewer, seed, parts=1)]
    wire.server_games += 1
    wire.twins += len(twins)
    alone = set(script.viewers) - {twin.viewer for twin in twins}
    wire.open_to |= {"spectators" if viewer == SPECTATOR else f"seat {viewer}" for viewer in alone}
    if not twins:
        return
    run = await run_script(script, twins)
    for twin in twins:
        wire.leaks += await compare_with_twin(run, twin)
