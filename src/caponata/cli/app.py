"""The command line: `caponata games`, `play`, `replay`, `verify`, `rules`, `simulate`, `ladder` and more."""

from __future__ import annotations

import math
import secrets
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from caponata.bots import BotError, make_bot
from caponata.bots.levels import bot_of
from caponata.catalogue import UnknownGame, find_game
from caponata.catalogue import games as all_games
from caponata.cli.check import check_game
from caponata.cli.doctor import diagnose
from caponata.cli.lab import lab, pairs
from caponata.cli.mistakes import CheckError, ServeError
from caponata.cli.session import PERSON, Leaving, Places, Session, find_seed, take_places, typed_number
from caponata.cli.study import Wanted, show_analysis, show_ladder, show_simulation, write_page
from caponata.cli.watch import watch
from caponata.engine.game import Game
from caponata.engine.options import OptionError, read_options
from caponata.engine.reader import load_record
from caponata.engine.record import Record, RecordError
from caponata.engine.table import Table, TableError
from caponata.engine.texts import TextError, Texts, rule, rulebook
from caponata.engine.verify import verify as verify_record
from caponata.lab.notes import Notes
from caponata.lab.simulate import check_players
from caponata.lab.trouble import LabError

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
    """List the games on the shelf."""
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
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal, alone against bots or with several people at one keyboard."""
    if resume is not None and (game or seats or option):
        raise TableError("a resumed game has its game, seats and options already: leave them out")
    try:
        session = begun(game, seats, option) if resume is None else resumed(resume)
        session.run()
    except (Leaving, EOFError, KeyboardInterrupt):
        console.print("\nYou leave the table.")


def begun(game: str | None, seats: str | None, option: list[str] | None) -> Session:
    """The session of a new game, after asking for whatever was left out."""
    chosen = find_game(game) if game else choose_game()
    players = split_players(seats) if seats else choose_players(chosen)
    check_seats(chosen, players)
    options = options_of(chosen, option)
    return Session(chosen, take_places(chosen, players), options, console, ask)


def resumed(path: Path) -> Session:
    """The session of a saved game that is not over."""
    record, game = load(path)
    if record.seed is not None:
        raise RecordError(f"{path} is closed for good: watch it with caponata replay")
    seed = find_seed(path)
    table = Table.resume(record, game, seed)
    bots = [
        None if seat.player == "person" else make_bot(game, bot_of(game, seat.player), secrets.randbits(96))
        for seat in record.seats
    ]
    return Session(
        game, Places(record.seats, tuple(bots)), table.options, console, ask, table=table, seed=seed
    )


@app.command()
def replay(
    file: RecordFile,
    whole: Annotated[bool, typer.Option("--all", help="Tell the whole game without stopping.")] = False,
    seat: Annotated[int | None, typer.Option(help="Watch as this seat saw it (1, 2, ...).")] = None,
) -> None:
    """Step through a saved game."""
    record, game = load(file)
    if seat is not None and not 1 <= seat <= len(record.seats):
        raise TableError(f"this game has seats 1 to {len(record.seats)}, not {seat}")
    try:
        watch(
            record, game, console, None if whole or sys.stdin is None or not sys.stdin.isatty() else ask, seat
        )
    except (EOFError, KeyboardInterrupt):
        console.print()


@app.command()
def verify(file: RecordFile) -> None:
    """Check every draw of a saved game against the seed its table committed to."""
    record, game = load(file)
    found = verify_record(record, game)
    (console if found.is_fair else errors).print(
        found.sentence, markup=False, highlight=False, soft_wrap=True
    )
    if not found.is_fair:
        raise typer.Exit(NOT_FAIR)


@app.command()
def rules(
    game: GameName,
    which: Annotated[str | None, typer.Argument(metavar="[RULE]", help="One rule, such as LUX-3.4.")] = None,
) -> None:
    """Show a game's rulebook page, or one rule of it."""
    chosen = find_game(game)
    console.print(Markdown(rulebook(chosen) if which is None else rule(chosen, which.upper())))


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
    """Play many games between bots on all cores and tell who won how often."""
    chosen = find_game(game)
    players = split_players(seats)
    if any(player.split(":")[0] == PERSON for player in players):
        raise BotError("a simulation is for bots: take 'you' out of the seats")
    check_seats(chosen, players)
    check_players(chosen, players)
    show_simulation(
        chosen, players, Wanted(games, seed, processes), options_of(chosen, option), console, errors
    )


@app.command()
def ladder(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's name; all of the shelf if left out.")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(min=2, help="How many seats; the fewest of the game if left out.")
    ] = None,
    games: Annotated[int, typer.Option(min=2, help="How many games a rung.")] = 200,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="Stop a game's ladder after so many, with what there is.")
    ] = None,
    notes: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep every game here, and go on from what it has.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all that the notes have as Markdown.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal results.")] = 1,
    processes: Processes = None,
) -> None:
    """Play the bots' levels against each other: each should beat the one below it."""
    seconds = math.inf if minutes is None else 60 * minutes
    kept = Notes(notes)
    for chosen in [find_game(game)] if game else all_games():
        number = chosen.seats[0] if seats is None else seats
        if number not in chosen.seats:
            raise TableError(f"{chosen.title} is for {seats_of(chosen)} seats, not {number}")
        show_ladder(chosen, number, Wanted(games, seed, processes, seconds), kept, console, errors)
    if page is not None:
        write_page(kept, page)


@app.command()
def analyse(
    file: RecordFile,
    playouts: Annotated[
        int | None, typer.Option(min=2, help="How often every position is played out; else as time allows.")
    ] = None,
    processes: Processes = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Tell every draw and every decision, not only the three greatest.")
    ] = False,
) -> None:
    """Tell luck from skill in a finished game: chances move by move, and where the result came from."""
    record, game = load(file)
    show_analysis(record, game, file, playouts, processes, console, errors, is_all_told=everything)


@app.command()
def doctor() -> None:
    """Tell which build is in use and whether anything is wrong with it."""
    found = diagnose()
    for line in found.lines:
        mark, style = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red")}[line.status]
        console.print(Text.assemble((f"{mark} ", style), line.sentence))
    if found.exit_code:
        raise typer.Exit(found.exit_code)


def load(path: Path) -> tuple[Record, Game]:
    """A saved game, and the game it is of."""
    record = load_record(path)
    return record, find_game(record.game)


def split_players(seats: str) -> list[str]:
    """The players of a comma-separated list."""
    players = [player.strip() for player in seats.split(",")]
    if not all(players):
        raise BotError(f"'{seats}' names an empty seat")
    return players


def seats_of(game: Game) -> str:
    """For how many seats a game is made, in words."""
    fewest, most = game.seats[0], game.seats[-1]
    return str(most) if fewest == most else f"{fewest} to {most}"


def check_seats(game: Game, players: list[str]) -> None:
    """Refuse a number of seats that the game is not made for."""
    if len(players) not in game.seats:
        raise TableError(f"{game.title} is for {seats_of(game)} seats, not {len(players)}")


def options_of(game: Game, words: list[str] | None) -> Any:
    """The options named on the command line."""
    return read_options(game, pairs(words))


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen: 0.0.0.0 for the whole network, 127.0.0.1 for this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; the next free one if taken.")] = 8642,
    store: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Where tables are kept: a file, or postgresql://..."),
    ] = None,
    redis: Annotated[
        str | None, typer.Option(metavar="URL", help="redis://...: lets several servers share their tables.")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many processes serve.")] = 1,
    rate: Annotated[
        int, typer.Option(min=1, help="Requests a second that one address may make, after a tenfold burst.")
    ] = 20,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = False,
) -> None:
    """Serve the games to browsers."""
    # The server's libraries take a while to load: only this command waits for them.
    from caponata.cli.serve import ServeOptions, serve_games

    serve_games(ServeOptions(host, port, store, redis, workers, rate, open_page), console)


def ask(question: str) -> str:
    """Ask a person for a line."""
    if sys.stdin is None:
        raise EOFError
    return console.input(Text(question, style="bold"))


def choose_game() -> Game:
    """Let a person pick a game from the shelf; a shelf of one needs no question."""
    on_shelf = all_games()
    if len(on_shelf) == 1:
        return on_shelf[0]
    for number, game in enumerate(on_shelf, start=1):
        console.print(f"{number}  {game.title}: {Texts(game).blurb}")
    answer = ask("Which game? ").strip()
    place = typed_number(answer)
    if place is not None and 1 <= place <= len(on_shelf):
        return on_shelf[place - 1]
    return find_game(answer)


def choose_players(game: Game) -> list[str]:
    """Let a person say how many play; bots take the other seats."""
    texts = Texts(game)
    console.print(f"[bold]{game.title}[/]   {texts.blurb}")
    usual = game.seats[len(game.seats) // 2]
    answer = ""
    if len(game.seats) > 1:
        answer = ask(f"How many seats, {seats_of(game)}? [{usual}] ").strip()
    number = typed_number(answer) if answer else usual
    if number is None or number not in game.seats:
        raise TableError(f"{game.title} is for {seats_of(game)} seats, not {answer}")
    return [PERSON] + [DEFAULT_OPPONENT] * (number - 1)


def main() -> None:
    """Run the command line; whatever a person did wrong is answered with one sentence."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # a byte nobody can read is no reason to fall over
    known = (
        *(UnknownGame, BotError, CheckError, LabError, OptionError),
        *(RecordError, ServeError, TableError, TextError),
    )
    try:
        app()
    except known as error:
        errors.print(f"caponata: {error}", markup=False, highlight=False, soft_wrap=True)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        sys.exit(BAD_INPUT)
