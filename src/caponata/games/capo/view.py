"""What each seat of CAPO may know, built up field by field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, Position, View
from caponata.engine.options import shown_options
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS, CITY_COUNT, NATURAL, POLICE, RANKS, STARS
from caponata.games.capo.kinds import HANDS_OF_SIZE, Ladder
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
    FULL_DECK,
    NATURALS,
    ONE_POLICE,
    cards_in,
    city_copies,
    city_size,
    colours_in,
    natural_count,
    of_rank,
)
from caponata.games.capo.rules import RULES_VERSION, CapoPosition

PENALTIES: Final = ("none", "crooked", "busted")
SORTS: Final = ("", "single", "duo", "hand", "hand", "hand")
STAR_ROWS: Final = ["".join([str(count) for count in row]) for row in STARS]
HAND_NAMES: Final[dict[int, list[str]]] = {0: []} | {
    size: [hand.name for hand in HANDS_OF_SIZE[size]] for size in HANDS_OF_SIZE if size > 2
}


def view(position: Position, seat: int) -> View:
    """All that a seat may know, its memory included [CAPO-10.1] [CAPO-10.2] [CAPO-10.3]."""
    assert isinstance(position, CapoPosition)
    seats = range(position.seats)
    words = position.words
    viewer = seat if seat >= 0 else int(EVERYBODY)
    acting = 0 if position.to_act == CHANCE_ACTS else position.to_act
    shown: View = {
        "game": "capo",
        "rules_version": RULES_VERSION,
        "options": shown_options(position.options),
        "seats": position.seats,
        "seat": seat if seat >= 0 else None,
        "round": position.round,
        "rounds": ROUNDS,
        "phase": PHASES[position.phase],
        "leader": position.leader,
        "turn": position.turn,
        "to_act": [each for each in seats if acting >> each & 1],
        "direction": -1 if position.turned else 1,
        "top": shown_top(position),
        "last": {"seat": position.last_seat, "cards": names(position.last_cards)},
        "passed": [each for each in seats if position.passed >> each & 1],
        "locked": [each for each in seats if position.locked >> each & 1],
        "cards": [position.cards_of(each) for each in seats],
        "played": [names(words[PLAYED + each]) for each in seats],
        "outs": outs(position),
        "places": [position.seat_at(place) for place in seats] if position.places else [],
        "titles": titles(position),
        "deal": position.deal_size,
        "to_deal": position.to_deal,
        "deck": position.deck_size,
        "stock": city_size(position.stock),
        "cities": [cities(position, viewer, each) for each in seats],
        "shown": colours(position.shown),
        "pick_place": position.pick_place,
        "picks_left": position.picks_left,
        "gained": [each for each in seats if position.gained >> each & 1],
        "battle": battle(position),
        "mamma_due": bool(position.mamma_due),
        "swapped": bool(position.swapped),
        "unseen": unseen(position, seat),
        "stars": STAR_ROWS[:],
        "hands": HAND_NAMES[position.hand_size][:],
        "champion": position.champion if position.champion != NONE else None,
    }
    if seat >= 0:
        shown["hand"] = names(words[HANDS + seat])
        shown["chosen"] = names(words[CHOSEN + seat])
        shown["city"] = colours(words[OWNED + seat])
        shown["exchange"] = exchange(position, seat)
        shown["gift"] = gift(position, seat)
        shown["known_of_me"] = [colours(position.known(each, seat)) for each in seats]
        shown["lays"] = lays(position, seat)
    return shown


def names(pile: i64) -> list[str]:
    """The cards of a pile by name, the best first."""
    if not pile:
        return []
    return [CARD_NAMES[card] for card in cards_in(pile)]


def colours(pile: i64) -> list[str]:
    """City cards by colour."""
    if not pile:
        return []
    return [CITY_COLOURS[colour] for colour in colours_in(pile)]


def ladder_of(position: CapoPosition, size: i64) -> Ladder:
    """The names of plays of this size."""
    if size == 1:
        return position.singles
    return position.duos if size == 2 else position.hands


def counted(position: CapoPosition, cards: i64, size: i64) -> dict[str, Any]:
    """What a play counts as: its sort, its name where it is a hand, and the ranks that it stands for."""
    ladder = ladder_of(position, size)
    kind = SORTS[size] if size < 3 else ladder.name(cards)
    return {"sort": SORTS[size], "kind": kind, "as": ladder.ranks_as(cards)}


def shown_top(position: CapoPosition) -> dict[str, Any] | None:
    """The play to beat, and who counts as having played last."""
    if position.top_size == 0:
        return None
    return {
        "seat": position.top_seat,
        "cards": names(position.top_cards),
        **counted(position, position.top_cards, position.top_size),
    }


def outs(position: CapoPosition) -> list[dict[str, int | str]]:
    """Who has run out of cards in this round, in order, and what the last play cost."""
    found: list[dict[str, int | str]] = []
    for at in range(position.out_count):
        seat = position.outs >> SEAT_BITS * at & SEAT_MASK
        bar = position.bars >> SEAT_BITS * seat & SEAT_MASK
        found.append({"seat": seat, "penalty": PENALTIES[bar]})
    return found


def titles(position: CapoPosition) -> list[str | None]:
    """The title that each seat brought from the last round."""
    found: list[str | None] = [None] * position.seats
    for title, name in enumerate(TITLES):
        seat = position.titled(title)
        if seat != NONE:
            found[seat] = name
    return found


def cities(position: CapoPosition, viewer: int, seat: int) -> dict[str, Any]:
    """How many city cards a seat owns, whether it has staked one, and those this viewer knows of."""
    staked = position.words[STAKES + seat] != EMPTY and position.phase != STAKING
    if viewer == seat:
        known = position.words[OWNED + seat] + position.words[STAKES + seat]
    elif position.phase == OVER:
        known = position.words[OWNED + seat] + position.words[STAKES + seat]  # [CAPO-8.1]
    else:
        known = position.known(viewer, seat)
    public = position.known(EVERYBODY, seat)
    return {
        "count": position.city_count(seat),
        "staked": staked,
        "stake": stake_of(position, seat) if viewer == seat or position.phase == OVER else None,
        "known": colours(known),
        "known_to_all": colours(public),
    }


def battle(position: CapoPosition) -> dict[str, int | bool | None] | None:
    """Who fights whom, and who has won."""
    if position.challenger == NONE:
        return None
    return {
        "challenger": position.challenger,
        "foe": position.foe,
        "equal": bool(position.equal),
        "winner": position.winner if position.winner != NONE else None,
        "loser": position.loser if position.loser != NONE else None,
    }


def unseen(position: CapoPosition, seat: int) -> dict[str, int]:
    """The cards by rank that this viewer cannot place: neither seen nor known to be in a hand."""
    hidden = FULL_DECK
    for each in range(position.seats):
        hidden -= position.words[PLAYED + each]
    if seat >= 0:
        hidden -= position.words[HANDS + seat] + known_cards(position, seat)
    found = {str(rank): natural_count(of_rank(hidden, rank)) for rank in range(1, RANKS + 1)}
    found[CARD_NAMES[POLICE]] = hidden >> NATURAL
    return found


def known_cards(position: CapoPosition, seat: i64) -> i64:
    """The cards that a seat knows to be in the hand of the one it exchanged with [CAPO-10.3]."""
    partner = position.partner(seat)
    if partner == NONE or position.words[GIFTS + seat] == EMPTY:
        return EMPTY
    if position.swapped and is_swapped(position, seat):
        return position.words[HANDS + partner]
    given = position.words[GIFTS + seat]
    played = position.words[PLAYED + partner]
    police = (given >> NATURAL) - (played >> NATURAL)
    if police < 0:
        police = 0
    return (given & NATURALS & ~played) + police * ONE_POLICE


def is_swapped(position: CapoPosition, seat: i64) -> bool:
    """Whether a seat is one of the two that Mamma makes swap hands."""
    return seat == position.seat_at(0) or seat == position.seat_at(position.seats - 1)


def exchange(position: CapoPosition, seat: i64) -> dict[str, Any] | None:
    """What a seat gave and received in this round's exchange, and what it still knows of that hand."""
    partner = position.partner(seat)
    if partner == NONE or position.words[GIFTS + seat] == EMPTY:
        return None
    return {
        "with": partner,
        "gave": names(position.words[GIFTS + seat]),
        "received": names(position.words[GIFTS + partner]),
        "known": names(known_cards(position, seat)),
    }


def gift(position: CapoPosition, seat: i64) -> dict[str, int] | None:
    """To whom a seat gives cards now, and how many: its title says so, and all know the titles."""
    partner = position.partner(seat)
    if partner == NONE or position.phase != EXCHANGE:
        return None
    return {"to": partner, "count": position.exchanged(seat)}


def stake_of(position: CapoPosition, seat: i64) -> str | None:
    """The city card that a seat has staked."""
    staked = position.words[STAKES + seat]
    return colours(staked)[0] if staked else None


# What can be laid

LAYS_KEPT: Final = 4096
LAYS: Final[dict[tuple[int, ...], list[dict[str, Any]]]] = {}


def lays(position: CapoPosition, seat: i64) -> list[dict[str, Any]]:
    """What a seat could lay now, what each counts as, and by what it would stand: worked out once a hand."""
    if position.phase != PLAYING or (position.top_size == 0 and position.turn != seat):
        return []
    hand = position.words[HANDS + seat]
    if not hand or (position.top_size and position.top_seat == seat):
        return []
    fights = position.top_size > 1 and position.battle_with_top(seat)
    key = (hand, position.top_cards, position.top_size, position.hand_size, int(fights))
    found = LAYS.get(key)
    if found is None:
        found = [shown_lay(position, move) for move in position.playable(seat)]
        if len(LAYS) >= LAYS_KEPT:
            LAYS.clear()
        LAYS[key] = found
    return [entry.copy() for entry in found]


def shown_lay(position: CapoPosition, move: i64) -> dict[str, Any]:
    """One play: its move, what it counts as, and why it may be laid."""
    cards = cards_of(move)
    size = card_count_of(move)
    strength = position.strength(cards, size)
    by = "lead"
    if position.top_size:
        by = "higher"
        if strength == position.top_strength:
            by = "battle"
        elif strength < position.top_strength:
            by = "hit"
    return {"move": SPACE.text(move), "by": by, **counted(position, cards, size)}


def census(position: Position) -> Mapping[str, int]:
    """All pieces by kind, wherever they are."""
    assert isinstance(position, CapoPosition)
    words = position.words
    pile = position.deck
    city = position.stock + position.shown
    for seat in range(position.seats):
        pile += words[HANDS + seat] + words[PLAYED + seat]
        city += words[OWNED + seat] + words[STAKES + seat]
    pieces = {CARD_NAMES[card]: 0 for card in range(POLICE + 1)}
    for card in cards_in(pile):
        pieces[CARD_NAMES[card]] += 1
    for colour in range(CITY_COUNT):
        pieces[f"city {CITY_COLOURS[colour]}"] = int(city_copies(city, colour))
    return pieces
