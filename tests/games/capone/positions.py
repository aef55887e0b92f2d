"""Positions of Capone for tests, written as text, and functions to play and inspect them.

`capone(hands=["bar", "fbi casino"], sites={"bar-1": "1 don guards-2"})` is a position with three seats in the
middle of a year, in which seat 1 holds a bar with its Don and two guards. Members and guards that are not
mentioned are at home; cards that are not mentioned are in the deck.
"""

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capone import GAME
from caponata.games.capone.cards import full_deck, kinds, set_of, size
from caponata.games.capone.layout import (
    CASH,
    CELLS,
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
    SITES,
    STEPS,
    CaponeOptions,
)
from caponata.games.capone.members import member_names, member_set, piece_names
from caponata.games.capone.moves import CARD_NAMES, LEISURE, MEMBERS, SITE_NAMES
from caponata.games.capone.rules import CaponePosition
from tests.games.typed import Typed

BY_CHANCE = ("dealer", "dealing", "drawing")
RULEBOOK = CaponeOptions()


def pieces(written: str) -> tuple[int, int]:
    """Read `don guards-3` as a set of members and a number of guards."""
    words = written.split()
    guards = sum(int(word.partition("-")[2]) for word in words if word.startswith("guards-"))
    return member_set([word for word in words if word in MEMBERS]), guards


def cards_of(written: str, among: int) -> int:
    """A set of the named cards, taken from another set."""
    names = written.split()
    cards = set_of([CARD_NAMES.index(name) for name in names], among)
    assert size(cards) == len(names), f"{written}: not enough copies"
    return cards


def capone(
    *,
    seats: int = 3,
    hands: Sequence[str] = (),
    sites: Mapping[str, str] | None = None,
    leisure: Mapping[str, str] | None = None,
    home: Sequence[str | None] = (),
    guards: Sequence[int | None] = (),
    cells: Mapping[int, Sequence[str]] | None = None,
    harbour: Sequence[str] = (),
    park: Sequence[int] = (),
    cash: Sequence[int] = (),
    steps: Sequence[int] = (),
    discards: str = "",
    phase: str = "turn",
    dealer: int | None = None,
    turn: int = 0,
    year: int = 1,
    settled: int = 0,
    options: CaponeOptions = RULEBOOK,
) -> CaponePosition:
    """A position from its description. Lists are indexed by seat and may be shorter than the seats.

    Sites and leisure places name a seat and its pieces, `cells` the members in cells 1, 2 and 3 of a seat.
    If `home` or `guards` is given for a seat, its other members are dead and its other guards lost.
    """
    position = CaponePosition(seats, options)
    words = position.words
    _place_on_sites(words, sites or {})
    for name, written in (leisure or {}).items():
        owner, member = written.split()
        guest = int(owner) + 1 | MEMBERS.index(member) << OWNER_BITS
        position.leisure |= guest << LEISURE_BITS * LEISURE.index(name)
        words[HOMES + int(owner)] &= ~member_set([member])
    _fill_cells(words, cells or {})
    _fill_harbour(words, harbour, home)
    _remove_guards(words, park, guards)
    for seat_number, money in enumerate(cash):
        position.bank -= money - words[CASH + seat_number]
        words[CASH + seat_number] = money
    for seat_number, invested in enumerate(steps):
        words[STEPS + seat_number] = invested
    remaining = full_deck(seats)
    for seat_number, hand in enumerate(hands):
        words[HANDS + seat_number] = cards_of(hand, remaining)
        remaining &= ~words[HANDS + seat_number]
    position.words = words
    position.discards = cards_of(discards, remaining)
    position.deck = remaining & ~position.discards
    position.deck_size = size(position.deck)
    position.phase = PHASES.index(phase)
    position.year = year
    position.turn = turn
    position.dealer = (turn - 1) % seats if dealer is None else dealer
    position.settled = settled
    in_hand = sum(len(hand.split()) for hand in hands)
    position.played = seats * position.hand_size - in_hand if phase == "turn" else 0
    position.to_act = NOBODY if phase == "over" else CHANCE_ACTS if phase in BY_CHANCE else 1 << turn
    return position


def _place_on_sites(words: vec[i64], sites: Mapping[str, str]) -> None:
    for name, written in sites.items():
        seat, _, placed = written.partition(" ")
        people, guard_count = pieces(placed)
        words[SITES + SITE_NAMES.index(name)] = (
            int(seat) + 1 | guard_count << OWNER_BITS | people << MEMBER_BITS
        )
        words[HOMES + int(seat)] &= ~people
        words[GUARDS + int(seat)] -= guard_count


def _fill_cells(words: vec[i64], cells: Mapping[int, Sequence[str]]) -> None:
    for seat, by_cell in cells.items():
        for cell, members in enumerate(by_cell):
            words[CELLS + seat] |= pieces(members)[0] << MEMBER_BITS * cell
            words[HOMES + seat] &= ~pieces(members)[0]


def _fill_harbour(words: vec[i64], harbour: Sequence[str], home: Sequence[str | None]) -> None:
    for seat, dead in enumerate(harbour):
        words[HARBOUR + seat] |= pieces(dead)[0]
        words[HOMES + seat] &= ~pieces(dead)[0]
    for seat, free in enumerate(home):
        if free is not None:
            words[HARBOUR + seat] |= words[HOMES + seat] & ~pieces(free)[0]
            words[HOMES + seat] = pieces(free)[0]


def _remove_guards(words: vec[i64], park: Sequence[int], guards: Sequence[int | None]) -> None:
    for seat, parked in enumerate(park):
        words[PARK + seat] = parked
        words[GUARDS + seat] -= parked
    for seat, left in enumerate(guards):
        if left is not None:
            words[LOST + seat] = words[GUARDS + seat] - left
            words[GUARDS + seat] = left


TYPED = Typed(GAME)
play = TYPED.play
chance = TYPED.chance
odds = TYPED.odds
moves = TYPED.moves
refused = TYPED.refused
events = TYPED.events


def place(position: CaponePosition, seat: int, card: str, site: str, written: str) -> None:
    """Play a whole placement: `place(position, 0, "bar", "bar-1", "don guards-3")`."""
    play(position, seat, f"play {card}", f"site {site}")
    for word in written.split():
        play(position, seat, f"guards {word[7:]}" if word.startswith("guards-") else f"add {word}")
    play(position, seat, "confirm")


def at(position: CaponePosition, site: str) -> str:
    """The owner and pieces of a site, like `1 don guards-2`, or an empty string."""
    number = SITE_NAMES.index(site)
    if not position.words[SITES + number]:
        return ""
    names = piece_names(position.people_at(number), position.guards_at(number))
    return " ".join([str(position.owner(number)), *names])


def home(position: CaponePosition, seat: int) -> str:
    """The members of a seat at home."""
    return " ".join(member_names(position.words[HOMES + seat]))


def dead(position: CaponePosition, seat: int) -> str:
    """The dead members of a seat."""
    return " ".join(member_names(position.words[HARBOUR + seat]))


def hand(position: CaponePosition, seat: int) -> str:
    """The cards in a seat's hand."""
    return " ".join(CARD_NAMES[kind] for kind in kinds(position.words[HANDS + seat]))


def cash(position: CaponePosition) -> list[int]:
    """The cash of each seat."""
    return [position.words[CASH + seat] for seat in range(position.seats)]


def steps(position: CaponePosition) -> list[int]:
    """The steps of each seat."""
    return [position.words[STEPS + seat] for seat in range(position.seats)]


def free_guards(position: CaponePosition) -> list[int]:
    """The guards at home of each seat."""
    return [position.words[GUARDS + seat] for seat in range(position.seats)]


def in_park(position: CaponePosition) -> list[int]:
    """The guards in the park of each seat."""
    return [position.words[PARK + seat] for seat in range(position.seats)]


def prison(position: CaponePosition, seat: int) -> list[str]:
    """The members of a seat in cells 1, 2 and 3."""
    cells = position.words[CELLS + seat]
    return [" ".join(member_names(cells >> MEMBER_BITS * cell & 255)) for cell in range(3)]


def phase(position: CaponePosition) -> str:
    """The name of the phase."""
    return PHASES[position.phase]


def acting(position: CaponePosition) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]
