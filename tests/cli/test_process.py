"""The command as a process and in a real terminal: exit codes, streams, Ctrl-C and Ctrl-D."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from caponata.catalogue import BUILT_IN
from caponata.engine.record import record_text, save_record
from tests.cli.keyboard import CLEARED, caponata, in_a_process
from tests.engine.tables import closed_record

RECORD = closed_record(2)
TIMEOUT = 60  # seconds to wait for output of the terminal
CTRL_C, CTRL_D = "\x03", "\x04"

# A terminal sends Ctrl-C to its foreground process: the process takes the terminal, then runs the command.
IN_A_TERMINAL = """\
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "caponata", *sys.argv[1:]])
"""


class Terminal:
    """A pseudo-terminal with a command in it."""

    def __init__(self, process: subprocess.Popen[bytes], handle: int) -> None:
        self.process = process
        self.handle = handle
        self.shown = ""

    def wait_for(self, text: str) -> str:
        """Read until this text appears and return the new output."""
        while text not in self.shown:
            is_alive = select.select([self.handle], [], [], TIMEOUT)[0] and (chunk := self._read())
            assert is_alive, f"no '{text}' in {self.shown!r}"
            self.shown += chunk
        before, found, self.shown = self.shown.partition(text)
        return before + found

    def type(self, keys: str) -> None:
        """Press some keys."""
        os.write(self.handle, keys.encode())

    def end(self, leaving: str = "") -> tuple[int, str]:
        """Wait for the end of the command and return its exit code and last output.

        The keys are pressed again if nothing happens: a signal just before Python waits for a key is only
        noticed with the next key.
        """
        last = self.shown
        self.type(leaving)
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            if not select.select([self.handle], [], [], 1)[0]:
                self.type(leaving)
            elif chunk := self._read():
                last += chunk
            else:
                break
        return self.process.wait(TIMEOUT), last.replace("\r\n", "\n")

    def _read(self) -> str:
        with suppress(OSError):  # Linux raises this when the other end is closed
            return os.read(self.handle, 65536).decode(errors="replace")
        return ""


@contextmanager
def terminal(*words: str) -> Iterator[Terminal]:
    """Start a command in its own terminal."""
    here, there = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
    process = subprocess.Popen(
        [sys.executable, "-c", IN_A_TERMINAL, *words],
        stdin=there,
        stdout=there,
        stderr=there,
        start_new_session=True,
        env=environment,
    )
    os.close(there)
    try:
        yield Terminal(process, here)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(here)


# Streams and exit codes


def test_results_go_to_stdout_and_a_fair_record_succeeds() -> None:
    save_record(RECORD, "game.json")
    run = in_a_process("verify", "game.json")
    assert run.returncode == 0
    assert run.stdout.endswith(b"draws follow from the seed that the table committed to\n")
    assert run.stderr == b""


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (
            ["play", "monopoly"],
            2,
            f"caponata: there is no game 'monopoly'; there are {', '.join(BUILT_IN)}",
        ),
        (["play", "capital-lux", "--seats", "you"], 2, "caponata: Capital Lux is for 2 to 4 seats, not 1"),
        (
            ["rules", "capital-lux", "LUX-9.9"],
            2,
            "caponata: the rulebook of Capital Lux has no rule 'LUX-9.9'",
        ),
        (["replay", "nowhere.json"], 2, "caponata: nowhere.json cannot be read: No such file or directory"),
        (
            ["verify", "tampered.json"],
            1,
            "the seed is not the one that the table committed to before the first move",
        ),
    ],
)
def test_errors_are_one_sentence_on_stderr(words: list[str], code: int, sentence: str) -> None:
    Path("tampered.json").write_text(record_text(RECORD).replace(str(RECORD.seed), "ab" * 32))
    run = in_a_process(*words)
    assert run.returncode == code
    assert run.stdout == b""
    assert run.stderr.decode() == f"{sentence}\n"


def test_an_unknown_command_is_refused() -> None:
    run = in_a_process("frobnicate")
    assert run.returncode == 2
    assert b"No such command 'frobnicate'" in run.stderr
    assert b"Traceback" not in run.stderr


def test_the_end_of_input_leaves_the_table() -> None:
    run = in_a_process("play", "capital-lux", "--seats", "you,random")
    assert run.returncode == 0
    assert run.stdout.endswith(b"\nYou leave the table.\n")
    assert run.stderr == b""


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict", "latin-1:strict"])
def test_undecodable_input_breaks_nothing(encoding: str) -> None:
    run = in_a_process(
        *("play", "capital-lux", "--seats", "you,random"),
        typed=b"\xff\xfe\nhome \x00green-2\n1\nquit\n",
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert run.returncode == 0
    assert run.stderr == b""
    assert run.stdout.count(b"is not a move of this game") == 2
    assert b"You keep " in run.stdout


def test_a_broken_pipe_prints_no_error() -> None:
    command = [sys.executable, "-m", "caponata", "rules", "capital-lux"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_simulations_on_several_cores_run_from_the_command_line() -> None:
    words = ("simulate", "capital-lux", "--games", "1200", "--seats", "greedy,random", "--seed", "5")
    run = in_a_process(*words, "--processes", "2")
    assert run.returncode == 0
    alone = caponata(*words, "--processes", "1")
    assert run.stdout.decode().splitlines()[:3] == alone.out.splitlines()[:3]


# Terminal


def test_ctrl_c_leaves_the_table() -> None:
    with terminal("play", "capital-lux", "--seats", "you:Ann,random") as screen:
        screen.wait_for("Ann > ")
        screen.type("1\n")
        screen.wait_for("Choose two more")
        screen.wait_for("Ann > ")
        code, last = screen.end(leaving=CTRL_C)
    assert code == 0
    assert last.endswith("\nYou leave the table.\n")
    assert "Traceback" not in last


def test_ctrl_d_leaves_the_table() -> None:
    with terminal("play", "capital-lux", "--seats", "you:Ann,you:Ben") as screen:
        screen.wait_for("Press Enter. ")
        screen.type(CTRL_D)
        code, last = screen.end()
    assert code == 0
    assert last.endswith("You leave the table.\n")


@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D])
def test_questions_before_a_game_can_be_left(keys: str) -> None:
    with terminal("play", "capital-lux") as screen:
        screen.wait_for("[3] ")
        code, last = screen.end(leaving=keys)
    assert code == 0
    assert last.endswith("You leave the table.\n")


def test_in_a_terminal_the_screen_is_cleared_between_two_people() -> None:
    with terminal("play", "capital-lux", "--seats", "you:Ann,you:Ben") as screen:
        screen.wait_for("Press Enter. ")
        screen.type("\n")
        screen.wait_for("only you see this")
        screen.wait_for("Ann > ")
        screen.type("1\n")
        between = screen.wait_for("Press Enter. ").rpartition(CLEARED)[2]
        assert "Ben, it is your turn" in between
        assert "only you see this" not in between
        screen.type("\n")
        assert CLEARED in screen.wait_for("only you see this")
        screen.wait_for("Ben > ")
        screen.type("quit\n")
        assert screen.end()[0] == 0


def test_in_a_terminal_a_replay_goes_step_by_step() -> None:
    save_record(RECORD, "game.json")
    with terminal("replay", "game.json") as screen:
        assert "   1 " in screen.wait_for("q leaves: ")
        screen.type("\n")
        assert "   2 " in screen.wait_for("q leaves: ")
        screen.type("10\n")
        assert "  10 " in screen.wait_for("q leaves: ")
        screen.type("b\n")
        assert "Round 1 of 3" in screen.wait_for("q leaves: ")
        screen.type("q\n")
        assert screen.end()[0] == 0


def test_ctrl_c_leaves_a_replay() -> None:
    save_record(RECORD, "game.json")
    with terminal("replay", "game.json") as screen:
        screen.wait_for("q leaves: ")
        code, last = screen.end(leaving=CTRL_C)
    assert code == 0
    assert "Traceback" not in last


def test_ctrl_c_stops_a_simulation_and_shows_what_was_played() -> None:
    words = ("simulate", "caper", "--games", "1000000", "--seats", "mc:20,random", "--processes", "2")
    with terminal(*words) as screen:
        screen.wait_for("00/1000000")  # by then all processes are running
        screen.type(CTRL_C)
        code, last = screen.end()
    assert code == 0
    assert "Stopped after " in last
    assert "mc:20" in last
    assert "Traceback" not in last
