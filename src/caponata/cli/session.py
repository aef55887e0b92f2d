"""A game in the terminal: people at one keyboard, bots in the other seats."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from caponata.bots import Bot, make_bot
from caponata.bots.advice import CLEAR, CLOSE_CALL, ONLY, TEMPTING, RatedMove, advise
from caponata.cli.boards import draw_board, event_log, menu
from caponata.engine.fair import FairDraws, fresh_seed
from caponata.engine.game import SPECTATOR, Game
from caponata.engine.moves import MoveError
from caponata.engine.record import Choice, Record, RecordError, Seat, save_record
from caponata.engine.table import IllegalMove, Table, UndoRefused
from caponata.texts import Texts, rule, rulebook_language

PERSON = "you"
CLEAR_SCROLLBACK = "\x1b[3J"
ADVICE_SECONDS = 1.0
REASONS = {
    ONLY: "There is no other move.",
    CLEAR: "It wins more often than anything else; '{than.move}' wins {than.chance:.0%}.",
    CLOSE_CALL: "A close call: '{than.move}' is about as good.",
    TEMPTING: "'{than.move}' looks better at first, but wins less often: {than.chance:.0%}.",
}
LAST_EVENTS = 40  # shown at the end of a game
BOT_NAMES = ("Agata", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ugo")
MOST_DIGITS = 9  # longer input is not read as a number
HELP = """\
[bold]a number[/] or a move's text plays it      [bold]?[/]         explains all moves, [bold]? 3[/] one
[bold]undo[/]      takes the last move back        [bold]log[/]       shows the whole game so far
[bold]rule ID[/]   shows a rule of the rulebook    [bold]save FILE[/] writes the game to a file
[bold]quit[/]      leaves the table"""


class PlayerLeft(Exception):
    """A person left the table."""


@dataclass(frozen=True)
class Seating:
    """The seats of the record, and for each the bot that plays it, or None for a person."""

    seats: tuple[Seat, ...]
    bots: tuple[Bot | None, ...]

    @property
    def people(self) -> list[int]:
        """Numbers of the seats that people play."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]


def seat_players(game: Game, players: Sequence[str]) -> Seating:
    """Seat the players named on the command line: `you`, `you:Ann`, or a bot such as `greedy`."""
    seats: list[Seat] = []
    bots: list[Bot | None] = []
    unused_names = [name for name in BOT_NAMES if f"{PERSON}:{name}" not in players]
    people = sum(1 for player in players if player.split(":")[0] == PERSON)
    for number, player in enumerate(players, start=1):
        kind, _, name = player.partition(":")
        if kind == PERSON:
            seats.append(Seat(name or ("Guest" if people == 1 else f"Player {number}"), "person"))
            bots.append(None)
        else:
            bots.append(make_bot(game, player, secrets.randbits(96)))
            seats.append(Seat(unused_names.pop(0), player))
    return Seating(tuple(seats), tuple(bots))


class Session:
    """One game played in one terminal."""

    def __init__(
        self,
        game: Game,
        seating: Seating,
        options: Any,
        console: Console,
        ask: Callable[[str], str],
        *,
        table: Table | None = None,
        seed: bytes | None = None,
    ) -> None:
        self.game = game
        self.seating = seating
        self.console = console
        self.ask = ask
        self.texts = Texts(game)
        self.seed = seed or fresh_seed()
        if table is None:
            entropy = [secrets.token_hex(8) for _ in seating.seats]
            draws = FairDraws(self.seed, secrets.token_hex(8), entropy)
            table = Table(game, seating.seats, options, draws=draws)
        self.table = table
        self.names = [seat.name for seat in seating.seats]
        self.read = [0] * len(self.names)  # by seat: number of witnessed events already shown
        self.at_screen: int | None = None

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        players = "   " + " · ".join(self.seat_labels())
        self.console.print(Text.assemble((self.game.title, "bold"), players))
        self.console.print(f"Every draw is fixed by the commitment {self.table.commitment}", style="dim")
        last = -1
        while acting := self.table.acting:
            last = next((seat for seat in acting if seat > last), acting[0])  # the next seat to the left
            self.act(last)
        self.finish()

    def act(self, seat: int) -> None:
        """Let a bot move, or ask a person."""
        bot = self.seating.bots[seat]
        if bot is None:
            self.ask_person(seat)
        else:
            with self.console.status(Text(f"{self.names[seat]} is thinking")):
                move = bot.choose(self.table.view(seat))
            self.table.play(seat, move)

    def seat_labels(self) -> list[str]:
        """Names of all seats, bots with their level."""
        return [
            seat.name if bot is None else f"{seat.name} ({seat.player})"
            for seat, bot in zip(self.seating.seats, self.seating.bots, strict=True)
        ]

    # A person's turn

    def ask_person(self, seat: int) -> None:
        """Show the table to a person and ask until a move is made."""
        self.hand_over(seat)
        self.show(seat)
        decision = self.table.decision(seat)
        while self.table.decision(seat) == decision and seat in self.table.acting:
            answer = self.ask(f"{self.names[seat]} > ").strip()
            try:
                if not self.run_command(seat, answer):
                    return
            except IllegalMove as error:
                self.print_error(self.texts.refusal(error.refusal, self.names))
            except (MoveError, UndoRefused, RecordError, LookupError) as error:
                self.print_error(str(error))

    def hand_over(self, seat: int) -> None:
        """Hide the table until the next person is at the keyboard, if several people share it."""
        if len(self.seating.people) > 1 and self.at_screen != seat:
            self.clear()
            self.console.print(Rule(Text(f"{self.names[seat]}, it is your turn")))
            self.ask("Nobody else looking? Press Enter. ")
            self.clear()
        self.at_screen = seat

    def clear(self) -> None:
        """Clear the screen and the scrollback."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(CLEAR_SCROLLBACK)

    def show(self, seat: int) -> None:
        """Show a seat the new events, the board, the prompt and its legal moves."""
        events = self.table.witness(seat, self.read[seat])
        self.read[seat] += len(events)
        self.console.print(Rule(style="dim"))
        self.console.print(event_log(self.game, events, self.names, seat, self.texts), end="")
        self.console.print(self.board(seat))
        self.console.print(self.texts.prompt(self.table.prompt(seat)), style="bold")
        self.console.print(menu(self.game, self.table.moves(seat)))
        self.console.print("? explains · hint · undo · log · save FILE · quit", style="dim")

    def board(self, viewer: int) -> RenderableType:
        """The board as a seat or a spectator sees it."""
        names = ["You" if seat == viewer else name for seat, name in enumerate(self.names)]
        return draw_board(self.game, self.table.view(viewer), names, self.texts, self.console.width)

    def run_command(self, seat: int, answer: str) -> bool:
        """Run a command or play a move. Return whether to ask the same person again."""
        command, _, rest = answer.partition(" ")
        match command.lower():
            case "":
                return True
            case "?" | "help":
                self.explain(seat, rest.strip())
            case "undo":
                self.undo()
                return False
            case "log":
                events = self.table.witness(seat)
                self.console.print(event_log(self.game, events, self.names, seat, self.texts), end="")
            case "hint":
                self.advise(seat)
            case "rule" | "rules":
                self.console.print(self.rule(rest.strip().upper()), markup=False)
            case "save":
                self.save(rest.strip())
            case "quit" | "exit":
                raise PlayerLeft
            case _:
                self.table.play(seat, self.read_move(seat, answer))
        return True

    def advise(self, seat: int) -> None:
        """Show the moves that a search recommends from the seat's view, and the reason."""
        with self.console.status(Text("thinking")):
            advice = advise(
                self.game, self.table.view(seat), seconds=ADVICE_SECONDS, seed=secrets.randbits(63)
            )
        for each in advice.moves:
            self.console.print(f"{each.chance:4.0%}  {self.shown(each).move}", highlight=False, markup=False)
        than = advice.than and self.shown(advice.than)
        self.console.print(REASONS[advice.reason].format(than=than), highlight=False, markup=False)

    def shown(self, rated: RatedMove) -> RatedMove:
        """A rated move with its text as the menu shows it."""
        space = self.game.space
        return RatedMove(space.shown_text(space.read(rated.move)), rated.chance)

    def read_move(self, seat: int, answer: str) -> int:
        """The move that an answer names, by its number in the menu or by its text."""
        number = read_number(answer)
        if number is None:
            return self.game.space.read(answer)
        moves = self.table.moves(seat)
        if not 1 <= number <= len(moves):
            raise MoveError(f"choose a number from 1 to {len(moves)}, or type a move")
        return moves[number - 1]

    def explain(self, seat: int, which: str) -> None:
        """Explain one move with its rule, or all legal moves."""
        if which:
            move = self.read_move(seat, which)
            sentence = self.texts.explain(self.game.space, move)
            refusal = self.table.refusal(seat, move)
            self.console.print(f"{self.game.space.shown_text(move)}: {sentence}", markup=False)
            if sentence.rule:
                self.console.print(self.rule(sentence.rule), style="dim", markup=False)
            if refusal:
                self.print_error(self.texts.refusal(refusal, self.names))
            return
        explained: set[str] = set()
        for move in self.table.moves(seat):
            sentence = self.texts.explain(self.game.space, move)
            if sentence.text not in explained:
                explained.add(sentence.text)
                self.console.print(f"{self.game.space.shown_text(move)}: {sentence}", markup=False)
        self.console.print(HELP)

    def rule(self, rule_id: str) -> str:
        """A rule of the game in the language of the session."""
        return rule(self.game, rule_id, rulebook_language(self.game, self.texts.language))

    def undo(self) -> None:
        """Take back the last choice made at this keyboard. If the table refuses, everybody must agree."""
        last = self.last_choice()
        try:
            self.table.undo(last.seat)
        except UndoRefused as refused:
            if len(self.seating.people) > 1:
                answer = self.ask(f"{refused}. Does everybody agree? (y/N) ")
                if not answer.strip().lower().startswith("y"):
                    self.console.print("Everything stays as it is.")
                    return
            self.table.rewind(last.number)
            self.console.print("Taken back with everybody's consent; later draws are made again.")

    def last_choice(self) -> Choice:
        """The last choice of a person that was not taken back."""
        for entry in reversed(self.table.record().entries):
            if isinstance(entry, Choice) and entry.seat in self.seating.people and not entry.cancelled:
                return entry
        raise UndoRefused("there is no choice to take back")

    def print_error(self, sentence: str) -> None:
        """Print an error in red."""
        self.console.print(Text(sentence, style="red"))

    # Saving and the end of the game

    def save(self, name: str) -> None:
        """Save the game. The secret seed of an unfinished game goes into a separate file."""
        path = Path(name or f"{self.game.name}-{self.table.id}.json")
        if not path.name or "\0" in name:
            raise RecordError(f"{name!r} is not the name of a file")
        if self.table.is_closed:
            save_record(self.table.record(), path)
        else:
            save_unfinished(self.table.record(), path, self.seed)
        self.console.print(f"Saved as {path}.", markup=False)
        if not self.table.is_closed:
            self.console.print(f"Continue with: caponata play --resume {path}", markup=False)

    def finish(self) -> None:
        """Show the last events, the board and the scores, and offer to save the record."""
        self.table.close()
        outcome = self.table.outcome()
        assert outcome is not None
        viewer = self.seating.people[0] if len(self.seating.people) == 1 else SPECTATOR
        events = self.table.witness(viewer, self.read[viewer] if viewer != SPECTATOR else 0)
        self.console.print(Rule("The end"))
        self.console.print(
            event_log(self.game, events[-LAST_EVENTS:], self.names, viewer, self.texts), end=""
        )
        self.console.print(self.board(viewer))
        grid = Grid("", *map(escape, self.names), box=None, header_style="bold")
        rows = {(line.rule, line.reason): line for lines in outcome.lines for line in lines}
        for (rule_id, reason), line in rows.items():
            label = self.texts.score_line(line)
            points = [
                " ".join(str(each.points) for each in lines if (each.rule, each.reason) == (rule_id, reason))
                for lines in outcome.lines
            ]
            grid.add_row(Text.assemble(label.text, (f"  {label.rule}", "dim")), *points)
        grid.add_row(
            Text("Total", style="bold"), *(Text(str(score), style="bold") for score in outcome.scores)
        )
        self.console.print(grid)
        self.console.print(self.texts.outcome(outcome, self.names).text, style="bold", markup=False)
        self.offer_record()

    def offer_record(self) -> None:
        """Offer to save the finished game, whose seed is now public."""
        if not self.seating.people:
            return
        self.console.print(
            "The seed is public now: a saved record can be checked with caponata verify.", style="dim"
        )
        while answer := self.ask("Save the game as (Enter to skip): ").strip():
            try:
                self.save(answer)
                return
            except RecordError as error:
                self.print_error(str(error))


def read_number(answer: str) -> int | None:
    """The number typed, or None if the answer is not a number or has too many digits."""
    is_number = answer.isascii() and answer.isdigit() and len(answer) <= MOST_DIGITS
    return int(answer) if is_number else None


def seed_path(path: Path) -> Path:
    """Path of an unfinished game's secret seed, beside its record."""
    return path.with_name(path.name + ".seed")


def save_unfinished(record: Record, path: Path, seed: bytes) -> None:
    """Write a record and its secret seed. Either both files are written or neither."""
    save_seed(path, seed)
    try:
        save_record(record, path)
    except RecordError:
        seed_path(path).unlink()
        raise


def save_seed(path: Path, seed: bytes) -> None:
    """Write the secret seed of an unfinished game, readable only by its owner."""
    secret = seed_path(path)
    try:
        handle = os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise RecordError(f"{secret} exists already and was left as it is: choose another name") from None
    except OSError as error:
        raise RecordError(f"{secret} cannot be written: {error.strerror or error}") from None
    with os.fdopen(handle, "w") as file:
        file.write(seed.hex() + "\n")


def load_seed(path: Path) -> bytes:
    """Read the secret seed of an unfinished game."""
    try:
        return bytes.fromhex(seed_path(path).read_text().strip())
    except FileNotFoundError:
        raise RecordError(f"{seed_path(path)} is missing: without it the game cannot go on") from None
    except OSError as error:
        raise RecordError(f"{seed_path(path)} cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise RecordError(f"{seed_path(path)} does not hold a seed") from None
