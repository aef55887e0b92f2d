"""Refusals of Capone: the rule that forbids a move, with the facts for the explanation."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Refusal
from caponata.games.capone.cards import one_of
from caponata.games.capone.layout import (
    AIM_PLACE,
    AIM_SEAT,
    CASH,
    CHOOSING_PIECES,
    CHOOSING_SITE,
    EXCHANGING,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HOMES,
    LAST_GUARDS,
    LAST_MEMBER,
    MINIMUMS,
    MOST_STEPS,
    NONE,
    OVER,
    PARK,
    STEP_PRICE,
    STEPS,
    TURN,
    YEAR_END,
)
from caponata.games.capone.legality import can_buy_out, can_play, is_target
from caponata.games.capone.members import DON, value
from caponata.games.capone.moves import (
    ADD,
    ANGEBOT,
    BUY_OUT,
    CARD_NAMES,
    CONFIRM,
    DISCARD,
    DONE,
    EXCHANGE,
    FBI,
    FIRST_LEGAL,
    GUARD,
    INVEST,
    MEMBERS,
    PLAY,
    REHIRE,
    RETURN,
    SEIZE,
    SELL,
    SITE,
    SITE_NAMES,
    SITES_PER_BUSINESS,
    SQUEEZE,
    STRIKE,
    UEBERNAHME,
    VERKEHR,
    card_of,
    guards_of,
    member_of,
    place_of,
    seat_of,
    site_of,
    steps_of,
    verb_of,
)
from caponata.games.capone.placements import (
    can_add,
    can_add_guards,
    can_join,
    can_place,
    chosen_value,
    is_complete,
    needed_value,
)
from caponata.games.capone.state import CaponeState


def refusal(state: CaponeState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move to a seat now, or None if the move is legal."""
    if state.phase == OVER:
        return Refusal("CAPONE-9.1", "game-over", {})
    if state.to_act == CHANCE_ACTS:
        return Refusal("CAPONE-2.2", "wait-for-the-draw", {})
    if seat < 0 or seat >= state.seats or not state.to_act >> seat & 1:
        rule = "CAPONE-2.4"
        if state.phase == EXCHANGING:
            rule = "CAPONE-2.3"
        elif state.phase == YEAR_END:
            rule = "CAPONE-8.4"
        return Refusal(rule, "not-your-turn", {"seat": state.turn})
    if state.phase == TURN:
        return turn_refusal(state, seat, move)
    if state.phase == CHOOSING_SITE:
        return site_refusal(state, seat, move)
    if state.phase == CHOOSING_PIECES:
        return piece_refusal(state, seat, move)
    if state.phase == EXCHANGING:
        return exchange_refusal(state, seat, move)
    if state.phase == YEAR_END:
        return settlement_refusal(state, seat, move)
    return target_refusal(state, seat, move)


# Exchange and turn


def exchange_refusal(state: CaponeState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move during the exchange, or None."""
    verb = verb_of(move)
    if verb == EXCHANGE:
        return None
    if verb != RETURN:
        return Refusal("CAPONE-2.3", "exchange-first", {})
    kind = card_of(move)
    if not one_of(state.words[HANDS + seat] & ~state.aside, kind):
        return Refusal("CAPONE-2.3", "card-not-in-hand", {"card": CARD_NAMES[kind]})
    return None


def turn_refusal(state: CaponeState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move at the start of a turn, or None."""
    verb = verb_of(move)
    if verb == BUY_OUT:
        return buy_out_refusal(state, seat, member_of(move))
    if verb not in (DISCARD, PLAY):
        return Refusal("CAPONE-2.5", "play-a-card", {})
    kind = card_of(move)
    if not one_of(state.words[HANDS + seat], kind):
        return Refusal("CAPONE-2.5", "card-not-in-hand", {"card": CARD_NAMES[kind]})
    if verb == DISCARD or can_play(state, seat, kind):
        return None
    return unplayable_refusal(state, seat, kind)


def unplayable_refusal(state: CaponeState, seat: i64, kind: i64) -> Refusal:
    """The rule that forbids a seat to play a card that it holds."""
    card = {"card": CARD_NAMES[kind]}
    if kind < FIRST_LEGAL:
        if state.is_last_card():
            return Refusal("CAPONE-7.3", "last-card-does-not-fit", card)
        return Refusal("CAPONE-3.1", "too-weak", card)
    if kind < VERKEHR:
        if state.words[STEPS + seat] == 0:
            return Refusal("CAPONE-4.1", "nothing-invested", card)
        return Refusal("CAPONE-4.1", "no-free-guard", card)
    if kind == UEBERNAHME:
        return Refusal("CAPONE-5.4", "no-exact-sum", card)
    return Refusal(action_rule(kind), "nobody-to-hit", card)


def buy_out_refusal(state: CaponeState, seat: i64, member: i64) -> Refusal | None:
    """The rule that forbids a buy-out, or None."""
    if not state.prisoners(seat) >> member & 1:
        return Refusal("CAPONE-6.2", "not-in-prison", {"member": MEMBERS[member]})
    if not can_buy_out(state, seat, member):
        price = value(1 << member, state.weak_right_hand)
        return Refusal(
            "CAPONE-6.2",
            "too-dear",
            {"member": MEMBERS[member], "price": price, "cash": state.words[CASH + seat]},
        )
    return None


# Placements


def site_refusal(state: CaponeState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move while a site must be chosen, or None."""
    if verb_of(move) != SITE:
        return Refusal("CAPONE-2.6", "choose-a-site", {"card": CARD_NAMES[state.card]})
    site = site_of(move)
    if can_place(state, seat, state.card, site):
        return None
    facts: dict[str, str | int] = {"card": CARD_NAMES[state.card], "site": SITE_NAMES[site]}
    if state.card == UEBERNAHME:
        if state.owner(site) in (NONE, seat):
            return Refusal("CAPONE-5.4", "nobody-to-take-over", facts)
        return Refusal("CAPONE-5.4", "no-exact-sum-here", {**facts, "need": state.value_at(site)})
    if site // SITES_PER_BUSINESS != state.card:
        return Refusal("CAPONE-3.1", "another-business", facts)
    if state.is_last_card():
        return Refusal("CAPONE-7.1", "last-card-not-here", facts)
    return Refusal(
        "CAPONE-3.5", "too-weak-here", {**facts, "need": needed_value(state, seat, state.card, site)}
    )


def piece_refusal(state: CaponeState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids the next step of a placement, or None."""
    verb = verb_of(move)
    if verb == ADD:
        if can_add(state, seat, member_of(move)):
            return None
        return member_refusal(state, seat, member_of(move))
    if verb == GUARD:
        if can_add_guards(state, seat, guards_of(move)):
            return None
        return guards_refusal(state, seat, guards_of(move))
    if verb != CONFIRM:
        return Refusal("CAPONE-2.6", "choose-pieces", {})
    if is_complete(state):
        return None
    return Refusal(
        value_rule(state, seat), "not-complete", {"value": chosen_value(state), "need": state.need}
    )


def member_refusal(state: CaponeState, seat: i64, member: i64) -> Refusal:
    """The rule that forbids a member in the placement."""
    facts: dict[str, str | int] = {"member": MEMBERS[member]}
    one: i64 = 1 << member
    if not state.words[HOMES + seat] & one:
        return Refusal("CAPONE-3.1", "not-at-home", facts)
    if state.people & one:
        return Refusal("CAPONE-2.6", "already-named", facts)
    if state.mode == LAST_GUARDS:
        guards = MINIMUMS[state.card] // GUARD_PRICE
        return Refusal("CAPONE-7.1", "last-card-guards", {"guards": guards})
    if state.mode == LAST_MEMBER:
        return Refusal("CAPONE-7.2", "last-card-weakest", {})
    stack = state.companions | state.people
    if not can_join(state, one, stack):
        if (stack | one) & DON:
            return Refusal("CAPONE-3.2", "don-stands-alone", facts)
        return Refusal("CAPONE-3.3", "mama-takes-one", facts)
    return Refusal(value_rule(state, seat), "spoils-the-total", {"need": state.need})


def guards_refusal(state: CaponeState, seat: i64, guards: i64) -> Refusal:
    """The rule that forbids this number of guards in the placement."""
    if state.mode == LAST_MEMBER:
        return Refusal("CAPONE-7.2", "last-card-weakest", {})
    if state.guards > 0:
        return Refusal("CAPONE-2.6", "guards-named", {"guards": state.guards})
    if guards > state.words[GUARDS + seat]:
        return Refusal("CAPONE-3.1", "too-few-guards", {"guards": state.words[GUARDS + seat]})
    if state.mode == LAST_GUARDS:
        required = MINIMUMS[state.card] // GUARD_PRICE
        return Refusal("CAPONE-7.1", "last-card-guards", {"guards": required})
    return Refusal(value_rule(state, seat), "spoils-the-total", {"need": state.need})


def value_rule(state: CaponeState, seat: i64) -> str:
    """The rule that sets the value that the placement must reach."""
    if state.card == UEBERNAHME:
        return "CAPONE-5.4"
    if state.is_last_card():
        return "CAPONE-7.1"
    owner = state.owner(state.site)
    if owner == NONE:
        return "CAPONE-3.1"
    if owner == seat:
        return "CAPONE-3.4"
    return "CAPONE-3.5"


# Targets


def target_refusal(state: CaponeState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids the target of an action card, or None."""
    card = {"card": CARD_NAMES[state.card]}
    rule = action_rule(state.card)
    verb = verb_of(move)
    if state.phase == AIM_SEAT:
        if verb != SQUEEZE:
            return Refusal(rule, "choose-a-seat", card)
        if seat_of(move) == seat or seat_of(move) >= state.seats:
            return Refusal(rule, "not-an-opponent", card)
        return None
    if state.phase == AIM_PLACE:
        if verb != STRIKE:
            return Refusal(rule, "choose-a-place", card)
        if not is_target(state, seat, state.card, place_of(move)):
            return Refusal(rule, "nobody-there", card)
        return None
    if verb != SEIZE:
        return Refusal(rule, "choose-a-member", card)
    owner = seat_of(move)
    member = member_of(move)
    if owner == seat or owner >= state.seats:
        return Refusal(rule, "not-an-opponent", card)
    place = state.find_member(owner, member)
    if place == NONE or not is_target(state, seat, state.card, place):
        return Refusal(rule, "out-of-reach", {**card, "member": MEMBERS[member]})
    return None


# The end of the year


def settlement_refusal(state: CaponeState, seat: i64, move: i64) -> Refusal | None:
    """The rule that forbids a move at the end of the year, or None."""
    words = state.words
    cash = words[CASH + seat]
    verb = verb_of(move)
    if verb == DONE:
        return None
    if verb == BUY_OUT:
        return buy_out_refusal(state, seat, member_of(move))
    if verb == SELL:
        if words[STEPS + seat] > 0:
            return None
        return Refusal("CAPONE-8.6", "nothing-to-sell", {})
    if verb == REHIRE:
        count = guards_of(move)
        if count > words[PARK + seat]:
            return Refusal("CAPONE-8.5", "too-few-in-park", {"guards": words[PARK + seat]})
        if count * GUARD_PRICE > cash:
            return Refusal("CAPONE-8.5", "no-money", {"price": count * GUARD_PRICE, "cash": cash})
        return None
    if verb == INVEST:
        count = steps_of(move)
        if words[STEPS + seat] + count > MOST_STEPS:
            return Refusal("CAPONE-8.7", "beyond-ten", {"steps": words[STEPS + seat]})
        if count * STEP_PRICE > cash:
            return Refusal("CAPONE-8.7", "no-money", {"price": count * STEP_PRICE, "cash": cash})
        return None
    return Refusal("CAPONE-8.4", "settle-the-year", {})


def action_rule(kind: i64) -> str:
    """The rule of an action card."""
    if kind < ANGEBOT:
        return "CAPONE-5.1"
    if kind == ANGEBOT:
        return "CAPONE-5.5"
    if kind == FBI:
        return "CAPONE-5.2"
    return "CAPONE-5.3"
