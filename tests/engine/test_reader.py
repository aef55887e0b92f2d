"""Reading records: every formal error is reported in one sentence with its line."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caponata.engine.reader import read_record
from caponata.engine.record import RecordError, record_json, record_text
from tests.engine.tables import closed_record, edited

RECORD = closed_record()
TEXT = record_text(RECORD)
FIRST_ENTRY_LINE = 13


def read_error(text: str) -> str:
    """The error message of a text that is not a valid record."""
    with pytest.raises(RecordError) as error:
        read_record(text)
    sentence = str(error.value)
    assert "\n" not in sentence
    return sentence


def record_with(**keys: Any) -> str:
    """The record's text with other values for some of its keys, in another JSON layout."""
    return json.dumps(record_json(RECORD) | keys, indent=1)


def record_with_entry(number: int, **keys: Any) -> str:
    """The record's text with one entry changed; None removes a key."""
    plain = record_json(RECORD)
    entry = plain["entries"][number - 1] | keys
    plain["entries"][number - 1] = {key: value for key, value in entry.items() if value is not None}
    return json.dumps(plain)


def test_record_with_another_json_layout_can_be_read() -> None:
    assert read_record(record_with()) == RECORD
    assert read_record(TEXT.replace("\n", "\r\n")) == RECORD
    assert read_record(json.dumps(record_json(RECORD))) == RECORD


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the record is empty"),
        ("  \n ", "the record is empty"),
        ("hello", "line 1, column 1: this is not JSON: Expecting value"),
        ('{"format": "caponata-record",\n oops}', "line 2, column 2: this is not JSON"),
        ("[]", "line 1: this is not a record: it is not a JSON object"),
        ("{}", 'line 1: this is not a record: "format" is not "caponata-record"'),
        ('{\n\n"format": "pgn"}', 'line 3: this is not a record: "format" is not "caponata-record"'),
        ("[" * 100_000, "this is not a record: it is nested too deeply"),
        ('{"format": 1' + "0" * 5000 + "}", "this is not a record: Exceeds the limit"),
        ('{"format": NaN}', "this is not a record: NaN is not a JSON number"),
        ('{"format": 1, "format": 2}', 'this is not a record: the key "format" is given twice'),
        ('{"format": "\\ud800"}', "a text contains an unpaired surrogate"),
    ],
)
def test_text_that_is_not_a_record_is_refused(text: str, sentence: str) -> None:
    assert read_error(text).startswith(sentence)


def test_truncated_record_is_refused_wherever_it_was_cut() -> None:
    end = len(TEXT.rstrip())
    for length in [*range(1, 400), *range(400, end, 37), *range(end - 60, end)]:
        sentence = read_error(TEXT[:length])
        last = TEXT[:length].rstrip().count("\n") + 1
        assert sentence == f"line {last}: the record breaks off here: the file is cut short"


def test_newer_record_asks_for_a_newer_program() -> None:
    sentence = read_error(edited(RECORD, '"version": 1', '"version": 2, "colour": "green"'))
    assert sentence.startswith("line 3: this record is of version 2, and this caponata reads up to version 1")


@pytest.mark.parametrize("version", [0, -1, "1", True, None, 1.0])
def test_version_must_be_a_whole_number(version: object) -> None:
    assert '"version" must be a whole number from 1 on' in read_error(record_with(version=version))


@pytest.mark.parametrize("key", [key for key in record_json(RECORD) if key not in ("format", "version")])
def test_every_key_is_required_and_its_type_is_checked(key: str) -> None:
    plain = record_json(RECORD)
    wrong = json.dumps(plain | {key: 3.5}, indent=1)
    assert f'"{key}" must be' in read_error(wrong)
    assert read_error(wrong).startswith(f"line {wrong[: wrong.index(key)].count(chr(10)) + 1}:")
    del plain[key]
    assert read_error(json.dumps(plain)) == f'the record has no "{key}"'


def test_unknown_key_is_refused() -> None:
    sentence = read_error(edited(RECORD, '"table"', '"weather": "fine",\n  "table"'))
    assert sentence.startswith('line 8: the record has an unknown key "weather"; allowed are "format", ')


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"seats": []}, "a record has 1 to 8 seats, not 0"),
        ({"seats": ["Anna"]}, 'each of "seats" must be an object with "name", "player"'),
        ({"seats": [{"name": "Anna"}]}, 'each of "seats" has no "player"'),
        ({"seats": [{"name": 1, "player": "person"}]}, '"name" must be a text, not 1'),
        ({"entropy": ["a"]}, '"entropy" must have a text for each of 3 seats, not 1'),
        ({"entropy": [1, 2, 3]}, '"entropy" must be a list of texts'),
        ({"commitment": "abc"}, '"commitment" must be null or 64 hexadecimal digits'),
        ({"seed": "A" * 64}, '"seed" must be null or 64 hexadecimal digits'),
        ({"commitment": None}, 'a record without "commitment" has neither "entropy" nor "seed"'),
        ({"rules_version": True}, '"rules_version" must be a whole number, not true'),
        ({"result": {}}, '"result" has no "rule"'),
    ],
)
def test_wrong_header_is_refused(keys: dict[str, Any], sentence: str) -> None:
    assert sentence in read_error(record_with(**keys))


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"scores": [1, 2]}, '"scores" must be a list of 3 whole numbers, not [1, 2]'),
        ({"scores": [1, 2, True]}, '"scores" must be a list of 3 whole numbers'),
        ({"lines": [[], []]}, '"lines" must be a list of 3 lists'),
        ({"lines": [[], [], [{}]]}, 'a score line has no "rule"'),
        ({"rule": None}, '"rule" must be a text, not null'),
        ({"winner": 1}, '"result" has an unknown key "winner"'),
    ],
)
def test_wrong_result_is_refused(keys: dict[str, Any], sentence: str) -> None:
    assert sentence in read_error(record_with(result=record_json(RECORD)["result"] | keys))


LAST = len(RECORD.entries)


def record_with_times(*times: object) -> str:
    """The record's text with these times for its first entries (... for none), later ones for the rest."""
    plain = record_json(RECORD)
    for number, entry in enumerate(plain["entries"]):
        at = times[number] if number < len(times) else 1000 + number
        if at is not ...:
            entry["at"] = at
    return json.dumps(plain)


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        ((5, ..., 7), f'entry 2: the entry has no time "at", and {LAST - 1} of {LAST} entries have one'),
        ((5, None), 'entry 2: "at" must be a whole number of milliseconds, not null'),
        (("noon",), 'entry 1: "at" must be a whole number of milliseconds, not "noon"'),
        ((5, 6.5), 'entry 2: "at" must be a whole number of milliseconds, not 6.5'),
        ((5, True), 'entry 2: "at" must be a whole number of milliseconds, not true'),
        ((-5,), 'entry 1: "at" must be a whole number of milliseconds, not -5'),
        ((5, 7, 6), "entry 3: the entry was made at 6, before the one above it, at 7"),
    ],
)
def test_missing_or_decreasing_times_are_refused(times: tuple[object, ...], sentence: str) -> None:
    assert sentence in read_error(record_with_times(*times))
    assert read_record(record_with_times(5, 5, 6)).times is not None


DRAW = 1
CHOICE = next(entry["n"] for entry in record_json(RECORD)["entries"] if entry["by"] == 0)
UNDO = next(entry["n"] for entry in record_json(RECORD)["entries"] if "undo" in entry)
REWIND = next(entry["n"] for entry in record_json(RECORD)["entries"] if "rewind" in entry)


@pytest.mark.parametrize(
    ("number", "keys", "sentence"),
    [
        (DRAW, {"n": 2}, 'entry 1 is next, but "n" is 2'),
        (DRAW, {"n": "1"}, '"n" must be a whole number, not "1"'),
        (DRAW, {"draw": 2}, "draw 1 is next, not draw 2"),
        (DRAW, {"by": 0}, 'a draw is by "chance", not by 0'),
        (DRAW, {"move": None}, 'the entry has no "move"'),
        (DRAW, {"move": 5}, '"move" must be a text, not 5'),
        (DRAW, {"cancelled": True}, "the entry is marked cancelled, but nothing takes it back"),
        (CHOICE, {"cancelled": None}, "the entry is taken back later, but not marked cancelled"),
        (CHOICE, {"cancelled": "yes"}, '"cancelled" must be true or false'),
        (CHOICE, {"by": 3}, '"by" must be a seat from 0 to 2, not 3'),
        (CHOICE, {"by": True}, '"by" must be a seat from 0 to 2, not true'),
        (CHOICE, {"by": "chance"}, '"by" must be a seat from 0 to 2, not "chance"'),
        (CHOICE, {"by": None}, 'the entry has no "by"'),
        (
            CHOICE,
            {"clock": 5},
            'the entry has an unknown key "clock"; allowed are "n", "by", "move", "cancelled"',
        ),
        (UNDO, {"by": 1}, f"entry {CHOICE} is not a choice of seat 1 that still stands"),
        (UNDO, {"undo": DRAW}, f"entry {DRAW} is not a choice of seat 0 that still stands"),
        (UNDO, {"undo": 0}, "entry 0 is not a choice of seat 0 that still stands"),
        (UNDO, {"undo": 999}, "entry 999 is not a choice of seat 0 that still stands"),
        (UNDO, {"undo": True}, '"undo" must be a whole number, not true'),
        (UNDO, {"cancelled": True}, 'the entry has an unknown key "cancelled"'),
        (REWIND, {"rewind": CHOICE}, f"entry {CHOICE} is not a seat's choice that still stands"),
        (REWIND, {"by": 0}, 'a rewind is by "table", not by 0'),
    ],
)
def test_wrong_entry_is_reported_with_its_number(number: int, keys: dict[str, Any], sentence: str) -> None:
    assert f"entry {number}: {sentence}" in read_error(record_with_entry(number, **keys))


def test_error_names_the_line_of_its_entry() -> None:
    sentence = read_error(edited(RECORD, f'{{"n": {CHOICE}, "by": 0', f'{{"n": {CHOICE}, "by": 7'))
    assert sentence.startswith(f"line {FIRST_ENTRY_LINE - 1 + CHOICE}, entry {CHOICE}: ")


def test_entry_must_be_an_object() -> None:
    assert "entry 1: the entry must be an object" in read_error(record_with(entries=["draw blue-4"]))


def test_deleted_entry_is_noticed() -> None:
    lines = TEXT.splitlines(keepends=True)
    del lines[FIRST_ENTRY_LINE + 3]
    assert "entry 5 is next" in read_error("".join(lines))


@given(st.data())
def test_edit_of_one_character_raises_nothing_but_record_error(
    data: st.DataObject,
) -> None:
    at = data.draw(st.integers(0, len(TEXT) - 1))
    character = data.draw(st.sampled_from('{}[]",: \n0123456789abcnull-'))
    with suppress(RecordError):
        read_record(TEXT[:at] + character + TEXT[at + 1 :])


def test_control_characters_in_names_are_refused() -> None:
    text = record_text(closed_record())
    name = closed_record().seats[0].name
    with pytest.raises(RecordError, match="cannot be shown"):
        read_record(text.replace(f'"name": "{name}"', '"name": "\\u001b[2J"', 1))


def test_closed_must_agree_with_seed_and_result() -> None:
    assert RECORD.closed == "finished"
    assert "one of null" in read_error(record_with(closed="done"))
    assert "does not reveal its seed" in read_error(record_with(closed=None))
    assert "reveals its seed" in read_error(record_with(seed=None))
    assert "an abandoned one has none" in read_error(record_with(closed="abandoned"))
    assert "a finished game has a result" in read_error(record_with(result=None))


def test_truncated_game_cannot_pass_as_finished() -> None:
    """A truncated record is accepted only as that of an abandoned game."""
    cut = record_json(RECORD)
    cut["entries"] = cut["entries"][:-1]
    assert "a finished game has a result" in read_error(json.dumps(cut | {"result": None}))
    assert read_record(json.dumps(cut | {"result": None, "closed": "abandoned"})).closed == "abandoned"
