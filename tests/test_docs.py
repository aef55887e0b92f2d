"""The documentation is accurate: examples run, generated pages are current, the guides work."""

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
NEW_GAME = "capstan"
ADAPTERS = [ROOT / "docs/adapters.md", *sorted((ROOT / "docs/adapters").glob("*.md"))]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "docs/translating.md", *ADAPTERS], ids=lambda page: page.name
)
def test_examples_of_a_page_run(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 2
    assert failed == 0


def script(name: str) -> Any:
    """Import a script of docs/ as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"docs/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_terminal_picture_is_current() -> None:
    assert script("picture").picture() == (ROOT / "docs/terminal.svg").read_text(encoding="utf-8")


def test_pages_about_features_are_current() -> None:
    meanings = script("meanings")
    assert meanings.pages() == {
        path: path.read_text(encoding="utf-8") for path in meanings.FOLDER.glob("*.md")
    }


def test_typescript_types_are_current() -> None:
    written = script("typescript").written()
    assert written == {path: path.read_text(encoding="utf-8") for path in written}, (
        "run `python docs/typescript.py`"
    )


def test_description_of_the_messages_is_current() -> None:
    written = script("wire").written()
    current = {path: path.read_text(encoding="utf-8") for path in written}
    assert written == current, "run `python docs/wire.py`"


def test_readme_says_that_the_project_is_unofficial() -> None:
    assert "unofficial implementation" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_overview_has_one_line_per_file() -> None:
    overview = script("overview")
    text = overview.PAGE.read_text(encoding="utf-8")
    assert overview.page(text) == text, "run `python docs/overview.py`"


@pytest.mark.skipif(sys.platform == "win32", reason="the guide is written for a Unix shell")
def test_guide_to_a_first_game_works(tmp_path: Path) -> None:
    """The commands of CONTRIBUTING.md, run in a copy, give a game whose tests pass."""
    ignored = shutil.ignore_patterns("*.so", "__pycache__", "_build.json")
    for folder in ("src", "tests/games/caper", "tests/adapters"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in ("tests/test_rulebooks.py", "tests/test_catalogues.py", "pyproject.toml"):
        shutil.copy(ROOT / file, tmp_path / file)
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=ignored)
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    commands = guide.split("```sh\n")[1].split("```")[0]
    subprocess.run(["sh", "-e", "-c", commands], cwd=tmp_path, check=True)
    environment = {
        "PYTHONPATH": f"{tmp_path / 'src'}:{tmp_path}",
        "PATH": "/usr/bin:/bin",
        "PYTHONWARNINGS": "ignore",
    }
    code = (
        "import caponata\n"
        "from caponata.engine import conformance\n"
        f"game = caponata.find_game('{NEW_GAME}')\n"
        "print(game.title, conformance(game, games=3).is_clean, game in caponata.all_games())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["Capstan", "True", "True"]
    pytest_command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
    ]
    playthrough = ["tests/adapters/test_playthroughs.py", "-k", NEW_GAME]
    for arguments, changes in (
        (playthrough, {"CAPONATA_GOLDEN": "write"}),
        (["tests/games", "tests/test_rulebooks.py", "tests/test_catalogues.py", "-k", NEW_GAME], {}),
        (playthrough, {}),
    ):
        run = subprocess.run(
            [*pytest_command, *arguments],
            cwd=tmp_path,
            env=environment | changes,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stdout + run.stderr
