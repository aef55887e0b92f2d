"""Worlds compared with brute force: every consistent deal and exchange, with its probability."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, sqrt

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import SPECTATOR
from caponata.games.capo import GAME
from caponata.games.capo.cards import CARD_NAMES
from caponata.games.capo.layout import GIFTS, HANDS, OWNED, PLAYED, STAKES, CapoOptions
from caponata.games.capo.piles import FULL_DECK, pile_size
from caponata.games.capo.rules import CapoPosition
from tests.games.capo.positions import capo, cards, lay, owned, pile, play

SAMPLES = 8_000
World = tuple[str, ...]


def after_exchange(
    hands: Sequence[str], played: Sequence[str], gifts: Sequence[str], deck: str
) -> CapoPosition:
    """A position after an exchange; places are by seat. All other cards were played by an untitled seat."""
    seats = len(hands)
    position = capo(hands=hands, cities=["red"] * seats, places=places(seats), seats=seats)
    piles = position.piles
    for seat in range(seats):
        piles[PLAYED + seat] = pile(played[seat])
        piles[GIFTS + seat] = pile(gifts[seat])
    out_of_play = FULL_DECK - pile(" ".join([*hands, *played, deck]))
    piles[PLAYED + UNTITLED_SEAT[seats]] += out_of_play
    position.piles = piles
    position.deck = pile(deck)
    position.deck_size = pile_size(position.deck)
    return position


UNTITLED_SEAT = {3: 1, 5: 2, 6: 2}


def places(seats: int) -> list[int]:
    """The places in which seat 0 is the Capo, seat 1 comes next, and so on."""
    return list(range(seats))


def strength(card: str) -> int:
    """Index of a card in the order of all singles, strongest first."""
    return -1 if card == "police" else CARD_NAMES.index(card)


def strongest(held: Sequence[str], count: int) -> tuple[str, ...]:
    """The strongest cards of a hand, which a lower title owes."""
    return tuple(sorted(held, key=strength)[:count])


def without(held: Sequence[str], removed: Sequence[str]) -> list[str] | None:
    """The cards of a hand without some of them, or None if one of these is not in the hand."""
    left = list(held)
    for card in removed:
        if card not in left:
            return None
        left.remove(card)
    return left


def deals(pool: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal physical cards into hands of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(pool, sizes[0]):
        rest = [card for card in pool if card not in chosen]
        for others in deals(rest, sizes[1:]):
            yield [chosen, *others]


def exact_belief(position: CapoPosition, pairs: Sequence[tuple[int, int, int]]) -> Counter[World]:
    """Number of physical deals that lead to each world, for a viewer outside the exchange.

    `pairs` are the upper seat, the lower seat and the number of cards that they exchanged.
    """
    piles = position.piles
    hidden = [seat for pair in pairs for seat in pair[:2]]
    played = {seat: cards(piles[PLAYED + seat]).split() for seat in hidden}
    in_play = [name for seat in hidden for name in cards(piles[HANDS + seat]).split() + played[seat]]
    names = in_play + cards(position.deck).split()
    sizes = [len(played[seat]) + pile_size(piles[HANDS + seat]) for seat in hidden]
    counts: Counter[World] = Counter()
    for dealt in deals(range(len(names)), sizes):
        held = {seat: [names[card] for card in chosen] for seat, chosen in zip(hidden, dealt, strict=True)}
        for gifts in gift_choices(held, pairs):
            world = exchanged(held, gifts, pairs, played)
            if world is not None:
                counts[world] += ways_to_play(held, gifts, pairs, played)
    return counts


def ways_to_play(
    held: Mapping[int, list[str]],
    gifts: Mapping[int, tuple[str, ...]],
    pairs: Sequence[tuple[int, int, int]],
    played: Mapping[int, list[str]],
) -> int:
    """Number of ways in which the seats chose the cards they played: either of two police."""
    ways = 1
    for upper, lower, _ in pairs:
        for seat, other in ((upper, lower), (lower, upper)):
            police = held[seat].count("police") - gifts[seat].count("police") + gifts[other].count("police")
            ways *= comb(police, played[seat].count("police"))
    return ways


def gift_choices(
    held: Mapping[int, list[str]], pairs: Sequence[tuple[int, int, int]]
) -> Iterator[dict[int, tuple[str, ...]]]:
    """All combinations of gifts of the upper titles, with the cards that the lower ones owe."""
    if not pairs:
        yield {}
        return
    upper, lower, count = pairs[0]
    for given in combinations(range(len(held[upper])), count):
        for others in gift_choices(held, pairs[1:]):
            gift = tuple(held[upper][card] for card in given)
            yield {upper: gift, lower: strongest(held[lower], count), **others}


def exchanged(
    held: Mapping[int, list[str]],
    gifts: Mapping[int, tuple[str, ...]],
    pairs: Sequence[tuple[int, int, int]],
    played: Mapping[int, list[str]],
) -> World | None:
    """The hands and gifts after the exchange and the plays, or None if the plays were impossible."""
    world: list[str] = []
    for upper, lower, _ in pairs:
        for seat, other in ((upper, lower), (lower, upper)):
            kept = without(held[seat], gifts[seat])
            assert kept is not None
            left = without([*kept, *gifts[other]], played[seat])
            if left is None:
                return None
            world += [" ".join(sorted(left, key=strength)), " ".join(sorted(gifts[seat], key=strength))]
    return tuple(world)


def sampled(position: CapoPosition, viewer: int, pairs: Sequence[tuple[int, int, int]]) -> Counter[World]:
    """How often each world was drawn from a view."""
    rng = Rng(7)
    worlds = GAME.worlds(GAME.view(position, viewer))
    counts: Counter[World] = Counter()
    for _ in range(SAMPLES):
        world = worlds.sample(rng)
        assert isinstance(world, CapoPosition)
        hands_and_gifts: list[str] = []
        for upper, lower, _ in pairs:
            for seat in (upper, lower):
                hands_and_gifts += [
                    sorted_cards(world.piles[HANDS + seat]),
                    sorted_cards(world.piles[GIFTS + seat]),
                ]
        counts[tuple(hands_and_gifts)] += 1
    return counts


def sorted_cards(pile: int) -> str:
    """The cards of a pile, strongest first."""
    return " ".join(sorted(cards(pile).split(), key=strength))


def assert_same_distribution(drawn: Mapping[World, int], exact: Mapping[World, int]) -> None:
    """Check by a chi-squared test that worlds are drawn with their exact probabilities."""
    assert set(drawn) <= set(exact)
    total = sum(exact.values())
    chi_squared = 0.0
    for world, weight in exact.items():
        expected = SAMPLES * weight / total
        chi_squared += (drawn.get(world, 0) - expected) ** 2 / expected
    freedom = len(exact) - 1
    assert chi_squared < freedom + 6 * sqrt(2 * freedom) + 6, f"{chi_squared} at {freedom}"


@pytest.mark.parametrize(
    ("hands", "played", "gifts", "deck"),
    [
        (
            ["red-2 blue-5 red-7", "", "blue-9 green-9"],
            ["", "", "green-4"],
            ["green-4", "", "red-2"],
            "red-10 blue-2",
        ),
        (
            ["blue-5 red-7", "", "blue-9 green-9 green-4"],
            ["red-2", "", ""],
            ["green-4", "", "red-2"],
            "red-10 blue-2",
        ),
        (
            ["blue-5 police", "", "blue-9 green-9"],
            ["red-7", "", "green-4"],
            ["blue-9", "", "police"],
            "red-10 police",
        ),
        (
            ["blue-5 red-7", "", "police green-9"],
            ["police", "", "green-4"],
            ["green-9", "", "police"],
            "red-10 red-1",
        ),
        (
            ["blue-5 police", "", "green-9 blue-8"],
            ["red-7", "", "police"],
            ["green-9", "", "police"],
            "red-10 red-1",
        ),
        (
            ["blue-5 red-7", "", "green-9 blue-8"],
            ["police", "", "police"],
            ["green-9", "", "police"],
            "red-10 red-1",
        ),
        (
            ["blue-5 police", "", "green-9 blue-8"],
            ["police", "", "red-7"],
            ["green-9", "", "police"],
            "red-10 red-1",
        ),
    ],
)
def test_other_seats_infer_that_the_cafone_gave_its_strongest_card(
    hands: list[str], played: list[str], gifts: list[str], deck: str
) -> None:
    """[CAPO-7.5] [CAPO-10.2]"""
    position = after_exchange(hands, played, gifts, deck)
    pairs = [(0, 2, 1)]
    exact = exact_belief(position, pairs)
    for viewer in (1, SPECTATOR):
        assert_same_distribution(sampled(position, viewer, pairs), exact)


@pytest.mark.parametrize(
    ("hands", "played", "gifts", "deck"),
    [
        (
            ["red-2 blue-2", "green-5", "", "blue-9 green-8", "red-10 green-9"],
            ["", "", "", "", "blue-7"],
            ["blue-7 red-10", "blue-9", "", "green-5", "red-2 blue-2"],
            "orange-6 orange-4",
        ),
        (
            ["blue-2", "blue-4", "", "blue-9 green-8", "green-9"],
            ["police", "green-5", "", "", "blue-7 red-10"],
            ["blue-7 red-10", "blue-9", "", "green-5", "blue-2 police"],
            "police",
        ),
    ],
)
def test_other_seats_infer_that_the_cafone_gave_its_two_strongest_cards(
    hands: list[str], played: list[str], gifts: list[str], deck: str
) -> None:
    """[CAPO-7.3] [CAPO-7.4] [CAPO-10.2]"""
    position = after_exchange(hands, played, gifts, deck)
    pairs = [(0, 4, 2), (1, 3, 1)]
    exact = exact_belief(position, pairs)
    for viewer in (2, SPECTATOR):
        assert_same_distribution(sampled(position, viewer, pairs), exact)


def test_the_capo_knows_that_the_cafone_kept_no_stronger_card() -> None:
    """[CAPO-7.3] [CAPO-10.3]"""
    position = after_exchange(
        ["red-4 blue-4 red-1", "green-5", "", "blue-9 green-8", "red-10 green-9 purple-8"],
        ["", "", "", "", "blue-7"],
        ["blue-7 red-10", "blue-9", "", "green-5", "red-4 blue-4"],
        "orange-6 orange-2",
    )
    worlds = GAME.worlds(GAME.view(position, 0))
    rng = Rng(3)
    for _ in range(300):
        world = worlds.sample(rng)
        assert isinstance(world, CapoPosition)
        kept = [card for card in cards(world.piles[HANDS + 4]).split() if card != "red-10"]
        assert "red-10" in cards(world.piles[HANDS + 4])
        assert all(strength(card) > CARD_NAMES.index("blue-4") for card in kept)


def test_the_cafone_knows_its_gift_until_it_is_played() -> None:
    """[CAPO-10.3]"""
    position = after_exchange(
        ["red-2 blue-5 red-7", "", "blue-9 green-9"],
        ["", "", "green-4"],
        ["green-4", "", "red-2"],
        "red-10 blue-2",
    )
    assert GAME.view(position, 2)["exchange"] == {
        "with": 0,
        "gave": ["red-2"],
        "received": ["green-4"],
        "known": ["red-2"],
    }
    lay(position, 0, "red-2")
    assert GAME.view(position, 2)["exchange"]["known"] == []
    assert GAME.view(position, 1)["exchange"] is None


def test_after_a_swap_by_mamma_both_seats_know_each_others_hands() -> None:
    """[CAPO-10.3] [CAPO-4.6]"""
    position = capo(
        hands=["red-9 red-8", "red-10 blue-10 red-2", "blue-5 blue-6 blue-8"],
        places=[0, 1, 2],
        turn=1,
        options=CapoOptions(mamma="swap"),
    )
    piles = position.piles
    piles[GIFTS], piles[GIFTS + 2] = pile("blue-8"), pile("red-8")
    position.piles = piles
    lay(position, 1, "red-10")
    assert GAME.view(position, 0)["exchange"]["known"] == ["red-8", "red-9"]
    assert GAME.view(position, 2)["exchange"]["known"] == ["blue-5", "blue-6", "blue-8"]
    world = GAME.worlds(GAME.view(position, 0)).sample(Rng(1))
    assert isinstance(world, CapoPosition)
    assert cards(world.piles[HANDS + 2]) == "red-8 red-9"


# City cards


def test_nobody_has_won_in_a_sampled_world() -> None:
    """[CAPO-8.1] [CAPO-10.2]"""
    position = capo(
        hands=["red-9 red-8", "red-10 blue-10", "blue-5 blue-6"],
        cities=["red red red", "yellow yellow blue", "blue blue yellow"],
        stakes=["blue", "red", "yellow"],
        stock="",
    )
    rng = Rng(2)
    worlds = GAME.worlds(GAME.view(position, 0))
    stakes: Counter[int] = Counter()
    for _ in range(400):
        world = worlds.sample(rng)
        assert isinstance(world, CapoPosition)
        assert not any(world.has_won(seat) for seat in range(3))
        assert world.piles[OWNED + 0] == position.piles[OWNED + 0]
        stakes[world.piles[STAKES + 1]] += 1
    assert len(stakes) == 3


def test_city_cards_that_are_picked_openly_are_known_to_everybody() -> None:
    """[CAPO-10.3] [CAPO-5.5]"""
    position = capo(
        hands=["", "red-5", "blue-9", ""],
        outs=[0, 3],
        turn=1,
        cities=["red", "blue blue", "green green", "purple"],
        stakes=["yellow", "blue", "green", "green"],
        stock="",
    )
    lay(position, 1, "red-5")
    play(position, 0, "pick green", "pick blue")
    for viewer in (1, 2, SPECTATOR):
        assert GAME.view(position, viewer)["cities"][0]["known"] == ["blue", "green"]
    assert GAME.view(position, 0)["known_of_me"][2] == ["blue", "green"]


def test_only_both_sides_know_a_city_card_won_in_a_battle() -> None:
    """[CAPO-10.3] [CAPO-5.5]"""
    position = capo(
        hands=["red-9 red-1 red-2", "blue-1 blue-5 blue-6", "green-3 green-5"],
        cities=["red blue", "red green", "blue"],
    )
    lay(position, 0, "red-9")
    play(position, 0, "challenge 2", "fight red-1")
    play(position, 1, "fight blue-5")
    play(position, 2, "hold")
    play(position, 1, "yield green")
    assert owned(position, 0) == "red blue green"
    assert GAME.view(position, 1)["cities"][0]["known"] == ["green"]
    assert GAME.view(position, 0)["known_of_me"] == [[], ["green"], []]
    assert GAME.view(position, 2)["cities"][0]["known"] == []


def test_worlds_of_the_first_round_are_a_plain_shuffle() -> None:
    """[CAPO-10.2] The two police count as two cards."""
    position = capo(hands=["red-9 red-8", "red-10 blue-10"], cities=["red", "blue"])
    rng = Rng(9)
    worlds = GAME.worlds(GAME.view(position, 0))
    drawn: Counter[str] = Counter()
    for _ in range(5000):
        world = worlds.sample(rng)
        assert isinstance(world, CapoPosition)
        drawn.update(cards(world.piles[HANDS + 1]).split())
    assert 340 < drawn["police"] < 460
    assert 150 < drawn["red-1"] < 250
