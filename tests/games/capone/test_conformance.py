"""Conformance over whole games: all promises of the contract, conservation of pieces, and termination."""

import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance
from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.engine.playout import first_seat, random_choice
from caponata.games.capone import GAME
from caponata.games.capone.layout import CASH, PAYOUTS, STEPS, CaponeOptions
from caponata.games.capone.moves import SPACE
from caponata.games.capone.rules import CaponePosition, start
from caponata.games.capone.view import census

PAIRS = 1200


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("payout", PAYOUTS)
def test_game_conforms_for_all_seats_and_payouts(seats: int, payout: str) -> None:
    options = CaponeOptions(payout=payout, right_hand=40 if payout == "colour_site" else 50, years=5)
    seed = 10 * seats + PAYOUTS.index(payout)
    report = conformance(GAME, seats=seats, options=options, pairs=PAIRS, seed=seed)
    assert report.is_clean, str(report)
    assert report.pairs >= PAIRS


def play_randomly(position: CaponePosition, rng: Rng) -> int:
    """Play random moves to the end, check pieces and money, and return the number of decisions."""
    pieces = dict(census(position))
    assert set(pieces.values()) - {0} <= {1, 2, 3, 4, 8, 46, 56}
    assert pieces["money"] == 0
    decisions = 0
    while position.to_act != NOBODY:
        if position.to_act == CHANCE_ACTS:
            position.play(8, position.chance_move(rng.below(position.total_weight())))
            continue
        seat = first_seat(position.to_act)
        move = random_choice(position, seat, rng)
        assert not SPACE.verb(move).chance, SPACE.text(move)
        position.play(seat, move)
        decisions += 1
        assert dict(census(position)) == pieces
        assert all(position.words[CASH + other] >= 0 for other in range(position.seats))
        assert all(0 <= position.words[STEPS + other] <= 10 for other in range(position.seats))
    return decisions


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("payout", PAYOUTS)
def test_money_and_pieces_are_conserved_and_the_game_ends(seats: int, payout: str) -> None:
    """[CAPONE-9.5] [CAPONE-10.4]"""
    rng = Rng(100 * seats + PAYOUTS.index(payout))
    for _ in range(3):
        position = start(seats, CaponeOptions(payout=payout))
        assert play_randomly(position, rng) > 0
        assert position.year <= 30
        assert position.outcome() is not None
