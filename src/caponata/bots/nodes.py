"""What a tree search is made of: nodes with an arm for each move, and how it goes about its search."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from caponata.engine.game import BLANK, MIXER, MOST_MOVES, NO_LIMIT

NO_ARM: Final[i64] = -1
NO_NUMBERS: Final = vec[i64]()
NO_FRACTIONS: Final = vec[float]()
ZEROS: Final = vec[float]([0.0] * MOST_MOVES)  # never written to: slices of it are
PERCENT: Final[i64] = 100
HOPELESS: Final = -1000.0  # the bias of a move that is not searched
STRIDE: Final[i64] = 62  # from one ticket to the next, in percent of all: the golden section scatters them


@final
class Answer:
    """How often a move was tried, and what its seat got on average."""

    def __init__(self, move: i64, tries: i64, mean: float) -> None:
        self.move: i64 = move
        self.tries: i64 = tries
        self.mean: float = mean


@final
class Style:
    """How a search goes about it."""

    def __init__(self, *, curiosity: float, caution: float, sense: i64, biased: bool, horizon: i64) -> None:
        self.curiosity: float = curiosity  # how much it prefers moves it has seldom tried
        self.caution: float = caution  # how much worse than the rest it takes an untried move to be
        self.sense: i64 = sense  # the share in percent of playout moves that follow the hints
        self.biased: bool = biased  # whether hints say which moves to try first
        self.horizon: i64 = horizon  # decisions after which a playout is cut; 0: as the game's hints say


@final
class Node:
    """A moment as the searching seat knows it, and how each move did that somebody tried there."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.total: float = 0.0  # what whoever moves here got, over all visits
        self.moves: vec[i64] = NO_NUMBERS
        self.tries: vec[i64] = NO_NUMBERS
        self.chances: vec[i64] = NO_NUMBERS  # how often each move was there to be tried
        self.gains: vec[float] = NO_FRACTIONS
        self.biases: vec[float] = NO_FRACTIONS
        self.after: list[Node | None] | None = None  # most nodes are never left: they need no room for it
        self.sights: vec[i64] = NO_NUMBERS  # what the searching seat sees of each move, once it was asked for
        self.look: i64 = 0  # what was seen first, and the node that followed: it is often the only one
        self.first: Node | None = None
        self.looks: dict[int, Node] | None = None  # the others, by what the searching seat saw
        self.ticket: i64 = -1  # chance's last one, where it takes them in turn

    def arm_of(self, move: i64) -> i64:
        """The number of a move among those tried here."""
        i: i64 = 0
        count = len(self.moves)
        while i < count:
            if self.moves[i] == move:
                return i
            i += 1
        return NO_ARM

    def add(self, move: i64, bias: float) -> i64:
        """A new arm."""
        self.moves = append(self.moves, move)
        self.tries = append(self.tries, 0)
        self.chances = append(self.chances, 0)
        self.gains = append(self.gains, 0.0)
        self.biases = append(self.biases, bias)
        self.after = None  # it is short now
        self.sights = append(self.sights, 0)
        return len(self.moves) - 1

    def fill(self, moves: vec[i64], count: i64) -> None:
        """Arms for so many moves at once, none of which looks better than another."""
        self.moves = moves[:count]
        self.tries = BLANK[:count]
        self.chances = BLANK[:count]
        self.sights = BLANK[:count]
        self.gains = ZEROS[:count]
        self.biases = ZEROS[:count]
        share = 1.0 / float(count)
        i: i64 = 0
        while i < count:
            self.biases[i] = share
            i += 1

    def take_in(self, moves: vec[i64], count: i64) -> None:
        """Arms for those of so many moves that have none."""
        share = 1.0 / float(count)
        i: i64 = 0
        while i < count:
            if self.arm_of(moves[i]) == NO_ARM:
                self.add(moves[i], share)
            i += 1

    def weigh(self, moves: vec[i64], appeals: vec[i64], count: i64, doubt: i64) -> None:
        """Bias moves that were never tried by the rank of their appeals; who is too far below is left out."""
        highest = appeals[0]
        total = 0.0
        i: i64 = 0
        while i < count:
            if appeals[i] > highest:
                highest = appeals[i]
            total += 1.0 / float(1 + above(appeals, appeals[i], count))
            i += 1
        i = 0
        while i < count:
            arm = i
            if self.moves[i] != moves[i]:
                arm = self.arm_of(moves[i])
            if self.tries[arm] == 0:
                self.biases[arm] = 1.0 / float(1 + above(appeals, appeals[i], count)) / total
                if doubt != NO_LIMIT and appeals[i] < highest - doubt:
                    self.biases[arm] = HOPELESS
            i += 1


def above(numbers: vec[i64], number: i64, count: i64) -> i64:
    """How many of so many numbers are greater than one."""
    found: i64 = 0
    i: i64 = 0
    while i < count:
        if numbers[i] > number:
            found += 1
        i += 1
    return found


def alike(node: Node, look: i64) -> Node:
    """The node after something that looks like this."""
    first = node.first
    if first is None:
        node.look = look
        first = node.first = Node()
        return first
    if node.look == look:
        return first
    looks = node.looks
    if looks is None:
        looks = node.looks = {}
    found = looks.get(look)
    if found is None:
        found = looks[look] = Node()
    return found


def mixed(sight: i64, heard: i64) -> i64:
    """One number for two things noticed one after the other: small numbers in another order differ."""
    return sight * MIXER + heard


def stride(weight: i64) -> i64:
    """A step that visits all of so many tickets, far from each other, before it comes to one again."""
    step = weight * STRIDE // PERCENT
    while True:
        step += 1
        a, b = step, weight
        while b:
            a, b = b, a % b
        if a == 1:
            return step
