"""Golden pages: whole games as readable text, reviewed as text.

A page shows a record as sentences. `CAPONATA_GOLDEN=write pytest ...` rewrites the pages; review the
diff like any other change.
"""

from __future__ import annotations

import os
from pathlib import Path

from caponata.engine.game import CHANCE, Game
from caponata.engine.reader import load_record
from caponata.engine.replay import Replay
from caponata.engine.witness import OMNISCIENT
from caponata.texts import Texts


def page_of(path: Path, game: Game) -> str:
    """A saved game as a page: every entry, and its effects as sentences with their rules."""
    record = load_record(path)
    texts = Texts(game)
    names = [seat.name for seat in record.seats]
    options = ", ".join(f"{name} {value}" for name, value in record.options.items())
    lines = [f"{game.title}, {len(names)} seats, {options}", ""]
    for step in Replay(record, game):
        mover = "chance" if step.mover == CHANCE else "table" if step.mover is None else names[step.mover]
        lines.append(f"{step.entry.number:>4} {mover}: {step.text}")
        lines += [f"       {texts.event(event, names, OMNISCIENT)}" for event in step.events[OMNISCIENT][1:]]
    outcome = record.result
    assert outcome is not None
    lines += ["", str(texts.outcome(outcome, names))]
    for name, score, parts in zip(names, outcome.scores, outcome.lines, strict=True):
        score_lines = ", ".join(f"{texts.score_line(part).text} {part.points}" for part in parts)
        lines.append(f"{name}: {score} ({score_lines})")
    return "\n".join(lines) + "\n"


def assert_golden(record: Path, game: Game) -> None:
    """Check that a saved game gives the reviewed page beside it."""
    page = page_of(record, game)
    reviewed = record.with_suffix(".txt")
    if os.environ.get("CAPONATA_GOLDEN") == "write":
        reviewed.write_text(page, encoding="utf-8")
    assert page == reviewed.read_text(encoding="utf-8")
