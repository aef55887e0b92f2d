"""The secrecy suite on a game outside the package, as in docs/secrecy.md.

`CAPONATA_GOLDEN=write pytest tests/secrecy -n 0` rewrites the output on that page.
"""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

import pytest

from caponata import catalogue
from caponata.catalogue import UnknownGame, find_game, register_game
from caponata.secrecy.comparison import differences
from caponata.secrecy.suite import check

PAGE = Path(__file__).parents[2] / "docs/secrecy.md"
EXAMPLES = PAGE.with_name("examples")


@pytest.fixture(autouse=True)
def example_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the examples importable, and unregister all games afterwards."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setattr(catalogue, "REGISTERED", {})


def commands() -> list[tuple[str, str]]:
    """Return the commands on the page with their output."""
    blocks = [block.split("```")[0] for block in PAGE.read_text(encoding="utf-8").split("```\n$ ")[1:]]
    return [(block.split("\n", 1)[0], block.split("\n", 1)[1]) for block in blocks]


@pytest.mark.parametrize(("command", "printed"), commands())
def test_page_shows_the_output_of_the_command(command: str, printed: str) -> None:
    words = command.split()[1:]
    run = subprocess.run(
        [sys.executable, "-m", "caponata", *words], cwd=EXAMPLES, capture_output=True, text=True, check=False
    )
    if os.environ.get("CAPONATA_GOLDEN") == "write":
        page = PAGE.read_text(encoding="utf-8").replace(
            f"$ {command}\n{printed}", f"$ {command}\n{run.stdout}"
        )
        PAGE.write_text(page, encoding="utf-8")
        printed = run.stdout
    assert run.stdout == printed
    assert run.returncode == (0 if "mended" in command else 1)


def test_page_shows_the_leak_and_its_fix() -> None:
    assert len(commands()) == 2


def test_python_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried) == (0, 5)


def test_built_in_game_passes() -> None:
    verdict = check(find_game("caper"), games=2, seats=2, actions=8)
    assert verdict.is_clean, str(verdict)
    assert verdict.wire is not None
    assert verdict.wire.twins > 0


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("no_such_module", "there is no module 'no_such_module' to find a game in"),
        ("json", "the module 'json' holds no game: it needs GAME = Game(...)"),
        (
            "caponata.games.caper",
            "the name 'caper' is taken: give the game of 'caponata.games.caper' another one",
        ),
    ],
)
def test_module_without_a_game_or_with_a_taken_name_is_refused(module: str, sentence: str) -> None:
    with pytest.raises(UnknownGame) as refused:
        register_game(module)
    assert str(refused.value) == sentence


def test_registered_game_is_found_by_its_name() -> None:
    game = register_game("fists")
    assert find_game("fists") is game


def test_differences_name_the_fields() -> None:
    assert list(differences(['{"a":1}'], ['{"a":1}'])) == []
    assert list(differences(['{"a":{"b":[1,2]},"hash":"x"}'], ['{"a":{"b":[1,3]},"hash":"y"}'])) == [
        "message 0: a.b [1, 2] / [1, 3]"
    ]
    assert list(differences(['{"hash":"x"}'], ['{"hash":"y"}'])) == ['message 0: hash "x" / "y"']
    assert list(differences(["GET /x 200 {} {}"], ["GET /x 404 {} {}"])) == [
        "message 0: ...GET /x 200 {} {} / ...GET /x 404 {} {}"
    ]
    assert list(differences(["{}"], [])) == ["1 messages in one game, 0 in the other"]
