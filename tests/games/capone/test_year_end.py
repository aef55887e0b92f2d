"""Prison, the last card, the end of the year and the end of the game."""

import pytest

from caponata.games.capone.layout import LOST, CaponeOptions
from caponata.games.capone.view import view
from tests.games.capone.positions import (
    acting,
    at,
    capone,
    cash,
    events,
    free_guards,
    home,
    in_park,
    moves,
    phase,
    play,
    prison,
    refused,
    steps,
)

# Prison


def test_prisoners_advance_one_cell_at_the_end_of_the_year() -> None:
    """[CAPONE-6.1]"""
    position = capone(
        hands=["", "", "fbi"], turn=2, dealer=2, cells={0: ["novice", "lawyer", "don mama"]}, cash=[0, 0, 0]
    )
    position.effects = []
    play(position, 2, "discard fbi")
    assert prison(position, 0) == ["lawyer", "don mama", ""]
    assert "novice" in home(position, 0).split()
    assert "released" in events(position)


def test_buying_out_costs_the_members_value_and_takes_effect_immediately() -> None:
    """[CAPONE-6.2]"""
    position = capone(hands=["bank", "bar"], home=[""], guards=[0], cells={0: ["", "mama", "don"]}, cash=[70])
    assert refused(position, 0, "play bank") == ("CAPONE-3.1", "too-weak")
    assert refused(position, 0, "buy-out don") == ("CAPONE-6.2", "too-dear")
    assert refused(position, 0, "buy-out novice") == ("CAPONE-6.2", "not-in-prison")
    play(position, 0, "buy-out mama", "play bank", "site bank-1", "add mama", "confirm")
    assert cash(position)[0] == 10
    assert at(position, "bank-1") == "0 mama"


def test_prisoners_can_be_bought_out_at_the_end_of_the_year() -> None:
    """[CAPONE-6.2]"""
    position = capone(phase="year-end", cells={0: ["", "mama", ""]}, cash=[60])
    assert moves(position, 0) == ["buy-out mama", "done"]
    play(position, 0, "buy-out mama")
    assert "mama" in home(position, 0)
    assert cash(position)[0] == 0


# The last card


def test_last_card_places_guards_worth_exactly_the_minimum() -> None:
    """[CAPONE-7.1]"""
    position = capone(hands=["casino"], sites={"casino-1": "1 guards-3", "casino-2": "2 guards-4"})
    play(position, 0, "play casino")
    assert moves(position, 0) == ["site casino-1"]  # four guards beat three guards, but not four
    assert refused(position, 0, "site casino-2") == ("CAPONE-7.1", "last-card-not-here")
    play(position, 0, "site casino-1")
    assert moves(position, 0) == ["guards 4"]
    assert refused(position, 0, "guards 5") == ("CAPONE-7.1", "last-card-guards")
    assert refused(position, 0, "add novice") == ("CAPONE-7.1", "last-card-guards")
    play(position, 0, "guards 4")
    assert moves(position, 0) == ["confirm"]
    play(position, 0, "confirm")
    assert cash(position) == [120, 100, 120]
    assert in_park(position) == [0, 3, 0]


def test_last_card_reinforces_an_own_site_with_guards() -> None:
    """[CAPONE-7.1]"""
    position = capone(hands=["casino"], sites={"casino-1": "0 don", "casino-2": "2 don"})
    play(position, 0, "play casino")
    assert moves(position, 0) == ["site casino-1"]
    play(position, 0, "site casino-1", "guards 4", "confirm")
    assert cash(position)[0] == 220


def test_last_card_places_the_weakest_sufficient_member_without_enough_guards() -> None:
    """[CAPONE-7.2]"""
    position = capone(hands=["bank"], guards=[5])
    play(position, 0, "play bank", "site bank-1")
    assert moves(position, 0) == ["add bookkeeper", "add secretary"]
    assert refused(position, 0, "add novice") == ("CAPONE-7.2", "last-card-weakest")
    assert refused(position, 0, "add don") == ("CAPONE-7.2", "last-card-weakest")
    assert refused(position, 0, "guards 1") == ("CAPONE-7.2", "last-card-weakest")
    play(position, 0, "add secretary")
    assert moves(position, 0) == ["confirm"]


def test_last_card_places_a_member_if_guards_fit_neither_site() -> None:
    """[CAPONE-7.2]"""
    position = capone(hands=["bar"], sites={"bar-1": "1 guards-1", "bar-2": "2 don"})
    play(position, 0, "play bar")
    assert moves(position, 0) == ["site bar-1"]
    play(position, 0, "site bar-1")
    assert moves(position, 0) == ["add novice"]


def test_member_for_the_last_card_is_chosen_before_the_site() -> None:
    """[CAPONE-7.2] [CAPONE-7.3]"""
    position = capone(hands=["bar"], sites={"bar-1": "1 novice", "bar-2": "2 don"})
    assert moves(position, 0) == ["discard bar"]  # the Lawyer could win the site, but the Novice is weaker
    assert refused(position, 0, "play bar") == ("CAPONE-7.3", "last-card-does-not-fit")


def test_limits_of_don_and_mama_apply_to_the_last_card() -> None:
    """[CAPONE-7.2]"""
    position = capone(hands=["bar"], sites={"bar-1": "0 don", "bar-2": "2 don"}, guards=[0], home=["novice"])
    assert moves(position, 0) == ["discard bar"]


def test_last_card_can_always_be_discarded() -> None:
    """[CAPONE-7.3]"""
    position = capone(hands=["bank"], home=["novice"], guards=[5])
    assert moves(position, 0) == ["discard bank"]
    position = capone(hands=["bank"])
    assert moves(position, 0) == ["discard bank", "play bank"]


def test_view_shows_the_pieces_that_the_last_card_can_place() -> None:
    """[CAPONE-7.1] [CAPONE-7.2]"""
    position = capone(
        hands=["bar", "bar", "bar"],
        dealer=2,
        guards=[None, None, 3],
        home=[None, None, "lawyer collector don"],
    )
    assert view(position, 0)["last_card"] == {
        "seat": 2,
        "now": False,
        "brings": {
            "green": ["guards-1"],
            "yellow": ["guards-2"],
            "orange": ["collector", "lawyer"],
            "red": ["collector", "lawyer"],
        },
    }


@pytest.mark.parametrize(
    ("people", "guards", "beaten_by"),
    [
        (None, 4, []),  # four guards are the minimum of a Casino, so nothing stronger is placed
        ("lawyer don", 3, []),  # the Lawyer, worth 40
        ("mama don", 3, [2]),  # Mama, worth 60
        ("", 3, [2]),  # the Don, bought out of prison
    ],
)
def test_view_limits_the_dealers_last_card_to_the_pieces_it_can_place(
    people: str | None, guards: int, beaten_by: list[int]
) -> None:
    """[CAPONE-7.1] [CAPONE-7.2]"""
    position = capone(
        hands=["", "", "fbi"],
        turn=2,
        dealer=2,
        sites={"casino-1": "0 right-hand"},
        guards=[None, None, guards],
        home=[None, None, people],
        cells={2: ["don", "", ""]} if people == "" else None,
    )
    assert view(position, 0)["sites"][14]["beaten_by"] == beaten_by


def test_last_card_rule_applies_only_to_illegal_businesses() -> None:
    """[CAPONE-7.1]"""
    position = capone(hands=["uebernahme"], sites={"bar-1": "1 don"})
    play(position, 0, "play uebernahme", "site bar-1", "add don", "confirm")
    assert cash(position) == [200, 100, 100]


# The end of the year


def test_seats_are_paid_for_their_pieces_on_illegal_sites() -> None:
    """[CAPONE-8.1]"""
    position = capone(
        hands=["", "", "fbi"],
        turn=2,
        dealer=2,
        sites={"bar-1": "0 don guards-2", "bank-2": "0 novice", "casino-1": "1 guards-1"},
        leisure={"barber": "1 mama"},
        cash=[0, 0, 0],
    )
    assert view(position, 2)["income"] == [130, 5, 0]
    position.effects = []
    play(position, 2, "discard fbi")
    assert cash(position) == [130, 5, 0]
    assert events(position) == ["earned", "earned", "income", "earned", "income", "income"]


@pytest.mark.parametrize(
    ("payout", "income"),
    [("value", 60), ("colour_piece", 3 * 30 + 2 * 5), ("colour_site", 35), ("colour_bonus", 95)],
)
def test_payout_option_pays_by_colour(payout: str, income: int) -> None:
    """[CAPONE-8.2]"""
    position = capone(
        hands=["", "", "fbi"],
        turn=2,
        dealer=2,
        sites={"bank-1": "0 lawyer guards-2", "bar-2": "0 guards-2"},
        cash=[0],
        options=CaponeOptions(payout=payout),
    )
    play(position, 2, "discard fbi")
    assert cash(position)[0] == income


def test_unknown_payout_is_rejected() -> None:
    """[CAPONE-8.2]"""
    with pytest.raises(ValueError, match=r"payout must be one of value, .* not 'tips' \[CAPONE-8.2\]"):
        CaponeOptions(payout="tips")


def test_all_pieces_return_home_at_the_end_of_the_year() -> None:
    """[CAPONE-8.3]"""
    position = capone(
        hands=["", "", "fbi"],
        turn=2,
        dealer=2,
        sites={"bar-1": "0 don guards-2"},
        leisure={"barber": "1 mama"},
    )
    play(position, 2, "discard fbi")
    assert at(position, "bar-1") == ""
    assert "don" in home(position, 0)
    assert "mama" in home(position, 1)
    assert free_guards(position) == [8, 8, 8]


def test_settlement_follows_turn_order_and_skips_seats_without_a_choice() -> None:
    """[CAPONE-8.4]"""
    position = capone(hands=["fbi"], turn=0, dealer=0, cash=[100, 0, 120], steps=[0, 0, 1])
    play(position, 0, "discard fbi")
    assert acting(position) == [2]
    assert refused(position, 0, "done") == ("CAPONE-8.4", "not-your-turn")
    assert refused(position, 2, "discard fbi") == ("CAPONE-8.4", "settle-the-year")
    play(position, 2, "sell", "invest 1", "sell", "done")
    assert acting(position) == [0]
    play(position, 0, "done")
    assert position.year == 2


def test_guards_are_rehired_for_five_each_or_lost() -> None:
    """[CAPONE-8.5]"""
    position = capone(phase="year-end", park=[4], cash=[18])
    assert moves(position, 0) == ["rehire 1", "rehire 2", "rehire 3", "done"]
    assert refused(position, 0, "rehire 4") == ("CAPONE-8.5", "no-money")
    assert refused(position, 0, "rehire 5") == ("CAPONE-8.5", "too-few-in-park")
    position.effects = []
    play(position, 0, "rehire 1", "rehire 2", "done")
    assert cash(position)[0] == 3
    assert free_guards(position)[0] == 7
    assert position.words[LOST] == 1
    assert events(position)[0] == "guards-lost"


def test_step_is_sold_for_fifty() -> None:
    """[CAPONE-8.6]"""
    position = capone(phase="year-end", steps=[2], cash=[0])
    assert moves(position, 0) == ["sell", "done"]
    play(position, 0, "sell", "sell")
    assert refused(position, 0, "sell") == ("CAPONE-8.6", "nothing-to-sell")
    assert cash(position)[0] == 100
    assert steps(position)[0] == 0


def test_step_costs_a_hundred_up_to_ten_steps() -> None:
    """[CAPONE-8.7]"""
    position = capone(phase="year-end", steps=[7], cash=[990])
    assert [move for move in moves(position, 0) if move.startswith("invest")] == [
        "invest 1",
        "invest 2",
        "invest 3",
    ]
    assert refused(position, 0, "invest 4") == ("CAPONE-8.7", "beyond-ten")
    position.effects = []
    play(position, 0, "invest 1", "invest 2")
    assert steps(position)[0] == 10
    assert cash(position)[0] == 690
    assert events(position) == ["million"]
    poor = capone(phase="year-end", steps=[7], cash=[99])
    assert refused(poor, 0, "invest 1") == ("CAPONE-8.7", "no-money")


# The end of the game


def test_game_ends_only_after_all_seats_have_settled() -> None:
    """[CAPONE-9.1]"""
    position = capone(phase="year-end", dealer=2, steps=[9, 8, 0], cash=[100, 250, 0])
    play(position, 0, "invest 1", "done")
    assert position.outcome() is None
    assert acting(position) == [1]
    play(position, 1, "invest 2", "done")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.rule == "CAPONE-9.1"
    assert outcome.winners == (1,)
    assert refused(position, 0, "done") == ("CAPONE-9.1", "game-over")


def test_ten_steps_win() -> None:
    """[CAPONE-9.1]"""
    outcome = capone(phase="over", steps=[9, 10, 0], cash=[500, 0, 0]).outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by, outcome.scores) == ((1,), "CAPONE-9.1", (9, 10, 0))


def test_cash_breaks_a_tie_of_steps() -> None:
    """[CAPONE-9.2]"""
    outcome = capone(phase="over", steps=[10, 10, 0], cash=[20, 25, 900]).outcome()
    assert outcome is not None
    assert (outcome.places, outcome.decided_by) == ((1, 0, 2), "CAPONE-9.2")


def test_free_members_break_a_tie_of_cash() -> None:
    """[CAPONE-9.3]"""
    outcome = capone(
        phase="over", steps=[10, 10, 10], harbour=["", "novice"], cells={0: ["don", "mama", ""]}
    ).outcome()
    assert outcome is not None
    assert (outcome.places, outcome.decided_by) == ((2, 1, 0), "CAPONE-9.3")


def test_seats_equal_in_every_tie_break_share_the_win() -> None:
    """[CAPONE-9.4]"""
    outcome = capone(phase="over", steps=[10, 10, 9], harbour=["don", "novice"]).outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((0, 1), "CAPONE-9.4")


@pytest.mark.parametrize("years", [30, 10, 5])
def test_game_ends_after_the_last_year(years: int) -> None:
    """[CAPONE-9.5]"""
    position = capone(
        phase="year-end", dealer=0, settled=2, year=years, steps=[3, 4, 1], options=CaponeOptions(years=years)
    )
    play(position, 0, "done")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.rule, outcome.winners, outcome.decided_by) == ("CAPONE-9.5", (1,), "CAPONE-9.1")
    assert phase(position) == "over"


def test_unknown_number_of_years_is_rejected() -> None:
    """[CAPONE-9.5]"""
    with pytest.raises(ValueError, match=r"years must be 30, 10 or 5, not 7 \[CAPONE-9.5\]"):
        CaponeOptions(years=7)
