"""Sampled worlds compared with an exact enumeration: every consistent world, at the right frequency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import comb, sqrt
from typing import Any

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import CHANCE, Position
from caponata.engine.playout import chance_moves, legal_moves
from caponata.engine.witness import play_with_effects
from caponata.games.capital_lux import GAME
from caponata.games.capital_lux.cards import KIND_COUNT
from caponata.games.capital_lux.layout import (
    HANDS,
    PLAYING,
    SECOND_PICK,
    LuxOptions,
    placed_by,
    placed_modifier,
)
from caponata.games.capital_lux.moves import (
    CAPITAL,
    HOME,
    PICK,
    capital_move,
    card_of,
    first_of,
    home_move,
    second_of,
    verb_of,
)
from caponata.games.capital_lux.piles import card, copies, size
from caponata.games.capital_lux.rules import LuxPosition

Belief = dict[tuple[int, ...], tuple[Position, float]]


def tiny_game(seats: int, deck: dict[int, int], deal: int) -> LuxPosition:
    """Return a game with packets of `deal` cards and a deck small enough to enumerate."""
    position = LuxPosition(seats, LuxOptions())
    position.deck = sum(count * card(kind) for kind, count in deck.items())
    position.deck_size = size(position.deck)
    position.full_deal = deal
    return position


def key(position: Position) -> tuple[int, ...]:
    """Return the fingerprint without `full_deal`, which a tiny game changes and a view does not show."""
    assert isinstance(position, LuxPosition)
    plain = position.copy()
    plain.full_deal = 0
    return plain.fingerprint()


def ways(position: LuxPosition, seat: int, move: int) -> int:
    """Return the number of ways to make a move with any of the physical cards in hand."""
    hand = position.words[HANDS + seat]
    if verb_of(move) == PICK:
        first, second = first_of(move), second_of(move)
        if first == second:
            return comb(copies(hand, first), 2)
        return copies(hand, first) * copies(hand, second)
    if verb_of(move) in (HOME, CAPITAL):
        return copies(hand, card_of(move))
    return 1


def advance(belief: Belief, truth: Position, me: int, mover: int, move: int) -> Belief:
    """Return the exact belief of a seat after a move: all positions in which it would have seen the same."""
    before = truth.copy()
    witnessed, _ = play_with_effects(GAME, truth, mover, move, [me])
    after: Belief = {}
    for position, weight in belief.values():
        assert isinstance(position, LuxPosition)
        if mover == CHANCE:
            odds = chance_moves(position)
            total = sum(count for _, count in odds)
        elif mover == me:
            odds, total = [(move, 1)], 1
        else:
            odds = [(other, ways(position, mover, other)) for other in legal_moves(position, mover)]
            total = sum(count for _, count in odds)
        for other, count in odds:
            if GAME.move_event(position, me, mover, other) != GAME.move_event(before, me, mover, move):
                continue
            child = position.copy()
            if play_with_effects(GAME, child, mover, other, [me])[0] != witnessed:
                continue
            child_key = key(child)
            entry = after.get(child_key)
            share = weight * count / total
            after[child_key] = (child, share + (entry[1] if entry else 0.0))
    return after


def believe(position: LuxPosition, me: int, rng: Rng, until: int, plays: int) -> tuple[Position, Belief]:
    """Play a random tiny game until a phase and a number of plays; return it with a seat's exact belief."""
    truth: Position = position
    belief: Belief = {key(truth): (truth.copy(), 1.0)}
    plays_made = 0
    while True:
        assert isinstance(truth, LuxPosition)
        if truth.phase == until and truth.to_act >> me & 1 and plays_made >= plays:
            return truth, belief
        mover, move = next_move(truth, rng)
        plays_made += verb_of(move) in (HOME, CAPITAL)
        belief = advance(belief, truth, me, mover, move)


def assert_samples_match_belief(truth: Position, belief: Belief, me: int, rng: Rng, samples: int) -> None:
    """Assert that samples are consistent worlds, with the expected frequency of every pile and world."""
    worlds = GAME.worlds(GAME.view(truth, me))
    sampled = Counter(key(worlds.sample(rng)) for _ in range(samples))
    total = sum(weight for _, weight in belief.values())
    assert set(sampled) <= set(belief)
    for pile in range(len(key(truth))):
        expected: Counter[int] = Counter()
        for world, (_, weight) in belief.items():
            expected[world[pile]] += samples * weight / total  # type: ignore[assignment]
        observed: Counter[int] = Counter()
        for world, count in sampled.items():
            observed[world[pile]] += count
        assert_similar(observed, expected)
    assert_similar(sampled, {world: samples * weight / total for world, (_, weight) in belief.items()})


def assert_similar(observed: Mapping[Any, int], expected: Mapping[Any, float]) -> None:
    """Assert that a chi-squared test passes, over all values that are expected at least five times."""
    chi_squared, cells = 0.0, 0
    for value, count in expected.items():
        if count >= 5:
            chi_squared += (observed.get(value, 0) - count) ** 2 / count
            cells += 1
    assert chi_squared < cells + 4.5 * sqrt(2 * cells) + 10, (chi_squared, cells)


DECKS = {
    # seats: kinds with copies, and cards per seat. Few kinds, so that passed cards are easily confused.
    2: ({0: 4, 3: 3, 7: 4, 13: 3, 16: 1}, 6),
    3: ({0: 6, 6: 7, 12: 5}, 5),
    4: ({0: 7, 6: 7, 12: 7}, 5),
}


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 1), (4, 3)])
def test_worlds_in_the_draft_have_their_exact_weights(seats: int, seed: int) -> None:
    """[LUX-6.3] passed cards are in the left neighbour's packet and nowhere else."""
    deck, deal = DECKS[seats]
    rng = Rng(100 * seats + seed)
    truth, belief = believe(tiny_game(seats, deck, deal), seed % seats, rng, SECOND_PICK, 0)
    assert_samples_match_belief(truth, belief, seed % seats, rng, 20_000)


@pytest.mark.parametrize(
    ("seats", "seed"),
    [*((2, seed) for seed in range(6)), *((3, seed) for seed in range(6)), (4, 0), (4, 1)],
)
def test_worlds_during_play_have_their_exact_weights(seats: int, seed: int) -> None:
    """[LUX-6.3] a play may be a card that was passed on, or another of its kind."""
    deck, deal = DECKS[seats]
    rng = Rng(200 * seats + seed)
    truth, belief = believe(tiny_game(seats, deck, deal), seed % seats, rng, PLAYING, seed)
    assert_samples_match_belief(truth, belief, seed % seats, rng, 20_000)


def test_every_world_has_the_cards_that_the_seat_knows() -> None:
    """With two seats, only the opponent's first two picks are unknown [LUX-2.4] [LUX-6.3]."""
    rng = Rng(5)
    position = LuxPosition(2, LuxOptions())
    while position.phase != PLAYING:
        mover, move = next_move(position, rng)
        position.play(mover, move)
    worlds = GAME.worlds(GAME.view(position, 0))
    hands = {worlds.sample(rng).words[HANDS + 1] for _ in range(300)}  # type: ignore[attr-defined]
    certain = {kind: min(copies(hand, kind) for hand in hands) for kind in range(KIND_COUNT)}
    assert sum(certain.values()) == 4
    assert len(hands) > 50


def test_hidden_modifier_is_any_unseen_one_with_equal_probability() -> None:
    """[LUX-3.11] only the seat that placed it knows its value."""
    rng = Rng(6)
    position = LuxPosition(3, LuxOptions())
    position.play(CHANCE, chance_moves(position)[0][0])
    while not position.placed:
        mover, move = next_move(position, rng)
        position.play(mover, move)
    owner = placed_by(position.placements, 0)
    for viewer in range(3):
        worlds = GAME.worlds(GAME.view(position, viewer))
        samples = (worlds.sample(rng).placements for _ in range(2000))  # type: ignore[attr-defined]
        values = Counter(placed_modifier(placements, 0) for placements in samples)
        if viewer == owner:
            assert list(values) == [placed_modifier(position.placements, 0)]
        else:
            assert len(values) == 4
            assert all(abs(count - 500) < 100 for count in values.values())


def test_spectator_has_worlds() -> None:
    rng = Rng(8)
    position: Position = GAME.start(4, LuxOptions())
    for _ in range(70):
        mover, move = next_move(position, rng)
        position.play(mover, move)
    view = GAME.view(position, -1)
    assert "hand" not in view and "memory" not in view
    assert GAME.view(GAME.worlds(view).sample(rng), -1) == view


def test_weight_of_a_play_does_not_depend_on_its_place() -> None:
    """The weight of a play is the number of copies of the card in hand."""
    position = tiny_game(2, {0: 4, 6: 4}, 4)
    position.words[HANDS] = 3 * card(0) + card(6)
    assert ways(position, 0, home_move(0)) == ways(position, 0, capital_move(0)) == 3
