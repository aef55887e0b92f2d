"""Positions of CAPO written as text, and functions to play and inspect them.

`capo(hands=["red-5 blue-5", "police green-2"], top="red-9", top_seat=1)` is a position of two seats in the
middle of a trick. All other cards were not dealt, and all other city cards are in the stock.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR
from caponata.games.capo import GAME
from caponata.games.capo.cards import CARD_NAMES, CARD_NUMBERS, CITY_COLOURS, COLOUR_NUMBERS
from caponata.games.capo.events import effect_event
from caponata.games.capo.layout import HANDS, OWNED, PHASES, PLAYED, SEAT_BITS, STAKES, CapoOptions
from caponata.games.capo.piles import FULL_DECK, cards_in, city_pile_of, colours_in, pile_of, pile_size
from caponata.games.capo.plays import play_strength
from caponata.games.capo.rules import CapoPosition
from tests.games.typed import Typed

CLASSIC = CapoOptions()
ONE_SEAT_PHASES = {"playing", "turning", "challenging", "discarding", "yielding", "drafting"}
CHANCE_PHASES = {"cities", "starting", "awarding", "dealing"}


def pile(cards: str) -> int:
    """The pile of these cards: `red-5 police`."""
    return pile_of([CARD_NUMBERS[name] for name in cards.split()])


def cards(pile: int) -> str:
    """The cards of a pile, best first."""
    return " ".join(CARD_NAMES[card] for card in cards_in(pile))


def city(colours: str) -> int:
    """The pile of these city cards: `red red blue`."""
    return city_pile_of([COLOUR_NUMBERS[colour] for colour in colours.split()])


def capo(
    *,
    hands: Sequence[str] = (),
    cities: Sequence[str] = (),
    seats: int | None = None,
    top: str = "",
    top_seat: int | None = None,
    turn: int = 0,
    passed: Sequence[int] = (),
    places: Sequence[int] = (),
    outs: Sequence[int] = (),
    stakes: Sequence[str] = (),
    stock: str | None = None,
    backwards: bool = False,
    phase: str = "playing",
    round: int | None = None,  # noqa: A002 - the players' word
    options: CapoOptions = CLASSIC,
) -> CapoPosition:
    """A position from texts, by seat. `places` are the seats of the last round, the Capo first."""
    seats = seats or max(2, len(hands), len(cities), len(places))
    position = CapoPosition(seats, options)
    piles = position.piles
    owned = [*cities, *[""] * (seats - len(cities))]
    for seat in range(seats):
        piles[HANDS + seat] = pile(hands[seat]) if seat < len(hands) else 0
        piles[OWNED + seat] = city(owned[seat])
        piles[STAKES + seat] = city(stakes[seat]) if seat < len(stakes) else 0
        held = pile_size(piles[HANDS + seat])
        position.counts |= held << SEAT_BITS * seat
        if held:
            position.holding |= 1 << seat
    if top:
        position.top_cards = pile(top)
        position.top_size = len(top.split())
        position.top_strength = play_strength(position, position.top_cards, position.top_size)
        position.top_seat = (turn - 1) % seats if top_seat is None else top_seat
        piles[PLAYED + position.top_seat] = position.top_cards
    else:
        position.top_seat = turn
    position.piles = piles
    written = " ".join(chain(hands, [top])).split()
    assert all(written.count(name) <= (2 if name == "police" else 1) for name in written), "duplicate card"
    position.deck = FULL_DECK - pile(" ".join(written))
    position.deck_size = 52 - len(written)
    in_cities = city(" ".join(chain(owned, stakes)))
    position.stock = position.stock - in_cities if stock is None else city(stock)
    position.phase = PHASES.index(phase)
    position.turn = turn
    position.backwards = int(backwards)
    position.to_deal = 0
    for seat in passed:
        position.passed |= 1 << seat
    for place, seat in enumerate(places):
        position.places |= seat << SEAT_BITS * place
    for index, seat in enumerate(outs):
        position.outs |= seat << SEAT_BITS * index
        position.out_count += 1
    position.round = round or (2 if places else 1)
    position.to_act = (
        CHANCE_ACTS if phase in CHANCE_PHASES else 1 << turn if phase in ONE_SEAT_PHASES else NOBODY
    )
    position.effects = []
    return position


TYPED = Typed(GAME)
play = TYPED.play
chance = TYPED.chance
odds = TYPED.odds
moves = TYPED.moves
refused = TYPED.refused
events = TYPED.events


def lay(position: CapoPosition, seat: int, names: str) -> None:
    """Lay cards, separated by spaces."""
    play(position, seat, f"lay {'+'.join(names.split())}")


def deal(position: CapoPosition, *hands: str) -> None:
    """Deal these hands, by seat. Cards that are not written are dealt in order."""
    wanted = {seat: names.split() for seat, names in enumerate(hands)}
    reserved = set(chain(*wanted.values()))
    while phase(position) == "dealing":
        left = wanted.get(position.turn, [])
        name = (
            left.pop(0)
            if left
            else next(n for n in odds(position) if n.split()[1] not in reserved).split()[1]
        )
        chance(position, f"draw {name}")


def effect_events(position: CapoPosition, name: str, viewer: int = SPECTATOR) -> list[dict[str, Any]]:
    """The events with this name of all effects so far, as a viewer saw them."""
    events = [effect_event(effect, viewer) for effect in position.effects or []]
    return [event for event in events if event["event"] == name]


def titles(position: CapoPosition) -> dict[int, str]:
    """The titles awarded at the end of the round, by seat."""
    return {event["seat"]: event["title"] for event in effect_events(position, "placed")}


def hand(position: CapoPosition, seat: int) -> str:
    """The cards in a seat's hand."""
    return cards(position.piles[HANDS + seat])


def owned(position: CapoPosition, seat: int) -> str:
    """A seat's city cards."""
    return " ".join(CITY_COLOURS[colour] for colour in colours_in(position.piles[OWNED + seat]))


def phase(position: CapoPosition) -> str:
    """The phase by name."""
    return PHASES[position.phase]


def acting(position: CapoPosition) -> list[int]:
    """The seats that may act."""
    if position.to_act == CHANCE_ACTS:
        return []
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def top(position: CapoPosition) -> tuple[str, int]:
    """The play to beat, and the seat that counts as having played last."""
    return cards(position.top_cards), position.top_seat
