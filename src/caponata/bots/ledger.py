"""The luck ledger of a finished game: for every seat, where its result came from.

    result = V(start) + luck + own decisions + others' decisions + the unseen

V is the mean share of the win over playouts by one fixed policy, from the true position. Luck is the change
of V by chance moves: V after them minus V before them. V before a draw is the odds-weighted mean over all
draws, so luck averages zero. A decision is worth the change of V by replacing the policy's move with it, in
worlds that fit the seat's view. Every decision is in the sum, whether or not its value exceeds the noise:
small values that were left out would end up in the unseen. The unseen is the rest: the effect on decisions
of what their seats could not see, and noise. It averages zero if worlds are sampled with the right
probabilities. Mistakes are named separately, by comparison with a search. That comparison is not in the sum.
Sealed choices made together, and consecutive draws, are one step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from operator import mul
from typing import Any, Final

from caponata.bots.nodes import SearchStyle
from caponata.bots.tree import TreeSearch
from caponata.bots.values import CERTAIN, ORDINARY_PLAY, swing, win_chances
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game, Position
from caponata.engine.playout import legal_moves, reward
from caponata.engine.record import Choice, Draw, Record, RecordError
from caponata.engine.replay import Replay

FORMAT: Final = "caponata-analysis"
VERSION: Final = 2  # version 1: decisions counted only if they were certain losses against the favourite
REPEATED: Final = 4  # times as many playouts for mistakes: they are few, and they are named with their cost
NOTABLE: Final = 3  # luckiest draws and costliest decisions that are listed


@dataclass(frozen=True)
class Effort:
    """How many playouts and simulations an analysis uses."""

    playouts: int = 400  # per position, and per pair of compared moves
    simulations: int = 400  # per search for a better move
    # If greater than `playouts`, used where errors add up: before and after draws, and for decisions.
    beside_draws: int = 0
    per_decision: int = 0


@dataclass(frozen=True)
class RecordMove:
    """A move of the record with the number of its entry; `seat` is None for chance."""

    entry: int
    seat: int | None
    text: str


@dataclass(frozen=True)
class RecordStep:
    """Moves that count as one: a choice, sealed choices made together, or consecutive draws."""

    moves: tuple[RecordMove, ...]
    before: Position
    after: Position

    @property
    def is_luck(self) -> bool:
        """Return whether chance made this step."""
        return self.before.to_act == CHANCE_ACTS


@dataclass(frozen=True)
class DecisionValue:
    """What a choice was worth, judged from the seat's view."""

    entry: int
    seat: int
    played: str
    swing: list[float]  # each seat's gain compared with ordinary play, the policy of the playouts
    errors: list[float]  # standard errors of the swing


@dataclass(frozen=True)
class ComparedChoice:
    """A choice that was not the search's favourite, compared with it from the seat's view."""

    entry: int
    seat: int
    played: str
    better: str
    swing: list[float]  # each seat's gain compared with the favourite, negative for a loss
    errors: list[float]  # standard errors of the swing
    counts: bool  # whether playouts distinguish the two moves; if not, it is no mistake


@dataclass(frozen=True)
class StepAnalysis:
    """The analysis of one step: the chances after it, the value of its choices, and better ones."""

    number: int
    after: list[float]
    errors: list[float]  # standard errors of the chances
    decisions: list[DecisionValue]
    choices: list[ComparedChoice]


@dataclass
class Account:
    """One seat's ledger. The parts add up to the result; standard errors measure the noise of playouts."""

    result: float
    start: float
    luck: float = 0.0
    own: float = 0.0
    others: float = 0.0
    unseen: float = 0.0
    luck_error: float = 0.0
    own_error: float = 0.0
    others_error: float = 0.0
    unseen_error: float = 0.0


@dataclass(frozen=True)
class DrawSwing:
    """The draws of one step, and each seat's gain from them."""

    entry: int
    draws: list[str]
    swing: list[float]
    errors: list[float]  # standard errors of the swing


@dataclass
class Analysis:
    """The analysis of a finished game."""

    game: str
    effort: Effort
    accounts: list[Account]
    curve: list[list[float]]  # each seat's chances at the start and after every step
    errors: list[list[float]]  # standard errors of the curve
    steps: list[list[int]]  # the entry numbers of each step
    draws: list[DrawSwing]  # all steps of chance
    decisions: list[DecisionValue]  # all choices between several moves
    choices: list[ComparedChoice]  # all choices that were not the search's favourite
    lucky: list[DrawSwing]  # the draws with the largest certain gain for a seat
    dear: list[ComparedChoice]  # the choices that cost most

    def to_json(self) -> dict[str, Any]:
        """The analysis as JSON."""
        return {"format": FORMAT, "version": VERSION, **asdict(self)}


def record_steps(record: Record, game: Game) -> list[RecordStep]:
    """The steps of a finished record, without moves that were taken back."""
    replay = Replay(record, game)
    for _ in replay:
        pass
    if record.result is None:
        raise RecordError("only a game that ended can be analysed")
    kept = [entry for entry in record.entries if isinstance(entry, (Choice, Draw)) and not entry.cancelled]
    position = game.start(len(record.seats), replay.options)
    steps: list[RecordStep] = []
    moves: list[RecordMove] = []
    before = position.copy()
    for entry in kept:
        seat = entry.seat if isinstance(entry, Choice) else None
        mover = CHANCE if seat is None else seat
        acting, was_sealed = position.to_act, position.is_sealed()
        position.play(mover, game.space.read(entry.move))
        moves.append(RecordMove(entry.number, seat, entry.move))
        if seat is None:
            continues = position.to_act == CHANCE_ACTS
        else:
            continues = was_sealed and position.to_act != NOBODY and position.to_act == acting & ~(1 << seat)
        if not continues:
            steps.append(RecordStep(tuple(moves), before, position.copy()))
            moves, before = [], position.copy()
    return steps


def analyse_step(
    game: Game, steps: Sequence[RecordStep], number: int, effort: Effort, style: SearchStyle, seed: int
) -> StepAnalysis:
    """Analyse one step, or the start of the game if `number` is -1. Equal seeds give equal results."""
    rng = Rng(seed << 32 | number + 1)
    is_beside_draw = any(step.is_luck for step in steps[max(0, number) : number + 2])
    playouts = max(effort.playouts, effort.beside_draws if is_beside_draw else 0)
    if number < 0:
        return StepAnalysis(number, *position_values(game, steps[0].before, playouts, rng), [], [])
    step = steps[number]
    after, errors = position_values(game, step.after, playouts, rng)
    decisions = [] if step.is_luck else list(value_choices(game, step, effort, rng))
    choices = [] if step.is_luck else list(compare_choices(game, step, effort, style, rng))
    return StepAnalysis(number, after, errors, decisions, choices)


def position_values(
    game: Game, position: Position, playouts: int, rng: Rng
) -> tuple[list[float], list[float]]:
    """V of each seat with standard errors.

    Before a draw, the playouts are rounded up to full rounds of tickets if there are enough for one round.
    """
    if position.to_act == NOBODY:
        return [reward(position, seat) for seat in range(position.seats)], [0.0] * position.seats
    if position.to_act == CHANCE_ACTS:
        weight = position.total_weight()
        if weight <= playouts:
            playouts += -playouts % weight
    return win_chances(position, game.hints, rng, playouts)


def value_choices(game: Game, step: RecordStep, effort: Effort, rng: Rng) -> Iterator[DecisionValue]:
    """Compare the choices of a step with ordinary play. A move without an alternative has no value.

    In games without turns, ordinary play may be another seat's move: the value includes being first.
    """
    acting = step.before.to_act
    has_turns = acting & (acting - 1) == 0 or step.before.is_sealed()
    for move in step.moves:
        seat = move.seat
        if seat is None or (has_turns and len(legal_moves(step.before, seat)) == 1):
            continue
        worlds, played = game.worlds(game.view(step.before, seat)), game.space.read(move.text)
        playouts = max(effort.playouts, effort.per_decision)
        gains, errors = swing(worlds, seat, played, ORDINARY_PLAY, game.hints, rng, playouts)
        yield DecisionValue(move.entry, seat, move.text, gains, errors)


def compare_choices(
    game: Game, step: RecordStep, effort: Effort, style: SearchStyle, rng: Rng
) -> Iterator[ComparedChoice]:
    """Compare the choices of a step with the search's favourites, where they differ."""
    for move in step.moves:
        seat = move.seat
        if seat is None or len(legal_moves(step.before, seat)) == 1:
            continue
        worlds = game.worlds(game.view(step.before, seat))
        search = TreeSearch(game, worlds, seat, rng, style)
        search.run(effort.simulations, 0.0)
        best, played = search.statistics()[0].move, game.space.read(move.text)
        if best == played:
            continue
        gains, errors = swing(worlds, seat, played, best, game.hints, rng, effort.playouts)
        counts = gains[seat] < -CERTAIN * errors[seat]
        if counts:
            gains, errors = swing(worlds, seat, played, best, game.hints, rng, REPEATED * effort.playouts)
        yield ComparedChoice(move.entry, seat, move.text, game.space.text(best), gains, errors, counts)


def build_analysis(
    game: Game, steps: Sequence[RecordStep], analyses: Sequence[StepAnalysis], effort: Effort
) -> Analysis:
    """Combine the analyses of all steps."""
    by_number = {analysed.number: analysed for analysed in analyses}
    points = [by_number[number] for number in range(-1, len(steps))]
    draws = [
        draw_swing(step, before, after)
        for step, (before, after) in zip(steps, pairwise(points), strict=True)
        if step.is_luck
    ]
    decisions = [decision for analysed in points for decision in analysed.decisions]
    choices = [choice for analysed in points for choice in analysed.choices]
    lucky = sorted(draws, key=certain_swing, reverse=True)
    dear = sorted((each for each in choices if each.counts), key=lambda each: each.swing[each.seat])
    return Analysis(
        game=game.name,
        effort=effort,
        accounts=[seat_account(seat, points, steps, decisions) for seat in range(len(points[0].after))],
        curve=[analysed.after for analysed in points],
        errors=[analysed.errors for analysed in points],
        steps=[[move.entry for move in step.moves] for step in steps],
        draws=draws,
        decisions=decisions,
        choices=choices,
        lucky=lucky[:NOTABLE],
        dear=[each for each in dear if each.swing[each.seat] < 0.0][:NOTABLE],
    )


def draw_swing(step: RecordStep, before: StepAnalysis, after: StepAnalysis) -> DrawSwing:
    """Each seat's gain from a step of chance."""
    swing = [late - early for early, late in zip(before.after, after.after, strict=True)]
    errors = [math.hypot(*pair) for pair in zip(before.errors, after.errors, strict=True)]
    return DrawSwing(step.moves[0].entry, [move.text for move in step.moves], swing, errors)


def certain_swing(draw: DrawSwing) -> float:
    """The largest gain of a seat from a draw, minus its noise: ranking by the swing would select noise."""
    return max(swing - CERTAIN * error for swing, error in zip(draw.swing, draw.errors, strict=True))


def seat_account(
    seat: int, points: Sequence[StepAnalysis], steps: Sequence[RecordStep], decisions: Sequence[DecisionValue]
) -> Account:
    """One seat's ledger with the standard errors of its parts.

    The values before and after a draw are part of luck. If the game begins with a draw, the start is too, and
    its noise cancels out of the unseen part.
    """
    values = [analysed.after[seat] for analysed in points]
    account = Account(result=values[-1], start=values[0])
    in_luck = [0] * len(points)  # coefficient of each value in the sum
    for number, step in enumerate(steps):
        if step.is_luck:
            account.luck += values[number + 1] - values[number]
            in_luck[number] -= 1
            in_luck[number + 1] += 1
    own = [decision for decision in decisions if decision.seat == seat]
    others = [decision for decision in decisions if decision.seat != seat]
    account.own = math.fsum(decision.swing[seat] for decision in own)
    account.others = math.fsum(decision.swing[seat] for decision in others)
    account.unseen = account.result - (account.start + account.luck + account.own + account.others)
    errors = [analysed.errors[seat] for analysed in points]
    in_unseen = [-1 - in_luck[0], *(-times for times in in_luck[1:])]
    account.luck_error = math.hypot(*map(mul, in_luck, errors))
    account.own_error = math.hypot(*(decision.errors[seat] for decision in own))
    account.others_error = math.hypot(*(decision.errors[seat] for decision in others))
    account.unseen_error = math.hypot(*map(mul, in_unseen, errors), account.own_error, account.others_error)
    return account
