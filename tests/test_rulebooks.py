"""The rules of the rulebook pages are exactly those tagged in the code and named in the tests."""

import re
from pathlib import Path

import pytest

import caponata.games
from caponata.engine.texts import paragraphs

GAMES = Path(caponata.games.__file__).parent
TESTS = Path(__file__).parent / "games"
NAMES = sorted(folder.parent.name for folder in GAMES.glob("*/rules.py"))
RULE_ID = re.compile(r"\b[A-Z]{2,6}-\d+\.\d+\b")


def page_ids(page: Path) -> list[str]:
    """The rules that a page states, in the order of the page."""
    return [rule_id for rule_id, _ in paragraphs(page.read_text(encoding="utf-8"))]


def named_ids(files: list[Path]) -> set[str]:
    """All rules named in some files."""
    return {rule_id for file in files for rule_id in RULE_ID.findall(file.read_text(encoding="utf-8"))}


def english(game: str) -> Path:
    """The English page, with which the others are compared."""
    return GAMES / game / "rulebook" / "en.md"


def as_numbers(rule_id: str) -> tuple[int, ...]:
    """The numbers of a rule's id, to sort by."""
    return tuple(int(number) for number in re.findall(r"\d+", rule_id))


@pytest.mark.parametrize("game", NAMES)
def test_page_states_each_rule_once_and_in_order(game: str) -> None:
    ids = page_ids(english(game))
    assert ids
    assert ids == sorted(set(ids), key=as_numbers)
    assert len({rule_id.partition("-")[0] for rule_id in ids}) == 1


@pytest.mark.parametrize("game", NAMES)
def test_page_mentions_only_rules_that_it_states(game: str) -> None:
    assert named_ids([english(game)]) == set(page_ids(english(game)))


@pytest.mark.parametrize("game", NAMES)
def test_rules_of_the_page_are_tagged_in_the_code(game: str) -> None:
    assert named_ids(sorted((GAMES / game).glob("*.py"))) == set(page_ids(english(game)))


@pytest.mark.parametrize("game", NAMES)
def test_rules_of_the_page_are_named_in_the_tests(game: str) -> None:
    tests = sorted((TESTS / game).rglob("test_*.py"))
    assert named_ids(tests) == set(page_ids(english(game)))


@pytest.mark.parametrize("game", NAMES)
def test_texts_name_only_rules_of_the_page(game: str) -> None:
    texts = sorted((GAMES / game / "texts").glob("*.json"))
    assert texts
    assert named_ids(texts) <= set(page_ids(english(game)))


@pytest.mark.parametrize("game", NAMES)
def test_pages_in_all_languages_state_the_same_rules(game: str) -> None:
    for page in sorted((GAMES / game / "rulebook").glob("*.md")):
        assert page_ids(page) == page_ids(english(game)), page.name
