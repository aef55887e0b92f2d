"""A part of a study, played: the same part gives the same tables anywhere."""

from __future__ import annotations

import io
import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import caponata
from caponata.bots import Bot
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Game, Outcome, Position
from caponata.engine.options import plain_options
from caponata.engine.playout import next_seat
from caponata.lab.kinds import Kinds
from caponata.lab.plan import BALANCE, DATASET, TOURNAMENT, Part, seed_of
from caponata.lab.players import find_player, is_greedy, is_quick
from caponata.lab.program import ProgramPlayer
from caponata.lab.trouble import LabError, need
from caponata.lab.watching import BLIND, NO_SEAT, WIN, Watcher, play_game

COMPRESSION: Final = "zstd"

Columns: TypeAlias = dict[str, list[Any]]

# The documented schema: docs/lab.md says what each column holds.
SCHEMA: Final[Mapping[str, str]] = {
    "variant": "UInt16",
    "deal": "UInt32",
    "play": "UInt8",
    "players": "List(UInt8)",
    "starter": "Int8",
    "decisions": "UInt32",
    "scores": "List(Int32)",
    "places": "List(UInt8)",
    "ended_by": "String",
    "decided_by": "String",
    # a balance study adds
    "draws": "UInt32",
    "choices": "UInt64",
    "forced": "UInt32",
    "widest": "UInt32",
    "lead_changes": "UInt32",
    "settled": "UInt32",
    # a tournament adds
    "faults": "List(UInt16)",
    # a dataset adds
    "by": "List(UInt8)",
    "moves": "List(Int32)",
    # the counts of a balance study
    "part": "UInt32",
    "kind": "String",
    "name": "String",
    "rule": "String",
    "offered": "Int64",
    "expected": "Float64",
    "chosen": "Int64",
    "users": "Int64",
    "won": "Float64",
    "points": "Int64",
}
EVERY: Final = tuple(SCHEMA)[:10]
OF_BALANCE: Final = ("draws", "choices", "forced", "widest", "lead_changes", "settled")
OF_TOURNAMENT: Final = ("faults",)
OF_DATASET: Final = ("by", "moves")
OF_COUNTS: Final = (
    *("variant", "part", "kind", "name", "rule"),
    *("offered", "expected", "chosen", "users", "won", "points"),
)
GAMES, COUNTS = "games", "counts"
COLUMNS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    BALANCE: {COUNTS: OF_COUNTS, GAMES: EVERY + OF_BALANCE},
    TOURNAMENT: {GAMES: EVERY + OF_TOURNAMENT},
    DATASET: {GAMES: EVERY + OF_DATASET},
}


@dataclass(frozen=True)
class Result:
    """A part that was played: its tables as the bytes of Parquet files."""

    number: int
    games: int
    decisions: int
    tables: dict[str, bytes]


def play_part(part: Part) -> Result:
    """Play a part."""
    if part.caponata != caponata.__version__:
        raise LabError(
            f"this machine has caponata {caponata.__version__}, and the study is of {part.caponata}"
        )
    with ExitStack() as stack:
        return Playing(part, stack).result()


@dataclass
class Playing:
    """A part on its way."""

    part: Part
    stack: ExitStack
    rows: Columns = field(default_factory=dict)
    bots: dict[tuple[int, int], Bot] = field(default_factory=dict)

    def __post_init__(self) -> None:
        part = self.part
        self.game: Game = find_game(part.game)
        self.options = self.game.options(**part.variant.options)
        self.kinds = Kinds(self.game.space)
        self.watcher = Watcher(
            *self.kinds.numbering(), counts=part.study == BALANCE, notes=part.study == DATASET
        )
        self.counts = Counts(self.game)
        self.rows = {name: [] for name in COLUMNS[part.study][GAMES]}

    def result(self) -> Result:
        """Play all games and give their tables."""
        part = self.part
        for deal in range(part.first, part.first + part.deals):
            for play, order in enumerate(part.variant.plays(deal)):
                self.play(deal, play, order)
        tables = {}
        for table, columns in COLUMNS[part.study].items():
            rows = self.rows if table == GAMES else self.counts.rows(part, self.kinds, self.watcher)
            tables[table] = parquet({name: rows[name] for name in columns})
        return Result(part.number, part.games, sum(self.rows["decisions"]), tables)

    def play(self, deal: int, play: int, order: Sequence[int]) -> None:
        """Play a deal once, with the players in this order around the table."""
        part = self.part
        position = self.game.start(len(order), self.options)
        if part.study == BALANCE:
            self.watcher.is_counting = play < len(part.variant.orders)  # a contrast is not what is studied
            position.effects = [] if self.watcher.is_counting else None
        chance = Rng(seed_of(part.seed, "chance", deal))
        whims = Rng(seed_of(part.seed, "whims", part.index, deal, play))
        players = [part.variant.players[player] for player in order]
        bots: list[Bot] = []
        if all(map(is_quick, players)):
            greedy = sum(1 << seat for seat, player in enumerate(players) if is_greedy(player))
            play_game(position, greedy, self.game.hints, chance, whims, self.watcher)
        else:
            bots = self.seated(order)
            play_with_views(self.game, position, bots, chance, whims, self.watcher)
        self.note(deal, play, order, position, bots)

    def seated(self, order: Sequence[int]) -> list[Bot]:
        """The bots of the seats; who sits on several seats is several bots."""
        part = self.part
        taken: Counter[int] = Counter()
        bots = []
        for player in order:
            place = player, taken[player]
            taken[player] += 1
            if place not in self.bots:
                bot = find_player(
                    self.game,
                    part.variant.players[player],
                    seed_of(part.seed, "bot", part.index, part.first, *place),
                    seats=part.variant.seats,
                    options=plain_options(self.options),
                    patience=part.patience,
                )
                if isinstance(bot, ProgramPlayer):
                    self.stack.callback(bot.close)
                self.bots[place] = bot
            bots.append(self.bots[place])
        return bots

    def note(
        self, deal: int, play: int, order: Sequence[int], position: Position, bots: Sequence[Bot]
    ) -> None:
        """Take in a finished game."""
        outcome = position.outcome()
        assert outcome is not None
        watcher = self.watcher
        row: dict[str, Any] = {
            "variant": self.part.index,
            "deal": deal,
            "play": play,
            "players": order,
            "starter": None if watcher.starter == NO_SEAT else watcher.starter,
            "decisions": watcher.decisions,
            "scores": outcome.scores,
            "places": outcome.places,
            "ended_by": outcome.rule,
            "decided_by": outcome.decided_by,
        }
        if self.part.study == BALANCE:
            row |= {name: getattr(watcher, name) for name in OF_BALANCE}
            if watcher.is_counting:
                self.counts.note(position, outcome)
        elif self.part.study == TOURNAMENT:
            row["faults"] = [0] * len(order)
            for seat, bot in enumerate(bots):
                if isinstance(bot, ProgramPlayer):
                    row["faults"][seat], bot.faults = bot.faults, 0
        else:
            row |= {"by": watcher.by, "moves": watcher.moves}
        for name, value in row.items():
            self.rows[name].append(value)


def play_with_views(
    game: Game, position: Position, bots: Sequence[Bot], chance: Rng, whims: Rng, watcher: Watcher
) -> None:
    """Play a game in which every bot is shown its seat's view, and watch."""
    watcher.begins()
    while position.to_act != NOBODY:
        if position.to_act == CHANCE_ACTS:
            move = position.chance_move(chance.below(position.total_weight()))
            watcher.drew(move)
            position.play(CHANCE, move)
        else:
            seat = next_seat(position, whims)
            move = bots[seat].choose(game.view(position, seat))
            watcher.decides(position, seat, move)
            position.play(seat, move)
            watcher.follows(position)
    watcher.ends(position)


class Counts:
    """How often things happened in the games of a part."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.names: dict[int, tuple[str, str]] = {}  # of facts
        self.facts: Counter[tuple[str, str]] = Counter()
        self.with_fact: Counter[tuple[str, str]] = Counter()
        self.lines: Counter[tuple[str, str]] = Counter()  # seats with such a line of score that is not 0
        self.points: Counter[tuple[str, str]] = Counter()
        self.winners: Counter[tuple[str, str]] = Counter()  # points that went to winners

    def note(self, position: Position, outcome: Outcome) -> None:
        """Take in a finished game."""
        self.games += 1
        happened: Counter[tuple[str, str]] = Counter()
        for fact, times in Counter(fact[0] for fact in position.effects or ()).items():
            if fact not in self.names:
                example = next(each for each in position.effects or () if each[0] == fact)
                event = self.game.effect_event(example, SPECTATOR)
                self.names[fact] = (event["event"], event["rule"])
            happened[self.names[fact]] += times
        self.facts.update(happened)
        self.with_fact.update(happened.keys())
        for seat, lines in enumerate(outcome.lines):
            for line in lines:
                key = line.reason, line.rule
                self.lines[key] += line.points != 0
                self.points[key] += line.points
                if outcome.places[seat] == 0:
                    self.winners[key] += line.points

    def rows(self, part: Part, kinds: Kinds, watcher: Watcher) -> Columns:
        """All counts as a table."""
        rows: Columns = {name: [] for name in OF_COUNTS}

        def add(kind: str, name: str, rule: str = "", **counts: float) -> None:
            rows["variant"].append(part.index)
            rows["part"].append(part.number)
            rows["kind"].append(kind)
            rows["name"].append(name)
            rows["rule"].append(rule)
            for column in OF_COUNTS[5:]:
                rows[column].append(counts.get(column, 0))

        for name, (offered, expected, chosen, users, won) in zip(kinds.names, watcher.counted(), strict=True):
            if offered or chosen:
                add(
                    "move",
                    name,
                    offered=offered,
                    expected=expected / BLIND,
                    chosen=chosen,
                    users=users,
                    won=won / WIN,
                )
        for stage, (decisions, choices, led) in enumerate(watcher.told()):
            add("stage", str(stage), offered=decisions, expected=choices, chosen=led, users=self.games)
        for (event, rule), times in sorted(self.facts.items()):
            add("fact", event, rule, chosen=times, users=self.with_fact[event, rule])
        for (reason, rule), points in sorted(self.points.items()):
            key = reason, rule
            add("line", reason, rule, chosen=self.lines[key], points=points, won=self.winners[key])
        return rows


def parquet(columns: Columns) -> bytes:
    """A table as the bytes of a Parquet file."""
    pl = need("polars")
    made = {name: _series(values, polars_kind(SCHEMA[name])) for name, values in columns.items()}
    out = io.BytesIO()
    pl.DataFrame(made).write_parquet(out, compression=COMPRESSION)
    return out.getvalue()


def _series(values: list[Any], kind: Any) -> Any:
    """A column; lists are handed over as one long one and cut there, which takes half the time."""
    pl = need("polars")
    if not isinstance(kind, pl.List) or not values:
        return pl.Series(values, dtype=kind)
    flat = pl.Series("value", list(itertools.chain.from_iterable(values)), dtype=kind.inner)
    lengths = pl.Series("length", [len(each) for each in values], dtype=pl.UInt32)
    if not lengths.min():  # what is empty would be lost on the way
        return pl.Series(values, dtype=kind)
    if lengths.min() == lengths.max():
        return flat.reshape((len(values), len(values[0]))).cast(kind)
    row = pl.select(pl.int_range(len(values), dtype=pl.UInt32).repeat_by(lengths).alias("row")).explode("row")
    return row.with_columns(flat).group_by("row", maintain_order=True).agg("value")["value"]


def polars_kind(name: str) -> Any:
    """The data type that polars calls by this name."""
    pl = need("polars")
    if name.startswith("List("):
        return pl.List(polars_kind(name.removeprefix("List(").removesuffix(")")))
    return getattr(pl, name)
