"""The server with two more games on its shelf: `python -m tests.browser.crowd.shelf serve`."""

from __future__ import annotations

from caponata import catalogue
from caponata.cli import main

# Bots think in processes that run this file too.
catalogue.SHELF.update(catalogue.TEACHING, crowd="tests.browser.crowd")

if __name__ == "__main__":
    main()
