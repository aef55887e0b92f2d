"""Secrecy: the checks that nobody at a table learns what the rules hide, for any game, also of your own.

`suite.py` is the door. `twins.py` writes games that one viewer cannot tell apart; `stage.py` performs them
on a real server, with `visitors.py` and `props.py`; `wiretap.py` compares what the viewer got, to the byte.
Needs `pip install caponata[secrecy]`.
"""
