"""The examples of the rulebook page, executed."""

from caponata.games.capone.moves import SITE_NAMES
from caponata.games.capone.rules import CaponePosition
from tests.games.capone.positions import (
    acting,
    at,
    capone,
    cash,
    chance,
    dead,
    free_guards,
    home,
    in_park,
    moves,
    odds,
    phase,
    place,
    play,
    prison,
    refused,
    steps,
)

ANN, BEN, CLEO = range(3)
THE_REST = "mama right-hand collector lawyer bookkeeper secretary novice"


def test_mama_alone_drives_a_lawyer_and_two_guards_out_of_the_casino() -> None:
    """[CAPONE-3.5] [CAPONE-3.6]"""
    position = capone(hands=["casino bar", "bar", "bar"], sites={"casino-1": "1 lawyer guards-2"})
    play(position, ANN, "play casino", "site casino-1")
    assert position.need == 55
    play(position, ANN, "add mama", "confirm")
    assert at(position, "casino-1") == "0 mama"
    assert dead(position, BEN) == "lawyer"
    assert in_park(position) == [0, 2, 0]


def test_guard_stays_in_the_bank_when_the_secretary_is_taken_to_the_barber() -> None:
    """[CAPONE-3.7] [CAPONE-3.5]"""
    position = capone(
        hands=["verkehr-barber bar", "bar", "bank"],
        sites={"bank-1": "1 secretary guards-1"},
    )
    assert position.value_at(SITE_NAMES.index("bank-1")) == 35
    play(position, ANN, "play verkehr-barber", "seize 2 secretary")
    assert at(position, "bank-1") == "1 guards-1"
    assert position.income(BEN) == 5
    play(position, BEN, "discard bar")
    play(position, CLEO, "play bank", "site bank-1")
    assert position.need == 30


def test_victim_without_enough_cash_pays_all_of_it_and_keeps_the_steps() -> None:
    """[CAPONE-5.3]"""
    position = capone(hands=["schutzgeld bar", "bar"], steps=[0, 9], cash=[100, 15])
    play(position, ANN, "play schutzgeld", "squeeze 2")
    assert cash(position) == [115, 0, 100]
    assert steps(position) == [0, 9, 0]


def test_collector_and_a_guard_take_the_jeweller_over_from_a_lawyer_and_a_guard() -> None:
    """[CAPONE-5.4]"""
    position = capone(
        hands=["uebernahme bar", "bank bar", "bar"],
        sites={"jeweller-1": "1 lawyer guards-1"},
    )
    place(position, ANN, "uebernahme", "jeweller-1", "collector guards-1")
    assert at(position, "jeweller-1") == "0 collector guards-1"
    place(position, BEN, "bank", "bank-1", "lawyer guards-1")
    assert at(position, "bank-1") == "1 lawyer guards-1"
    without_guards = capone(
        hands=["uebernahme bar", "bar"],
        sites={"jeweller-1": "1 lawyer guards-1"},
        guards=[0],
    )
    assert refused(without_guards, ANN, "play uebernahme") == ("CAPONE-5.4", "no-exact-sum")


def test_offer_at_the_nightclub_kills_two_members_and_frees_two_guards_for_rehiring() -> None:
    """[CAPONE-5.5] [CAPONE-8.5]"""
    position = capone(
        hands=["angebot", "", ""],
        sites={"nightclub-1": "1 collector novice guards-2"},
        dealer=ANN,
    )
    play(position, ANN, "play angebot", "strike nightclub-1")
    assert dead(position, BEN) == "collector novice"
    assert in_park(position) == [0, 2, 0]
    assert at(position, "nightclub-1") == ""
    play(position, BEN, "rehire 2")
    assert cash(position) == [100, 90, 100]
    assert free_guards(position) == [8, 8, 8]


def end_year(position: CaponePosition) -> None:
    """Play the rest of a year without playing a card, and settle it without buying anything."""
    year = position.year
    while position.year == year:
        if phase(position) in ("dealing", "drawing"):
            chance(position, next(iter(odds(position))))
        else:
            seat = acting(position)[0]
            passive = {"exchange": "exchange", "year-end": "done"}
            play(position, seat, passive.get(phase(position)) or moves(position, seat)[0])


def test_don_imprisoned_in_year_3_comes_home_at_the_end_of_year_5() -> None:
    """[CAPONE-5.2] [CAPONE-6.1]"""
    position = capone(hands=["fbi", "bar", "bar"], sites={"casino-1": "1 don"}, year=3)
    play(position, ANN, "play fbi", "seize 2 don")
    assert prison(position, BEN) == ["", "", "don"]
    end_year(position)
    assert (position.year, prison(position, BEN)) == (4, ["", "don", ""])
    end_year(position)
    assert (position.year, prison(position, BEN)) == (5, ["don", "", ""])
    assert home(position, BEN) == THE_REST
    end_year(position)
    assert (position.year, prison(position, BEN)) == (6, ["", "", ""])
    assert home(position, BEN) == f"don {THE_REST}"


def test_sixty_in_cash_buys_one_of_two_prisoners_worth_forty() -> None:
    """[CAPONE-6.2]"""
    position = capone(
        hands=["bar", "bar bank", "bar"],
        turn=BEN,
        cells={BEN: ["", "collector", "lawyer"]},
        cash=[100, 60],
    )
    assert {"buy-out collector", "buy-out lawyer"} <= set(moves(position, BEN))
    play(position, BEN, "buy-out collector")
    assert cash(position) == [100, 20, 100]
    assert refused(position, BEN, "buy-out lawyer") == ("CAPONE-6.2", "too-dear")


def test_last_casino_card_places_four_guards_or_the_novice() -> None:
    """[CAPONE-7.1] [CAPONE-7.2]"""
    position = capone(hands=["casino"], dealer=ANN)
    play(position, ANN, "play casino", "site casino-1")
    assert moves(position, ANN) == ["guards 4"]
    position = capone(hands=["casino"], dealer=ANN, guards=[3])
    play(position, ANN, "play casino", "site casino-1")
    assert moves(position, ANN) == ["add novice"]


def test_last_casino_card_is_discarded_if_the_novice_gets_into_neither_site() -> None:
    """[CAPONE-7.2] [CAPONE-7.3]"""
    sites = {"casino-1": "1 novice", "casino-2": "2 lawyer"}
    position = capone(hands=["casino"], dealer=ANN, sites=sites)
    assert moves(position, ANN) == ["discard casino"]
    earlier = capone(hands=["casino", "bar"], dealer=CLEO, sites=sites)
    place(earlier, ANN, "casino", "casino-1", "secretary")
    assert dead(earlier, BEN) == "novice"


def test_cash_decides_between_two_tenth_steps_of_the_same_year() -> None:
    """[CAPONE-9.1] [CAPONE-9.2]"""
    position = capone(phase="year-end", turn=ANN, steps=[9, 9, 0], cash=[135, 160, 0])
    play(position, ANN, "invest 1", "done")
    assert cash(position) == [35, 160, 0]
    play(position, BEN, "invest 1", "done")
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == ((BEN,), "CAPONE-9.2")
