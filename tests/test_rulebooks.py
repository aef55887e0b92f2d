"""The rules of the rulebook pages are exactly those tagged in the code and named in the tests.

A game has a page in every language it is translated to, and all pages have the same structure.
"""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import caponata.games
from caponata.texts.pages import paragraphs

GAMES = Path(caponata.games.__file__).parent
TESTS = Path(__file__).parent / "games"
NAMES = sorted(folder.parent.name for folder in GAMES.glob("*/rules.py"))


def translated(game: str) -> list[str]:
    """The languages of a game's texts, without texts that are still a copy of the English ones."""
    texts = {page.stem: page.read_text(encoding="utf-8") for page in (GAMES / game / "texts").glob("*.json")}
    return sorted(language for language in texts if language == "en" or texts[language] != texts["en"])


PAGES = [(name, language) for name in NAMES for language in translated(name)]
LAST_CHAPTERS = {
    "en": ["Where the rulebook is silent or ambiguous", "House rules you can choose", "About this page"],
    "nl": [
        "Waar de spelregels zwijgen of onduidelijk zijn",
        "Huisregels om uit te kiezen",
        "Over deze pagina",
    ],
    "fr": ["Là où la règle se tait ou reste ambiguë", "Règles maison au choix", "À propos de cette page"],
    "de": ["Wo die Spielregel schweigt oder mehrdeutig ist", "Hausregeln zur Auswahl", "Über diese Seite"],
}
EXAMPLES = {  # how an example begins; French sets a space before the colon
    "en": "> *For example:* ",
    "nl": "> *Bijvoorbeeld:* ",
    "fr": "> *Par exemple :* ",
    "de": "> *Beispiel:* ",
}
FRENCH_SPACES = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]")
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
OPTION = re.compile(r"^- `(\w+)`", re.MULTILINE)
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


def read_page(game: str, language: str) -> str:
    """A rulebook page, with plain spaces."""
    page = GAMES / game / "rulebook" / f"{language}.md"
    assert page.exists(), f"games/{game}/rulebook/{language}.md is missing"
    return FRENCH_SPACES.sub(" ", page.read_text(encoding="utf-8"))


def structure(page: str, language: str) -> dict[str, object]:
    """What the pages of a game have in common in all languages."""
    lines = page.splitlines()
    return {
        "levels of the headings": [len(marks) for marks, _ in HEADING.findall(page)],
        "rules": [rule_id for rule_id, _ in paragraphs(page)],
        "mentions of rules": Counter(RULE_ID.findall(page)),
        "examples": sum(line.startswith(EXAMPLES[language]) for line in lines),
        "quoted blocks": len(re.findall(r"(?:^>.*\n?)+", page, re.MULTILINE)),
        "options": OPTION.findall(chapter(page, LAST_CHAPTERS[language][1])),
        "bullets by chapter": [
            len(re.findall("^- ", text, re.MULTILINE)) for text in HEADING.split(page)[3::3]
        ],
        "rows of tables": sum(line.startswith("|") for line in lines),
    }


def chapter(page: str, title: str) -> str:
    """The text between a heading and the next heading of any level, or "" if there is no such heading."""
    parts = HEADING.split(page)
    titles, texts = parts[2::3], parts[3::3]
    return texts[titles.index(title)] if title in titles else ""


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_a_game_has_a_page_in_every_language_it_is_translated_to(game: str, language: str) -> None:
    assert read_page(game, language).startswith("# ")


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_a_page_ends_with_the_three_common_chapters(game: str, language: str) -> None:
    chapters = [title for marks, title in HEADING.findall(read_page(game, language)) if len(marks) <= 2]
    assert chapters[-3:] == LAST_CHAPTERS[language]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_a_page_explains_every_option_of_the_game(game: str, language: str) -> None:
    texts = json.loads((GAMES / game / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    named = OPTION.findall(chapter(read_page(game, language), LAST_CHAPTERS[language][1]))
    assert sorted(named) == sorted(texts["options"])


@pytest.mark.parametrize(("game", "language"), [page for page in PAGES if page[1] != "en"])
def test_a_translation_has_the_structure_of_the_english_page(game: str, language: str) -> None:
    translation = structure(read_page(game, language), language)
    original = structure(read_page(game, "en"), "en")
    different = {
        what: (translation[what], original[what]) for what in original if translation[what] != original[what]
    }
    assert different == {}
