"""Accessibility checks with axe-core."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
REPORTED_IMPACTS = ("serious", "critical")


def violations(page: Page) -> list[str]:
    """Serious and critical accessibility violations, one line each."""
    if not AXE.is_file():
        pytest.fail("axe-core is not installed: run `npm install` in the project's folder, or `make test`")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, { resultTypes: ['violations'] })).violations")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        if violation["impact"] in REPORTED_IMPACTS
        for node in violation["nodes"]
    ]
