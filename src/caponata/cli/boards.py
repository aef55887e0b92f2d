"""Boards in a terminal: a game's own drawing, or its view as a table if it has none."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from caponata.engine.game import Event, Game, View
from caponata.engine.parts import TerminalBoard
from caponata.texts import Texts


def terminal_board(game: Game) -> TerminalBoard | None:
    """A game's own board for terminals, or None."""
    return None if game.terminal is None else game.terminal()


def draw_board(game: Game, view: View, names: Sequence[str], texts: Texts, width: int) -> RenderableType:
    """Draw the board of a view for a terminal of this width."""
    terminal = terminal_board(game)
    if terminal:
        drawn: RenderableType = terminal.board(view, names, texts, width)
        return drawn
    table = Table(box=box.SIMPLE, show_header=False)
    for field, value in view.items():
        table.add_row(Text(field, style="dim"), Text(str(value)))
    return table


def is_quiet(game: Game, event: Event) -> bool:
    """Return whether the log leaves this event out because the board shows it."""
    terminal = terminal_board(game)
    return bool(terminal and terminal.is_quiet(event))


def event_log(game: Game, events: Sequence[Event], names: Sequence[str], viewer: int, texts: Texts) -> Text:
    """Events as lines of text. Equal consecutive lines become one."""
    lines: list[tuple[str, str | None, int]] = []
    for event in events:
        if is_quiet(game, event):
            continue
        sentence = texts.event(event, names, viewer)
        if lines and lines[-1][:2] == (sentence.text, sentence.rule):
            lines[-1] = (sentence.text, sentence.rule, lines[-1][2] + 1)
        else:
            lines.append((sentence.text, sentence.rule, 1))
    log = Text()
    for sentence_text, rule, times in lines:
        log.append(sentence_text + (f" ({times} times)" if times > 1 else ""))
        log.append(f"  {rule}\n" if rule else "\n", style="dim")
    return log


def menu(game: Game, moves: Sequence[int]) -> Table:
    """The legal moves as the user types them, numbered, in up to three columns."""
    terminal = terminal_board(game)
    paint = terminal.paint if terminal else Text
    columns = 1 if len(moves) <= 4 else 2 if len(moves) <= 8 else 3
    table = Table(box=None, show_header=False, pad_edge=False)
    rows = -(-len(moves) // columns)
    for row in range(rows):
        cells: list[Text] = []
        for number in range(row, len(moves), rows):
            painted = paint(game.space.shown_text(moves[number]))
            cells.append(Text.assemble((f"{number + 1:>3}  ", "bold"), painted, "   "))
        table.add_row(*cells)
    return table
