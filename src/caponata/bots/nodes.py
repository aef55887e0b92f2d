"""Parts of a tree search: nodes with an arm for each move, and the style of a search."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from caponata.engine.game import BLANK, MIXER, MOST_MOVES, NO_LIMIT

NO_ARM: Final[i64] = -1
NO_NUMBERS: Final = vec[i64]()
NO_FRACTIONS: Final = vec[float]()
ZEROS: Final = vec[float]([0.0] * MOST_MOVES)  # never written to, only sliced
PERCENT: Final[i64] = 100
EXCLUDED: Final = -1000.0  # bias of a move that is not searched
TICKET_STRIDE: Final[i64] = (
    62  # percent of all tickets between one ticket and the next: the golden ratio spreads them evenly
)


@final
class MoveStats:
    """How often a search tried a move, and its seat's mean result."""

    def __init__(self, move: i64, tries: i64, mean: float) -> None:
        self.move: i64 = move
        self.tries: i64 = tries
        self.mean: float = mean


@final
class SearchStyle:
    """Parameters of a tree search."""

    def __init__(
        self, *, exploration: float, untried_penalty: float, hint_percent: i64, use_hints: bool, horizon: i64
    ) -> None:
        self.exploration: float = exploration  # how strongly the search prefers moves it has rarely tried
        self.untried_penalty: float = (
            untried_penalty  # how much worse than the average an untried move is assumed to be
        )
        self.hint_percent: i64 = hint_percent  # percent of playout moves that follow the hints
        self.use_hints: bool = use_hints  # whether hints decide which moves are tried first
        self.horizon: i64 = horizon  # decisions after which a playout is cut; 0 leaves it to the game's hints


@final
class Node:
    """A moment of the game as the searching seat knows it, with the results of each move tried there."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.total: float = 0.0  # sum of the results of the seat that moves here
        self.moves: vec[i64] = NO_NUMBERS
        self.tries: vec[i64] = NO_NUMBERS
        self.offered: vec[i64] = NO_NUMBERS  # how often each move was legal
        self.gains: vec[float] = NO_FRACTIONS
        self.biases: vec[float] = NO_FRACTIONS
        self.after: list[Node | None] | None = (
            None  # by arm; None until a move is followed, as most nodes are leaves
        )
        self.keys: vec[i64] = (
            NO_NUMBERS  # by arm: key of what the searching seat sees of the move, 0 until computed
        )
        self.first_key: i64 = 0  # the key that led to `first`, which is often the only next node
        self.first: Node | None = None
        self.others: dict[int, Node] | None = None  # other next nodes by key
        self.ticket: i64 = -1  # chance's last ticket, if tickets are taken in turn

    def arm_of(self, move: i64) -> i64:
        """Index of a move's arm, or `NO_ARM`."""
        i: i64 = 0
        count = len(self.moves)
        while i < count:
            if self.moves[i] == move:
                return i
            i += 1
        return NO_ARM

    def add(self, move: i64, bias: float) -> i64:
        """Add an arm and return its index."""
        self.moves = append(self.moves, move)
        self.tries = append(self.tries, 0)
        self.offered = append(self.offered, 0)
        self.gains = append(self.gains, 0.0)
        self.biases = append(self.biases, bias)
        self.after = None  # its length no longer matches the arms
        self.keys = append(self.keys, 0)
        return len(self.moves) - 1

    def fill(self, moves: vec[i64], count: i64) -> None:
        """Add arms for this many moves at once, all with the same bias."""
        self.moves = moves[:count]
        self.tries = BLANK[:count]
        self.offered = BLANK[:count]
        self.keys = BLANK[:count]
        self.gains = ZEROS[:count]
        self.biases = ZEROS[:count]
        share = 1.0 / float(count)
        i: i64 = 0
        while i < count:
            self.biases[i] = share
            i += 1

    def add_missing(self, moves: vec[i64], count: i64) -> None:
        """Add arms for those of this many moves that have none."""
        share = 1.0 / float(count)
        i: i64 = 0
        while i < count:
            if self.arm_of(moves[i]) == NO_ARM:
                self.add(moves[i], share)
            i += 1

    def set_biases(self, moves: vec[i64], appeals: vec[i64], count: i64, margin: i64) -> None:
        """Bias untried moves by the rank of their appeal; exclude those more than `margin` below the best."""
        highest = appeals[0]
        total = 0.0
        i: i64 = 0
        while i < count:
            if appeals[i] > highest:
                highest = appeals[i]
            total += 1.0 / float(1 + count_above(appeals, appeals[i], count))
            i += 1
        i = 0
        while i < count:
            arm = i
            if self.moves[i] != moves[i]:
                arm = self.arm_of(moves[i])
            if self.tries[arm] == 0:
                self.biases[arm] = 1.0 / float(1 + count_above(appeals, appeals[i], count)) / total
                if margin != NO_LIMIT and appeals[i] < highest - margin:
                    self.biases[arm] = EXCLUDED
            i += 1


def count_above(numbers: vec[i64], number: i64, count: i64) -> i64:
    """How many of the first `count` numbers are greater than `number`."""
    greater: i64 = 0
    i: i64 = 0
    while i < count:
        if numbers[i] > number:
            greater += 1
        i += 1
    return greater


def next_node(node: Node, key: i64) -> Node:
    """The node reached by what the searching seat saw, identified by a key. Created if it is new."""
    first = node.first
    if first is None:
        node.first_key = key
        first = node.first = Node()
        return first
    if node.first_key == key:
        return first
    others = node.others
    if others is None:
        others = node.others = {}
    after = others.get(key)
    if after is None:
        after = others[key] = Node()
    return after


def combine_keys(first: i64, second: i64) -> i64:
    """One key for two keys in sequence. The order matters."""
    return first * MIXER + second


def ticket_stride(weight: i64) -> i64:
    """A step that visits this many tickets, far from each other, before any comes again."""
    step = weight * TICKET_STRIDE // PERCENT
    while True:
        step += 1
        a, b = step, weight
        while b:
            a, b = b, a % b
        if a == 1:
            return step
