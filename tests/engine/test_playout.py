"""Playouts: of several seats that may act at the same time, each is equally likely to act first."""

from collections import Counter

from caponata.engine.chance import Rng
from caponata.engine.playout import first_seat, next_seat, playout
from caponata.games.caper import GAME as CAPER
from tests.server.grab import GAME as GRAB

GAMES = 600


def test_each_simultaneous_seat_acts_first_equally_often() -> None:
    rng = Rng(1)
    firsts = Counter(next_seat(GRAB.start(4, GRAB.options()), rng) for _ in range(GAMES))
    assert set(firsts) == {0, 1, 2, 3}
    assert all(abs(count - GAMES / 4) < 5 * (GAMES * 3 / 16) ** 0.5 for count in firsts.values())


def test_no_seat_has_an_advantage_in_random_games_of_grab() -> None:
    rng = Rng(2)
    points = Counter[int]()
    for _ in range(GAMES):
        position = GRAB.start(8, GRAB.options())
        playout(position, rng)
        points.update({seat: position.score(seat) for seat in range(8)})
    mean = sum(points.values()) / 8
    assert all(abs(score - mean) < mean / 10 for score in points.values())


def test_no_random_number_is_used_for_sealed_choices() -> None:
    rng, twin = Rng(3), Rng(3)
    sealed = CAPER.start(3, CAPER.options())
    sealed.play_chance(Rng(1))
    assert sealed.is_sealed()
    assert next_seat(sealed, rng) == first_seat(sealed.to_act) == 0
    assert rng.word() == twin.word()
