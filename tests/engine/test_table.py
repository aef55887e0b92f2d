"""Tables: setting up, validating moves, closing and resuming."""

from dataclasses import replace

import pytest

from caponata.engine.chance import Rng
from caponata.engine.fair import FairDraws, SeededDraws
from caponata.engine.game import CHANCE_ACTS, SPECTATOR
from caponata.engine.moves import MoveError
from caponata.engine.reader import read_record
from caponata.engine.record import Choice, Draw, RecordError, Undo, record_text
from caponata.engine.table import IllegalMove, Table, TableError
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capital_lux.layout import LuxOptions
from tests.engine.tables import (
    COINS_GAME,
    ENTROPY,
    SEED,
    CoinOptions,
    edited,
    fair,
    fresh,
    people,
    play_on,
    table_at,
)
from tests.games.capital_lux.positions import lux

# Setting up


@pytest.mark.parametrize("count", [0, 1, 5])
def test_number_of_seats_must_suit_the_game(count: int) -> None:
    with pytest.raises(TableError, match=f"Capital Lux is for 2, 3, 4 seats, not for {count}"):
        Table(LUX, people(count), draws=SeededDraws(1))


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(TableError, match="Capital Lux is played with LuxOptions"):
        Table(LUX, people(2), CoinOptions(), draws=SeededDraws(1))
    table = Table(LUX, people(2), LuxOptions(opening_cards=3), draws=SeededDraws(1))
    assert len(table.view(SPECTATOR)["capital"]) == 3


def test_every_seat_contributes_a_random_value() -> None:
    with pytest.raises(TableError, match="2 seats contribute one random value each, not 3"):
        Table(LUX, people(2), draws=fair(3))


def test_opening_draws_are_entries_with_draw_numbers() -> None:
    table = fresh(3)
    assert table.position.to_act != CHANCE_ACTS
    dealt = [entry for entry in table.entries if isinstance(entry, Draw)]
    assert [entry.draw for entry in dealt] == list(range(1, 1 + 1 + 1 + 3 * 6))
    assert table.acting == [0, 1, 2]


def test_chance_waits_while_a_table_is_paused() -> None:
    unpaused = Table(LUX, people(2), draws=FairDraws(SEED, "t", ("a", "b")))
    paused = Table(LUX, people(2), draws=FairDraws(SEED, "t", ("a", "b")), pauses=lambda position: True)
    assert paused.has_pending_chance
    assert (paused.entries, paused.acting) == ([], [])
    assert paused.play_pending_chance() == unpaused.entries
    assert not paused.has_pending_chance
    assert paused.acting == unpaused.acting


def test_draw_with_one_possible_result_is_an_entry() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3"], deck="yellow-6"))
    assert table.play(0, "capital green-2") == [
        Choice(1, 0, "capital green-2"),
        Draw(2, 1, "draw yellow-6"),
    ]


def test_same_seed_and_entropy_deal_the_same_cards() -> None:
    assert fresh(3).entries == fresh(3).entries
    other = fresh(3, draws=FairDraws(SEED, "the-kitchen-table", ["tails", *ENTROPY[1:3]]))
    assert fresh(3).entries != other.entries


# Validating moves


def test_moves_are_played_by_number_or_by_text() -> None:
    one, other = table_at(lux(hands=["green-2", "pink-3"])), table_at(lux(hands=["green-2", "pink-3"]))
    one.play(0, "  Home GREEN-2 ")
    other.play(0, LUX.space.read("home green-2"))
    assert one.entries == other.entries == [Choice(1, 0, "home green-2")]


def test_illegal_move_is_refused_with_its_rule() -> None:
    table = table_at(lux(hands=["green-2", "pink-3"]))
    before = table.position.fingerprint()
    with pytest.raises(IllegalMove) as error:
        table.play(0, "capital blue-4")
    assert error.value.refusal.rule == "LUX-3.1"
    assert error.value.seat == 0
    assert str(error.value) == "'capital blue-4' is not allowed: card not in hand [LUX-3.1]"
    with pytest.raises(IllegalMove, match="not your turn"):
        table.play(1, "home pink-3")
    assert table.position.fingerprint() == before
    assert table.entries == []
    assert table.witness(0) == []


def test_seat_cannot_play_a_chance_move() -> None:
    table = table_at(lux(hands=["green-2", "pink-3"]))
    with pytest.raises(IllegalMove):
        table.play(0, "draw blue-4")


def test_text_or_number_that_is_not_a_move_is_refused() -> None:
    table = table_at(lux(hands=["green-2", "pink-3"]))
    with pytest.raises(
        MoveError, match="'home gren-2' is not a move of this game; did you mean 'home green-2'"
    ):
        table.play(0, "home gren-2")
    unordered = LUX.space.read("pick green-2 green-3") + 19
    for number in (-1, 99_999, unordered):
        with pytest.raises(MoveError, match=f"there is no move number {number}"):
            table.play(0, number)


@pytest.mark.parametrize("seat", [-1, 2, 8])
def test_unknown_seat_is_refused(seat: int) -> None:
    table = table_at(lux(hands=["green-2", "pink-3"]))
    for method in (table.moves, table.decision, table.undo, lambda seat: table.play(seat, "home green-2")):
        with pytest.raises(TableError, match=f"there is no seat {seat} at this table: seats are 0 to 1"):
            method(seat)


def test_waiting_seat_has_no_moves() -> None:
    table = table_at(lux(hands=["green-2", "pink-3"]))
    assert [LUX.space.text(move) for move in table.moves(0)] == ["home green-2", "capital green-2"]
    assert table.moves(1) == []


def test_play_and_undo_return_the_new_entries() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    assert table.play(0, "home blue-4") == [Choice(1, 0, "home blue-4")]
    assert table.undo(0) == [Undo(2, 0, 1)]


# Closing


def test_running_game_can_only_be_abandoned() -> None:
    table = fresh(2)
    with pytest.raises(TableError, match="the game is not over: the table can only be abandoned"):
        table.close()
    assert table.record().seed is None
    table.close(abandon=True)
    assert table.record().seed == SEED.hex()
    assert table.record().result is None


def test_closed_table_accepts_no_changes() -> None:
    table = fresh(2)
    move = table.moves(0)[0]
    entry = next(iter(table.play(0, move))).number
    table.close(abandon=True)
    assert table.is_closed
    assert table.acting == []
    assert table.moves(1) == []
    assert table.decision(1) is None
    with pytest.raises(TableError, match="the table is closed for good"):
        table.play(1, move)
    with pytest.raises(TableError, match="the table is closed for good"):
        table.undo(0)
    with pytest.raises(TableError, match="the table is closed for good"):
        table.rewind(entry)


def test_finished_game_can_be_rewound_until_the_table_is_closed() -> None:
    table = fresh(2)
    play_on(table, Rng(4))
    assert table.outcome() is not None
    assert table.record().result == table.outcome()
    assert table.record().seed is None
    table.rewind([entry for entry in table.entries if isinstance(entry, Choice)][-1].number)
    assert table.outcome() is None
    assert table.record().result is None


# Resuming


def test_resumed_table_continues_like_the_original() -> None:
    whole, first = fresh(3), fresh(3)
    for table in (whole, first):
        rng = Rng(6)
        play_on(table, rng, choices=5)
        table.undo(next(seat for seat in range(3) if seat not in table.acting))
        play_on(table, rng, choices=9)
    second = Table.resume(read_record(record_text(first.record())), LUX, SEED)
    assert second.position.fingerprint() == first.position.fingerprint()
    for seat in range(3):
        assert second.decision(seat) == first.decision(seat)
    play_on(whole, Rng(7))
    play_on(second, Rng(7))
    assert second.record() == whole.record()
    for viewer in (SPECTATOR, 0, 1, 2):
        assert second.witness(viewer) == whole.witness(viewer)


def test_table_can_be_resumed_between_two_draws() -> None:
    table = fresh(2)
    record = table.record()
    cut = replace(record, entries=record.entries[:-3])
    assert Table.resume(cut, LUX, SEED).entries == table.entries


def test_table_can_be_resumed_only_with_its_own_seed() -> None:
    with pytest.raises(RecordError, match="not the seed that the table committed to"):
        Table.resume(fresh(2).record(), LUX, bytes(32))


def test_closed_table_cannot_be_resumed() -> None:
    table = fresh(2)
    table.close(abandon=True)
    with pytest.raises(RecordError, match="closed for good"):
        Table.resume(table.record(), LUX, SEED)


def test_table_without_a_commitment_cannot_be_resumed() -> None:
    table = Table(COINS_GAME, people(2), draws=SeededDraws(1))
    with pytest.raises(RecordError, match="were not committed to"):
        Table.resume(table.record(), COINS_GAME, SEED)


def test_record_with_a_changed_draw_cannot_be_resumed() -> None:
    record = fresh(2).record()
    drawn = record.entries[0]
    assert isinstance(drawn, Draw)
    other = "draw green-2" if drawn.move != "draw green-2" else "draw green-3"
    changed = read_record(edited(record, f'"move": "{drawn.move}"', f'"move": "{other}"'))
    with pytest.raises(RecordError, match=rf"line 13, entry 1: draw 1 is '{other}', but the seed gives"):
        Table.resume(changed, LUX, SEED)
