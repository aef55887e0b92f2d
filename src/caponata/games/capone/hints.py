"""Hints for bots: the appeal of a move, in hundredths of its value in money."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.capone.cards import KIND_MASKS, copies, size
from caponata.games.capone.evaluation import (
    LARGE,
    best_site_value,
    best_stack_value,
    fill_stack,
    guards_needed,
    illegal_card_count,
    placement_value,
    site_loss,
)
from caponata.games.capone.layout import (
    CELLS,
    EXACTLY,
    FRONT_PAY,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HOMES,
    LAST_GUARDS,
    OWNER_BITS,
    OWNER_MASK,
    STEPS,
    TURN,
)
from caponata.games.capone.legality import can_play, is_target
from caponata.games.capone.members import highest_value, value
from caponata.games.capone.moves import (
    ADD,
    ANGEBOT,
    BUY_OUT,
    CONFIRM,
    DISCARD,
    DONE,
    EXCHANGE,
    FBI,
    FIRST_LEGAL,
    GUARD,
    INVEST,
    LEISURE_COUNT,
    MEMBER_COUNT,
    PLAY,
    RETURN,
    SCHUTZGELD,
    SEIZE,
    SELL,
    SITE,
    SITE_COUNT,
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
from caponata.games.capone.risk import PERCENT, can_finish, future_percent, harm_percent, is_ending
from caponata.games.capone.rules import CaponePosition

UNKNOWN_CARD: Final[i64] = 30  # value of an unknown card
ILLEGAL_CARD: Final[i64] = 45  # value of each of the first `ENOUGH_CARDS` illegal businesses in hand
SURPLUS_CARD: Final[i64] = 18  # value of each further one
ENOUGH_CARDS: Final[i64] = 3
DUPLICATE_BONUS: Final[i64] = 12  # for a second card of a business: opponents have fewer
ACTION_VALUES: Final = (26, 40, 34, 18)  # average later gain: Off the street, An offer, FBI, Takeover
FREE_YEAR: Final[i64] = 75  # income of a free member in a year, in percent of its value
PRISON_YEAR: Final[i64] = 60  # loss of an opponent in each further year of prison, in percent


@final
class CaponeHints(Hints):
    """Hints that judge a move by money: gained now, risked, kept for later, and lost by opponents."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CaponePosition)
        verb = verb_of(move)
        if verb == DISCARD:
            return -keep_value(position, seat, card_of(move))
        if verb == PLAY:
            return play_value(position, seat, card_of(move)) - keep_value(position, seat, card_of(move))
        if verb == SITE:
            return best_stack_value(position, seat, position.card, site_of(move))
        if verb in (ADD, GUARD, CONFIRM):
            return piece_appeal(position, seat, move)
        if verb in (SEIZE, STRIKE, SQUEEZE):
            return target_appeal(position, move)
        if verb == BUY_OUT:
            return buy_out_appeal(position, seat, member_of(move))
        if verb == EXCHANGE:
            return 0
        if verb == RETURN:
            return return_appeal(position, seat, card_of(move))
        return settlement_appeal(position, seat, move)


# Cards


def play_value(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """The gain of playing a card now, in hundredths."""
    if kind < FIRST_LEGAL or kind == UEBERNAHME:
        return best_site_value(position, seat, kind)
    if kind < VERKEHR:
        return PERCENT * (FRONT_PAY[position.words[STEPS + seat]] - GUARD_PRICE)
    return best_target_value(position, seat, kind)


def keep_value(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """The expected gain of keeping a card for later this year, in hundredths; it shrinks every turn."""
    turns = size(position.words[HANDS + seat]) - 1
    if turns == 0:
        return 0
    if kind >= VERKEHR and kind != SCHUTZGELD:
        gain: i64 = 0
        if can_play(position, seat, kind):
            gain = play_value(position, seat, kind)
        expected = PERCENT * expected_action_value(kind) * turns // position.hand_size
        if expected > gain:
            return expected
        return gain
    if not can_play(position, seat, kind):
        return 0
    if kind < FIRST_LEGAL:
        free = highest_value(
            position.words[HOMES + seat], position.words[GUARDS + seat], position.weak_right_hand
        )
        per_card = PERCENT * free // (1 + illegal_card_count(position, seat))
        return per_card * (position.hand_size + turns) // (2 * position.hand_size)
    return play_value(position, seat, kind)


def expected_action_value(kind: i64) -> i64:
    """The average gain of an action card that is kept for later."""
    if kind < ANGEBOT:
        return ACTION_VALUES[0]
    if kind == ANGEBOT:
        return ACTION_VALUES[1]
    if kind == FBI:
        return ACTION_VALUES[2]
    return ACTION_VALUES[3]


# Pieces


def piece_appeal(position: CaponePosition, seat: i64, move: i64) -> i64:
    """The value of the placement as it is for CONFIRM, or as it is likely to become with another piece."""
    people = position.people
    guards = position.guards
    verb = verb_of(move)
    if verb == CONFIRM:
        return placement_value(position, seat, position.card, position.site, people, guards)
    if verb == ADD:
        people |= 1 << member_of(move)
    else:
        guards = guards_of(move)
    if position.mode <= EXACTLY and people:
        people = fill_stack(position, seat, position.card, position.companions, people, position.need)
    if position.mode == LAST_GUARDS or guards > 0:
        return placement_value(position, seat, position.card, position.site, people, guards)
    missing = position.need - value(people, position.weak_right_hand)
    guards = guards_needed(position, seat, missing)
    return placement_value(position, seat, position.card, position.site, people, guards)


# Actions


def best_target_value(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """The value of the best target of an action card, or 0."""
    best: i64 = 0
    if kind == SCHUTZGELD:
        other: i64 = 0
        while other < position.seats:
            if other != seat and squeeze_value(position, other) > best:
                best = squeeze_value(position, other)
            other += 1
        return best
    place: i64 = 0
    while place < SITE_COUNT + LEISURE_COUNT:
        if is_target(position, seat, kind, place):
            target_value = strike_value(position, place)
            if kind != ANGEBOT:
                target_value = best_seize_value(position, place, kind)
            if target_value > best:
                best = target_value
        place += 1
    return best


def squeeze_value(position: CaponePosition, victim: i64) -> i64:
    """The value of protection money: gained by the seat and lost by the victim."""
    return position.protection_money(victim) * (PERCENT + harm_percent(position, victim))


def strike_value(position: CaponePosition, place: i64) -> i64:
    """The value of killing all members at a place."""
    if place < SITE_COUNT:
        return harm_percent(position, position.owner(place)) * site_loss(position, place, False)  # noqa: FBT003
    guest = position.guest_at(place - SITE_COUNT)
    lost = value(1 << (guest >> OWNER_BITS), position.weak_right_hand) * future_percent(position) // PERCENT
    return harm_percent(position, (guest & OWNER_MASK) - 1) * lost


def best_seize_value(position: CaponePosition, place: i64, kind: i64) -> i64:
    """The value of seizing the strongest member at a place."""
    if place >= SITE_COUNT:
        guest = position.guest_at(place - SITE_COUNT)
        return seize_value(position, (guest & OWNER_MASK) - 1, guest >> OWNER_BITS, kind, False)  # noqa: FBT003
    people = position.people_at(place)
    member: i64 = 0
    while not people >> member & 1:
        member += 1
    return seize_value(position, position.owner(place), member, kind, True)  # noqa: FBT003


def seize_value(position: CaponePosition, victim: i64, member: i64, kind: i64, is_on_site: bool) -> i64:  # noqa: FBT001
    """The value of seizing a member: it earns nothing this year and, in prison, for two more."""
    member_value = value(1 << member, position.weak_right_hand)
    lost: i64 = 0
    if is_on_site:
        lost = member_value
    if kind == FBI:
        years = future_percent(position) // PRISON_YEAR
        if years > 2:
            years = 2
        lost += years * member_value * PRISON_YEAR // PERCENT
    return harm_percent(position, victim) * lost


def target_appeal(position: CaponePosition, move: i64) -> i64:
    """The value of the harm to the target's family."""
    verb = verb_of(move)
    if verb == SEIZE:
        victim = seat_of(move)
        member = member_of(move)
        is_on_site = position.find_member(victim, member) < SITE_COUNT
        return seize_value(position, victim, member, position.card, is_on_site)
    if verb == STRIKE:
        return strike_value(position, place_of(move))
    return squeeze_value(position, seat_of(move))


# Exchange and money


def return_appeal(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """The value of an unknown card compared with this one."""
    hand = position.words[HANDS + seat] & ~position.aside
    if kind < FIRST_LEGAL:
        rank: i64 = 0  # illegal businesses in hand before this one
        before: i64 = 0
        while before < kind:
            rank += copies(hand, before)
            before += 1
        kept = ILLEGAL_CARD
        if rank >= ENOUGH_CARDS:
            kept = SURPLUS_CARD
        if size(hand & KIND_MASKS[kind]) > 1:
            kept += DUPLICATE_BONUS
        return UNKNOWN_CARD - kept
    if kind < VERKEHR:
        return UNKNOWN_CARD - FRONT_PAY[position.words[STEPS + seat]]
    if kind == SCHUTZGELD:
        return UNKNOWN_CARD - best_target_value(position, seat, kind) // PERCENT
    return UNKNOWN_CARD - expected_action_value(kind)


def buy_out_appeal(position: CaponePosition, seat: i64, member: i64) -> i64:
    """The income of a freed member in the years it would miss, less the price of its freedom."""
    price = value(1 << member, position.weak_right_hand)
    cells = position.words[CELLS + seat]
    years: i64 = 1
    while not cells & 1 << member:
        cells >>= MEMBER_COUNT
        years += 1
    if position.phase == TURN and illegal_card_count(position, seat) == 0:
        years -= 1
    if is_ending(position, seat) and position.phase != TURN:
        return -PERCENT  # cash breaks ties
    left = future_percent(position) // PRISON_YEAR + 1
    if years > left:
        years = left
    return price * (years * FREE_YEAR - PERCENT)


def settlement_appeal(position: CaponePosition, seat: i64, move: i64) -> i64:
    """Prefer guards, then steps; before the end of the game, keep cash to break ties."""
    verb = verb_of(move)
    if verb == DONE:
        return 0
    if verb == SELL:
        return -LARGE
    if verb == INVEST:
        if can_finish(position, seat):
            return LARGE + steps_of(move)
        return PERCENT + steps_of(move)
    if is_ending(position, seat):
        return -PERCENT
    return LARGE // 2 + guards_of(move) - 1
