"""Positions of Capone, written as a player would lay them out, and words to play them with.

`capone(hands=["bar", "fbi casino"], sites={"bar-1": "1 don guards-2"})` is a year in full play with three
seats, in which seat 1 holds a bar with its Don and two guards. Members and guards that are written nowhere
are at home; cards that are written nowhere are in the deck.
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
    """Members and guards: `don guards-3`."""
    words = written.split()
    guards = sum(int(word.partition("-")[2]) for word in words if word.startswith("guards-"))
    return member_set([word for word in words if word in MEMBERS]), guards


def cards_of(written: str, among: int) -> int:
    """Named cards, taken from among others."""
    names = written.split()
    found = set_of([CARD_NAMES.index(name) for name in names], among)
    assert size(found) == len(names), f"{written}: there are not so many"
    return found


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
    """A written position. Lists go by seat and may stop early.

    Sites and leisure places name a seat and its pieces, `cells` the members in cells 1, 2 and 3 of a seat.
    Where `home` or `guards` are written for a seat, whoever is left out is dead or lost.
    """
    position = CaponePosition(seats, options)
    words = position.words
    _set_out(words, sites or {})
    for name, written in (leisure or {}).items():
        owner, member = written.split()
        here = int(owner) + 1 | MEMBERS.index(member) << OWNER_BITS
        position.leisure |= here << LEISURE_BITS * LEISURE.index(name)
        words[HOMES + int(owner)] &= ~member_set([member])
    _lock_up(words, cells or {})
    _bury(words, harbour, home)
    _dismiss(words, park, guards)
    for seat_number, money in enumerate(cash):
        position.bank -= money - words[CASH + seat_number]
        words[CASH + seat_number] = money
    for seat_number, invested in enumerate(steps):
        words[STEPS + seat_number] = invested
    left_over = full_deck(seats)
    for seat_number, hand in enumerate(hands):
        words[HANDS + seat_number] = cards_of(hand, left_over)
        left_over &= ~words[HANDS + seat_number]
    position.words = words
    position.discards = cards_of(discards, left_over)
    position.deck = left_over & ~position.discards
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


def _set_out(words: vec[i64], sites: Mapping[str, str]) -> None:
    for name, written in sites.items():
        seat, _, there = written.partition(" ")
        people, posted = pieces(there)
        words[SITES + SITE_NAMES.index(name)] = int(seat) + 1 | posted << OWNER_BITS | people << MEMBER_BITS
        words[HOMES + int(seat)] &= ~people
        words[GUARDS + int(seat)] -= posted


def _lock_up(words: vec[i64], cells: Mapping[int, Sequence[str]]) -> None:
    for seat, by_cell in cells.items():
        for cell, members in enumerate(by_cell):
            words[CELLS + seat] |= pieces(members)[0] << MEMBER_BITS * cell
            words[HOMES + seat] &= ~pieces(members)[0]


def _bury(words: vec[i64], harbour: Sequence[str], home: Sequence[str | None]) -> None:
    for seat, dead in enumerate(harbour):
        words[HARBOUR + seat] |= pieces(dead)[0]
        words[HOMES + seat] &= ~pieces(dead)[0]
    for seat, free in enumerate(home):
        if free is not None:
            words[HARBOUR + seat] |= words[HOMES + seat] & ~pieces(free)[0]
            words[HOMES + seat] = pieces(free)[0]


def _dismiss(words: vec[i64], park: Sequence[int], guards: Sequence[int | None]) -> None:
    for seat, waiting in enumerate(park):
        words[PARK + seat] = waiting
        words[GUARDS + seat] -= waiting
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
    """A whole placement: `place(position, 0, "bar", "bar-1", "don guards-3")`."""
    play(position, seat, f"play {card}", f"site {site}")
    for word in written.split():
        play(position, seat, f"guards {word[7:]}" if word.startswith("guards-") else f"add {word}")
    play(position, seat, "confirm")


def at(position: CaponePosition, site: str) -> str:
    """Who is on a site: `1 don guards-2`, or nothing."""
    number = SITE_NAMES.index(site)
    if not position.words[SITES + number]:
        return ""
    found = piece_names(position.people_at(number), position.guards_at(number))
    return " ".join([str(position.owner(number)), *found])


def home(position: CaponePosition, seat: int) -> str:
    """The members at home."""
    return " ".join(member_names(position.words[HOMES + seat]))


def dead(position: CaponePosition, seat: int) -> str:
    """The members in the harbour."""
    return " ".join(member_names(position.words[HARBOUR + seat]))


def hand(position: CaponePosition, seat: int) -> str:
    """The cards in a seat's hand."""
    return " ".join(CARD_NAMES[kind] for kind in kinds(position.words[HANDS + seat]))


def cash(position: CaponePosition) -> list[int]:
    """Everybody's cash."""
    return [position.words[CASH + seat] for seat in range(position.seats)]


def steps(position: CaponePosition) -> list[int]:
    """Everybody's steps."""
    return [position.words[STEPS + seat] for seat in range(position.seats)]


def free_guards(position: CaponePosition) -> list[int]:
    """Everybody's guards at home."""
    return [position.words[GUARDS + seat] for seat in range(position.seats)]


def in_park(position: CaponePosition) -> list[int]:
    """Everybody's guards in the park."""
    return [position.words[PARK + seat] for seat in range(position.seats)]


def prison(position: CaponePosition, seat: int) -> list[str]:
    """Who is in cells 1, 2 and 3."""
    cells = position.words[CELLS + seat]
    return [" ".join(member_names(cells >> MEMBER_BITS * cell & 255)) for cell in range(3)]


def phase(position: CaponePosition) -> str:
    """The phase by name."""
    return PHASES[position.phase]


def acting(position: CaponePosition) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]
