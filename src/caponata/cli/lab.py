"""The lab from the command line: `caponata lab balance`, `tournament`, `dataset`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from caponata.catalogue import find_game
from caponata.cli.results import grid, show_progress
from caponata.engine.options import OptionError
from caponata.lab.balance import Balance
from caponata.lab.dataset import Dataset
from caponata.lab.errors import LabError, require
from caponata.lab.folder import REPORT, Folder
from caponata.lab.metrics import PERCENT, check_metrics
from caponata.lab.report.findings import Finding, findings, meeting_findings
from caponata.lab.report.numbers import figure_text
from caponata.lab.report.pages import balance_page, tournament_page
from caponata.lab.results import MARGIN, MetricLine
from caponata.lab.setup import read_sweep
from caponata.lab.tables import GAMES
from caponata.lab.tournament import Tournament

MOODS = {"warn": "!", "look": "?", "calm": "·"}
MOST_LINES = 12  # of a metric that are printed; the report has all
TIMEOUT = 10.0
DEFAULT_METRICS = ("seats", "start", "scores", "length", "branching", "lead", "decisiveness", "luck")

AnyStudy = TypeVar("AnyStudy", Balance, Tournament, Dataset)

lab = typer.Typer(
    help="Study games: balance, tournaments and data, on all cores or on a Ray cluster.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
console = Console()
errors = Console(stderr=True)

GameName = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="A game's name; left out with --resume.")
]
GameCount = Annotated[int | None, typer.Option(min=1, help="How many games, of each variant.")]
LineUp = Annotated[
    str | None, typer.Option(metavar="N|BOT,BOT", help="How many seats, or who sits on them, in order.")
]
OptionList = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game.")
]
Sweep = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=V,V", help="Compare values of an option, of seats (2,3) or of bots."),
]
Seed = Annotated[int, typer.Option(min=0, help="Equal seeds give equal results.")]
Processes = Annotated[int | None, typer.Option(min=1, help="How many cores to use; all by default.")]
Ray = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Ray cluster: HOST:PORT, ray://HOST:PORT or auto.")
]
Out = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where results go; a new folder.")]
Resume = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Continue a stopped study.")]
Timeout = Annotated[
    float,
    typer.Option(
        "--timeout", "--patience", min=0.001, help="Seconds that an external program has for an answer."
    ),
]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="NAME", help="Show only this metric: seats, start, length, luck, ..."),
]


Confirm = Annotated[
    str | None, typer.Option(metavar="BOT", help="Play all games once more with a second kind of bot.")
]
Margin = Annotated[
    float,
    typer.Option(
        min=0.1, max=50, metavar="POINTS", help="How far from a fair share a seat must be to matter."
    ),
]


@lab.command()
def balance(
    game: GameName = None,
    games: GameCount = None,
    seats: LineUp = None,
    option: OptionList = None,
    vary: Sweep = None,
    metric: Metrics = None,
    confirm: Confirm = None,
    margin: Margin = MARGIN * 100,
    seed: Seed = 1,
    out: Out = None,
    resume: Resume = None,
    processes: Processes = None,
    ray: Ray = None,
    timeout: Timeout = TIMEOUT,
) -> None:
    """How fair, long, tense and lucky a game is, and what its moves and rules do."""
    metrics = check_metrics(metric or [])
    study = run_study(
        Balance,
        Target(game, out, resume, processes, ray),
        given=(games, seats, option, vary, confirm),
        games=games or 10_000,
        seats=seats,
        options=read_pairs(option),
        vary=read_sweep(vary or []),
        confirm=confirm,
        seed=seed,
        timeout=timeout,
    )
    if not study.games:
        return
    for number, variant in enumerate(study.variants):
        if len(study.variants) > 1:
            console.print(f"\n[bold]{variant.label}[/]", highlight=False)
        show_lines(study.lines(number, metrics or DEFAULT_METRICS))
        if not metrics and study.samples[number].total["games"]:
            show_findings(findings(study, number, study.uses(number), margin / 100))
    save_report(study.folder, balance_page(study, metrics, margin / 100))


@lab.command()
def tournament(
    game: GameName = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A player: random, greedy, mc:500, 'program:./mine --fast', ..."),
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="How many games in all, at least.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats a table has.")] = None,
    option: OptionList = None,
    seed: Seed = 1,
    out: Out = None,
    resume: Resume = None,
    processes: Processes = None,
    ray: Ray = None,
    timeout: Timeout = TIMEOUT,
) -> None:
    """Let bots and external programs meet on all seats and on the same deals, and rate them."""
    study = run_study(
        Tournament,
        Target(game, out, resume, processes, ray),
        given=(bot, games, seats, option),
        players=bot or [],
        games=games or 1000,
        seats=seats,
        options=read_pairs(option),
        seed=seed,
        timeout=timeout,
    )
    if not study.games:
        return
    standings = study.standings()
    has_faults = any(standing.faults for standing in standings)
    table = grid("", "player", "rating", "wins", "score", "games", *(["faults"] if has_faults else []))
    for place, standing in enumerate(standings, start=1):
        cells = [str(place), standing.player, figure_text(standing.rating)]
        cells += [figure_text(standing.wins, PERCENT), figure_text(standing.score), f"{standing.games:,}"]
        table.add_row(*cells, *([f"{standing.faults:,}"] if has_faults else []))
    console.print(table)
    names = [standing.player for standing in standings]
    console.print("\nWho ends before whom", style="bold")
    cross = grid("", *names)
    for name in names:
        met = [study.against(name, other) if other != name else None for other in names]
        cross.add_row(name, *("·" if each is None else figure_text(each, PERCENT) for each in met))
    console.print(cross)
    show_findings(meeting_findings(study))
    save_report(study.folder, tournament_page(study))


@lab.command()
def dataset(
    game: GameName = None,
    games: GameCount = None,
    seats: LineUp = None,
    option: OptionList = None,
    vary: Sweep = None,
    seed: Seed = 1,
    out: Out = None,
    resume: Resume = None,
    processes: Processes = None,
    ray: Ray = None,
    timeout: Timeout = TIMEOUT,
) -> None:
    """Write whole games as Parquet: every move of seats and chance, and the results."""
    study = run_study(
        Dataset,
        Target(game, out, resume, processes, ray),
        given=(games, seats, option, vary),
        games=games or 10_000,
        seats=seats,
        options=read_pairs(option),
        vary=read_sweep(vary or []),
        seed=seed,
        timeout=timeout,
    )
    assert study.ran is not None
    folder = study.folder
    console.print(
        f"{study.ran.games:,} games, {folder.size() / 1e6:,.1f} MB: {folder.path / GAMES}",
        highlight=False,
        soft_wrap=True,
    )


@dataclass(frozen=True)
class Target:
    """The study to play: a game and a new folder, or a folder to resume; and the machines to use."""

    game: str | None
    out: Path | None
    resume: Path | None
    processes: int | None
    ray: str | None


def run_study(study: type[AnyStudy], target: Target, *, given: Sequence[Any], **settings: Any) -> AnyStudy:
    """Play a new study or resume one, with a progress bar. `given` are options that a resumed one has."""
    require("polars")
    machines: dict[str, Any] = {"processes": target.processes, "ray": target.ray}
    if target.resume is not None:
        if target.game is not None or target.out is not None or any(given):
            raise LabError("a resumed study already has its game and settings: leave them out")
        folder = Folder.open(target.resume)
        with show_progress(find_game(folder.job.game).title, errors) as progress:
            result = study.finish(folder, **machines, progress=progress)
    elif target.game is None:
        raise LabError("say which game: see 'caponata games'")
    else:
        with show_progress(find_game(target.game).title, errors) as progress:
            result = study.play(target.game, out=target.out, **settings, **machines, progress=progress)
    ran = result.ran
    assert ran is not None
    if ran.again:
        errors.print(f"{ran.again} parts could not be read and were played again.", highlight=False)
    if not ran.is_whole:
        errors.print(
            f"Stopped after {ran.games:,} of {ran.of:,} games; continue with --resume {result.folder.path}",
            highlight=False,
            soft_wrap=True,
        )
    return result


def show_lines(lines: Sequence[MetricLine]) -> None:
    """Print the first figures of each metric with their intervals."""
    table = grid("", "figure", "value")
    shown: dict[str, int] = {}
    for line in lines:
        shown[line.metric] = shown.get(line.metric, 0) + 1
        if shown[line.metric] <= MOST_LINES:
            first = line.metric if shown[line.metric] == 1 else ""
            table.add_row(first, line.name, figure_text(line.figure, line.unit))
    console.print(table)


def show_findings(found: Sequence[Finding]) -> None:
    """Print the main findings."""
    console.print("\nWhat stands out", style="bold")
    table = grid("", "", show_header=False)
    for each in found:
        table.add_row(MOODS[each.mood], Text(each.sentence))
    console.print(table)


def save_report(folder: Folder, page: str) -> None:
    """Write the report and print its path."""
    file = folder.write(REPORT, page.encode())
    console.print(
        f"\nIntervals are 95 %, each for its figure alone. The report: {file}",
        style="dim",
        highlight=False,
        soft_wrap=True,
    )


def read_pairs(words: list[str] | None) -> dict[str, object]:
    """Read options of the form NAME=VALUE."""
    chosen: dict[str, object] = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise OptionError(f"'{word}' is not of the form NAME=VALUE")
        if name in chosen:
            raise OptionError(f"option '{name}' is given twice")
        chosen[name] = value
    return chosen
