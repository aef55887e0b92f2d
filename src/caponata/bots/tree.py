"""Information-set Monte Carlo tree search: one tree of what the searching seat can tell apart.

Every simulation deals a world that fits the view, walks down the tree as far as it reaches, plays the rest
out and notes the result for whoever moved on the way. A node is a moment as the searching seat knows it:
moves and effects that look the same to it lead to the same node, so that nothing hidden can steer its choice.
Where seats choose in secret the others go first and unseen; whoever moves wants the best for itself (max^n);
chance moves by its odds.
"""

from __future__ import annotations

import gc
import json
import math
import time
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from caponata.bots.nodes import HOPELESS, NO_ARM, PERCENT, Answer, Node, Style, alike, mixed, stride
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

CLOCK_EVERY: Final[i64] = 16  # simulations between two looks at the clock
DEEPEST: Final[i64] = 200  # moves that a walk follows the tree at most
WORTH_KEEPING: Final[i64] = 64  # visits from which a node is found again by the view that it stands for
NO_SEAT: Final[i64] = -1
SECRET: Final[i64] = -1  # the one arm for whatever somebody else chooses in secret
LOWEST: Final[i64] = -1000000  # below any score
TRUST: Final = 10.0  # how much a lead says of who will win, where a playout was cut short
IN_TURN: Final[i64] = 36  # chance with so few tickets takes each once before any comes again


@final
class Search:
    """A search for the seat of one view; `run` may be called again to think on."""

    def __init__(self, game: Game, worlds: Worlds, seat: i64, rng: Rng, style: Style) -> None:
        self.worlds: Worlds = worlds
        self.game: Game = game
        self.hints = game.hints
        self.point: float = game.hints.point_value()
        self.seat: i64 = seat
        self.rng: Rng = rng
        self.style: Style = style
        self.curiosity: float = style.curiosity * game.hints.prior_weight()
        self.horizon: i64 = game.hints.horizon()
        if style.horizon > 0:
            self.horizon = style.horizon
        self.root: Node = Node()
        self.decision: Node | None = None  # where the searching seat chooses first
        self.kept: dict[str, Node] = {}  # nodes that are worth coming back to
        self.buffer: vec[i64] = move_buffer()
        self.appeals: vec[i64] = move_buffer()
        self.effects: list[Effect] = []
        self.told: dict[Effect, int] = {}
        self.numbers: dict[str, int] = {}
        self.path: list[Node] = []
        self.arms: vec[i64] = vec[i64]()
        self.movers: vec[i64] = vec[i64]()
        self.results: vec[float] = vec[float]()
        self.scores: vec[i64] = vec[i64]()
        self.depth: i64 = 0

    def run(self, simulations: i64, seconds: float) -> None:
        """Simulate until a budget is used up; 0 stands for no such budget."""
        self.simulate()
        if self.is_forced():
            return
        deadline = time.perf_counter() + seconds
        done: i64 = 1
        collects = gc.isenabled()
        gc.disable()  # it would look through the whole tree again and again
        while simulations == 0 or done < simulations:
            if seconds > 0.0 and done % CLOCK_EVERY == 0 and time.perf_counter() >= deadline:
                break
            self.simulate()
            done += 1
        if collects:
            gc.enable()

    def is_forced(self) -> bool:
        """Whether there is nothing to decide."""
        node = self.decision
        return node is not None and len(node.moves) == 1

    def simulate(self) -> None:
        """One world, from the view to an end."""
        world = self.worlds.sample(self.rng)
        self.walk(world)
        world.effects = None
        self.play_out(world)
        self.judge(world)
        self.note()

    def go_on(self, worlds: Worlds, view: View) -> None:
        """Search for a later view of the same seat, with what is known of it already."""
        self.worlds = worlds
        found = self.kept.get(view_text(view))
        self.kept = {}
        self.decision = found
        if found is None:
            found = Node()
        self.root = found

    # Down the tree

    def walk(self, world: Position) -> None:
        """Follow the tree, and let it grow by one node."""
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
                move = self.draw(world, node)
                arm = node.arm_of(move)
                if arm == NO_ARM:
                    arm = node.add(move, 0.0)
            else:
                seat = self.next_seat(world, acting)
                if seat == NO_SEAT:
                    return
                if seat != self.seat and world.is_sealed():
                    arm = 0
                    move = self.likely(world, seat)
                    if len(node.moves) == 0:
                        node.add(SECRET, 0.0)
                else:
                    if seat == self.seat:
                        self.mark(world, node)
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

    def mark(self, world: Position, node: Node) -> None:
        """Know the node of the choice that is asked for, and those worth coming back to, by their views."""
        if self.decision is None:
            self.decision = node
        elif node.visits == WORTH_KEEPING and node is not self.decision and not world.is_sealed():
            self.kept[view_text(self.game.view(world, self.seat))] = node

    def next_seat(self, world: Position, acting: i64) -> i64:
        """Whoever moves first: the searching seat, but after all others where choices are secret."""
        mine = acting >> self.seat & 1
        if not world.is_sealed():
            if mine:
                return self.seat
            if acting & (acting - 1):  # whoever is quickest: no tree knows that
                return NO_SEAT
        elif mine and acting != mine << self.seat:
            acting ^= mine << self.seat
        return first_seat(acting)

    def draw(self, world: Position, node: Node) -> i64:
        """Chance's move: by its odds, and with few tickets in turn, which gives them their exact shares."""
        weight = world.total_weight()
        if weight > IN_TURN:
            return world.chance_move(self.rng.below(weight))
        if node.ticket < 0:
            node.ticket = self.rng.below(weight)
        node.ticket = (node.ticket + stride(weight)) % weight
        return world.chance_move(node.ticket)

    def step(self, world: Position, node: Node, seat: i64, arm: i64, move: i64) -> Node:
        """Play a move, and give the node that what the searching seat sees of it leads to."""
        sight = node.sights[arm]
        if not sight:
            sight = move + 1
            if seat != self.seat:
                sight = self.worlds.move_key(world, seat, move)
                if sight == NO_KEY:
                    sight = self.number(str(self.game.move_event(world, self.seat, seat, move)))
            node.sights[arm] = sight
        self.effects.clear()
        world.play(seat, move)
        if self.effects:
            for effect in self.effects:
                heard = self.worlds.effect_key(effect)
                if heard == NO_KEY:
                    heard = self.effect_number(effect)
                sight = mixed(sight, heard)
            return alike(node, sight)
        after = node.after
        if after is None:
            after = node.after = [None] * len(node.moves)
        found = after[arm]
        if found is None:
            found = after[arm] = alike(node, sight)
        return found

    def effect_number(self, effect: Effect) -> i64:
        """A number for what the searching seat sees of an effect."""
        known = self.told.get(effect)
        if known is None:
            known = self.number(str(self.game.effect_event(effect, self.seat)))
            self.told[effect] = known
        return known

    def number(self, look: str) -> i64:
        """A number for something seen, the same whenever it looks the same; no move has it."""
        known = self.numbers.get(look)
        if known is None:
            known = -1 - len(self.numbers)
            self.numbers[look] = known
        return known

    # What to try

    def choose(self, world: Position, node: Node, seat: i64) -> i64:
        """The arm with the highest hope for whoever moves, of those that this world allows."""
        buffer = self.buffer
        count = world.moves(seat, buffer)
        known = len(node.moves)
        same = known == count
        i: i64 = 0
        while same and i < count:
            same = node.moves[i] == buffer[i]
            i += 1
        if not same:
            self.learn(world, node, seat, count)
        untried = 0.5
        if node.visits > 0:
            untried = node.total / float(node.visits)
        untried -= self.style.caution
        curiosity = self.curiosity
        moves = node.moves
        tries = node.tries
        chances = node.chances
        gains = node.gains
        biases = node.biases
        chosen: i64 = 0
        highest = 2.0 * HOPELESS
        i = 0
        while i < count:
            arm = i
            if not same and moves[i] != buffer[i]:
                arm = node.arm_of(buffer[i])
            chances[arm] += 1
            tried = float(tries[arm])
            hope = untried
            if tried > 0.0:
                hope = gains[arm] / tried
            hope += curiosity * biases[arm] * math.sqrt(float(chances[arm])) / (1.0 + tried)
            if hope > highest:
                highest = hope
                chosen = arm
            i += 1
        return chosen

    def learn(self, world: Position, node: Node, seat: i64, count: i64) -> None:
        """Take in the moves of a world, each with a bias: what looks better is tried sooner."""
        buffer = self.buffer
        if len(node.moves) == 0:
            node.fill(buffer, count)
            if count == 1 or not self.style.biased:
                return
        else:
            node.take_in(buffer, count)
            if not self.style.biased:
                return
        appeals = self.appeals
        i: i64 = 0
        while i < count:
            appeals[i] = self.hints.appeal(world, seat, buffer[i])
            i += 1
        node.weigh(buffer, appeals, count, self.hints.search_margin())

    # To the end

    def play_out(self, world: Position) -> None:
        """Play a world to its end, or as far as this search looks."""
        left = self.horizon
        while True:
            acting = world.to_act
            if acting == CHANCE_ACTS:
                world.play_chance(self.rng)
            elif acting == NOBODY:
                return
            else:
                seat = next_seat(world, self.rng)
                world.play(seat, self.likely(world, seat))
                left -= 1
                if left == 0:
                    return

    def likely(self, world: Position, seat: i64) -> i64:
        """What a seat may play when nobody searches: mostly by the hints, or blindly."""
        sense = self.style.sense
        if sense > 0 and (sense >= PERCENT or self.rng.below(PERCENT) < sense):
            return self.hints.playout_move(world, seat, self.rng, self.buffer)
        return world.random_move(seat, self.rng, self.buffer)

    def judge(self, world: Position) -> None:
        """What the end is worth to each seat: its share of the win, and a little for its lead."""
        seats = world.seats
        if len(self.results) == 0:
            self.results = vec[float]([0.0] * seats)
            self.scores = vec[i64]([0] * seats)
        results = self.results
        scores = self.scores
        is_over = world.to_act == NOBODY
        winners = 0.0
        best: i64 = LOWEST  # the highest score, and the next
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
            lead = self.point * float(scores[seat] - rival)
            if is_over:
                results[seat] = results[seat] / winners + lead
            else:
                results[seat] = 1.0 / (1.0 + math.exp(-TRUST * lead)) + lead
            seat += 1

    def note(self) -> None:
        """Tell everybody on the way what came of it."""
        i: i64 = 0
        while i < self.depth:
            mover = self.movers[i]
            if mover != CHANCE:
                node = self.path[i]
                gain = self.results[mover]
                node.gains[self.arms[i]] += gain
                node.total += gain
            i += 1

    # What came of it

    def answers(self) -> list[Answer]:
        """What is known of each move of the searching seat, the most tried first."""
        node = self.decision
        assert node is not None
        found = []
        for i in range(len(node.moves)):
            tries = node.tries[i]
            mean = node.gains[i] / float(tries) if tries else 0.0
            found.append(Answer(node.moves[i], tries, mean))
        found.sort(key=lambda answer: (-answer.tries, -answer.mean))
        return found


def view_text(view: View) -> str:
    """A view as a text, the same for equal views."""
    return json.dumps(view, sort_keys=True)
