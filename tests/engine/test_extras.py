"""What a game may bring besides the contract."""

from pathlib import Path

import pytest

from caponata.engine.extras import extra_of
from caponata.games.caper import GAME as CAPER
from caponata.games.capio import GAME as CAPIO
from caponata.games.capio import timing


def test_a_game_brings_what_it_has() -> None:
    assert extra_of(CAPIO, "timing") is timing


def test_a_game_need_not_bring_anything() -> None:
    assert extra_of(CAPER, "timing") is None


def test_what_a_game_brings_broken_is_not_taken_for_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    monkeypatch.setattr("caponata.games.caper.__path__", [str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        extra_of(CAPER, "broken")
