"""Verifying records: every draw is recomputed, and the first wrong one is reported."""

from dataclasses import replace

import pytest

from caponata.engine.chance import Rng
from caponata.engine.fair import SeededDraws, commitment
from caponata.engine.reader import read_record
from caponata.engine.record import Choice, Draw, RecordError, marked, record_text
from caponata.engine.table import Table
from caponata.engine.verify import verify
from caponata.games.capital_lux import GAME as LUX
from tests.engine.tables import COINS_GAME, CoinOptions, closed_record, edited, fair, fresh, people, play_on

RECORD = closed_record()
DRAWS = [entry for entry in RECORD.entries if isinstance(entry, Draw)]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rng", [1, 2, 3])
def test_record_of_a_closed_table_is_fair(seats: int, rng: int) -> None:
    record = read_record(record_text(closed_record(seats, rng)))
    result = verify(record, LUX)
    assert result.is_fair
    assert result.verdict == "fair"
    assert result.checked == sum(isinstance(entry, Draw) for entry in record.entries)
    assert result.sentence == f"all {result.checked} draws follow from the seed that the table committed to"


def test_cancelled_draws_are_checked_too() -> None:
    table = Table(COINS_GAME, people(2), CoinOptions(coins=20), draws=fair(2))
    for _ in range(6):
        table.play(0, "grab")
        table.play(1, "grab")
        table.rewind(len(table.entries) - 1)
    table.close(abandon=True)
    result = verify(table.record(), COINS_GAME)
    assert result.is_fair
    assert (result.checked, result.cancelled) == (12, 6)
    last_cancelled = [e for e in table.record().entries if isinstance(e, Draw) and e.cancelled][-1]
    other = "flip won" if last_cancelled.move == "flip lost" else "flip lost"
    entries = [
        Draw(entry.number, last_cancelled.draw, other) if entry.number == last_cancelled.number else entry
        for entry in table.entries
    ]
    result = verify(replace(table.record(), entries=marked(entries)), COINS_GAME)
    assert (result.verdict, result.draw) == ("wrong-draw", last_cancelled.draw)


@pytest.mark.parametrize("entry", [DRAWS[0], DRAWS[1], DRAWS[7], DRAWS[-1]])
def test_tampered_draw_is_reported_with_number_and_line(entry: Draw) -> None:
    draws = {"draw": ("draw green-2", "draw pink-6"), "modi": ("modifier +4", "modifier -3")}
    options = draws.get(entry.move[:4], ("starter 1", "starter 2"))
    other = options[0] if entry.move != options[0] else options[1]
    text = edited(
        RECORD, f'"draw": {entry.draw}, "move": "{entry.move}"', f'"draw": {entry.draw}, "move": "{other}"'
    )
    result = verify(read_record(text), LUX)
    assert not result.is_fair
    assert (result.verdict, result.draw, result.line) == ("wrong-draw", entry.draw, entry.number + 12)
    assert result.checked == entry.draw - 1
    assert result.sentence == (
        f"line {entry.number + 12}, entry {entry.number}:"
        f" draw {entry.draw} is '{other}', but the seed gives '{entry.move}'"
    )


def test_seed_that_does_not_match_the_commitment_is_found() -> None:
    assert RECORD.seed is not None
    result = verify(replace(RECORD, seed="00" * 32), LUX)
    assert result.verdict == "wrong-seed"
    assert not result.is_fair


def test_commitment_made_afterwards_does_not_match_the_draws() -> None:
    seed = bytes(32)
    result = verify(replace(RECORD, seed=seed.hex(), commitment=commitment(seed)), LUX)
    assert (result.verdict, result.draw) == ("wrong-draw", 1)


@pytest.mark.parametrize("change", [{"table": "another"}, {"entropy": ("heads", "7 of clubs", "x")}])
def test_draws_depend_on_table_and_entropy(change: dict[str, object]) -> None:
    assert verify(replace(RECORD, **change), LUX).verdict == "wrong-draw"  # type: ignore[arg-type]


def test_verdict_is_sealed_before_the_table_is_closed() -> None:
    table = fresh(3)
    play_on(table, Rng(1), choices=10)
    result = verify(table.record(), LUX)
    assert (result.verdict, result.is_fair, result.checked) == ("sealed", False, 0)
    assert result.sentence.startswith("the seed is not revealed yet")


def test_table_without_a_commitment_cannot_be_verified() -> None:
    table = Table(LUX, people(2), draws=SeededDraws(1))
    play_on(table, Rng(1))
    assert verify(table.record(), LUX).verdict == "uncommitted"


def test_record_with_an_illegal_move_is_refused() -> None:
    home = next(e for e in RECORD.entries if isinstance(e, Choice) and e.move.startswith("home"))
    text = edited(
        RECORD, f'"by": {home.seat}, "move": "{home.move}"', f'"by": {home.seat}, "move": "discard"'
    )
    with pytest.raises(RecordError, match=rf"entry {home.number}: 'discard' is not allowed"):
        verify(read_record(text), LUX)


def test_replaced_choice_leads_to_another_result() -> None:
    homes = [e for e in RECORD.entries if isinstance(e, Choice) and e.move.startswith("home")]
    last = homes[-1]
    old = f'{{"n": {last.number}, "by": {last.seat}, "move": "{last.move}"'
    text = edited(RECORD, old, old.replace("home", "capital"))
    with pytest.raises(RecordError, match=r"the result is not how the game ended|comes first|not allowed"):
        verify(read_record(text), LUX)


def test_closed_record_must_not_end_before_a_due_draw() -> None:
    table = fresh(2)
    table.close(abandon=True)
    cut = replace(table.record(), entries=table.record().entries[:-1])
    with pytest.raises(
        RecordError, match="the record ends where draw 14 is due: its last entries are missing"
    ):
        verify(cut, LUX)


def test_abandoned_table_can_be_verified() -> None:
    table = fresh(2)
    play_on(table, Rng(1), choices=6)
    table.close(abandon=True)
    assert verify(table.record(), LUX).is_fair
