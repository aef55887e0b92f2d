"""The setup of a study: players, options, and sweeps over both."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, TypeAlias

from caponata.bots.policies import RANDOM
from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.engine.log import TableError
from caponata.engine.options import OptionError, plain_options, read_options
from caponata.lab.errors import LabError
from caponata.lab.plan import MOST_SEED, Variant
from caponata.lab.players import check_player

DEFAULT_BOT: Final = "greedy"
SEATS, BOTS = "seats", "bots"  # can be varied besides options
PLUS: Final = "+"  # separates the players of a line-up that is one value of a sweep
MOST_VARIANTS: Final = 1000

LineUp: TypeAlias = int | str | Sequence[str] | None


def resolve_game(game: Game | str) -> Game:
    """Return a game that is given as an object or by name."""
    return find_game(game) if isinstance(game, str) else game


def line_up(game: Game, seats: LineUp, bot: str = DEFAULT_BOT) -> tuple[str, ...]:
    """The players in seat order, from a number of seats with one bot on all of them, or a player per seat."""
    if seats is None:
        seats = game.seats[len(game.seats) // 2]
    if isinstance(seats, str):
        seats = int(seats) if seats.isdecimal() else seats.split(PLUS if PLUS in seats else ",")
    players = (bot,) * seats if isinstance(seats, int) else tuple(player.strip() for player in seats)
    if len(players) not in game.seats:
        fewest, most = game.seats[0], game.seats[-1]
        numbers = str(most) if fewest == most else f"{fewest} to {most}"
        raise TableError(f"{game.title} is for {numbers} seats, not {len(players)}")
    for player in players:
        check_player(game, player)
    return players


def read_sweep(pairs: Iterable[str]) -> dict[str, list[str]]:
    """Read a sweep from arguments of the form `NAME=VALUE,VALUE`."""
    sweep: dict[str, list[str]] = {}
    for pair in pairs:
        name, equals, values = pair.partition("=")
        if not equals or not all(value.strip() for value in values.split(",")):
            raise OptionError(f"'{pair}' is not of the form NAME=VALUE,VALUE")
        if name in sweep:
            raise OptionError(f"'{name}' is varied twice")
        sweep[name] = [value.strip() for value in values.split(",")]
    return sweep


def add_second_bot(
    game: Game, seats: LineUp, vary: Mapping[str, Sequence[Any]], bot: str
) -> tuple[int | None, dict[str, Sequence[Any]]]:
    """The seats and the sweep of a study that is played once more with another bot on all seats."""
    if BOTS in vary:
        raise LabError("the players are given twice: vary bots, or name a second kind of bot")
    first, number = DEFAULT_BOT, None
    if SEATS not in vary:
        players = line_up(game, seats)
        first, number = players[0], len(players)
        if len(set(players)) > 1:
            raise LabError("a second kind of bot can confirm only games with one kind of bot on all seats")
    if bot == first:
        raise LabError(f"the second kind of bot must not be {first} again")
    return number, {**vary, BOTS: [first, bot]}


def variants(
    game: Game,
    seats: LineUp,
    options: Mapping[str, object],
    vary: Mapping[str, Sequence[Any]],
    *,
    plays: int,
    contrast: bool = False,
) -> tuple[Variant, ...]:
    """A variant for every combination of the varied values, with this many games on each deal."""
    found: list[Variant] = []
    for values in itertools.product(*vary.values()):
        chosen = dict(zip(vary, values, strict=True))
        label = ", ".join(f"{name} {value}" for name, value in chosen.items())
        seated = chosen.pop(SEATS, seats)
        bot = str(chosen.pop(BOTS, DEFAULT_BOT))
        if BOTS in vary and not (seated is None or isinstance(seated, int) or str(seated).isdecimal()):
            raise LabError("the players are given twice: vary bots, or name them by their seats")
        players = line_up(game, seated, bot)
        for name in chosen:
            if name in options:
                raise OptionError(f"the option '{name}' is both given and varied")
        setting = asdict(read_options(game, {**options, **chosen}))
        distinct = tuple(dict.fromkeys(players))
        order = tuple(distinct.index(player) for player in players)
        contrasts: tuple[tuple[int, ...], ...] = ()
        if contrast and len(distinct) == 1 and players[0] != RANDOM:
            distinct = (players[0], RANDOM)
            places = range(len(players))
            contrasts = tuple(tuple(int(seat != usual) for seat in places) for usual in places)
        found.append(
            Variant(label or describe_players(players), setting, distinct, (order,) * plays, contrasts)
        )
        if len(found) > MOST_VARIANTS:
            raise LabError(f"this sweep has more than {MOST_VARIANTS} variants")
    if len({variant.label for variant in found}) < len(found):
        raise LabError("this sweep has a value twice")
    return tuple(found)


def describe_players(players: Sequence[str]) -> str:
    """A short description of a line-up, such as `2 × greedy`."""
    distinct = dict.fromkeys(players)
    return ", ".join(f"{players.count(player)} × {player}" for player in distinct)


def check_amount(games: int, seed: int) -> None:
    """Refuse an impossible number of games or seed."""
    if games < 1:
        raise LabError(f"a study has at least one game, not {games}")
    if not 0 <= seed < MOST_SEED:
        raise LabError(f"a seed is a number from 0 to {MOST_SEED - 1}, not {seed}")


def options_mapping(options: Any) -> Mapping[str, object]:
    """Convert options to a mapping, if they are an instance of the game's options class."""
    if options is None:
        return {}
    return options if isinstance(options, Mapping) else plain_options(options)
