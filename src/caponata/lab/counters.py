"""Counts over games, made inside compiled code: moves offered and chosen, and the course of the lead.

All counts are integers, so that the counts of many processes add up to the same total in any order.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE, MOST_SEATS, Position
from caponata.engine.playout import Observer, move_buffer, winners

WIN: Final[i64] = 840  # units of one win: any number of seats up to eight can share it evenly
CHOICE: Final[i64] = 1048576  # units of one choice, divided between all legal moves of a decision
STAGES: Final[i64] = 20  # equal parts of a game in which its course is counted
NO_SEAT: Final[i64] = -1

COLUMNS: Final[i64] = 5  # counts per kind of move:
OFFERED: Final[i64] = 0  # decisions at which it was legal
EXPECTED: Final[i64] = 1  # how often a random player would have chosen it, in units of CHOICE
CHOSEN: Final[i64] = 2  # how often it was chosen
USERS: Final[i64] = 3  # seats that chose it at least once in a game
WON: Final[i64] = 4  # wins of those seats, in units of WIN

COURSE: Final[i64] = 3  # counts per stage of a game:
DECISIONS: Final[i64] = 0
CHOICES: Final[i64] = 1  # legal moves at these decisions
LED: Final[i64] = 2  # games in which a later winner led alone at the end of the stage


def winnings(position: Position, seat: i64) -> i64:
    """A seat's share of the win at the end of a game, in units of `WIN`."""
    if position.place(seat) > 0:
        return 0
    return WIN // winners(position)


def leader(position: Position) -> i64:
    """The seat with most points if the game ended here, or `NO_SEAT` if several share the lead."""
    best: i64 = 0
    alone = True
    highest = position.score(0)
    seat: i64 = 1
    while seat < position.seats:
        score = position.score(seat)
        if score > highest:
            highest = score
            best = seat
            alone = True
        elif score == highest:
            alone = False
        seat += 1
    if alone:
        return best
    return NO_SEAT


@final
class GameCounter(Observer):
    """Counts over many games, and facts about the last one.

    Kinds of moves are numbered by `firsts` and `bases`: the verb whose numbers begin at `firsts[v]` has its
    kinds from `bases[v]` on, one for each number if `own[v]`, else a single one.
    With `counts` everything is counted, with `records` every move is recorded; without either, only decisions
    and draws are counted.
    """

    def __init__(
        self, firsts: list[int], bases: list[int], own: list[int], kinds: int, *, counts: bool, records: bool
    ) -> None:
        self.is_counting = counts
        self.is_recording = records
        self.firsts: vec[i64] = vec[i64](firsts)
        self.bases: vec[i64] = vec[i64](bases)
        self.own: vec[i64] = vec[i64](own)
        self.counts: vec[i64] = vec[i64]([0] * (kinds * COLUMNS))
        self.used: vec[i64] = vec[i64](
            [0] * (kinds * MOST_SEATS)
        )  # the last game in which a seat chose the kind
        self.course: vec[i64] = vec[i64]([0] * (STAGES * COURSE))
        self.buffer: vec[i64] = move_buffer()
        self.kinds: i64 = kinds
        self.game: i64 = 0
        self.verb: i64 = 0
        self.begin()

    def begin(self) -> None:
        """Start counting another game."""
        self.game += 1
        self.decisions: i64 = 0
        self.draws: i64 = 0
        self.choices: i64 = 0
        self.forced: i64 = 0
        self.widest: i64 = 0
        self.starter: i64 = NO_SEAT
        self.lead: i64 = NO_SEAT
        self.lead_changes: i64 = 0
        self.settled: i64 = 0
        self.widths: list[i64] = []
        self.leaders: list[i64] = []
        self.touched: list[i64] = []
        self.by: list[i64] = []
        self.moves: list[i64] = []

    def kind(self, move: i64) -> i64:
        """The kind of a move. Consecutive moves of a list are mostly of the same verb."""
        verb = self.verb
        if move < self.firsts[verb]:
            verb = 0
        while verb + 1 < len(self.firsts) and move >= self.firsts[verb + 1]:
            verb += 1
        self.verb = verb
        if self.own[verb]:
            return self.bases[verb] + move - self.firsts[verb]
        return self.bases[verb]

    def on_draw(self, move: i64) -> None:
        """Count a chance move."""
        self.draws += 1
        if self.is_recording:
            self.by.append(CHANCE)
            self.moves.append(move)

    def on_choice(self, position: Position, seat: i64, move: i64) -> None:
        """Count a decision."""
        self.decisions += 1
        acting = position.to_act
        if self.starter == NO_SEAT and acting & (acting - 1) == 0 and not position.is_sealed():
            self.starter = seat
        if self.is_recording:
            self.by.append(seat)
            self.moves.append(move)
        if self.is_counting:
            self.count_choice(position, seat, move)

    def count_choice(self, position: Position, seat: i64, move: i64) -> None:
        """Count the moves a seat could choose from, and the one it chose."""
        counts = self.counts
        count = position.moves(seat, self.buffer)
        part = CHOICE // count
        last: i64 = -1
        i: i64 = 0
        while i < count:
            kind = self.kind(self.buffer[i])
            if kind != last:  # a kind of many moves counts as offered once
                counts[kind * COLUMNS + OFFERED] += 1
                last = kind
            counts[kind * COLUMNS + EXPECTED] += part
            i += 1
        chosen = self.kind(move)
        counts[chosen * COLUMNS + CHOSEN] += 1
        mark = chosen * MOST_SEATS + seat
        if self.used[mark] != self.game:
            self.used[mark] = self.game
            self.touched.append(mark)
        self.choices += count
        if count == 1:
            self.forced += 1
        if count > self.widest:
            self.widest = count
        self.widths.append(count)

    def after_choice(self, position: Position) -> None:
        """Count who leads after a decision."""
        if not self.is_counting:
            return
        now = leader(position)
        self.leaders.append(now)
        if now != NO_SEAT:
            if self.lead != NO_SEAT and now != self.lead:
                self.lead_changes += 1
            self.lead = now

    def end(self, position: Position) -> None:
        """Count what depends on the result of the game."""
        counts = self.counts
        for mark in self.touched:
            kind = mark // MOST_SEATS
            counts[kind * COLUMNS + USERS] += 1
            counts[kind * COLUMNS + WON] += winnings(position, mark % MOST_SEATS)
        course = self.course
        total: i64 = len(self.leaders)
        self.settled = 0
        i: i64 = 0
        while i < total:
            now = self.leaders[i]
            led = now != NO_SEAT and position.place(now) == 0
            if not led:
                self.settled = i + 1
            stage = i * STAGES // total
            course[stage * COURSE + DECISIONS] += 1
            course[stage * COURSE + CHOICES] += self.widths[i]
            i += 1
        stage = 0
        while stage < STAGES and total > 0:
            last = ((stage + 1) * total + STAGES - 1) // STAGES - 1
            now = self.leaders[last]
            if now != NO_SEAT and position.place(now) == 0:
                course[stage * COURSE + LED] += 1
            stage += 1

    def move_counts(self) -> list[list[int]]:
        """The counts of each kind of move, in the order of the columns."""
        return [
            [self.counts[kind * COLUMNS + column] for column in range(COLUMNS)] for kind in range(self.kinds)
        ]

    def stage_counts(self) -> list[list[int]]:
        """The counts of each stage, in the order of the course."""
        return [[self.course[stage * COURSE + i] for i in range(COURSE)] for stage in range(STAGES)]
