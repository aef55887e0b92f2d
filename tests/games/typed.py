"""Play games with move texts: the base of every game's `positions.py`."""

from __future__ import annotations

from caponata.engine.game import CHANCE, CHANCE_ACTS, SPECTATOR, Game, Position
from caponata.engine.playout import chance_moves, legal_moves


class Typed:
    """A game whose moves, refusals and odds are given as texts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.space = game.space

    def play(self, position: Position, seat: int, *texts: str) -> None:
        """Play moves of one seat; all must be legal."""
        for text in texts:
            move = self.space.read(text)
            refusal = position.refusal(seat, move)
            assert refusal is None, f"{text}: {refusal}"
            assert move in legal_moves(position, seat), text
            position.play(seat, move)

    def chance(self, position: Position, *texts: str) -> None:
        """Play moves of chance; all must be among its odds."""
        for text in texts:
            assert position.to_act == CHANCE_ACTS, f"{text}: chance is not to act"
            assert text in self.odds(position), text
            position.play(CHANCE, self.space.read(text))

    def odds(self, position: Position) -> dict[str, int]:
        """Return the moves of chance and their weights."""
        return {self.space.text(move): weight for move, weight in chance_moves(position)}

    def moves(self, position: Position, seat: int) -> list[str]:
        """Return the legal moves of a seat."""
        return [self.space.text(move) for move in legal_moves(position, seat)]

    def refused(self, position: Position, seat: int, text: str) -> tuple[str, str] | None:
        """Return the rule and reason of the refusal of a move, or None if it is legal."""
        refusal = position.refusal(seat, self.space.read(text))
        return None if refusal is None else (refusal.rule, refusal.reason)

    def events(self, position: Position) -> list[str]:
        """Return the event names of the effects collected so far."""
        return [self.game.effect_event(effect, SPECTATOR)["event"] for effect in position.effects or []]
