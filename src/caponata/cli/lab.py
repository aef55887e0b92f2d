"""The lab from the command line: `caponata lab balance`, `tournament`, `dataset`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from caponata.catalogue import find_game
from caponata.cli.study import grid, progress_bar
from caponata.engine.options import OptionError
from caponata.lab.balance import Balance, Line, balance_job
from caponata.lab.dataset import Dataset, dataset_job
from caponata.lab.figures import Figure
from caponata.lab.folder import REPORT, Folder
from caponata.lab.metrics import PERCENT, check_metrics
from caponata.lab.plan import Job
from caponata.lab.report.pages import balance_page, tournament_page
from caponata.lab.run import Ran, run
from caponata.lab.sweep import read_sweep
from caponata.lab.tournament import Tournament, tournament_job
from caponata.lab.trouble import LabError, need

MOST_LINES = 12  # of a metric that are printed; the report has them all
PATIENCE = 10.0

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
Resume = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Go on with a study that was stopped.")]
Patience = Annotated[
    float, typer.Option(min=0.001, help="Seconds that an outside program has for an answer.")
]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="NAME", help="Tell only this: seats, start, length, luck, ..."),
]


@lab.command()
def balance(
    game: GameName = None,
    games: GameCount = None,
    seats: LineUp = None,
    option: OptionList = None,
    vary: Sweep = None,
    metric: Metrics = None,
    seed: Seed = 1,
    out: Out = None,
    resume: Resume = None,
    processes: Processes = None,
    ray: Ray = None,
    patience: Patience = PATIENCE,
) -> None:
    """How fair, long, tense and lucky a game is, and what its moves and rules do."""
    metrics = check_metrics(metric or [])

    def job(name: str) -> Job:
        return balance_job(
            name,
            games=games or 10_000,
            seats=seats,
            options=pairs(option),
            vary=read_sweep(vary or []),
            seed=seed,
            patience=patience,
        )

    folder = opened(job, game, out, resume, given=(games, seats, option, vary))
    study = Balance(folder, played(folder, processes, ray))
    if not study.games:
        return
    for number, variant in enumerate(study.variants):
        if len(study.variants) > 1:
            console.print(f"\n[bold]{variant.label}[/]", highlight=False)
        show_lines(study.lines(number, metrics or SHOWN))
    finish(folder, balance_page(study, metrics))


SHOWN = ("seats", "start", "scores", "length", "branching", "lead", "decisiveness", "luck")


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
    patience: Patience = PATIENCE,
) -> None:
    """Let bots and outside programs meet on all seats and on the same deals, and rate them."""

    def job(name: str) -> Job:
        return tournament_job(
            name,
            bot or [],
            games=games or 1000,
            seats=seats,
            options=pairs(option),
            seed=seed,
            patience=patience,
        )

    folder = opened(job, game, out, resume, given=(bot, games, seats, option))
    cup = Tournament(folder, played(folder, processes, ray))
    if not cup.games:
        return
    standings = cup.standings()
    has_faults = any(standing.faults for standing in standings)
    table = grid("", "player", "rating", "wins", "score", "games", *(["faults"] if has_faults else []))
    for place, standing in enumerate(standings, start=1):
        cells = [str(place), standing.player, said(standing.rating), said(standing.wins, PERCENT)]
        cells += [said(standing.score), f"{standing.games:,}"]
        table.add_row(*cells, *([f"{standing.faults:,}"] if has_faults else []))
    console.print(table)
    names = [standing.player for standing in standings]
    console.print("\nWho ends before whom", style="bold")
    cross = grid("", *names)
    for name in names:
        met = [cup.against(name, other) if other != name else None for other in names]
        cross.add_row(name, *("·" if each is None else said(each, PERCENT) for each in met))
    console.print(cross)
    finish(folder, tournament_page(cup))


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
    patience: Patience = PATIENCE,
) -> None:
    """Write whole games as Parquet: every move of seats and chance, and the results."""

    def job(name: str) -> Job:
        return dataset_job(
            name,
            games=games or 10_000,
            seats=seats,
            options=pairs(option),
            vary=read_sweep(vary or []),
            seed=seed,
            patience=patience,
        )

    folder = opened(job, game, out, resume, given=(games, seats, option, vary))
    ran = played(folder, processes, ray)
    Dataset(folder, ran)
    console.print(
        f"{ran.games:,} games, {folder.size() / 1e6:,.1f} MB: {folder.path / 'games'}",
        highlight=False,
        soft_wrap=True,
    )


def opened(
    job: Callable[[str], Job],
    game: str | None,
    out: Path | None,
    resume: Path | None,
    *,
    given: Sequence[Any],
) -> Folder:
    """The folder of a new study, or of one that goes on."""
    need("polars")
    if resume is not None:
        if game is not None or out is not None or any(given):
            raise LabError("a study that goes on has its game and all else already: leave them out")
        return Folder.open(resume)
    if game is None:
        raise LabError("say which game: see 'caponata games'")
    plan = job(game)
    return Folder.begin(out or Path(f"{plan.game}-{plan.study}-{plan.seed}"), plan)


def played(folder: Folder, processes: int | None, ray: str | None) -> Ran:
    """Play what is missing, with a bar that shows how far it is."""
    job = folder.job
    title = find_game(job.game).title
    with progress_bar(title, errors) as bar:
        task = bar.add_task("", total=job.games)
        ran = run(
            folder, processes=processes, ray=ray, progress=lambda done: bar.update(task, completed=done)
        )
    if ran.again:
        errors.print(f"{ran.again} parts could not be read and were played again.", highlight=False)
    if not ran.is_whole:
        errors.print(
            f"Stopped after {ran.games:,} of {ran.of:,} games; go on with --resume {folder.path}",
            highlight=False,
            soft_wrap=True,
        )
    return ran


def show_lines(lines: Sequence[Line]) -> None:
    """Print figures with their intervals, the first ones of each metric."""
    table = grid("", "figure", "value")
    shown: dict[str, int] = {}
    for line in lines:
        shown[line.metric] = shown.get(line.metric, 0) + 1
        if shown[line.metric] <= MOST_LINES:
            first = line.metric if shown[line.metric] == 1 else ""
            table.add_row(first, line.name, said(line.figure, line.unit))
    console.print(table)


def finish(folder: Folder, page: str) -> None:
    """Write the report and say where it is."""
    file = folder.write(REPORT, page.encode())
    console.print(f"\nIntervals are 95 %. The report: {file}", style="dim", highlight=False, soft_wrap=True)


def said(figure: Figure, unit: str = "") -> str:
    """A figure in words."""
    if unit == PERCENT:
        return f"{figure.value:.2%} ± {figure.width:.2%}"
    return f"{figure.value:,.2f} ± {figure.width:,.2f}"


def pairs(words: list[str] | None) -> dict[str, object]:
    """The options named on the command line."""
    chosen: dict[str, object] = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise OptionError(f"'{word}' is not of the form NAME=VALUE")
        if name in chosen:
            raise OptionError(f"option '{name}' is given twice")
        chosen[name] = value
    return chosen
