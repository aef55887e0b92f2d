"""Hints of Capo dei Capi, and how a search uses them."""

from __future__ import annotations

from caponata.bots.search import search
from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.engine.playout import best_choice, legal_moves, move_buffer
from caponata.games.capo_dei_capi import GAME
from caponata.games.capo_dei_capi.layout import AREA_NAMES, DeiCapiOptions
from caponata.games.capo_dei_capi.moves import SPACE
from caponata.games.capo_dei_capi.rules import DeiCapiPosition, start
from tests.games.capo_dei_capi.positions import between_rolls, roll


def best_move(position: DeiCapiPosition) -> str:
    """The text of the most appealing move of the acting seat."""
    return SPACE.text(best_choice(position, position.to_act - 1, GAME.hints, Rng(1)))


def test_hints_roll_with_nothing_at_stake_and_stop_with_everything_at_stake() -> None:
    assert best_move(between_rolls()) == "roll"
    assert (
        best_move(between_rolls(beside=dict.fromkeys(AREA_NAMES, "influence-3"), level=6, hit_man=True))
        == "stop"
    )


def test_hints_renege_on_an_expensive_bust_and_accept_a_cheap_one() -> None:
    for token, answer in (("influence-3", "reneg"), ("influence-1", "bust")):
        position = between_rolls(beside={"white-1": token, "black-1": "influence-1"}, chips=(2, 0))
        roll(position, 1, 5)
        assert best_move(position) == answer


def test_hints_put_tokens_on_contested_areas_with_many_cubes() -> None:
    position = between_rolls(
        cubes={"white-1": 4}, on={"white-1": ("", "influence-2"), "black-2": ("", "influence-2")}
    )
    roll(position, 1, 2)
    assert best_move(position) == "influence white-1 2"


def test_hints_backstab_the_end_of_the_game_only_when_behind() -> None:
    position = between_rolls(supply_cubes=1, chips=(0, 1), gained=(9, 0))
    roll(position, 1, 6)
    assert best_move(position) == "backstab"
    ahead = between_rolls(supply_cubes=1, chips=(0, 1), gained=(0, 9))
    roll(ahead, 1, 6)
    assert best_move(ahead) == "let-pass"


def test_hints_discard_the_least_valuable_token() -> None:
    five = "influence-3 influence-2 bribe-1 influence-3 open-2"
    position = between_rolls(beside={"white-1": "influence-3"}, on={"white-1": (five, "")})
    position.play(0, SPACE.read("stop"))
    assert best_move(position) == "discard white-1 3"


def test_hints_do_not_change_the_position() -> None:
    position = between_rolls(beside={"white-1": "influence-2", "black-1": "bribe"}, chips=(4, 1), level=3)
    before = position.fingerprint()
    for move in legal_moves(position, 0):
        GAME.hints.appeal(position, 0, move)
    assert position.fingerprint() == before


def test_search_skips_moves_with_low_appeal() -> None:
    position = between_rolls(
        beside={"white-1": "influence-3", "black-1": "influence-2"}, chips=(4, 0), level=5
    )
    arms = search(GAME.worlds(GAME.view(position, 0)), 0, GAME.hints, Rng(1), 40, 0.0)
    tried = {SPACE.text(arm.move) for arm in arms}
    assert {"roll", "stop"} <= tried
    assert len(tried) < len(legal_moves(position, 0))


def test_playout_moves_are_legal() -> None:
    rng = Rng(4)
    buffer = move_buffer()
    for _ in range(3):
        position = start(2, DeiCapiOptions())
        while position.to_act != NOBODY:
            if position.to_act == CHANCE_ACTS:
                position.play(*next_move(position, rng))
                continue
            seat = position.to_act - 1
            move = GAME.hints.playout_move(position, seat, rng, buffer)
            assert move in legal_moves(position, seat)
            position.play(seat, move)
