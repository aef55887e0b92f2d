"""Replays: every entry of a record is validated again, and the first wrong one is reported."""

from dataclasses import replace

import pytest

from caponata.engine.chance import Rng
from caponata.engine.fair import SeededDraws
from caponata.engine.game import CHANCE, SPECTATOR, Outcome
from caponata.engine.reader import read_record
from caponata.engine.record import Choice, Draw, Entry, Record, RecordError, Rewind, Undo, marked
from caponata.engine.replay import Replay
from caponata.engine.table import Table
from caponata.engine.witness import OMNISCIENT
from caponata.games.capital_lux import GAME as LUX
from tests.engine.tables import COINS_GAME, closed_record, edited, fresh, people, play_on

RECORD = closed_record()


def replay_error(record: Record) -> str:
    """The error message of a replay that fails."""
    with pytest.raises(RecordError) as error:
        list(Replay(record, LUX))
    return str(error.value)


def with_entries(entries: list[Entry]) -> Record:
    """The record with other entries, correctly marked as cancelled."""
    return replace(RECORD, entries=marked(entries), result=None, seed=None)


def first(kind: type[Entry]) -> int:
    """The number of the first entry of a kind."""
    return next(entry.number for entry in RECORD.entries if isinstance(entry, kind))


def test_replay_repeats_every_position_of_the_table() -> None:
    table = fresh(3)
    rng = Rng(9)
    fingerprints: dict[int, tuple[int, ...]] = {}
    while table.acting:
        play_on(table, rng, choices=1)
        fingerprints[len(table.entries)] = table.position.fingerprint()
    steps = list(Replay(table.record(), LUX))
    assert [step.entry for step in steps] == list(table.record().entries)
    for number, fingerprint in fingerprints.items():
        assert steps[number - 1].position.fingerprint() == fingerprint


def test_replay_step_has_mover_and_text() -> None:
    steps = list(Replay(RECORD, LUX))
    for step in steps:
        match step.entry:
            case Choice():
                assert (step.mover, step.text) == (step.entry.seat, step.entry.move)
            case Draw():
                assert (step.mover, step.text) == (CHANCE, step.entry.move)
            case Undo():
                assert (step.mover, step.text) == (step.entry.seat, f"undo {step.entry.entry}")
            case Rewind():
                assert (step.mover, step.text) == (None, f"rewind {step.entry.entry}")


def test_replay_step_has_events_of_each_seat_and_of_an_omniscient_viewer() -> None:
    for step in Replay(RECORD, LUX):
        if isinstance(step.entry, Choice) and step.entry.move.startswith("pick"):
            hidden = [viewer for viewer, events in step.events.items() if events[0]["cards"] is None]
            assert hidden == [seat for seat in range(3) if seat != step.mover] + [SPECTATOR]
        if isinstance(step.entry, Draw) and step.entry.move.startswith("draw"):
            card = step.entry.move.removeprefix("draw ")
            assert step.events[OMNISCIENT][0]["card"] == card
            assert step.events[SPECTATOR][0]["card"] == (card if step.entry.number == 1 else None)


def test_replay_can_be_played_step_by_step() -> None:
    replay = Replay(RECORD, LUX)
    assert replay.upcoming == RECORD.entries[0]
    replay.step()
    assert replay.upcoming == RECORD.entries[1]
    assert len(list(replay)) == len(RECORD.entries) - 1
    assert replay.upcoming is None
    with pytest.raises(RecordError, match="no more entries"):
        replay.step()


# Edited records


def test_illegal_move_is_reported_with_line_and_rule() -> None:
    home = next(e for e in RECORD.entries if isinstance(e, Choice) and e.move.startswith("home"))
    text = edited(
        RECORD, f'"by": {home.seat}, "move": "{home.move}"', f'"by": {home.seat}, "move": "discard"'
    )
    sentence = replay_error(read_record(text))
    assert sentence.startswith(f"line {home.number + 12}, entry {home.number}: 'discard' is not allowed: ")
    assert sentence.endswith("[LUX-3.1]")


def test_move_out_of_turn_is_reported() -> None:
    home = next(e for e in RECORD.entries if isinstance(e, Choice) and e.move.startswith("home"))
    other = (home.seat + 1) % 3
    text = edited(
        RECORD, f'"by": {home.seat}, "move": "{home.move}"', f'"by": {other}, "move": "{home.move}"'
    )
    place = f"line {home.number + 12}, entry {home.number}"
    assert (
        replay_error(read_record(text)) == f"{place}: '{home.move}' is not allowed: not your turn [LUX-3.1]"
    )


def test_text_that_is_not_a_move_is_reported() -> None:
    text = edited(RECORD, '"move": "starter', '"move": "stater')
    sentence = replay_error(read_record(text))
    assert sentence.startswith("line 14, entry 2: 'stater ")
    assert "is not a move of this game; did you mean 'starter " in sentence


def test_move_must_be_written_as_the_game_writes_it() -> None:
    text = edited(RECORD, '"move": "starter ', '"move": "Starter  ')
    assert replay_error(read_record(text)).startswith("line 14, entry 2: 'Starter  ")
    assert "is written 'starter " in replay_error(read_record(text))


def test_impossible_draw_is_reported() -> None:
    entries = list(RECORD.entries)
    entries[1] = Draw(2, 2, "draw blue-4")
    assert replay_error(with_entries(entries)) == "entry 2: 'draw blue-4' cannot be drawn here"


def test_draw_that_is_not_due_is_reported() -> None:
    number = first(Choice)
    entries = [*RECORD.entries[: number - 1], Draw(number, number, "draw blue-4")]
    assert (
        replay_error(with_entries(entries))
        == f"entry {number}: 'draw blue-4' is out of place: no draw is due"
    )


def test_choice_before_a_due_draw_is_reported() -> None:
    entries = [*RECORD.entries[:3], Choice(4, 0, "pick green-2 green-3")]
    assert (
        replay_error(with_entries(entries)) == "entry 4: 'pick green-2 green-3' must wait: a draw comes first"
    )


def test_undo_that_needed_consent_is_reported() -> None:
    table = fresh(2)
    play_on(table, Rng(1), choices=2)
    number = len(table.entries) + 1
    mine = next(entry for entry in table.entries if isinstance(entry, Choice) and entry.seat == 0)
    record = replace(table.record(), entries=marked([*table.entries, Undo(number, 0, mine.number)]))
    assert replay_error(record).startswith(f"entry {number}: everybody has chosen, so the choice is open")


def test_undo_of_an_earlier_choice_is_reported() -> None:
    table = Table(COINS_GAME, people(2), draws=SeededDraws(1))
    table.play(0, "grab")
    table.play(0, "stop")
    record = replace(table.record(), entries=marked([*table.entries, Undo(4, 0, 1)]))
    with pytest.raises(RecordError, match="entry 4: entry 1 is not the last choice of seat 0"):
        list(Replay(record, COINS_GAME))


# Header and result


def test_record_of_another_rules_version_is_refused() -> None:
    changed = read_record(edited(RECORD, f'"rules_version": {LUX.rules_version}', '"rules_version": 99'))
    sentence = replay_error(changed)
    assert sentence.startswith(
        "line 5: this record follows version 99 of the rules of Capital Lux, but only version"
    )


def test_record_of_another_game_is_refused() -> None:
    with pytest.raises(RecordError, match="this is a record of capital-lux, not of coins"):
        Replay(RECORD, COINS_GAME)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"opening_cards": 1', '"opening_cards": 2', r"line 6: opening_cards is 1 or 3, not 2 [LUX-1.3]"),
        (
            '"opening_cards": 1',
            '"opening_cards": "1"',
            'line 6: records do not write options as {"opening_cards": "1"}',
        ),
        (
            '"opening_cards": 1',
            '"opening-cards": 1',
            'line 6: records do not write options as {"opening-cards": 1}',
        ),
        ('"opening_cards": 1', '"jokers": 1', "line 6: Capital Lux has no option 'jokers'"),
        (
            '"hand_size": "rulebook"',
            '"hand_size": 6.0',
            'line 6: records do not write options as {"hand_size": 6.0}',
        ),
    ],
)
def test_wrong_options_are_refused(old: str, new: str, sentence: str) -> None:
    assert replay_error(read_record(edited(RECORD, old, new))).startswith(sentence)


def test_number_of_seats_must_be_allowed_by_the_game() -> None:
    with_one_seat = replace(RECORD, seats=RECORD.seats[:1])
    assert replay_error(with_one_seat) == "Capital Lux is not a game for 1 seats"


def test_edited_result_is_refused() -> None:
    assert RECORD.result is not None
    scores = list(RECORD.result.scores)
    changed = read_record(edited(RECORD, f'"scores": {scores}', f'"scores": {[scores[0] + 1, *scores[1:]]}'))
    sentence = replay_error(changed)
    assert sentence.startswith(
        f"line {changed.lines['result']}: the result is not how the game ended: scores {scores}"
    )


def test_finished_game_without_a_result_is_refused() -> None:
    assert replay_error(replace(RECORD, result=None)) == "the game is over, but the record has no result"


def test_result_of_an_unfinished_game_is_refused() -> None:
    result = Outcome("LUX-5.1", (1, 2, 3), (2, 1, 0), ((), (), ()), "LUX-5.2")
    record = replace(RECORD, entries=RECORD.entries[:5], result=result)
    assert replay_error(record) == "the record has a result, but its moves do not end the game"
