"""Rulebook pages over HTTP: in the reader's language if there is a page, otherwise in English."""

from __future__ import annotations

from typing import Any

import pytest

from caponata.games.capital_lux import GAME as LUX
from caponata.texts import rules
from tests.server.clients import serving

pytestmark = pytest.mark.anyio


async def rule_page(game: str, language: str) -> dict[str, Any]:
    """A rulebook page as the server sends it."""
    async with serving() as server:
        person = await server.person("Ada")
        answer = await person.http.get(f"/api/games/{game}/rulebook/{language}")
        assert answer.status_code == 200
        page: dict[str, Any] = answer.json()
        return page


@pytest.mark.parametrize(
    ("language", "chapter"),
    [
        ("en", "About this page"),
        ("nl", "Over deze pagina"),
        ("fr", "À propos de cette page"),
        ("de", "Über diese Seite"),
    ],
)
async def test_a_rulebook_is_sent_in_the_language_of_the_reader(language: str, chapter: str) -> None:
    page = await rule_page("capital-lux", language)
    assert page["language"] == language
    assert f"<h2>{chapter}</h2>" in page["html"]
    assert all(f'<p id="{rule_id}">' in page["html"] for rule_id in rules(LUX))


@pytest.mark.parametrize("language", ["xx", "%00"])
async def test_a_missing_page_is_sent_in_english(language: str) -> None:
    page = await rule_page("capital-lux", language)
    assert page["language"] == "en"
    assert "<h2>About this page</h2>" in page["html"]
