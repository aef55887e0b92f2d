"""Secrecy checks: no viewer of a table learns what the rules hide. They work for any game, including yours.

Start with `suite.py`. `twins.py` builds games that one viewer cannot tell apart; `harness.py` plays them on a
real server, with `clients.py` and `doubles.py`; `comparison.py` compares byte by byte what the viewer
received. Needs `pip install caponata[secrecy]`.
"""
