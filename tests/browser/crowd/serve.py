"""The server with two more games: `python -m tests.browser.crowd.serve serve`."""

from __future__ import annotations

from caponata import catalogue
from caponata.cli import main

# The bots' worker processes run this file too.
catalogue.BUILT_IN.update(catalogue.TUTORIAL, crowd="tests.browser.crowd")

if __name__ == "__main__":
    main()
