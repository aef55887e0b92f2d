"""The public part of a position, rebuilt from a view before hidden cards are dealt."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY, View
from caponata.games.capo.cards import CARD_NUMBERS, COLOUR_NUMBERS
from caponata.games.capo.layout import (
    EVERYBODY,
    EXCHANGE,
    NONE,
    PHASES,
    PLAYED,
    PLAYING,
    SEAT_BITS,
    STAKES,
    STAKING,
    CapoOptions,
)
from caponata.games.capo.piles import EMPTY, card_pile, city_card
from caponata.games.capo.plays import play_strength
from caponata.games.capo.rules import CapoPosition
from caponata.games.capo.view import PENALTIES

CHANCE_PHASES: Final = ("cities", "starting", "awarding", "dealing")


def pile_named(names: list[str]) -> i64:
    """The pile of the cards with these names."""
    pile: i64 = EMPTY
    for name in names:
        pile += card_pile(CARD_NUMBERS[name])
    return pile


def city_named(names: list[str]) -> i64:
    """The pile of city cards with these colours."""
    pile: i64 = EMPTY
    for name in names:
        pile += city_card(COLOUR_NUMBERS[name])
    return pile


def public_position(view: View) -> CapoPosition:
    """A position with all public fields of a view. Its `stock` holds all city cards in use."""
    position = CapoPosition(view["seats"], CapoOptions(**view["options"]))
    position.phase = PHASES.index(view["phase"])
    position.round = view["round"]
    position.leader = view["leader"]
    position.turn = view["turn"]
    position.backwards = 1 if view["direction"] < 0 else 0
    position.passed = seat_bits(view["passed"])
    position.locked = seat_bits(view["locked"])
    position.gained = seat_bits(view["gained"])
    position.to_deal = view["to_deal"]
    position.deck_size = view["deck"]
    position.last_seat = view["last"]["seat"]
    position.last_cards = pile_named(view["last"]["cards"])
    position.pick_place = view["pick_place"]
    position.picks_left = view["picks_left"]
    position.open_stakes = city_named(view["shown"])
    position.mamma_due = 1 if view["mamma_due"] else 0
    position.swapped = 1 if view["swapped"] else 0
    position.champion = NONE if view["champion"] is None else view["champion"]
    for place, seat in enumerate(view["places"]):
        position.places |= seat << SEAT_BITS * place
    for index, entry in enumerate(view["outs"]):
        position.outs |= entry["seat"] << SEAT_BITS * index
        position.place_limits |= PENALTIES.index(entry["penalty"]) << SEAT_BITS * entry["seat"]
        position.out_count += 1
    for seat, count in enumerate(view["cards"]):
        position.counts |= count << SEAT_BITS * seat
        if count and position.phase >= EXCHANGE:
            position.holding |= 1 << seat
        position.piles[PLAYED + seat] = pile_named(view["played"][seat])
    set_top(position, view)
    set_battle(position, view)
    set_known_city_cards(position, view)
    position.to_act = CHANCE_ACTS if view["phase"] in CHANCE_PHASES else seat_bits(view["to_act"])
    return position


def seat_bits(seats: list[int]) -> i64:
    """A set of seats as bits."""
    bits: i64 = NOBODY
    for seat in seats:
        bits |= 1 << seat
    return bits


def set_top(position: CapoPosition, view: View) -> None:
    """Set the play to beat."""
    top: dict[str, Any] | None = view["top"]
    if top is None:
        if position.phase == PLAYING:
            position.top_seat = position.turn
        return
    position.top_cards = pile_named(top["cards"])
    position.top_size = len(top["cards"])
    position.top_seat = top["seat"]
    position.top_strength = play_strength(position, position.top_cards, position.top_size)


def set_battle(position: CapoPosition, view: View) -> None:
    """Set both sides of the current Battle, if there is one."""
    battle: dict[str, Any] | None = view["battle"]
    if battle is None:
        return
    position.challenger = battle["challenger"]
    position.foe = battle["foe"]
    position.equal = 1 if battle["equal"] else 0
    position.winner = NONE if battle["winner"] is None else battle["winner"]
    position.loser = NONE if battle["loser"] is None else battle["loser"]


def set_known_city_cards(position: CapoPosition, view: View) -> None:
    """Set what seats know of each other's city cards, and mark stakes with a card of any colour."""
    me: int | None = view["seat"]
    for owner, entry in enumerate(view["cities"]):
        public = city_named(entry["known_to_all"])
        for viewer in range(position.seats):
            if viewer != owner:
                position.set_known_cities(viewer, owner, public)
        position.set_known_cities(EVERYBODY, owner, public)
        if me is not None and me != owner:
            position.set_known_cities(me, owner, city_named(entry["known"]))
        if me is not None and me == owner:
            for viewer, known in enumerate(view["known_of_me"]):
                position.set_known_cities(viewer, owner, city_named(known))
        if entry["staked"] or (position.phase == STAKING and owner not in view["to_act"] and entry["count"]):
            position.piles[STAKES + owner] = city_card(0)
