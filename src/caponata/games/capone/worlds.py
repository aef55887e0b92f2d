"""Random positions of Capone that agree with a seat's view.

All cards that a seat has not seen are interchangeable, so they are dealt at random to the other hands, to the
cards that others returned, and to the deck. A play that another seat is composing leaves no trace in a view:
in a world it has not begun.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, NOBODY, View, Worlds
from caponata.games.capone.cards import card, full_deck, nth_bit, set_of, size
from caponata.games.capone.layout import (
    CASH,
    CELLS,
    FRONT_BITS,
    GUARDS,
    HANDS,
    HARBOUR,
    HOMES,
    LEISURE_BITS,
    LOST,
    MEMBER_BITS,
    OWNER_BITS,
    PARK,
    PHASES,
    RETURNED,
    SITES,
    STEPS,
    CaponeOptions,
)
from caponata.games.capone.members import member_set
from caponata.games.capone.moves import CARD_NAMES, LEGAL, LEISURE, MEMBERS, SITE_NAMES
from caponata.games.capone.placements import start_placement
from caponata.games.capone.rules import CaponePosition
from caponata.games.capone.year import pay

KIND_OF_NAME: Final = {name: kind for kind, name in enumerate(CARD_NAMES)}
CHANCE_PHASES: Final = ("dealer", "dealing", "drawing")


def kinds_of(names: list[str]) -> list[int]:
    """The kinds of the cards with these names."""
    return [KIND_OF_NAME[name] for name in names]


@final
class CaponeWorlds(Worlds):
    """The positions that fit a view of Capone."""

    def __init__(self, view: View) -> None:
        self.seat: int = -1 if view["seat"] is None else view["seat"]
        self.base = public_position(view)
        self.hands: list[int] = view["cards"]
        self.returned: list[int] = view["returned"]
        left = full_deck(self.base.seats)
        self.base.discards = set_of(kinds_of(view["discards"]), left)
        left &= ~self.base.discards
        if self.seat >= 0:
            hand = set_of(kinds_of(view["hand"]), left)
            self.base.words[HANDS + self.seat] = hand
            returned = set_of(kinds_of(view["gave_back"]), left & ~hand)
            self.base.words[RETURNED + self.seat] = returned
            left &= ~(hand | returned)
            restore_plan(self.base, view["plan"], hand)
        self.unseen: i64 = left
        self.unseen_size: i64 = size(left)

    def sample(self, rng: Rng) -> CaponePosition:
        world = self.base.copy()
        world.deck = self.unseen
        world.deck_size = self.unseen_size
        seat: i64 = 0
        while seat < world.seats:
            if seat != self.seat:
                world.words[HANDS + seat] = deal(world, self.hands[seat], rng)
                world.words[RETURNED + seat] = deal(world, self.returned[seat], rng)
            seat += 1
        return world


def deal(world: CaponePosition, count: i64, rng: Rng) -> i64:
    """Take a number of random cards from the deck, and return them."""
    cards: i64 = 0
    while count > 0:
        one = card(nth_bit(world.deck, rng.below(world.deck_size)))
        world.deck ^= one
        world.deck_size -= 1
        cards |= one
        count -= 1
    return cards


def public_position(view: View) -> CaponePosition:
    """A position with everything that a view shows of the table; cards are added later."""
    position = CaponePosition(view["seats"], CaponeOptions(**view["options"]))
    position.phase = PHASES.index(view["phase"])
    position.year = view["year"]
    position.dealer = view["dealer"]
    position.turn = view["turn"]
    position.played = view["played"]
    position.to_deal = view["to_deal"]
    position.settled = view["settled"]
    words = position.words
    for seat in range(position.seats):
        people: dict[str, Any] = view["people"][seat]
        words[HOMES + seat] = member_set(people["home"])
        words[GUARDS + seat] = people["guards"]
        words[HARBOUR + seat] = member_set(people["harbour"])
        words[PARK + seat] = people["park"]
        words[LOST + seat] = people["lost"]
        cells: i64 = 0
        for cell, members in enumerate(people["cells"]):
            cells |= member_set(members) << MEMBER_BITS * cell
        words[CELLS + seat] = cells
        pay(position, seat, view["cash"][seat] - words[CASH + seat])
        words[STEPS + seat] = view["steps"][seat]
    place_on_board(position, view)
    position.to_act = acting_seats(view)
    return position


def place_on_board(position: CaponePosition, view: View) -> None:
    """Put the pieces of a view on the board."""
    for number, site in enumerate(view["sites"]):
        if site["owner"] is not None:
            word: i64 = site["owner"] + 1 | site["guards"] << OWNER_BITS
            position.words[SITES + number] = word | member_set(site["members"]) << MEMBER_BITS
    for place, name in enumerate(LEISURE):
        guest = view["leisure"][name]
        if guest is not None:
            packed: i64 = guest["seat"] + 1 | MEMBERS.index(guest["member"]) << OWNER_BITS
            position.leisure |= packed << LEISURE_BITS * place
    for business, front in enumerate(LEGAL):
        seat = view["fronts"][front]
        if seat is not None:
            position.fronts |= seat + 1 << FRONT_BITS * business


def restore_plan(position: CaponePosition, plan: dict[str, Any] | None, hand: i64) -> None:
    """Restore the play that the viewing seat is composing."""
    if plan is None:
        return
    if "aside" in plan:
        position.aside = set_of(kinds_of(plan["aside"]), hand)
        return
    position.card = KIND_OF_NAME[plan["card"]]
    if plan["site"] is not None:
        start_placement(position, position.turn, SITE_NAMES.index(plan["site"]))
        position.people = member_set(plan["members"])
        position.guards = plan["guards"]


def acting_seats(view: View) -> i64:
    """The bit set `to_act` of a view."""
    if view["phase"] in CHANCE_PHASES:
        return CHANCE_ACTS
    bits: i64 = NOBODY
    for seat in view["to_act"]:
        bits |= 1 << seat
    return bits
