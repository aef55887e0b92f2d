"""Plurals and lists follow CLDR: one tiny Polish catalogue, read by Python and by the browser's code."""

import json
from pathlib import Path
from typing import Any

import pytest

from caponata.texts.forms import Forms, Verbatim
from tests.web.node import call_module

PAGE = Path(__file__).parents[1] / "fixtures" / "texts" / "pl.json"
POLISH: dict[str, Any] = json.loads(PAGE.read_text(encoding="utf-8"))
WORDS = "({ words }) => ({ say: (catalogue, key, args) => words(catalogue, 'pl')(key, args) })"

SENTENCES = [
    ("hand", {"n": 0}, "ani jednej karty"),
    ("hand", {"n": 1}, "1 karta"),
    ("hand", {"n": 2}, "2 karty"),
    ("hand", {"n": 5}, "5 kart"),
    ("hand", {"n": 12}, "12 kart"),
    ("hand", {"n": 22}, "22 karty"),
    ("hand", {"n": -1}, "−1 karta"),
    ("left", {"n": 1}, "Została 1 karta."),
    ("left", {"n": 4}, "Zostały 4 karty."),
    ("left", {"n": 25}, "Zostało 25 kart."),
    ("waiting", {"names": []}, "Czekamy: nikt."),
    ("waiting", {"names": ["Ala"]}, "Czekamy: Ala."),
    ("waiting", {"names": ["Ala", "Ola"]}, "Czekamy: Ala i Ola."),
    ("waiting", {"names": ["Ala", "{n}", "Ola"]}, "Czekamy: Ala, {n} i Ola."),
]


@pytest.mark.parametrize(("key", "arguments", "sentence"), SENTENCES)
def test_python_counts_and_lists_in_polish(key: str, arguments: dict[str, Any], sentence: str) -> None:
    verbatim = {
        name: [Verbatim(item) for item in value] if isinstance(value, list) else value
        for name, value in arguments.items()
    }
    assert Forms(POLISH, "pl", PAGE.name).say(key, arguments=verbatim) == sentence


def test_browser_counts_and_lists_in_polish() -> None:
    calls = [["say", POLISH, key, arguments] for key, arguments, _ in SENTENCES]
    assert call_module("texts.js", calls, context=WORDS) == [sentence for _, _, sentence in SENTENCES]
