"""Compiled or not, Capio computes the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.builds import ROOT, copy_sources
from tests.games.capio.computed import computed

SEED = 3


def test_logs_views_worlds_appeals_and_searches_are_the_same(tmp_path: Path) -> None:
    found, count = computed(SEED)
    assert count > 800
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.capio.computed", str(SEED)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(copy_sources(tmp_path)), str(ROOT)])},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert tuple(json.loads(run.stdout)) == (found, count)
