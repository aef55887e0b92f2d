"""Why a move may not be played in Capo dei Capi."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Refusal
from caponata.games.capo_dei_capi.layout import (
    BACKSTABBING,
    BUSTING,
    CHEAP,
    DEAR,
    DECLARING,
    HANDS,
    OVER,
    ROOM,
    TOP_LEVEL,
    TURN,
)
from caponata.games.capo_dei_capi.legality import MOST_CAPO_MOVES, DeiCapiLegality
from caponata.games.capo_dei_capi.moves import (
    ACTIONS,
    AREA_NAMES,
    AREAS,
    BACKSTAB,
    BRIBE,
    BUST,
    DECEIVE,
    DISCARD,
    DISCARDS,
    EXTORT,
    FLIP,
    HIT_MAN,
    INFLUENCE,
    LET_ALL_PASS,
    NEWCOMER,
    PAYOFF,
    POCKET,
    RENEG,
    ROLL,
    ROLL_ACTIONS,
    SCANDAL,
    STOP,
    VALUES,
)


class DeiCapiRefusals(DeiCapiLegality):
    """Refusals, each with its rule."""

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.phase == OVER:
            return Refusal("CDC-8.4", "game-over", {})
        if self.to_act == CHANCE_ACTS:
            return Refusal("CDC-2.4", "wait-for-the-dice", {})
        if seat < 0 or seat >= self.seats or not self.to_act >> seat & 1:
            if self.phase == BACKSTABBING:
                return Refusal("CDC-7.8", "wait-for-the-opponent", {"seat": 1 - self.turn})
            return Refusal("CDC-2.1", "not-your-turn", {"seat": self.turn})
        if self.phase == TURN:
            return self.refused_turn(seat, move)
        if self.phase == DECLARING:
            return self.refused_declaration(seat, move)
        if self.phase == ROOM:
            return self.refused_discard(move)
        return self.refused_answer(move)

    def refused_answer(self, move: i64) -> Refusal | None:
        """Why this does not answer what is asked about the roll on the table."""
        if self.phase == BUSTING:
            if move != RENEG and move != BUST:
                return Refusal("CDC-7.3", "reneg-or-bust", {})
        elif self.phase == BACKSTABBING:
            if move < BACKSTAB or move > LET_ALL_PASS:
                return Refusal("CDC-7.8", "backstab-or-pass", {})
        elif move != PAYOFF and move != HIT_MAN:
            return Refusal("CDC-7.7", "pay-or-take-him", {})
        return None

    def refused_turn(self, seat: i64, move: i64) -> Refusal | None:
        """Why this may not be done between rolls."""
        if move == ROLL:
            return None
        if move == STOP:
            if not self.must_roll:
                return None
            if self.rolls == 0:
                return Refusal("CDC-2.1", "roll-first", {})
            return Refusal("CDC-7.2", "roll-once-more", {})
        if move < ROLL or move >= INFLUENCE:
            return Refusal("CDC-2.2", "roll-or-stop", {})
        chips = self.words[HANDS + seat]
        price = DEAR if move < POCKET else CHEAP
        if chips < price:
            return Refusal("CDC-7.1", "too-few-chips", {"price": price, "chips": chips})
        if move < POCKET:
            if self.level + 1 + move - SCANDAL > TOP_LEVEL:
                return Refusal("CDC-7.11", "no-scandal-past-six", {"level": self.level})
            return None
        area = move - POCKET if move < DECEIVE else (move - DECEIVE) // AREAS
        if not self.token_beside(area):
            return Refusal("CDC-7.4", "no-token-there", {"area": AREA_NAMES[area]})
        if move >= DECEIVE and self.token_beside((move - DECEIVE) % AREAS):
            return Refusal("CDC-7.4", "space-is-taken", {"area": AREA_NAMES[(move - DECEIVE) % AREAS]})
        return None

    def refused_declaration(self, seat: i64, move: i64) -> Refusal | None:
        """Why the roll on the table may not be used so."""
        if move == RENEG:
            chips = self.words[HANDS + seat]
            if chips >= DEAR:
                return None
            return Refusal("CDC-7.1", "too-few-chips", {"price": int(DEAR), "chips": chips})
        buffer = vec[i64]([0] * MOST_CAPO_MOVES)
        count = self.declarations(buffer)
        i: i64 = 0
        while i < count:
            if buffer[i] == move:
                return None
            i += 1
        if move >= INFLUENCE and move < EXTORT and self.token_beside((move - INFLUENCE) // VALUES):
            taken = AREA_NAMES[(move - INFLUENCE) // VALUES]
            return Refusal("CDC-4.3", "space-is-taken", {"area": taken})
        if move >= BRIBE and move < FLIP and self.token_beside(move - BRIBE):
            return Refusal("CDC-4.3", "space-is-taken", {"area": AREA_NAMES[move - BRIBE]})
        return Refusal("CDC-3.1", "not-for-this-roll", {"action": ACTIONS[ROLL_ACTIONS[self.dice]]})

    def refused_discard(self, move: i64) -> Refusal | None:
        """Why this makes no room."""
        rule = "CDC-7.6" if self.pocketing else "CDC-6.2"
        which = move - DISCARD - DISCARDS * self.room
        if which < 0 or which > NEWCOMER:
            return Refusal(rule, "make-room", {"area": AREA_NAMES[self.room]})
        if which == NEWCOMER and self.pocketing:
            return Refusal(rule, "the-newcomer-stays", {})
        return None
