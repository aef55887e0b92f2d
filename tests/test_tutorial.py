"""The tutorial works as written: its files are a game that keeps every promise and can be installed."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the tutorial, written to a folder."""
    folder = tmp_path_factory.mktemp("tutorial")
    for name, text in FILE.findall(PAGE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_tutorial_builds_a_game_that_keeps_every_promise(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(project))
    examples = PAGE.split("From Python:")[1].split("## 11")[0]
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    test = parser.get_doctest(examples.replace("```", ""), {}, "tutorial", None, 0)
    result = runner.run(test)
    assert result.attempted >= 5
    assert result.failed == 0


def test_every_rule_of_the_tutorial_is_tagged_in_its_code(project: Path) -> None:
    page = set(re.findall(r"\*\*(CPZ-\d+\.\d+)\*\*", (project / "capsize/rulebook/en.md").read_text()))
    code = "".join(path.read_text() for path in (project / "capsize").glob("*.py"))
    assert set(re.findall(r"CPZ-\d+\.\d+", code)) == page


@pytest.fixture(scope="module")
def installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the game, installed by pip."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(target), str(project)], check=True, capture_output=True)
    return target


def run_with(installed: Path, *command: str) -> str:
    """Run Python with the installed game, and return what it prints."""
    environment = {"PYTHONPATH": f"{installed}:{ROOT / 'src'}", "PATH": "/usr/bin:/bin", "COLUMNS": "200"}
    run = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=environment, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_installed_game_is_found_and_simulated(installed: Path) -> None:
    code = (
        "import caponata\n"
        "print(*[game.name for game in caponata.all_games()])\n"
        "print(caponata.simulate('capsize', ['greedy', 'random'], games=20, processes=1).games)\n"
    )
    names, games = run_with(installed, "-c", code).splitlines()
    assert names.split()[-1] == "capsize"
    assert games == "20"


def test_installed_game_is_listed_and_checked_on_the_command_line(installed: Path) -> None:
    assert "capsize" in run_with(installed, "-m", "caponata", "games")
    assert "all kept" in run_with(installed, "-m", "caponata", "check-game", "capsize", "--games", "2")


def test_installed_game_is_on_the_web_page(installed: Path) -> None:
    code = (
        "from litestar.testing import TestClient\n"
        "from caponata.server.app import make_app\n"
        "from caponata.server.settings import Settings\n"
        "with TestClient(make_app(Settings())) as client:\n"
        "    print([game['name'] for game in client.get('/api/games').json()])\n"
        "    print(client.get('/api/games/capsize/texts/en').status_code)\n"
    )
    names, status = run_with(installed, "-c", code).splitlines()[-2:]
    assert "capsize" in names
    assert status == "200"


def test_installed_game_is_registered_by_every_adapter(installed: Path) -> None:
    code = (
        "import gymnasium, pyspiel\n"
        "import caponata.adapters.gymnasium\n"
        "from caponata.adapters import openspiel, pettingzoo\n"
        "seat = gymnasium.make('caponata/capsize-v1')\n"
        "print(seat.observation_space.contains(seat.reset(seed=1)[0]))\n"
        "table = pettingzoo.env('capsize', seats=3)\n"
        "table.reset(seed=1)\n"
        "print(len(table.agents))\n"
        "print(pyspiel.load_game('caponata_capsize').num_players())\n"
    )
    assert run_with(installed, "-W", "ignore", "-c", code).split() == ["True", "3", "2"]
