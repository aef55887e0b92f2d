"""Positions of Capital Lux written as text, and functions to play and read them.

`lux(hands=["green-2 blue-4", "pink-3"], capital="yellow-6 yellow-4")` is a position with two seats in
the middle of a round. Cards that are not named are in the deck or, if the deck is given, discarded.
"""

from collections.abc import Sequence
from itertools import chain

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capital_lux import GAME
from caponata.games.capital_lux.cards import CARD_NAMES, COLOURS, GOLD_DISCS, MODIFIER_NAMES
from caponata.games.capital_lux.layout import (
    ALL_MODIFIERS,
    BONUSES,
    GOLD,
    HANDS,
    HOMES,
    NO_MODIFIER,
    PASSED_LAST,
    PHASES,
    PICKED_FIRST,
    PICKED_SECOND,
    LuxOptions,
    placement,
)
from caponata.games.capital_lux.piles import full_deck, kinds, pile_of, size
from caponata.games.capital_lux.rounds import end_round
from caponata.games.capital_lux.rules import LuxPosition
from tests.games.typed import Typed

DRAFT_PHASES = ("first-pick", "second-pick")
CHANCE_PHASES = ("opening", "starting", "dealing", "scholar", "agent-draws")
RULEBOOK = LuxOptions()


def pile(cards: str) -> int:
    """Return the pile of named cards: `green-2 green-2 blue-4`."""
    return pile_of([CARD_NAMES.index(name) for name in cards.split()])


def cards(packed: int) -> str:
    """Return the names of the cards in a pile, by colour and then by value."""
    return " ".join(CARD_NAMES[kind] for kind in kinds(packed))


def lux(
    *,
    seats: int | None = None,
    hands: Sequence[str] = (),
    homes: Sequence[str] = (),
    bonuses: Sequence[str] = (),
    gold: Sequence[int] = (),
    capital: str = "",
    deck: str | None = None,
    firsts: Sequence[str] = (),
    seconds: Sequence[str] = (),
    lasts: Sequence[str] = (),
    modifiers: str = "",
    held: str | None = None,
    phase: str = "playing",
    round: int = 1,  # noqa: A002 - the players' word
    starter: int = 0,
    turn: int | None = None,
    last_turns: int = 0,
    deal: int | None = None,
    gold_pile: int | None = None,
    options: LuxOptions = RULEBOOK,
) -> LuxPosition:
    """Return a position. Lists have one entry per seat; missing entries are empty.

    In the draft, `hands` are the packets to pick from. Modifiers are written with colour and owner:
    `+4 green 0, -3 pink 2`.
    """
    lists = (hands, homes, bonuses, gold, firsts, seconds, lasts)
    seats = seats or max(2, *(len(entries) for entries in lists))
    position = LuxPosition(seats, options)
    for first, piles in ((HANDS, hands), (HOMES, homes), (BONUSES, bonuses)):
        _set_piles(position, first, piles)
    for first, piles in ((PICKED_FIRST, firsts), (PICKED_SECOND, seconds), (PASSED_LAST, lasts)):
        _set_piles(position, first, piles)
    words = position.words
    for seat in range(seats):
        words[GOLD + seat] = gold[seat] if seat < len(gold) else 0
    position.words = words
    position.gold_pile = GOLD_DISCS - sum(gold) if gold_pile is None else gold_pile
    position.capital = pile(capital)
    laid_aside = (*firsts, *seconds) if phase in DRAFT_PHASES else ()
    named = " ".join(chain(hands, homes, bonuses, laid_aside, [capital, deck or ""]))
    rest = full_deck() - pile(named)
    assert min(_copies_left(named)) >= 0, "a card is named more often than it exists"
    position.deck = rest if deck is None else pile(deck)
    position.discards = 0 if deck is None else rest
    position.deck_size = size(position.deck)
    position.phase = PHASES.index(phase)
    position.round = round
    position.starter = starter
    position.turn = starter if turn is None else turn
    position.last_turns = last_turns
    position.to_open = options.opening_cards if phase == "opening" else 0
    position.deal_size = options.full_deal(seats) if deal is None else deal
    position.to_deal = position.deal_size
    _place_modifiers(position, modifiers, held)
    position.to_act = _to_act(phase, position)
    return position


def reckoned(position: LuxPosition) -> LuxPosition:
    """End the round of a position now and return it, with the effects collected."""
    position.effects = []
    end_round(position)
    return position


def _set_piles(position: LuxPosition, first: int, piles: Sequence[str]) -> None:
    words = position.words
    for seat, names in enumerate(piles):
        words[first + seat] = pile(names)
    position.words = words


def _copies_left(named: str) -> list[int]:
    full = kinds(full_deck())
    names = named.split()
    return [full.count(kind) - names.count(name) for kind, name in enumerate(CARD_NAMES)]


def _place_modifiers(position: LuxPosition, modifiers: str, held: str | None) -> None:
    position.modifiers_left = ALL_MODIFIERS
    for part in filter(None, (part.strip() for part in modifiers.split(","))):
        value, colour, seat = part.split()
        modifier = MODIFIER_NAMES.index(value)
        position.placements |= placement(position.placed, modifier, COLOURS.index(colour), int(seat))
        position.placed += 1
        position.modifiers_left ^= 1 << modifier
    position.held = NO_MODIFIER if held is None else MODIFIER_NAMES.index(held)
    if held is not None:
        position.modifiers_left ^= 1 << position.held


def _to_act(phase: str, position: LuxPosition) -> int:
    if phase == "over":
        return NOBODY
    if phase in CHANCE_PHASES:
        return CHANCE_ACTS
    if phase in DRAFT_PHASES:
        return (1 << position.seats) - 1
    return 1 << position.turn


TYPED = Typed(GAME)
play = TYPED.play
chance = TYPED.chance
odds = TYPED.odds
moves = TYPED.moves
refused = TYPED.refused
events = TYPED.events


def hand(position: LuxPosition, seat: int) -> str:
    """Return the cards in a seat's hand, or in its packet during the draft."""
    return cards(position.words[HANDS + seat])


def hands(position: LuxPosition) -> list[str]:
    """Return the hands of all seats."""
    return [hand(position, seat) for seat in range(position.seats)]


def home(position: LuxPosition, seat: int) -> str:
    """Return the cards in a seat's hometown."""
    return cards(position.words[HOMES + seat])


def homes(position: LuxPosition) -> list[str]:
    """Return the hometowns of all seats."""
    return [home(position, seat) for seat in range(position.seats)]


def bonuses(position: LuxPosition) -> list[str]:
    """Return the bonus cards of all seats."""
    return [cards(position.words[BONUSES + seat]) for seat in range(position.seats)]


def gold(position: LuxPosition) -> list[int]:
    """Return the gold of all seats."""
    return [position.words[GOLD + seat] for seat in range(position.seats)]


def capital(position: LuxPosition) -> str:
    """Return the cards in the capital."""
    return cards(position.capital)


def phase(position: LuxPosition) -> str:
    """Return the name of the phase."""
    return PHASES[position.phase]


def acting(position: LuxPosition) -> list[int]:
    """Return the seats that may act."""
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]
