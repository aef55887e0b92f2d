"""What may be done in Capio, why something may not, and how chance falls."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY, Refusal
from caponata.games.capio.cards import (
    CARD_COUNTS,
    CARD_KINDS,
    CHAIN,
    FIELD_COUNTS,
    FIRST_CARDS,
    KIND_NAMES,
    TARGET,
    TARGETS,
    TOPS,
    TOWERS,
    TWELVE,
)
from caponata.games.capio.dice import (
    FACES,
    FALL_COUNT,
    FALL_DRAWN,
    FALL_WAYS,
    FALL_WEIGHTS,
    LOOK_NAMES,
    LOOKS,
)
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    CHOOSING,
    DEALING,
    FACE,
    GRABBING,
    NONE,
    PARKED_FIELD,
    PARKED_SPOT,
    PLACING,
    ROLLING,
    SLOTS,
    SUM_SPOT,
    USED_AT,
)
from caponata.games.capio.moves import (
    BESIDE,
    CHOOSE,
    DEAL,
    LET_GO,
    PARK,
    PLACE,
    READY,
    REST,
    ROLL,
    STOP,
    TAKE,
    THROW,
    TRIPLE_COUNT,
    WHERES,
)
from caponata.games.capio.reckoning import reckon
from caponata.games.capio.state import CapioState


class CapioLegality(CapioState):
    """Legal moves, refusals and odds."""

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        count: i64 = 0
        if self.phase != GRABBING and self.phase != PLACING:
            into[0] = READY
            return 1
        die = self.hand(seat)
        if die >= 0:
            count = self.placements(seat, die, into)
        else:
            look: i64 = 0
            while look < LOOKS:
                if self.can_take(seat, look):
                    into[count] = TAKE + look
                    count += 1
                look += 1
        if self.phase == PLACING:
            into[count] = LET_GO  # [CAPIO-4.2]
            return count + 1
        into[count] = STOP  # [CAPIO-4.1]
        count += 1
        if self.options.can_rest():
            into[count] = REST  # [CAPIO-4.3]
            count += 1
        return count

    def placements(self, seat: i64, die: i64, into: vec[i64]) -> i64:
        """Write where a seat may put a die."""
        count: i64 = 0
        slot: i64 = 0
        while slot < SLOTS:
            kind = CARD_KINDS[self.card(seat, slot)]
            where: i64 = 0
            while where < WHERES:
                if self.is_where(kind, where) and self.can_place(seat, slot, kind, where, die):
                    into[count] = PLACE + WHERES * kind + where
                    count += 1
                where += 1
            slot += 1
        return count

    def is_where(self, kind: i64, where: i64) -> bool:
        """Whether a card of this kind has such a place."""
        return where <= FIELD_COUNTS[kind] or (where > PARK and kind == TOWERS)

    def spot_for(self, seat: i64, slot: i64, kind: i64, field: i64) -> i64:
        """Where a die sent to a field comes to lie: there, on a base, or beside the card [CAPIO-3.6]."""
        first = self.spots_of(seat, slot)
        if kind == TARGET or not self.words[first + field]:
            return field
        if kind == TOWERS and not self.words[first + TOPS + field]:
            return TOPS + field  # [CAPIO-3.7]
        return BESIDE_SPOT

    def can_take(self, seat: i64, look: i64) -> bool:
        """Whether such a die lies in the middle, and has a place that is not blocked [CAPIO-3.1]."""
        die = self.die_in_middle(look)
        return die != NONE and (not self.options.block_mistakes or self.has_place(seat, die))

    def has_place(self, seat: i64, die: i64) -> bool:
        """Whether a die may be placed anywhere [CAPIO-3.9]."""
        slot: i64 = 0
        while slot < SLOTS:
            kind = CARD_KINDS[self.card(seat, slot)]
            where: i64 = 1
            while where < WHERES:
                if self.is_where(kind, where) and self.can_place(seat, slot, kind, where, die):
                    return True
                where += 1
            slot += 1
        return False

    def can_place(self, seat: i64, slot: i64, kind: i64, where: i64, die: i64) -> bool:
        """Whether a die may be put there: mistakes are allowed, unless they are blocked [CAPIO-3.4]."""
        if where > PARK and not self.can_park(seat, slot, where - PARK):
            return False
        return not self.options.block_mistakes or not self.is_mistake(seat, slot, kind, where, die)

    def can_park(self, seat: i64, slot: i64, field: i64) -> bool:
        """Whether a die may wait for this field: no other waits, and the field is empty [CAPIO-3.8]."""
        first = self.spots_of(seat, slot)
        return self.words[first + PARKED_SPOT] == 0 and self.words[first + field] == 0

    def is_mistake(self, seat: i64, slot: i64, kind: i64, where: i64, die: i64) -> bool:
        """Whether a die put there is certain to cost a point, now or in the end [CAPIO-3.9]."""
        if where == BESIDE:
            return True
        first = self.spots_of(seat, slot)
        if kind == TARGET:
            return self.words[first + SUM_SPOT] + self.face(die) > TARGETS[self.card(seat, slot)]
        if kind == TOWERS:
            return self.is_tower_mistake(seat, slot, where, die)
        if self.words[first + where] or not self.fits(seat, slot, where, die):
            return True
        if kind == CHAIN and self.has_number(seat, slot, self.face(die)):
            return True
        return self.phase == PLACING and self.is_worse_with(seat, slot, where, die)

    def is_tower_mistake(self, seat: i64, slot: i64, where: i64, die: i64) -> bool:
        """Whether a die is wrong for a tower as base, top or parked die."""
        first = self.spots_of(seat, slot)
        if where > PARK:
            return self.phase == PLACING or not self.fits(seat, slot, TOPS + where - PARK, die)
        if not self.words[first + where]:
            if self.phase == PLACING and self.words[first + PARKED_FIELD] != where:
                return True  # no top will come
            return not self.fits(seat, slot, where, die)
        return self.words[first + TOPS + where] != 0 or not self.fits(seat, slot, TOPS + where, die)

    def is_worse_with(self, seat: i64, slot: i64, where: i64, die: i64) -> bool:
        """Whether a card is worth less with this last die on an empty field: no other comes [CAPIO-3.9]."""
        before = reckon(self, seat, slot).total()
        spot = self.spots_of(seat, slot) + where
        self.words[spot] = die + 1
        after = reckon(self, seat, slot).total()
        self.words[spot] = 0
        return after < before

    def has_number(self, seat: i64, slot: i64, face: i64) -> bool:
        """Whether a number lies on a Chain card already: a second one costs a point."""
        first = self.spots_of(seat, slot)
        field: i64 = 1
        while field <= TWELVE:
            die = self.words[first + field]
            if die and self.dice[die - 1] & FACE == face:
                return True
            field += 1
        return False

    def default_move(self, seat: i64) -> i64:
        if self.phase == PLACING:
            return LET_GO
        if self.phase == GRABBING:
            if self.options.can_rest():
                return REST
            return STOP
        return READY

    # Refusals

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.to_act == NOBODY:
            return Refusal("CAPIO-7.1", "game-over", {})
        if move >= CHOOSE:
            return Refusal("CAPIO-3.1", "not-yours-to-draw", {})
        if self.phase == GRABBING or self.phase == PLACING:
            if self.to_act >> seat & 1:
                return self.refused_in_play(seat, move)
            if self.phase == PLACING:
                return Refusal("CAPIO-4.1", "stopped", {})
            return Refusal("CAPIO-4.3", "resting", {})
        if move != READY:
            return Refusal("CAPIO-2.6", "not-started", {})
        if self.to_act == CHANCE_ACTS or not self.to_act >> seat & 1:
            return Refusal("CAPIO-2.6", "already-ready", {})
        return None

    def refused_in_play(self, seat: i64, move: i64) -> Refusal | None:
        """Why a seat may not do something while dice are grabbed or placed."""
        die = self.hand(seat)
        if move == READY:
            return Refusal("CAPIO-2.6", "already-ready", {})
        if move == LET_GO:
            return None if self.phase == PLACING else Refusal("CAPIO-3.3", "no-way-back", {})
        if move >= STOP:
            if self.phase == PLACING:
                return Refusal("CAPIO-4.1", "stopped", {})
            if move == REST and not self.options.can_rest():
                return Refusal("CAPIO-4.3", "no-rest", {})
            return None
        if move < PLACE:
            if self.phase == PLACING:
                return Refusal("CAPIO-4.1", "stopped", {})
            if die >= 0:
                return Refusal("CAPIO-3.3", "hand-full", {"die": LOOK_NAMES[self.look(die)]})
            return self.refused_take(seat, move - TAKE)
        if die < 0:
            return Refusal("CAPIO-3.1", "hand-empty", {})
        return self.refused_place(seat, (move - PLACE) // WHERES, (move - PLACE) % WHERES, die)

    def refused_take(self, seat: i64, look: i64) -> Refusal | None:
        """Why a die cannot be taken: somebody was quicker, or it fits nowhere."""
        facts: Mapping[str, str | int] = {"die": LOOK_NAMES[look]}
        die = self.die_in_middle(look)
        if die == NONE:
            return Refusal("CAPIO-3.2", "not-there", facts)
        if self.options.block_mistakes and not self.has_place(seat, die):
            return Refusal("CAPIO-3.9", "fits-nowhere", facts)
        return None

    def refused_place(self, seat: i64, kind: i64, where: i64, die: i64) -> Refusal | None:
        """Why a die cannot be put somewhere."""
        facts: dict[str, str | int] = {"card": KIND_NAMES[kind], "die": LOOK_NAMES[self.look(die)]}
        slot = self.slot_of(seat, kind)
        if slot == NONE:
            return Refusal("CAPIO-3.4", "not-your-card", facts)
        if not self.is_where(kind, where):
            return Refusal("CAPIO-3.4", "no-such-place", facts)
        if where > PARK and not self.can_park(seat, slot, where - PARK):
            if self.words[self.spots_of(seat, slot) + PARKED_SPOT]:
                field = int(self.words[self.spots_of(seat, slot) + PARKED_FIELD])
                return Refusal("CAPIO-3.8", "parked-already", {"field": field})
            return Refusal("CAPIO-3.8", "has-base", {"field": int(where - PARK)})
        if self.options.block_mistakes and self.is_mistake(seat, slot, kind, where, die):
            return Refusal("CAPIO-3.9", "mistake", facts)
        return None

    def late_refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.phase < PLACING or move < TAKE or move >= CHOOSE:
            return None
        return Refusal("CAPIO-4.1", "stopped", {})  # [CAPIO-4.1]

    # Chance

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        count: i64 = 0
        if self.phase == CHOOSING:
            while count < TRIPLE_COUNT:  # [CAPIO-2.2]
                into[count] = CHOOSE + count
                weights[count] = 1
                count += 1
        elif self.phase == DEALING:
            kind = self.next_kind()
            card: i64 = 0
            while card < CARD_COUNTS[kind]:
                if not self.words[USED_AT + kind] >> card & 1:
                    into[count] = DEAL + FIRST_CARDS[kind] + card
                    weights[count] = 1
                    count += 1
                card += 1
        elif self.phase == ROLLING:
            while count < FACES:
                into[count] = ROLL + count
                weights[count] = 1
                count += 1
        else:
            while count < FALL_COUNT:
                into[count] = THROW + FALL_COUNT * self.next + count
                weights[count] = FALL_WEIGHTS[count]
                count += 1
        return count

    def total_weight(self) -> i64:
        if self.phase == CHOOSING:
            return TRIPLE_COUNT
        if self.phase == ROLLING:
            return FACES
        if self.phase != DEALING:
            return FALL_WAYS
        kind = self.next_kind()
        left = CARD_COUNTS[kind]
        used = self.words[USED_AT + kind]
        while used:
            used &= used - 1
            left -= 1
        return left

    def chance_move(self, ticket: i64) -> i64:
        if self.phase == CHOOSING:
            return CHOOSE + ticket
        if self.phase == ROLLING:
            return ROLL + ticket
        if self.phase != DEALING:
            return THROW + FALL_COUNT * self.next + FALL_DRAWN[ticket]
        kind = self.next_kind()
        card: i64 = 0
        while True:
            if not self.words[USED_AT + kind] >> card & 1:
                if ticket == 0:
                    return DEAL + FIRST_CARDS[kind] + card
                ticket -= 1
            card += 1

    def next_kind(self) -> i64:
        """The kind of the next card to be dealt."""
        kind: i64 = 0
        while not self.kinds >> kind & 1:
            kind += 1
        return kind
