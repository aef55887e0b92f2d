"""The luck ledger of a finished game: for every seat, where its result came from.

    result = V(start) + luck + own decisions + others' decisions + the unseen

V is the mean share of the win over playouts by one fixed policy, from the true position. Luck is what chance
changed of V: V after its moves less V before them, the odds-weighted mean over all that it could have done;
so luck averages zero. A decision is its loss against the best move as valued from what its seat could know,
in worlds that fit its view. It counts only where playouts tell the two moves apart, and then by the value of
fresh ones: those that raised the suspicion would exaggerate it. The unseen is what remains: guesses that
happened to be right or wrong, losses too small to tell, play that beats the fixed policy, and noise. Choices
sealed together, and draws that follow each other, are one step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from operator import mul
from typing import Any, Final

from caponata.bots.nodes import Style
from caponata.bots.tree import Search
from caponata.bots.values import SURE, chances, swing
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game, Position
from caponata.engine.playout import legal_moves, reward
from caponata.engine.record import Choice, Draw, Record, RecordError
from caponata.engine.replay import Replay

FORMAT: Final = "caponata-analysis"
VERSION: Final = 1
AGAIN: Final = 4  # times as many playouts tell what a choice cost that counts: they are few, and they add up
NOTABLE: Final = 3  # the luckiest draws and the dearest decisions that are named


@dataclass(frozen=True)
class Effort:
    """How thoroughly a game is analysed."""

    playouts: int = 400  # of every position, and of every pair of moves compared
    simulations: int = 400  # of the search for a better move
    beside_draws: int = 0  # playouts of positions before and after chance moved, if more: luck adds up


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
class Compared:
    """A choice that was not the search's favourite, beside that favourite, from what its seat could know."""

    entry: int
    seat: int
    played: str
    better: str
    swing: list[float]  # what it brought each seat, rather than the favourite
    errors: list[float]  # the standard errors of the swing
    counts: bool  # whether playouts tell the two apart: else it costs nothing


@dataclass(frozen=True)
class Found:
    """What was found out about one step: the chances after it, and choices that could have been better."""

    number: int
    after: list[float]
    errors: list[float]  # the standard errors of the chances
    choices: list[Compared]


@dataclass
class Account:
    """One seat's ledger: the parts add up to the result. Standard errors tell the noise of the playouts."""

    result: float
    start: float
    luck: float = 0.0
    own: float = 0.0
    others: float = 0.0
    unseen: float = 0.0
    luck_error: float = 0.0
    unseen_error: float = 0.0


@dataclass(frozen=True)
class Swing:
    """What chance did at one step, and what it brought each seat."""

    entry: int
    draws: list[str]
    swing: list[float]
    errors: list[float]  # the standard errors of the swing


@dataclass
class Analysis:
    """All that is known of a finished game."""

    game: str
    effort: Effort
    accounts: list[Account]
    curve: list[list[float]]  # each seat's chances at the start and after every step
    errors: list[list[float]]  # the standard errors of the curve
    steps: list[list[int]]  # the entries of each step
    draws: list[Swing]  # every step of chance
    choices: list[Compared]  # every choice that was not the search's favourite
    lucky: list[Swing]  # the draws that surely brought somebody most
    dear: list[Compared]  # the choices that cost most

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
    rng = Rng(seed << 32 | number + 1)
    is_beside_draw = any(step.is_luck for step in steps[max(0, number) : number + 2])
    playouts = max(effort.playouts, effort.beside_draws if is_beside_draw else 0)
    if number < 0:
        return Found(number, *values(game, steps[0].before, playouts, rng), [])
    step = steps[number]
    after, errors = values(game, step.after, playouts, rng)
    choices = [] if step.is_luck else list(compared(game, step, effort, style, rng))
    return Found(number, after, errors, choices)


def values(game: Game, position: Position, playouts: int, rng: Rng) -> tuple[list[float], list[float]]:
    """V of each seat and its standard error; where chance is next, full rounds of tickets if they fit in."""
    if position.to_act == NOBODY:
        return [reward(position, seat) for seat in range(position.seats)], [0.0] * position.seats
    if position.to_act == CHANCE_ACTS:
        weight = position.total_weight()
        if weight <= playouts:
            playouts += -playouts % weight
    return chances(position, game.hints, rng, playouts)


def compared(game: Game, step: Step, effort: Effort, style: Style, rng: Rng) -> Iterator[Compared]:
    """The choices of a step that were not the best from what their seats could know."""
    for move in step.moves:
        seat = move.seat
        if seat is None or len(legal_moves(step.before, seat)) == 1:
            continue
        worlds = game.worlds(game.view(step.before, seat))
        search = Search(game, worlds, seat, rng, style)
        search.run(effort.simulations, 0.0)
        best, played = search.answers()[0].move, game.space.read(move.text)
        if best == played:
            continue
        brought, errors = swing(worlds, seat, played, best, game.hints, rng, effort.playouts)
        counts = brought[seat] < -SURE * errors[seat]
        if counts:
            brought, errors = swing(worlds, seat, played, best, game.hints, rng, AGAIN * effort.playouts)
        yield Compared(move.entry, seat, move.text, game.space.text(best), brought, errors, counts)


def reckon(game: Game, steps: Sequence[Step], findings: Sequence[Found], effort: Effort) -> Analysis:
    """Put together what was found about every step."""
    known = {found.number: found for found in findings}
    points = [known[number] for number in range(-1, len(steps))]
    draws = [
        drawn(step, before, after)
        for step, (before, after) in zip(steps, pairwise(points), strict=True)
        if step.is_luck
    ]
    choices = [choice for found in points for choice in found.choices]
    lucky = sorted(draws, key=sure_swing, reverse=True)
    dear = sorted((each for each in choices if each.counts), key=lambda each: each.swing[each.seat])
    return Analysis(
        game=game.name,
        effort=effort,
        accounts=[account_of(seat, points, steps, choices) for seat in range(len(points[0].after))],
        curve=[found.after for found in points],
        errors=[found.errors for found in points],
        steps=[[move.entry for move in step.moves] for step in steps],
        draws=draws,
        choices=choices,
        lucky=lucky[:NOTABLE],
        dear=[each for each in dear if each.swing[each.seat] < 0.0][:NOTABLE],
    )


def drawn(step: Step, before: Found, after: Found) -> Swing:
    """What chance brought everybody at a step."""
    swing = [late - early for early, late in zip(before.after, after.after, strict=True)]
    errors = [math.hypot(*pair) for pair in zip(before.errors, after.errors, strict=True)]
    return Swing(step.moves[0].entry, [move.text for move in step.moves], swing, errors)


def sure_swing(draw: Swing) -> float:
    """What a draw brought somebody at least: the greatest of many noisy swings would be noise."""
    return max(swing - SURE * error for swing, error in zip(draw.swing, draw.errors, strict=True))


def account_of(
    seat: int, points: Sequence[Found], steps: Sequence[Step], choices: Sequence[Compared]
) -> Account:
    """Where one seat's result came from, and how far noise may have moved its parts.

    Values beside a draw are part of luck, and so is the start where the game begins with a draw: there its
    noise cancels out of what is unseen.
    """
    values = [found.after[seat] for found in points]
    account = Account(result=values[-1], start=values[0])
    in_luck = [0] * len(points)  # how often each value is added
    for number, step in enumerate(steps):
        if step.is_luck:
            account.luck += values[number + 1] - values[number]
            in_luck[number] -= 1
            in_luck[number + 1] += 1
    counted = [choice for choice in choices if choice.counts]
    for choice in counted:
        if choice.seat == seat:
            account.own += choice.swing[seat]
        else:
            account.others += choice.swing[seat]
    account.unseen = account.result - (account.start + account.luck + account.own + account.others)
    errors = [found.errors[seat] for found in points]
    in_unseen = [-1 - in_luck[0], *(-times for times in in_luck[1:])]
    account.luck_error = math.hypot(*map(mul, in_luck, errors))
    account.unseen_error = math.hypot(
        *map(mul, in_unseen, errors), *(choice.errors[seat] for choice in counted)
    )
    return account
