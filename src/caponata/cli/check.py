"""`caponata check-game`: what the secrecy suite says about a game, also about one of your own."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game, register_game
from caponata.cli.mistakes import CheckError
from caponata.engine.game import Game

if TYPE_CHECKING:
    from caponata.secrecy.suite import Verdict

BROKEN = 1
MOST_SENTENCES = 4  # about one promise, the most frequent ones


def check_game(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's name, or a module with a GAME.")],
    games: Annotated[int, typer.Option(min=1, help="Random games that try every promise.")] = 10,
    stories: Annotated[int, typer.Option(min=0, help="Games on a server, with twins; 0: no server.")] = 1,
    seats: Annotated[
        int | None, typer.Option(help="How many seats; all numbers in turn if left out.")
    ] = None,
    seed: Annotated[int, typer.Option(help="What the random games are drawn from.")] = 1,
) -> None:
    """Try every promise of a game, and whether anybody at a table is told what its rules hide."""
    try:
        from caponata.secrecy.suite import check
    except ModuleNotFoundError as error:
        raise CheckError(f"the check needs {error.name}: pip install caponata[secrecy]") from None
    chosen = found(game)
    if seats is not None and seats not in chosen.seats:
        raise CheckError(f"{chosen.title} is for {', '.join(map(str, chosen.seats))} seats, not for {seats}")
    console = Console(highlight=False, soft_wrap=True)
    with Console(stderr=True).status("") as status:
        verdict = check(
            chosen, games=games, server_games=stories, seats=seats, seed=seed, progress=status.update
        )
    for line in lines(verdict):
        console.print(line, markup=False)
    if not verdict.is_clean:
        raise typer.Exit(BROKEN)


def found(name: str) -> Game:
    """A game by its name, or that of a module, which may lie where the command is run."""
    if name in BUILT_IN | TUTORIAL:
        return find_game(name)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return register_game(name)


def lines(verdict: Verdict) -> Iterator[str]:
    """A verdict as a person reads it: every broken promise once."""
    promises, wire = verdict.promises, verdict.wire
    often = Counter(finding.promise for finding in promises.findings)
    yield f"promises, at {promises.positions} positions: {f'{len(often)} broken' if often else 'all kept'}"
    for promise, times in often.items():
        sentences = Counter(each.sentence for each in promises.findings if each.promise == promise)
        yield f"  {promise.replace('_', ' ')}, broken {times} times"
        yield from (f"    {sentence}" for sentence, _ in sentences.most_common(MOST_SENTENCES))
    if wire is None:
        return
    told = f"{len(wire.leaks)} leaks" if wire.leaks else "nobody was told anything"
    yield f"on a server, {wire.server_games} games and {wire.twins} twins: {told}"
    yield from (f"  {each}" for each in wire.leaks)
    if wire.open_to:
        yield f"  nothing was hidden from {', '.join(sorted(wire.open_to))}"
