"""Play a part of a study. Equal parts give equal tables on any machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from caponata.bots import Bot
from caponata.bots.policies import compiled_policies, is_compiled, view_policies
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import Game, Outcome, Position
from caponata.engine.options import plain_options
from caponata.engine.playout import play_game
from caponata.lab.counters import NO_SEAT, GameCounter
from caponata.lab.errors import LabError
from caponata.lab.move_kinds import MoveKinds
from caponata.lab.plan import Part, seed_from
from caponata.lab.players import find_player
from caponata.lab.program import ProgramPlayer
from caponata.lab.tables import GAMES, Columns, Tables, parquet
from caponata.version import __version__


@dataclass(frozen=True)
class PartResult:
    """A part that was played: its tables as the bytes of Parquet files."""

    number: int
    games: int
    decisions: int
    tables: dict[str, bytes]


@dataclass(frozen=True)
class PlayedGame:
    """A finished game of a part: a deal, played for the n-th time, with its players in seat order."""

    deal: int
    play: int
    order: Sequence[int]
    position: Position
    outcome: Outcome
    bots: Sequence[Bot]


class PartPlayer:
    """Plays the games of a part. Each study has a subclass that says what it counts.

    `tables` are the columns of the study's tables; `counts` and `records` are passed to the `GameCounter`.
    """

    counts = False
    records = False

    def __init__(self, part: Part, tables: Tables, stack: ExitStack) -> None:
        if part.caponata != __version__:
            raise LabError(
                f"this machine has caponata {__version__}, but the study needs {part.caponata}: install it"
            )
        self.part = part
        self.tables = tables
        self.stack = stack
        self.game: Game = find_game(part.game)
        self.options = self.game.options(**part.variant.options)
        self.kinds = MoveKinds(self.game.space)
        self.counter = GameCounter(*self.kinds.numbering(), counts=self.counts, records=self.records)
        self.rows: Columns = {name: [] for name in tables[GAMES]}
        self._bots: dict[tuple[int, int], Bot] = {}

    # What a study counts

    def prepare(self, play: int, position: Position) -> None:
        """Prepare the counter for the n-th game on a deal."""

    def extra_columns(self, game: PlayedGame) -> dict[str, Any]:
        """The values of the study's own columns for a finished game."""
        return {}

    def extra_tables(self) -> dict[str, Columns]:
        """The study's tables, except the table of games."""
        return {}

    # Playing

    def result(self) -> PartResult:
        """Play all games of the part and return their tables."""
        part = self.part
        for deal in range(part.first, part.first + part.deals):
            for play, order in enumerate(part.variant.plays(deal)):
                self._play(deal, play, order)
        columns = {**self.extra_tables(), GAMES: self.rows}
        tables = {
            table: parquet({name: columns[table][name] for name in names})
            for table, names in self.tables.items()
        }
        return PartResult(part.number, part.games, sum(self.rows["decisions"]), tables)

    def _play(self, deal: int, play: int, order: Sequence[int]) -> None:
        """Play a deal with the players in this order around the table."""
        part = self.part
        position = self.game.start(len(order), self.options)
        self.prepare(play, position)
        chance = Rng(seed_from(part.seed, "chance", deal))
        rng = Rng(seed_from(part.seed, "whims", part.index, deal, play))
        players = [part.variant.players[player] for player in order]
        bots: list[Bot] = []
        if is_compiled(players):
            policies = compiled_policies(self.game, players)
        else:
            bots = self._seat_bots(order)
            policies = view_policies(self.game, bots)
        play_game(position, policies, chance, rng, self.counter)
        outcome = position.outcome()
        assert outcome is not None
        game = PlayedGame(deal, play, order, position, outcome, bots)
        for name, value in (self._columns(game) | self.extra_columns(game)).items():
            self.rows[name].append(value)

    def _columns(self, game: PlayedGame) -> dict[str, Any]:
        starter = self.counter.starter
        return {
            "variant": self.part.index,
            "deal": game.deal,
            "play": game.play,
            "players": game.order,
            "starter": None if starter == NO_SEAT else starter,
            "decisions": self.counter.decisions,
            "scores": game.outcome.scores,
            "places": game.outcome.places,
            "ended_by": game.outcome.rule,
            "decided_by": game.outcome.decided_by,
        }

    def _seat_bots(self, order: Sequence[int]) -> list[Bot]:
        """The bots of the seats. A player on several seats has a bot for each."""
        part = self.part
        seated: Counter[int] = Counter()
        bots = []
        for player in order:
            key = player, seated[player]
            seated[player] += 1
            if key not in self._bots:
                bot = find_player(
                    self.game,
                    part.variant.players[player],
                    seed_from(part.seed, "bot", part.index, part.first, *key),
                    seats=part.variant.seats,
                    options=plain_options(self.options),
                    timeout=part.timeout,
                )
                if isinstance(bot, ProgramPlayer):
                    self.stack.callback(bot.close)
                self._bots[key] = bot
            bots.append(self._bots[key])
        return bots
