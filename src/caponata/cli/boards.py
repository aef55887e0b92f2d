"""Boards in a terminal: a game's own drawing where it has one, its view as a table where it has none."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, Game, View
from caponata.engine.parts import TerminalBoard
from caponata.engine.texts import Texts


def terminal_of(game: Game) -> TerminalBoard | None:
    """A game's own board for terminals, or None."""
    return None if game.terminal is None else game.terminal()


def draw_board(game: Game, view: View, names: Sequence[str], texts: Texts, width: int) -> RenderableType:
    """The board as a view shows it, for a terminal so many columns wide."""
    terminal = terminal_of(game)
    if terminal:
        drawn: RenderableType = terminal.board(view, names, texts, width)
        return drawn
    table = Table(box=box.SIMPLE, show_header=False)
    for field, value in view.items():
        table.add_row(Text(field, style="dim"), Text(str(value)))
    return table


def is_quiet(game: Game, event: Event) -> bool:
    """Whether a game's terminal shows this event elsewhere."""
    terminal = terminal_of(game)
    return bool(terminal and terminal.is_quiet(event))


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


def menu(game: Game, moves: Sequence[int]) -> Table:
    """The legal moves as one types them, numbered, in as many columns as read well."""
    terminal = terminal_of(game)
    paint = terminal.paint if terminal else Text
    columns = 1 if len(moves) <= 4 else 2 if len(moves) <= 8 else 3
    table = Table(box=None, show_header=False, pad_edge=False)
    rows = -(-len(moves) // columns)
    for row in range(rows):
        cells: list[Text] = []
        for number in range(row, len(moves), rows):
            painted = paint(game.space.text(moves[number]))
            cells.append(Text.assemble((f"{number + 1:>3}  ", "bold"), painted, "   "))
        table.add_row(*cells)
    return table
