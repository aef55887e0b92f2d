"""A saved game in the terminal, step by step."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from caponata.cli.boards import draw_board, event_log
from caponata.cli.session import read_number
from caponata.engine.game import CHANCE, SPECTATOR, Game
from caponata.engine.record import Record
from caponata.engine.replay import Replay, ReplayStep
from caponata.engine.witness import OMNISCIENT
from caponata.texts import Texts

STEPS = "Enter steps on, a number goes on to that entry, b shows the board, q leaves: "


def show_replay(
    record: Record, game: Game, console: Console, ask: Callable[[str], str] | None, seat: int | None
) -> None:
    """Print a record entry by entry, as one seat saw it or with open cards. Without `ask`, do not stop."""
    texts = Texts(game)
    names = [each.name for each in record.seats]
    viewer = OMNISCIENT if seat is None else seat - 1
    console.print(Rule(Text(f"{game.title}: {', '.join(names)}")))
    last = record.entries[-1].number if record.entries else 0
    stop_at = 1 if ask else last + 1
    for step in Replay(record, game):
        print_entry(step, game, names, viewer, texts, console, entry_time(record, step))
        while ask and step.entry.number >= stop_at:
            answer = ask(STEPS).strip().lower()
            if answer == "q":
                return
            if answer == "b":
                view = game.view(step.position, SPECTATOR if seat is None else viewer)
                console.print(draw_board(game, view, names, texts, console.width))
            else:
                stop_at = max(step.entry.number + 1, read_number(answer) or 0)
    if record.result is not None:
        console.print(draw_board(game, game.view(step.position, SPECTATOR), names, texts, console.width))
        console.print(texts.outcome(record.result, names).text, style="bold", markup=False)
    else:
        console.print("The record ends here: the game was not finished.", style="dim")


def entry_time(record: Record, step: ReplayStep) -> str:
    """The time since the first entry, in minutes, seconds and tenths, if the record has times."""
    if record.times is None:
        return ""
    tenths = (record.times[step.entry.number - 1] - record.times[0]) // 100
    return f"{tenths // 600:>3}:{tenths // 10 % 60:02}.{tenths % 10}"


def print_entry(
    step: ReplayStep, game: Game, names: list[str], viewer: int, texts: Texts, console: Console, time: str
) -> None:
    """Print an entry: number, time, mover, move, and the events that the viewer saw."""
    mover = "table" if step.mover is None else "chance" if step.mover == CHANCE else names[step.mover]
    events = step.events.get(viewer, [])
    head = Text(f"{step.entry.number:>4} {time} " if time else f"{step.entry.number:>4} ", style="dim")
    if viewer == OMNISCIENT:
        head.append(f"{mover}: {step.text}", style="bold" if step.mover != CHANCE else "")
        console.print(head)
        events = events[1:]
    log = event_log(game, events, names, viewer, texts)
    if viewer != OMNISCIENT and log:
        console.print(head, end="")
    console.print(log, end="")
