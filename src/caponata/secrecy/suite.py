"""The door: `check(game)` tries every promise of a game, and listens at a table where it is played.

First the engine's conformance, which needs no server: random games, every promise at every position. Then
the wire. A game is written down with twins, in which one viewer witnesses the same and others hold something
else; all are performed on a real server, and what the viewer got over its socket and over HTTP must be the
same to the byte.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from caponata.engine.conformance import Report, conformance
from caponata.engine.game import SPECTATOR, Game
from caponata.secrecy.comparison import compare_with_twin, run_script
from caponata.secrecy.twins import find_twins, random_script

MAX_ACTIONS = 150  # of a game on the wire: whole games where they are short


@dataclass
class WireReport:
    """What was performed on a server, and how somebody leaks a game from its twin."""

    server_games: int = 0
    twins: int = 0
    leaks: list[str] = field(default_factory=list)
    open_to: set[str] = field(default_factory=set)  # viewers from whom nothing was hidden

    def __str__(self) -> str:
        played = f"{self.server_games} games and {self.twins} twins on a server"
        return f"{played}: {'; '.join(self.leaks) or 'nobody told one from the other'}"


@dataclass(frozen=True)
class Verdict:
    """What the suite found."""

    promises: Report
    wire: WireReport | None

    @property
    def is_clean(self) -> bool:
        """Whether every promise held, and nobody was leaks anything."""
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
    """Try a game: so many random games against its promises, so many on a server with their twins.

    The game is one of the catalogue's: `caponata.catalogue.invite` takes in yours.
    """
    progress("promises")
    promises = conformance(game, games=games, seats=seats, seed=seed)
    if not server_games:
        return Verdict(promises, None)
    wire = WireReport()
    chosen = game.seats if seats is None else (seats,)
    for number in range(server_games):
        progress(f"game {number + 1} of {server_games} on a server")
        asyncio.run(check_on_server(game, chosen[number % len(chosen)], seed + number, actions, wire))
    return Verdict(promises, wire)


async def check_on_server(game: Game, seats: int, seed: int, actions: int, wire: WireReport) -> None:
    """Perform a random game and its twins, and note who could tell them apart."""
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
