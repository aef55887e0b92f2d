"""Simulations, ladders and analyses in the terminal: progress bars and tables of results."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar
from rich.table import Table as Grid

from caponata.bots import describe_level
from caponata.bots.ledger import Account, Analysis, ComparedChoice, DecisionValue, DrawSwing, Effort
from caponata.bots.levels import LEVELS
from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.engine.record import Record
from caponata.lab.analyse import analyse, save_analysis
from caponata.lab.figures import Z95
from caponata.lab.ladder import climb, logged_ladder, page, verdict
from caponata.lab.ladder_log import LadderLog
from caponata.lab.progress import Progress
from caponata.lab.simulate import simulate

SPARKS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 60
MOST_DRAWS: Final = 4  # of one step that are listed
HOW_IT_ADDS_UP: Final = (
    "Own and others: decisions against ordinary play, the way the playouts choose. Unseen: what hidden cards"
    " and simultaneous choices made of them; near zero on average over many games, as far as measured, though"
    " habits in such choices can shift it. ±: noise of the playouts, 95 %."
)


@dataclass(frozen=True)
class RunSettings:
    """The number of games, their seed, the number of processes, and a time limit."""

    games: int
    seed: int
    processes: int | None
    seconds: float = math.inf


@contextmanager
def show_progress(title: str, errors: Console) -> Iterator[Progress]:
    """Show a progress bar from the first update on."""
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = ProgressBar(*columns, console=errors)
    task = bar.add_task("", total=None)

    def update(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield update
    finally:
        if bar.live.is_started:
            bar.stop()


def grid(*columns: str, show_header: bool = True) -> Grid:
    """A table without borders."""
    return Grid(*columns, box=None, header_style="bold", pad_edge=False, show_header=show_header)


def show_simulation(
    game: Game, players: list[str], settings: RunSettings, options: Any, console: Console, errors: Console
) -> None:
    """Play many games and print the win rates."""
    started = time.perf_counter()
    with show_progress(game.title, errors) as progress:
        tally = simulate(
            game,
            players,
            games=settings.games,
            seed=settings.seed,
            options=options,
            processes=settings.processes,
            progress=progress,
        )
    seconds = time.perf_counter() - started
    if tally.games < settings.games:
        errors.print(f"Stopped after {tally.games} of {settings.games} games.")
    in_time = ("takes a minute", "races lost") if tally.milliseconds else ()
    table = grid("seat", "player", "wins", "score", *in_time)
    for number, player in enumerate(players):
        rate, width = tally.win_rate(number)
        score, spread = tally.mean_score(number)
        cells = [str(number + 1), player, f"{rate:6.2%} ± {width:.2%}", f"{score:.2f} ± {spread:.2f}"]
        if in_time:
            seat = tally.seats[number]
            lost = seat.lost / max(1, seat.takes + seat.lost)
            cells += [f"{tally.takes_a_minute(number):.1f}", f"{lost:.1%}"]
        table.add_row(*cells)
    console.print(table)
    shared = f"{tally.shared_wins / max(1, tally.games):.2%} of wins shared"
    pace = f"{tally.games:,} games, {tally.decisions:,} decisions, {seconds:.1f} s"
    console.print(f"{pace}; {shared}; intervals are 95 %", style="dim", highlight=False)


def show_ladder(
    game: Game, seats: int, settings: RunSettings, log: LadderLog, console: Console, errors: Console
) -> None:
    """Play the levels against each other and print how often each beats the one below."""
    with show_progress(f"{game.title}, {seats} seats", errors) as progress:
        ladder = climb(
            game,
            seats=seats,
            games=settings.games,
            seed=settings.seed,
            processes=settings.processes,
            log=log,
            seconds=settings.seconds,
            progress=progress,
        )
    table = grid("level", "bot", "against the one below", "games", "rating")
    for number, level in enumerate(LEVELS):
        mean, error = ladder.ratings[level]
        cells = ["", ""]
        if number:
            rung = ladder.rungs[number - 1]
            cells = [verdict(rung, ladder.goal), str(rung.games)]
        table.add_row(level, describe_level(game, level), *cells, f"{mean:.1f} ± {error:.1f}")
    console.print(f"[bold]{game.title}[/], {seats} seats; goal {ladder.goal:.1%}", highlight=False)
    console.print(table)


def write_page(log: LadderLog, path: Path) -> None:
    """Write all ladders of a log as a page."""
    ladders = [logged_ladder(find_game(game), seats, log) for game, seats in log.ladders()]
    path.write_text(page(ladders), encoding="utf-8")


def show_analysis(
    record: Record,
    game: Game,
    file: Path,
    playouts: int | None,
    processes: int | None,
    console: Console,
    errors: Console,
    *,
    is_complete: bool = False,
) -> None:
    """Analyse a finished game, print the result and save it beside the record."""
    effort = None if playouts is None else Effort(playouts, playouts)
    with show_progress(game.title, errors) as progress:
        analysis = analyse(record, effort=effort, processes=processes, progress=progress)
    names = [seat.name for seat in record.seats]
    print_analysis(analysis, names, console)
    if is_complete:
        print_all(analysis, names, console)
    console.print(f"saved in {save_analysis(analysis, file)}", style="dim", highlight=False, markup=False)


def print_analysis(analysis: Analysis, names: list[str], console: Console) -> None:
    """Print an analysis as a table with curves, and its most important moments."""
    table = grid(
        "seat", "result", "= start", "+ luck", "+ own", "+ others", "+ unseen", "chances, from start to end"
    )
    for seat, account in enumerate(analysis.accounts):
        result, start, luck, own, others, unseen = rounded(account)
        table.add_row(
            names[seat],
            f"{result}%",
            f"{start}%",
            f"{luck:+}% ± {percent(Z95 * account.luck_error)}%",
            f"{own:+}% ± {percent(Z95 * account.own_error)}%",
            f"{others:+}% ± {percent(Z95 * account.others_error)}%",
            f"{unseen:+}% ± {percent(Z95 * account.unseen_error)}%",
            curve([values[seat] for values in analysis.curve]),
        )
    console.print(table)
    console.print(HOW_IT_ADDS_UP, style="dim", highlight=False)
    print_moments("The luckiest draws", [draw_line(draw, names) for draw in analysis.lucky], console)
    print_moments("The dearest decisions", [choice_line(choice, names) for choice in analysis.dear], console)


def print_all(analysis: Analysis, names: list[str], console: Console) -> None:
    """Print every draw, every decision, and every choice that was not the search's favourite."""
    print_moments("All draws", [draw_line(draw, names) for draw in analysis.draws], console)
    lines = [decision_line(decision, names) for decision in analysis.decisions]
    print_moments("All decisions, against ordinary play", lines, console)
    lines = [choice_line(choice, names) for choice in analysis.choices]
    print_moments("Decisions that were not the search's favourite", lines, console)


def print_moments(title: str, lines: list[str], console: Console) -> None:
    """Print lines under a title, if there are any."""
    if lines:
        console.print(f"\n{title}", style="bold")
    for line in lines:
        console.print(line, highlight=False, markup=False)


def percent(share: float) -> int:
    """A share of a win in percent."""
    return round(100 * share)


def rounded(account: Account) -> tuple[int, int, int, int, int, int]:
    """The parts of an account in percent. The unseen part absorbs rounding, so that they add up."""
    result, start, luck, own, others = map(
        percent, (account.result, account.start, account.luck, account.own, account.others)
    )
    return result, start, luck, own, others, result - start - luck - own - others


def draw_line(draw: DrawSwing, names: list[str]) -> str:
    """The draws of one step, and the seat that gained most."""
    seat = max(range(len(names)), key=lambda each: draw.swing[each])
    draws = ", ".join(draw.draws[:MOST_DRAWS]) + (" ..." if len(draw.draws) > MOST_DRAWS else "")
    return f"{draw.entry:>5}  {draws}: {swing_of(draw, seat)} for {names[seat]}"


def decision_line(decision: DecisionValue, names: list[str]) -> str:
    """The value of a decision."""
    swing = swing_of(decision, decision.seat)
    return f"{decision.entry:>5}  {names[decision.seat]}: {decision.played}: {swing}"


def choice_line(choice: ComparedChoice, names: list[str]) -> str:
    """The cost of a choice, and the better one."""
    played = f"{choice.entry:>5}  {names[choice.seat]}: {choice.played}: {swing_of(choice, choice.seat)}"
    return f"{played}; {'better' if choice.counts else 'about as good'}: {choice.better}"


def swing_of(moment: DrawSwing | DecisionValue | ComparedChoice, seat: int) -> str:
    """A seat's swing with half of a 95 % interval."""
    return f"{percent(moment.swing[seat]):+}% ± {percent(Z95 * moment.errors[seat])}%"


def curve(values: list[float]) -> str:
    """Chances as a line of block characters."""
    last, width = len(values) - 1, min(CURVE_WIDTH, len(values))
    picked = [values[round(i * last / max(1, width - 1))] for i in range(width)]
    return "".join(SPARKS[min(len(SPARKS) - 1, int(value * len(SPARKS)))] for value in picked)
