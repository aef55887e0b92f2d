"""The server with the games of the workshop on its shelf: `python -m tests.browser.workshop serve`."""

from __future__ import annotations

from caponata import catalogue
from caponata.cli import main

# Bots think in processes that run this file too.
catalogue.SHELF.update(catalogue.WORKSHOP)

if __name__ == "__main__":
    main()
