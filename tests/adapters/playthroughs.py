"""OpenSpiel's playthroughs: the output of its generator, saved as pages and compared.

`CAPONATA_GOLDEN=write pytest tests/adapters/test_playthroughs.py` writes the pages again; review the
difference like any other change. A page ends after some states, and long lines are shortened to their
beginning and a hash.
"""

from __future__ import annotations

import hashlib
import io
import os
from contextlib import redirect_stdout, suppress
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

FOLDER = Path(__file__).with_name("playthroughs")
STATES = 60
WIDEST = 200
SEED = 1


class Enough(Exception):
    """The page has enough states."""


class Listener(io.StringIO):
    """Receives the lines of a playthrough, and stops it."""

    def write(self, text: str) -> int:
        if text == f"# State {STATES}":
            raise Enough
        return super().write(text)


def first_states(game: str) -> str:
    """The first states of a playthrough."""
    listener = Listener()
    with redirect_stdout(listener), suppress(Enough):
        playthrough_lines(game, alsologtostdout=True, seed=SEED)
    return listener.getvalue()


def shortened(line: str) -> str:
    """A line shortened to fit a page."""
    if len(line) <= WIDEST:
        return line
    mark = hashlib.sha256(line.encode()).hexdigest()[:12]
    return f"{line[:WIDEST]}... {len(line)} characters, {mark}"


def assert_matches_page(game: str) -> None:
    """Check that a game still agrees with its reviewed page."""
    page = "\n".join(map(shortened, first_states(game).splitlines())).rstrip() + "\n"
    reviewed = FOLDER / f"{game.split('(', maxsplit=1)[0]}.txt"
    if os.environ.get("CAPONATA_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        reviewed.write_text(page, encoding="utf-8")
    assert page == reviewed.read_text(encoding="utf-8")
