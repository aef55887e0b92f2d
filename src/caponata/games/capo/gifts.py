"""The exchange between two titles, as somebody outside may imagine it.

The lower title gave its strongest cards (`owed`), the upper one any cards (`given`). Somebody who saw neither
knows only which cards have since been played from the two hands. Every way to explain them weighs as many
deals as lead to it: which cards played by the lower hand were given to it, which of those played by the upper
one were owed, and which unseen cards were.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final, final

from caponata.engine.chance import Rng
from caponata.games.capo.cards import POLICE

CHOOSE: Final = [[comb(n, k) for k in range(10)] for n in range(54)]
POLICE_PLACE: Final = -1  # of police among singles, the strongest first; family cards stand at their number
NO_PLACE: Final = 50  # past the weakest card
NONE_OWED: Final = -2


def place_of(card: int) -> int:
    """Where a card stands among singles, the strongest first."""
    return POLICE_PLACE if card == POLICE else card


def subsets(cards: list[int], most: int) -> list[list[int]]:
    """All ways to take up to so many of some cards."""
    return [list(chosen) for count in range(most + 1) for chosen in combinations(cards, count)]


def drawn(weights: list[float], rng: Rng) -> int:
    """A place among weights, each as likely as it weighs."""
    ticket = rng.fraction() * sum(weights)
    last = 0
    for at, weight in enumerate(weights):
        if weight > 0.0:
            if ticket < weight:
                return at
            last = at
        ticket -= weight
    return last


@final
class Story:
    """Which of the played cards changed hands."""

    def __init__(self, given: list[int], owed: list[int], kept: list[int]) -> None:
        self.given = given
        self.owed = owed
        self.weakest_owed: int = max([place_of(card) for card in owed], default=NONE_OWED)
        self.strongest_kept: int = min([place_of(card) for card in kept], default=NO_PLACE)


@final
class Pair:
    """Two hands that exchanged cards, as a viewer imagines them who knows only what was played from them.

    `gifts` is how many cards each gave; 0 says that the viewer is the upper title itself: then only the
    weakest of the cards owed, `known_owed`, binds what the lower hand can have kept.
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
        self.stories: list[Story] = []
        self.weights: list[float] = []
        self.weight = 0.0
        self.given: list[int] = []
        self.owed: list[int] = []
        if gifts == 0:
            known = Story([], [], [])
            known.weakest_owed = known_owed
            self.stories.append(known)
            return
        for given in subsets(lower_played, gifts):
            kept = list(lower_played)
            for card in given:
                kept.remove(card)
            for owed in subsets(upper_played, gifts):
                if gifts - len(given) <= lower_missing and gifts - len(owed) <= upper_missing:
                    self.stories.append(Story(given, owed, kept))

    def unseen_owed(self, story: Story) -> int:
        """How many of the cards owed are still in the upper hand."""
        return self.gifts - len(story.owed)

    def unseen_kept(self, story: Story) -> int:
        """How many of the cards kept are still in the lower hand."""
        return self.lower_missing - self.gifts + len(story.given)

    # Weighing

    def weigh(self, pool: list[int]) -> None:
        """Weigh every story against the unseen cards."""
        stronger = stronger_counts(pool)
        unseen = len(pool)
        known: dict[tuple[int, int, int, int], float] = {}  # many stories leave the same to be dealt
        self.weights = []
        for story in self.stories:
            case = (story.strongest_kept, story.weakest_owed, len(story.given), len(story.owed))
            weight = known.get(case, -1.0)
            if weight < 0.0:
                weight = self.story_weight(story, stronger, unseen)
                known[case] = weight
            self.weights.append(weight)
        self.weight = sum(self.weights)

    def story_weight(self, story: Story, stronger: list[int], unseen: int) -> float:
        """In how many ways unseen cards may complete a story: `stronger` counts those before each place."""
        missing = self.unseen_owed(story)
        ways = 0.0
        if missing == 0:
            ways = self.kept_ways(story, story.weakest_owed, unseen - stronger[story.weakest_owed + 1])
        else:
            for at in range(stronger[story.strongest_kept + 1]):
                ways += self.owed_ways(story, at, missing, stronger, unseen)
            if missing == 1 and self.gifts == 1 and story.strongest_kept == POLICE_PLACE:
                ways += self.tied_ways(story, stronger, unseen)
        return ways * self.rest_ways(story, unseen)

    def kept_ways(self, story: Story, weakest: int, weaker: int) -> float:
        """In how many ways the lower hand has kept cards that are no stronger than the weakest one owed."""
        kept = self.unseen_kept(story)
        if weaker < kept or weakest > story.strongest_kept:
            return 0.0
        ways = float(CHOOSE[weaker][kept])
        if weakest == POLICE_PLACE and story.strongest_kept == POLICE_PLACE:
            return ways / 2  # two police are alike: one deal, not two
        return ways

    def owed_ways(self, story: Story, at: int, missing: int, stronger: list[int], unseen: int) -> float:
        """In how many ways the unseen card at this place is the weakest unseen one that was owed."""
        weaker = unseen - 1 - at
        if story.weakest_owed >= 0:
            weaker = min(weaker, unseen - stronger[story.weakest_owed + 1])
        ways = self.kept_ways(story, story.weakest_owed, weaker)
        return ways * at if missing == 2 else ways

    def tied_ways(self, story: Story, stronger: list[int], unseen: int) -> float:
        """In how many ways an unseen police was owed, while the lower hand kept the other one."""
        if stronger[1] == 0:
            return 0.0
        return self.kept_ways(story, POLICE_PLACE, unseen - 1)

    def rest_ways(self, story: Story, unseen: int) -> float:
        """In how many ways the cards given and the rest of the upper hand may be filled."""
        if self.gifts == 0:
            return 1.0
        owed = self.unseen_owed(story)
        given = self.gifts - len(story.given)
        left = unseen - owed - self.unseen_kept(story)
        rest = self.upper_missing - owed
        if left < given + rest:
            return 0.0
        return float(CHOOSE[left][given]) * float(CHOOSE[left - given][rest])

    def most(self, stronger: list[int], whole: int, unseen: int) -> float:
        """The highest weight that so many `unseen` of the whole pool can give, for one card owed or none."""
        total = 0.0
        for story in self.stories:
            kept = self.unseen_kept(story)
            ways = 0.0
            if self.unseen_owed(story) == 0:
                weaker = min(whole - stronger[story.weakest_owed + 1], unseen)
                ways = self.kept_ways(story, story.weakest_owed, weaker)
            else:
                before = min(stronger[story.strongest_kept + 1], unseen)
                for at in range(before):
                    ways += float(CHOOSE[unseen - 1 - at][kept])
                if story.strongest_kept == POLICE_PLACE:
                    ways += self.tied_ways(story, stronger, unseen)
            total += ways * self.rest_ways(story, unseen)
        return total

    # Dealing

    def deal(self, pool: list[int], hands: list[list[int]], rng: Rng) -> bool:
        """Draw a story, take the cards it needs from the pool, and say whether it stands."""
        story = self.stories[drawn(self.weights, rng)]
        pool.sort(key=place_of)
        stronger = stronger_counts(pool)
        unseen = len(pool)
        missing = self.unseen_owed(story)
        self.owed = list(story.owed)
        self.given = list(story.given)
        weakest = story.weakest_owed
        first = stronger[weakest + 1] if weakest >= POLICE_PLACE else 0
        if missing > 0:
            ways = [
                self.owed_ways(story, at, missing, stronger, unseen)
                for at in range(stronger[story.strongest_kept + 1])
            ]
            if missing == 1 and self.gifts == 1 and story.strongest_kept == POLICE_PLACE:
                ways = [self.tied_ways(story, stronger, unseen)]
            at = drawn(ways, rng)
            owed = [pool[at]]
            if missing == 2:
                owed.append(pool[rng.below(at)])
            if at + 1 > first:
                first = at + 1
            self.owed += owed
            hands[self.upper] += owed
        kept = pool[first:]
        rng.shuffle(kept)
        kept = kept[: self.unseen_kept(story)]
        if POLICE in kept and weakest == POLICE_PLACE and rng.below(2) == 0:
            return False  # two police are alike: one deal, not two
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
    """How many of some cards stand before each place: before police, before the first card, and so on."""
    here = [0] * (NO_PLACE + 2)
    for card in cards:
        here[place_of(card) + 1] += 1
    counts: list[int] = []
    total = 0
    for count in here:
        counts.append(total)
        total += count
    return counts
