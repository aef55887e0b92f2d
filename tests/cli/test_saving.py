"""Saving and resuming a game: no file is overwritten, and another table's seed is refused."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from caponata.engine.reader import load_record
from tests.cli.keyboard import Run, caponata, moves_of, offered, one_line

AT_THE_TABLE = ("play", "capital-lux", "--seats", "you:Ann,greedy")
SAVED = Path("game.json")
SECRET = Path("game.json.seed")


def saved_game() -> Run:
    """A game that is left after two moves."""
    run = caponata(*AT_THE_TABLE, typed=["1", "1", "save game.json", "quit"])
    assert (run.code, run.err) == (0, "")
    return run


def files() -> dict[str, bytes]:
    """All files of this folder with their contents."""
    return {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}


def test_saving_prints_the_path_and_how_to_resume() -> None:
    printed = one_line(saved_game().replies[2])
    assert "Saved as game.json. Continue with: caponata play --resume game.json" in printed


def test_an_unfinished_record_hides_its_seed_and_the_seed_file_is_private() -> None:
    saved_game()
    record = load_record(SAVED)
    assert record.seed is None
    assert record.result is None
    seed = SECRET.read_text().strip()
    assert len(bytes.fromhex(seed)) == 32
    assert seed not in SAVED.read_text()
    assert stat.S_IMODE(SECRET.stat().st_mode) == 0o600


def test_without_a_name_the_file_is_named_after_the_table() -> None:
    caponata(*AT_THE_TABLE, typed=["save", "quit"])
    assert sorted(files()) == ["capital-lux-5eed5eed5eed5eed.json", "capital-lux-5eed5eed5eed5eed.json.seed"]


def test_a_resumed_game_continues_where_it_was_left() -> None:
    left = saved_game()
    run = caponata("play", "--resume", "game.json", typed=["save again.json", "quit"])
    assert (run.code, run.err) == (0, "")
    assert offered(run.questions[0]) == offered(left.questions[-2])
    assert load_record("again.json") == load_record(SAVED)
    assert "Ann · Agata (greedy)" in run.out


def test_a_resumed_game_draws_the_same_cards() -> None:
    moves = ["1"] * 5
    caponata(*AT_THE_TABLE, typed=[*moves, *moves, "save whole.json", "quit"])
    caponata(*AT_THE_TABLE, typed=[*moves, "save half.json", "quit"])
    caponata("play", "--resume", "half.json", typed=[*moves, "save rest.json", "quit"])
    whole, rest = load_record("whole.json"), load_record("rest.json")
    assert moves_of(rest, 0)[:5] == moves_of(whole, 0)[:5]
    assert rest.commitment == whole.commitment
    assert rest.entries[: len(load_record("half.json").entries)] == load_record("half.json").entries


def test_a_resumed_game_is_played_to_a_fair_end() -> None:
    saved_game()

    def answers(question: str) -> str:
        return "end.json" if "Save the game as" in question else "1"

    run = caponata("play", "--resume", "game.json", typed=answers)
    assert run.code == 0
    assert caponata("verify", "end.json").code == 0
    assert load_record("end.json").commitment == load_record(SAVED).commitment


def test_undo_works_past_the_moment_of_saving() -> None:
    saved_game()
    run = caponata("play", "--resume", "game.json", typed=["undo", "undo", "undo", "quit"])
    assert "there is no choice to take back" in run.replies[2]


def test_people_at_one_keyboard_resume_with_the_screen_cleared() -> None:
    words = ("--seats", "you:Ann,you:Ben")
    caponata("play", "capital-lux", *words, typed=["", "1", "", "save game.json", "quit"])
    run = caponata("play", "--resume", "game.json", typed=["", "quit"], is_terminal=True)
    assert "Ben, it is your turn" in run.questions[0]
    assert "only you see this" not in run.questions[0]


# Refusals


def test_saving_never_overwrites() -> None:
    SAVED.write_text("mine")
    run = caponata(*AT_THE_TABLE, typed=["save game.json", "save other.json", "save other.json", "quit"])
    assert "game.json exists already and was left as it is: choose another name" in one_line(run.replies[0])
    assert "Saved as other.json." in run.replies[1]
    assert "exists already and was left as it is: choose another name" in one_line(run.replies[2])
    assert sorted(files()) == ["game.json", "other.json", "other.json.seed"]
    assert SAVED.read_text() == "mine"


def test_an_existing_seed_file_is_not_overwritten() -> None:
    SECRET.write_text("of another game")
    run = caponata(*AT_THE_TABLE, typed=["save game.json", "quit"])
    assert "game.json.seed exists already and was left as it is" in one_line(run.replies[0])
    assert "Saved" not in run.out
    assert files() == {"game.json.seed": b"of another game"}


@pytest.mark.parametrize("name", [".", "/", "..", "no/such/folder.json", "a\0b", "x" * 300, "folder"])
def test_an_invalid_file_name_leaves_no_file(name: str) -> None:
    Path("folder").mkdir()
    run = caponata(*AT_THE_TABLE, typed=[f"save {name}", "log", "quit"])
    assert (run.code, run.err) == (0, "")
    assert "Saved" not in run.out
    assert run.replies[0].endswith("Ann > ")
    assert files() == {}


def foreign_seed() -> None:
    SECRET.write_text("ab" * 32 + "\n")


def short_seed() -> None:
    SECRET.write_text("abcd\n")


def garbled_seed() -> None:
    SECRET.write_text("open sesame")


def binary_seed() -> None:
    SECRET.write_bytes(bytes(range(256)))


def missing_seed() -> None:
    SECRET.unlink()


def folder_for_a_seed() -> None:
    SECRET.unlink()
    SECRET.mkdir()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (foreign_seed, "this is not the seed that the table committed to"),
        (short_seed, "this is not the seed that the table committed to"),
        (garbled_seed, "game.json.seed does not hold a seed"),
        (binary_seed, "game.json.seed does not hold a seed"),
        (missing_seed, "game.json.seed is missing: without it the game cannot go on"),
        (folder_for_a_seed, "game.json.seed cannot be read: Is a directory"),
    ],
)
def test_a_game_cannot_be_resumed_without_its_seed(change: object, sentence: str) -> None:
    saved_game()
    assert callable(change)
    change()
    before = files()
    run = caponata("play", "--resume", "game.json", typed=["1", "quit"])
    assert run.code == 2
    assert run.err == f"caponata: {sentence}\n"
    assert run.out == ""
    assert files() == before


def test_the_seed_of_another_table_is_refused() -> None:
    saved_game()
    caponata("play", "caper", "--seats", "you,random", typed=["save other.json", "quit"])
    record = SAVED.read_text()
    SAVED.write_text(record.replace('"5eed5eed5eed5eed"', '"5eed5eed5eed0000"', 1))
    run = caponata("play", "--resume", "game.json")
    assert run.code == 2
    assert "draw 1 is" in run.err
    assert "but the seed gives" in run.err


def test_a_finished_game_is_not_resumed() -> None:
    def answers(question: str) -> str:
        return "game.json" if "Save the game as" in question else "1"

    caponata("play", "caper", "--seats", "you,random", typed=answers)
    run = caponata("play", "--resume", "game.json")
    assert run.code == 2
    assert run.err == "caponata: game.json is closed for good: watch it with caponata replay\n"


def test_a_resumed_game_takes_no_seats_or_options() -> None:
    saved_game()
    for words in (["capital-lux"], ["--seats", "you,random"], ["-o", "opening_cards=3"]):
        run = caponata("play", *words, "--resume", "game.json")
        assert run.code == 2
        assert "a resumed game has its game, seats and options already: leave them out" in run.err


def test_an_unknown_player_in_a_saved_game_is_named() -> None:
    saved_game()
    SAVED.write_text(SAVED.read_text().replace('"greedy"', '"oracle"'))
    run = caponata("play", "--resume", "game.json")
    assert run.code == 2
    assert "there is no bot 'oracle'" in run.err


def test_an_unfinished_game_cannot_be_verified_yet() -> None:
    saved_game()
    run = caponata("verify", "game.json")
    assert run.code == 1
    assert run.out == ""
    assert run.err == "the seed is not revealed yet: draws can be checked when the table is closed for good\n"
