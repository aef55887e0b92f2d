"""Games written down, and their twins: the same for one viewer, with something else behind the curtain.

A story is a game as its log tells it, grouped into what a server does at once. Its twin for a viewer
has other hidden draws and other hidden choices, and yet the viewer witnesses the same, event by event.
It ends where no such choice is left: there the rules show the difference. Where a game has no secrets,
nothing is behind the curtain but what is still to be drawn: its twin ends before a draw, with others to come.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from caponata.catalogue import find_game
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, SPECTATOR, Event, Game, Position
from caponata.engine.log import Log, UndoRefused
from caponata.engine.playout import chance_moves, legal_moves
from caponata.engine.record import Choice, Draw, Entry, Rewind, Undo
from caponata.engine.witness import play_with_effects

RATES: Final = (1.0, 0.4, 0.15, 0.05)  # how often a twin goes another way where it can
BACK_AT_ONCE: Final = 0.07
BACK_BY_CONSENT: Final = 0.03
OUT_OF_TIME: Final = 0.06
MOST_CONSENTS: Final = 3
FEWEST: Final = 6  # tickets that any draw of an open game has


@dataclass(frozen=True)
class Act:
    """What a server does at once: a choice or its taking back, and the draws that follow.

    `how` is start, move, clock (the harmless move is played for the seat), undo or consent.
    """

    how: str
    seat: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Story:
    """A game from its start, act by act, with the tickets that bring its draws about."""

    game: str
    seats: int
    acts: tuple[Act, ...]
    tickets: tuple[int, ...]

    @property
    def viewers(self) -> tuple[int, ...]:
        return (*range(self.seats), SPECTATOR)

    @cached_property
    def log(self) -> Log:
        """All of it, played again."""
        log = _new_log(find_game(self.game), self.seats, self.viewers)
        for act in self.acts:
            for entry in act.entries:
                log.take(entry)
        return log

    @cached_property
    def marks(self) -> list[tuple[int, ...]]:
        """The whole position after each act."""
        log, marks = _new_log(find_game(self.game), self.seats), []
        for act in self.acts:
            for entry in act.entries:
                log.take(entry)
            marks.append(log.position.fingerprint())
        return marks

    @cached_property
    def witnessed(self) -> dict[int, list[list[Event]]]:
        """What each viewer sees of each entry, entry 1 at place 0."""
        return {
            viewer: [_seen(self.log, viewer, entry.number) for entry in self.log.entries]
            for viewer in self.viewers
        }

    def cut(self, acts: int | None) -> Story:
        """The first acts of it."""
        return replace(self, acts=self.acts[:acts])


@dataclass(frozen=True)
class Twin:
    """A story that one viewer cannot tell from another one as long as it lasts."""

    viewer: int
    story: Story
    different: int  # the acts after which the hidden part was another
    strange: int  # the entries that are others


def _new_log(game: Game, seats: int, viewers: Iterable[int] = ()) -> Log:
    return Log(game, game.start(seats, game.options()), viewers)


def _seen(log: Log, viewer: int, entry: int) -> list[Event]:
    """What a viewer sees of an entry, without the numbers of the events."""
    events = log.witnesses.of_entry(viewer, entry)
    return [{key: value for key, value in event.items() if key != "n"} for event in events]


def _acting(position: Position) -> list[int]:
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def _back_to(log: Log, seat: int) -> int | None:
    """The entry that an undo of a seat would take back by consent: 0 at once, nothing where there is none."""
    if log.can_undo(seat):
        return 0
    try:
        log.undo(seat)
    except UndoRefused as refused:
        return None if refused.binds else refused.entry
    raise AssertionError("an undo that was not possible took effect")


class Writer:
    """Writes a story down while it happens."""

    def __init__(self, game: Game, seats: int, viewers: Iterable[int] = ()) -> None:
        self.game = game
        self.log = _new_log(game, seats, viewers)
        self.acts: list[Act] = []
        self.tickets: list[int] = []
        self._done = 0

    def draw(self, move: int) -> None:
        """Let chance make this move."""
        ticket = 0
        for each, weight in chance_moves(self.log.position):
            if each == move:
                break
            ticket += weight
        self.tickets.append(ticket)
        self.log.draw(move)

    def note(self, how: str, seat: int) -> None:
        """What was logged since the last time was one act."""
        self.acts.append(Act(how, seat, tuple(self.log.entries[self._done :])))
        self._done = len(self.log.entries)

    def story(self) -> Story:
        return Story(self.game.name, self.log.position.seats, tuple(self.acts), tuple(self.tickets))


def random_story(name: str, seats: int, seed: int) -> Story:
    """A whole game of random choices, some taken back and some made by the clock."""
    rng = random.Random(f"{name} {seats} {seed}")
    writer = Writer(find_game(name), seats)
    log, how, seat, consents = writer.log, "start", SPECTATOR, 0
    late: set[int] = set()  # what the clock played stays played
    while True:
        while log.position.to_act == CHANCE_ACTS:
            writer.draw(log.position.chance_move(rng.randrange(log.position.total_weight())))
        writer.note(how, seat)
        if log.position.to_act == NOBODY:
            return writer.story()
        asker, back = rng.randrange(seats), rng.random()
        entry = None if asker in late else _back_to(log, asker)
        if entry == 0 and back < BACK_AT_ONCE:
            how, seat = "undo", asker
            log.undo(asker)
        elif entry and back < BACK_BY_CONSENT and consents < MOST_CONSENTS:
            how, seat, consents = "consent", asker, consents + 1
            log.rewind(entry)
        else:
            seat = rng.choice(_acting(log.position))
            how = "clock" if rng.random() < OUT_OF_TIME else "move"
            if how == "clock":
                late.add(seat)
                log.choose(seat, log.position.default_move(seat))
            else:
                log.choose(seat, rng.choice(legal_moves(log.position, seat)))


class Weaver:
    """Makes one twin of a story for a viewer."""

    def __init__(self, story: Story, viewer: int, rng: random.Random, first: int, rate: float) -> None:
        self.story = story
        self.viewer = viewer
        self.expected = story.witnessed[viewer]
        self.rng = rng
        self.first = first
        self.rate = rate
        self.writer = Writer(find_game(story.game), story.seats, (viewer,))

    def twin(self) -> Twin | None:
        """The twin, unless nothing in it is different."""
        log, different, tickets = self.writer.log, 0, 0
        for act, mark in zip(self.story.acts, self.story.marks):
            if not all(self._take(act, entry) for entry in act.entries):
                break
            if log.position.to_act == CHANCE_ACTS:
                break
            self.writer.note(act.how, act.seat)
            tickets = len(self.writer.tickets)
            different += log.position.fingerprint() != mark
        if not different:
            return None
        story = replace(self.writer.story(), tickets=tuple(self.writer.tickets[:tickets]))
        pairs = zip(self.story.acts, story.acts)
        strange = sum(one != other for act, twin in pairs for one, other in zip(act.entries, twin.entries))
        return Twin(self.viewer, story, different, strange)

    def _take(self, act: Act, entry: Entry) -> bool:
        """Make an entry again, or one that looks the same to the viewer; whether there is any."""
        log = self.writer.log
        match entry:
            case Choice() | Draw():
                move = self._alike(act, entry)
                if move is None:
                    return False
                if isinstance(entry, Draw):
                    self.writer.draw(move)
                else:
                    log.choose(entry.seat, move)
            case Undo():
                if _back_to(log, entry.seat) != 0:
                    return False
                log.undo(entry.seat)
            case Rewind():
                if _back_to(log, act.seat) != entry.entry:
                    return False
                log.rewind(entry.entry)
        return _seen(log, self.viewer, entry.number) == self.expected[entry.number - 1]

    def _alike(self, act: Act, entry: Choice | Draw) -> int | None:
        """A move of which the viewer witnesses what was witnessed of the first one; the same or another."""
        position = self.writer.log.position
        mover = CHANCE if isinstance(entry, Draw) else entry.seat
        possible = self._possible(act, position, mover)
        same = self.writer.game.space.read(entry.move)
        goes_astray = entry.number >= self.first and self.rng.random() < self.rate
        if not goes_astray and same in possible and self._looks_same(position, mover, same, entry):
            return same
        alike = [move for move in possible if self._looks_same(position, mover, move, entry)]
        others = [move for move in alike if move != same]
        return self.rng.choice(others or alike) if alike else None

    def _possible(self, act: Act, position: Position, mover: int) -> list[int]:
        if mover == CHANCE:
            return [move for move, _ in chance_moves(position)] if position.to_act == CHANCE_ACTS else []
        if position.to_act == CHANCE_ACTS or mover not in _acting(position):
            return []
        return [position.default_move(mover)] if act.how == "clock" else legal_moves(position, mover)

    def _looks_same(self, position: Position, mover: int, move: int, entry: Choice | Draw) -> bool:
        game, viewer = self.writer.game, self.viewer
        expected = self.expected[entry.number - 1]
        if game.move_event(position, viewer, mover, move) != expected[0]:
            return False
        return play_with_effects(game, position.copy(), mover, move, [viewer])[0][viewer] == expected


def find_twins(story: Story, viewer: int, seed: int, parts: int = 3, attempts: int = 24) -> list[Twin]:
    """Twins that go astray in each part of a story: the one that is different for longest, the strangest."""
    rng = random.Random(f"{story.game} {story.seats} {viewer} {seed}")
    entries = len(story.log.entries)
    found: list[Twin] = []
    for part in range(parts):
        first = entries * part // parts
        twins = [
            twin
            for attempt in range(attempts)
            if (
                twin := Weaver(
                    story,
                    viewer,
                    rng,
                    first + rng.randrange(1, entries // parts),
                    RATES[attempt % len(RATES)],
                ).twin()
            )
        ]
        if twins:
            longest = max(twins, key=lambda twin: twin.different)
            strangest = max(twins, key=lambda twin: twin.strange)
            found += [longest] if longest is strangest else [longest, strangest]
    return found


def is_open(story: Story) -> bool:
    """Whether everybody sees the same of a game at all times."""
    game, log = find_game(story.game), _new_log(find_game(story.game), story.seats)
    for act in story.acts:
        for entry in act.entries:
            log.take(entry)
        views = [game.view(log.position, viewer) | {"seat": None} for viewer in story.viewers]
        if any(view != views[0] for view in views):
            return False
    return True


def futures(story: Story, viewer: int, parts: int) -> list[Twin]:
    """Twins of an open game: the same until just before draws, which are others then."""
    draws = [sum(isinstance(entry, Draw) for entry in act.entries) for act in story.acts]
    before = [acts for acts in range(1, len(draws)) if draws[acts]]
    twins = []
    for part in range(parts):
        acts = before[-1 - part * len(before) // parts]
        drawn = sum(draws[:acts])
        to_come = tuple((ticket + 1) % FEWEST for ticket in story.tickets[drawn:])
        other = replace(story.cut(acts), tickets=story.tickets[:drawn] + to_come)
        twins.append(Twin(viewer, other, different=0, strange=0))
    return twins


def reordered(story: Story, seed: int) -> Story:
    """The same game with sealed choices made in another order, as far as nothing is taken back among them."""
    rng = random.Random(seed)
    acts = list(story.acts)
    for start, end in sealed_windows(story):
        window = acts[start:end]
        draws = window[-1].entries[1:]
        choices = [act.entries[0] for act in window]
        numbers = [entry.number for entry in choices]
        rng.shuffle(choices)
        for place, (entry, number) in enumerate(zip(choices, numbers)):
            assert isinstance(entry, Choice)
            after = draws if place == len(choices) - 1 else ()
            acts[start + place] = Act("move", entry.seat, (replace(entry, number=number), *after))
    return replace(story, acts=tuple(acts))


def sealed_windows(story: Story) -> Iterator[tuple[int, int]]:
    """Runs of acts in which all choose in secret, each seat once."""
    log = _new_log(find_game(story.game), story.seats)
    start: int | None = None
    for number, act in enumerate(story.acts):
        is_choice = act.how in ("move", "clock")
        if not log.position.is_sealed() or not is_choice:
            start = None
        elif len(_acting(log.position)) == story.seats:
            start = number
        if start is not None and number + 1 - start == story.seats:
            yield start, number + 1
            start = None
        for entry in act.entries:
            log.take(entry)
