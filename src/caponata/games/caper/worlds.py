"""All positions of Caper that fit a seat's view."""

from __future__ import annotations

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS, View, Worlds
from caponata.games.caper.moves import NUMBERS
from caponata.games.caper.rules import CaperOptions, CaperPosition, hand_index


class CaperWorlds(Worlds):
    """The positions that fit a view: the cards that the seat has not seen are dealt again."""

    def __init__(self, view: View) -> None:
        me = view["seat"]
        base = CaperPosition(view["seats"], CaperOptions(**view["options"]))
        base.discards = list(view["discards"].values())
        base.points = list(view["points"])
        base.to_deal = view["dealing"]
        base.to_act = CHANCE_ACTS if base.to_deal else sum(1 << seat for seat in view["to_act"])
        for card, copies in enumerate(base.discards):
            base.deck[card] -= copies
        if me is not None:
            for card, copies in enumerate(view["hand"].values()):
                base.deck[card] -= copies
                base.hands[hand_index(me, card)] = copies
            if view["laid"] is not None:
                card = view["laid"] - 1
                base.deck[card] -= 1
                base.laid[me] = card
        self.base = base
        self.hidden_cards = [0 if seat == me else count for seat, count in enumerate(view["cards"])]

    def sample(self, rng: Rng) -> CaperPosition:
        world = self.base.copy()
        assert isinstance(world, CaperPosition)
        pool = [card for card, copies in enumerate(world.deck) for _ in range(copies)]
        for seat, count in enumerate(self.hidden_cards):
            dealt = [pool.pop(rng.below(len(pool))) for _ in range(count)]
            has_laid = world.is_sealed() and not world.to_act >> seat & 1
            if dealt and has_laid:
                world.laid[seat] = dealt.pop()
            for card in dealt:
                world.hands[hand_index(seat, card)] += 1
        world.deck = [pool.count(card) for card in range(NUMBERS)]
        return world
