"""Undo: choices that can be taken back at once, choices that need consent, and the log afterwards."""

from dataclasses import replace

import pytest

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE
from caponata.engine.log import SNAPSHOT_EVERY, TableError, UndoRefused
from caponata.engine.moves import MoveSpace
from caponata.engine.record import Choice, Draw, Rewind, Undo
from caponata.engine.table import Table
from caponata.games.capital_lux import GAME as LUX
from tests.engine.tables import COINS_GAME, CoinOptions, CoinPosition, fresh, live_moves, play_on, table_at
from tests.games.capital_lux.positions import hand, lux

PACKETS = [
    "green-2 green-3 green-4 green-5 green-6 yellow-2",
    "blue-2 blue-3 blue-4 blue-5 blue-6 yellow-3",
    "pink-2 pink-3 pink-4 pink-5 pink-6 yellow-4",
]


def draft_table() -> Table:
    """A table of three seats with a packet each, before the first pick."""
    return table_at(lux(hands=PACKETS, phase="first-pick"))


def undo_error(table: Table, seat: int) -> str:
    """The error message of a refused undo, which must not change the table."""
    before, length = table.position.fingerprint(), len(table.entries)
    with pytest.raises(UndoRefused) as error:
        table.undo(seat)
    assert table.position.fingerprint() == before
    assert len(table.entries) == length
    return str(error.value)


# Public choices


def test_card_played_home_can_be_taken_back_until_the_next_seat_acts() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    before = table.position.fingerprint()
    table.play(0, "home blue-4")
    table.undo(0)
    assert table.position.fingerprint() == before
    table.play(0, "home green-2")
    table.play(1, "home pink-3")
    assert undo_error(table, 0).startswith("another seat has acted since")


def test_two_seats_take_back_their_choices_in_reverse_order() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    table.play(0, "home blue-4")
    table.play(1, "home pink-3")
    table.undo(1)
    table.undo(0)
    assert hand(table.position, 0) == "green-2 blue-4"  # type: ignore[arg-type]


def test_gold_from_the_merchant_can_be_taken_back() -> None:
    table = table_at(lux(hands=["yellow-2 blue-4", "pink-3 pink-4"]))
    before = table.position.fingerprint()
    table.play(0, "capital yellow-2")
    table.undo(0)
    assert table.position.fingerprint() == before


def test_card_drawn_by_the_scholar_cannot_be_taken_back() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    table.play(0, "capital green-2")
    assert isinstance(table.entries[-1], Draw)
    assert undo_error(table, 0).startswith("something was drawn since")


def test_placed_modifier_can_be_taken_back_but_not_its_draw() -> None:
    table = table_at(lux(hands=["blue-2 blue-4", "pink-3 pink-4"]))
    table.play(0, "capital blue-2")
    table.play(0, "place green")
    table.undo(0)
    assert table.acting == [0]
    assert undo_error(table, 0).startswith("something was drawn since")


def test_two_choices_of_one_turn_can_be_taken_back_one_by_one() -> None:
    table = table_at(lux(hands=["pink-2 blue-4", "pink-3 pink-4"], capital="green-3 yellow-5"))
    before = table.position.fingerprint()
    table.play(0, "capital pink-2")
    table.play(0, "take yellow")
    table.undo(0)
    table.undo(0)
    assert table.position.fingerprint() == before


def test_choice_that_ends_a_round_cannot_be_taken_back() -> None:
    position = lux(hands=["blue-4", "pink-3 pink-4"], modifiers="+4 green 1", turn=0, last_turns=1)
    table = table_at(position)
    table.play(0, "home blue-4")
    assert undo_error(table, 0).startswith("something was drawn since")


def test_choice_that_reveals_hands_without_a_draw_cannot_be_taken_back() -> None:
    position = lux(hands=["blue-4", "pink-3 pink-4"], round=3, turn=0, last_turns=1)
    table = table_at(position)
    table.play(0, "home blue-4")
    assert table.outcome() is not None
    assert undo_error(table, 0).startswith("the choice revealed something hidden")


def test_seat_without_a_choice_cannot_undo() -> None:
    table = table_at(lux(hands=["green-2", "pink-3"]))
    assert undo_error(table, 1) == "there is no choice to take back"


# Sealed choices


def test_sealed_pick_can_be_taken_back_while_others_still_pick() -> None:
    table = draft_table()
    before = table.position.fingerprint()
    table.play(0, "pick green-2 green-3")
    table.undo(0)
    assert table.position.fingerprint() == before


def test_sealed_pick_can_be_taken_back_after_later_picks_of_others() -> None:
    table, other = draft_table(), draft_table()
    table.play(0, "pick green-2 green-3")
    table.play(2, "pick pink-2 pink-3")
    table.undo(0)
    other.play(2, "pick pink-2 pink-3")
    assert table.acting == [0, 1]
    assert table.position.fingerprint() == other.position.fingerprint()


def test_sealed_picks_can_be_taken_back_in_any_order() -> None:
    table = draft_table()
    before = table.position.fingerprint()
    table.play(2, "pick pink-2 pink-3")
    table.play(0, "pick green-2 green-3")
    table.undo(2)
    table.play(2, "pick pink-4 pink-5")
    table.undo(0)
    table.undo(2)
    assert table.position.fingerprint() == before


def test_no_pick_can_be_taken_back_once_all_are_made() -> None:
    table = draft_table()
    table.play(1, "pick blue-2 blue-3")
    table.play(0, "pick green-2 green-3")
    table.play(2, "pick pink-2 pink-3")
    for seat in (0, 1, 2):
        assert undo_error(table, seat).startswith("everybody has chosen, so the choice is open")


def test_second_pick_can_be_taken_back_but_not_the_first() -> None:
    table = draft_table()
    for seat, pick in enumerate(["pick green-2 green-3", "pick blue-2 blue-3", "pick pink-2 pink-3"]):
        table.play(seat, pick)
    before = table.position.fingerprint()
    table.play(1, "pick green-4 green-5")
    table.play(0, "pick pink-4 pink-5")
    table.undo(1)
    table.undo(0)
    assert table.position.fingerprint() == before
    assert undo_error(table, 1).startswith("everybody has chosen")


def test_sealed_pick_can_be_taken_back_after_a_rewind_into_the_draft() -> None:
    table = draft_table()
    table.play(1, "pick blue-2 blue-3")
    table.play(0, "pick green-2 green-3")
    table.play(2, "pick pink-2 pink-3")
    table.rewind(2)
    table.undo(1)
    assert table.acting == [0, 1, 2]


# Simultaneous public choices


def test_open_simultaneous_choice_needs_consent_after_another_seat_acted() -> None:
    table = table_at(CoinPosition(3, CoinOptions()), game=COINS_GAME)
    table.play(0, "stop")
    table.play(1, "stop")
    assert undo_error(table, 0).startswith("another seat has acted since")
    table.undo(1)
    table.undo(0)
    assert table.acting == [0, 1, 2]


# By consent


def test_rewind_takes_back_a_choice_and_everything_after_it() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    before = table.position.fingerprint()
    table.play(0, "capital green-2")
    table.play(1, "home pink-3")
    with pytest.raises(UndoRefused) as error:
        table.undo(0)
    assert error.value.entry == 1
    assert table.rewind(1) == [Rewind(4, 1)]
    assert table.position.fingerprint() == before
    assert table.record().entries[0] == Choice(1, 0, "capital green-2", cancelled=True)


def test_rewind_needs_a_choice_that_still_stands() -> None:
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]))
    table.play(0, "capital green-2")
    table.play(1, "home pink-3")
    table.undo(1)
    for entry in (0, 2, 3, 4, 99):
        with pytest.raises(TableError, match=f"entry {entry} is not a seat's choice that still stands"):
            table.rewind(entry)


def test_undone_choice_stays_undone_after_a_rewind() -> None:
    table = draft_table()
    before = table.position.fingerprint()
    table.play(0, "pick green-2 green-3")
    table.play(1, "pick blue-2 blue-3")
    table.undo(0)
    table.rewind(2)
    assert table.position.fingerprint() == before
    assert live_moves(table) == []


# After an undo


def test_draw_numbers_never_repeat() -> None:
    table = fresh(3)
    rng = Rng(3)
    for _ in range(120):
        play_on(table, rng, choices=2)
        choices = [
            entry for entry in table.record().entries if isinstance(entry, Choice) and not entry.cancelled
        ]
        if rng.below(3) == 0:
            table.rewind(choices[-1 - rng.below(min(len(choices), 4))].number)
    draws = [entry.draw for entry in table.entries if isinstance(entry, Draw)]
    assert draws == list(range(1, len(draws) + 1))
    assert any(isinstance(entry, Draw) and entry.cancelled for entry in table.record().entries)


def test_position_after_many_undos_follows_from_the_standing_moves() -> None:
    table = fresh(4)
    rng = Rng(8)
    for _ in range(400):
        play_on(table, rng, choices=1 + rng.below(3))
        seat = rng.below(4)
        try:
            table.undo(seat)
        except UndoRefused as refusal:
            if refusal.entry is not None and rng.below(10) == 0:
                table.rewind(refusal.entry)
    rebuilt = table.game.start(4, table.options)
    for entry in table.record().entries:
        if isinstance(entry, Choice | Draw) and not entry.cancelled:
            seat = entry.seat if isinstance(entry, Choice) else CHANCE
            rebuilt.play(seat, table.game.space.read(entry.move))
    assert rebuilt.fingerprint() == table.position.fingerprint()
    assert sum(isinstance(entry, Undo) for entry in table.entries) > 20
    assert len(live_moves(table)) > 2 * SNAPSHOT_EVERY


def test_undo_replays_only_from_the_last_snapshot() -> None:
    table = fresh(2)
    play_on(table, Rng(1), choices=40)
    while table.position.is_sealed() or len(table._log._standing) % SNAPSHOT_EVERY == 0:
        play_on(table, Rng(2), choices=1)
    log, before = table._log, table.position.fingerprint()
    play_on(table, Rng(3), choices=1)
    assert len(log._snapshots) > 2
    useless = table.game.start(2, table.options)
    log._snapshots[:-1] = [useless] * (len(log._snapshots) - 1)
    log.rewind([played.number for played in log._standing if played.seat < 2][-1])
    assert table.position.fingerprint() == before


# Binding moves


def test_binding_move_and_those_before_it_cannot_be_undone() -> None:
    verbs = tuple(replace(verb, binding=verb.name == "home") for verb in LUX.space.verbs)
    game = replace(LUX, space=MoveSpace(verbs))
    table = table_at(lux(hands=["green-2 blue-4", "pink-3 pink-4"]), game=game)
    before = table.position.fingerprint()
    table.play(0, "home blue-4")
    assert table.can_undo(0) is None
    assert undo_error(table, 0).startswith("the rules make this choice binding")
    table.rewind(table.entries[-1].number)
    assert table.position.fingerprint() == before
    table.play(0, "capital green-2")
    table.play(1, "home pink-3")
    assert table.can_undo(0) is None
    with pytest.raises(UndoRefused) as error:
        table.undo(0)
    assert error.value.binds
