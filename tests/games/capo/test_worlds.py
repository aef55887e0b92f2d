"""Worlds against brute force: every consistent deal and exchange, and each as often as it should be."""

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
from caponata.games.capo.piles import FULL_DECK, size
from caponata.games.capo.rules import CapoPosition
from tests.games.capo.positions import capo, cards, lay, owned, pile, play

SAMPLES = 8_000
World = tuple[str, ...]


def after_exchange(
    hands: Sequence[str], played: Sequence[str], gifts: Sequence[str], deck: str
) -> CapoPosition:
    """Places go by seat. The rest of the cards is out of play: laid by the last seat that has no title."""
    seats = len(hands)
    position = capo(hands=hands, cities=["red"] * seats, places=places(seats), seats=seats)
    words = position.words
    for seat in range(seats):
        words[PLAYED + seat] = pile(played[seat])
        words[GIFTS + seat] = pile(gifts[seat])
    gone = FULL_DECK - pile(" ".join([*hands, *played, deck]))
    words[PLAYED + OUTSIDER[seats]] += gone
    position.words = words
    position.deck = pile(deck)
    position.deck_size = size(position.deck)
    return position


OUTSIDER = {3: 1, 5: 2, 6: 2}


def places(seats: int) -> list[int]:
    """Every seat at the place of its number."""
    return list(range(seats))


def strength(card: str) -> int:
    """The place of a card among singles."""
    return -1 if card == "police" else CARD_NAMES.index(card)


def strongest(held: Sequence[str], count: int) -> tuple[str, ...]:
    """The cards that a lower title owes."""
    return tuple(sorted(held, key=strength)[:count])


def without(held: Sequence[str], gone: Sequence[str]) -> list[str] | None:
    """Cards less some of them, or nothing where these are not there."""
    left = list(held)
    for card in gone:
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


def believed(position: CapoPosition, pairs: Sequence[tuple[int, int, int]]) -> Counter[World]:
    """The exact belief of somebody outside the exchange: all physical deals that explain what was played.

    `pairs` are the upper seat, the lower seat and how many cards they exchanged.
    """
    words = position.words
    hidden = [seat for pair in pairs for seat in pair[:2]]
    played = {seat: cards(words[PLAYED + seat]).split() for seat in hidden}
    in_play = [name for seat in hidden for name in cards(words[HANDS + seat]).split() + played[seat]]
    names = in_play + cards(position.deck).split()
    sizes = [len(played[seat]) + size(words[HANDS + seat]) for seat in hidden]
    found: Counter[World] = Counter()
    for dealt in deals(range(len(names)), sizes):
        held = {seat: [names[card] for card in chosen] for seat, chosen in zip(hidden, dealt, strict=True)}
        for gifts in gift_choices(held, pairs):
            world = exchanged(held, gifts, pairs, played)
            if world is not None:
                found[world] += ways_to_play(held, gifts, pairs, played)
    return found


def ways_to_play(
    held: Mapping[int, list[str]],
    gifts: Mapping[int, tuple[str, ...]],
    pairs: Sequence[tuple[int, int, int]],
    played: Mapping[int, list[str]],
) -> int:
    """In how many ways blind seats played what they did: of two police they may have taken either."""
    ways = 1
    for upper, lower, _ in pairs:
        for seat, other in ((upper, lower), (lower, upper)):
            police = held[seat].count("police") - gifts[seat].count("police") + gifts[other].count("police")
            ways *= comb(police, played[seat].count("police"))
    return ways


def gift_choices(
    held: Mapping[int, list[str]], pairs: Sequence[tuple[int, int, int]]
) -> Iterator[dict[int, tuple[str, ...]]]:
    """All that upper titles may give, with what lower ones owe."""
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
    """The hands after the exchange and the plays, and the gifts; nothing where the plays were impossible."""
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
    """The same of worlds that are drawn from a view."""
    rng = Rng(7)
    worlds = GAME.worlds(GAME.view(position, viewer))
    found: Counter[World] = Counter()
    for _ in range(SAMPLES):
        world = worlds.sample(rng)
        assert isinstance(world, CapoPosition)
        told: list[str] = []
        for upper, lower, _ in pairs:
            for seat in (upper, lower):
                told += [in_order(world.words[HANDS + seat]), in_order(world.words[GIFTS + seat])]
        found[tuple(told)] += 1
    return found


def in_order(found: int) -> str:
    """A pile's cards, police first."""
    return " ".join(sorted(cards(found).split(), key=strength))


def assert_alike(found: Mapping[World, int], believed: Mapping[World, int]) -> None:
    """Only believed worlds turn up, each about as often as it should."""
    assert set(found) <= set(believed)
    total = sum(believed.values())
    surprise = 0.0
    for world, weight in believed.items():
        expected = SAMPLES * weight / total
        surprise += (found.get(world, 0) - expected) ** 2 / expected
    freedom = len(believed) - 1
    assert surprise < freedom + 6 * sqrt(2 * freedom) + 6, f"{surprise} at {freedom}"


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
def test_somebody_outside_believes_that_the_cafone_gave_his_strongest_card(
    hands: list[str], played: list[str], gifts: list[str], deck: str
) -> None:
    """[CAPO-7.5] [CAPO-10.2]"""
    position = after_exchange(hands, played, gifts, deck)
    pairs = [(0, 2, 1)]
    belief = believed(position, pairs)
    for viewer in (1, SPECTATOR):
        assert_alike(sampled(position, viewer, pairs), belief)


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
def test_somebody_outside_believes_that_the_cafone_gave_his_two_strongest_cards(
    hands: list[str], played: list[str], gifts: list[str], deck: str
) -> None:
    """[CAPO-7.3] [CAPO-7.4] [CAPO-10.2]"""
    position = after_exchange(hands, played, gifts, deck)
    pairs = [(0, 4, 2), (1, 3, 1)]
    belief = believed(position, pairs)
    for viewer in (2, SPECTATOR):
        assert_alike(sampled(position, viewer, pairs), belief)


def test_a_capo_knows_that_the_cafone_has_kept_nothing_stronger() -> None:
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
        kept = [card for card in cards(world.words[HANDS + 4]).split() if card != "red-10"]
        assert "red-10" in cards(world.words[HANDS + 4])
        assert all(strength(card) > CARD_NAMES.index("blue-4") for card in kept)


def test_a_cafone_knows_what_he_gave_until_it_is_played() -> None:
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


def test_after_mammas_call_the_two_know_each_others_hands() -> None:
    """[CAPO-10.3] [CAPO-4.6]"""
    position = capo(
        hands=["red-9 red-8", "red-10 blue-10 red-2", "blue-5 blue-6 blue-8"],
        places=[0, 1, 2],
        turn=1,
        options=CapoOptions(mamma="swap"),
    )
    words = position.words
    words[GIFTS], words[GIFTS + 2] = pile("blue-8"), pile("red-8")
    position.words = words
    lay(position, 1, "red-10")
    assert GAME.view(position, 0)["exchange"]["known"] == ["red-8", "red-9"]
    assert GAME.view(position, 2)["exchange"]["known"] == ["blue-5", "blue-6", "blue-8"]
    world = GAME.worlds(GAME.view(position, 0)).sample(Rng(1))
    assert isinstance(world, CapoPosition)
    assert cards(world.words[HANDS + 2]) == "red-8 red-9"


# City cards


def test_city_cards_are_imagined_so_that_nobody_has_won() -> None:
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
        assert world.words[OWNED + 0] == position.words[OWNED + 0]
        stakes[world.words[STAKES + 1]] += 1
    assert len(stakes) == 3


def test_city_cards_picked_openly_are_known_to_all_until_one_is_given_unseen() -> None:
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


def test_a_city_card_won_in_a_battle_is_known_to_both_sides_only() -> None:
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


def test_worlds_of_a_first_round_are_a_plain_shuffle() -> None:
    """[CAPO-10.2] Two police are two cards."""
    position = capo(hands=["red-9 red-8", "red-10 blue-10"], cities=["red", "blue"])
    rng = Rng(9)
    worlds = GAME.worlds(GAME.view(position, 0))
    drawn: Counter[str] = Counter()
    for _ in range(5000):
        world = worlds.sample(rng)
        assert isinstance(world, CapoPosition)
        drawn.update(cards(world.words[HANDS + 1]).split())
    assert 340 < drawn["police"] < 460
    assert 150 < drawn["red-1"] < 250
