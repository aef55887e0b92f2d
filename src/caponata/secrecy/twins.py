"""Scripts of games, and their twins: games that look the same to one viewer but differ in hidden parts.

A script is a game's log, grouped into what a server does in one step. Its twin for a viewer has other hidden
draws and choices, yet the viewer witnesses the same events. It ends where no such choice is left, because the
rules reveal the difference. In a game without secrets only future draws are hidden: its twin ends before a
draw, and has other draws to come.
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

CHANGE_RATES: Final = (1.0, 0.4, 0.15, 0.05)  # how often a twin differs where it can
FREE_UNDO_RATE: Final = 0.07
CONSENT_UNDO_RATE: Final = 0.03
TIMEOUT_RATE: Final = 0.06
MAX_CONSENTS: Final = 3
MIN_TICKETS: Final = 6  # every draw of a game without secrets has at least this many tickets


@dataclass(frozen=True)
class ScriptAction:
    """One step of a server: a choice or an undo, and the draws that follow.

    `how` is start, move, clock (the default move is played for the seat), undo or consent.
    """

    how: str
    seat: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Script:
    """A game from its start, action by action, with the tickets of its draws."""

    game: str
    seats: int
    actions: tuple[ScriptAction, ...]
    tickets: tuple[int, ...]

    @property
    def viewers(self) -> tuple[int, ...]:
        return (*range(self.seats), SPECTATOR)

    @cached_property
    def log(self) -> Log:
        """The log of the whole game."""
        log = _new_log(find_game(self.game), self.seats, self.viewers)
        for action in self.actions:
            for entry in action.entries:
                log.take(entry)
        return log

    @cached_property
    def fingerprints(self) -> list[tuple[int, ...]]:
        """The complete position after each action."""
        log, fingerprints = _new_log(find_game(self.game), self.seats), []
        for action in self.actions:
            for entry in action.entries:
                log.take(entry)
            fingerprints.append(log.position.fingerprint())
        return fingerprints

    @cached_property
    def witnessed(self) -> dict[int, list[list[Event]]]:
        """The events of each entry by viewer; entry 1 is at index 0."""
        return {
            viewer: [_witnessed(self.log, viewer, entry.number) for entry in self.log.entries]
            for viewer in self.viewers
        }

    def first_actions(self, actions: int | None) -> Script:
        """Return a script of the first actions only."""
        return replace(self, actions=self.actions[:actions])


@dataclass(frozen=True)
class Twin:
    """A script that one viewer cannot tell from another one while it lasts."""

    viewer: int
    script: Script
    hidden_differences: int  # actions after which the hidden part differed
    changed_entries: int  # entries that differ


def _new_log(game: Game, seats: int, viewers: Iterable[int] = ()) -> Log:
    return Log(game, game.start(seats, game.options()), viewers)


def _witnessed(log: Log, viewer: int, entry: int) -> list[Event]:
    """Return a viewer's events of an entry, without their numbers."""
    events = log.witnesses.of_entry(viewer, entry)
    return [{key: value for key, value in event.items() if key != "n"} for event in events]


def _acting(position: Position) -> list[int]:
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def _undo_target(log: Log, seat: int) -> int | None:
    """Entry that an undo with consent goes back to, 0 for a free undo, or None if undo is impossible."""
    if log.can_undo(seat):
        return 0
    try:
        log.undo(seat)
    except UndoRefused as refused:
        return None if refused.binds else refused.entry
    raise AssertionError("an undo that was not possible took effect")


class ScriptWriter:
    """Writes a script while a game is played."""

    def __init__(self, game: Game, seats: int, viewers: Iterable[int] = ()) -> None:
        self.game = game
        self.log = _new_log(game, seats, viewers)
        self.actions: list[ScriptAction] = []
        self.tickets: list[int] = []
        self._done = 0

    def draw(self, move: int) -> None:
        """Play a chance move."""
        ticket = 0
        for each, weight in chance_moves(self.log.position):
            if each == move:
                break
            ticket += weight
        self.tickets.append(ticket)
        self.log.draw(move)

    def add_action(self, how: str, seat: int) -> None:
        """Group all entries since the last call into one action."""
        self.actions.append(ScriptAction(how, seat, tuple(self.log.entries[self._done :])))
        self._done = len(self.log.entries)

    def script(self) -> Script:
        return Script(self.game.name, self.log.position.seats, tuple(self.actions), tuple(self.tickets))


def random_script(name: str, seats: int, seed: int) -> Script:
    """Return a whole game of random choices, some undone and some made by the clock."""
    rng = random.Random(f"{name} {seats} {seed}")
    writer = ScriptWriter(find_game(name), seats)
    log, how, seat, consents = writer.log, "start", SPECTATOR, 0
    late: set[int] = set()  # seats whose last move was made by the clock and cannot be undone
    while True:
        while log.position.to_act == CHANCE_ACTS:
            writer.draw(log.position.chance_move(rng.randrange(log.position.total_weight())))
        writer.add_action(how, seat)
        if log.position.to_act == NOBODY:
            return writer.script()
        asker, roll = rng.randrange(seats), rng.random()
        entry = None if asker in late else _undo_target(log, asker)
        if entry == 0 and roll < FREE_UNDO_RATE:
            how, seat = "undo", asker
            log.undo(asker)
        elif entry and roll < CONSENT_UNDO_RATE and consents < MAX_CONSENTS:
            how, seat, consents = "consent", asker, consents + 1
            log.rewind(entry)
        else:
            seat = rng.choice(_acting(log.position))
            how = "clock" if rng.random() < TIMEOUT_RATE else "move"
            if how == "clock":
                late.add(seat)
                log.choose(seat, log.position.default_move(seat))
            else:
                log.choose(seat, rng.choice(legal_moves(log.position, seat)))


class TwinBuilder:
    """Builds one twin of a script for a viewer."""

    def __init__(self, script: Script, viewer: int, rng: random.Random, first: int, rate: float) -> None:
        self.script = script
        self.viewer = viewer
        self.expected = script.witnessed[viewer]
        self.rng = rng
        self.first = first
        self.rate = rate
        self.writer = ScriptWriter(find_game(script.game), script.seats, (viewer,))

    def twin(self) -> Twin | None:
        """Return the twin, or None if nothing in it differs."""
        log, hidden_differences, tickets = self.writer.log, 0, 0
        for action, mark in zip(self.script.actions, self.script.fingerprints):
            if not all(self._take(action, entry) for entry in action.entries):
                break
            if log.position.to_act == CHANCE_ACTS:
                break
            self.writer.add_action(action.how, action.seat)
            tickets = len(self.writer.tickets)
            hidden_differences += log.position.fingerprint() != mark
        if not hidden_differences:
            return None
        script = replace(self.writer.script(), tickets=tuple(self.writer.tickets[:tickets]))
        pairs = zip(self.script.actions, script.actions)
        changed_entries = sum(
            one != other for action, twin in pairs for one, other in zip(action.entries, twin.entries)
        )
        return Twin(self.viewer, script, hidden_differences, changed_entries)

    def _take(self, action: ScriptAction, entry: Entry) -> bool:
        """Play an entry, or one that looks the same to the viewer; return whether there was one."""
        log = self.writer.log
        match entry:
            case Choice() | Draw():
                move = self._matching_move(action, entry)
                if move is None:
                    return False
                if isinstance(entry, Draw):
                    self.writer.draw(move)
                else:
                    log.choose(entry.seat, move)
            case Undo():
                if _undo_target(log, entry.seat) != 0:
                    return False
                log.undo(entry.seat)
            case Rewind():
                if _undo_target(log, action.seat) != entry.entry:
                    return False
                log.rewind(entry.entry)
        return _witnessed(log, self.viewer, entry.number) == self.expected[entry.number - 1]

    def _matching_move(self, action: ScriptAction, entry: Choice | Draw) -> int | None:
        """Return a move that the viewer cannot tell from the script's, or None."""
        position = self.writer.log.position
        mover = CHANCE if isinstance(entry, Draw) else entry.seat
        possible = self._candidate_moves(action, position, mover)
        same = self.writer.game.space.read(entry.move)
        takes_another = entry.number >= self.first and self.rng.random() < self.rate
        if not takes_another and same in possible and self._looks_same(position, mover, same, entry):
            return same
        alike = [move for move in possible if self._looks_same(position, mover, move, entry)]
        others = [move for move in alike if move != same]
        return self.rng.choice(others or alike) if alike else None

    def _candidate_moves(self, action: ScriptAction, position: Position, mover: int) -> list[int]:
        if mover == CHANCE:
            return [move for move, _ in chance_moves(position)] if position.to_act == CHANCE_ACTS else []
        if position.to_act == CHANCE_ACTS or mover not in _acting(position):
            return []
        return [position.default_move(mover)] if action.how == "clock" else legal_moves(position, mover)

    def _looks_same(self, position: Position, mover: int, move: int, entry: Choice | Draw) -> bool:
        game, viewer = self.writer.game, self.viewer
        expected = self.expected[entry.number - 1]
        if game.move_event(position, viewer, mover, move) != expected[0]:
            return False
        return play_with_effects(game, position.copy(), mover, move, [viewer])[0][viewer] == expected


def find_twins(script: Script, viewer: int, seed: int, parts: int = 3, attempts: int = 24) -> list[Twin]:
    """Return twins for each part of a script: the one that differs longest and the one that differs most."""
    rng = random.Random(f"{script.game} {script.seats} {viewer} {seed}")
    entries = len(script.log.entries)
    selected: list[Twin] = []
    for part in range(parts):
        first = entries * part // parts
        twins = [
            twin
            for attempt in range(attempts)
            if (
                twin := TwinBuilder(
                    script,
                    viewer,
                    rng,
                    first + rng.randrange(1, entries // parts),
                    CHANGE_RATES[attempt % len(CHANGE_RATES)],
                ).twin()
            )
        ]
        if twins:
            longest = max(twins, key=lambda twin: twin.hidden_differences)
            most_changed = max(twins, key=lambda twin: twin.changed_entries)
            selected += [longest] if longest is most_changed else [longest, most_changed]
    return selected


def has_no_secrets(script: Script) -> bool:
    """Return whether all viewers see the same at all times."""
    game, log = find_game(script.game), _new_log(find_game(script.game), script.seats)
    for action in script.actions:
        for entry in action.entries:
            log.take(entry)
        views = [game.view(log.position, viewer) | {"seat": None} for viewer in script.viewers]
        if any(view != views[0] for view in views):
            return False
    return True


def twins_with_other_draws(script: Script, viewer: int, parts: int) -> list[Twin]:
    """Return twins of a game without secrets: equal until a draw, with other draws to come."""
    draws = [sum(isinstance(entry, Draw) for entry in action.entries) for action in script.actions]
    before = [actions for actions in range(1, len(draws)) if draws[actions]]
    twins = []
    for part in range(parts):
        actions = before[-1 - part * len(before) // parts]
        drawn = sum(draws[:actions])
        to_come = tuple((ticket + 1) % MIN_TICKETS for ticket in script.tickets[drawn:])
        other = replace(script.first_actions(actions), tickets=script.tickets[:drawn] + to_come)
        twins.append(Twin(viewer, other, hidden_differences=0, changed_entries=0))
    return twins


def reordered(script: Script, seed: int) -> Script:
    """Return the same game with sealed choices made in another order, except where some are undone."""
    rng = random.Random(seed)
    actions = list(script.actions)
    for start, end in sealed_windows(script):
        window = actions[start:end]
        draws = window[-1].entries[1:]
        choices = [action.entries[0] for action in window]
        numbers = [entry.number for entry in choices]
        rng.shuffle(choices)
        for place, (entry, number) in enumerate(zip(choices, numbers)):
            assert isinstance(entry, Choice)
            after = draws if place == len(choices) - 1 else ()
            actions[start + place] = ScriptAction("move", entry.seat, (replace(entry, number=number), *after))
    return replace(script, actions=tuple(actions))


def sealed_windows(script: Script) -> Iterator[tuple[int, int]]:
    """Yield runs of actions in which all seats choose in secret, each once."""
    log = _new_log(find_game(script.game), script.seats)
    start: int | None = None
    for number, action in enumerate(script.actions):
        is_choice = action.how in ("move", "clock")
        if not log.position.is_sealed() or not is_choice:
            start = None
        elif len(_acting(log.position)) == script.seats:
            start = number
        if start is not None and number + 1 - start == script.seats:
            yield start, number + 1
            start = None
        for entry in action.entries:
            log.take(entry)
