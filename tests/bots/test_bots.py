"""Bots follow the rules, use only their view, and play at their expected strength."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import pytest

from caponata.bots import (
    Bot,
    BotError,
    CarelessBot,
    GreedyBot,
    MonteCarloBot,
    NoviceBot,
    RandomBot,
    TreeBot,
    bot_names,
    make_bot,
)
from caponata.bots.levels import LEVELS, level_bot
from caponata.bots.search import Arm, most_tried, next_arm, search
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import CHANCE_ACTS, NOBODY, Game, Position, View
from caponata.engine.playout import best_move, legal_moves, move_buffer
from caponata.engine.table import Table
from caponata.games.caper import GAME as CAPER
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capital_lux.layout import HANDS
from caponata.games.capital_lux.moves import SPACE
from caponata.games.capital_lux.rules import LuxPosition
from caponata.lab.simulate import simulate
from tests.builds import is_compiled
from tests.engine.tables import fair, people
from tests.games.capital_lux.positions import lux, moves, reckoned

NAMES = ("random", "novice", "careless", "greedy", "mc:12", "tree:12")
both_games = pytest.mark.parametrize("game", [LUX, CAPER], ids=lambda game: game.name)
every_number_of_seats = pytest.mark.parametrize("seats", [2, 3, 4])
every_bot = pytest.mark.parametrize("name", NAMES)


def plain(view: View) -> View:
    """A view after a round trip through JSON."""
    sent: View = json.loads(json.dumps(view))
    return sent


def decisions(game: Game, seats: int, seed: int) -> Iterator[tuple[Position, int]]:
    """All positions of random games in which a seat is to act, with that seat."""
    rng = Rng(seed)
    while True:
        position = game.start(seats, game.options())
        while position.to_act != NOBODY:
            if position.to_act != CHANCE_ACTS:
                for seat in range(seats):
                    if position.to_act >> seat & 1:
                        yield position, seat
            position.play(*next_move(position, rng))


# Rules


@both_games
@every_number_of_seats
@every_bot
def test_every_bot_plays_whole_games_by_the_rules(game: Game, seats: int, name: str) -> None:
    table = Table(game, people(seats), draws=fair(seats))
    bots = [make_bot(game, name, seed) for seed in range(seats)]
    while table.acting:
        seat = table.acting[0]
        table.play(seat, bots[seat].choose(plain(table.view(seat))))  # the table checks legality
    assert table.outcome() is not None


@both_games
@every_number_of_seats
@every_bot
def test_every_bot_plays_legal_moves_in_random_positions(game: Game, seats: int, name: str) -> None:
    bot = make_bot(game, name, 1)
    for position, seat in islice(decisions(game, seats, seed=2), 150):
        assert bot.choose(plain(game.view(position, seat))) in legal_moves(position, seat)


@pytest.mark.parametrize("name", ["mc:1", "mc:1ms", "mc:20ms"])
def test_the_smallest_budget_is_enough_for_a_legal_move(name: str) -> None:
    bot = make_bot(LUX, name, 1)
    for position, seat in islice(decisions(LUX, 3, seed=3), 40):
        assert bot.choose(LUX.view(position, seat)) in legal_moves(position, seat)


def test_a_bot_with_one_legal_move_does_not_search() -> None:
    packets = ["pink-2 pink-2 pink-2", "pink-3 pink-4 pink-4"]
    view = LUX.view(lux(hands=packets, phase="first-pick", deal=3), 0)
    arms = search(LUX.worlds(view), 0, LUX.hints, Rng(1), 50, 0.0)
    assert [(SPACE.text(arm.move), arm.tries) for arm in arms] == [("pick pink-2 pink-2", 0)]
    assert SPACE.text(make_bot(LUX, "mc:600000ms", 1).choose(view)) == "pick pink-2 pink-2"


# Hidden information


def moves_that_depend_on_hidden_information(game: Game, seats: int, bot: Callable[[int], Bot]) -> int:
    """Number of positions in which a bot plays differently in another world of its view, at equal seeds."""
    rng = Rng(4)
    differed = dependent = 0
    for seed, (position, seat) in enumerate(islice(decisions(game, seats, seed=5), 120)):
        view = plain(game.view(position, seat))
        world = game.worlds(view).sample(rng)
        differed += world.fingerprint() != position.fingerprint()
        dependent += bot(seed).choose(view) != bot(seed).choose(plain(game.view(world, seat)))
    assert differed > 60
    return dependent


@pytest.mark.parametrize(
    ("name", "seats"), [("capo", 3), ("capo-dei-capi", 2), ("capone", 3), ("capital-lux", 3)]
)
def test_levels_without_search_do_not_depend_on_hidden_information(name: str, seats: int) -> None:
    game, rng = find_game(name), Rng(4)
    bots = {bot for level in LEVELS if not (bot := level_bot(game, level)).startswith("tree")}
    differed = 0
    for seed, (position, seat) in enumerate(islice(decisions(game, seats, seed=5), 0, 240, 3)):
        view = plain(game.view(position, seat))
        world = game.worlds(view).sample(rng)
        differed += world.fingerprint() != position.fingerprint()
        again = plain(game.view(world, seat))
        for bot in bots:
            assert make_bot(game, bot, seed).choose(view) == make_bot(game, bot, seed).choose(again)
    assert differed > 20


@both_games
@every_number_of_seats
@every_bot
def test_bots_do_not_depend_on_hidden_information(game: Game, seats: int, name: str) -> None:
    assert moves_that_depend_on_hidden_information(game, seats, lambda seed: make_bot(game, name, seed)) == 0


class PeekingBot(RandomBot):
    """Chooses a move by the next seat's hand, which a leaking view reveals."""

    def choose(self, view: View) -> int:
        world = self.game.worlds(view).sample(self.rng)
        moves = legal_moves(world, view["seat"])
        return moves[int(view["peek"]) % len(moves)]


def test_a_bot_that_uses_hidden_information_is_detected() -> None:
    def leaking(position: Position, seat: int) -> View:
        assert isinstance(position, LuxPosition)
        return LUX.view(position, seat) | {"peek": position.words[HANDS + (seat + 1) % position.seats]}

    leaky = replace(LUX, view=leaking, views=None)
    assert moves_that_depend_on_hidden_information(leaky, 3, lambda seed: PeekingBot(leaky, seed)) > 0


@both_games
@every_bot
def test_bots_do_not_change_their_view(game: Game, name: str) -> None:
    bot = make_bot(game, name, 1)
    for position, seat in islice(decisions(game, 3, seed=6), 60):
        view = game.view(position, seat)
        bot.choose(view)
        assert view == game.view(position, seat)


@both_games
@every_bot
def test_equal_seeds_play_equal_games(game: Game, name: str) -> None:
    games = [simulate(game, [name, name], games=3, seed=seed, processes=1) for seed in (7, 7, 8)]
    assert games[0] == games[1]
    assert games[0] != games[2]


# Strength


@both_games
def test_the_greedy_bot_and_the_compiled_policy_play_moves_with_the_highest_appeal(game: Game) -> None:
    rng, buffer = Rng(1), move_buffer()
    bot = GreedyBot(game, 1)
    for position, seat in islice(decisions(game, 3, seed=9), 400):
        appeals = {move: game.hints.appeal(position, seat, move) for move in legal_moves(position, seat)}
        highest = max(appeals.values())
        assert appeals[bot.choose(plain(game.view(position, seat)))] == highest
        assert appeals[best_move(position, seat, game.hints, rng, buffer)] == highest


def test_equally_good_moves_are_all_played() -> None:
    packets = ["pink-2 pink-2 green-2 blue-2", "pink-3 pink-3 pink-4 pink-4"]
    view = LUX.view(lux(hands=packets, phase="first-pick", deal=4), 0)
    chosen = {SPACE.text(GreedyBot(LUX, seed).choose(view)) for seed in range(60)}
    assert chosen == {
        "pick green-2 blue-2",
        "pick green-2 pink-2",
        "pick blue-2 pink-2",
        "pick pink-2 pink-2",
    }


@pytest.mark.parametrize(("seats", "share"), [(2, 0.85), (3, 0.75), (4, 0.65)])
def test_a_greedy_seat_among_random_ones_wins_most_games(seats: int, share: float) -> None:
    players = ["random"] * seats
    players[1] = "greedy"
    tally = simulate(LUX, players, games=600, seed=10, processes=1)
    rate, width = tally.win_rate(1)
    assert rate - width > share


@both_games
def test_a_novice_who_overlooks_nothing_is_greedy(game: Game) -> None:
    for position, seat in islice(decisions(game, 3, seed=9), 100):
        appeals = {move: game.hints.appeal(position, seat, move) for move in legal_moves(position, seat)}
        view = plain(game.view(position, seat))
        assert appeals[NoviceBot(game, 1, overlooks=0).choose(view)] == max(appeals.values())
        guesses = {NoviceBot(game, seed, overlooks=100).choose(view) for seed in range(40)}
        assert len(guesses) > 1 or len(appeals) == 1


def test_a_novice_who_overlooks_everything_compares_two_moves() -> None:
    """Random choices would have the mean appeal of all moves; the better of two has more."""
    better = total = 0
    for position, seat in islice(decisions(LUX, 3, seed=9), 60):
        appeals = {move: LUX.hints.appeal(position, seat, move) for move in legal_moves(position, seat)}
        middle = sorted(appeals.values())[len(appeals) // 2]
        if min(appeals.values()) < middle:
            view = plain(LUX.view(position, seat))
            chosen = [NoviceBot(LUX, seed, overlooks=100).choose(view) for seed in range(20)]
            better += sum(appeals[move] >= middle for move in chosen)
            total += len(chosen)
    assert better / total > 0.66


@both_games
def test_a_careless_bot_may_choose_a_wrong_verb_but_then_plays_its_best_move(game: Game) -> None:
    erred = 0
    for position, seat in islice(decisions(game, 3, seed=9), 100):
        appeals = {move: game.hints.appeal(position, seat, move) for move in legal_moves(position, seat)}
        view = plain(game.view(position, seat))
        best = max(appeals.values())
        assert appeals[CarelessBot(game, 1, misjudges=0).choose(view)] == best
        chosen = CarelessBot(game, seat, misjudges=200).choose(view)
        verb = game.space.verb(chosen)
        alike = [appeal for move, appeal in appeals.items() if game.space.verb(move) == verb]
        assert appeals[chosen] == max(alike) >= best - 400
        erred += appeals[chosen] < best
    assert (erred > 0) == (len(game.space.verbs) > 3)  # seats have only one verb in Caper


@pytest.mark.skipif(not is_compiled(), reason="takes minutes as plain Python")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", ["mc:300", "tree:150"])
def test_searching_bots_beat_greedy(seat: int, name: str) -> None:
    players = ["greedy", "greedy"]
    players[seat] = name
    rate, width = simulate(LUX, players, games=40, seed=11, processes=1).win_rate(seat)
    assert rate - width > 0.5


def test_monte_carlo_pays_for_cards_that_win_the_game() -> None:
    """Paying one disc keeps six points; without them, the other seat leads."""
    position = reckoned(lux(homes=["blue-6", "pink-4"], capital="blue-5 pink-6", gold=[2, 0], round=3))
    assert moves(position, 0) == ["pay blue", "discard"]
    for seed in range(5):
        assert SPACE.text(make_bot(LUX, "mc:60", seed).choose(LUX.view(position, 0))) == "pay blue"


# Search


@pytest.mark.parametrize("simulations", [20, 133])
def test_a_search_runs_exactly_its_simulations_and_tries_every_move(simulations: int) -> None:
    for position, seat in islice(decisions(LUX, 3, seed=12), 15):
        arms = search(LUX.worlds(LUX.view(position, seat)), seat, LUX.hints, Rng(1), simulations, 0.0)
        assert [arm.move for arm in arms] == legal_moves(position, seat)
        if len(arms) > 1:
            assert sum(arm.tries for arm in arms) == simulations
            assert simulations < len(arms) or min(arm.tries for arm in arms) > 0


def test_the_first_budget_to_run_out_ends_the_search() -> None:
    packets = ["green-2 green-3 green-4 blue-4 pink-5 pink-6", "pink-3 pink-4 blue-2 blue-3 blue-5 blue-6"]
    worlds = LUX.worlds(LUX.view(lux(hands=packets, phase="first-pick"), 0))
    arms = search(worlds, 0, LUX.hints, Rng(1), 40, 600.0)
    assert sum(arm.tries for arm in arms) == 40
    arms = search(worlds, 0, LUX.hints, Rng(1), 1_000_000_000, 0.001)
    assert 0 < sum(arm.tries for arm in arms) < 1_000_000_000


def arm(move: int, tries: int, success: float) -> Arm:
    tried = Arm(move)
    tried.tries, tried.success = tries, success
    return tried


def test_the_search_plays_the_move_it_tried_most() -> None:
    arms = [arm(1, 10, 9.0), arm(2, 30, 20.0), arm(3, 20, 19.0)]
    assert most_tried(arms).move == 2


def test_the_search_tries_every_move_once_then_the_highest_bound() -> None:
    fresh = [Arm(move) for move in range(3)]
    assert [next_arm(fresh, done).move for done in range(3)] == [0, 1, 2]
    better = [arm(0, 10, 2.0), arm(1, 10, 8.0), arm(2, 10, 5.0)]
    assert next_arm(better, 30).move == 1
    neglected = [arm(0, 1, 0.4), arm(1, 10_000, 6000.0)]
    assert next_arm(neglected, 10_001).move == 0


# Names


def test_every_listed_bot_name_is_accepted() -> None:
    for name in bot_names():
        assert make_bot(LUX, name, 1) is not None
    assert isinstance(make_bot(LUX, "random", 1), RandomBot)
    for name, kind in (("mc", MonteCarloBot), ("tree", TreeBot)):
        counted, timed = make_bot(LUX, f"{name}:7", 1), make_bot(LUX, f"{name}:7ms", 1)
        assert isinstance(counted, kind) and isinstance(timed, kind)
        assert (counted.simulations, counted.milliseconds) == (7, 0)
        assert (timed.simulations, timed.milliseconds) == (0, 7)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "oracle",
        "Random",
        "greedy:3",
        "novice:9ms",
        "careless:9ms",
        "careless:9x2",
        "mc:",
        "mc:ms",
        "mc:1s",
        "mc:-5",
        "mc:1.5",
        "mc: 5",
        "mc:²",
        "mc:" + "9" * 5000,
    ],
)
def test_an_unknown_bot_name_is_refused(name: str) -> None:
    known = (
        "beginner, casual, club, expert, random, novice, careless, greedy, mc:500, tree, tree:500, tree:200ms"
    )
    with pytest.raises(BotError, match=f"there is no bot '.*'; known are {known}"):
        make_bot(LUX, name, 1)


@pytest.mark.parametrize("name", ["mc:0", "mc:0ms", "mc:600001", "mc:600001ms", "mc:999999999"])
def test_a_budget_out_of_range_is_refused(name: str) -> None:
    with pytest.raises(BotError, match=f"the budget of '{name}' must be between 1 and 600000"):
        make_bot(LUX, name, 1)


@pytest.mark.parametrize("kind", [MonteCarloBot, TreeBot])
def test_a_search_without_a_budget_is_refused(kind: type[MonteCarloBot | TreeBot]) -> None:
    with pytest.raises(BotError, match="needs a budget: simulations or milliseconds"):
        kind(LUX, 1)


def test_a_novice_cannot_overlook_more_than_all_moves() -> None:
    with pytest.raises(BotError, match="cannot overlook more than 100 %"):
        make_bot(LUX, "novice:101", 1)
