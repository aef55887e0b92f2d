"""What Capone knows about good play: what a play earns, what it risks, and what it denies the others."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.capone.cards import OF_KIND, copies, size
from caponata.games.capone.layout import (
    CELLS,
    EXACTLY,
    FRONT_PAY,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HOMES,
    LAST_GUARDS,
    OWNER_MASK,
    STEPS,
    TURN,
)
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
from caponata.games.capone.people import most_value, value
from caponata.games.capone.risk import PERCENT, can_finish, future, is_ending, malice
from caponata.games.capone.rules import CaponePosition
from caponata.games.capone.stacks import (
    FAR,
    best_site,
    best_stack,
    filled,
    guards_for,
    harm,
    illegal_cards,
    worth,
)

FRESH: Final[i64] = 30  # what an unknown card is worth
BUSINESS: Final[i64] = 45  # what an illegal business in hand is worth; the first few of them
TOO_MANY: Final[i64] = 18  # ... of one more than a family can fill
ENOUGH: Final[i64] = 3
TWIN: Final[i64] = 12  # a second card of a business: the others have fewer
PATIENT: Final = (26, 40, 34, 18)  # Verkehr, Angebot, FBI, Übernahme: what they find when one waits
FREEDOM: Final[i64] = 75  # what a free member earns in a year, in percent of its value
INSIDE: Final[i64] = 60  # what an opponent loses in each further year, in percent


@final
class CaponeHints(Hints):
    """Judges a move by money: earned now, risked, kept for later, and lost by those who lead."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, CaponePosition)
        verb = verb_of(move)
        if verb == DISCARD:
            return -later(position, seat, card_of(move))
        if verb == PLAY:
            return now(position, seat, card_of(move)) - later(position, seat, card_of(move))
        if verb == SITE:
            return best_stack(position, seat, position.card, site_of(move))
        if verb in (ADD, GUARD, CONFIRM):
            return appeal_of_piece(position, seat, move)
        if verb in (SEIZE, STRIKE, SQUEEZE):
            return appeal_of_target(position, move)
        if verb == BUY_OUT:
            return appeal_of_freedom(position, seat, member_of(move))
        if verb == EXCHANGE:
            return 0
        if verb == RETURN:
            return appeal_of_exchange(position, seat, card_of(move))
        return appeal_of_settling(position, seat, move)


# Cards


def now(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """What playing a card gains at this moment, in hundredths."""
    if kind < FIRST_LEGAL or kind == UEBERNAHME:
        return best_site(position, seat, kind)
    if kind < VERKEHR:
        return PERCENT * (FRONT_PAY[position.words[STEPS + seat]] - GUARD_PRICE)
    return best_target(position, seat, kind)


def later(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """What a card may still gain this year if it is kept, in hundredths: less with every turn gone."""
    turns = size(position.words[HANDS + seat]) - 1
    if turns == 0:
        return 0
    if kind >= VERKEHR and kind != SCHUTZGELD:
        found: i64 = 0
        if position.can_play(seat, kind):
            found = now(position, seat, kind)
        hoped = PERCENT * patient(kind) * turns // position.hand_size
        if hoped > found:
            return hoped
        return found
    if not position.can_play(seat, kind):
        return 0
    if kind < FIRST_LEGAL:
        free = most_value(position.words[HOMES + seat], position.words[GUARDS + seat], position.lesser)
        worth = PERCENT * free // (1 + illegal_cards(position, seat))
        return worth * (position.hand_size + turns) // (2 * position.hand_size)
    return now(position, seat, kind)


def patient(kind: i64) -> i64:
    """What an action finds on an average year's board."""
    if kind < ANGEBOT:
        return PATIENT[0]
    if kind == ANGEBOT:
        return PATIENT[1]
    if kind == FBI:
        return PATIENT[2]
    return PATIENT[3]


# Pieces


def appeal_of_piece(position: CaponePosition, seat: i64, move: i64) -> i64:
    """A piece is as good as the stack that comes of it; confirming, as the stack that is there."""
    people = position.people
    guards = position.guards
    verb = verb_of(move)
    if verb == CONFIRM:
        return worth(position, seat, position.card, position.site, people, guards)
    if verb == ADD:
        people |= 1 << member_of(move)
    else:
        guards = guards_of(move)
    if position.mode <= EXACTLY and people:
        people = filled(position, seat, position.card, position.beside, people, position.need)
    if position.mode == LAST_GUARDS or guards > 0:
        return worth(position, seat, position.card, position.site, people, guards)
    missing = position.need - value(people, position.lesser)
    guards = guards_for(position, seat, missing)
    return worth(position, seat, position.card, position.site, people, guards)


# Actions


def best_target(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """The best that an action can do now."""
    best: i64 = 0
    if kind == SCHUTZGELD:
        other: i64 = 0
        while other < position.seats:
            if other != seat and squeezing(position, other) > best:
                best = squeezing(position, other)
            other += 1
        return best
    place: i64 = 0
    while place < SITE_COUNT + LEISURE_COUNT:
        if position.is_target(seat, kind, place):
            found = striking(position, place)
            if kind != ANGEBOT:
                found = best_seizing(position, place, kind)
            if found > best:
                best = found
        place += 1
    return best


def squeezing(position: CaponePosition, victim: i64) -> i64:
    """What protection money is worth: to have it, and that the other has it not."""
    return position.squeezed(victim) * (PERCENT + malice(position, victim))


def striking(position: CaponePosition, place: i64) -> i64:
    """What it is worth that everybody at a place dies."""
    if place < SITE_COUNT:
        return malice(position, position.owner(place)) * harm(position, place, False)  # noqa: FBT003
    here = position.at_leisure(place - SITE_COUNT)
    lost = value(1 << (here >> 3), position.lesser) * future(position) // PERCENT
    return malice(position, (here & OWNER_MASK) - 1) * lost


def best_seizing(position: CaponePosition, place: i64, kind: i64) -> i64:
    """What it is worth to take the strongest member away from a place."""
    if place >= SITE_COUNT:
        here = position.at_leisure(place - SITE_COUNT)
        return seizing(position, (here & OWNER_MASK) - 1, here >> 3, kind, False)  # noqa: FBT003
    people = position.people_at(place)
    member: i64 = 0
    while not people >> member & 1:
        member += 1
    return seizing(position, position.owner(place), member, kind, True)  # noqa: FBT003


def seizing(position: CaponePosition, victim: i64, member: i64, kind: i64, working: bool) -> i64:  # noqa: FBT001
    """What it is worth that a member earns nothing this year and, in prison, the next two."""
    worth = value(1 << member, position.lesser)
    lost: i64 = 0
    if working:
        lost = worth
    if kind == FBI:
        years = future(position) // INSIDE
        if years > 2:
            years = 2
        lost += years * worth * INSIDE // PERCENT
    return malice(position, victim) * lost


def appeal_of_target(position: CaponePosition, move: i64) -> i64:
    """A target is as good as what its family loses."""
    verb = verb_of(move)
    if verb == SEIZE:
        victim = seat_of(move)
        member = member_of(move)
        working = position.place_of(victim, member) < SITE_COUNT
        return seizing(position, victim, member, position.card, working)
    if verb == STRIKE:
        return striking(position, place_of(move))
    return squeezing(position, seat_of(move))


# Exchange and money


def appeal_of_exchange(position: CaponePosition, seat: i64, kind: i64) -> i64:
    """A card goes back if an unknown one promises more."""
    hand = position.words[HANDS + seat] & ~position.aside
    if kind < FIRST_LEGAL:
        rank: i64 = 0  # illegal businesses that stand before this one
        before: i64 = 0
        while before < kind:
            rank += copies(hand, before)
            before += 1
        kept = BUSINESS
        if rank >= ENOUGH:
            kept = TOO_MANY
        if size(hand & OF_KIND[kind]) > 1:
            kept += TWIN
        return FRESH - kept
    if kind < VERKEHR:
        return FRESH - FRONT_PAY[position.words[STEPS + seat]]
    if kind == SCHUTZGELD:
        return FRESH - best_target(position, seat, kind) // PERCENT
    return FRESH - patient(kind)


def appeal_of_freedom(position: CaponePosition, seat: i64, member: i64) -> i64:
    """Freedom pays if the member would else miss so many years that it earns its price back."""
    price = value(1 << member, position.lesser)
    cells = position.words[CELLS + seat]
    years: i64 = 1
    while not cells & 1 << member:
        cells >>= MEMBER_COUNT
        years += 1
    if position.phase == TURN and illegal_cards(position, seat) == 0:
        years -= 1
    if is_ending(position, seat) and position.phase != TURN:
        return -PERCENT  # cash breaks ties
    left = future(position) // INSIDE + 1
    if years > left:
        years = left
    return price * (years * FREEDOM - PERCENT)


def appeal_of_settling(position: CaponePosition, seat: i64, move: i64) -> i64:
    """Guards first, then steps; when the game is about to end, cash is kept to break ties."""
    verb = verb_of(move)
    if verb == DONE:
        return 0
    if verb == SELL:
        return -FAR
    if verb == INVEST:
        if can_finish(position, seat):
            return FAR + steps_of(move)
        return PERCENT + steps_of(move)
    if is_ending(position, seat):
        return -PERCENT
    return FAR // 2 + guards_of(move) - 1
