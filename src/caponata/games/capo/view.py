"""Views: everything that a seat of CAPO may know, built up field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position, View
from caponata.engine.options import shown_options
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS, CITY_COUNT, POLICE, RANKS, STARS
from caponata.games.capo.layout import (
    CHOSEN,
    EVERYBODY,
    EXCHANGE,
    GIFTS,
    HANDS,
    NONE,
    OVER,
    OWNED,
    PHASES,
    PLAYED,
    PLAYING,
    ROUNDS,
    SEAT_BITS,
    SEAT_MASK,
    STAKES,
    STAKING,
    TITLES,
)
from caponata.games.capo.moves import SPACE, card_count_of, cards_of
from caponata.games.capo.piles import (
    EMPTY,
    FAMILY_CARDS,
    FULL_DECK,
    ONE_POLICE,
    POLICE_SHIFT,
    cards_in,
    city_copies,
    city_size,
    colours_in,
    family_card_count,
    rank_bits,
)
from caponata.games.capo.plays import can_battle_top, play_strength, playable_moves
from caponata.games.capo.rankings import HANDS_OF_SIZE, HandRanking
from caponata.games.capo.rules import RULES_VERSION, CapoPosition
from caponata.games.capo.view_types import (
    CapoView,
    City,
    CityColour,
    Counted,
    Exchange,
    Fight,
    Gift,
    Lay,
    Options,
    Out,
    Penalty,
    Reason,
    Sort,
    Title,
    Top,
)

PENALTIES: Final[tuple[Penalty, ...]] = ("none", "crooked", "busted")
SORTS: Final[tuple[Sort, ...]] = ("single", "duo", "hand", "hand", "hand")  # by number of cards - 1
STAR_ROWS: Final = ["".join([str(count) for count in row]) for row in STARS]
HAND_NAMES: Final[dict[int, list[str]]] = {0: []} | {
    size: [hand.name for hand in HANDS_OF_SIZE[size]] for size in HANDS_OF_SIZE if size > 2
}
MAX_CACHED_LAYS: Final = 4096
CACHED_LAYS: Final[dict[tuple[int, ...], list[Lay]]] = {}


def view(position: Position, seat: int) -> View:
    """Everything that a seat may know, its memory included [CAPO-10.1] [CAPO-10.2] [CAPO-10.3]."""
    assert isinstance(position, CapoPosition)
    seats = range(position.seats)
    piles = position.piles
    viewer = seat if seat >= 0 else int(EVERYBODY)
    acting = 0 if position.to_act == CHANCE_ACTS else position.to_act
    fields: CapoView = {
        "game": "capo",
        "rules_version": RULES_VERSION,
        "options": cast("Options", shown_options(position.options)),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "round": position.round,
        "rounds": ROUNDS,
        "phase": PHASES[position.phase],
        "leader": position.leader,
        "turn": position.turn,
        "to_act": [other for other in seats if acting >> other & 1],
        "direction": -1 if position.backwards else 1,
        "top": top_play(position),
        "last": {"seat": position.last_seat, "cards": names(position.last_cards)},
        "passed": [other for other in seats if position.passed >> other & 1],
        "locked": [other for other in seats if position.locked >> other & 1],
        "cards": [position.hand_count(other) for other in seats],
        "played": [names(piles[PLAYED + other]) for other in seats],
        "outs": outs(position),
        "places": [position.seat_at(place) for place in seats] if position.places else [],
        "titles": titles(position),
        "deal": position.deal_size,
        "to_deal": position.to_deal,
        "deck": position.deck_size,
        "stock": city_size(position.stock),
        "cities": [cities(position, viewer, other) for other in seats],
        "shown": colours(position.open_stakes),
        "pick_place": position.pick_place,
        "picks_left": position.picks_left,
        "gained": [other for other in seats if position.gained >> other & 1],
        "battle": battle(position),
        "mamma_due": bool(position.mamma_due),
        "swapped": bool(position.swapped),
        "unseen": unseen(position, seat),
        "stars": STAR_ROWS[:],
        "hands": HAND_NAMES[position.hand_size][:],
        "champion": position.champion if position.champion != NONE else None,
    }
    if seat >= 0:
        fields["hand"] = names(piles[HANDS + seat])
        fields["chosen"] = names(piles[CHOSEN + seat])
        fields["city"] = colours(piles[OWNED + seat])
        fields["exchange"] = exchange(position, seat)
        fields["gift"] = gift(position, seat)
        fields["known_of_me"] = [colours(position.known_cities(other, seat)) for other in seats]
        fields["lays"] = lays(position, seat)
    return cast("View", fields)


def names(pile: i64) -> list[str]:
    """Names of the cards in a pile, best first."""
    if not pile:
        return []
    return [CARD_NAMES[card] for card in cards_in(pile)]


def colours(pile: i64) -> list[CityColour]:
    """Names of the colours of some city cards, one entry per card."""
    if not pile:
        return []
    return [CITY_COLOURS[colour] for colour in colours_in(pile)]


# Plays


def ranking_of(position: CapoPosition, size: i64) -> HandRanking:
    """The ranking of plays of this size."""
    if size == 1:
        return position.singles
    return position.duos if size == 2 else position.hands


def counted(position: CapoPosition, cards: i64, size: i64) -> Counted:
    """What a play counts as: its sort, its name if it is a hand, and the ranks that it stands for."""
    ranking = ranking_of(position, size)
    sort = SORTS[size - 1]
    return {
        "sort": sort,
        "kind": sort if size < 3 else ranking.name(cards),
        "as": ranking.ranks_as(cards),
    }


def top_play(position: CapoPosition) -> Top | None:
    """The play to beat, and the seat that counts as having played last."""
    if position.top_size == 0:
        return None
    return {
        "seat": position.top_seat,
        "cards": names(position.top_cards),
        **counted(position, position.top_cards, position.top_size),
    }


def lays(position: CapoPosition, seat: i64) -> list[Lay]:
    """The plays that a seat could lay now, cached by hand and play to beat."""
    if position.phase != PLAYING or (position.top_size == 0 and position.turn != seat):
        return []
    hand = position.piles[HANDS + seat]
    if not hand or (position.top_size and position.top_seat == seat):
        return []
    can_battle = position.top_size > 1 and can_battle_top(position, seat)
    key = (hand, position.top_cards, position.top_size, position.hand_size, int(can_battle))
    entries = CACHED_LAYS.get(key)
    if entries is None:
        entries = [lay_entry(position, move) for move in playable_moves(position, seat)]
        if len(CACHED_LAYS) >= MAX_CACHED_LAYS:
            CACHED_LAYS.clear()
        CACHED_LAYS[key] = entries
    return [entry.copy() for entry in entries]


def lay_entry(position: CapoPosition, move: i64) -> Lay:
    """One play: its move, what it counts as, and why it may be laid."""
    cards = cards_of(move)
    size = card_count_of(move)
    strength = play_strength(position, cards, size)
    by: Reason = "lead"
    if position.top_size:
        by = "higher"
        if strength == position.top_strength:
            by = "battle"
        elif strength < position.top_strength:
            by = "hit"
    return {"move": SPACE.text(move), "by": by, **counted(position, cards, size)}


# Seats


def outs(position: CapoPosition) -> list[Out]:
    """The seats that ran out of cards in this round, in order, with their penalties."""
    entries: list[Out] = []
    for index in range(position.out_count):
        seat = position.outs >> SEAT_BITS * index & SEAT_MASK
        limit = position.place_limits >> SEAT_BITS * seat & SEAT_MASK
        entries.append({"seat": seat, "penalty": PENALTIES[limit]})
    return entries


def titles(position: CapoPosition) -> list[Title | None]:
    """Each seat's title from the last round."""
    by_seat: list[Title | None] = [None] * position.seats
    for title, name in enumerate(TITLES):
        seat = position.title_holder(title)
        if seat != NONE:
            by_seat[seat] = name
    return by_seat


def cities(position: CapoPosition, viewer: int, seat: int) -> City:
    """The number of a seat's city cards, whether it has staked one, and the cards that a viewer knows."""
    staked = position.piles[STAKES + seat] != EMPTY and position.phase != STAKING
    if viewer == seat:
        known = position.piles[OWNED + seat] + position.piles[STAKES + seat]
    elif position.phase == OVER:
        known = position.piles[OWNED + seat] + position.piles[STAKES + seat]  # [CAPO-8.1]
    else:
        known = position.known_cities(viewer, seat)
    public = position.known_cities(EVERYBODY, seat)
    return {
        "count": position.city_count(seat),
        "staked": staked,
        "stake": stake_of(position, seat) if viewer == seat or position.phase == OVER else None,
        "known": colours(known),
        "known_to_all": colours(public),
    }


def stake_of(position: CapoPosition, seat: i64) -> CityColour | None:
    """The colour of the city card that a seat has staked, or None."""
    staked = position.piles[STAKES + seat]
    return colours(staked)[0] if staked else None


def battle(position: CapoPosition) -> Fight | None:
    """Both sides of the current Battle, and its winner if it is decided."""
    if position.challenger == NONE:
        return None
    return {
        "challenger": position.challenger,
        "foe": position.foe,
        "equal": bool(position.equal),
        "winner": position.winner if position.winner != NONE else None,
        "loser": position.loser if position.loser != NONE else None,
    }


# Memory


def unseen(position: CapoPosition, seat: int) -> dict[str, int]:
    """Number of cards by rank that the viewer has not seen and does not know to be in a hand."""
    hidden = FULL_DECK
    for other in range(position.seats):
        hidden -= position.piles[PLAYED + other]
    if seat >= 0:
        hidden -= position.piles[HANDS + seat] + known_cards(position, seat)
    counts = {str(rank): family_card_count(rank_bits(hidden, rank)) for rank in range(1, RANKS + 1)}
    counts[CARD_NAMES[POLICE]] = hidden >> POLICE_SHIFT
    return counts


def known_cards(position: CapoPosition, seat: i64) -> i64:
    """The cards that a seat knows to be in the hand of its exchange partner [CAPO-10.3]."""
    partner = position.exchange_partner(seat)
    if partner == NONE or position.piles[GIFTS + seat] == EMPTY:
        return EMPTY
    if position.swapped and is_swapped(position, seat):
        return position.piles[HANDS + partner]
    given = position.piles[GIFTS + seat]
    played = position.piles[PLAYED + partner]
    police = (given >> POLICE_SHIFT) - (played >> POLICE_SHIFT)
    if police < 0:
        police = 0
    return (given & FAMILY_CARDS & ~played) + police * ONE_POLICE


def is_swapped(position: CapoPosition, seat: i64) -> bool:
    """Return whether Mamma makes a seat swap hands, as Capo or Cafone of the last round."""
    return seat == position.seat_at(0) or seat == position.seat_at(position.seats - 1)


def exchange(position: CapoPosition, seat: i64) -> Exchange | None:
    """The cards that a seat gave and received in this round, and those it still knows of its partner."""
    partner = position.exchange_partner(seat)
    if partner == NONE or position.piles[GIFTS + seat] == EMPTY:
        return None
    return {
        "with": partner,
        "gave": names(position.piles[GIFTS + seat]),
        "received": names(position.piles[GIFTS + partner]),
        "known": names(known_cards(position, seat)),
    }


def gift(position: CapoPosition, seat: i64) -> Gift | None:
    """The receiver and the number of cards of a seat's gift during the exchange, or None."""
    partner = position.exchange_partner(seat)
    if partner == NONE or position.phase != EXCHANGE:
        return None
    return {"to": partner, "count": position.exchange_size(seat)}


# Census


def census(position: Position) -> Mapping[str, int]:
    """Number of all pieces by kind."""
    assert isinstance(position, CapoPosition)
    piles = position.piles
    pile = position.deck
    city = position.stock + position.open_stakes
    for seat in range(position.seats):
        pile += piles[HANDS + seat] + piles[PLAYED + seat]
        city += piles[OWNED + seat] + piles[STAKES + seat]
    pieces = {CARD_NAMES[card]: 0 for card in range(POLICE + 1)}
    for card in cards_in(pile):
        pieces[CARD_NAMES[card]] += 1
    for colour in range(CITY_COUNT):
        pieces[f"city {CITY_COLOURS[colour]}"] = int(city_copies(city, colour))
    return pieces
