"""Check everything that the contract of a game promises: `conformance(game)`.

It plays random games and checks every promise at every position: rules and refusals agree, copies are
independent, texts read back, odds add up, pieces are conserved, the game ends. For each seat it
checks that view, events, prompt and hints are the same in every world that the seat cannot distinguish from
the true position.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from caponata.engine.calibration import biased_worlds
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Game, Position
from caponata.engine.playout import legal_moves, next_seat
from caponata.engine.promises import (
    POSITION_PROMISES,
    Moment,
    a_view_grows_by_what_is_witnessed,
    a_world_looks_the_same,
    equal_events_have_equal_keys,
    free_undo_teaches_nothing,
    views_are_plain,
    views_match_their_type,
)

LONGEST_GAME = 20_000  # moves; a longer game is reported as endless
MOST_FINDINGS = 20


@dataclass(frozen=True)
class Finding:
    """A broken promise, with an explanation."""

    promise: str
    sentence: str


@dataclass
class Report:
    """The result of a conformance run."""

    game: str
    positions: int = 0
    pairs: int = 0  # of position and seat
    findings: list[Finding] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Return whether every promise was kept."""
        return not self.findings

    def __str__(self) -> str:
        findings = "; ".join(f"{finding.promise}: {finding.sentence}" for finding in self.findings)
        checked = f"{self.game}: {self.positions} positions, {self.pairs} pairs of position and seat"
        return f"{checked}: {findings or 'every promise held'}"


def conformance(
    game: Game,
    *,
    games: int = 10,
    seats: int | None = None,
    options: Any = None,
    seed: int = 1,
    pairs: int | None = None,
    samples: int = 0,
    progress: Callable[[int], None] = lambda pairs: None,
) -> Report:
    """Check all promises of a game in random games, with every number of seats unless `seats` is given.

    It stops after `games` games, or after `pairs` pairs of position and seat if given. If `samples` is
    not 0, the distribution of sampled worlds is tested too, at one position from each of that many games.
    """
    report = Report(game.name)
    rng = Rng(seed)
    seat_counts = [seats] if seats is not None else list(game.seats)
    played = 0
    while (report.pairs < pairs) if pairs is not None else (played < games):
        position = game.start(seat_counts[played % len(seat_counts)], options or game.options())
        _check_game(game, position, rng, report, pairs, progress)
        played += 1
        if len(report.findings) >= MOST_FINDINGS:
            break
    for number in seat_counts if samples else ():
        biases = biased_worlds(game, number, options or game.options(), games=samples, rng=rng)
        _add_findings(report, "worlds_are_not_biased", biases)
    return report


def _check_game(
    game: Game,
    position: Position,
    rng: Rng,
    report: Report,
    pairs: int | None,
    progress: Callable[[int], None],
) -> None:
    """Check one random game move by move, then rebuild it from its texts."""
    start = position.copy()
    pieces = dict(game.census(position))
    log: list[tuple[int, str]] = []
    fingerprints: list[tuple[int, ...]] = [position.fingerprint()]
    while True:
        moment = Moment(game, position, rng, pieces, start)
        report.positions += 1
        for promise in POSITION_PROMISES:
            _add_findings(report, promise.__name__, promise(moment))
        mover, move = next_move(position, rng)
        for seat in (SPECTATOR, *moment.seats):
            _check_seat(moment, seat, mover, move, report)
        progress(report.pairs)
        has_enough_pairs = pairs is not None and report.pairs >= pairs
        if position.to_act == NOBODY or has_enough_pairs or len(report.findings) >= MOST_FINDINGS:
            break
        if len(log) > LONGEST_GAME:
            _add_findings(report, "an_end_is_reached", [f"no end after {LONGEST_GAME} moves"])
            break
        log.append((mover, game.space.text(move)))
        position.play(mover, move)
        fingerprints.append(position.fingerprint())
    _add_findings(report, "records_rebuild_every_position", _check_rebuilding(game, start, log, fingerprints))


def _check_seat(moment: Moment, seat: int, mover: int, move: int, report: Report) -> None:
    """Check the promises about one seat at one position."""
    game = moment.game
    report.pairs += 1
    view = game.view(moment.position, seat)
    worlds = game.worlds(json.loads(json.dumps(view)))
    world = worlds.sample(moment.rng)
    _add_findings(report, "views_are_plain", views_are_plain(view))
    _add_findings(report, "views_match_their_type", views_match_their_type(game, view))
    _add_findings(report, "a_world_looks_the_same", a_world_looks_the_same(moment, seat, view, world))
    if moment.position.to_act == NOBODY:
        return
    if mover == seat:
        _add_findings(
            report, "free_undo_teaches_nothing", free_undo_teaches_nothing(moment, seat, world, move)
        )
    else:
        sentences = a_view_grows_by_what_is_witnessed(moment, seat, world, mover, move)
        _add_findings(report, "a_view_grows_by_what_is_witnessed", sentences)
        sentences = equal_events_have_equal_keys(moment, seat, worlds, world, mover, move)
        _add_findings(report, "equal_events_have_equal_keys", sentences)


def _add_findings(report: Report, promise: str, sentences: Iterable[str]) -> None:
    report.findings += [Finding(promise, sentence) for sentence in sentences]


def _check_rebuilding(
    game: Game, position: Position, log: list[tuple[int, str]], fingerprints: list[tuple[int, ...]]
) -> Iterator[str]:
    """Play the moves again from their texts and compare every position."""
    for number, (mover, text) in enumerate(log, start=1):
        position.play(mover, game.space.read(text))
        if position.fingerprint() != fingerprints[number]:
            yield f"move {number}, '{text}', does not lead to the same position again"
            return


def next_move(position: Position, rng: Rng) -> tuple[int, int]:
    """Return a random mover and move: chance by its odds, or a uniformly chosen seat and move.

    The move is -1 if the game is over.
    """
    if position.to_act == NOBODY:
        return CHANCE, -1
    if position.to_act == CHANCE_ACTS:
        return CHANCE, position.chance_move(rng.below(position.total_weight()))
    acting = [seat for seat in range(position.seats) if position.to_act >> seat & 1]
    seat = acting[rng.below(len(acting))]
    moves = legal_moves(position, seat)
    return seat, moves[rng.below(len(moves))]


def digest(game: Game, seats: int, options: Any, games: int, seed: int) -> str:
    """A hash of the moves and results of random games, to compare compiled and interpreted rules."""
    rng = Rng(seed)
    hashed = hashlib.sha256()
    for _ in range(games):
        position = game.start(seats, options)
        while position.to_act != NOBODY:
            if position.to_act == CHANCE_ACTS:
                mover, move = int(CHANCE), int(position.chance_move(rng.below(position.total_weight())))
            else:
                mover = next_seat(position, rng)
                moves = legal_moves(position, mover)
                move = moves[rng.below(len(moves))]
            hashed.update(b"%d %d\n" % (mover, move))
            position.play(mover, move)
        hashed.update(repr((position.fingerprint(), position.outcome())).encode())
    return hashed.hexdigest()
