"""The commands of `caponata`: `games`, `play`, `replay`, `verify`, `rules`, `simulate`, `ladder` and more."""

from __future__ import annotations

import math
import secrets
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from caponata.bots import BotError, make_bot
from caponata.bots.workers import WorkerError
from caponata.catalogue import UnknownGame, find_game
from caponata.catalogue import games as all_games
from caponata.cli.check import check_game
from caponata.cli.check_texts import check_texts
from caponata.cli.doctor import diagnose
from caponata.cli.errors import CheckError, ServeError
from caponata.cli.lab import lab, read_pairs
from caponata.cli.replay import show_replay
from caponata.cli.results import RunSettings, show_analysis, show_ladder, show_simulation, write_page
from caponata.cli.session import (
    PERSON,
    PlayerLeft,
    Seating,
    Session,
    load_seed,
    read_number,
    seat_players,
)
from caponata.engine.game import Game
from caponata.engine.options import OptionError, read_options
from caponata.engine.reader import load_record
from caponata.engine.record import Record, RecordError
from caponata.engine.table import Table, TableError
from caponata.engine.verify import verify as verify_record
from caponata.lab.errors import LabError
from caponata.lab.ladder_log import LadderLog
from caponata.lab.simulate import check_players
from caponata.texts import (
    TextError,
    Texts,
    rule,
    rulebook,
    rulebook_language,
    rulebook_languages,
)
from caponata.texts.pages import ENGLISH

BAD_INPUT = 2
NOT_FAIR = 1
DEFAULT_OPPONENT = "club"

app = typer.Typer(
    help="Five tabletop games whose names begin with Cap, on one engine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(lab, name="lab")
app.command()(check_game)
app.command()(check_texts)
console = Console()
errors = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name: see 'caponata games'.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
Processes = Annotated[int | None, typer.Option(min=1, help="How many cores to use; all by default.")]
OptionList = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game.")
]


@app.command()
def games() -> None:
    """List the games."""
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    for column in ("name", "seats", "minutes", ""):
        grid.add_column(column)
    for game in all_games():
        texts = Texts(game)
        grid.add_row(game.name, seats_of(game), str(texts.minutes), texts.blurb)
    console.print(grid)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's name; asked if left out.")
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(help="Who plays, in order: you, you:Ann, beginner, casual, club, expert, tree:500."),
    ] = None,
    option: OptionList = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
) -> None:
    """Play in the terminal, alone against bots or with several people at one keyboard."""
    if resume is not None and (game or seats or option):
        raise TableError("a resumed game has its game, seats and options already: leave them out")
    try:
        session = new_session(game, seats, option) if resume is None else resumed_session(resume)
        session.run()
    except (PlayerLeft, EOFError, KeyboardInterrupt):
        console.print("\nYou leave the table.")


def new_session(game: str | None, seats: str | None, option: list[str] | None) -> Session:
    """Start a session. Asks for the game and the seats if they were left out."""
    chosen = find_game(game) if game else choose_game()
    players = split_players(seats) if seats else choose_players(chosen)
    check_seats(chosen, players)
    options = read_options(chosen, read_pairs(option))
    return Session(chosen, seat_players(chosen, players), options, console, ask)


def resumed_session(path: Path) -> Session:
    """Continue a saved game that is not over."""
    record, game = load(path)
    if record.seed is not None:
        raise RecordError(f"{path} is closed for good: watch it with caponata replay")
    seed = load_seed(path)
    table = Table.resume(record, game, seed)
    bots = [
        None if seat.player == "person" else make_bot(game, seat.player, secrets.randbits(96))
        for seat in record.seats
    ]
    return Session(
        game, Seating(record.seats, tuple(bots)), table.options, console, ask, table=table, seed=seed
    )


@app.command()
def replay(
    file: RecordFile,
    whole: Annotated[bool, typer.Option("--all", help="Show the whole game without stopping.")] = False,
    seat: Annotated[int | None, typer.Option(help="Show the game as this seat saw it (1, 2, ...).")] = None,
) -> None:
    """Step through a saved game."""
    record, game = load(file)
    if seat is not None and not 1 <= seat <= len(record.seats):
        raise TableError(f"this game has seats 1 to {len(record.seats)}, not {seat}")
    is_interactive = not whole and sys.stdin is not None and sys.stdin.isatty()
    try:
        show_replay(record, game, console, ask if is_interactive else None, seat)
    except (EOFError, KeyboardInterrupt):
        console.print()


@app.command()
def verify(file: RecordFile) -> None:
    """Check every draw of a saved game against the seed its table committed to."""
    record, game = load(file)
    verdict = verify_record(record, game)
    output = console if verdict.is_fair else errors
    output.print(verdict.sentence, markup=False, highlight=False, soft_wrap=True)
    if not verdict.is_fair:
        raise typer.Exit(NOT_FAIR)


@app.command()
def rules(
    game: GameName,
    which: Annotated[str | None, typer.Argument(metavar="[RULE]", help="One rule, such as LUX-3.4.")] = None,
    language: Annotated[
        str, typer.Option(metavar="CODE", help="The language of the page, such as nl, fr or de.")
    ] = ENGLISH,
) -> None:
    """Show a game's rulebook page, or one rule of it."""
    chosen = find_game(game)
    preferred = language.lower()
    shown = rulebook_language(chosen, preferred)
    if shown != preferred:
        note = f"the rulebook of {chosen.title} has no page in '{language}': here is the English one"
        pages = ", ".join(rulebook_languages(chosen))
        errors.print(f"caponata: {note} (pages: {pages})", markup=False, highlight=False, soft_wrap=True)
    console.print(Markdown(rulebook(chosen, shown) if which is None else rule(chosen, which.upper(), shown)))


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seats: Annotated[
        str, typer.Option(help="Bots, in order: random, greedy, tree:500, club, ...")
    ] = "greedy,random",
    option: OptionList = None,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal results.")] = 1,
    processes: Processes = None,
) -> None:
    """Play many games between bots on all cores and print how often each won."""
    chosen = find_game(game)
    players = split_players(seats)
    if any(player.split(":")[0] == PERSON for player in players):
        raise BotError("a simulation is for bots: take 'you' out of the seats")
    check_seats(chosen, players)
    check_players(chosen, players)
    settings = RunSettings(games, seed, processes)
    show_simulation(chosen, players, settings, read_options(chosen, read_pairs(option)), console, errors)


@app.command()
def ladder(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's name; all games if left out.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(min=2, help="How many seats; the fewest of the game if left out.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="How many games per level.")] = 200,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop a game's ladder after this time, with the games so far.")
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save every game here, and continue from the games it has."),
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all games of the notes as a Markdown page.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal results.")] = 1,
    processes: Processes = None,
) -> None:
    """Play the bots' levels against each other: each should beat the one below it."""
    seconds = math.inf if minutes is None else 60 * minutes
    log = LadderLog(notes)
    for chosen in [find_game(game)] if game else all_games():
        number = chosen.seats[0] if seats is None else seats
        if number not in chosen.seats:
            raise TableError(f"{chosen.title} is for {seats_of(chosen)} seats, not {number}")
        show_ladder(chosen, number, RunSettings(games, seed, processes, seconds), log, console, errors)
    if page is not None:
        write_page(log, page)


@app.command()
def analyse(
    file: RecordFile,
    playouts: Annotated[
        int | None,
        typer.Option(min=2, help="Playouts of every position; by default as many as fit the time."),
    ] = None,
    processes: Processes = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every draw and every decision, not only the three greatest.")
    ] = False,
) -> None:
    """Separate luck from skill in a finished game: chances move by move, and the causes of the result."""
    record, game = load(file)
    show_analysis(record, game, file, playouts, processes, console, errors, is_complete=everything)


@app.command()
def doctor() -> None:
    """Show which build is in use and whether anything is wrong with it."""
    diagnosis = diagnose()
    for finding in diagnosis.findings:
        mark, style = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red")}[finding.status]
        console.print(Text.assemble((f"{mark} ", style), finding.sentence))
    if diagnosis.exit_code:
        raise typer.Exit(diagnosis.exit_code)


def load(path: Path) -> tuple[Record, Game]:
    """Load a record and find its game."""
    record = load_record(path)
    return record, find_game(record.game)


def split_players(seats: str) -> list[str]:
    """Split a comma-separated list of players."""
    players = [player.strip() for player in seats.split(",")]
    if not all(players):
        raise BotError(f"'{seats}' names an empty seat")
    return players


def seats_of(game: Game) -> str:
    """The possible numbers of seats of a game, as text."""
    fewest, most = game.seats[0], game.seats[-1]
    return str(most) if fewest == most else f"{fewest} to {most}"


def check_seats(game: Game, players: list[str]) -> None:
    """Refuse a number of seats that the game does not allow."""
    if len(players) not in game.seats:
        raise TableError(f"{game.title} is for {seats_of(game)} seats, not {len(players)}")


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen: 0.0.0.0 for the whole network, 127.0.0.1 for this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; the next free one if taken.")] = 8642,
    store: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Where tables are stored: a file, or postgresql://..."),
    ] = None,
    redis: Annotated[
        str | None, typer.Option(metavar="URL", help="redis://...: lets several servers share their tables.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Number of server processes.")] = 1,
    rate: Annotated[
        int, typer.Option(min=1, help="Requests per second from one address, after a tenfold burst.")
    ] = 20,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the games to browsers."""
    # The server's libraries take a while to load: only this command waits for them.
    from caponata.cli.serve import ServeOptions, serve_games

    serve_games(ServeOptions(host, port, store, redis, workers, rate, open_page), console)


def ask(question: str) -> str:
    """Ask the user for a line of input."""
    if sys.stdin is None:
        raise EOFError
    return console.input(Text(question, style="bold"))


def choose_game() -> Game:
    """Ask the user for a game, unless there is only one."""
    available = all_games()
    if len(available) == 1:
        return available[0]
    for number, game in enumerate(available, start=1):
        console.print(f"{number}  {game.title}: {Texts(game).blurb}")
    answer = ask("Which game? ").strip()
    place = read_number(answer)
    if place is not None and 1 <= place <= len(available):
        return available[place - 1]
    return find_game(answer)


def choose_players(game: Game) -> list[str]:
    """Ask the user for the number of seats. Bots take the others."""
    texts = Texts(game)
    console.print(f"[bold]{game.title}[/]   {texts.blurb}")
    usual = game.seats[len(game.seats) // 2]
    answer = ""
    if len(game.seats) > 1:
        answer = ask(f"How many seats, {seats_of(game)}? [{usual}] ").strip()
    number = read_number(answer) if answer else usual
    if number is None or number not in game.seats:
        raise TableError(f"{game.title} is for {seats_of(game)} seats, not {answer}")
    return [PERSON] + [DEFAULT_OPPONENT] * (number - 1)


def main() -> None:
    """Run the command line. A user's mistake is reported in one sentence."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # undecodable bytes must not end the program
    user_errors = (
        *(UnknownGame, BotError, CheckError, LabError, OptionError),
        *(RecordError, ServeError, TableError, TextError, WorkerError),
    )
    try:
        app()
    except user_errors as error:
        errors.print(f"caponata: {error}", markup=False, highlight=False, soft_wrap=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        sys.exit(BAD_INPUT)
