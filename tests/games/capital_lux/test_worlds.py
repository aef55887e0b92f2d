"""Worlds against brute force: every consistent world, and each as often as it should be."""

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
from caponata.games.capital_lux.layout import (
    HANDS,
    PLAYING,
    SECOND_PICK,
    LuxOptions,
)
from caponata.games.capital_lux.moves import CAPITAL, HOME, KINDS, TAKE
from caponata.games.capital_lux.piles import card, copies, size
from caponata.games.capital_lux.rules import (
    LuxPosition,
)

Belief = dict[tuple[int, ...], tuple[Position, float]]


def tiny_game(seats: int, deck: dict[int, int], deal: int) -> LuxPosition:
    """A game with a deck small enough to enumerate, and packets of `deal` cards."""
    position = LuxPosition(seats, LuxOptions())
    position.deck = sum(count * card(kind) for kind, count in deck.items())
    position.deck_size = size(position.deck)
    position.full_deal = deal
    return position


def key(position: Position) -> tuple[int, ...]:
    """What tells worlds apart; the size of a full deal is a tiny game's own."""
    assert isinstance(position, LuxPosition)
    plain = position.copy()
    plain.full_deal = 0
    return plain.fingerprint()


def ways(position: LuxPosition, seat: int, move: int) -> int:
    """In how many ways a blind player, who takes any physical cards, makes this move."""
    hand = position.words[HANDS + seat]
    if move < HOME:
        first, second = divmod(move, int(KINDS))
        if first == second:
            return comb(copies(hand, first), 2)
        return copies(hand, first) * copies(hand, second)
    if move < TAKE:
        return copies(hand, (move - HOME) % KINDS)
    return 1


def advance(belief: Belief, truth: Position, me: int, mover: int, move: int) -> Belief:
    """What a seat believes after a move: every position that would have looked the same, weighed exactly."""
    before = truth.copy()
    witnessed, _ = play_with_effects(GAME, truth, mover, move, [me])
    after: Belief = {}
    for position, weight in belief.values():
        assert isinstance(position, LuxPosition)
        if mover == CHANCE:
            odds = chance_moves(position)
            total = sum(each for _, each in odds)
        elif mover == me:
            odds, total = [(move, 1)], 1
        else:
            odds = [(each, ways(position, mover, each)) for each in legal_moves(position, mover)]
            total = sum(each for _, each in odds)
        for each, chance in odds:
            if GAME.move_event(position, me, mover, each) != GAME.move_event(before, me, mover, move):
                continue
            child = position.copy()
            if play_with_effects(GAME, child, mover, each, [me])[0] != witnessed:
                continue
            mark = key(child)
            known = after.get(mark)
            share = weight * chance / total
            after[mark] = (child, share + (known[1] if known else 0.0))
    return after


def believe(position: LuxPosition, me: int, rng: Rng, until: int, plays: int) -> tuple[Position, Belief]:
    """Play a random tiny game up to a phase and some plays in it, and give the exact belief of a seat."""
    truth: Position = position
    belief: Belief = {key(truth): (truth.copy(), 1.0)}
    made = 0
    while True:
        assert isinstance(truth, LuxPosition)
        if truth.phase == until and truth.to_act >> me & 1 and made >= plays:
            return truth, belief
        mover, move = next_move(truth, rng)
        made += HOME <= move < TAKE
        belief = advance(belief, truth, me, mover, move)


def assert_sampled_as_believed(truth: Position, belief: Belief, me: int, rng: Rng, samples: int) -> None:
    """Only believed worlds turn up, and every pile in them is as often what it is as it should be."""
    worlds = GAME.worlds(GAME.view(truth, me))
    drawn = Counter(key(worlds.sample(rng)) for _ in range(samples))
    total = sum(weight for _, weight in belief.values())
    assert set(drawn) <= set(belief)
    for pile in range(len(key(truth))):
        expected: Counter[int] = Counter()
        for mark, (_, weight) in belief.items():
            expected[mark[pile]] += samples * weight / total  # type: ignore[assignment]
        found: Counter[int] = Counter()
        for mark, count in drawn.items():
            found[mark[pile]] += count
        assert_alike(found, expected)
    assert_alike(drawn, {mark: samples * weight / total for mark, (_, weight) in belief.items()})


def assert_alike(found: Mapping[Any, int], expected: Mapping[Any, float]) -> None:
    """A chi-squared comparison over all that is expected often enough."""
    chi_squared, cells = 0.0, 0
    for what, often in expected.items():
        if often >= 5:
            chi_squared += (found.get(what, 0) - often) ** 2 / often
            cells += 1
    assert chi_squared < cells + 4.5 * sqrt(2 * cells) + 10, (chi_squared, cells)


DECKS = {
    # seats: kinds and copies, cards dealt: few kinds, so that passed cards are easily confused
    2: ({0: 4, 3: 3, 7: 4, 13: 3, 16: 1}, 6),
    3: ({0: 6, 6: 7, 12: 5}, 5),
    4: ({0: 7, 6: 7, 12: 7}, 5),
}


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 1), (4, 3)])
def test_worlds_in_the_draft_are_drawn_with_their_exact_weights(seats: int, seed: int) -> None:
    """[LUX-6.3] what was passed on is in the left neighbour's packet, and nowhere else."""
    deck, deal = DECKS[seats]
    rng = Rng(100 * seats + seed)
    truth, belief = believe(tiny_game(seats, deck, deal), seed % seats, rng, SECOND_PICK, 0)
    assert_sampled_as_believed(truth, belief, seed % seats, rng, 20_000)


@pytest.mark.parametrize(
    ("seats", "seed"),
    [*((2, seed) for seed in range(6)), *((3, seed) for seed in range(6)), (4, 0), (4, 1)],
)
def test_worlds_in_play_are_drawn_with_their_exact_weights(seats: int, seed: int) -> None:
    """[LUX-6.3] a play may show a card that was passed on, or another of its kind."""
    deck, deal = DECKS[seats]
    rng = Rng(200 * seats + seed)
    truth, belief = believe(tiny_game(seats, deck, deal), seed % seats, rng, PLAYING, seed)
    assert_sampled_as_believed(truth, belief, seed % seats, rng, 20_000)


def test_every_world_keeps_what_the_seat_knows_for_certain() -> None:
    """With two seats one knows the opponent's hand but for its two first picks [LUX-2.4] [LUX-6.3]."""
    rng = Rng(5)
    position = LuxPosition(2, LuxOptions())
    while position.phase != PLAYING:
        mover, move = next_move(position, rng)
        position.play(mover, move)
    worlds = GAME.worlds(GAME.view(position, 0))
    hands = {worlds.sample(rng).words[HANDS + 1] for _ in range(300)}  # type: ignore[attr-defined]
    certain = {kind: min(copies(hand, kind) for hand in hands) for kind in range(KINDS)}
    assert sum(certain.values()) == 4
    assert len(hands) > 50


def test_an_opponents_modifier_may_be_any_that_the_seat_has_not_seen() -> None:
    """[LUX-3.11] the seat that placed it knows its value; for the others all unseen ones are as likely."""
    rng = Rng(6)
    position = LuxPosition(3, LuxOptions())
    position.play(CHANCE, chance_moves(position)[0][0])
    while not position.placed:
        mover, move = next_move(position, rng)
        position.play(mover, move)
    owner = position.placements >> 6 & 7
    for viewer in range(3):
        worlds = GAME.worlds(GAME.view(position, viewer))
        values = Counter(worlds.sample(rng).placements & 7 for _ in range(2000))  # type: ignore[attr-defined]
        if viewer == owner:
            assert list(values) == [position.placements & 7]
        else:
            assert len(values) == 4
            assert all(abs(count - 500) < 100 for count in values.values())


def test_a_spectator_has_worlds_too() -> None:
    rng = Rng(8)
    position: Position = GAME.start(4, LuxOptions())
    for _ in range(70):
        mover, move = next_move(position, rng)
        position.play(mover, move)
    view = GAME.view(position, -1)
    assert "hand" not in view and "memory" not in view
    assert GAME.view(GAME.worlds(view).sample(rng), -1) == view


def test_a_capital_play_is_counted_like_a_home_play() -> None:
    """The weight of a play counts copies of the card, not where it went."""
    position = tiny_game(2, {0: 4, 6: 4}, 4)
    position.words[HANDS] = 3 * card(0) + card(6)
    assert ways(position, 0, HOME) == ways(position, 0, CAPITAL) == 3
