"""The counts of a balance study, made while a part is played."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from typing import Any, Final

from caponata.engine.game import SPECTATOR, Game, Outcome, Position
from caponata.lab.counters import CHOICE, WIN, GameCounter
from caponata.lab.move_kinds import MoveKinds
from caponata.lab.part import PartPlayer, PlayedGame
from caponata.lab.plan import Part
from caponata.lab.tables import COUNTS, GAME_COLUMNS, GAMES, Columns, Tables

COUNT_COLUMNS: Final = (
    *("variant", "part", "kind", "name", "rule"),
    *("offered", "expected", "chosen", "users", "won", "points"),
)
LABELS: Final = 5  # the first columns say what is counted
TABLES: Final[Tables] = {
    COUNTS: COUNT_COLUMNS,
    GAMES: (*GAME_COLUMNS, "draws", "choices", "forced", "widest", "lead_changes", "settled"),
}


class BalancePart(PartPlayer):
    """Counts moves, effects and score lines in every game but contrasts."""

    counts = True

    def __init__(self, part: Part, tables: Tables, stack: ExitStack) -> None:
        super().__init__(part, tables, stack)
        self.outcomes = OutcomeCounts(self.game)

    def prepare(self, play: int, position: Position) -> None:
        """Count the game unless it is a contrast."""
        self.counter.is_counting = play < len(self.part.variant.orders)
        position.effects = [] if self.counter.is_counting else None

    def extra_columns(self, game: PlayedGame) -> dict[str, Any]:
        """Length, choices and changes of the lead."""
        counter = self.counter
        if counter.is_counting:
            self.outcomes.add(game.position, game.outcome)
        return {
            "draws": counter.draws,
            "choices": counter.choices,
            "forced": counter.forced,
            "widest": counter.widest,
            "lead_changes": counter.lead_changes,
            "settled": counter.settled,
        }

    def extra_tables(self) -> dict[str, Columns]:
        """The table of counts."""
        return {COUNTS: self.outcomes.rows(self.part, self.kinds, self.counter)}


class OutcomeCounts:
    """Counts of effects and score lines in the games of a part."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.names: dict[int, tuple[str, str]] = {}  # event and rule of each kind of effect
        self.effects: Counter[tuple[str, str]] = Counter()
        self.games_with_effect: Counter[tuple[str, str]] = Counter()
        self.lines: Counter[tuple[str, str]] = Counter()  # seats whose score has such a line with points
        self.points: Counter[tuple[str, str]] = Counter()
        self.winners_points: Counter[tuple[str, str]] = Counter()

    def add(self, position: Position, outcome: Outcome) -> None:
        """Count a finished game."""
        self.games += 1
        seen: Counter[tuple[str, str]] = Counter()
        for kind, times in Counter(effect[0] for effect in position.effects or ()).items():
            if kind not in self.names:
                example = next(effect for effect in position.effects or () if effect[0] == kind)
                event = self.game.effect_event(example, SPECTATOR)
                self.names[kind] = (event["event"], event["rule"])
            seen[self.names[kind]] += times
        self.effects.update(seen)
        self.games_with_effect.update(seen.keys())
        for seat, lines in enumerate(outcome.lines):
            for line in lines:
                key = line.reason, line.rule
                self.lines[key] += line.points != 0
                self.points[key] += line.points
                if outcome.places[seat] == 0:
                    self.winners_points[key] += line.points

    def rows(self, part: Part, kinds: MoveKinds, counter: GameCounter) -> Columns:
        """All counts of a part as a table."""
        rows: Columns = {name: [] for name in COUNT_COLUMNS}

        def add(kind: str, name: str, rule: str = "", **counts: float) -> None:
            for column, label in zip(
                COUNT_COLUMNS, (part.index, part.number, kind, name, rule), strict=False
            ):
                rows[column].append(label)
            for column in COUNT_COLUMNS[LABELS:]:
                rows[column].append(counts.get(column, 0))

        for name, counts in zip(kinds.names, counter.move_counts(), strict=True):
            offered, expected, chosen, users, won = counts
            if offered or chosen:
                add(
                    *("move", name),
                    offered=offered,
                    expected=expected / CHOICE,
                    chosen=chosen,
                    users=users,
                    won=won / WIN,
                )
        for stage, (decisions, choices, led) in enumerate(counter.stage_counts()):
            add("stage", str(stage), offered=decisions, expected=choices, chosen=led, users=self.games)
        for (event, rule), times in sorted(self.effects.items()):
            add("fact", event, rule, chosen=times, users=self.games_with_effect[event, rule])
        for key, points in sorted(self.points.items()):
            add("line", *key, chosen=self.lines[key], points=points, won=self.winners_points[key])
        return rows
