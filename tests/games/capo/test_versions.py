"""Games stored under older versions of the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from caponata.engine.reader import read_record
from caponata.engine.record import Record, RecordError
from caponata.engine.replay import Replay
from caponata.engine.verify import verify
from caponata.games.capo import GAME
from caponata.games.capo.layout import CapoOptions
from caponata.games.capo.rules import changed_rule

GOLDEN = Path(__file__).parent / "golden"


def first_version(name: str) -> Record:
    """A reviewed game as the first version of the rules would have recorded it."""
    return replace(read_record((GOLDEN / f"{name}.json").read_text()), rules_version=1)


@pytest.mark.parametrize(
    ("seats", "options", "rule"),
    [
        (4, CapoOptions(), None),
        (4, CapoOptions(mamma="swap"), None),
        (2, CapoOptions(pass_locks=True, mamma="swap"), None),
        (3, CapoOptions(pass_locks=True, mamma="swap"), "CAPO-3.7"),
        (8, CapoOptions(pass_locks=True), None),
        (8, CapoOptions(pass_locks=True, mamma="swap", variant="cadrie"), "CAPO-3.7"),
    ],
)
def test_locking_skipped_seats_changes_only_games_in_which_a_skipped_seat_may_get_cards(
    seats: int, options: CapoOptions, rule: str | None
) -> None:
    """[CAPO-3.7]"""
    assert changed_rule(1, seats, options) == rule
    assert changed_rule(2, seats, options) is None


def test_a_record_that_the_change_cannot_affect_is_still_replayed() -> None:
    """[CAPO-3.7]"""
    record = first_version("typical")
    assert len(list(Replay(record, GAME))) == len(record.entries)
    assert verify(record, GAME).verdict != "wrong-draw"


def test_a_record_that_the_change_may_affect_is_refused() -> None:
    """[CAPO-3.7]"""
    with pytest.raises(RecordError) as error:
        verify(first_version("strange"), GAME)
    assert str(error.value) == (
        "line 5: this record follows version 1 of the rules of CAPO, "
        "but version 2 plays it differently [CAPO-3.7]"
    )
