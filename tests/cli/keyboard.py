"""A terminal for tests: typed commands, and the screen as it was at every question.

`caponata("play", "capital-lux", typed=["1", "quit"])` runs the command line in this process, with draws and
bots that are the same in every run. A game may start from a written position instead of an empty table.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias
from unittest.mock import patch

from rich.console import Console

from caponata.cli import app, session
from caponata.engine.game import Position
from caponata.engine.record import Choice, Draw, Record
from caponata.games.capital_lux import GAME as LUX

ROOT = Path(__file__).parents[2]
SEED = bytes(range(32))
WIDTH = 100
CLEARED = "\x1b[2J"
MENU_MOVE = re.compile(r"(?<!\S)(\d+)  ((?:pick|home|capital|take|place|pay|discard|lay)(?: \S+)*)")

Answers: TypeAlias = "Sequence[str] | Callable[[str], str | None]"


@dataclass(frozen=True)
class Run:
    """A finished command: its exit code, its output, and the new part of the screen at every question."""

    code: int
    out: str
    err: str
    questions: list[str] = field(default_factory=list)

    @property
    def replies(self) -> list[str]:
        """The output after each answer, up to the next question or to the end."""
        return [*self.questions[1:], self.out[sum(map(len, self.questions)) :]]


class Screen(io.StringIO):
    """The output of a command, which may look like a terminal."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


class Keyboard(io.TextIOBase):
    """Lines typed one by one; the new part of the screen is saved before each; then end of file."""

    def __init__(self, answers: Answers, screen: Screen) -> None:
        self.screen = screen
        self.questions: list[str] = []
        self._answer = answers if callable(answers) else _in_order(answers)

    def isatty(self) -> bool:
        return self.screen.is_terminal

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        seen = sum(map(len, self.questions))
        self.questions.append(self.screen.getvalue()[seen:])
        answer = self._answer(self.questions[-1])
        return "" if answer is None else f"{answer}\n"


def _in_order(answers: Sequence[str]) -> Callable[[str], str | None]:
    remaining: Iterator[str] = iter(answers)
    return lambda question: next(remaining, None)


def caponata(
    *words: str, typed: Answers = (), start: Position | None = None, is_terminal: bool = False
) -> Run:
    """Run a command to its end."""
    screen, errors = Screen(is_terminal=is_terminal), io.StringIO()
    keyboard = Keyboard(typed, screen)
    game = LUX if start is None else replace(LUX, start=lambda seats, options: start.copy())
    chance = SimpleNamespace(token_hex=lambda size: "5eed" * (size // 2), randbits=lambda bits: 7)
    with ExitStack() as stack:
        for change in (
            patch.object(sys, "argv", ["caponata", *words]),
            patch.object(sys, "stdin", keyboard),
            patch.dict("os.environ", {"TERM": "xterm"}),
            patch.object(app, "console", Console(width=WIDTH)),
            patch.object(app, "errors", Console(width=WIDTH, stderr=True)),
            patch.object(session, "fresh_seed", lambda: SEED),
            patch.object(session, "secrets", chance),
            patch("caponata.games.capital_lux.GAME", game),
            redirect_stdout(screen),
            redirect_stderr(errors),
        ):
            stack.enter_context(change)
        code = _exit_code()
    return Run(code, screen.getvalue(), errors.getvalue(), keyboard.questions)


def _exit_code() -> int:
    try:
        app.main()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    return 0


def in_a_process(*words: str, typed: bytes = b"", **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a separate process."""
    command = [sys.executable, "-m", "caponata", *words]
    return subprocess.run(command, input=typed, capture_output=True, check=False, timeout=120, **options)


def offered(question: str) -> dict[str, str]:
    """The moves of the menu on the screen by number."""
    return {text: number for number, text in MENU_MOVE.findall(question)}


def moves_of(record: Record, seat: int) -> list[str]:
    """The choices of a seat that were not taken back."""
    return [
        entry.move
        for entry in record.entries
        if isinstance(entry, Choice) and entry.seat == seat and not entry.cancelled
    ]


def draws_of(record: Record) -> list[Draw]:
    """All draws, including those taken back."""
    return [entry for entry in record.entries if isinstance(entry, Draw)]


def one_line(text: str) -> str:
    """A text on one line, without the line breaks of the screen."""
    return " ".join(text.split())
