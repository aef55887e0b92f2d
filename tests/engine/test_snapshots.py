"""Snapshots: a table restored from one behaves like the original."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.fair import SeededDraws
from caponata.engine.game import SPECTATOR
from caponata.engine.log import ForgottenMove
from caponata.engine.record import Seat
from caponata.engine.table import Table, UndoRefused, new_log

GAMES = [find_game(name) for name in (*BUILT_IN, *TUTORIAL)]
TABLES = [(game.name, seats) for game in GAMES for seats in game.seats[:2]]


def new_table(game: str, seats: int, seed: int) -> Table:
    people = [Seat(f"Seat {number}", "person") for number in range(seats)]
    return Table(find_game(game), people, draws=SeededDraws(seed))


def restored(table: Table) -> Table:
    """The table restored from its snapshot, by way of JSON."""
    snapshot = json.loads(json.dumps(table.to_snapshot()))
    log = new_log(table.game, len(table.seats), table.options)
    log.load_snapshot(snapshot)
    return Table(table.game, table.seats, table.options, draws=table._draws, log=log)


def visible_state(table: Table, since: dict[int, int]) -> list[Any]:
    """Everything that a table shows to its viewers."""
    viewers = (*range(len(table.seats)), SPECTATOR)
    seats = range(len(table.seats))
    return [
        [(table.view(viewer), table.witnessed(viewer), table.prompt(viewer)) for viewer in viewers],
        [table.witness(viewer, since[viewer]) for viewer in viewers],
        [(table.decision(seat), table.moves(seat), table.can_undo(seat)) for seat in seats],
    ]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_table_restored_from_a_snapshot_behaves_like_the_original(game: str, seats: int) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        table = new_table(game, seats, seed)
        moves = 0
        while table.acting:
            seat = rng.choice(table.acting)
            table.play(seat, rng.choice(table.moves(seat)))
            moves += 1
            if moves % 5 == 0:
                twin = restored(table)
                known = {viewer: table.witnessed(viewer) for viewer in (*range(seats), SPECTATOR)}
                for step in range(3):
                    assert visible_state(twin, known) == visible_state(table, known)
                    assert twin.position.fingerprint() == table.position.fingerprint()
                    if table.acting:
                        mover = rng.choice(table.acting)
                        if step == 1 and table.can_undo(mover):
                            assert twin.undo(mover) == table.undo(mover)
                        else:
                            move = rng.choice(table.moves(mover))
                            assert twin.play(mover, move) == table.play(mover, move)


def test_rewind_works_within_a_snapshot() -> None:
    rng = random.Random(1)
    table = new_table("capital-lux", 2, 1)
    for _ in range(20):
        seat = table.acting[0]
        table.play(seat, rng.choice(table.moves(seat)))
    with pytest.raises(UndoRefused) as error:
        table.undo(1 - table.acting[0])
    twin = restored(table)
    assert error.value.entry is not None
    assert twin.rewind(error.value.entry) == table.rewind(error.value.entry)
    assert twin.position.fingerprint() == table.position.fingerprint()


def test_rewind_and_record_need_the_entries_that_a_snapshot_omits() -> None:
    rng = random.Random(1)
    table = new_table("capital-lux", 3, 1)
    while table.acting:
        seat = table.acting[0]
        table.play(seat, rng.choice(table.moves(seat)))
    twin = restored(table)
    first = next(entry.number for entry in table.entries if hasattr(entry, "seat"))
    with pytest.raises(ForgottenMove):
        twin.rewind(first)
    with pytest.raises(ForgottenMove):
        twin.record()
    assert twin.record(table.entries) == table.record()


def test_snapshot_does_not_grow_with_the_game() -> None:
    rng = random.Random(1)
    table = new_table("capital-lux", 2, 1)
    sizes: list[int] = []
    for _ in range(1000):
        seat = table.acting[0]
        table.play(seat, rng.choice(table.moves(seat)))
        if table.can_undo(seat):
            table.undo(seat)
        elif not table.acting:
            break
        sizes.append(len(json.dumps(table.to_snapshot())))
    assert max(sizes[500:]) < 1.1 * max(sizes[:500])
