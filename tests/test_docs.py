"""The documents are true: the README runs, its picture is current, the guide to a first game works."""

from __future__ import annotations

import doctest
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NEW_GAME = "capsize"
ADAPTERS = [ROOT / "docs/adapters.md", *sorted((ROOT / "docs/adapters").glob("*.md"))]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("page", [ROOT / "README.md", *ADAPTERS], ids=lambda page: page.name)
def test_what_a_page_shows_runs(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 2
    assert failed == 0


def script(name: str) -> Any:
    """A program of docs/, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_shows_the_terminal_as_it_is() -> None:
    assert script("picture").picture() == (ROOT / "docs/terminal.svg").read_text(encoding="utf-8")


def test_the_pages_about_numbers_say_what_the_code_says() -> None:
    meanings = script("meanings")
    assert meanings.pages() == {
        path: path.read_text(encoding="utf-8") for path in meanings.FOLDER.glob("*.md")
    }


def test_the_readme_names_the_unofficial_nature_of_the_project() -> None:
    assert "unofficial implementation" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="the guide is written for a Unix shell")
def test_the_guide_to_a_first_game_works(tmp_path: Path) -> None:
    """The commands of CONTRIBUTING.md, run in a copy, give a game that keeps every promise."""
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "_build.json")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    shutil.copytree(ROOT / "tests/games/caper", tmp_path / "tests/games/caper", ignore=ignored)
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    commands = guide.split("```sh\n")[1].split("```")[0]
    subprocess.run(["sh", "-e", "-c", commands], cwd=tmp_path, check=True)
    catalogue = tmp_path / "src/caponata/catalogue.py"
    entry = f'SHELF: Final = {{\n    "{NEW_GAME}": "caponata.games.{NEW_GAME}",'
    catalogue.write_text(catalogue.read_text().replace("SHELF: Final = {", entry))
    script = (
        "from caponata.catalogue import find_game, shelf\n"
        "from caponata.engine.conformance import conformance\n"
        f"game = find_game('{NEW_GAME}')\n"
        "report = conformance(game, games=3)\n"
        "print(game.title, report.is_clean, game in shelf())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(tmp_path / "src"), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["Capsize", "True", "True"]
    played = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            str(tmp_path / f"tests/games/{NEW_GAME}"),
        ],
        env={"PYTHONPATH": str(tmp_path / "src"), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stdout
