"""axe-core: what a page does that keeps people out."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


def barriers(page: Page) -> list[str]:
    """What axe-core finds serious or critical, each as a line."""
    if not AXE.is_file():
        pytest.fail("axe-core is not installed: run `npm install` in the project's folder, or `make test`")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]
