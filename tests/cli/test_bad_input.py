"""Bad input: one clear sentence, the right exit code, no traceback, and no file is overwritten."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from caponata.bots import bot_names
from caponata.catalogue import BUILT_IN
from caponata.engine.record import Choice, Draw, Record, record_text
from caponata.games.capital_lux.cards import CARD_NAMES
from tests.cli.keyboard import Run, caponata
from tests.engine.tables import closed_record, edited

BAD_INPUT = 2
NOT_FAIR = 1
KNOWN = ", ".join(bot_names())
RECORD = closed_record()
FILE = Path("game.json")


def refused(*words: str, code: int = BAD_INPUT) -> str:
    """The sentence with which a command refuses. No file is changed."""
    before = snapshot()
    run: Run = caponata(*words, typed=["1", "1", "save other.json", "quit"])
    assert run.code == code
    assert "Traceback" not in run.out + run.err
    assert run.err.endswith("\n")
    assert run.err.count("\n") == 1
    assert snapshot() == before
    return run.err.removesuffix("\n").removeprefix("caponata: ")


def snapshot() -> dict[str, bytes | None]:
    """All files and folders here with their contents."""
    return {str(path): path.read_bytes() if path.is_file() else None for path in Path().rglob("*")}


# Arguments


@pytest.mark.parametrize("command", ["play", "rules", "simulate"])
def test_an_unknown_game_suggests_the_nearest_one(command: str) -> None:
    assert refused(command, "capital-luxe") == "there is no game 'capital-luxe'; did you mean 'capital-lux'?"
    assert refused(command, "monopoly") == f"there is no game 'monopoly'; there are {', '.join(BUILT_IN)}"


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize("number", [1, 5, 9])
def test_seats_out_of_range_are_refused(command: str, number: int) -> None:
    seats = ",".join(["random"] * number)
    assert refused(command, "capital-lux", "--seats", seats) == (
        f"Capital Lux is for 2 to 4 seats, not {number}"
    )


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        (
            "you,oracle",
            f"there is no bot 'oracle'; known are {KNOWN}",
        ),
        ("you,,random", "'you,,random' names an empty seat"),
        ("you,mc:0", "the budget of 'mc:0' must be between 1 and 600000"),
        ("you,mc:600001ms", "the budget of 'mc:600001ms' must be between 1 and 600000"),
        (
            "you,mc:fast",
            f"there is no bot 'mc:fast'; known are {KNOWN}",
        ),
        (
            "person,random",
            f"there is no bot 'person'; known are {KNOWN}",
        ),
    ],
)
def test_an_unknown_player_is_refused(seats: str, sentence: str) -> None:
    assert refused("play", "capital-lux", "--seats", seats) == sentence


@pytest.mark.parametrize("command", ["play", "simulate"])
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["opening_cards=2"], "opening_cards is 1 or 3, not 2 [LUX-1.3]"),
        (["hand_size=5"], "hand_size is 'rulebook' or 6, not 5 [LUX-2.1]"),
        (["opening_cards=many"], "the option 'opening_cards' is a whole number, not 'many'"),
        (["opening_cards="], "the option 'opening_cards' is a whole number, not ''"),
        (["opening_cards"], "'opening_cards' is not of the form NAME=VALUE"),
        (["opening_cards=1", "opening_cards=3"], "option 'opening_cards' is given twice"),
        (["opening_cards=1", "opening-cards=3"], "the option 'opening_cards' is given twice"),
        (
            ["opening_card=3"],
            (
                "Capital Lux has no option 'opening_card'; its options are opening_cards (1),"
                " hand_size (rulebook), bonus_cards (open); did you mean 'opening_cards'?"
            ),
        ),
        (
            ["=3"],
            (
                "Capital Lux has no option ''; its options are opening_cards (1), hand_size (rulebook),"
                " bonus_cards (open)"
            ),
        ),
    ],
)
def test_invalid_options_are_refused(command: str, options: list[str], sentence: str) -> None:
    words = [word for option in options for word in ("--option", option)]
    assert refused(command, "capital-lux", "--seats", "random,random", *words) == sentence


# Files


def opened(content: str | bytes, *words: str, code: int = BAD_INPUT) -> str:
    """The sentence with which a command refuses a file with this content."""
    FILE.write_bytes(content if isinstance(content, bytes) else content.encode())
    return refused(*words, code=code)


READERS = (
    ["replay", str(FILE), "--all"],
    ["verify", str(FILE)],
    ["analyse", str(FILE), "--playouts", "2", "--processes", "1"],
    ["play", "--resume", str(FILE)],
)
every_reader = pytest.mark.parametrize("words", READERS, ids=["replay", "verify", "analyse", "resume"])
readers_of_finished_games = pytest.mark.parametrize("words", READERS[:3], ids=["replay", "verify", "analyse"])


@every_reader
def test_a_missing_file_is_named(words: list[str]) -> None:
    assert refused(*words) == "game.json cannot be read: No such file or directory"


@every_reader
def test_a_folder_is_not_a_record(words: list[str]) -> None:
    FILE.mkdir()
    assert refused(*words) == "game.json cannot be read: Is a directory"


@every_reader
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the record is empty"),
        (b"\n  \n", "the record is empty"),
        (bytes(range(256)), "game.json is not a record: it is not UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n\0\0", "game.json is not a record: it is not UTF-8 text"),
        (b"Dear diary,", "line 1, column 1: this is not JSON: Expecting value"),
        (b"[1, 2]", "line 1: this is not a record: it is not a JSON object"),
        (b'"record"', "line 1: this is not a record: it is not a JSON object"),
        (b'{"a": 1,}', "line 1, column 9: this is not JSON: "),
        (b'{\n "a": 1,\n "b": x}', "line 3, column 7: this is not JSON: Expecting value"),
        (b"{}", 'line 1: this is not a record: "format" is not "caponata-record"'),
        (b'{"format": "pgn"}', 'line 1: this is not a record: "format" is not "caponata-record"'),
        (b"[" * 100_000, "this is not a record: it is nested too deeply"),
        (
            b'{"format": "caponata-record", "format": 1}',
            'this is not a record: the key "format" is given twice',
        ),
    ],
)
def test_a_file_without_a_record_is_refused(words: list[str], content: bytes, sentence: str) -> None:
    assert opened(content, *words).startswith(sentence)


@every_reader
@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.999])
def test_truncated_and_broken_records_have_different_errors(words: list[str], kept: float) -> None:
    text = record_text(RECORD)
    cut = text[: int(len(text) * kept)]
    line = cut.rstrip().count("\n") + 1
    assert opened(cut, *words) == f"line {line}: the record breaks off here: the file is cut short"


@every_reader
def test_a_newer_record_asks_for_a_newer_caponata(words: list[str]) -> None:
    text = edited(RECORD, '"version": 1', '"version": 2')
    assert opened(text, *words) == (
        "line 3: this record is of version 2, and this caponata reads up to version 1:"
        " a newer caponata is needed"
    )


@every_reader
def test_a_record_of_newer_rules_or_of_another_game_is_refused(words: list[str]) -> None:
    unfinished = unrevealed(RECORD)
    FILE.with_name("game.json.seed").write_text(str(RECORD.seed))
    assert opened(unfinished.replace('"rules_version": 1', '"rules_version": 9', 1), *words) == (
        "line 5: this record follows version 9 of the rules of Capital Lux, but only version 1 is available"
    )
    assert opened(unfinished.replace('"capital-lux"', '"capital-lax"', 1), *words) == (
        "there is no game 'capital-lax'; did you mean 'capital-lux'?"
    )


def unrevealed(record: Record) -> str:
    """A record whose table was not closed, so that it can be resumed."""
    sealed = edited(record, f'"seed": "{record.seed}"', '"seed": null')
    return sealed.replace('"closed": "finished"', '"closed": null')


def illegal_move() -> str:
    home = next(e for e in RECORD.entries if isinstance(e, Choice) and e.move.startswith("home"))
    return edited(
        RECORD, f'"by": {home.seat}, "move": "{home.move}"', f'"by": {home.seat}, "move": "discard"'
    )


def unknown_move() -> str:
    home = next(e for e in RECORD.entries if isinstance(e, Choice) and e.move.startswith("home"))
    return edited(RECORD, f'"move": "{home.move}"', '"move": "home green-9"')


def better_result() -> str:
    assert RECORD.result is not None
    scores = json.dumps(list(RECORD.result.scores))
    return edited(RECORD, f'"scores": {scores}', '"scores": [99, 0, 0]')


def impossible_options() -> str:
    return edited(RECORD, '"opening_cards": 1', '"opening_cards": 2')


def entry_left_out() -> str:
    lines = record_text(RECORD).splitlines(keepends=True)
    return "".join(lines[:20] + lines[21:])


def two_moves_swapped() -> str:
    lines = record_text(RECORD).splitlines(keepends=True)
    return "".join([*lines[:20], lines[21], lines[20], *lines[22:]])


@readers_of_finished_games
@pytest.mark.parametrize(
    ("edit", "parts"),
    [
        (illegal_move, ["line ", "entry ", "'discard' is not allowed", "[LUX-3.1]"]),
        (unknown_move, ["line ", "entry ", "'home green-9' is not a move of this game"]),
        (better_result, ["line ", "the result is not how the game ended: scores ["]),
        (impossible_options, ["line 6: ", "opening_cards is 1 or 3, not 2 [LUX-1.3]"]),
        (entry_left_out, ['line 21, entry 9: entry 9 is next, but "n" is 10']),
        (two_moves_swapped, ['line 21, entry 9: entry 9 is next, but "n" is 10']),
    ],
)
def test_an_edited_record_is_refused_with_the_line_and_the_rule(
    words: list[str], edit: Callable[[], str], parts: list[str]
) -> None:
    sentence = opened(edit(), *words)
    for part in parts:
        assert part in sentence


@readers_of_finished_games
@pytest.mark.parametrize("indent", [None, 2])
def test_the_line_is_that_of_the_file_however_the_record_is_laid_out(
    words: list[str], indent: int | None
) -> None:
    text = json.dumps(json.loads(unknown_move()), indent=indent)
    before = text[: text.index('"home green-9"')]
    line = before[: before.rindex("{")].count("\n") + 1  # where the entry begins
    assert (line == 1) == (indent is None)
    assert opened(text, *words).startswith(f"line {line}, entry ")


@readers_of_finished_games
def test_a_broken_move_is_named_before_a_missing_result(words: list[str]) -> None:
    record = json.loads(unknown_move()) | {"result": None, "closed": "abandoned"}
    assert "'home green-9' is not a move of this game" in opened(json.dumps(record), *words)


def test_changed_options_make_a_record_invalid() -> None:
    text = edited(RECORD, '"opening_cards": 1', '"opening_cards": 3')
    assert opened(text, "replay", str(FILE)).startswith("line 14, entry 2: 'starter ")
    assert opened(text, "verify", str(FILE), code=NOT_FAIR).startswith(
        "line 14, entry 2: draw 2 is 'starter "
    )


def test_a_tampered_draw_is_named_by_line_entry_and_number() -> None:
    dealt = [entry for entry in RECORD.entries if isinstance(entry, Draw)][5]
    other = next(card for card in CARD_NAMES if f"draw {card}" != dealt.move)
    text = edited(
        RECORD,
        f'"draw": {dealt.draw}, "move": "{dealt.move}"',
        f'"draw": {dealt.draw}, "move": "draw {other}"',
    )
    assert opened(text, "verify", str(FILE), code=NOT_FAIR) == (
        f"line {dealt.number + 12}, entry {dealt.number}:"
        f" draw {dealt.draw} is 'draw {other}', but the seed gives '{dealt.move}'"
    )


def test_a_seed_without_a_commitment_is_not_fair() -> None:
    text = edited(RECORD, f'"seed": "{RECORD.seed}"', f'"seed": "{"00" * 32}"')
    assert opened(text, "verify", str(FILE), code=NOT_FAIR) == (
        "the seed is not the one that the table committed to before the first move"
    )


def test_a_record_without_a_commitment_is_not_fair() -> None:
    text = edited(RECORD, f'"commitment": "{RECORD.commitment}"', '"commitment": null')
    text = text.replace(f'"seed": "{RECORD.seed}"', '"seed": null')
    text = text.replace(f'"entropy": {json.dumps(list(RECORD.entropy), ensure_ascii=False)}', '"entropy": []')
    assert opened(text, "verify", str(FILE), code=NOT_FAIR) == (
        "these draws cannot be checked: the table made no commitment"
    )


def test_a_tampered_draw_is_found_when_a_game_is_resumed() -> None:
    caponata("play", "capital-lux", "--seats", "you,random", typed=["save game.json", "quit"])
    text = FILE.read_text()
    first = text[text.index('"draw": 1, "move": "') :].split('"')[5]
    other = next(card for card in CARD_NAMES if f"draw {card}" != first)
    sentence = opened(text.replace(first, f"draw {other}", 1), "play", "--resume", str(FILE))
    assert sentence == f"line 13, entry 1: draw 1 is 'draw {other}', but the seed gives '{first}'"


def test_an_unchanged_record_passes() -> None:
    FILE.write_text(record_text(RECORD))
    for words in READERS[:3]:
        run = caponata(*words)
        assert (run.code, "caponata:" in run.err) == (0, False)
