"""What may be played in Capital Lux, why not, and what chance may bring."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, Refusal
from caponata.games.capital_lux.layout import (
    AGENT,
    AGENT_DRAWS,
    CLERIC,
    FIRST_PICK,
    GOLDS,
    GUILDS,
    HANDS,
    HOMES,
    OVER,
    PLAYING,
    SECOND_PICK,
    SETTLING,
    STARTING,
)
from caponata.games.capital_lux.moves import (
    CAPITAL,
    CARD_NAMES,
    COLOUR_COUNT,
    COLOURS,
    DISCARD,
    DRAW,
    HOME,
    KINDS,
    MODIFIER,
    MODIFIER_COUNT,
    PAY,
    PICK,
    PLACE,
    STARTER,
    TAKE,
    VALUES,
)
from caponata.games.capital_lux.piles import (
    EACH,
    TWO_OR_MORE,
    chunk,
    colour_value,
    copies,
    first_kind,
    kind_count,
    nth,
    one_each,
    size,
    without_kind,
)
from caponata.games.capital_lux.state import LuxState

MOST_LUX_MOVES: Final = 32


class LuxLegality(LuxState):
    """Legal moves, refusals and odds."""

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        count: i64 = 0
        if self.phase == PLAYING:
            hand = self.words[HANDS + seat]
            while hand:
                kind = first_kind(hand)
                hand = without_kind(hand, kind)
                into[count] = HOME + kind
                into[count + 1] = CAPITAL + kind
                count += 2
            return count
        return self.other_moves(seat, into)

    def other_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the moves of the rarer decisions: picks, the professions' choices, gold."""
        count: i64 = 0
        if self.phase <= SECOND_PICK:
            return self.pairs(self.words[HANDS + seat], into)
        colour: i64 = 0
        if self.phase == AGENT:
            while colour < COLOUR_COUNT:
                into[count] = PLACE + colour
                count += 1
                colour += 1
            return count
        if self.phase == CLERIC:
            while colour < GUILDS:
                if chunk(self.city, colour):
                    into[count] = TAKE + colour
                    count += 1
                colour += 1
            return count
        while colour < COLOUR_COUNT:
            if self.can_pay(seat, colour):
                into[count] = PAY + colour
                count += 1
            colour += 1
        into[count] = DISCARD
        return count + 1

    def pairs(self, packet: i64, into: vec[i64]) -> i64:
        """Write all picks of two cards from a packet."""
        count: i64 = 0
        while packet:
            first = first_kind(packet)
            start = PICK + first * KINDS
            if copies(packet, first) > 1:
                into[count] = start + first
                count += 1
            packet = without_kind(packet, first)
            others = packet
            while others:
                second = first_kind(others)
                others = without_kind(others, second)
                into[count] = start + second
                count += 1
        return count

    def random_move(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        if self.phase == PLAYING:
            singles = one_each(self.words[HANDS + seat])
            ticket = rng.below(2 * kind_count(singles))
            skipped = ticket >> 1
            while skipped > 0:
                singles &= singles - 1
                skipped -= 1
            return HOME + (ticket & 1) * KINDS + first_kind(singles)
        if self.phase <= SECOND_PICK:
            return self.any_pair(self.words[HANDS + seat], rng)
        return buffer[rng.below(self.other_moves(seat, buffer))]

    def any_pair(self, packet: i64, rng: Rng) -> i64:
        """A random pick of two cards: the list of `pairs`, walked row by row without being written."""
        singles = one_each(packet)
        doubles = one_each(packet >> 1 & TWO_OR_MORE)
        kinds = kind_count(singles)
        ticket = rng.below((kinds * (kinds - 1) >> 1) + kind_count(doubles))
        while True:
            lowest_card = singles & -singles
            if doubles & lowest_card:
                if ticket == 0:
                    first = first_kind(lowest_card)
                    return PICK + first * KINDS + first
                ticket -= 1
            singles ^= lowest_card
            kinds -= 1
            if ticket < kinds:
                break
            ticket -= kinds
        while ticket > 0:
            singles &= singles - 1
            ticket -= 1
        return PICK + first_kind(lowest_card) * KINDS + first_kind(singles)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        if self.phase == OVER:
            return Refusal("LUX-5.1", "game-over", {})
        if self.to_act == CHANCE_ACTS:
            return Refusal("LUX-3.1", "wait-for-the-draw", {})
        if seat < 0 or seat >= self.seats or not self.to_act >> seat & 1:
            if self.phase == FIRST_PICK or self.phase == SECOND_PICK:
                return Refusal("LUX-2.2", "already-picked", {})
            order = "LUX-4.8" if self.phase == SETTLING else "LUX-3.1"
            return Refusal(order, "not-your-turn", {"seat": self.turn})
        if self.phase == FIRST_PICK or self.phase == SECOND_PICK:
            return self.refused_pick(seat, move)
        if self.phase == PLAYING:
            if move < HOME or move >= TAKE:
                return Refusal("LUX-3.1", "play-a-card", {})
            kind = (move - HOME) % KINDS
            if not copies(self.words[HANDS + seat], kind):
                return Refusal("LUX-3.1", "card-not-in-hand", {"card": CARD_NAMES[kind]})
            return None
        if self.phase == AGENT:
            if move < PLACE or move >= PAY:
                return Refusal("LUX-3.8", "place-the-modifier", {})
            return None
        if self.phase == CLERIC:
            return self.refused_take(move)
        return self.refused_payment(seat, move)

    def refused_pick(self, seat: i64, move: i64) -> Refusal | None:
        """Why a move is no pick from this seat's packet."""
        if move < PICK or move >= HOME:
            return Refusal("LUX-2.2", "pick-two", {})
        first = (move - PICK) // KINDS
        second = (move - PICK) % KINDS
        packet = self.words[HANDS + seat]
        if first > second:
            return Refusal("LUX-2.2", "pick-two", {})
        if not copies(packet, first):
            return Refusal("LUX-2.2", "card-not-in-packet", {"card": CARD_NAMES[first]})
        if copies(packet, second) < (2 if first == second else 1):
            return Refusal("LUX-2.2", "card-not-in-packet", {"card": CARD_NAMES[second]})
        return None

    def refused_take(self, move: i64) -> Refusal | None:
        """Why the Cleric may not do this."""
        if move < TAKE or move >= PLACE:
            rich: i64 = 0
            while not chunk(self.city, rich):
                rich += 1
            return Refusal(
                "LUX-3.12",
                "cleric-must-take",
                {"colour": COLOURS[rich], "cards": size(chunk(self.city, rich))},
            )
        if not chunk(self.city, move - TAKE):
            return Refusal("LUX-3.12", "colour-is-empty", {"colour": COLOURS[move - TAKE]})
        return None

    def refused_payment(self, seat: i64, move: i64) -> Refusal | None:
        """Why this is no answer to the reckoning."""
        if move == DISCARD:
            return None
        if move < PAY or move > DISCARD:
            return Refusal("LUX-4.7", "pay-or-discard", {})
        colour = move - PAY
        missing = self.excess(seat, colour)
        if missing == 0:
            return Refusal("LUX-4.7", "not-over", {"colour": COLOURS[colour]})
        if missing > self.words[GOLDS + seat]:
            return Refusal(
                "LUX-4.7",
                "too-little-gold",
                {"colour": COLOURS[colour], "missing": missing, "gold": self.words[GOLDS + seat]},
            )
        return None

    # Chance

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        count: i64 = 0
        i: i64 = 0
        if self.phase == STARTING:
            while i < self.seats:
                into[i] = STARTER + i
                weights[i] = 1  # [LUX-1.4]
                i += 1
            return i
        if self.phase == AGENT_DRAWS:
            while i < MODIFIER_COUNT:
                if self.modifiers_left >> i & 1:
                    into[count] = MODIFIER + i
                    weights[count] = 1
                    count += 1
                i += 1
            return count
        deck = self.deck
        while deck:
            if deck & EACH:
                into[count] = DRAW + i
                weights[count] = deck & EACH
                count += 1
            deck >>= 3
            i += 1
        return count

    def total_weight(self) -> i64:
        if self.phase == STARTING:
            return self.seats
        if self.phase == AGENT_DRAWS:
            return MODIFIER_COUNT - self.placed
        return self.deck_size

    def chance_move(self, ticket: i64) -> i64:
        if self.phase == STARTING:
            return STARTER + ticket
        if self.phase == AGENT_DRAWS:
            i: i64 = 0
            while True:
                if self.modifiers_left >> i & 1:
                    if ticket == 0:
                        return MODIFIER + i
                    ticket -= 1
                i += 1
        return DRAW + nth(self.deck, ticket)

    # When a clock runs out

    def default_move(self, seat: i64) -> i64:
        buffer = vec[i64]([0] * MOST_LUX_MOVES)
        count = self.moves(seat, buffer)
        best = buffer[0]
        i: i64 = 1
        while i < count:
            if self.patience(seat, buffer[i]) > self.patience(seat, best):
                best = buffer[i]
            i += 1
        return best

    def patience(self, seat: i64, move: i64) -> i64:
        """How little harm a move does: low cards stay at home, and gold saves what is worth its price."""
        if self.phase == PLAYING:
            if move < CAPITAL:
                return -((move - HOME) % VALUES)
            return -VALUES
        if self.phase == SETTLING and move < DISCARD:
            colour = move - PAY
            return colour_value(self.words[HOMES + seat], colour) - self.excess(seat, colour)
        return 0
