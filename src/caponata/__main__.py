"""`python -m caponata` is the command `caponata`."""

from caponata.cli import main

main()
