"""Move spaces map every move number to a verb with arguments, and from that to text, JSON and a dense index.

Rules work with ints. A `MoveSpace` declares which ints are moves: each `Verb` owns a range of them that
begins at a constant, and its arguments enumerate the range. Moves are not listed in advance, so a verb may
own millions of numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from math import comb, prod
from typing import Protocol

HIDDEN = "?"
COUNTS_AS = "as"  # begins the explanation at the end of a move's text, which is ignored when read
MOST_LISTED = 5_000  # moves per cache; larger spaces suggest no correction for a misspelled move


class MoveError(ValueError):
    """A text, JSON or number that names no move of this game."""


class Values(Protocol):
    """The values that one argument of a verb may take."""

    def __len__(self) -> int: ...

    def name(self, index: int, /) -> str:
        """Name of the value at this index, without spaces."""

    def index(self, name: str, /) -> int:
        """Index of the value with this name; raises `ValueError` if there is none."""


@dataclass(frozen=True)
class Domain:
    """A fixed tuple of named values.

    `aliases` are other names of the same values, in the same order, that people read and type. Move texts,
    which records store, keep to `values`.
    """

    title: str
    values: tuple[str, ...]
    aliases: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.values)

    def name(self, index: int) -> str:
        """Name of the value at this index, without spaces."""
        return self.values[index]

    def shown_name(self, index: int) -> str:
        """Name of the value at this index for people: its alias, if it has one."""
        return self.aliases[index] if self.aliases else self.values[index]

    def index(self, name: str) -> int:
        """Index of the value with this name or alias; raises `ValueError` if there is none."""
        try:
            return self._indices[name]
        except KeyError:
            raise ValueError(name) from None

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {name: i for names in (self.aliases, self.values) for i, name in enumerate(names)}


@dataclass(frozen=True)
class Verb:
    """One kind of move: `first` is its first number, `domains` its arguments.

    An `unordered` verb takes two arguments of the same domain, the lower one first; they may be equal.
    `counts_as(*arguments)` may return an explanation, such as the kind of hand: the move's text then ends in
    "as ...", which is optional when a text is read. A `binding` move cannot be taken back without consent,
    even if it revealed nothing; on the server it can never be taken back.
    """

    name: str
    first: int
    domains: tuple[Values, ...] = ()
    chance: bool = False
    unordered: bool = False
    counts_as: Callable[..., str] | None = None
    binding: bool = False

    def __post_init__(self) -> None:
        if self.unordered and (len(self.domains) != 2 or self.domains[0] != self.domains[1]):
            raise ValueError(f"{self.name} is unordered: it takes two arguments of one domain")

    @cached_property
    def size(self) -> int:
        """Number of ints in the verb's range."""
        return prod(len(domain) for domain in self.domains)

    @cached_property
    def count(self) -> int:
        """Number of moves: all ints of the range, or one per unordered pair."""
        return comb(len(self.domains[0]) + 1, 2) if self.unordered else self.size

    def number(self, arguments: Sequence[int]) -> int:
        """The move with these arguments."""
        offset = 0
        for domain, argument in zip(self.domains, arguments, strict=True):
            offset = offset * len(domain) + argument
        return self.first + offset

    def arguments(self, move: int) -> tuple[int, ...]:
        """The arguments of a move of this verb."""
        offset = move - self.first
        indices: list[int] = []
        for domain in reversed(self.domains):
            offset, argument = divmod(offset, len(domain))
            indices.append(argument)
        return tuple(reversed(indices))

    def is_move(self, arguments: Sequence[int]) -> bool:
        """Return whether the arguments name a move: those of an unordered verb must be sorted."""
        return not self.unordered or arguments[0] <= arguments[1]

    def rank(self, arguments: Sequence[int]) -> int:
        """Index of a move among the verb's moves."""
        if not self.unordered:
            return self.number(arguments) - self.first
        low, high = arguments
        return comb(high + 1, 2) + low

    def ranked(self, rank: int) -> int:
        """The move at this index among the verb's moves."""
        if not self.unordered:
            return self.first + rank
        high = next(high for high in itertools.count() if comb(high + 2, 2) > rank)
        return self.number((rank - comb(high + 1, 2), high))


@dataclass(frozen=True)
class Move:
    """A move by name: its verb and the names of its arguments, None for hidden ones."""

    verb: str
    arguments: tuple[str | None, ...]

    def __str__(self) -> str:
        return " ".join([self.verb, *(HIDDEN if name is None else name for name in self.arguments)])


@dataclass(frozen=True)
class MoveSpace:
    """All moves of a game, with conversions between int, text, JSON and dense index."""

    verbs: tuple[Verb, ...]

    def __post_init__(self) -> None:
        next_free = 0
        for verb in self.verbs:
            if verb.first != next_free:
                raise ValueError(
                    f"{verb.name} starts at {verb.first}, but {next_free} is the next free number"
                )
            next_free += verb.size

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, int):
            return False
        return any(
            verb.first <= move < verb.first + verb.size and verb.is_move(verb.arguments(move))
            for verb in self.verbs
        )

    def __iter__(self) -> Iterator[int]:
        return (self.at(dense) for dense in range(len(self)))

    def __len__(self) -> int:
        return sum(verb.count for verb in self.verbs)

    @cached_property
    def choices(self) -> int:
        """Number of moves that seats can make. Their dense indices come first; chance's moves follow."""
        return sum(verb.count for verb in self.verbs if not verb.chance)

    @cached_property
    def _in_dense_order(self) -> list[Verb]:
        return sorted(self.verbs, key=lambda verb: verb.chance)

    @cached_property
    def _all_texts(self) -> list[str]:
        """The texts of all moves as people read them, or an empty list if there are too many."""
        return [self.shown_text(move) for move in self] if len(self) <= MOST_LISTED else []

    def verb(self, move: int) -> Verb:
        """The verb of a move."""
        cache = self._verbs
        verb = cache.get(move)
        if verb is None:
            verb = self._find_verb(move)
            if len(cache) < MOST_LISTED:
                cache[move] = verb
        return verb

    def _find_verb(self, move: int) -> Verb:
        for verb in self.verbs:
            if verb.first <= move < verb.first + verb.size and verb.is_move(verb.arguments(move)):
                return verb
        raise MoveError(f"there is no move number {move}")

    def spelled(self, move: int) -> Move:
        """The verb and arguments of a move, by name."""
        verb = self.verb(move)
        arguments = verb.arguments(move)
        return Move(
            verb.name, tuple(domain.name(i) for domain, i in zip(verb.domains, arguments, strict=True))
        )

    def text(self, move: int) -> str:
        """The move's text, such as `capital blue-4`."""
        cache = self._texts
        text = cache.get(move)
        if text is None:
            text = str(self.spelled(move)) + self._counts_as(move)
            if len(cache) < MOST_LISTED:
                cache[move] = text
                self._moves[text] = move
        return text

    def shown_text(self, move: int) -> str:
        """The move's text for people: the same, with the aliases of its arguments. It reads back too."""
        verb = self.verb(move)
        names = [
            domain.shown_name(i) if isinstance(domain, Domain) else domain.name(i)
            for domain, i in zip(verb.domains, verb.arguments(move), strict=True)
        ]
        return str(Move(verb.name, tuple(names))) + self._counts_as(move)

    def _counts_as(self, move: int) -> str:
        verb = self.verb(move)
        explanation = verb.counts_as(*verb.arguments(move)) if verb.counts_as else ""
        return f" {COUNTS_AS} {explanation}" if explanation else ""

    @cached_property
    def _verbs(self) -> dict[int, Verb]:
        return {}

    @cached_property
    def _texts(self) -> dict[int, str]:
        return {}

    @cached_property
    def _moves(self) -> dict[str, int]:
        return {}

    def hidden(self, move: int) -> str:
        """The move's text with hidden arguments, such as `draw ?`."""
        spelled = self.spelled(move)
        return str(Move(spelled.verb, (None,) * len(spelled.arguments)))

    def read(self, text: str) -> int:
        """The move with this text. Case, spacing and the order of unordered arguments do not matter."""
        known = self._moves.get(text)
        if known is not None:
            return known
        words = text.lower().split()
        if COUNTS_AS in words:
            words = words[: words.index(COUNTS_AS)]
        for verb in self.verbs:
            if words and verb.name == words[0] and len(verb.domains) == len(words) - 1:
                try:
                    arguments = [
                        domain.index(word) for domain, word in zip(verb.domains, words[1:], strict=True)
                    ]
                except ValueError:
                    break
                return verb.number(sorted(arguments) if verb.unordered else arguments)
        close = get_close_matches(" ".join(words), self._all_texts, n=1, cutoff=0.5)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise MoveError(f"'{text}' is not a move of this game{hint}")

    def json(self, move: int) -> list[str | None]:
        """The move as a JSON list: verb, then arguments."""
        spelled = self.spelled(move)
        return [spelled.verb, *spelled.arguments]

    def from_json(self, parts: Sequence[str]) -> int:
        """The move that a JSON list names."""
        return self.read(" ".join(parts))

    def dense(self, move: int) -> int:
        """Dense index of a move. Indices have no gaps, and seats' moves come before chance's."""
        own = self.verb(move)
        before = itertools.takewhile(lambda verb: verb is not own, self._in_dense_order)
        return sum(verb.count for verb in before) + own.rank(own.arguments(move))

    def at(self, dense: int) -> int:
        """The move with this dense index."""
        for verb in self._in_dense_order:
            if dense < verb.count:
                return verb.ranked(dense)
            dense -= verb.count
        raise MoveError(f"there are {len(self)} moves: none has the number {dense + len(self)}")
