"""Replays as frames for each viewer, and previews of moves."""

from __future__ import annotations

import random
from dataclasses import replace

from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.fair import FairDraws
from caponata.engine.frames import replay_json
from caponata.engine.game import SPECTATOR
from caponata.engine.preview import preview
from caponata.engine.record import Record, Seat
from caponata.engine.table import Table

LUX = find_game("capital-lux")


def play_randomly(seats: int, seed: int, moves: int = 10_000) -> Table:
    """A table after a number of random moves, some of them taken back."""
    rng = random.Random(seed)
    people = [Seat(f"Seat {number}", "person") for number in range(seats)]
    draws = FairDraws(bytes([seed]) * 32, "table", [f"entropy {number}" for number in range(seats)])
    table = Table(LUX, people, draws=draws)
    while table.acting and moves:
        seat = rng.choice(table.acting)
        table.play(seat, rng.choice(table.moves(seat)))
        if rng.random() < 0.1 and table.can_undo(seat):
            table.undo(seat)
        moves -= 1
    return table


def with_times(record: Record) -> Record:
    """The same record with one entry per millisecond."""
    return replace(record, times=tuple(range(len(record.entries))))


def test_frames_lead_from_the_first_view_to_the_last() -> None:
    table = play_randomly(3, 1)
    table.close()
    replays = replay_json(with_times(table.record()), LUX, [SPECTATOR, 0, 1, 2])
    for viewer, replay in replays.items():
        view = dict(replay["view"])
        events = []
        for frame in replay["frames"]:
            view |= frame["changed"]
            for key in frame["gone"]:
                del view[key]
            events += frame["events"]
        assert view == table.view(viewer)
        assert events == table.witness(viewer)
        assert replay["outcome"]["scores"]
    assert [frame["at"] for frame in replays[0]["frames"]] == list(range(len(table.entries)))


def test_every_draw_of_a_finished_game_can_be_recomputed_from_its_frames() -> None:
    table = play_randomly(2, 2)
    table.close()
    replay = replay_json(table.record(), LUX, [SPECTATOR])[SPECTATOR]
    draws = [frame for frame in replay["frames"] if frame["by"] == "chance"]
    assert draws
    fair = FairDraws(bytes.fromhex(replay["seed"]), replay["table"], replay["entropy"])
    for frame in draws:
        weights = [weight for _, weight in frame["odds"]]
        ticket = fair.ticket(frame["draw"], sum(weights))
        assert ticket == frame["ticket"]
        for move, weight in frame["odds"]:
            if ticket < weight:
                assert move == frame["move"]
                break
            ticket -= weight


def test_frames_of_a_running_game_contain_only_what_the_viewer_witnessed() -> None:
    table = play_randomly(3, 3, moves=40)
    replay = replay_json(with_times(table.record()), LUX, [1])[1]
    assert replay["seed"] is None
    for frame in replay["frames"]:
        for key in ("entry", "move", "draw", "odds", "ticket", "at"):
            assert frame[key] is None
    assert [event for frame in replay["frames"] for event in frame["events"]] == table.witness(1)


def test_abandoned_record_can_be_replayed() -> None:
    table = play_randomly(2, 4, moves=10)
    table.close(abandon=True)
    replay = replay_json(table.record(), LUX, [0])[0]
    assert replay["outcome"] is None
    assert replay["seed"] is not None


def test_preview_contains_only_what_is_certain() -> None:
    for seed in range(5):
        table = play_randomly(3, seed, moves=25)
        if not table.acting:
            continue
        seat = table.acting[0]
        before = table.position.fingerprint()
        for move in table.moves(seat):
            changes = preview(LUX, table.view(seat), move, Rng(1))
            assert table.position.fingerprint() == before
            after = table.position.copy()
            after.play(seat, move)
            view = LUX.view(after, seat)
            for key, value in changes.items():
                assert view[key] == value, (key, LUX.space.text(move))
