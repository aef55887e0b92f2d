"""Verify that a record's draws follow from the seed that the table committed to."""

from __future__ import annotations

from dataclasses import dataclass

from caponata.engine.fair import Draws, FairDraws, commitment
from caponata.engine.game import CHANCE_ACTS, Game
from caponata.engine.record import ABANDONED, Draw, Record, RecordError
from caponata.engine.replay import Replay


class WrongDraw(RecordError):
    """A draw that does not follow from the seed."""

    def __init__(self, entry: Draw, expected: str) -> None:
        sentence = f"draw {entry.draw} is '{entry.move}', but the seed gives '{expected}'"
        super().__init__(sentence, entry.line, entry.number)
        self.draw = entry.draw


@dataclass(frozen=True)
class Verification:
    """The result of checking a record's draws, as one word and as a sentence.

    `verdict` is "fair"; "sealed" if the seed is not revealed yet; "uncommitted" if the table made no
    commitment; "wrong-seed" if the seed does not match the commitment; or "wrong-draw" if a draw does not
    follow from the seed, with the first such draw and its line.
    """

    verdict: str
    sentence: str
    checked: int = 0
    cancelled: int = 0
    draw: int | None = None
    line: int | None = None

    @property
    def is_fair(self) -> bool:
        """Return whether every draw was checked and is correct."""
        return self.verdict == "fair"


def check_draw(replay: Replay, draws: Draws) -> bool:
    """Return whether the next entry is a draw; raise `WrongDraw` if it does not follow from the seed."""
    entry = replay.upcoming
    position = replay.position
    if not isinstance(entry, Draw) or position.to_act != CHANCE_ACTS:
        return False
    move = position.chance_move(draws.ticket(entry.draw, position.total_weight()))
    expected = replay.game.space.text(move)
    if entry.move != expected:
        raise WrongDraw(entry, expected)
    return True


def verify(record: Record, game: Game) -> Verification:
    """Play a record again and recompute every draw, including cancelled ones.

    Raises `RecordError` if the record breaks a rule of the game or is malformed.
    """
    replay = Replay(record, game)
    draws = None
    if record.seed is not None:
        seed = bytes.fromhex(record.seed)
        if commitment(seed) != record.commitment:
            sentence = "the seed is not the one that the table committed to before the first move"
            return Verification("wrong-seed", sentence)
        draws = FairDraws(seed, record.table, record.entropy)
    checked = cancelled = 0
    try:
        while (entry := replay.upcoming) is not None:
            if draws is not None and check_draw(replay, draws):
                checked += 1
                cancelled += isinstance(entry, Draw) and entry.cancelled
            replay.step()
    except WrongDraw as wrong:
        return Verification("wrong-draw", str(wrong), checked, cancelled, wrong.draw, wrong.line)
    replay.check_result()
    if draws is not None:
        if replay.position.to_act == CHANCE_ACTS:
            raise RecordError(
                f"the record ends where draw {checked + 1} is due: its last entries are missing"
            )
        sentence = f"all {checked} draws follow from the seed that the table committed to"
        if record.closed == ABANDONED:
            sentence += "; the game was abandoned before its end"
        return Verification("fair", sentence, checked, cancelled)
    if record.commitment is None:
        return Verification("uncommitted", "these draws cannot be checked: the table made no commitment")
    sentence = "the seed is not revealed yet: draws can be checked when the table is closed for good"
    return Verification("sealed", sentence)
