"""Information-set Monte Carlo tree search: one tree of what the searching seat can distinguish.

Every simulation samples a world that fits the view, follows the tree as far as it reaches, plays the rest
out and adds the result to the arms (moves) on the path. A node is a moment as the searching seat knows it:
moves and effects that look the same to it lead to the same node, so hidden information cannot influence its
choice. Sealed choices of other seats are made first and share one arm. Every seat maximises its own
result (max^n); chance moves follow their odds.
"""

from __future__ import annotations

import gc
import json
import math
import time
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from caponata.bots.nodes import (
    EXCLUDED,
    NO_ARM,
    PERCENT,
    MoveStats,
    Node,
    SearchStyle,
    combine_keys,
    next_node,
    ticket_stride,
)
from caponata.engine.chance import Rng
from caponata.engine.game import (
    CHANCE,
    CHANCE_ACTS,
    NO_KEY,
    NOBODY,
    Effect,
    Game,
    Position,
    View,
    Worlds,
)
from caponata.engine.playout import first_seat, move_buffer, next_seat

CLOCK_EVERY: Final[i64] = 16  # simulations between two checks of the clock
DEEPEST: Final[i64] = 200  # longest path in the tree, in moves
VISITS_TO_KEEP: Final[i64] = 64  # visits after which a node is kept for a later search, by its view
NO_SEAT: Final[i64] = -1
SEALED: Final[i64] = -1  # the single arm for a sealed choice of another seat
LOWEST: Final[i64] = -1000000  # below any score
LEAD_WEIGHT: Final = 10.0  # how strongly the lead predicts the winner if a playout was cut at the horizon
MOST_TICKETS_IN_TURN: Final[i64] = 36  # more tickets are drawn at random instead


@final
class TreeSearch:
    """A search for the seat of one view; `run` may be called again to continue it."""

    def __init__(self, game: Game, worlds: Worlds, seat: i64, rng: Rng, style: SearchStyle) -> None:
        self.worlds: Worlds = worlds
        self.game: Game = game
        self.hints = game.hints
        self.point_value: float = game.hints.point_value()
        self.seat: i64 = seat
        self.rng: Rng = rng
        self.style: SearchStyle = style
        self.exploration: float = style.exploration * game.hints.prior_weight()
        self.horizon: i64 = game.hints.horizon()
        if style.horizon > 0:
            self.horizon = style.horizon
        self.root: Node = Node()
        self.decision: Node | None = None  # the node of the searching seat's first choice
        self.kept_nodes: dict[str, Node] = {}  # by view: nodes for a later search
        self.buffer: vec[i64] = move_buffer()
        self.appeals: vec[i64] = move_buffer()
        self.effects: list[Effect] = []
        self.effect_keys: dict[Effect, int] = {}
        self.event_keys: dict[str, int] = {}
        self.path: list[Node] = []
        self.arms: vec[i64] = vec[i64]()
        self.movers: vec[i64] = vec[i64]()
        self.results: vec[float] = vec[float]()
        self.scores: vec[i64] = vec[i64]()
        self.depth: i64 = 0

    def run(self, simulations: i64, seconds: float) -> None:
        """Simulate until either budget is used up, or only once if the move is forced; 0 means no limit."""
        self.simulate()
        if self.is_forced():
            return
        deadline = time.perf_counter() + seconds
        done: i64 = 1
        was_enabled = gc.isenabled()
        gc.disable()  # collections would scan the growing tree again and again
        while simulations == 0 or done < simulations:
            if seconds > 0.0 and done % CLOCK_EVERY == 0 and time.perf_counter() >= deadline:
                break
            self.simulate()
            done += 1
        if was_enabled:
            gc.enable()

    def is_forced(self) -> bool:
        """Return whether the searching seat has only one move."""
        node = self.decision
        return node is not None and len(node.moves) == 1

    def simulate(self) -> None:
        """Run one simulation: sample a world, follow the tree, play out and add the result."""
        world = self.worlds.sample(self.rng)
        self.walk(world)
        world.effects = None
        self.play_out(world)
        self.evaluate(world)
        self.backpropagate()

    def move_to(self, worlds: Worlds, view: View) -> None:
        """Continue with a later view of the same seat, using the node of that view if it was kept."""
        self.worlds = worlds
        node = self.kept_nodes.get(view_text(view))
        self.kept_nodes = {}
        self.decision = node
        if node is None:
            node = Node()
        self.root = node

    # Selection

    def walk(self, world: Position) -> None:
        """Play a world along the tree, record the path, and stop at the first new move."""
        node = self.root
        self.depth = 0
        self.path.clear()
        world.effects = self.effects
        while self.depth < DEEPEST:
            acting = world.to_act
            if acting == NOBODY:
                return
            if acting == CHANCE_ACTS:
                seat = CHANCE
                move = self.draw_chance(world, node)
                arm = node.arm_of(move)
                if arm == NO_ARM:
                    arm = node.add(move, 0.0)
            else:
                seat = self.next_seat(world, acting)
                if seat == NO_SEAT:
                    return
                if seat != self.seat and world.is_sealed():
                    arm = 0
                    move = self.playout_move(world, seat)
                    if len(node.moves) == 0:
                        node.add(SEALED, 0.0)
                else:
                    if seat == self.seat:
                        self.remember(world, node)
                    arm = self.choose(world, node, seat)
                    move = node.moves[arm]
            node.tries[arm] += 1
            node.visits += 1
            if self.depth == len(self.arms):
                self.arms = append(self.arms, 0)
                self.movers = append(self.movers, 0)
            self.arms[self.depth] = arm
            self.movers[self.depth] = seat
            self.path.append(node)
            self.depth += 1
            if seat != CHANCE and node.tries[arm] == 1 and move == node.moves[arm]:
                world.play(seat, move)
                return
            node = self.step(world, node, seat, arm, move)
            if seat == CHANCE and node.visits == 0:
                return

    def remember(self, world: Position, node: Node) -> None:
        """Remember the node of the first decision, and keep often visited nodes for later searches."""
        if self.decision is None:
            self.decision = node
        elif node.visits == VISITS_TO_KEEP and node is not self.decision and not world.is_sealed():
            self.kept_nodes[view_text(self.game.view(world, self.seat))] = node

    def next_seat(self, world: Position, acting: i64) -> i64:
        """The seat to move: the searching seat first, or last if choices are sealed; `NO_SEAT` in a race."""
        mine = acting >> self.seat & 1
        if not world.is_sealed():
            if mine:
                return self.seat
            if acting & (acting - 1):  # a race: the tree does not know who is quickest
                return NO_SEAT
        elif mine and acting != mine << self.seat:
            acting ^= mine << self.seat
        return first_seat(acting)

    def draw_chance(self, world: Position, node: Node) -> i64:
        """Chance's move by its odds. If there are few tickets, they are taken in turn, for exact shares."""
        weight = world.total_weight()
        if weight > MOST_TICKETS_IN_TURN:
            return world.chance_move(self.rng.below(weight))
        if node.ticket < 0:
            node.ticket = self.rng.below(weight)
        node.ticket = (node.ticket + ticket_stride(weight)) % weight
        return world.chance_move(node.ticket)

    def step(self, world: Position, node: Node, seat: i64, arm: i64, move: i64) -> Node:
        """Play a move and return the next node, which depends on what the searching seat sees of the move."""
        key = node.keys[arm]
        if not key:
            key = move + 1
            if seat != self.seat:
                key = self.worlds.move_key(world, seat, move)
                if key == NO_KEY:
                    key = self.event_key(str(self.game.move_event(world, self.seat, seat, move)))
            node.keys[arm] = key
        self.effects.clear()
        world.play(seat, move)
        if self.effects:
            for effect in self.effects:
                seen = self.worlds.effect_key(effect)
                if seen == NO_KEY:
                    seen = self.effect_key(effect)
                key = combine_keys(key, seen)
            return next_node(node, key)
        after = node.after
        if after is None:
            after = node.after = [None] * len(node.moves)
        following = after[arm]
        if following is None:
            following = after[arm] = next_node(node, key)
        return following

    def effect_key(self, effect: Effect) -> i64:
        """A key for what the searching seat sees of an effect."""
        known = self.effect_keys.get(effect)
        if known is None:
            known = self.event_key(str(self.game.effect_event(effect, self.seat)))
            self.effect_keys[effect] = known
        return known

    def event_key(self, event: str) -> i64:
        """A key for an event, equal for equal events and different from the key of any move."""
        known = self.event_keys.get(event)
        if known is None:
            known = -1 - len(self.event_keys)
            self.event_keys[event] = known
        return known

    # Choice of moves

    def choose(self, world: Position, node: Node, seat: i64) -> i64:
        """The arm with the highest upper confidence bound among the legal moves of this world."""
        buffer = self.buffer
        count = world.moves(seat, buffer)
        known = len(node.moves)
        same = known == count
        i: i64 = 0
        while same and i < count:
            same = node.moves[i] == buffer[i]
            i += 1
        if not same:
            self.add_moves(world, node, seat, count)
        untried = 0.5
        if node.visits > 0:
            untried = node.total / float(node.visits)
        untried -= self.style.untried_penalty
        exploration = self.exploration
        moves = node.moves
        tries = node.tries
        offered = node.offered
        gains = node.gains
        biases = node.biases
        chosen: i64 = 0
        highest = 2.0 * EXCLUDED
        i = 0
        while i < count:
            arm = i
            if not same and moves[i] != buffer[i]:
                arm = node.arm_of(buffer[i])
            offered[arm] += 1
            tried = float(tries[arm])
            bound = untried
            if tried > 0.0:
                bound = gains[arm] / tried
            bound += exploration * biases[arm] * math.sqrt(float(offered[arm])) / (1.0 + tried)
            if bound > highest:
                highest = bound
                chosen = arm
            i += 1
        return chosen

    def add_moves(self, world: Position, node: Node, seat: i64, count: i64) -> None:
        """Add a world's legal moves to a node, biased by their appeal if the search uses hints."""
        buffer = self.buffer
        if len(node.moves) == 0:
            node.fill(buffer, count)
            if count == 1 or not self.style.use_hints:
                return
        else:
            node.add_missing(buffer, count)
            if not self.style.use_hints:
                return
        appeals = self.appeals
        i: i64 = 0
        while i < count:
            appeals[i] = self.hints.appeal(world, seat, buffer[i])
            i += 1
        node.set_biases(buffer, appeals, count, self.hints.search_margin())

    # Playout and result

    def play_out(self, world: Position) -> None:
        """Play a world to its end, or to the horizon of this search."""
        remaining = self.horizon
        while True:
            acting = world.to_act
            if acting == CHANCE_ACTS:
                world.play_chance(self.rng)
            elif acting == NOBODY:
                return
            else:
                seat = next_seat(world, self.rng)
                world.play(seat, self.playout_move(world, seat))
                remaining -= 1
                if remaining == 0:
                    return

    def playout_move(self, world: Position, seat: i64) -> i64:
        """A move for a seat in a playout: by the hints, or at random."""
        hint_percent = self.style.hint_percent
        if hint_percent > 0 and (hint_percent >= PERCENT or self.rng.below(PERCENT) < hint_percent):
            return self.hints.playout_move(world, seat, self.rng, self.buffer)
        return world.random_move(seat, self.rng, self.buffer)

    def evaluate(self, world: Position) -> None:
        """Set each seat's result: its share of the win, and a little for its lead."""
        seats = world.seats
        if len(self.results) == 0:
            self.results = vec[float]([0.0] * seats)
            self.scores = vec[i64]([0] * seats)
        results = self.results
        scores = self.scores
        is_over = world.to_act == NOBODY
        winners = 0.0
        best: i64 = LOWEST  # the highest score and the second highest
        second: i64 = LOWEST
        seat: i64 = 0
        while seat < seats:
            results[seat] = 0.0
            if world.place(seat) == 0:
                results[seat] = 1.0
                winners += 1.0
            score = world.score(seat)
            scores[seat] = score
            if score > best:
                second = best
                best = score
            elif score > second:
                second = score
            seat += 1
        seat = 0
        while seat < seats:
            rival = best
            if scores[seat] == best:
                rival = second
            lead = self.point_value * float(scores[seat] - rival)
            if is_over:
                results[seat] = results[seat] / winners + lead
            else:
                results[seat] = 1.0 / (1.0 + math.exp(-LEAD_WEIGHT * lead)) + lead
            seat += 1

    def backpropagate(self) -> None:
        """Add the results to all arms on the path."""
        i: i64 = 0
        while i < self.depth:
            mover = self.movers[i]
            if mover != CHANCE:
                node = self.path[i]
                gain = self.results[mover]
                node.gains[self.arms[i]] += gain
                node.total += gain
            i += 1

    def statistics(self) -> list[MoveStats]:
        """Statistics of each move of the searching seat, the most tried first."""
        node = self.decision
        assert node is not None
        stats = []
        for i in range(len(node.moves)):
            tries = node.tries[i]
            mean = node.gains[i] / float(tries) if tries else 0.0
            stats.append(MoveStats(node.moves[i], tries, mean))
        stats.sort(key=lambda move: (-move.tries, -move.mean))
        return stats


def view_text(view: View) -> str:
    """A view as text; equal views give equal text."""
    return json.dumps(view, sort_keys=True)
