"""Draws docs/terminal.svg: a moment of the typical game as one of its players saw it."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console, Group

from caponata.catalogue import find_game
from caponata.cli.boards import draw_board, event_log, menu
from caponata.engine.playout import legal_moves
from caponata.engine.reader import load_record
from caponata.engine.replay import Replay
from caponata.texts import Texts

HERE = Path(__file__).parent
RECORD = HERE.parent / "tests/games/capital_lux/golden/typical.json"
SEAT = 0
MOMENT = 43  # the last entry before the move that is shown
SINCE = 41  # the first entry whose events are told
WIDTH = 108


def picture() -> str:
    """The picture as SVG."""
    record = load_record(RECORD)
    game = find_game(record.game)
    texts = Texts(game)
    names = [seat.name for seat in record.seats]
    events = []
    for step in Replay(record, game):
        if step.entry.number >= SINCE:
            events += step.events[SEAT]
        if step.entry.number == MOMENT:
            break
    names[SEAT] = "You"
    shown = Group(
        event_log(game, events, names, SEAT, texts),
        draw_board(game, game.view(step.position, SEAT), names, texts, WIDTH),
        texts.prompt(step.position.prompt(SEAT)),
        menu(game, legal_moves(step.position, SEAT)),
    )
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(shown)
    svg = console.export_svg(title="caponata play capital-lux --seats you,greedy,mc", unique_id="caponata")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # the reader's own monospace will do


if __name__ == "__main__":
    (HERE / "terminal.svg").write_text(picture(), encoding="utf-8")
