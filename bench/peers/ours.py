"""Our five games: stepped from Python, through PettingZoo, inside compiled code, and searched."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bench.peers.works import Done, Work, agent_by_agent
from bench.searches import BLIND, moves_to_the_end
from caponata.adapters.pettingzoo import env
from caponata.bots.tree import TreeSearch
from caponata.catalogue import find_game
from caponata.engine import playout
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game, Position

TABLES: Mapping[str, int] = {  # seats of each measured game
    "capital-lux": 3,
    "capo": 4,
    "capo-dei-capi": 2,
    "capone": 4,
    "capio": 3,
}
PLAYOUTS = 100
SIMULATIONS = 300
OPENING = 20  # greedy moves before a search is measured


def stepped(game: Game, seats: int) -> Work:
    """Whole random games, each move chosen and played by Python."""
    choose = random.Random(1).random
    buffer = playout.move_buffer()

    def work() -> Done:
        moves = 0
        position = game.start(seats, game.options())
        while position.to_act != NOBODY:
            if position.to_act == CHANCE_ACTS:
                position.play(CHANCE, position.chance_move(int(choose() * position.total_weight())))
                continue
            seat = (position.to_act & -position.to_act).bit_length() - 1
            position.play(seat, buffer[int(choose() * position.moves(seat, buffer))])
            moves += 1
        return Done(moves, 1)

    return work


def through_pettingzoo(game: Game, seats: int) -> Work:
    """The same through our PettingZoo environment, without observations."""
    table = env(game.name, seats)
    choose = random.Random(1).random

    def work() -> Done:
        moves = 0
        table.reset()
        for _ in table.agent_iter():
            _, _, is_over, _, _ = table.last(observe=False)
            if is_over:
                table.step(None)
            else:
                allowed = table.legal_actions()
                table.step(allowed[int(choose() * len(allowed))])
                moves += 1
        return Done(moves, 1)

    return work


def observed(game: Game, seats: int) -> Work:
    """The same, with an observation and a mask for every move."""
    return agent_by_agent(env(game.name, seats))


def inside(game: Game, seats: int) -> Work:
    """Whole random games inside compiled code."""
    start = game.start(seats, game.options())
    rng = Rng(1)
    return lambda: Done(playout.playouts(start, PLAYOUTS, rng), PLAYOUTS)


def opening(game: Game, seats: int) -> Position:
    """A position some moves into a game of greedy players."""
    rng = Rng(1)
    position = game.start(seats, game.options())
    moves = 0
    while moves < OPENING or position.to_act == CHANCE_ACTS:
        if position.to_act == CHANCE_ACTS:
            position.play_chance(rng)
        else:
            seat = playout.first_seat(position.to_act)
            position.play(seat, playout.best_choice(position, seat, game.hints, rng))
            moves += 1
    return position


def searched(game: Game, seats: int) -> Work:
    """Simulations of our tree search with random playouts to the end, for the seat that moves first."""
    position = opening(game, seats)
    seat = playout.first_seat(position.to_act)
    worlds = game.worlds(game.view(position, seat))
    rng = Rng(1)

    def work() -> Done:
        TreeSearch(game, worlds, seat, rng, BLIND).run(SIMULATIONS, 0.0)
        return Done(SIMULATIONS, 0)

    return work


def length(game: Game, seats: int) -> float:
    """The average number of moves in a simulation of that search, including chance moves."""
    return moves_to_the_end(opening(game, seats))


def works() -> dict[tuple[str, str], Work]:
    """All measurements of our games, by game and column."""
    found: dict[tuple[str, str], Work] = {}
    for name, seats in TABLES.items():
        game = find_game(name)
        for column in (stepped, through_pettingzoo, observed, inside, searched):
            found[title(game, seats), column.__name__] = column(game, seats)
    return found


def title(game: Game, seats: int) -> str:
    """The name of a row."""
    return f"caponata: {game.title}, {seats} seats"
