"""Positions of CAPO, written as a player would lay them out, and words to play them with.

`capo(hands=["red-5 blue-5", "police green-2"], top="red-9", top_seat=1)` is a trick in full play, two seats.
Cards that are not written anywhere were not dealt; city cards that are not written are in the stock.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from caponata.engine.game import CHANCE_ACTS, NOBODY, SPECTATOR
from caponata.games.capo import GAME
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS
from caponata.games.capo.events import effect_event
from caponata.games.capo.layout import HANDS, OWNED, PHASES, PLAYED, SEAT_BITS, STAKES, CapoOptions
from caponata.games.capo.piles import FULL_DECK, cards_in, city_card, colours_in, pile_of, size
from caponata.games.capo.rules import CapoPosition
from tests.games.typed import Typed

CLASSIC = CapoOptions()
ASKED = {"playing", "turning", "challenging", "discarding", "yielding", "drafting"}
BY_CHANCE = {"cities", "starting", "awarding", "dealing"}


def pile(cards: str) -> int:
    """The pile of these cards: `red-5 police`."""
    return pile_of([CARD_NAMES.index(name) for name in cards.split()])


def cards(found: int) -> str:
    """The cards of a pile, the best first."""
    return " ".join(CARD_NAMES[card] for card in cards_in(found))


def city(colours: str) -> int:
    """The pile of these city cards: `red red blue`."""
    return sum(city_card(CITY_COLOURS.index(colour)) for colour in colours.split())


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
    turned: bool = False,
    phase: str = "playing",
    round: int | None = None,  # noqa: A002 - the players' word
    options: CapoOptions = CLASSIC,
) -> CapoPosition:
    """A written position; lists go by seat. `places` are the seats of the last round, the Capo first."""
    seats = seats or max(2, len(hands), len(cities), len(places))
    position = CapoPosition(seats, options)
    words = position.words
    owned = [*cities, *[""] * (seats - len(cities))]
    for seat in range(seats):
        words[HANDS + seat] = pile(hands[seat]) if seat < len(hands) else 0
        words[OWNED + seat] = city(owned[seat])
        words[STAKES + seat] = city(stakes[seat]) if seat < len(stakes) else 0
        held = size(words[HANDS + seat])
        position.counts |= held << SEAT_BITS * seat
        if held:
            position.holding |= 1 << seat
    if top:
        position.top_cards = pile(top)
        position.top_size = len(top.split())
        position.top_strength = position.strength(position.top_cards, position.top_size)
        position.top_seat = (turn - 1) % seats if top_seat is None else top_seat
        words[PLAYED + position.top_seat] = position.top_cards
    else:
        position.top_seat = turn
    position.words = words
    written = " ".join(chain(hands, [top])).split()
    assert all(written.count(name) <= (2 if name == "police" else 1) for name in written), "a card twice"
    position.deck = FULL_DECK - pile(" ".join(written))
    position.deck_size = 52 - len(written)
    in_cities = city(" ".join(chain(owned, stakes)))
    position.stock = position.stock - in_cities if stock is None else city(stock)
    position.phase = PHASES.index(phase)
    position.turn = turn
    position.turned = int(turned)
    position.to_deal = 0
    for seat in passed:
        position.passed |= 1 << seat
    for place, seat in enumerate(places):
        position.places |= seat << SEAT_BITS * place
    for at, seat in enumerate(outs):
        position.outs |= seat << SEAT_BITS * at
        position.out_count += 1
    position.round = round or (2 if places else 1)
    position.to_act = CHANCE_ACTS if phase in BY_CHANCE else 1 << turn if phase in ASKED else NOBODY
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
    """Lay cards, written with blanks between them."""
    play(position, seat, f"lay {'+'.join(names.split())}")


def deal(position: CapoPosition, *hands: str) -> None:
    """Deal these hands, by seat, from the leader on; what is not written is dealt as it comes."""
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


def facts(position: CapoPosition, name: str, viewer: int = SPECTATOR) -> list[dict[str, Any]]:
    """All facts of one name that were effect_event so far, as a viewer saw them."""
    found = [effect_event(fact, viewer) for fact in position.effects or []]
    return [event for event in found if event["event"] == name]


def titles(position: CapoPosition) -> dict[int, str]:
    """The titles given at the end of the round."""
    return {event["seat"]: event["title"] for event in facts(position, "placed")}


def hand(position: CapoPosition, seat: int) -> str:
    """The cards in a seat's hand."""
    return cards(position.words[HANDS + seat])


def owned(position: CapoPosition, seat: int) -> str:
    """A seat's city cards."""
    return " ".join(CITY_COLOURS[colour] for colour in colours_in(position.words[OWNED + seat]))


def phase(position: CapoPosition) -> str:
    """The phase by name."""
    return PHASES[position.phase]


def acting(position: CapoPosition) -> list[int]:
    """The seats that may act."""
    if position.to_act == CHANCE_ACTS:
        return []
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]


def top(position: CapoPosition) -> tuple[str, int]:
    """The play to beat, and who counts as having played last."""
    return cards(position.top_cards), position.top_seat
