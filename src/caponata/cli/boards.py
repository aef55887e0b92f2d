"""Boards in a terminal: a game's own drawing where it has one, its view as a table where it has none."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, Game, View
from caponata.engine.texts import Texts


def draw_board(game: Game, view: View, names: Sequence[str], texts: Texts) -> RenderableType:
    """The board as a view shows it."""
    module = f"{game.package}.terminal"
    if find_spec(module):
        drawn: RenderableType = import_module(module).board(view, names, texts)
        return drawn
    table = Table(box=box.SIMPLE, show_header=False)
    for field, value in view.items():
        table.add_row(Text(field, style="dim"), Text(str(value)))
    return table


def is_quiet(game: Game, event: Event) -> bool:
    """Whether a game's terminal shows this event elsewhere."""
    module = f"{game.package}.terminal"
    return bool(find_spec(module) and import_module(module).is_quiet(event))


def story(game: Game, events: Sequence[Event], names: Sequence[str], viewer: int, texts: Texts) -> Text:
    """What happened, a line an event; equal lines in a row become one."""
    lines: list[tuple[str, str | None, int]] = []
    for event in events:
        if is_quiet(game, event):
            continue
        sentence = texts.event(event, names, viewer)
        if lines and lines[-1][:2] == (sentence.text, sentence.rule):
            lines[-1] = (sentence.text, sentence.rule, lines[-1][2] + 1)
        else:
            lines.append((sentence.text, sentence.rule, 1))
    told = Text()
    for sentence_text, rule, times in lines:
        told.append(sentence_text + (f" ({times} times)" if times > 1 else ""))
        told.append(f"  {rule}\n" if rule else "\n", style="dim")
    return told


def menu(game: Game, moves: Sequence[int], texts: Texts) -> Table:
    """The legal moves, numbered, in as many columns as read well."""
    columns = 1 if len(moves) <= 4 else 2 if len(moves) <= 8 else 3
    table = Table(box=None, show_header=False, pad_edge=False)
    rows = -(-len(moves) // columns)
    for row in range(rows):
        cells: list[Text] = []
        for number in range(row, len(moves), rows):
            label = Text(f"{number + 1:>3}  ", style="bold")
            label.append(texts.move(game.space, moves[number]), style="not bold")
            label.append(f"  {game.space.text(moves[number])}   ", style="not bold dim")
            cells.append(label)
        table.add_row(*cells)
    return table
