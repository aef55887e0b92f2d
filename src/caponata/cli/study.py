"""What is found out about games and bots, told in the terminal: simulations, ladders, analyses."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from caponata.bots.ledger import Account, Analysis, Compared, Effort, Swing
from caponata.bots.levels import LEVELS, told
from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.engine.record import Record
from caponata.lab.analyse import analyse, save_analysis
from caponata.lab.figures import Z95
from caponata.lab.ladder import climb, noted, page, verdict
from caponata.lab.notes import Notes
from caponata.lab.simulate import simulate

SPARKS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 60
MANY: Final = 4  # draws of one step that are named


@dataclass(frozen=True)
class Wanted:
    """How many games, from which seed, on how many cores, for how long."""

    games: int
    seed: int
    processes: int | None
    seconds: float = math.inf


def progress_bar(title: str, errors: Console) -> Progress:
    """A bar that tells how much is done."""
    return Progress(
        TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=errors
    )


def grid(*columns: str) -> Grid:
    """A table without lines."""
    return Grid(*columns, box=None, header_style="bold", pad_edge=False)


def show_simulation(
    game: Game, players: list[str], wanted: Wanted, options: Any, console: Console, errors: Console
) -> None:
    """Play many games and tell who won how often."""
    started = time.perf_counter()
    with progress_bar(game.title, errors) as bar:
        task = bar.add_task("", total=wanted.games)
        tally = simulate(
            game,
            players,
            games=wanted.games,
            seed=wanted.seed,
            options=options,
            processes=wanted.processes,
            progress=lambda done: bar.update(task, completed=done),
        )
    seconds = time.perf_counter() - started
    if tally.games < wanted.games:
        errors.print(f"Stopped after {tally.games} of {wanted.games} games.")
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
    game: Game, seats: int, wanted: Wanted, notes: Notes, console: Console, errors: Console
) -> None:
    """Play the levels against each other and tell whether each beats the one below."""
    with progress_bar(f"{game.title}, {seats} seats", errors) as bar:
        task = bar.add_task("", total=None)
        ladder = climb(
            game,
            seats=seats,
            games=wanted.games,
            seed=wanted.seed,
            processes=wanted.processes,
            notes=notes,
            seconds=wanted.seconds,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    table = grid("level", "bot", "against the one below", "games", "rating")
    for number, level in enumerate(LEVELS):
        mean, doubt = ladder.ratings[level]
        cells = ["", ""]
        if number:
            rung = ladder.rungs[number - 1]
            cells = [verdict(rung, ladder.goal), str(rung.games)]
        table.add_row(level, told(game, level), *cells, f"{mean:.1f} ± {doubt:.1f}")
    console.print(f"[bold]{game.title}[/], {seats} seats; goal {ladder.goal:.1%}", highlight=False)
    console.print(table)


def write_page(notes: Notes, path: Path) -> None:
    """All ladders that there are notes of, as a page."""
    ladders = [noted(find_game(game), seats, notes) for game, seats in notes.ladders()]
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
    is_all_told: bool = False,
) -> None:
    """Analyse a finished game, tell it, and keep it beside the record."""
    effort = None if playouts is None else Effort(playouts, playouts)
    with progress_bar(game.title, errors) as bar:
        task = bar.add_task("", total=None)
        found = analyse(
            record,
            effort=effort,
            processes=processes,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    names = [seat.name for seat in record.seats]
    tell_analysis(found, names, console)
    if is_all_told:
        tell_all(found, names, console)
    console.print(f"kept in {save_analysis(found, file)}", style="dim", highlight=False, markup=False)


def tell_analysis(found: Analysis, names: list[str], console: Console) -> None:
    """An analysis as tables and curves."""
    table = grid(
        "seat", "result", "= start", "+ luck", "+ own", "+ others", "+ unseen", "chances, from start to end"
    )
    for seat, account in enumerate(found.accounts):
        result, start, luck, own, others, unseen = rounded(account)
        table.add_row(
            names[seat],
            f"{result}%",
            f"{start}%",
            f"{luck:+}% ± {percent(Z95 * account.luck_error)}%",
            f"{own:+}%",
            f"{others:+}%",
            f"{unseen:+}% ± {percent(Z95 * account.unseen_error)}%",
            curve([values[seat] for values in found.curve]),
        )
    console.print(table)
    tell_moments("The luckiest draws", [draw_line(draw, names) for draw in found.lucky], console)
    tell_moments("The dearest decisions", [choice_line(choice, names) for choice in found.dear], console)


def tell_all(found: Analysis, names: list[str], console: Console) -> None:
    """Every draw's swing, and every choice that was not the search's favourite."""
    tell_moments("All draws", [draw_line(draw, names) for draw in found.draws], console)
    lines = [choice_line(choice, names) for choice in found.choices]
    tell_moments("All decisions but those that were the search's own", lines, console)


def tell_moments(title: str, lines: list[str], console: Console) -> None:
    """Lines under a title, where there are any."""
    if lines:
        console.print(f"\n{title}", style="bold")
    for line in lines:
        console.print(line, highlight=False, markup=False)


def percent(share: float) -> int:
    """A share of a win as people read it."""
    return round(100 * share)


def rounded(account: Account) -> tuple[int, int, int, int, int, int]:
    """The parts of an account in percent: what was not seen takes up the rounding, so that they add up."""
    result, start, luck, own, others = map(
        percent, (account.result, account.start, account.luck, account.own, account.others)
    )
    return result, start, luck, own, others, result - start - luck - own - others


def draw_line(draw: Swing, names: list[str]) -> str:
    """What chance did at one step, for whom it did most."""
    seat = max(range(len(names)), key=lambda each: draw.swing[each])
    told = ", ".join(draw.draws[:MANY]) + (" ..." if len(draw.draws) > MANY else "")
    return f"{draw.entry:>5}  {told}: {swing_of(draw, seat)} for {names[seat]}"


def choice_line(choice: Compared, names: list[str]) -> str:
    """What a choice cost, and what was better."""
    played = f"{choice.entry:>5}  {names[choice.seat]}: {choice.played}: {swing_of(choice, choice.seat)}"
    return f"{played}; {'better' if choice.counts else 'about as good'}: {choice.better}"


def swing_of(moment: Swing | Compared, seat: int) -> str:
    """What a moment brought a seat, with half of a 95 % interval."""
    return f"{percent(moment.swing[seat]):+}% ± {percent(Z95 * moment.errors[seat])}%"


def curve(values: list[float]) -> str:
    """Chances as a line of blocks, from the first to the last."""
    last, width = len(values) - 1, min(CURVE_WIDTH, len(values))
    picked = [values[round(i * last / max(1, width - 1))] for i in range(width)]
    return "".join(SPARKS[min(len(SPARKS) - 1, int(value * len(SPARKS)))] for value in picked)
