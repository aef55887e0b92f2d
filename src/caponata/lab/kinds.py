"""Kinds of moves: what a study counts apart. A move each, or a verb where it has too many to look at."""

from __future__ import annotations

from typing import Final

from caponata.engine.moves import MoveSpace, Verb

MOST_APART: Final = 2000  # moves of a verb that are told apart


class Kinds:
    """The kinds of moves of a game, numbered and named."""

    def __init__(self, space: MoveSpace) -> None:
        self.space = space
        self.bases: list[int] = []
        count = 0
        for verb in space.verbs:
            self.bases.append(count)
            count += verb.size if is_apart(verb) else 1
        self.count = count

    def numbering(self) -> tuple[list[int], list[int], list[int], int]:
        """What a `Watcher` needs to number moves."""
        verbs = self.space.verbs
        return [verb.first for verb in verbs], self.bases, [int(is_apart(verb)) for verb in verbs], self.count

    @property
    def names(self) -> list[str]:
        """The name of each kind: the text of its move, or its verb alone."""
        found: list[str] = []
        for verb in self.space.verbs:
            if not is_apart(verb):
                found.append(verb.name)
                continue
            numbers = range(verb.first, verb.first + verb.size)
            found += [self.space.text(move) if move in self.space else "" for move in numbers]
        return found


def is_apart(verb: Verb) -> bool:
    """Whether a verb's moves are told apart."""
    return not verb.chance and verb.size <= MOST_APART
