"""What may not be done, and why: the rule that forbids it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Refusal
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS
from caponata.games.capo.layout import (
    CHALLENGING,
    DISCARDING,
    DRAFTING,
    EXCHANGE,
    FIGHTING,
    HANDS,
    OVER,
    OWNED,
    PLAYING,
    STAKING,
    TURNING,
    YIELDING,
)
from caponata.games.capo.legality import CapoLegality
from caponata.games.capo.moves import (
    CHALLENGE,
    DISCARD,
    FIGHT,
    GIVE,
    HOLD,
    KEEP,
    LAY,
    PASS,
    PICK,
    REFRAIN,
    STAKE,
    TURN,
    YIELD,
    card_count_of,
    card_of,
    cards_of,
    colour_of,
    seat_of,
    verb_of,
)
from caponata.games.capo.piles import card_pile, cards_in, city_copies, holds
from caponata.games.capo.plays import POLICE_STRENGTH

CHOICE_RULES: Final = {STAKING: "CAPO-7.7", EXCHANGE: "CAPO-7.6", FIGHTING: "CAPO-5.2"}
TURN_RULES: Final = {DISCARDING: "CAPO-5.4", YIELDING: "CAPO-5.5", DRAFTING: "CAPO-7.8"}


class CapoRefusals(CapoLegality):
    """The reasons against moves that are not legal."""

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.phase == OVER:
            return Refusal("CAPO-8.1", "game-over", {})
        if self.to_act == CHANCE_ACTS:
            return Refusal("CAPO-1.5", "wait-for-the-draw", {})
        if seat < 0 or seat >= self.seats or not self.to_act >> seat & 1:
            if self.is_sealed():
                return Refusal(CHOICE_RULES[self.phase], "others-choose", {})
            return Refusal(TURN_RULES.get(self.phase, "CAPO-3.3"), "not-your-turn", {"seat": self.turn})
        if self.phase == PLAYING:
            return self.refused_play(seat, move)
        return self.refused_choice(seat, move)

    # Playing cards

    def refused_play(self, seat: i64, move: i64) -> Refusal | None:
        """Why a seat may not lay this, or pass."""
        leads = self.top_size == 0
        verb = verb_of(move)
        if verb == PASS:
            return Refusal("CAPO-3.2", "leader-must-lay", {}) if leads else None
        if verb != LAY:
            return Refusal("CAPO-3.2", "lay-a-play", {}) if leads else Refusal("CAPO-3.3", "lay-or-pass", {})
        cards = cards_of(move)
        size = card_count_of(move)
        missing = self.missing(seat, cards)
        if missing is not None:
            return missing
        if size > 2 and size != self.hand_size:
            return self.refused_size()
        if not leads and size != self.top_size:
            return Refusal("CAPO-3.3", "another-sort", {"count": self.top_size})
        strength = self.strength(cards, size)
        if strength == 0:
            return Refusal("CAPO-2.2", "no-duo", {}) if size == 2 else self.no_hand()
        if leads or (strength > self.top_strength and self.top_strength != POLICE_STRENGTH):
            return None
        if self.is_hit(cards, size):
            return None
        if size <= 2 and self.top_strength == POLICE_STRENGTH:
            return Refusal("CAPO-2.4" if size == 1 else "CAPO-2.5", "nothing-beats-police", {})
        if strength == self.top_strength and size > 1:
            if self.battle_with_top(seat):
                return None
            return Refusal("CAPO-5.6", "no-battle-possible", {"seat": self.top_seat})
        return Refusal("CAPO-2.1" if size == 1 else "CAPO-2.7", "too-weak", {})

    def refused_size(self) -> Refusal:
        """There is no play of so many cards in this variant."""
        if self.hand_size == 0:
            return Refusal("CAPO-9.1", "no-hands-at-all", {})
        return Refusal(self.hand_rule(), "wrong-size", {"count": self.hand_size})

    def no_hand(self) -> Refusal:
        """The cards have no name."""
        return Refusal(self.hand_rule(), "no-hand", {})

    def hand_rule(self) -> str:
        """The rule that lists the hands of this variant."""
        return {3: "CAPO-9.2", 4: "CAPO-2.3"}.get(self.hand_size, "CAPO-9.3")

    def missing(self, seat: i64, cards: i64) -> Refusal | None:
        """A card that is not in the seat's hand."""
        hand = self.words[HANDS + seat]
        if holds(hand, cards):
            return None
        for card in cards_in(cards):
            if not holds(hand, card_pile(card)):
                return Refusal("CAPO-3.3", "card-not-in-hand", {"card": CARD_NAMES[card]})
        return Refusal("CAPO-3.3", "one-police", {})

    # Other decisions

    def refused_choice(self, seat: i64, move: i64) -> Refusal | None:
        """Why this is no answer to a rarer decision."""
        phase = self.phase
        verb = verb_of(move)
        if phase == TURNING:
            return None if verb in (TURN, KEEP) else Refusal("CAPO-4.1", "turn-or-keep", {})
        if phase == CHALLENGING:
            return self.refused_challenge(seat, move)
        if phase == FIGHTING:
            if verb != FIGHT:
                return Refusal("CAPO-5.2", "choose-a-battle-card", {})
            return self.missing(seat, card_pile(card_of(move)))
        if phase == DISCARDING:
            if verb == HOLD:
                return None
            if verb != DISCARD:
                return Refusal("CAPO-5.4", "discard-or-hold", {})
            return self.missing(seat, card_pile(card_of(move)))
        if phase == YIELDING:
            return refused_colour(self.words[OWNED + seat], YIELD, move, "CAPO-5.5", "yield-a-city-card")
        if phase == STAKING:
            return refused_colour(self.words[OWNED + seat], STAKE, move, "CAPO-7.7", "stake-a-city-card")
        if phase == DRAFTING:
            return refused_colour(self.shown, PICK, move, "CAPO-7.8", "pick-a-city-card")
        return self.refused_gift(seat, move)

    def refused_challenge(self, seat: i64, move: i64) -> Refusal | None:
        """Why a 9 may not challenge this seat."""
        verb = verb_of(move)
        if verb == REFRAIN:
            return None
        if verb != CHALLENGE:
            return Refusal("CAPO-4.5", "challenge-or-refrain", {})
        foe = seat_of(move)
        if foe >= self.seats or foe == seat:
            return Refusal("CAPO-4.5", "challenge-or-refrain", {})
        if self.can_challenge(seat, foe):
            return None
        return Refusal("CAPO-5.1", "cannot-be-challenged", {"seat": foe})

    def refused_gift(self, seat: i64, move: i64) -> Refusal | None:
        """Why this is no gift."""
        wanted = self.exchanged(seat)
        rule = "CAPO-7.5"
        if self.seats >= 4:
            rule = "CAPO-7.3" if wanted == 2 else "CAPO-7.4"
        if verb_of(move) != GIVE or card_count_of(move) != wanted:
            return Refusal(rule, "give-cards", {"count": wanted})
        return self.missing(seat, cards_of(move))


def refused_colour(pile: i64, verb: i64, move: i64, rule: str, reason: str) -> Refusal | None:
    """Why no city card of this colour can be chosen."""
    if verb_of(move) != verb:
        return Refusal(rule, reason, {})
    if not city_copies(pile, colour_of(move)):
        return Refusal(rule, "no-such-city-card", {"colour": CITY_COLOURS[colour_of(move)]})
    return None
