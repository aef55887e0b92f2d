from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

SERVER = Path(str(files("caponata"))) / "server"
# What only a program that speaks the protocol wrongly is told.
FOR_PROGRAMS = {
    *(
        "bad-entropy",
        "bad-request",
        "long-message",
        "no-hello",
        "no-message",
        "no-such-address",
        "no-such-kind",
    ),
    *("no-such-language", "said-hello", "silence", "failure"),
}


def codes() -> set[str]:
    """The codes of everything that the server refuses."""
    found: set[str] = set()
    for file in SERVER.glob("*.py"):
        found |= set(re.findall(r'Refused\(\s*\d+,\s*"([a-z-]+)"', file.read_text()))
    return found


@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
def test_everything_the_server_refuses_to_people_has_words_in_their_language(language: str) -> None:
    catalogue = json.loads((SERVER.parent / "web" / "texts" / f"{language}.json").read_text("utf-8"))
    assert codes() - FOR_PROGRAMS - set(catalogue["error"]) == set()
    assert len(codes()) > 40
