"""A turn of Capone: the effects of cards, placements and actions."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capone.cards import one_of
from caponata.games.capone.layout import (
    AIM_MEMBER,
    AIM_PLACE,
    AIM_SEAT,
    AT_LEAST,
    BY_FBI,
    CASH,
    CELLS,
    CHOOSING_SITE,
    DRIVEN_OUT,
    FREE_SITE,
    FRONT_BITS,
    FRONT_PAY,
    GUARD_MASK,
    GUARDS,
    HANDS,
    HARBOUR,
    HOMES,
    KILLED,
    LAST_CELL,
    LEISURE_BITS,
    LEISURE_MASK,
    MEMBER_BITS,
    NONE,
    OWNER_BITS,
    OWNER_MASK,
    PAID,
    PARK,
    SENT_HOME,
    SITES,
    STEPS,
    TAKEN_OFF,
    TURN,
)
from caponata.games.capone.moves import (
    ANGEBOT,
    FBI,
    FIRST_LEGAL,
    SCHUTZGELD,
    SEIZE,
    SITE_COUNT,
    STRIKE,
    UEBERNAHME,
    VERKEHR,
    member_of,
    place_of,
    seat_of,
)
from caponata.games.capone.state import CaponeState
from caponata.games.capone.year import end_year, pay


def discard_card(state: CaponeState, kind: i64) -> None:
    """Move a card from the acting seat's hand to the discards."""
    card = one_of(state.words[HANDS + state.turn], kind)
    state.words[HANDS + state.turn] ^= card
    state.discards |= card


def play_card(state: CaponeState, kind: i64) -> None:
    """Play a legal business at once; for other cards, ask for a site or a target."""
    if kind >= FIRST_LEGAL and kind < VERKEHR:
        seat = state.turn
        state.words[GUARDS + seat] -= 1
        state.fronts |= seat + 1 << FRONT_BITS * (kind - FIRST_LEGAL)
        pay(state, seat, FRONT_PAY[state.words[STEPS + seat]])  # [CAPONE-4.1]
        discard_card(state, kind)
        end_turn(state)
        return
    state.card = kind
    if kind < FIRST_LEGAL or kind == UEBERNAHME:
        state.phase = CHOOSING_SITE
    elif kind == ANGEBOT:
        state.phase = AIM_PLACE
    elif kind == SCHUTZGELD:
        state.phase = AIM_SEAT
    else:
        state.phase = AIM_MEMBER


def end_turn(state: CaponeState) -> None:
    """Pass the turn to the next seat, or end the year after its last card."""
    state.card = NONE
    state.site = NONE
    state.people = 0
    state.guards = 0
    state.mode = AT_LEAST
    state.need = 0
    state.companions = 0
    state.played += 1
    if state.played == state.seats * state.hand_size:
        end_year(state)
        return
    state.turn = state.left_of(state.turn)
    state.phase = TURN
    state.to_act = 1 << state.turn


def place_pieces(state: CaponeState) -> None:
    """Put the chosen pieces on the site; an opponent's pieces are driven out, or sent home by a takeover."""
    words = state.words
    seat = state.turn
    site = state.site
    before = words[SITES + site]
    owner = (before & OWNER_MASK) - 1
    words[HOMES + seat] &= ~state.people
    words[GUARDS + seat] -= state.guards
    after = seat + 1 | state.guards << OWNER_BITS | state.people << MEMBER_BITS
    if owner == seat:
        after = before + (state.guards << OWNER_BITS) | state.people << MEMBER_BITS  # [CAPONE-3.4]
    elif owner != NONE:
        people = before >> MEMBER_BITS
        guards = before >> OWNER_BITS & GUARD_MASK
        if state.card == UEBERNAHME:
            words[HOMES + owner] |= people  # [CAPONE-5.4]
            words[GUARDS + owner] += guards
            state.emit(SENT_HOME, owner, site, before >> OWNER_BITS)
        else:
            words[HARBOUR + owner] |= people  # [CAPONE-3.6]
            words[PARK + owner] += guards
            state.emit(DRIVEN_OUT, owner, site, before >> OWNER_BITS)
    words[SITES + site] = after
    discard_card(state, state.card)
    end_turn(state)


# Actions


def play_action(state: CaponeState, verb: i64, move: i64) -> None:
    """Apply an action card to its target, and end the turn."""
    if verb == SEIZE:
        seize_member(state, seat_of(move), member_of(move))
    elif verb == STRIKE:
        kill_members(state, place_of(move))
    else:
        collect_protection(state, seat_of(move))
    discard_card(state, state.card)
    end_turn(state)


def seize_member(state: CaponeState, owner: i64, member: i64) -> None:
    """Move a member to a leisure place or to prison; its companions stay."""
    words = state.words
    one: i64 = 1 << member
    place = state.find_member(owner, member)
    leisure = state.card - VERKEHR
    if state.card == FBI:
        leisure = BY_FBI
    state.emit(TAKEN_OFF, owner, member, leisure)
    if place < SITE_COUNT:
        words[SITES + place] &= ~(one << MEMBER_BITS)
        if words[SITES + place] <= OWNER_MASK:
            words[SITES + place] = 0  # [CAPONE-3.7]
            state.emit(FREE_SITE, place, 0, 0)
    else:
        state.leisure &= ~(LEISURE_MASK << LEISURE_BITS * (place - SITE_COUNT))
    if state.card == FBI:
        words[CELLS + owner] |= one << LAST_CELL  # [CAPONE-5.2]
    else:
        state.leisure |= (owner + 1 | member << OWNER_BITS) << LEISURE_BITS * leisure  # [CAPONE-5.1]


def kill_members(state: CaponeState, place: i64) -> None:
    """Kill all members at a place; their guards go to the park [CAPONE-5.5]."""
    words = state.words
    if place < SITE_COUNT:
        word = words[SITES + place]
        owner = (word & OWNER_MASK) - 1
        words[HARBOUR + owner] |= word >> MEMBER_BITS
        words[PARK + owner] += word >> OWNER_BITS & GUARD_MASK
        words[SITES + place] = 0
        state.emit(KILLED, owner, place, word >> OWNER_BITS)
        return
    guest = state.guest_at(place - SITE_COUNT)
    one: i64 = 1 << (guest >> OWNER_BITS)
    owner = (guest & OWNER_MASK) - 1
    words[HARBOUR + owner] |= one
    state.leisure &= ~(LEISURE_MASK << LEISURE_BITS * (place - SITE_COUNT))
    state.emit(KILLED, owner, place, one << MEMBER_BITS - OWNER_BITS)


def collect_protection(state: CaponeState, victim: i64) -> None:
    """Make a seat pay protection money to the acting seat [CAPONE-5.3]."""
    money = state.protection_money(victim)
    state.words[CASH + victim] -= money
    state.words[CASH + state.turn] += money
    state.emit(PAID, victim, money, 0)
