"""Games played under observation, inside compiled code: what was offered, what was chosen, who led.

Everything is counted in whole numbers, so that the counts of many processes add up to the same in any order.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, MOST_SEATS, NOBODY, Hints, Position
from caponata.engine.playout import best_move, move_buffer, next_seat, winners

WIN: Final[i64] = 840  # a win in parts: any number of seats up to eight can share it evenly
BLIND: Final[i64] = 1048576  # one choice in parts, shared by all moves of a decision
STAGES: Final[i64] = 20  # the equal parts of a game in which its course is told
NO_SEAT: Final[i64] = -1

COLUMNS: Final[i64] = 5  # what is counted of every kind of move:
OFFERED: Final[i64] = 0  # decisions at which it was legal
EXPECTED: Final[i64] = 1  # how often blind choice would have made it, in parts of BLIND
CHOSEN: Final[i64] = 2  # how often it was made
USERS: Final[i64] = 3  # seats that made it at least once in a game
WON: Final[i64] = 4  # what those seats won, in parts of WIN

COURSE: Final[i64] = 3  # what is counted of every stage of a game:
DECISIONS: Final[i64] = 0
CHOICES: Final[i64] = 1  # the legal moves at these decisions
LED: Final[i64] = 2  # games in which a later winner led alone at the end of the stage


def winnings(position: Position, seat: i64) -> i64:
    """A seat's share of the win at the end of a game, in parts of `WIN`."""
    if position.place(seat) > 0:
        return 0
    return WIN // winners(position)


def leader(position: Position) -> i64:
    """The seat that would have most points if the game ended here, or none where several would."""
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
class Watcher:
    """Counts over many games, and what the last of them was like.

    Kinds of moves are numbered by `firsts` and `bases`: the verb whose numbers begin at `firsts[v]` has its
    kinds from `bases[v]` on, one for each number where `apart[v]`, else a single one.
    With `counts` all is counted; with `notes` every move is noted; without either, only decisions and draws.
    """

    def __init__(
        self, firsts: list[int], bases: list[int], apart: list[int], kinds: int, *, counts: bool, notes: bool
    ) -> None:
        self.is_counting = counts
        self.is_noting = notes
        self.firsts: vec[i64] = vec[i64](firsts)
        self.bases: vec[i64] = vec[i64](bases)
        self.apart: vec[i64] = vec[i64](apart)
        self.counts: vec[i64] = vec[i64]([0] * (kinds * COLUMNS))
        self.used: vec[i64] = vec[i64]([0] * (kinds * MOST_SEATS))  # the game in which a seat last made it
        self.course: vec[i64] = vec[i64]([0] * (STAGES * COURSE))
        self.buffer: vec[i64] = move_buffer()
        self.kinds: i64 = kinds
        self.game: i64 = 0
        self.verb: i64 = 0
        self.begins()

    def begins(self) -> None:
        """Watch another game."""
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
        """The kind of a move; neighbours in a list of moves are mostly of one verb."""
        verb = self.verb
        if move < self.firsts[verb]:
            verb = 0
        while verb + 1 < len(self.firsts) and move >= self.firsts[verb + 1]:
            verb += 1
        self.verb = verb
        if self.apart[verb]:
            return self.bases[verb] + move - self.firsts[verb]
        return self.bases[verb]

    def drew(self, move: i64) -> None:
        """Chance is about to make this move."""
        self.draws += 1
        if self.is_noting:
            self.by.append(CHANCE)
            self.moves.append(move)

    def decides(self, position: Position, seat: i64, move: i64) -> None:
        """A seat is about to make this move in this position."""
        self.decisions += 1
        acting = position.to_act
        if self.starter == NO_SEAT and acting & (acting - 1) == 0 and not position.is_sealed():
            self.starter = seat
        if self.is_noting:
            self.by.append(seat)
            self.moves.append(move)
        if self.is_counting:
            self.weighs(position, seat, move)

    def weighs(self, position: Position, seat: i64, move: i64) -> None:
        """Count what a seat could choose from, and what it chose."""
        counts = self.counts
        count = position.moves(seat, self.buffer)
        part = BLIND // count
        last: i64 = -1
        i: i64 = 0
        while i < count:
            kind = self.kind(self.buffer[i])
            if kind != last:  # a kind of many moves is offered once
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

    def follows(self, position: Position) -> None:
        """The position after a decision."""
        if not self.is_counting:
            return
        now = leader(position)
        self.leaders.append(now)
        if now != NO_SEAT:
            if self.lead != NO_SEAT and now != self.lead:
                self.lead_changes += 1
            self.lead = now

    def ends(self, position: Position) -> None:
        """The game is over: what could not be known before is counted now."""
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

    def counted(self) -> list[list[int]]:
        """For every kind of move its counts, in the order of the columns."""
        return [
            [self.counts[kind * COLUMNS + column] for column in range(COLUMNS)] for kind in range(self.kinds)
        ]

    def told(self) -> list[list[int]]:
        """For every stage its counts, in the order of the course."""
        return [[self.course[stage * COURSE + i] for i in range(COURSE)] for stage in range(STAGES)]


def play_game(
    position: Position, greedy: i64, hints: Hints, chance: Rng, whims: Rng, watcher: Watcher
) -> None:
    """Play to the end, the seats in the set `greedy` by the hints and the others at random, and watch.

    Chance has a generator of its own, so that the same deal can be played again with other decisions.
    It looks at the true position, which is fair because conformance proves hints equal in all worlds.
    """
    buffer = move_buffer()
    watcher.begins()
    while position.to_act != NOBODY:
        if position.to_act == CHANCE_ACTS:
            move = position.chance_move(chance.below(position.total_weight()))
            watcher.drew(move)
            position.play(CHANCE, move)
            continue
        seat = next_seat(position, whims)
        if greedy >> seat & 1:
            move = best_move(position, seat, hints, whims, buffer)
        else:
            move = position.random_move(seat, whims, buffer)
        watcher.decides(position, seat, move)
        position.play(seat, move)
        watcher.follows(position)
    watcher.ends(position)
