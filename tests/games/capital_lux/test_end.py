"""The end of the game: score, ties and shared wins."""

from collections.abc import Sequence

import pytest

from caponata.engine.game import Outcome
from caponata.games.capital_lux.rules import LuxPosition
from tests.games.capital_lux.positions import acting, lux, phase, reckoned, refused


def over(homes: Sequence[str] = (), bonuses: Sequence[str] = (), gold: Sequence[int] = ()) -> LuxPosition:
    """Return a finished game."""
    return lux(homes=homes, bonuses=bonuses, gold=gold, phase="over", round=3)


def outcome(position: LuxPosition) -> Outcome:
    """Return the outcome of a finished game."""
    result = position.outcome()
    assert result is not None
    return result


@pytest.mark.parametrize(("round_", "next_phase"), [(1, "dealing"), (2, "dealing"), (3, "over")])
def test_the_game_is_over_after_the_third_round(round_: int, next_phase: str) -> None:
    """[LUX-5.1]"""
    position = reckoned(lux(seats=2, round=round_))
    assert phase(position) == next_phase
    assert (position.outcome() is None) == (next_phase != "over")


def test_nobody_moves_in_a_finished_game() -> None:
    """[LUX-5.1]"""
    position = over(homes=["pink-2", "pink-3"])
    assert acting(position) == []
    assert refused(position, 0, "home pink-3") == ("LUX-5.1", "game-over")
    assert position.prompt(0) == "over"
    assert outcome(position).rule == "LUX-5.1"


def test_the_score_is_hometown_plus_bonus_cards_plus_gold_left() -> None:
    """[LUX-5.2]"""
    position = over(homes=["green-2 green-3 pink-6", "blue-5"], bonuses=["blue-6", ""], gold=[2, 1])
    result = outcome(position)
    assert result.scores == (19, 6)
    assert {line.reason: line.points for line in result.lines[0]} == {
        "home-green": 5,
        "home-yellow": 0,
        "home-blue": 0,
        "home-pink": 6,
        "bonus-cards": 6,
        "gold-left": 2,
    }
    assert all(sum(line.points for line in result.lines[seat]) == result.scores[seat] for seat in (0, 1))


def test_the_highest_score_wins_even_with_lower_cards() -> None:
    """[LUX-5.2]"""
    result = outcome(over(homes=["green-6 green-6", "blue-2 blue-2 blue-2 pink-2 pink-2 pink-3"]))
    assert result.winners == (1,)
    assert result.decided_by == "LUX-5.2"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("green-6 green-2 green-2", "blue-5 blue-5"),  # by 6s
        ("green-6 green-5 green-2", "blue-6 blue-4 blue-3"),  # by 5s
        ("green-4 green-4", "blue-4 blue-2 blue-2"),  # by 4s
        ("green-3 green-3", "blue-2 blue-2 blue-2"),  # by 3s
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_tie_goes_to_more_6s_then_5s_4s_and_3s(one: str, other: str, seat: int) -> None:
    """[LUX-5.3]"""
    result = outcome(over(homes=[one, other] if seat == 0 else [other, one]))
    assert result.scores[0] == result.scores[1]
    assert result.winners == (seat,)
    assert result.decided_by == "LUX-5.3"


def test_a_tie_goes_down_to_the_2s_when_gold_makes_up_the_score() -> None:
    """[LUX-5.3]"""
    result = outcome(over(homes=["green-6 green-2", "blue-6"], gold=[0, 2]))
    assert result.scores == (8, 8)
    assert result.winners == (0,)
    assert result.decided_by == "LUX-5.3"


def test_bonus_cards_count_in_a_tie() -> None:
    """[LUX-5.3]"""
    result = outcome(over(homes=["green-3 green-3", ""], bonuses=["", "blue-6"]))
    assert result.winners == (1,)


def test_cards_are_compared_only_between_tied_seats() -> None:
    """[LUX-5.3]"""
    result = outcome(over(homes=["green-6", "blue-4 blue-4", "pink-5 pink-3"]))
    assert result.places == (2, 1, 0)


def test_seats_with_equal_scores_and_equal_cards_share_the_win() -> None:
    """[LUX-5.4]"""
    result = outcome(over(homes=["green-6 green-2", "blue-2 pink-6", "pink-3"], gold=[1, 1, 0]))
    assert result.winners == (0, 1)
    assert result.places == (0, 0, 2)
    assert result.decided_by == "LUX-5.4"


def test_a_win_may_be_shared_between_hometown_and_bonus_cards() -> None:
    """[LUX-5.4]"""
    result = outcome(over(homes=["green-6", ""], bonuses=["", "blue-6"]))
    assert result.winners == (0, 1)


def test_shared_second_place_does_not_share_the_win() -> None:
    """[LUX-5.4]"""
    result = outcome(over(homes=["green-6 green-5", "blue-3", "pink-3"]))
    assert result.places == (0, 1, 1)
    assert result.decided_by == "LUX-5.2"


def test_two_of_three_tied_seats_may_share_the_win_by_their_cards() -> None:
    """[LUX-5.4]"""
    result = outcome(over(homes=["green-6", "blue-6", "pink-3 pink-3"]))
    assert result.places == (0, 0, 2)
    assert result.decided_by == "LUX-5.4"
