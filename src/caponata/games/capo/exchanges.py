"""Exchanges between two titles that a viewer did not see, drawn with their probability.

The lower title gave its strongest cards (`owed`), the upper title cards of its choice (`given`). A viewer who
saw neither knows only which cards have since been played from the two hands. An explanation says which of the
cards played by the lower hand were given to it, and which of those played by the upper hand were owed. Its
weight is the number of deals that lead to it.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final, final

from caponata.engine.chance import Rng
from caponata.games.capo.cards import POLICE

BINOMIALS: Final = [[comb(n, k) for k in range(10)] for n in range(54)]  # BINOMIALS[n][k]
POLICE_ORDER: Final = -1
PAST_WEAKEST: Final = 50
NONE_OWED: Final = -2


def order_of(card: int) -> int:
    """The index of a card among all singles, strongest first: police at -1, family cards at their number."""
    return POLICE_ORDER if card == POLICE else card


def subsets(cards: list[int], largest: int) -> list[list[int]]:
    """All subsets of at most `largest` cards."""
    return [list(chosen) for count in range(largest + 1) for chosen in combinations(cards, count)]


def weighted_index(weights: list[float], rng: Rng) -> int:
    """A random index, drawn with these weights."""
    ticket = rng.fraction() * sum(weights)
    last = 0
    for index, weight in enumerate(weights):
        if weight > 0.0:
            if ticket < weight:
                return index
            last = index
        ticket -= weight
    return last


@final
class Explanation:
    """One assignment of the played cards: those that were given, owed and kept."""

    def __init__(self, given: list[int], owed: list[int], kept: list[int]) -> None:
        self.given = given
        self.owed = owed
        self.weakest_owed: int = max([order_of(card) for card in owed], default=NONE_OWED)
        self.strongest_kept: int = min([order_of(card) for card in kept], default=PAST_WEAKEST)


@final
class HiddenExchange:
    """An exchange between two hands, for a viewer who knows only the cards played from them.

    `gifts` is the number of cards that each side gave. It is 0 if the viewer is the upper title itself: then
    the lower hand cannot have kept a card stronger than `known_owed`, the weakest card owed.
    """

    def __init__(
        self,
        upper: int,
        lower: int,
        gifts: int,
        upper_played: list[int],
        lower_played: list[int],
        upper_missing: int,
        lower_missing: int,
        known_owed: int,
    ) -> None:
        self.upper = upper
        self.lower = lower
        self.gifts = gifts
        self.upper_missing = upper_missing
        self.lower_missing = lower_missing
        self.explanations: list[Explanation] = []
        self.weights: list[float] = []
        self.weight = 0.0
        self.given: list[int] = []
        self.owed: list[int] = []
        if gifts == 0:
            known = Explanation([], [], [])
            known.weakest_owed = known_owed
            self.explanations.append(known)
            return
        for given in subsets(lower_played, gifts):
            kept = list(lower_played)
            for card in given:
                kept.remove(card)
            for owed in subsets(upper_played, gifts):
                if gifts - len(given) <= lower_missing and gifts - len(owed) <= upper_missing:
                    self.explanations.append(Explanation(given, owed, kept))

    def unseen_owed(self, explanation: Explanation) -> int:
        """Number of owed cards that are still in the upper hand."""
        return self.gifts - len(explanation.owed)

    def unseen_kept(self, explanation: Explanation) -> int:
        """Number of kept cards that are still in the lower hand."""
        return self.lower_missing - self.gifts + len(explanation.given)

    # Weights

    def weigh(self, pool: list[int]) -> None:
        """Compute the weights of all explanations, given the unseen cards."""
        stronger = stronger_counts(pool)
        unseen = len(pool)
        cache: dict[tuple[int, int, int, int], float] = {}  # many explanations leave the same cards to deal
        self.weights = []
        for explanation in self.explanations:
            case = (
                explanation.strongest_kept,
                explanation.weakest_owed,
                len(explanation.given),
                len(explanation.owed),
            )
            weight = cache.get(case, -1.0)
            if weight < 0.0:
                weight = self.count_deals(explanation, stronger, unseen)
                cache[case] = weight
            self.weights.append(weight)
        self.weight = sum(self.weights)

    def count_deals(self, explanation: Explanation, stronger: list[int], unseen: int) -> float:
        """Number of ways to complete an explanation with unseen cards; `stronger` is `stronger_counts`."""
        missing = self.unseen_owed(explanation)
        ways = 0.0
        if missing == 0:
            weaker = unseen - stronger[explanation.weakest_owed + 1]
            ways = self.count_kept(explanation, explanation.weakest_owed, weaker)
        else:
            for index in range(stronger[explanation.strongest_kept + 1]):
                ways += self.count_owed(explanation, index, missing, stronger, unseen)
            if missing == 1 and self.gifts == 1 and explanation.strongest_kept == POLICE_ORDER:
                ways += self.count_tied(explanation, stronger, unseen)
        return ways * self.count_rest(explanation, unseen)

    def count_kept(self, explanation: Explanation, weakest: int, weaker: int) -> float:
        """Number of ways to choose the kept cards, none stronger than the weakest one owed."""
        kept = self.unseen_kept(explanation)
        if weaker < kept or weakest > explanation.strongest_kept:
            return 0.0
        ways = float(BINOMIALS[weaker][kept])
        if weakest == POLICE_ORDER and explanation.strongest_kept == POLICE_ORDER:
            return ways / 2  # the two police are alike: this is one deal, not two
        return ways

    def count_owed(
        self, explanation: Explanation, index: int, missing: int, stronger: list[int], unseen: int
    ) -> float:
        """Number of ways in which the unseen card at this index is the weakest unseen one that was owed."""
        weaker = unseen - 1 - index
        if explanation.weakest_owed >= 0:
            weaker = min(weaker, unseen - stronger[explanation.weakest_owed + 1])
        ways = self.count_kept(explanation, explanation.weakest_owed, weaker)
        return ways * index if missing == 2 else ways

    def count_tied(self, explanation: Explanation, stronger: list[int], unseen: int) -> float:
        """Number of ways in which an unseen police was owed while the lower hand kept the other one."""
        if stronger[1] == 0:
            return 0.0
        return self.count_kept(explanation, POLICE_ORDER, unseen - 1)

    def count_rest(self, explanation: Explanation, unseen: int) -> float:
        """Number of ways to choose the given cards and the rest of the upper hand."""
        if self.gifts == 0:
            return 1.0
        owed = self.unseen_owed(explanation)
        given = self.gifts - len(explanation.given)
        left = unseen - owed - self.unseen_kept(explanation)
        rest = self.upper_missing - owed
        if left < given + rest:
            return 0.0
        return float(BINOMIALS[left][given]) * float(BINOMIALS[left - given][rest])

    def weight_bound(self, stronger: list[int], pool_size: int, unseen: int) -> float:
        """Upper bound of the weight for any `unseen` cards of the whole pool, if at most one card is owed."""
        total = 0.0
        for explanation in self.explanations:
            kept = self.unseen_kept(explanation)
            ways = 0.0
            if self.unseen_owed(explanation) == 0:
                weaker = min(pool_size - stronger[explanation.weakest_owed + 1], unseen)
                ways = self.count_kept(explanation, explanation.weakest_owed, weaker)
            else:
                before = min(stronger[explanation.strongest_kept + 1], unseen)
                for index in range(before):
                    ways += float(BINOMIALS[unseen - 1 - index][kept])
                if explanation.strongest_kept == POLICE_ORDER:
                    ways += self.count_tied(explanation, stronger, unseen)
            total += ways * self.count_rest(explanation, unseen)
        return total

    # Dealing

    def deal(self, pool: list[int], hands: list[list[int]], rng: Rng) -> bool:
        """Draw an explanation and deal its cards from the pool. Returns False if the deal is rejected."""
        explanation = self.explanations[weighted_index(self.weights, rng)]
        pool.sort(key=order_of)
        stronger = stronger_counts(pool)
        unseen = len(pool)
        missing = self.unseen_owed(explanation)
        self.owed = list(explanation.owed)
        self.given = list(explanation.given)
        weakest = explanation.weakest_owed
        first = stronger[weakest + 1] if weakest >= POLICE_ORDER else 0
        if missing > 0:
            ways = [
                self.count_owed(explanation, index, missing, stronger, unseen)
                for index in range(stronger[explanation.strongest_kept + 1])
            ]
            if missing == 1 and self.gifts == 1 and explanation.strongest_kept == POLICE_ORDER:
                ways = [self.count_tied(explanation, stronger, unseen)]
            index = weighted_index(ways, rng)
            owed = [pool[index]]
            if missing == 2:
                owed.append(pool[rng.below(index)])
            if index + 1 > first:
                first = index + 1
            self.owed += owed
            hands[self.upper] += owed
        kept = pool[first:]
        rng.shuffle(kept)
        kept = kept[: self.unseen_kept(explanation)]
        if POLICE in kept and weakest == POLICE_ORDER and rng.below(2) == 0:
            return False  # the two police are alike: this is one deal, not two
        for card in hands[self.upper]:
            pool.remove(card)
        for card in kept:
            pool.remove(card)
        hands[self.lower] += kept
        rng.shuffle(pool)
        while len(self.given) < self.gifts:
            card = pool.pop()
            self.given.append(card)
            hands[self.lower].append(card)
        while len(hands[self.upper]) < self.upper_missing:
            hands[self.upper].append(pool.pop())
        return True


def stronger_counts(cards: list[int]) -> list[int]:
    """For every order, beginning with police, the number of stronger cards."""
    counts_by_order = [0] * (PAST_WEAKEST + 2)
    for card in cards:
        counts_by_order[order_of(card) + 1] += 1
    counts: list[int] = []
    total = 0
    for count in counts_by_order:
        counts.append(total)
        total += count
    return counts
