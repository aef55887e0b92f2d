"""Names and numbers of Capone's cards, places, members and moves.

A move is one integer: every verb owns a range of numbers, and the arguments count through that range. Only
this module does arithmetic on moves; other modules use `verb_of`, the argument accessors and the
constructors.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.games.capone.view_types import Family, Legal, Leisure, Member

FAMILIES: Final[tuple[Family, ...]] = (
    "armaretto",
    "mascapone",
    "vinorosso",
    "ramazotti",
    "kaputtschino",
    "zappajone",
)

# A family's members, as bits of a set: the Don is bit 0 [CAPONE-1.1].
MEMBERS: Final[tuple[Member, ...]] = (
    "don",
    "mama",
    "right-hand",
    "collector",
    "lawyer",
    "bookkeeper",
    "secretary",
    "novice",
)
MEMBER_COUNT: Final[i64] = 8
GUARD_COUNT: Final[i64] = 8

# Kinds of cards: first the illegal businesses, then the legal ones, then the actions [CAPONE-1.2].
ILLEGAL: Final = (
    *("bar", "pawnbroker", "bureau"),
    *("nightclub", "loans", "jeweller"),
    *("printer", "casino"),
    *("bank", "weapons"),
)
LEGAL: Final[tuple[Legal, ...]] = (
    "pasta",
    "laundry",
    "bakery",
    "florist",
    "cinema",
    "icecream",
    "taxi",
    "funeral",
)
LEISURE: Final[tuple[Leisure, ...]] = ("restaurant", "penthouse", "barber")  # [CAPONE-1.4]
ACTIONS: Final = (  # by their printed German names, which records and snapshots keep
    *(f"verkehr-{place}" for place in LEISURE),
    *("angebot", "fbi", "schutzgeld", "uebernahme"),
)
CARD_NAMES: Final = (*ILLEGAL, *LEGAL, *ACTIONS)
LEGAL_COUNT: Final[i64] = 8
LEISURE_COUNT: Final[i64] = 3
KINDS: Final[i64] = 25
FIRST_LEGAL: Final[i64] = 10
VERKEHR: Final[i64] = 18  # the first of three, one for each leisure place
ANGEBOT: Final[i64] = 21
FBI: Final[i64] = 22
SCHUTZGELD: Final[i64] = 23
UEBERNAHME: Final[i64] = 24

SITES_PER_BUSINESS: Final[i64] = 2
SITE_COUNT: Final[i64] = 20
SITE_NAMES: Final = tuple(f"{business}-{site}" for business in ILLEGAL for site in (1, 2))

# Verbs, as `verb_of` returns them.
NO_VERB: Final[i64] = -1
DISCARD: Final[i64] = 0
PLAY: Final[i64] = 1
SITE: Final[i64] = 2
ADD: Final[i64] = 3
GUARD: Final[i64] = 4
CONFIRM: Final[i64] = 5
SEIZE: Final[i64] = 6
STRIKE: Final[i64] = 7
SQUEEZE: Final[i64] = 8
BUY_OUT: Final[i64] = 9
RETURN: Final[i64] = 10
EXCHANGE: Final[i64] = 11
REHIRE: Final[i64] = 12
INVEST: Final[i64] = 13
SELL: Final[i64] = 14
DONE: Final[i64] = 15
DEALER: Final[i64] = 16
DRAW: Final[i64] = 17

# The first number of each verb with arguments, and the moves without arguments.
_FIRST_DISCARD: Final[i64] = 0
_FIRST_PLAY: Final[i64] = 25
_FIRST_SITE: Final[i64] = 50
_FIRST_ADD: Final[i64] = 70
_FIRST_GUARD: Final[i64] = 78
CONFIRM_MOVE: Final[i64] = 86
_FIRST_SEIZE: Final[i64] = 87
_FIRST_STRIKE: Final[i64] = 135
_FIRST_SQUEEZE: Final[i64] = 158
_FIRST_BUY_OUT: Final[i64] = 164
_FIRST_RETURN: Final[i64] = 172
EXCHANGE_MOVE: Final[i64] = 197
_FIRST_REHIRE: Final[i64] = 198
_FIRST_INVEST: Final[i64] = 206
SELL_MOVE: Final[i64] = 216
DONE_MOVE: Final[i64] = 217
_FIRST_DEALER: Final[i64] = 218
_FIRST_DRAW: Final[i64] = 224
_MOVE_COUNT: Final[i64] = 249

CARD: Final = Domain("card", CARD_NAMES)
MEMBER: Final = Domain("member", MEMBERS)
SEAT: Final = Domain("seat", tuple(str(seat) for seat in range(1, 7)))
UP_TO_EIGHT: Final = Domain("guards", tuple(str(count) for count in range(1, 9)))

SPACE: Final = MoveSpace(
    (
        Verb("discard", _FIRST_DISCARD, (CARD,)),
        Verb("play", _FIRST_PLAY, (CARD,)),
        Verb("site", _FIRST_SITE, (Domain("site", SITE_NAMES),)),
        Verb("add", _FIRST_ADD, (MEMBER,)),
        Verb("guards", _FIRST_GUARD, (UP_TO_EIGHT,)),
        Verb("confirm", CONFIRM_MOVE),
        Verb("seize", _FIRST_SEIZE, (SEAT, MEMBER)),
        Verb("strike", _FIRST_STRIKE, (Domain("place", (*SITE_NAMES, *LEISURE)),)),
        Verb("squeeze", _FIRST_SQUEEZE, (SEAT,)),
        Verb("buy-out", _FIRST_BUY_OUT, (MEMBER,)),
        Verb("return", _FIRST_RETURN, (CARD,)),
        Verb("exchange", EXCHANGE_MOVE),
        Verb("rehire", _FIRST_REHIRE, (UP_TO_EIGHT,)),
        Verb("invest", _FIRST_INVEST, (Domain("steps", tuple(str(steps) for steps in range(1, 11))),)),
        Verb("sell", SELL_MOVE),
        Verb("done", DONE_MOVE),
        Verb("dealer", _FIRST_DEALER, (SEAT,), chance=True),
        Verb("draw", _FIRST_DRAW, (CARD,), chance=True),
    )
)

# Verbs


def verb_of(move: i64) -> i64:
    """The verb of a move, or `NO_VERB` if there is no such move."""
    if move < _FIRST_ADD:  # the most frequent verbs first: this is called for every move of a playout
        if move >= _FIRST_SITE:
            return SITE
        if move >= _FIRST_PLAY:
            return PLAY
        if move >= _FIRST_DISCARD:
            return DISCARD
        return NO_VERB
    if move < _FIRST_GUARD:
        return ADD
    if move < CONFIRM_MOVE:
        return GUARD
    if move == CONFIRM_MOVE:
        return CONFIRM
    if move >= _FIRST_RETURN:
        return _late_verb(move)
    if move < _FIRST_STRIKE:
        return SEIZE
    if move < _FIRST_SQUEEZE:
        return STRIKE
    if move < _FIRST_BUY_OUT:
        return SQUEEZE
    return BUY_OUT


def _late_verb(move: i64) -> i64:
    """The verb of an exchange, a settlement at the end of the year, or a chance move."""
    if move < EXCHANGE_MOVE:
        return RETURN
    if move == EXCHANGE_MOVE:
        return EXCHANGE
    if move < _FIRST_INVEST:
        return REHIRE
    if move < SELL_MOVE:
        return INVEST
    if move == SELL_MOVE:
        return SELL
    if move == DONE_MOVE:
        return DONE
    if move < _FIRST_DRAW:
        return DEALER
    if move < _MOVE_COUNT:
        return DRAW
    return NO_VERB


# Arguments


def card_of(move: i64) -> i64:
    """The kind of card of a DISCARD, PLAY, RETURN or DRAW."""
    if move < _FIRST_PLAY:
        return move
    if move < _FIRST_SITE:
        return move - _FIRST_PLAY
    if move < EXCHANGE_MOVE:
        return move - _FIRST_RETURN
    return move - _FIRST_DRAW


def site_of(move: i64) -> i64:
    """The site of a SITE."""
    return move - _FIRST_SITE


def member_of(move: i64) -> i64:
    """The member of an ADD, SEIZE or BUY_OUT."""
    if move < _FIRST_GUARD:
        return move - _FIRST_ADD
    if move < _FIRST_STRIKE:
        return (move - _FIRST_SEIZE) % MEMBER_COUNT
    return move - _FIRST_BUY_OUT


def guards_of(move: i64) -> i64:
    """The number of guards of a GUARD or REHIRE."""
    if move < CONFIRM_MOVE:
        return move - _FIRST_GUARD + 1
    return move - _FIRST_REHIRE + 1


def seat_of(move: i64) -> i64:
    """The seat of a SEIZE, SQUEEZE or DEALER."""
    if move < _FIRST_STRIKE:
        return (move - _FIRST_SEIZE) // MEMBER_COUNT
    if move < _FIRST_BUY_OUT:
        return move - _FIRST_SQUEEZE
    return move - _FIRST_DEALER


def place_of(move: i64) -> i64:
    """The place of a STRIKE: a site, or `SITE_COUNT` plus a leisure place."""
    return move - _FIRST_STRIKE


def steps_of(move: i64) -> i64:
    """The number of steps of an INVEST."""
    return move - _FIRST_INVEST + 1


# Moves


def discard_move(kind: i64) -> i64:
    """Discard a card."""
    return _FIRST_DISCARD + kind


def play_move(kind: i64) -> i64:
    """Play a card."""
    return _FIRST_PLAY + kind


def site_move(site: i64) -> i64:
    """Choose a site for the card being played."""
    return _FIRST_SITE + site


def add_move(member: i64) -> i64:
    """Add a member to the placement."""
    return _FIRST_ADD + member


def guard_move(guards: i64) -> i64:
    """Add 1 to 8 guards to the placement."""
    return _FIRST_GUARD + guards - 1


def seize_move(seat: i64, member: i64) -> i64:
    """Take a member of another seat off the board."""
    return _FIRST_SEIZE + seat * MEMBER_COUNT + member


def strike_move(place: i64) -> i64:
    """Kill all members at a site or leisure place."""
    return _FIRST_STRIKE + place


def squeeze_move(seat: i64) -> i64:
    """Collect protection money from a seat."""
    return _FIRST_SQUEEZE + seat


def buy_out_move(member: i64) -> i64:
    """Buy a member out of prison."""
    return _FIRST_BUY_OUT + member


def return_move(kind: i64) -> i64:
    """Lay a card aside to be exchanged."""
    return _FIRST_RETURN + kind


def rehire_move(guards: i64) -> i64:
    """Rehire 1 to 8 guards from the park."""
    return _FIRST_REHIRE + guards - 1


def invest_move(steps: i64) -> i64:
    """Buy 1 to 10 steps."""
    return _FIRST_INVEST + steps - 1


def dealer_move(seat: i64) -> i64:
    """Chance makes a seat the first dealer."""
    return _FIRST_DEALER + seat


def draw_move(kind: i64) -> i64:
    """Chance draws a card."""
    return _FIRST_DRAW + kind
