"""Replays of saved games: whole, step by step, or as one seat saw them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from rich.console import Console

from caponata.cli import replay
from caponata.engine.game import Game
from caponata.engine.record import Choice, Draw, Record, Rewind, Seat, Undo, save_record
from caponata.engine.replay import ReplayStep
from caponata.engine.witness import OMNISCIENT
from caponata.games.capital_lux import GAME as LUX
from caponata.texts import Texts
from tests.cli.keyboard import Run, caponata, one_line
from tests.engine.tables import closed_record

RECORD = closed_record()
STEPS = "Enter steps on, a number goes on to that entry, b shows the board, q leaves: "


def replayed(
    *words: str, typed: Sequence[str] = (), record: Record = RECORD, is_terminal: bool = False
) -> Run:
    """Replay a saved game."""
    save_record(record, "game.json", overwrite=True)
    run = caponata("replay", "game.json", *words, typed=typed, is_terminal=is_terminal)
    assert (run.code, run.err) == (0, "")
    return run


def printed(run: Run) -> dict[int, str]:
    """The printed text of each entry by number."""
    parts = re.split(r"^(?= {0,3}\d)([ \d]{4}) (?=\S|  \d)", run.out, flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}


def scripted(packet: Sequence[str], pick: str) -> Record:
    """A game of two up to the first pick: Anna is dealt this packet, Ben always the same one."""
    bens = ["yellow-2", "yellow-3", "yellow-4", "pink-2", "pink-3", "pink-4"]
    cards = [f"draw {card}" for card in (*packet, *bens)]
    draws = ["draw pink-6", "starter 1", *cards]
    entries = [Draw(number, number, text) for number, text in enumerate(draws, start=1)]
    picked = Choice(len(entries) + 1, 0, pick)
    return Record(
        game="capital-lux",
        rules_version=LUX.rules_version,
        options={"opening_cards": 1, "hand_size": "rulebook"},
        seats=(Seat("Anna", "person"), Seat("Ben", "person")),
        table="scripted",
        commitment=None,
        entropy=(),
        seed=None,
        entries=(*entries, picked),
        result=None,
    )


ONE = scripted(["green-2", "green-2", "green-3", "blue-4", "blue-5", "blue-6"], "pick green-2 blue-6")
OTHER = scripted(["pink-5", "green-4", "green-6", "blue-2", "blue-3", "blue-3"], "pick green-4 pink-5")


def test_a_whole_game_is_shown_entry_by_entry_with_open_cards() -> None:
    run = replayed("--all")
    assert "Capital Lux: Anna, Ben, Cleo" in run.out
    lines = printed(run)
    assert list(lines) == list(range(1, len(RECORD.entries) + 1))
    for entry in RECORD.entries:
        first = lines[entry.number].splitlines()[0]
        match entry:
            case Choice():
                assert first == f"{RECORD.seats[entry.seat].name}: {entry.move}"
            case Draw():
                assert first == f"chance: {entry.move}"
            case Undo():
                assert first == f"{RECORD.seats[entry.seat].name}: undo {entry.entry}"
            case Rewind():
                assert first == f"table: rewind {entry.entry}"
    assert "Three rounds are played. The win goes to" in one_line(run.out)


def test_a_record_with_times_shows_the_time_of_every_move() -> None:
    start = 1_700_000_000_000
    times = tuple(start + 100 * number for number in range(len(RECORD.entries) - 1))
    lines = printed(replayed("--all", record=replace(RECORD, times=(*times, start + 65_300))))
    assert lines[1].startswith("  0:00.0 chance: ")
    assert lines[15].startswith("  0:01.4 ")
    assert lines[len(RECORD.entries)].startswith("  1:05.3 ")


def test_without_a_terminal_no_question_is_asked() -> None:
    assert replayed().out == replayed("--all").out
    assert replayed("--all", is_terminal=True).questions == []


def test_an_unfinished_game_is_shown_to_its_last_entry() -> None:
    assert replayed("--all", record=ONE).out.endswith("The record ends here: the game was not finished.\n")


# As one seat saw it


def test_a_seats_replay_does_not_depend_on_the_cards_of_others() -> None:
    assert replayed("--seat", "2", record=ONE).out == replayed("--seat", "2", record=OTHER).out
    assert replayed("--seat", "1", record=ONE).out != replayed("--seat", "1", record=OTHER).out
    steps = ["15", "b", "q"]
    boards = [
        replayed("--seat", "2", typed=steps, record=each, is_terminal=True).out for each in (ONE, OTHER)
    ]
    assert boards[0] == boards[1]
    assert "Packet   ●2   ●3   ●4   ✚2   ✚3   ✚4" in boards[0]


def test_a_replay_with_all_cards_for_a_seat_is_detected() -> None:
    def print_all(
        step: ReplayStep, game: Game, names: list[str], viewer: int, texts: Texts, to: Console, time: str
    ) -> None:
        print_entry(step, game, names, OMNISCIENT, texts, to, time)

    print_entry = replay.print_entry
    with patch.object(replay, "print_entry", print_all):
        assert replayed("--seat", "2", record=ONE).out != replayed("--seat", "2", record=OTHER).out


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_seats_replay_shows_no_hidden_card(seat: int, seed: int) -> None:
    record = closed_record(3, seed)
    lines = printed(replayed("--seat", str(seat), record=record))
    hidden = 0
    mover = -1
    for entry in record.entries:
        line = lines.get(entry.number, "\n").splitlines()[0]
        match entry:
            case Choice():
                mover = entry.seat
                if mover != seat - 1 and entry.move.startswith("pick"):
                    hidden += 1
                    assert re.fullmatch(r"\w+ lays two cards aside\.  LUX-2\.2", line)
            case Draw():
                if entry.draw > 2 and mover != seat - 1 and line:
                    hidden += 1
                    assert re.fullmatch(
                        r"\w+'s (Scholar draws a card|Agent looks at a modifier)\.  LUX-3\.\d", line
                    )
    assert hidden > 15


def test_the_board_in_a_replay_is_that_of_the_seat() -> None:
    run = replayed("--seat", "2", typed=["20", "b", "q"], is_terminal=True)
    assert run.out.count("only you see this") == 1
    run = replayed(typed=["20", "b", "q"], is_terminal=True)
    assert "only you see this" not in run.out


@pytest.mark.parametrize("seat", ["0", "4", "-1"])
def test_an_unknown_seat_is_refused(seat: str) -> None:
    save_record(RECORD, "game.json")
    run = caponata("replay", "game.json", "--seat", seat)
    assert run.code == 2
    assert run.err == f"caponata: this game has seats 1 to 3, not {seat}\n"


# Step by step


def steps(*typed: str) -> Run:
    """Step through a game at a terminal."""
    return replayed(typed=typed, is_terminal=True)


def entries_told(text: str) -> list[int]:
    return [
        int(number) for number in re.findall(r"^ *(\d+) \S+: ", text.replace(STEPS, "\n"), flags=re.MULTILINE)
    ]


def test_enter_steps_from_entry_to_entry() -> None:
    run = steps("", "", "q")
    assert run.questions[0].endswith(STEPS)
    assert [entries_told(question) for question in run.questions] == [[1], [2], [3]]


def test_a_number_goes_on_to_that_entry_and_never_back() -> None:
    run = steps("10", "3", "", "q")
    assert [entries_told(question) for question in run.questions] == [[1], list(range(2, 11)), [11], [12]]


def test_a_number_beyond_the_end_shows_the_rest() -> None:
    run = steps("9999")
    assert entries_told(run.out) == list(range(1, len(RECORD.entries) + 1))
    assert "The win goes to" in one_line(run.out)


def test_b_shows_the_board_and_stays() -> None:
    run = steps("b", "B", "", "q")
    assert "Round 1 of 3" in run.questions[1]
    assert "Round 1 of 3" in run.questions[2]
    assert entries_told(run.questions[1]) == []
    assert entries_told(run.questions[3]) == [2]


@pytest.mark.parametrize("typed", [["q"], ["Q"], []])
def test_a_replay_can_be_left_at_any_moment(typed: list[str]) -> None:
    run = steps(*typed)
    assert entries_told(run.out) == [1]


@pytest.mark.parametrize("typed", ["²", "frobnicate", "9" * 5000])
def test_anything_else_steps_on(typed: str) -> None:
    run = steps(typed, "q")
    assert entries_told(run.questions[1]) == [2]


def test_a_replay_does_not_change_the_file() -> None:
    steps("", "b", "20", "q")
    before = Path("game.json").read_bytes()
    caponata("replay", "game.json", "--all")
    assert Path("game.json").read_bytes() == before
    assert [path.name for path in Path().iterdir()] == ["game.json"]
