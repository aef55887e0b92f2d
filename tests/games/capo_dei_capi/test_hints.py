"""What looks good in Capo dei Capi, and what a search does with it."""

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
from tests.games.capo_dei_capi.positions import capo, roll


def chosen(position: DeiCapiPosition) -> str:
    """What looks best to whoever is asked."""
    return SPACE.text(best_choice(position, position.to_act - 1, GAME.hints, Rng(1)))


def test_with_nothing_at_stake_one_rolls_and_with_everything_one_stops() -> None:
    assert chosen(capo()) == "roll"
    assert chosen(capo(beside=dict.fromkeys(AREA_NAMES, "influence-3"), level=6, hit_man=True)) == "stop"


def test_a_dear_bust_is_taken_back_and_a_cheap_one_is_not() -> None:
    for token, answer in (("influence-3", "reneg"), ("influence-1", "bust")):
        position = capo(beside={"white-1": token, "black-1": "influence-1"}, chips=(2, 0))
        roll(position, 1, 5)
        assert chosen(position) == answer


def test_tokens_go_where_the_area_is_contested_and_rich() -> None:
    position = capo(cubes={"white-1": 4}, on={"white-1": ("", "influence-2"), "black-2": ("", "influence-2")})
    roll(position, 1, 2)
    assert chosen(position) == "influence white-1 2"


def test_whoever_is_behind_does_not_let_the_game_end() -> None:
    position = capo(supply_cubes=1, chips=(0, 1), gained=(9, 0))
    roll(position, 1, 6)
    assert chosen(position) == "backstab"
    ahead = capo(supply_cubes=1, chips=(0, 1), gained=(0, 9))
    roll(ahead, 1, 6)
    assert chosen(ahead) == "let-pass"


def test_the_token_that_is_worth_least_leaves() -> None:
    five = "influence-3 influence-2 bribe-1 influence-3 open-2"
    position = capo(beside={"white-1": "influence-3"}, on={"white-1": (five, "")})
    position.play(0, SPACE.read("stop"))
    assert chosen(position) == "discard white-1 3"


def test_hints_leave_the_position_as_it_was() -> None:
    position = capo(beside={"white-1": "influence-2", "black-1": "bribe"}, chips=(4, 1), level=3)
    before = position.fingerprint()
    for move in legal_moves(position, 0):
        GAME.hints.appeal(position, 0, move)
    assert position.fingerprint() == before


def test_a_search_leaves_out_what_looks_foolish() -> None:
    position = capo(beside={"white-1": "influence-3", "black-1": "influence-2"}, chips=(4, 0), level=5)
    arms = search(GAME.worlds(GAME.view(position, 0)), 0, GAME.hints, Rng(1), 40, 0.0)
    tried = {SPACE.text(arm.move) for arm in arms}
    assert {"roll", "stop"} <= tried
    assert len(tried) < len(legal_moves(position, 0))


def test_a_playout_makes_legal_moves() -> None:
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
