"""The public API, `import caponata`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from docs import api

import caponata
import caponata.engine
from caponata.engine.fair import FairDraws, fresh_seed


@pytest.mark.parametrize("name", caponata.__all__)
def test_every_public_name_exists_and_has_a_docstring(name: str) -> None:
    assert name == "__version__" or getattr(caponata, name).__doc__


def test_documentation_lists_every_public_name() -> None:
    assert api.PAGE.read_text() == api.page(), "run `python docs/api.py`"


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'monopoly'"):
        caponata.monopoly  # noqa: B018


def test_importing_the_package_loads_neither_server_nor_lab() -> None:
    code = "import sys, caponata; print(sorted(name for name in sys.modules if name.startswith('caponata')))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['caponata', 'caponata.version']"


def test_game_is_played_saved_and_verified(tmp_path: Path) -> None:
    table = caponata.open_table("caper", ["Ann", "Ben"])
    bots = [caponata.make_bot(table.game, "greedy", seed) for seed in (1, 2)]
    while table.acting:
        seat = table.acting[0]
        table.play(seat, bots[seat].choose(table.view(seat)))
    table.close()
    caponata.save_record(table.record(), tmp_path / "game.json")
    record = caponata.load_record(tmp_path / "game.json")
    assert caponata.verify(record).is_fair
    assert [step.entry for step in caponata.replay(record)] == list(record.entries)


def test_equal_seeds_give_equal_tables() -> None:
    views = [caponata.open_table("capital-lux", ["Ann", "Ben"], seed=4).view(0) for _ in range(2)]
    assert views[0] == views[1]


def test_options_are_checked() -> None:
    table = caponata.open_table("capital-lux", ["Ann", "Ben"], options={"hand_size": 6})
    assert table.options.hand_size == 6
    with pytest.raises(caponata.engine.OptionError, match="no option 'cards'"):
        caponata.open_table("capital-lux", ["Ann", "Ben"], options={"cards": 6})


def test_games_are_simulated_by_name() -> None:
    tally = caponata.simulate("caper", ["greedy", "random"], games=20, processes=1)
    assert tally.games == 20


def test_table_without_a_seed_commits_to_a_fresh_one() -> None:
    first, second = (caponata.open_table("caper", ["Ann", "Ben"]) for _ in range(2))
    assert first.commitment != second.commitment
    assert FairDraws(fresh_seed(), "t", ["", ""]).commitment != first.commitment
