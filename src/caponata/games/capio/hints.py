"""What looks good in Capio: dice that are worth something to one's own cards, and STOP when none is left."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import Hints, Position
from caponata.games.capio.cards import CARD_KINDS
from caponata.games.capio.dice import DICE
from caponata.games.capio.glance import Glance
from caponata.games.capio.layout import GRABBING, NONE, PLACING
from caponata.games.capio.moves import LET_GO, PLACE, READY, REST, STOP, TAKE, WHERES
from caponata.games.capio.overlooked import Overlooked
from caponata.games.capio.rules import CapioPosition

STOP_WORTH: Final[i64] = 200
MISSED_WORTH: Final[i64] = -100
NOTHING: Final[i64] = 0
NO_HURRY: Final[i64] = -1


@final
class CapioHints(Hints):
    """Judges by a glance at one's own cards; everything is open, so all worlds look the same."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CapioPosition)
        if move == READY:
            return NOTHING
        if move == LET_GO:
            return NOTHING
        if move == REST:
            return NO_HURRY
        if move == STOP:
            if position.hand(seat) >= 0:
                return MISSED_WORTH  # what is in hand is placed first: it may want others
            missed = Overlooked(position, seat).count
            if missed > 0:
                return MISSED_WORTH * missed
            return STOP_WORTH
        glance = Glance(position, seat)
        if move >= PLACE:
            slot = position.slot_of(seat, (move - PLACE) // WHERES)
            return glance.worth(slot, (move - PLACE) % WHERES, position.hand(seat))
        die = position.die_in_middle(move - TAKE)
        place = glance.best_place(die)
        if place == NONE:
            return MISSED_WORTH
        return glance.worth(place // WHERES, place % WHERES, die)

    def playout_move(self, position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        """Any die that is worth something, to its best place; STOP when there is none."""
        assert isinstance(position, CapioPosition)
        if position.phase != GRABBING and position.phase != PLACING:
            return READY
        glance = Glance(position, seat)
        die = position.hand(seat)
        if die >= 0:
            return place_for(position, seat, glance, die)
        wanted = glance.wanted()
        die = rng.below(DICE)
        tried: i64 = 0
        while tried < DICE:
            if wanted >> die & 1 and (not position.options.block_mistakes or position.has_place(seat, die)):
                return TAKE + position.look(die)
            die = (die + 1) % DICE
            tried += 1
        return STOP

    def search_margin(self) -> i64:
        return STOP_WORTH + STOP_WORTH


def place_for(position: CapioPosition, seat: i64, glance: Glance, die: i64) -> i64:
    """Where a die in hand goes: its best place; without one, it is let go or lies beside the first card."""
    place = glance.best_place(die)
    if place != NONE:
        slot = place // WHERES
        kind = CARD_KINDS[position.card(seat, slot)]
        if position.can_place(seat, slot, kind, place % WHERES, die):
            return PLACE + WHERES * kind + place % WHERES
    if position.phase == PLACING:
        return LET_GO
    if position.options.block_mistakes:
        return first_place(position, seat, die)
    return PLACE + WHERES * CARD_KINDS[position.card(seat, 0)]


def first_place(position: CapioPosition, seat: i64, die: i64) -> i64:
    """The first place that is not blocked for a die."""
    slot: i64 = 0
    while True:
        kind = CARD_KINDS[position.card(seat, slot)]
        where: i64 = 1
        while where < WHERES:
            if position.is_where(kind, where) and position.can_place(seat, slot, kind, where, die):
                return PLACE + WHERES * kind + where
            where += 1
        slot += 1
