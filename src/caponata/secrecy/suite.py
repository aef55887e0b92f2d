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
from caponata.secrecy.twins import find_twins, random_story
from caponata.secrecy.wiretap import performed, tell_apart

ACTS = 150  # of a game on the wire: whole games where they are short


@dataclass
class Wire:
    """What was performed on a server, and how somebody told a game from its twin."""

    stories: int = 0
    twins: int = 0
    told: list[str] = field(default_factory=list)
    open_to: set[str] = field(default_factory=set)  # viewers from whom nothing was hidden

    def __str__(self) -> str:
        played = f"{self.stories} games and {self.twins} twins on a server"
        return f"{played}: {'; '.join(self.told) or 'nobody told one from the other'}"


@dataclass(frozen=True)
class Verdict:
    """What the suite found."""

    promises: Report
    wire: Wire | None

    @property
    def is_clean(self) -> bool:
        """Whether every promise held, and nobody was told anything."""
        return self.promises.is_clean and not (self.wire and self.wire.told)

    def __str__(self) -> str:
        return "\n".join(map(str, filter(None, (self.promises, self.wire))))


def check(
    game: Game,
    *,
    games: int = 10,
    stories: int = 1,
    seats: int | None = None,
    seed: int = 1,
    acts: int = ACTS,
    progress: Callable[[str], None] = lambda doing: None,
) -> Verdict:
    """Try a game: so many random games against its promises, so many on a server with their twins.

    The game is one of the catalogue's: `caponata.catalogue.invite` takes in yours.
    """
    progress("promises")
    promises = conformance(game, games=games, seats=seats, seed=seed)
    if not stories:
        return Verdict(promises, None)
    wire = Wire()
    chosen = game.seats if seats is None else (seats,)
    for number in range(stories):
        progress(f"game {number + 1} of {stories} on a server")
        asyncio.run(listen(game, chosen[number % len(chosen)], seed + number, acts, wire))
    return Verdict(promises, wire)


async def listen(game: Game, seats: int, seed: int, acts: int, wire: Wire) -> None:
    """Perform a random game and its twins, and note who could tell them apart."""
    story = random_story(game.name, seats, seed).cut(acts)
    twins = [twin for viewer in story.viewers for twin in find_twins(story, viewer, seed, parts=1)]
    wire.stories += 1
    wire.twins += len(twins)
    alone = set(story.viewers) - {twin.viewer for twin in twins}
    wire.open_to |= {"spectators" if viewer == SPECTATOR else f"seat {viewer}" for viewer in alone}
    if not twins:
        return
    performance = await performed(story, twins)
    for twin in twins:
        wire.told += await tell_apart(performance, twin)
