"""docs/lab.md is correct: its Python runs, its commands parse, its program plays."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from caponata.lab.metrics import METRICS
from tests.cli.keyboard import caponata
from tests.lab.studies import program

PAGE = Path(__file__).parents[2] / "docs/lab.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 12
    assert failed == 0


@pytest.mark.parametrize(
    "command",
    [line for line in re.findall(r"^caponata (lab .*)$", TEXT, re.MULTILINE) if "--ray" not in line],
)
def test_every_command_of_the_page_works(command: str, tmp_path: Path) -> None:
    words = [re.sub("mc:[0-9]+", "mc:2", word) for word in shlex.split(command)]
    words[words.index("--games") + 1] = "12"
    (script,) = [text for text in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL) if "import sys" in text]
    mine = program(tmp_path, script, "mine.py")
    words = [mine if word.startswith("program:") else word for word in words]
    run = caponata(*words, "--processes", "1")
    assert run.code == 0, run.err
    assert ("report.html" in run.out) == ("dataset" not in command)
    (folder,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    assert (folder / "report.html").exists() == ("dataset" not in command)


def test_the_page_names_every_metric() -> None:
    assert re.findall(r"^\| `(\w+)` \| [^`]", TEXT.split("*Dead*")[0], re.MULTILINE) == list(METRICS)
