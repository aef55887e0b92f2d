"""Move spaces: one truth that gives every move number a name, arguments, text, JSON and a dense number.

Rules work with ints. A `MoveSpace` declares which ints there are: each `Verb` owns a run of them,
starting at a constant that the rules use too, and its arguments count through that run.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from math import prod

HIDDEN = "?"


class MoveError(ValueError):
    """A text or JSON that names no move of this game."""


@dataclass(frozen=True)
class Domain:
    """The values that one argument of a verb may take, by name."""

    name: str
    values: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True)
class Verb:
    """One kind of move: `first` is its first number, `domains` its arguments.

    The arguments of an `unordered` verb are a set with repeats, named in the order of their domain.
    """

    name: str
    first: int
    domains: tuple[Domain, ...] = ()
    chance: bool = False
    unordered: bool = False

    @property
    def size(self) -> int:
        """How many numbers the verb owns."""
        return prod(len(domain) for domain in self.domains)

    def number(self, arguments: Sequence[int]) -> int:
        """The move with these arguments."""
        offset = 0
        for domain, argument in zip(self.domains, arguments, strict=True):
            offset = offset * len(domain) + argument
        return self.first + offset

    def arguments(self, move: int) -> tuple[int, ...]:
        """The arguments of a move of this verb."""
        offset = move - self.first
        found: list[int] = []
        for domain in reversed(self.domains):
            offset, argument = divmod(offset, len(domain))
            found.append(argument)
        return tuple(reversed(found))

    def is_ordered(self, arguments: Sequence[int]) -> bool:
        """Whether these arguments stand in the one order in which they are a move."""
        return not self.unordered or list(arguments) == sorted(arguments)


@dataclass(frozen=True)
class Move:
    """A move spelled out: its verb and the names of its arguments, None where hidden."""

    verb: str
    arguments: tuple[str | None, ...]

    def __str__(self) -> str:
        return " ".join([self.verb, *(HIDDEN if name is None else name for name in self.arguments)])


@dataclass(frozen=True)
class MoveSpace:
    """All moves of a game, in every form in which people and programs say them."""

    verbs: tuple[Verb, ...]
    _every: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _dense: dict[int, int] = field(init=False, repr=False, compare=False)
    _texts: dict[str, int] = field(init=False, repr=False, compare=False)
    _named: dict[int, Move] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ends = 0
        for verb in self.verbs:
            if verb.first != ends:
                raise ValueError(f"{verb.name} starts at {verb.first}, but {ends} is the next free number")
            ends += verb.size
        named: dict[int, Move] = {}
        for verb in sorted(self.verbs, key=lambda verb: verb.chance):
            for arguments in itertools.product(*(range(len(domain)) for domain in verb.domains)):
                if verb.is_ordered(arguments):
                    names = tuple(domain.values[i] for domain, i in zip(verb.domains, arguments, strict=True))
                    named[verb.number(arguments)] = Move(verb.name, names)
        object.__setattr__(self, "_named", named)
        object.__setattr__(self, "_every", tuple(named))
        object.__setattr__(self, "_dense", {move: i for i, move in enumerate(named)})
        object.__setattr__(self, "_texts", {str(spelled): move for move, spelled in named.items()})

    def __contains__(self, move: object) -> bool:
        return move in self._named

    def __iter__(self) -> Iterator[int]:
        return iter(self._every)

    def __len__(self) -> int:
        return len(self._every)

    @property
    def choices(self) -> int:
        """How many moves seats can make: the dense numbers below it; chance's moves follow."""
        return sum(1 for move in self._every if not self.verb(move).chance)

    def verb(self, move: int) -> Verb:
        """The verb of a move."""
        for verb in self.verbs:
            if verb.first <= move < verb.first + verb.size:
                return verb
        raise MoveError(f"there is no move number {move}")

    def spelled(self, move: int) -> Move:
        """The verb and arguments of a move, by name."""
        try:
            return self._named[move]
        except KeyError:
            raise MoveError(f"there is no move number {move}") from None

    def text(self, move: int) -> str:
        """The move as people type it: `capital blue-4`."""
        return str(self.spelled(move))

    def hidden(self, move: int) -> str:
        """The move as those read it who may know only its verb: `draw ?`."""
        spelled = self.spelled(move)
        return str(Move(spelled.verb, (None,) * len(spelled.arguments)))

    def read(self, text: str) -> int:
        """The move a text names; case, spacing and the order of unordered arguments are free."""
        words = text.lower().split()
        move = self._texts.get(" ".join(words))
        if move is None and words:
            move = self._texts.get(" ".join([words[0], *self._in_order(words[0], words[1:])]))
        if move is None:
            close = get_close_matches(" ".join(words), self._texts, n=1, cutoff=0.5)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            raise MoveError(f"'{text}' is not a move of this game{hint}")
        return move

    def _in_order(self, name: str, words: list[str]) -> list[str]:
        for verb in self.verbs:
            if verb.name == name and verb.unordered and len(words) == len(verb.domains):
                values = verb.domains[0].values
                return sorted(words, key=lambda word: values.index(word) if word in values else -1)
        return words

    def json(self, move: int) -> list[str | None]:
        """The move as a JSON list: its verb, then its arguments."""
        spelled = self.spelled(move)
        return [spelled.verb, *spelled.arguments]

    def from_json(self, parts: Sequence[str]) -> int:
        """The move that a JSON list names."""
        return self.read(" ".join(parts))

    def dense(self, move: int) -> int:
        """The move's place among all moves, seats' moves first: what learners count with."""
        return self._dense[move]

    def at(self, dense: int) -> int:
        """The move with this dense number."""
        return self._every[dense]
