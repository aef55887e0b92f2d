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
from caponata.bots.advice import CLEAR, CLOSE_CALL, ONLY, TEMPTING, advise
from caponata.bots.levels import bot_of
from caponata.cli.boards import draw_board, menu, story
from caponata.engine.fair import FairDraws, fresh_seed
from caponata.engine.game import SPECTATOR, Game
from caponata.engine.moves import MoveError
from caponata.engine.record import Choice, Record, RecordError, Seat, save_record
from caponata.engine.table import IllegalMove, Table, UndoRefused
from caponata.engine.texts import Texts, rule

PERSON = "you"
FORGET_SCROLLBACK = "\x1b[3J"
ADVICE_SECONDS = 1.0
REASONS = {
    ONLY: "There is no other move.",
    CLEAR: "It wins more often than anything else; '{than.move}' wins {than.chance:.0%}.",
    CLOSE_CALL: "A close call: '{than.move}' is about as good.",
    TEMPTING: "'{than.move}' looks better at once, but wins less in the end: {than.chance:.0%}.",
}
BOT_NAMES = ("Agata", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gina", "Ugo")
MOST_DIGITS = 9  # of a number that a person types
HELP = """\
[bold]a number[/] or a move's text plays it      [bold]?[/]         explains all moves, [bold]? 3[/] one
[bold]undo[/]      takes the last move back        [bold]log[/]       tells the whole game so far
[bold]rule ID[/]   shows a rule of the rulebook    [bold]save FILE[/] writes the game to a file
[bold]quit[/]      leaves the table"""


class Leaving(Exception):
    """A person leaves the table."""


@dataclass(frozen=True)
class Places:
    """Who sits where: a seat for the record each, and a bot where no person sits."""

    seats: tuple[Seat, ...]
    bots: tuple[Bot | None, ...]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]


def take_places(game: Game, players: Sequence[str]) -> Places:
    """Seat the players named on the command line: `you`, `you:Ann`, or a bot."""
    seats: list[Seat] = []
    bots: list[Bot | None] = []
    spare = [name for name in BOT_NAMES if f"{PERSON}:{name}" not in players]
    people = sum(1 for player in players if player.split(":")[0] == PERSON)
    for number, player in enumerate(players, start=1):
        kind, _, name = player.partition(":")
        if kind == PERSON:
            seats.append(Seat(name or ("Guest" if people == 1 else f"Player {number}"), "person"))
            bots.append(None)
        else:
            bots.append(make_bot(game, bot_of(game, player), secrets.randbits(96)))
            seats.append(Seat(spare.pop(0), player))
    return Places(tuple(seats), tuple(bots))


class Session:
    """One table in one terminal."""

    def __init__(
        self,
        game: Game,
        places: Places,
        options: Any,
        console: Console,
        ask: Callable[[str], str],
        *,
        table: Table | None = None,
        seed: bytes | None = None,
    ) -> None:
        self.game = game
        self.places = places
        self.console = console
        self.ask = ask
        self.texts = Texts(game)
        self.seed = seed or fresh_seed()
        if table is None:
            entropy = [secrets.token_hex(8) for _ in places.seats]
            draws = FairDraws(self.seed, secrets.token_hex(8), entropy)
            table = Table(game, places.seats, options, draws=draws)
        self.table = table
        self.names = [seat.name for seat in places.seats]
        self.read = [0] * len(self.names)  # how much of its witness each seat has been told
        self.at_screen: int | None = None

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        players = "   " + " · ".join(self.seat_labels())
        self.console.print(Text.assemble((self.game.title, "bold"), players))
        self.console.print(f"Every draw is fixed by the commitment {self.table.commitment}", style="dim")
        last = -1
        while acting := self.table.acting:
            last = next((seat for seat in acting if seat > last), acting[0])  # to the left of who acted last
            self.let_act(last)
        self.finish()

    def let_act(self, seat: int) -> None:
        """Let a bot make its move, or ask a person for it."""
        bot = self.places.bots[seat]
        if bot is None:
            self.let_person_act(seat)
        else:
            with self.console.status(Text(f"{self.names[seat]} is thinking")):
                move = bot.choose(self.table.view(seat))
            self.table.play(seat, move)

    def seat_labels(self) -> list[str]:
        """Everybody at the table, bots with their level."""
        return [
            seat.name if bot is None else f"{seat.name} ({seat.player})"
            for seat, bot in zip(self.places.seats, self.places.bots, strict=True)
        ]

    # A person's turn

    def let_person_act(self, seat: int) -> None:
        """Show a person the table and ask until a move is made."""
        self.hand_over(seat)
        self.show(seat)
        decision = self.table.decision(seat)
        while self.table.decision(seat) == decision and seat in self.table.acting:
            answer = self.ask(f"{self.names[seat]} > ").strip()
            try:
                if not self.obey(seat, answer):
                    return
            except IllegalMove as error:
                self.complain(self.texts.refusal(error.refusal, self.names))
            except (MoveError, UndoRefused, RecordError, LookupError) as error:
                self.complain(str(error))

    def hand_over(self, seat: int) -> None:
        """With several people at one keyboard, hide the table until the right one sits there."""
        if len(self.places.people) > 1 and self.at_screen != seat:
            self.clear()
            self.console.print(Rule(Text(f"{self.names[seat]}, it is your turn")))
            self.ask("Nobody else looking? Press Enter. ")
            self.clear()
        self.at_screen = seat

    def clear(self) -> None:
        """Empty the screen, and what a terminal keeps above it."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write(FORGET_SCROLLBACK)

    def show(self, seat: int) -> None:
        """What happened since this seat last looked, the board, the prompt and the legal moves."""
        events = self.table.witness(seat, self.read[seat])
        self.read[seat] += len(events)
        self.console.print(Rule(style="dim"))
        self.console.print(story(self.game, events, self.names, seat, self.texts), end="")
        self.console.print(self.board(seat))
        self.console.print(self.texts.prompt(self.table.prompt(seat)), style="bold")
        self.console.print(menu(self.game, self.table.moves(seat)))
        self.console.print("? explains · hint · undo · log · save FILE · quit", style="dim")

    def board(self, viewer: int) -> RenderableType:
        """The board as a seat or a spectator sees it."""
        names = ["You" if seat == viewer else name for seat, name in enumerate(self.names)]
        return draw_board(self.game, self.table.view(viewer), names, self.texts, self.console.width)

    def obey(self, seat: int, answer: str) -> bool:
        """Do what a person typed; whether the same person is to be asked again."""
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
                told = self.table.witness(seat)
                self.console.print(story(self.game, told, self.names, seat, self.texts), end="")
            case "hint":
                self.advise(seat)
            case "rule" | "rules":
                self.console.print(rule(self.game, rest.strip().upper()), markup=False)
            case "save":
                self.save(rest.strip())
            case "quit" | "exit":
                raise Leaving
            case _:
                self.table.play(seat, self.meant(seat, answer))
        return True

    def advise(self, seat: int) -> None:
        """What a good bot would do with what this seat sees, and why."""
        with self.console.status(Text("thinking")):
            advice = advise(
                self.game, self.table.view(seat), seconds=ADVICE_SECONDS, seed=secrets.randbits(63)
            )
        for each in advice.moves:
            self.console.print(f"{each.chance:4.0%}  {each.move}", highlight=False, markup=False)
        self.console.print(REASONS[advice.reason].format(than=advice.than), highlight=False, markup=False)

    def meant(self, seat: int, answer: str) -> int:
        """The move a number of the menu or a text stands for."""
        number = typed_number(answer)
        if number is None:
            return self.game.space.read(answer)
        moves = self.table.moves(seat)
        if not 1 <= number <= len(moves):
            raise MoveError(f"choose a number from 1 to {len(moves)}, or type a move")
        return moves[number - 1]

    def explain(self, seat: int, which: str) -> None:
        """What moves do, and their rules."""
        if which:
            move = self.meant(seat, which)
            sentence = self.texts.explain(self.game.space, move)
            refusal = self.table.refusal(seat, move)
            self.console.print(f"{self.game.space.text(move)}: {sentence}", markup=False)
            if sentence.rule:
                self.console.print(rule(self.game, sentence.rule), style="dim", markup=False)
            if refusal:
                self.complain(self.texts.refusal(refusal, self.names))
            return
        told: set[str] = set()
        for move in self.table.moves(seat):
            sentence = self.texts.explain(self.game.space, move)
            if sentence.text not in told:
                told.add(sentence.text)
                self.console.print(f"{self.game.space.text(move)}: {sentence}", markup=False)
        self.console.print(HELP)

    def undo(self) -> None:
        """Take the last choice at this keyboard back: at once if the table allows it, else by consent."""
        last = self.last_choice()
        try:
            self.table.undo(last.seat)
        except UndoRefused as refused:
            if len(self.places.people) > 1:
                answer = self.ask(f"{refused}. Does everybody agree? (y/N) ")
                if not answer.strip().lower().startswith("y"):
                    self.console.print("Everything stays as it is.")
                    return
            self.table.rewind(last.number)
            self.console.print("Taken back with everybody's leave; what was drawn since is drawn anew.")

    def last_choice(self) -> Choice:
        """The last choice of a person that stands."""
        for entry in reversed(self.table.record().entries):
            if isinstance(entry, Choice) and entry.seat in self.places.people and not entry.cancelled:
                return entry
        raise UndoRefused("there is no choice to take back")

    def complain(self, sentence: str) -> None:
        """Say why something cannot be done."""
        self.console.print(Text(sentence, style="red"))

    # The end

    def save(self, name: str) -> None:
        """Write the game to a file; an unfinished one keeps its secret seed in a file of its own."""
        path = Path(name or f"{self.game.name}-{self.table.id}.json")
        if not path.name or "\0" in name:
            raise RecordError(f"{name!r} is not the name of a file")
        if self.table.is_closed:
            save_record(self.table.record(), path)
        else:
            save_unfinished(self.table.record(), path, self.seed)
        self.console.print(f"Saved as {path}.", markup=False)
        if not self.table.is_closed:
            self.console.print(f"Go on with it by: caponata play --resume {path}", markup=False)

    def finish(self) -> None:
        """Tell how it ended, line by line, and offer the record."""
        self.table.close()
        outcome = self.table.outcome()
        assert outcome is not None
        viewer = self.places.people[0] if len(self.places.people) == 1 else SPECTATOR
        told = self.table.witness(viewer, self.read[viewer] if viewer != SPECTATOR else 0)
        self.console.print(Rule("The end"))
        self.console.print(story(self.game, told[-40:], self.names, viewer, self.texts), end="")
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
        """Let people keep the finished game, whose seed is now open to all."""
        if not self.places.people:
            return
        self.console.print(
            "The seed is open now: a saved record can be checked with caponata verify.", style="dim"
        )
        while answer := self.ask("Save the game as (Enter to skip): ").strip():
            try:
                self.save(answer)
                return
            except RecordError as error:
                self.complain(str(error))


def typed_number(answer: str) -> int | None:
    """The number that a person typed, or nothing where it is something else, or too long for any menu."""
    is_number = answer.isascii() and answer.isdigit() and len(answer) <= MOST_DIGITS
    return int(answer) if is_number else None


def seed_path(path: Path) -> Path:
    """Where the secret of an unfinished game is kept, beside its record."""
    return path.with_name(path.name + ".seed")


def save_unfinished(record: Record, path: Path, seed: bytes) -> None:
    """Write a game and its secret: both files, or none."""
    keep_seed(path, seed)
    try:
        save_record(record, path)
    except RecordError:
        seed_path(path).unlink()
        raise


def keep_seed(path: Path, seed: bytes) -> None:
    """Write the secret of an unfinished game, for its owner alone."""
    secret = seed_path(path)
    try:
        handle = os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise RecordError(f"{secret} exists already and was left as it is: choose another name") from None
    except OSError as error:
        raise RecordError(f"{secret} cannot be written: {error.strerror or error}") from None
    with os.fdopen(handle, "w") as file:
        file.write(seed.hex() + "\n")


def find_seed(path: Path) -> bytes:
    """The secret of an unfinished game."""
    try:
        return bytes.fromhex(seed_path(path).read_text().strip())
    except FileNotFoundError:
        raise RecordError(f"{seed_path(path)} is missing: without it the game cannot go on") from None
    except OSError as error:
        raise RecordError(f"{seed_path(path)} cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise RecordError(f"{seed_path(path)} does not hold a seed") from None
