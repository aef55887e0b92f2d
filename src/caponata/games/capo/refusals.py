"""Refusals: the rule that forbids a move, and the reason."""

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
    FULL_TABLE,
    HANDS,
    OVER,
    OWNED,
    PLAYING,
    STAKING,
    TURNING,
    YIELDING,
)
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
from caponata.games.capo.piles import card_pile, cards_in, city_copies, contains
from caponata.games.capo.plays import (
    POLICE_STRENGTH,
    can_battle_top,
    can_challenge,
    is_hit,
    play_strength,
)
from caponata.games.capo.state import CapoState

SEALED_RULES: Final = {STAKING: "CAPO-7.7", EXCHANGE: "CAPO-7.6", FIGHTING: "CAPO-5.2"}
TURN_RULES: Final = {DISCARDING: "CAPO-5.4", YIELDING: "CAPO-5.5", DRAFTING: "CAPO-7.8"}


def refusal(state: CapoState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids this move to this seat now, or None if it is legal."""
    if state.phase == OVER:
        return Refusal("CAPO-8.1", "game-over", {})
    if state.to_act == CHANCE_ACTS:
        return Refusal("CAPO-1.5", "wait-for-the-draw", {})
    if seat < 0 or seat >= state.seats or not state.to_act >> seat & 1:
        if state.is_sealed():
            return Refusal(SEALED_RULES[state.phase], "others-choose", {})
        return Refusal(TURN_RULES.get(state.phase, "CAPO-3.3"), "not-your-turn", {"seat": state.turn})
    if state.phase == PLAYING:
        return play_refusal(state, seat, move)
    return choice_refusal(state, seat, move)


# Playing cards


def play_refusal(state: CapoState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a seat to pass or to lay these cards, or None."""
    is_lead = state.top_size == 0
    verb = verb_of(move)
    if verb == PASS:
        return Refusal("CAPO-3.2", "leader-must-lay", {}) if is_lead else None
    if verb != LAY:
        return Refusal("CAPO-3.2", "lay-a-play", {}) if is_lead else Refusal("CAPO-3.3", "lay-or-pass", {})
    cards = cards_of(move)
    size = card_count_of(move)
    missing = missing_card_refusal(state, seat, cards)
    if missing is not None:
        return missing
    if size > 2 and size != state.hand_size:
        return size_refusal(state)
    if not is_lead and size != state.top_size:
        return Refusal("CAPO-3.3", "another-sort", {"count": state.top_size})
    strength = play_strength(state, cards, size)
    if strength == 0:
        return Refusal("CAPO-2.2", "no-duo", {}) if size == 2 else Refusal(hand_rule(state), "no-hand", {})
    if is_lead or (strength > state.top_strength and state.top_strength != POLICE_STRENGTH):
        return None
    if is_hit(state, cards, size):
        return None
    if size <= 2 and state.top_strength == POLICE_STRENGTH:
        return Refusal("CAPO-2.4" if size == 1 else "CAPO-2.5", "nothing-beats-police", {})
    if strength == state.top_strength and size > 1:
        if can_battle_top(state, seat):
            return None
        return Refusal("CAPO-5.6", "no-battle-possible", {"seat": state.top_seat})
    return Refusal("CAPO-2.1" if size == 1 else "CAPO-2.7", "too-weak", {})


def size_refusal(state: CapoState) -> Refusal:
    """The refusal of a play with a number of cards that this variant does not have."""
    if state.hand_size == 0:
        return Refusal("CAPO-9.1", "no-hands-at-all", {})
    return Refusal(hand_rule(state), "wrong-size", {"count": state.hand_size})


def hand_rule(state: CapoState) -> str:
    """The rule that lists the hands of this variant."""
    return {3: "CAPO-9.2", 4: "CAPO-2.3"}.get(state.hand_size, "CAPO-9.3")


def missing_card_refusal(state: CapoState, seat: i64, cards: i64) -> Refusal | None:
    """The refusal of cards that are not in the seat's hand, or None."""
    hand = state.piles[HANDS + seat]
    if contains(hand, cards):
        return None
    for card in cards_in(cards):
        if not contains(hand, card_pile(card)):
            return Refusal("CAPO-3.3", "card-not-in-hand", {"card": CARD_NAMES[card]})
    return Refusal("CAPO-3.3", "one-police", {})


# Other decisions


def choice_refusal(state: CapoState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move in one of the less frequent decisions, or None."""
    phase = state.phase
    verb = verb_of(move)
    if phase == TURNING:
        return None if verb in (TURN, KEEP) else Refusal("CAPO-4.1", "turn-or-keep", {})
    if phase == CHALLENGING:
        return challenge_refusal(state, seat, move)
    if phase == FIGHTING:
        if verb != FIGHT:
            return Refusal("CAPO-5.2", "choose-a-battle-card", {})
        return missing_card_refusal(state, seat, card_pile(card_of(move)))
    if phase == DISCARDING:
        if verb == HOLD:
            return None
        if verb != DISCARD:
            return Refusal("CAPO-5.4", "discard-or-hold", {})
        return missing_card_refusal(state, seat, card_pile(card_of(move)))
    if phase == YIELDING:
        return colour_refusal(state.piles[OWNED + seat], YIELD, move, "CAPO-5.5", "yield-a-city-card")
    if phase == STAKING:
        return colour_refusal(state.piles[OWNED + seat], STAKE, move, "CAPO-7.7", "stake-a-city-card")
    if phase == DRAFTING:
        return colour_refusal(state.open_stakes, PICK, move, "CAPO-7.8", "pick-a-city-card")
    return gift_refusal(state, seat, move)


def challenge_refusal(state: CapoState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a challenge after a 9, or None."""
    verb = verb_of(move)
    if verb == REFRAIN:
        return None
    if verb != CHALLENGE:
        return Refusal("CAPO-4.5", "challenge-or-refrain", {})
    foe = seat_of(move)
    if foe >= state.seats or foe == seat:
        return Refusal("CAPO-4.5", "challenge-or-refrain", {})
    if can_challenge(state, seat, foe):
        return None
    return Refusal("CAPO-5.1", "cannot-be-challenged", {"seat": foe})


def gift_refusal(state: CapoState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a gift in the exchange, or None."""
    count = state.exchange_size(seat)
    rule = "CAPO-7.5"
    if state.seats >= FULL_TABLE:
        rule = "CAPO-7.3" if count == 2 else "CAPO-7.4"
    if verb_of(move) != GIVE or card_count_of(move) != count:
        return Refusal(rule, "give-cards", {"count": count})
    return missing_card_refusal(state, seat, cards_of(move))


def colour_refusal(pile: i64, verb: i64, move: i64, rule: str, reason: str) -> Refusal | None:
    """The rule that forbids the choice of a city card from a pile, or None."""
    if verb_of(move) != verb:
        return Refusal(rule, reason, {})
    if not city_copies(pile, colour_of(move)):
        return Refusal(rule, "no-such-city-card", {"colour": CITY_COLOURS[colour_of(move)]})
    return None
