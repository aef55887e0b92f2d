"""Positions of Capital Lux, written as a player would lay them out, and words to play them with.

`lux(hands=["green-2 blue-4", "pink-3"], capital="yellow-6 yellow-4")` is a round in full play with two
seats. Cards that are not written anywhere are in the deck; if the deck is written, they are discarded.
"""

from collections.abc import Sequence
from itertools import chain

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capital_lux import GAME
from caponata.games.capital_lux.layout import (
    ALL_MODIFIERS,
    BONUSES,
    FIRSTS,
    GOLDS,
    HANDS,
    HOMES,
    LASTS,
    NONE,
    PHASES,
    PLACED_BITS,
    SECONDS,
    LuxOptions,
)
from caponata.games.capital_lux.moves import CARD_NAMES, COLOURS, GOLD_DISCS, MODIFIER_NAMES
from caponata.games.capital_lux.piles import full_deck, kinds, pile_of, size
from caponata.games.capital_lux.rules import (
    LuxPosition,
)
from tests.games.typed import Typed

EVERYBODY = ("first-pick", "second-pick")
BY_CHANCE = ("opening", "starting", "dealing", "scholar", "agent-draws")
RULEBOOK = LuxOptions()


def pile(cards: str) -> int:
    """The pile of these cards: `green-2 green-2 blue-4`."""
    return pile_of([CARD_NAMES.index(name) for name in cards.split()])


def cards(found: int) -> str:
    """The cards of a pile, colour by colour, the low ones first."""
    return " ".join(CARD_NAMES[kind] for kind in kinds(found))


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
    """A written position. Lists go by seat and may stop early; modifiers read `+4 green 0, -3 pink 2`.

    In the draft, `hands` are the packets to pick from. Of a modifier the last number is the seat that
    placed it.
    """
    lists = (hands, homes, bonuses, gold, firsts, seconds, lasts)
    seats = seats or max(2, *(len(given) for given in lists))
    position = LuxPosition(seats, options)
    for first, piles in ((HANDS, hands), (HOMES, homes), (BONUSES, bonuses)):
        _lay(position, first, piles)
    for first, piles in ((FIRSTS, firsts), (SECONDS, seconds), (LASTS, lasts)):
        _lay(position, first, piles)
    words = position.words
    for seat in range(seats):
        words[GOLDS + seat] = gold[seat] if seat < len(gold) else 0
    position.words = words
    position.gold_pile = GOLD_DISCS - sum(gold) if gold_pile is None else gold_pile
    position.city = pile(capital)
    aside = (*firsts, *seconds) if phase in EVERYBODY else ()
    written = " ".join(chain(hands, homes, bonuses, aside, [capital, deck or ""]))
    unwritten = full_deck() - pile(written)
    assert min(_copies_left(written)) >= 0, "a kind of card is written too often"
    position.deck = unwritten if deck is None else pile(deck)
    position.gone = 0 if deck is None else unwritten
    position.deck_size = size(position.deck)
    position.phase = PHASES.index(phase)
    position.round = round
    position.starter = starter
    position.turn = starter if turn is None else turn
    position.last_turns = last_turns
    position.to_open = options.opening_cards if phase == "opening" else 0
    position.deal_size = options.deal(seats) if deal is None else deal
    position.to_deal = position.deal_size
    _place(position, modifiers, held)
    position.to_act = _acting(phase, position)
    return position


def reckoned(position: LuxPosition) -> LuxPosition:
    """The position after its round has ended here and now; what everybody was told is in `facts`."""
    position.effects = []
    position.end_round()
    return position


def _lay(position: LuxPosition, first: int, piles: Sequence[str]) -> None:
    words = position.words
    for seat, written in enumerate(piles):
        words[first + seat] = pile(written)
    position.words = words


def _copies_left(written: str) -> list[int]:
    full = kinds(full_deck())
    named = written.split()
    return [full.count(kind) - named.count(name) for kind, name in enumerate(CARD_NAMES)]


def _place(position: LuxPosition, modifiers: str, held: str | None) -> None:
    position.modifiers_left = ALL_MODIFIERS
    for written in filter(None, (each.strip() for each in modifiers.split(","))):
        value, colour, seat = written.split()
        modifier = MODIFIER_NAMES.index(value)
        placement = modifier | COLOURS.index(colour) << 3 | int(seat) << 6
        position.placements |= placement << PLACED_BITS * position.placed
        position.placed += 1
        position.modifiers_left ^= 1 << modifier
    position.held = NONE if held is None else MODIFIER_NAMES.index(held)
    if held is not None:
        position.modifiers_left ^= 1 << position.held


def _acting(phase: str, position: LuxPosition) -> int:
    if phase == "over":
        return NOBODY
    if phase in BY_CHANCE:
        return CHANCE_ACTS
    if phase in EVERYBODY:
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
    """The cards in a seat's hand, or in its packet during the draft."""
    return cards(position.words[HANDS + seat])


def hands(position: LuxPosition) -> list[str]:
    """Everybody's cards in hand."""
    return [hand(position, seat) for seat in range(position.seats)]


def home(position: LuxPosition, seat: int) -> str:
    """The cards in a seat's hometown."""
    return cards(position.words[HOMES + seat])


def homes(position: LuxPosition) -> list[str]:
    """Everybody's hometowns."""
    return [home(position, seat) for seat in range(position.seats)]


def bonuses(position: LuxPosition) -> list[str]:
    """Everybody's bonus cards."""
    return [cards(position.words[BONUSES + seat]) for seat in range(position.seats)]


def gold(position: LuxPosition) -> list[int]:
    """Everybody's gold."""
    return [position.words[GOLDS + seat] for seat in range(position.seats)]


def capital(position: LuxPosition) -> str:
    """The cards in the capital."""
    return cards(position.city)


def phase(position: LuxPosition) -> str:
    """The phase by name."""
    return PHASES[position.phase]


def acting(position: LuxPosition) -> list[int]:
    """The seats that may act."""
    return [seat for seat in range(position.seats) if position.to_act >> seat & 1]
