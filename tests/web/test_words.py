"""The page's own words: complete in every language, and none that nobody says."""

import re
from pathlib import Path
from typing import Any

import pytest

import caponata
from tests.catalogues import catalogue, differences, entries

PACKAGE = Path(caponata.__file__).parent
WORDS = PACKAGE / "web" / "texts"
MODULES = sorted(
    module
    for module in (*PACKAGE.glob("web/**/*.js"), *PACKAGE.glob("games/*/web/**/*.js"))
    if "vendor" not in module.parts
)
SPOKEN = ("de", "fr", "nl")

SOURCE = "\n".join(module.read_text(encoding="utf-8") for module in MODULES)
SAID = re.compile(r"""\bsay(?:\.has)?\(\s*"([a-z][a-z.-]*)\"""")
QUOTED = re.compile(r'"([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*)"')
BUILT = re.compile(r"`([a-z-]*\.?[a-z.-]*(?:\$\{[^`]*?\}[a-z.-]*)+)`")
PLACE = re.compile(r"\$\{[^`]*?\}")


def english() -> dict[str, Any]:
    """All forms of the page by their keys."""
    return entries(catalogue(WORDS / "en.json"))


def built_keys() -> list[re.Pattern[str]]:
    """Keys that are put together when they are said, such as `gone.${what}.title`.

    One that begins with a place begins with a word that its module quotes.
    """
    found = []
    for module in MODULES:
        source = module.read_text(encoding="utf-8")
        quoted = "|".join(re.escape(word) for word in QUOTED.findall(source))
        for built in BUILT.findall(source):
            first, *rest = (re.escape(part) for part in PLACE.split(built))
            if first or rest[0].startswith(r"\."):
                start = first + "[a-z0-9-]+" if first else f"(?:{quoted})"
                found.append(re.compile(start + "[a-z0-9-]+".join(rest)))
    return found


@pytest.mark.parametrize("language", SPOKEN)
def test_a_language_has_the_words_and_places_of_english(language: str) -> None:
    assert differences(catalogue(WORDS / "en.json"), catalogue(WORDS / f"{language}.json")) == []


def test_every_word_that_the_page_says_is_in_the_catalogue() -> None:
    said = set(SAID.findall(SOURCE))
    assert "gone.shelf" in said  # the search finds what is said
    assert said - english().keys() == set()


def test_every_word_in_the_catalogue_is_said_somewhere() -> None:
    quoted = set(QUOTED.findall(SOURCE))
    built = built_keys()
    assert not any(pattern.fullmatch("shelf.nonsense") for pattern in built)
    silent = [
        key for key in english() if key not in quoted and not any(pattern.fullmatch(key) for pattern in built)
    ]
    assert silent == []
