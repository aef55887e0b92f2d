"""A room: one table as its deeds have made it, and what may be done there next.

It knows no database, no socket and no clock. What somebody wants is judged here and becomes a deed;
the deed takes effect in the game at once and in the life of the table when it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from caponata.engine.fair import Draws
from caponata.engine.game import Game
from caponata.engine.log import ForgottenMove, TableError, UndoRefused
from caponata.engine.moves import MoveError
from caponata.engine.record import Entry, Record, Seat
from caponata.engine.table import Table, new_log
from caponata.server import deeds
from caponata.server.answers import Card, CardSeat
from caponata.server.clocks import Clock
from caponata.server.life import PAUSED, PLAYING, WAITING, Ask, Life, SeatLife
from caponata.server.people import hashed
from caponata.server.refused import Refused, refused

LONGEST_TEXT: Final = 500
STAND_IN: Final = "casual"


class Plan(msgspec.Struct, frozen=True):
    """What was agreed on when the table was made, and never changes."""

    options: dict[str, Any]
    seats: int
    listed: bool = False
    spectators: bool = True
    clock: Clock | None = None
    bot_speed: str = "normal"
    advice: bool = False


class Room:
    """A table with its game, people and clocks."""

    def __init__(
        self,
        table: str,
        code: str,
        game: Game,
        options: Any,
        plan: Plan,
        commitment: str,
        draws: Callable[[Sequence[str]], Draws],
    ) -> None:
        self.table = table
        self.code = code
        self.commitment = commitment
        self.game = game
        self.options = options
        self.plan = plan
        self.life = Life([SeatLife() for _ in range(plan.seats)])
        self.play: Table | None = None
        self._draws = draws

    # Deeds

    def follow(self, deed: deeds.AnyDeed, at: int, message: str | None) -> None:
        """Take in a deed that was stored before, or by somebody else."""
        if isinstance(deed, deeds.Started):
            self._open_game(deed.entropy)
        elif entries := deeds.entries_of(deed):
            self.game_on.follow(deeds.read_entries(entries))
        self.did(deed, at, message)

    def did(self, deed: deeds.AnyDeed, at: int, message: str | None) -> None:
        """Take in a deed of this room that is stored now."""
        self.life.fold(deed, at, message)
        if isinstance(deed, deeds.Ended) and self.play is not None:
            self.play.close(abandon=self.play.outcome() is None)
        clock = self.plan.clock
        if clock is not None and self.play is not None:
            if isinstance(deed, deeds.Started):
                clock.start(self.life.seats)
            runs = self.life.status == PLAYING
            clock.wind(self.life.seats, self.play.acting, deed, self.life.at, runs=runs)

    def _open_game(self, entropy: Sequence[str], log: Mapping[str, Any] | None = None) -> None:
        seats = [Seat(seat.name, seat.level or "person") for seat in self.life.seats]
        known = new_log(self.game, len(seats), self.options)
        if log is not None:
            known.load_snapshot(log)
        pauses = None if self.game.timing is None else self.game.timing.pauses
        draws = self._draws(entropy)
        try:
            self.play = Table(self.game, seats, self.options, draws=draws, log=known, pauses=pauses)
        except TableError as error:
            raise refused(error) from None

    @property
    def game_on(self) -> Table:
        """The game, once it has begun."""
        if self.play is None:
            raise Refused(409, "not-started", "the game has not begun yet")
        return self.play

    # Before the game

    def sit(self, seat: int | None, person: str, name: str, key: str, entropy: str) -> deeds.Sat:
        """A person takes a seat, this one or any."""
        if self.life.seats_of(person):
            raise Refused(409, "sits-already", "you sit at this table already")
        if self.life.is_over:
            raise Refused(409, "game-over", "it is all over at this table: nobody can sit down any more")
        if self.life.status != WAITING:
            raise Refused(409, "game-began", "the game has begun: nobody can sit down any more")
        if person in self.life.removed:
            raise Refused(403, "removed", "the host removed you from this table: find another one")
        return self.seated(seat, person, name, key, entropy)

    def seated(self, seat: int | None, person: str, name: str, key: str, entropy: str) -> deeds.Sat:
        """Somebody sits down, perhaps beside another of the same device."""
        free = [number for number, each in enumerate(self.life.seats) if each.kind == "open"]
        if not free:
            raise Refused(409, "table-full", "every seat is taken")
        if seat is None:
            seat = free[0]
        self.check_seat(seat)
        if seat not in free:
            raise Refused(409, "seat-taken", f"seat {seat + 1} is taken: choose another")
        return deeds.Sat(seat, person, self._own_name(name), key, entropy)

    def rekey(self, seat: int, person: str, key: str, entropy: str) -> deeds.Keyed:
        """Somebody who sits there gets another key; what they throw in counts until the game begins."""
        if self.life.seats[seat].person != person:
            raise Refused(409, "seat-taken", "this seat is not yours any more")
        return deeds.Keyed(seat, person, key, entropy=entropy if self.life.status == WAITING else "")

    def _own_name(self, name: str) -> str:
        """A name that nobody else has at this table."""
        taken = {seat.name for seat in self.life.seats}
        return next(each for each in (name, *(f"{name} {n}" for n in range(2, 10))) if each not in taken)

    def set_seat(self, by: int, seat: int, kind: str, level: str | None, entropy: str) -> deeds.AnyDeed:
        """The host fills or frees a seat; during the game anybody lets a bot in for who is gone."""
        self.check_seat(seat)
        asked = self.life.seats[seat]
        if self.life.status == WAITING:
            self.check_host(by)
            if kind == "open":
                if seat == by:
                    raise Refused(409, "own-seat", "this is your own seat: leave the table instead")
                return deeds.Opened(seat, removed=asked.person not in (None, self.life.host))
            if asked.kind == "person":
                raise Refused(409, "seat-taken", f"{asked.name} sits there: remove them first")
            return deeds.Filled(seat, str(level), entropy)
        self._check_running()
        if kind != "bot" or not asked.is_offered:
            raise Refused(409, "seat-held", "a bot can be let in only for somebody who is gone")
        return deeds.StoodIn(seat, STAND_IN)

    def succeed(self, host: str, seat: int) -> deeds.Hosted | None:
        """Somebody is the host instead of one who is gone: nothing where that is settled already."""
        if (
            self.life.status != WAITING
            or self.life.host != host
            or self.life.seats[seat].person in (None, host)
        ):
            return None
        return deeds.Hosted(seat)

    def start(self, by: int, *, entropy: Callable[[], str]) -> deeds.Started:
        """The host begins the game."""
        if self.life.status != WAITING:
            raise Refused(409, "game-began", "the game has begun already")
        self.check_host(by)
        missing = sum(1 for seat in self.life.seats if seat.kind == "open")
        if missing:
            are_open = "is open: fill it" if missing == 1 else "are open: fill them"
            sentence = f"{missing} of the seats {are_open} first"
            raise Refused(409, "seats-open", sentence, facts={"count": missing})
        thrown = tuple(seat.entropy or entropy() for seat in self.life.seats)
        self._open_game(thrown)
        entries = deeds.write_entries(self.game_on.entries)
        return deeds.Started(thrown, entries=entries, acting=self.game_on.acting)

    def claim(self, token: str, person: str, key: str) -> deeds.Keyed:
        """A person takes a seat over by its personal link."""
        link = hashed(token)
        for number, seat in enumerate(self.life.seats):
            if seat.link == link:
                return deeds.Keyed(number, person, key, moved=True)
        raise Refused(404, "no-such-link", "this personal link was used before, or never was one")

    def leave(self, seat: int) -> deeds.AnyDeed:
        """Somebody stands up, or leaves a running game."""
        if self.life.status == WAITING:
            return deeds.Opened(seat)
        self._check_running()
        if self.life.seats[seat].left:
            raise Refused(409, "left-already", "this seat was left before")
        return deeds.Offered(seat, left=True)

    # The game

    def move(self, seat: int, decision: int | None, move: str | int, by: str = "person") -> deeds.Played:
        """A seat plays a move."""
        self._check_going()
        if by == "person":
            self._check_plays(seat)
        entries = self._changed(lambda game: game.play(seat, move, decision=decision))
        return deeds.Played(seat, by, entries=entries, acting=self.game_on.acting)

    def go_on(self) -> deeds.Drawn | None:
        """Chance moves after a pause: nothing where it has, or where the table rests."""
        if self.life.status != PLAYING or self.play is None or not self.play.has_pending_chance:
            return None
        entries = self._changed(lambda game: game.play_pending_chance())
        return deeds.Drawn(entries=entries, acting=self.play.acting)

    def take_back(self, seat: int) -> deeds.AnyDeed:
        """A seat takes its last choice back, at once or by asking everybody; what binds stays done."""
        self._check_going()
        self._check_plays(seat)
        if self.life.seats[seat].moved_by != "person":
            raise Refused(409, "no-undo", "what the clock or a bot played for you stays played")
        try:
            entries = deeds.write_entries(self.game_on.undo(seat))
        except UndoRefused as error:
            if error.entry is None:
                raise refused(error) from None
            if error.binds:
                raise Refused(409, "no-undo", "the rules bind whoever does this: it stays done") from None
            return self._consent(seat, "undo", error.entry)
        except ForgottenMove:
            raise
        except TableError as error:
            raise refused(error) from None
        return deeds.TookBack(seat, entries=entries, acting=self.game_on.acting)

    def ask_end(self, seat: int) -> deeds.AnyDeed:
        """A seat proposes to end the game without a winner."""
        self._check_running()
        self._check_plays(seat)
        return self._consent(seat, "end", None)

    def _consent(self, seat: int, what: str, entry: int | None) -> deeds.AnyDeed:
        if any(ask.what == what for ask in self.life.asks):
            raise Refused(409, "asked-already", "this is being asked already: wait for the answers")
        if self._others_with_a_say(seat):
            return deeds.Asked(seat, what, entry)
        if what == "end":
            return deeds.Ended("agreed")
        assert entry is not None
        entries = self._changed(lambda game: game.rewind(entry))
        return deeds.TookBack(seat, entries=entries, acting=self.game_on.acting)

    def _others_with_a_say(self, seat: int) -> list[int]:
        """Those who must agree to what a seat asks for: people, and nobody where only bots sit."""
        return [n for n, each in enumerate(self.life.seats) if each.has_say and n != seat]

    def answer(self, seat: int, ask: int, *, yes: bool) -> deeds.AnyDeed:
        """A seat agrees to what is asked, or not."""
        found = next((each for each in self.life.asks if each.ask == ask), None)
        is_own_no = found is not None and found.by == seat and not yes
        if found is None or not (is_own_no or seat in self.life.voters(found)):
            raise Refused(409, "not-asked", "this is not asked any more")
        if yes and self.life.voters(found) == [seat]:
            return self._agreed(found, seat)
        return deeds.Answered(seat, ask, yes, acting=self.game_on.acting)

    def _agreed(self, ask: Ask, seat: int) -> deeds.AnyDeed:
        """What everybody wanted, the last of them this seat."""
        entry = ask.entry
        if entry is None:
            return deeds.Ended("agreed")
        entries = self._changed(lambda game: game.rewind(entry))
        return deeds.Answered(seat, ask.ask, yes=True, entries=entries, acting=self.game_on.acting)

    def say(self, seat: int, text: str) -> deeds.Said:
        """A seat says something."""
        text = " ".join(text.split())
        if not text:
            raise Refused(400, "empty-text", "there is nothing to say in that")
        if len(text) > LONGEST_TEXT:
            raise Refused(400, "long-text", f"a line has at most {LONGEST_TEXT} characters")
        return deeds.Said(seat, text)

    def pause(self, seat: int) -> deeds.Paused:
        """A seat stops clocks and bots."""
        self._check_going()
        self._check_not_resigned(seat)
        return deeds.Paused(seat)

    def resume(self, seat: int) -> deeds.Resumed:
        """A seat lets the game go on."""
        if self.life.status != PAUSED:
            raise Refused(409, "not-paused", "the game is not paused")
        self._check_not_resigned(seat)
        return deeds.Resumed(seat)

    def resign(self, seat: int) -> deeds.Resigned:
        """A seat gives up."""
        self._check_running()
        if self.life.seats[seat].resigned:
            raise Refused(409, "resigned-already", "you have resigned before")
        return deeds.Resigned(seat, STAND_IN)

    def come_back(self, seat: int) -> deeds.CameBack | None:
        """A person is at the table again: nothing where that is no news."""
        own = self.life.seats[seat]
        if self.life.is_over or own.resigned or not (own.offered or own.stands_in) or self.is_late(seat):
            return None
        return deeds.CameBack(seat)

    def is_late(self, seat: int) -> bool:
        """Whether a bot makes the open decision because the time of the seat is used up."""
        own, clock = self.life.seats[seat], self.plan.clock
        if clock is None or self.play is None or own.stands_in is None:
            return False
        return seat in self.play.acting and clock.is_used_up(own)

    def has_sequel(self) -> bool:
        """Whether something follows from the last deed by itself."""
        life = self.life
        if life.is_over:
            return False
        if self.play is None:
            return all(seat.kind != "person" for seat in life.seats)
        if self.play.outcome() is not None or any(not life.voters(ask) for ask in life.asks):
            return True
        return any(seat.resigned for seat in life.seats) and self._nobody_plays_on()

    def _nobody_plays_on(self) -> bool:
        people = [seat for seat in self.life.seats if seat.kind == "person"]
        return len(self.life.seats) == 2 or all(seat.resigned for seat in people)

    def sequel(self) -> deeds.AnyDeed | None:
        """What follows by itself: the end, or what was asked when nobody is left who has to agree."""
        if not self.has_sequel():
            return None
        if self.play is None:
            return deeds.Ended("deserted")
        if self.play.outcome() is not None:
            return deeds.Ended("played")
        for ask in self.life.asks:
            if not self.life.voters(ask):
                return self._agreed(ask, ask.by)
        return deeds.Ended("resigned")

    def _changed(self, change: Callable[[Table], Sequence[Entry]]) -> list[dict[str, Any]]:
        try:
            return deeds.write_entries(change(self.game_on))
        except ForgottenMove:
            raise
        except (TableError, MoveError) as error:
            raise refused(error) from None

    # Clocks

    def deadline(self, seat: int) -> int | None:
        """When the clock of a seat runs out, or nothing while it stands still."""
        clock = self.plan.clock
        return None if clock is None else clock.deadline(self.life.seats[seat])

    def clocks(self, now: int) -> list[dict[str, Any]] | None:
        """What every seat's clock shows."""
        clock = self.plan.clock
        return None if clock is None else clock.shown(self.life.seats, now)

    def time_out(self, seat: int) -> deeds.AnyDeed:
        """What happens when the clock of a seat has run out."""
        assert self.plan.clock is not None
        if self.plan.clock.then == "bot":
            return deeds.StoodIn(seat, STAND_IN)
        return self.move(seat, None, self.game_on.default_move(seat), by="clock")

    # What is known

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not at this table."""
        if not 0 <= seat < len(self.life.seats):
            raise Refused(404, "no-such-seat", f"this table has seats 1 to {len(self.life.seats)}")

    def check_host(self, seat: int) -> None:
        """Refuse anybody but the host."""
        if self.life.seats[seat].person != self.life.host:
            raise Refused(403, "not-host", "only the host of the table can do that")

    def _check_plays(self, seat: int) -> None:
        """Refuse somebody who resigned, or for whom a bot plays."""
        self._check_not_resigned(seat)
        if self.life.seats[seat].player is not None:
            raise Refused(409, "bot-plays", "a bot plays for you: take your seat back first")

    def _check_not_resigned(self, seat: int) -> None:
        if self.life.seats[seat].resigned:
            raise Refused(409, "resigned-already", "you have resigned")

    def _check_running(self) -> None:
        if self.life.status == WAITING:
            raise Refused(409, "not-started", "the game has not begun yet")
        if self.life.is_over:
            raise Refused(409, "game-over", "the game is over")

    def _check_going(self) -> None:
        self._check_running()
        if self.life.status == PAUSED:
            raise Refused(409, "paused", "the game is paused: let it go on first")

    def card(self) -> Card:
        """What lists show of the table."""
        return Card(
            table=self.table,
            code=self.code,
            game=self.game.name,
            status=self.life.status,
            listed=self.plan.listed,
            spectators=self.plan.spectators,
            clock=self.plan.clock,
            seats=[CardSeat(seat.kind, seat.name, seat.level, seat.stands_in) for seat in self.life.seats],
            changed=self.life.at,
        )

    @property
    def is_listed(self) -> bool:
        """Whether a stranger finds the table in the lobby: somebody can still sit down there, or look on."""
        can_join = self.life.status == WAITING and any(seat.kind == "open" for seat in self.life.seats)
        return self.plan.listed and (can_join or self.plan.spectators)

    def places(self) -> list[int] | None:
        """Where every seat stands at the end: those who resigned after all others."""
        outcome = self.play.outcome() if self.play is not None else None
        if not self.life.is_over or (outcome is None and self.life.reason != "resigned"):
            return None
        ranks = [
            (seat.resigned, outcome.places[number] if outcome is not None else 0)
            for number, seat in enumerate(self.life.seats)
        ]
        return [sum(other < rank for other in ranks) for rank in ranks]

    # Snapshots

    def to_snapshot(self) -> bytes:
        """All of the room, to be stored."""
        log = None if self.play is None else self.play.to_snapshot()
        entropy = list(self.play.entropy) if self.play is not None else []
        return msgspec.json.encode({"life": self.life, "log": log, "entropy": entropy})

    def load_snapshot(self, body: bytes) -> None:
        """Be again what was frozen."""
        frozen = msgspec.json.decode(body)
        self.life = msgspec.convert(frozen["life"], Life)
        if frozen["log"] is not None:
            self._open_game(frozen["entropy"], frozen["log"])
            if self.life.is_over:
                self.game_on.close(abandon=self.game_on.outcome() is None)

    def record(self, entries: Sequence[Entry] | None = None) -> Record:
        """The record of the game, of these entries where the room does not know them all."""
        return self.game_on.record(entries)
