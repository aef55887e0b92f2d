"""Cards, stars, sets of cards and hands, compared with known counts by enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from caponata.games.capo import GAME
from caponata.games.capo.cards import CARD_NAMES, FAMILIES, FAMILY_OF, RANK_OF, STARS, STARS_OF
from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.moves import SPACE
from caponata.games.capo.piles import index_mask, pile_of, pile_size
from caponata.games.capo.rankings import (
    CADRIE_HANDS,
    CAPO_HANDS,
    POKER_HANDS,
    Hand,
    hand_ranking,
    stand_ins,
)
from caponata.games.capo.rules import CapoPosition
from caponata.games.capo.sets import set_count, set_number, set_pile, set_size
from tests.games.capo.positions import capo, chance, moves, odds, pile

BEST_NAME_COUNTS = (5, 30, 35, 170, 315, 165, 1_550, 2_085, 10_040, 12_900)
NATURAL_COUNTS = (5, 30, 5, 10, 45, 50, 450, 955, 4_340, 4_500)
PLAYABLE_COUNTS = (5, 30, 35, 175, 315, 350, 1_610, 2_475, 10_440, 14_725)


def names_of(hands: tuple[Hand, ...]) -> list[str]:
    return [hand.name for hand in hands]


def test_the_deck_has_five_families_of_ten_and_two_police() -> None:
    """[CAPO-1.1]"""
    assert len(set(CARD_NAMES)) == 51
    assert odds(capo(seats=2, phase="dealing"))["draw police"] == 2
    assert sum(odds(capo(seats=2, phase="dealing")).values()) == 52
    for family in range(len(FAMILIES)):
        assert sorted(RANK_OF[card] for card in range(50) if FAMILY_OF[card] == family) == list(range(1, 11))


def test_each_rank_has_every_number_of_stars_once() -> None:
    """[CAPO-1.2]"""
    assert all(sorted(row) == [1, 2, 3, 4, 5] for row in STARS)
    assert STARS[0] == (1, 2, 3, 4, 5)
    assert STARS[5] == (2, 3, 4, 5, 1)
    assert STARS[7] == (1, 2, 3, 4, 5)
    assert [STARS_OF[CARD_NAMES.index(f"{family}-7")] for family in FAMILIES] == [3, 4, 5, 1, 2]


def test_cards_are_numbered_by_strength() -> None:
    """[CAPO-1.2] [CAPO-2.1]"""
    order = [(RANK_OF[card], -STARS_OF[card]) for card in range(50)]
    assert order == sorted(order)


@pytest.mark.parametrize(("seats", "copies", "stock"), [(2, 4, 8), (3, 4, 6), (4, 4, 12), (8, 4, 4)])
def test_every_seat_is_dealt_two_city_cards(seats: int, copies: int, stock: int) -> None:
    """[CAPO-1.3] [CAPO-1.4]"""
    position = CapoPosition(seats, CapoOptions())
    colours = ("yellow", "red", "blue", "green", "purple")[: 3 if seats < 4 else 5]
    assert odds(position) == {f"city {colour}": copies for colour in colours}
    for _ in range(2 * seats):
        chance(position, next(iter(odds(position))))
    assert GAME.view(position, 0)["stock"] == stock
    assert [entry["count"] for entry in GAME.view(position, 0)["cities"]] == [2] * seats


@pytest.mark.parametrize(("seats", "dealt"), [(2, 8), (3, 8), (4, 8), (5, 7), (6, 7), (7, 6), (8, 6)])
def test_hands_are_smaller_with_more_seats(seats: int, dealt: int) -> None:
    """[CAPO-1.5]"""
    assert CapoOptions().deal(seats) == dealt
    assert dealt * seats <= 52


# Known answers


def test_natural_hands_of_four_by_their_best_name() -> None:
    """[CAPO-2.3]"""
    ranking = hand_ranking(4)
    counts = Counter(ranking.name(pile_of(list(chosen))) for chosen in combinations(range(50), 4))
    assert tuple(counts[name] for name in names_of(CAPO_HANDS)) == NATURAL_COUNTS
    assert sum(counts.values()) == 230_300


def test_hands_of_four_with_police_by_their_best_name() -> None:
    """[CAPO-2.3] [CAPO-2.6]"""
    ranking = hand_ranking(4)
    counts = Counter(
        ranking.name(pile_of([min(card, 50) for card in chosen])) for chosen in combinations(range(52), 4)
    )
    assert tuple(counts[name] for name in names_of(CAPO_HANDS)) == BEST_NAME_COUNTS
    assert sum(counts.values()) == 270_725


def test_hands_of_four_that_fit_each_name() -> None:
    """[CAPO-2.6]"""
    counts: Counter[str] = Counter()
    cases: dict[tuple[tuple[int, ...], bool, int], list[str]] = {}
    for chosen in combinations(range(52), 4):
        naturals = [card for card in chosen if card < 50]
        ranks = tuple(int(RANK_OF[card]) for card in naturals)
        one_family = len({int(FAMILY_OF[card]) for card in naturals}) == 1
        case = (ranks, one_family, 4 - len(naturals))
        if case not in cases:
            cases[case] = [
                hand.name
                for hand in CAPO_HANDS
                if stand_ins(hand, ranks, case[2], one_family=one_family) is not None
            ]
        counts.update(cases[case])
    assert tuple(counts[name] for name in names_of(CAPO_HANDS)) == PLAYABLE_COUNTS


def test_natural_hands_of_three() -> None:
    """[CAPO-9.2]"""
    ranking = hand_ranking(3)
    counts = Counter(ranking.name(pile_of(list(chosen))) for chosen in combinations(range(50), 3))
    assert [counts[name] for name in names_of(CADRIE_HANDS)] == [40, 100, 560, 960]


def test_natural_poker_hands() -> None:
    """[CAPO-9.3]"""
    ranking = hand_ranking(5)
    counts: Counter[str] = Counter()
    for ranks in combinations_with_replacement(range(1, 11), 5):
        rank_counts = Counter(ranks)
        sets = prod(comb(5, count) for count in rank_counts.values())
        one_family = len(FAMILIES) if len(rank_counts) == 5 else 0
        if one_family:
            counts[ranking.name(pile(" ".join(f"red-{rank}" for rank in ranks)))] += one_family
        if max(rank_counts.values()) <= 5:
            mixed = " ".join(
                f"{FAMILIES[(number + (rank == ranks[0])) % 5]}-{rank}"
                for rank in rank_counts
                for number in range(rank_counts[rank])
            )
            counts[ranking.name(pile(mixed))] += sets - one_family
    assert [counts[name] for name in names_of(POKER_HANDS)] == [
        *(10, 30, 2_250, 9_000, 1_230),
        *(18_720, 90_000, 180_000, 1_050_000, 767_520),
    ]


# Names


@pytest.mark.parametrize(
    ("held", "name", "ranks"),
    [
        ("red-1 red-2 red-3 red-4", "famiglia", [1, 2, 3, 4]),
        ("red-4 red-5 red-6 red-7", "clan", [4, 5, 6, 7]),
        ("red-1 blue-1 green-1 orange-1", "commisione", [1, 1, 1, 1]),
        ("red-1 blue-1 police police", "commisione", [1, 1, 1, 1]),
        ("red-1 red-2 red-3 red-6", "administration", [1, 2, 3, 6]),
        ("red-1 red-2 red-4 police", "administration", [1, 2, 3, 4]),
        ("red-1 red-2 red-3 police", "administration", [1, 2, 3, 4]),
        ("red-5 blue-5 green-5 police", "alliance", [5, 5, 5, 5]),
        ("red-1 red-2 red-4 red-6", "decina", [1, 2, 4, 6]),
        ("red-4 red-5 red-6 police", "decina", [1, 4, 5, 6]),
        ("red-1 blue-1 green-1 orange-9", "mandamento", [1, 1, 1, 9]),
        ("red-1 blue-9 police police", "mandamento", [1, 1, 1, 9]),
        ("red-2 red-5 red-9 red-10", "mobsters", [2, 5, 9, 10]),
        ("red-5 blue-6 green-7 police", "union", [5, 6, 7, 8]),
        ("red-8 blue-9 green-10 police", "union", [7, 8, 9, 10]),
        ("red-5 blue-6 red-7 red-8", "union", [5, 6, 7, 8]),
        ("red-5 blue-5 red-8 orange-8", "renegades", [5, 5, 8, 8]),
        ("red-5 blue-5 red-8 police", "renegades", [5, 5, 8, 8]),
        ("red-5 blue-6 red-9 orange-10", "", [5, 6, 9, 10]),
    ],
)
def test_a_set_has_the_best_name_that_fits(held: str, name: str, ranks: list[int]) -> None:
    """[CAPO-2.3] [CAPO-2.6]"""
    assert hand_ranking(4).name(pile(held)) == name
    assert hand_ranking(4).ranks_as(pile(held)) == ranks


def test_the_text_of_a_move_says_what_it_counts_as() -> None:
    text = "lay red-5+blue-6+green-7+police as union 5-6-7-8"
    move = SPACE.read(text)
    assert SPACE.text(move) == text
    assert SPACE.read("lay police+green-7+blue-6+red-5") == move
    assert SPACE.text(SPACE.read("lay red-5+police")) == "lay red-5+police as duo 5-5"
    assert SPACE.text(SPACE.read("lay red-5+blue-5")) == "lay red-5+blue-5"
    assert SPACE.text(SPACE.read("lay police+police")) == "lay police+police"
    natural = "lay red-5+orange-5+orange-8+red-8 as renegades"
    assert SPACE.text(SPACE.read(natural)) == natural


def test_numbers_of_sets_convert_back_to_the_sets() -> None:
    assert set_count(5) == 2_641_987
    for number in range(0, set_count(5), 97):
        cards = set_pile(number)
        assert set_number(cards, pile_size(cards)) == number
        assert set_size(number) == pile_size(cards)


@pytest.mark.parametrize(
    "text", ["lay red-5+red-5", "lay police+police+police", "lay red-11", "lay", "lay red-5+"]
)
def test_texts_that_name_no_set_of_cards_are_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        SPACE.read(text)


def test_index_mask_has_the_indices_of_cards_in_a_sorted_hand() -> None:
    held = pile("green-1 red-5 blue-5 red-9 police police")
    assert index_mask(held, pile("green-1")) == 0b000001
    assert index_mask(held, pile("red-9 police")) == 0b011000
    assert index_mask(held, pile("police police")) == 0b110000
    assert index_mask(held, held) == 0b111111


def test_all_plays_of_a_hand_with_two_police_are_listed_once() -> None:
    held = "red-1 blue-1 red-5 red-6 blue-8 orange-9 police police"
    listed = moves(capo(hands=[held, "red-2"]), 0)
    assert len(listed) == len(set(listed))
    fours = [text for text in listed if text.count("+") == 3]
    names = held.split()
    named = {
        tuple(sorted(chosen))
        for chosen in combinations(names, 4)
        if hand_ranking(4).name(pile(" ".join(chosen)))
    }
    assert len(fours) == len(named)  # a set with one of two police is one move, not two
    assert any(text.count("police") == 2 for text in fours)
