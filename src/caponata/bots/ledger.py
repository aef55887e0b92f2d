"""The luck ledger of a finished game: for every seat, where its result came from.

    result = V(start) + luck + own decisions + others' decisions + the unseen

V is the mean share of the win over playouts by one fixed policy, from the true position. Luck is what chance
changed of V: V after its moves less V before them, the odds-weighted mean over all that it could have done;
so luck averages zero. A decision is its loss against the best move as valued from what its seat could know,
in worlds that fit its view; it counts only where the playouts leave no doubt. The unseen is what remains:
guesses that happened to be right or wrong. Choices sealed together, and draws that follow each other, are one
step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from caponata.bots.nodes import Style
from caponata.bots.tree import Search
from caponata.bots.values import chances, swing
from caponata.engine.chance import Luck
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game, Position
from caponata.engine.playout import legal_moves, reward
from caponata.engine.record import Choice, Draw, Record, RecordError
from caponata.engine.replay import Replay

FORMAT: Final = "caponata-analysis"
VERSION: Final = 1
SURE: Final = 2.0  # standard errors by which a better move must be better
NOTABLE: Final = 3  # the luckiest draws and the dearest decisions that are named


@dataclass(frozen=True)
class Effort:
    """How thoroughly a game is analysed."""

    playouts: int = 400  # of every position, and of every pair of moves compared
    simulations: int = 400  # of the search for a better move


@dataclass(frozen=True)
class Move:
    """A move of the game, by its number in the record; the seat of chance is None."""

    entry: int
    seat: int | None
    text: str


@dataclass(frozen=True)
class Step:
    """Moves that count as one: a choice, choices sealed together, or draws that follow each other."""

    moves: tuple[Move, ...]
    before: Position
    after: Position

    @property
    def is_luck(self) -> bool:
        """Whether chance made this step."""
        return self.before.to_act == CHANCE_ACTS


@dataclass(frozen=True)
class Better:
    """A choice that cost its seat something, and what was better from what it could know."""

    entry: int
    seat: int
    played: str
    better: str
    swing: list[float]  # what it brought each seat


@dataclass(frozen=True)
class Found:
    """What was found out about one step: the chances after it, and choices that could have been better."""

    number: int
    after: list[float]
    better: list[Better]


@dataclass
class Account:
    """One seat's ledger: the parts add up to the result."""

    result: float
    start: float
    luck: float = 0.0
    own: float = 0.0
    others: float = 0.0
    unseen: float = 0.0


@dataclass(frozen=True)
class Swing:
    """What chance did at one step, and what it brought each seat."""

    entry: int
    draws: list[str]
    swing: list[float]


@dataclass
class Analysis:
    """All that is known of a finished game."""

    game: str
    effort: Effort
    accounts: list[Account]
    curve: list[list[float]]  # each seat's chances at the start and after every step
    steps: list[list[int]]  # the entries of each step
    lucky: list[Swing] = field(default_factory=list)
    dear: list[Better] = field(default_factory=list)

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"format": FORMAT, "version": VERSION, **asdict(self)}


def steps_of(record: Record, game: Game) -> list[Step]:
    """The steps of a record that ended; what was taken back does not count."""
    if record.result is None:
        raise RecordError("only a game that ended can be analysed")
    replay = Replay(record, game)
    for _ in replay:
        pass
    live = [entry for entry in record.entries if isinstance(entry, (Choice, Draw)) and not entry.cancelled]
    position = game.start(len(record.seats), replay.options)
    steps: list[Step] = []
    moves: list[Move] = []
    before = position.copy()
    for entry in live:
        seat = entry.seat if isinstance(entry, Choice) else None
        mover = CHANCE if seat is None else seat
        acting, was_sealed = position.to_act, position.is_sealed()
        position.play(mover, game.space.read(entry.move))
        moves.append(Move(entry.number, seat, entry.move))
        if seat is None:
            goes_on = position.to_act == CHANCE_ACTS
        else:
            goes_on = was_sealed and position.to_act != NOBODY and position.to_act == acting & ~(1 << seat)
        if not goes_on:
            steps.append(Step(tuple(moves), before, position.copy()))
            moves, before = [], position.copy()
    return steps


def find(game: Game, steps: Sequence[Step], number: int, effort: Effort, style: Style, seed: int) -> Found:
    """Look into one step; -1 stands for the start. The same seed finds the same."""
    luck = Luck(seed << 32 | number + 1)
    if number < 0:
        return Found(number, values(game, steps[0].before, effort, luck), [])
    step = steps[number]
    after = values(game, step.after, effort, luck)
    better = [] if step.is_luck else list(betters(game, step, effort, style, luck))
    return Found(number, after, better)


def values(game: Game, position: Position, effort: Effort, luck: Luck) -> list[float]:
    """V of each seat; where chance is next, every ticket is played out equally often."""
    if position.to_act == NOBODY:
        return [reward(position, seat) for seat in range(position.seats)]
    playouts = effort.playouts
    if position.to_act == CHANCE_ACTS:
        weight = position.weight()
        if weight <= playouts:
            playouts += -playouts % weight
    return chances(position, game.hints, luck, playouts)


def betters(game: Game, step: Step, effort: Effort, style: Style, luck: Luck) -> Iterator[Better]:
    """The choices of a step that were not the best from what their seats could know."""
    for move in step.moves:
        seat = move.seat
        if seat is None or len(legal_moves(step.before, seat)) == 1:
            continue
        worlds = game.worlds(game.view(step.before, seat))
        search = Search(game, worlds, seat, luck, style)
        search.run(effort.simulations, 0.0)
        best, played = search.answers()[0].move, game.space.read(move.text)
        if best == played:
            continue
        brought, error = swing(worlds, seat, played, best, game.hints, luck, effort.playouts)
        if brought[seat] < -SURE * error:
            yield Better(move.entry, seat, move.text, game.space.text(best), brought)


def reckon(game: Game, steps: Sequence[Step], findings: Sequence[Found], effort: Effort) -> Analysis:
    """Put together what was found about every step."""
    known = {found.number: found for found in findings}
    curve = [known[number].after for number in range(-1, len(steps))]
    accounts = [Account(result=end, start=start) for start, end in zip(curve[0], curve[-1], strict=True)]
    lucky, dear = [], []
    for number, step in enumerate(steps):
        if step.is_luck:
            moved = [after - before for before, after in zip(curve[number], curve[number + 1], strict=True)]
            lucky.append(Swing(step.moves[0].entry, [move.text for move in step.moves], moved))
            for account, change in zip(accounts, moved, strict=True):
                account.luck += change
        for better in known[number].better:
            dear.append(better)
            for seat, account in enumerate(accounts):
                if seat == better.seat:
                    account.own += better.swing[seat]
                else:
                    account.others += better.swing[seat]
    for account in accounts:
        parts = account.start + account.luck + account.own + account.others
        account.unseen = account.result - parts
    lucky.sort(key=lambda each: -max(each.swing))
    dear.sort(key=lambda each: each.swing[each.seat])
    entries = [[move.entry for move in step.moves] for step in steps]
    return Analysis(game.name, effort, accounts, curve, entries, lucky[:NOTABLE], dear[:NOTABLE])
