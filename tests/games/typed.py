"""A game played as people type it: what `positions.py` of every game gives its tests."""

from __future__ import annotations

from caponata.engine.game import CHANCE, CHANCE_ACTS, SPECTATOR, Game, Position
from caponata.engine.playout import chance_moves, legal_moves


class Typed:
    """A game whose moves, refusals and odds are read and written as texts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.space = game.space

    def play(self, position: Position, seat: int, *texts: str) -> None:
        """Play moves of one seat; each must be legal."""
        for text in texts:
            move = self.space.read(text)
            refusal = position.refusal(seat, move)
            assert refusal is None, f"{text}: {refusal}"
            assert move in legal_moves(position, seat), text
            position.play(seat, move)

    def chance(self, position: Position, *texts: str) -> None:
        """Let chance make these moves; each must be among its odds."""
        for text in texts:
            assert position.to_act == CHANCE_ACTS, f"{text}: nothing is left to chance"
            assert text in self.odds(position), text
            position.play(CHANCE, self.space.read(text))

    def odds(self, position: Position) -> dict[str, int]:
        """What chance may do, and how many tickets each has."""
        return {self.space.text(move): weight for move, weight in chance_moves(position)}

    def moves(self, position: Position, seat: int) -> list[str]:
        """What a seat may do."""
        return [self.space.text(move) for move in legal_moves(position, seat)]

    def refused(self, position: Position, seat: int, text: str) -> tuple[str, str] | None:
        """The rule and the reason for which a move is refused, or nothing."""
        refusal = position.refusal(seat, self.space.read(text))
        return None if refusal is None else (refusal.rule, refusal.reason)

    def events(self, position: Position) -> list[str]:
        """The names of the facts told so far."""
        return [self.game.effect_event(fact, SPECTATOR)["event"] for fact in position.effects or []]
