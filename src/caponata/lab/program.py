"""External programs as players: they read views and write moves, one line of JSON each.

At the start, the program receives a description of the game:

    {"caponata": 1, "game": "capital-lux", "rules_version": 2, "seats": 3, "options": {...}}

and at every decision of its seat a question:

    {"seat": 0, "prompt": "turn", "view": {...}, "moves": ["home blue-4", "capital blue-4", ...]}

It answers with one of the moves, as text or as a list of its words: {"move": "home blue-4"}.
If the answer is invalid, late or missing, the game's default move is played and the fault is counted.
A program that ended or did not answer is started again for the next question.
"""

from __future__ import annotations

import json
import queue
import shlex
import shutil
import subprocess
import threading
from typing import Any, Final

from caponata.engine.chance import Rng
from caponata.engine.game import Game, View
from caponata.engine.moves import MoveError
from caponata.engine.playout import legal_moves
from caponata.lab.errors import LabError

PROGRAM: Final = "program:"
PROTOCOL: Final = 1
LONGEST_ANSWER: Final = 65_536
GRACE_PERIOD: Final = 2.0  # seconds for a program to end by itself


class ProgramPlayer:
    """A player in another process; `faults` counts its missing and invalid answers."""

    def __init__(
        self, game: Game, command: str, seed: int, seats: int, options: dict[str, Any], timeout: float
    ) -> None:
        self.game = game
        self.command = command
        self.words = self.check(command)
        self.rng = Rng(seed)
        self.timeout = timeout
        self.faults = 0
        self.hello = {
            "caponata": PROTOCOL,
            "game": game.name,
            "rules_version": game.rules_version,
            "seats": seats,
            "options": options,
        }
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()

    @staticmethod
    def check(command: str) -> list[str]:
        """Split a command into words and check that its program exists."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise LabError(f"'{command}' is not a command: {error}") from None
        if not words or shutil.which(words[0]) is None:
            raise LabError(f"there is no program '{words[0] if words else command}' to run")
        return words

    def choose(self, view: View) -> int:
        """The program's move, or the default move if its answer is invalid."""
        seat = view["seat"]
        world = self.game.worlds(view).sample(self.rng)
        moves = legal_moves(world, seat)
        texts = [self.game.space.text(move) for move in moves]
        answer = self._ask({"seat": seat, "prompt": world.prompt(seat), "view": view, "moves": texts})
        move = self._read(answer)
        if move in moves:
            return move
        self.faults += 1
        return int(world.default_move(seat))

    def close(self) -> None:
        """Close the program's input, and kill it after a grace period."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        try:
            process.stdin.close()
            process.wait(GRACE_PERIOD)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(  # noqa: S603 - the user who starts a study chooses the program
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise LabError(f"'{self.command}' cannot be run: {error.strerror or error}") from None
        answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._answers = answers

        def listen() -> None:
            assert process.stdout is not None
            with process.stdout:
                try:
                    while line := process.stdout.readline(LONGEST_ANSWER):
                        answers.put(line)
                except (OSError, ValueError):
                    pass
            answers.put("")

        threading.Thread(target=listen, daemon=True).start()
        self._process = process
        self._send(self.hello)
        return process

    def _send(self, message: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
        self._process.stdin.flush()

    def _ask(self, question: object) -> str:
        """Ask and return the program's next line. A program that does not answer is killed and gives ""."""
        try:
            if self._process is None:
                self._start()
            self._send(question)
            answer = self._answers.get(timeout=self.timeout)
        except (OSError, queue.Empty):
            answer = ""
        if not answer:
            self._kill()
        return answer

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
        self.close()

    def _read(self, answer: str) -> int | None:
        try:
            move = json.loads(answer)["move"]
            return self.game.space.read(move) if isinstance(move, str) else self.game.space.from_json(move)
        except (MoveError, KeyError, TypeError, ValueError, RecursionError):
            return None
