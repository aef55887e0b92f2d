"""Kinds of moves: a study counts every move by itself, or a whole verb if it has too many moves."""

from __future__ import annotations

from typing import Final

from caponata.engine.moves import MoveSpace, Verb

MOST_COUNTED: Final = 2000  # moves of a verb that are counted one by one


class MoveKinds:
    """The kinds of moves of a game, numbered and named."""

    def __init__(self, space: MoveSpace) -> None:
        self.space = space
        self.bases: list[int] = []
        count = 0
        for verb in space.verbs:
            self.bases.append(count)
            count += verb.size if has_own_kinds(verb) else 1
        self.count = count

    def numbering(self) -> tuple[list[int], list[int], list[int], int]:
        """The arguments with which a `GameCounter` numbers moves."""
        verbs = self.space.verbs
        own = [int(has_own_kinds(verb)) for verb in verbs]
        return [verb.first for verb in verbs], self.bases, own, self.count

    @property
    def names(self) -> list[str]:
        """The name of each kind: the text of its move, or the name of its verb."""
        names: list[str] = []
        for verb in self.space.verbs:
            if not has_own_kinds(verb):
                names.append(verb.name)
                continue
            numbers = range(verb.first, verb.first + verb.size)
            names += [self.space.text(move) if move in self.space else "" for move in numbers]
        return names


def has_own_kinds(verb: Verb) -> bool:
    """Return whether every move of a verb is a kind of its own."""
    return not verb.chance and verb.size <= MOST_COUNTED
