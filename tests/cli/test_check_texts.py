"""`caponata check-texts`: what a translator still has to do."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from caponata import catalogue
from tests.cli.keyboard import caponata

FAULTY = 1
BAD_INPUT = 2
GAME = """
from dataclasses import replace
from caponata.games.caper import GAME as CAPER

GAME = replace(CAPER, name="whist", package="whist")
"""
ENGLISH = {
    "nouns": {"card": {"one": "{n} card", "other": "{n} cards"}},
    "names": {},
    "events": {"draw": "{seat} draws {cards:card}.", "end": "The game is over."},
}
POLISH = {
    "nouns": {"card": {"one": "{n} karta", "other": "{n} kart"}},
    "names": {},
    "events": {"draw": "{seat} dobiera karty.", "koniec": "Koniec gry."},
}


@pytest.fixture
def whist(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package in the current folder with a game that has texts of its own."""
    monkeypatch.setattr(catalogue, "REGISTERED", {})
    monkeypatch.delitem(sys.modules, "whist", raising=False)
    package = Path("whist")
    for folder in ("texts", "rulebook"):
        (package / folder).mkdir(parents=True)
    (package / "__init__.py").write_text(GAME, encoding="utf-8")
    (package / "texts/en.json").write_text(json.dumps(ENGLISH), encoding="utf-8")
    (package / "rulebook/en.md").write_text("**WHI-1.1** Play.\n\n**WHI-1.2** Win.\n", encoding="utf-8")
    return package


def test_complete_translation_has_no_findings() -> None:
    run = caponata("check-texts", "nl", "--game", "caper")
    assert (run.code, run.out, run.err) == (0, "Dutch: 2 files, no findings\n", "")


def test_findings_are_listed_by_file(whist: Path) -> None:
    (whist / "texts/pl.json").write_text(json.dumps(POLISH), encoding="utf-8")
    (whist / "rulebook/pl.md").write_text("**WHI-1.1** Graj.\n", encoding="utf-8")
    run = caponata("check-texts", "pl", "--game", "whist")
    assert run.code == FAULTY
    assert run.out.splitlines() == [
        "whist/texts/pl.json",
        "  events.draw has the placeholders ['seat'], not ['cards', 'seat']",
        "  events.end is missing",
        "  events.koniec is not in English",
        "  nouns.card has no form 'few'",
        "  nouns.card has no form 'many'",
        "whist/rulebook/pl.md",
        "  WHI-1.2 is missing",
        "Polish: 2 files, 6 findings",
    ]


def test_error_in_a_file_is_shown_with_its_line(whist: Path) -> None:
    (whist / "texts/pl.json").write_text('{\n  "events": {"draw" "x"}\n}', encoding="utf-8")
    run = caponata("check-texts", "pl", "--game", "whist")
    assert "  line 2, column 21: Expecting ':' delimiter" in run.out.splitlines()


def test_new_language_lacks_every_file_of_the_page_and_the_games() -> None:
    run = caponata("check-texts", "cy")
    files = 1 + 2 * len([*catalogue.BUILT_IN, *catalogue.TUTORIAL])
    assert run.code == FAULTY
    assert run.out.count("  the file is missing: players see English") == files
    assert run.out.endswith(f"Welsh: {files} files, {files} findings\n")


def test_unknown_language_is_refused() -> None:
    run = caponata("check-texts", "xx")
    assert (run.code, run.err) == (BAD_INPUT, "caponata: CLDR has no language 'xx'\n")
