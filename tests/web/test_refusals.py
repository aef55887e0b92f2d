from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

SERVER = Path(str(files("caponata"))) / "server"
# Codes that only a program with a faulty implementation of the protocol can get.
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
    """All error codes of the server."""
    found: set[str] = set()
    for file in SERVER.rglob("*.py"):
        found |= set(re.findall(r'Refused\(\s*\d+,\s*"([a-z-]+)"', file.read_text()))
    return found


@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
def test_every_error_code_for_people_is_translated(language: str) -> None:
    catalogue = json.loads((SERVER.parent / "web" / "texts" / f"{language}.json").read_text("utf-8"))
    assert codes() - FOR_PROGRAMS - set(catalogue["error"]) == set()
    assert len(codes()) > 40
