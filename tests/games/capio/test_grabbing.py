"""Taking and placing dice, parked dice, blocked mistakes, and the end of a playthrough."""

from __future__ import annotations

import pytest

from caponata.engine.game import SPECTATOR
from caponata.engine.log import ClosedDecision, IllegalMove, UndoRefused
from caponata.games.capio import GAME
from caponata.games.capio.layout import CapioOptions
from caponata.games.capio.rules import CapioPosition
from caponata.games.capio.view import view
from tests.engine.tables import table_at
from tests.games.capio.positions import acting, capio, events, fitting_die, moves, phase, play, refused

CARDS = "target-1 towers-1 lines-1"
BLOCKED = CapioOptions(block_mistakes=True)
BASE, TOP = fitting_die("towers-1", 1), fitting_die("towers-1", 1, top=True)


def test_everybody_takes_at_the_same_time() -> None:
    """[CAPIO-3.1]"""
    position = capio(seats=3, cards=[CARDS], middle="red-1 red-5 blue-2")
    assert acting(position) == [0, 1, 2]
    play(position, 2, "take blue-2")
    play(position, 0, "take red-5")
    assert view(position, 1)["hands"] == ["red-5", None, "blue-2"]
    assert view(position, 1)["middle"]["red"] == [1, None, None, None]
    assert refused(position, 1, "place target 1") == ("CAPIO-3.1", "hand-empty")
    assert refused(position, 1, "throw red 1111") == ("CAPIO-3.1", "not-yours-to-draw")


def test_a_die_goes_to_the_first_seat_and_the_late_seat_loses_nothing() -> None:
    """[CAPIO-3.2] [CAPIO-1.1]"""
    position = capio([CARDS], middle="red-5 red-5")
    play(position, 1, "take red-5")
    play(position, 0, "take red-5")
    position = capio([CARDS], middle="red-5")
    play(position, 1, "take red-5")
    before = position.fingerprint()
    assert refused(position, 0, "take red-5") == ("CAPIO-3.2", "not-there")
    assert position.fingerprint() == before


def test_a_die_in_hand_must_be_placed_first() -> None:
    """[CAPIO-3.3]"""
    position = capio([CARDS], middle="red-5 blue-2")
    play(position, 0, "take red-5")
    assert refused(position, 0, "take blue-2") == ("CAPIO-3.3", "hand-full")
    assert refused(position, 0, "let-go") == ("CAPIO-3.3", "no-way-back")
    play(position, 0, "place lines beside", "take blue-2")


def test_takes_and_placements_cannot_be_undone() -> None:
    """[CAPIO-3.3]"""
    table = table_at(capio([CARDS], middle="red-5 blue-2"), game=GAME)
    table.play(0, "take red-5")
    assert table.can_undo(0) is None
    with pytest.raises(UndoRefused, match="bind"):
        table.undo(0)
    table.play(0, "place lines beside")
    assert table.can_undo(0) is None


def test_a_die_may_be_placed_anywhere_on_own_cards() -> None:
    """[CAPIO-3.4]"""
    position = capio([CARDS], hands={0: "red-5"})
    legal = moves(position, 0)
    assert {"place target 1", "place target beside", "place lines 9", "place towers park-9"} <= set(legal)
    assert len([move for move in legal if move.startswith("place")]) == 2 + 19 + 10
    assert refused(position, 0, "place sets 1") == ("CAPIO-3.4", "not-your-card")
    assert refused(position, 0, "place lines 10") == ("CAPIO-3.4", "no-such-place")
    assert refused(position, 0, "place lines park-1") == ("CAPIO-3.4", "no-such-place")
    assert refused(position, 0, "place target 2") == ("CAPIO-3.4", "no-such-place")


def test_a_placed_die_is_never_moved() -> None:
    """[CAPIO-3.5]"""
    position = capio([CARDS], hands={0: "red-5"}, middle="blue-2")
    play(position, 0, "place lines 3")
    assert view(position, 1)["laid"][0][2]["fields"][2] == "red-5"
    assert not any(verb.name in ("move", "lift", "remove") for verb in GAME.space.verbs)
    play(position, 0, "take blue-2", "place lines 3")
    assert view(position, 1)["laid"][0][2]["fields"][2] == "red-5"


@pytest.mark.parametrize("card", ["lines", "towers"])
def test_a_die_for_an_occupied_field_goes_beside_the_card(card: str) -> None:
    """[CAPIO-3.6]"""
    laid = {f"{card} 3": "red-5"} | ({"towers top-3": "red-1"} if card == "towers" else {})
    position = capio([CARDS], laid={0: laid}, hands={0: "blue-2"})
    play(position, 0, f"place {card} 3")
    slot = 1 if card == "towers" else 2
    assert view(position, 0)["laid"][0][slot]["beside"] == ["blue-2"]


def test_the_second_die_on_a_tower_is_its_top() -> None:
    """[CAPIO-3.7]"""
    position = capio([CARDS], hands={0: BASE}, middle=TOP)
    play(position, 0, "place towers 1", f"take {TOP}", "place towers 1")
    towers = view(position, 0)["laid"][0][1]
    assert (towers["fields"][0], towers["tops"][0]) == (BASE, TOP)


def test_a_parked_die_is_lifted_onto_the_base() -> None:
    """[CAPIO-3.7]"""
    position = capio([CARDS], hands={0: TOP}, middle=f"{BASE} red-6")
    play(position, 0, "place towers park-1")
    assert view(position, 0)["laid"][0][1]["parked"] == {"field": 1, "die": TOP}
    position.effects = []
    play(position, 0, f"take {BASE}", "place towers 1")
    towers = view(position, 0)["laid"][0][1]
    assert (towers["fields"][0], towers["tops"][0], towers["parked"]) == (BASE, TOP, None)
    assert events(position) == ["lifted"]


def test_any_base_lifts_the_parked_die() -> None:
    """[CAPIO-3.7]"""
    position = capio([CARDS], laid={0: {"towers park-1": TOP}}, hands={0: "grey-6"})
    play(position, 0, "place towers 1")
    assert view(position, 0)["laid"][0][1]["tops"][0] == TOP


def test_only_one_die_is_parked_and_only_for_a_field_without_a_base() -> None:
    """[CAPIO-3.8]"""
    position = capio([CARDS], laid={0: {"towers park-1": TOP, "towers 2": "red-1"}}, hands={0: "red-5"})
    assert refused(position, 0, "place towers park-3") == ("CAPIO-3.8", "parked-already")
    position = capio([CARDS], laid={0: {"towers 2": "red-1"}}, hands={0: "red-5"})
    assert refused(position, 0, "place towers park-2") == ("CAPIO-3.8", "has-base")
    play(position, 0, "place towers park-3")


# Blocked mistakes


@pytest.mark.parametrize("place", ["lines beside", "target beside", "towers beside", "lines 5", "towers 3"])
def test_a_blocked_mistake_is_refused(place: str) -> None:
    """[CAPIO-3.9]"""
    laid = {
        "lines 5": fitting_die("lines-1", 5),
        "towers 3": fitting_die("towers-1", 3),
        "towers top-3": fitting_die("towers-1", 3, top=True),
    }
    position = capio([CARDS], laid={0: laid}, hands={0: "red-1"}, options=BLOCKED)
    assert refused(position, 0, f"place {place}") == ("CAPIO-3.9", "mistake")
    assert f"place {place}" not in moves(position, 0)


def test_fitting_dice_are_not_blocked() -> None:
    """[CAPIO-3.9]"""
    for number in range(1, 10):
        position = capio([CARDS], hands={0: fitting_die("lines-1", number)}, options=BLOCKED)
        play(position, 0, f"place lines {number}")
        position = capio([CARDS], hands={0: fitting_die("towers-1", number, top=True)}, options=BLOCKED)
        play(position, 0, f"place towers park-{number}")
        position = capio([CARDS], hands={0: fitting_die("towers-1", number)}, options=BLOCKED)
        play(position, 0, f"place towers {number}")


def test_exceeding_a_target_is_blocked() -> None:
    """[CAPIO-3.9]"""
    position = capio([CARDS], laid={0: {"target 1": "red-4"}}, hands={0: "red-3"}, options=BLOCKED)
    assert refused(position, 0, "place target 1") == ("CAPIO-3.9", "mistake")
    position = capio([CARDS], laid={0: {"target 1": "red-4"}}, hands={0: "red-2"}, options=BLOCKED)
    play(position, 0, "place target 1")


def test_a_second_die_of_a_number_is_blocked_on_a_chain() -> None:
    """[CAPIO-3.9]"""
    cards = ["chain-1 target-1 sets-1"]
    first, second = fitting_die("chain-1", 2), fitting_die("chain-1", 3)
    position = capio(cards, laid={0: {"chain 2": first}}, hands={0: second}, options=BLOCKED)
    assert refused(position, 0, "place chain 3") == ("CAPIO-3.9", "mistake")


def test_a_die_that_fits_nowhere_cannot_be_taken() -> None:
    """[CAPIO-3.9]"""
    cards = ["target-1 sets-1 confusion-1"]
    laid = {0: {"target 1": "red-3 red-3"}}  # the Target of 6 is full
    rows = {fitting_die("sets-1", field).split("-")[1] for field in (1, 4, 7)}
    face = next(str(face) for face in range(1, 7) if str(face) not in rows)
    required = {fitting_die("confusion-1", number) for number in range(1, 10)}
    die = next(
        f"{colour}-{face}" for colour in ("grey", "pink", "blue") if f"{colour}-{face}" not in required
    )
    position = capio(cards, laid=laid, middle=die, rolls={0: 1}, options=BLOCKED)
    assert refused(position, 0, f"take {die}") == ("CAPIO-3.9", "fits-nowhere")
    assert moves(position, 0) == ["stop", "rest"]
    play(capio(cards, laid=laid, middle=die, rolls={0: 1}), 0, f"take {die}")


# The end of a playthrough


def test_after_stop_a_last_die_that_costs_a_point_is_blocked() -> None:
    """[CAPIO-3.9] No other die follows: a tower stays without a top, a line or a set unfinished."""
    alone = capio(["towers-1 lines-1 sets-1"], hands={0: BASE}, phase="placing", caller=1, options=BLOCKED)
    assert refused(alone, 0, "place towers 1") == ("CAPIO-3.9", "mistake")
    assert refused(alone, 0, "place towers park-1") == ("CAPIO-3.9", "mistake")
    assert moves(alone, 0) == ["let-go"]
    completed = {0: {"lines 1": fitting_die("lines-1", 1), "lines 2": fitting_die("lines-1", 2)}}
    for hand, laid, place in (
        (BASE, {0: {"towers park-1": TOP}}, "towers 1"),
        (TOP, {0: {"towers 1": BASE}}, "towers 1"),
        (fitting_die("lines-1", 3), completed, "lines 3"),
        (fitting_die("sets-1", 1), {0: {"sets 2": fitting_die("sets-1", 2)}}, "sets 1"),
    ):
        cards = ["towers-1 lines-1 sets-1"]
        position = capio(cards, hands={0: hand}, laid=laid, phase="placing", caller=1, options=BLOCKED)
        assert refused(position, 0, f"place {place}") is None
        unfinished = capio(cards, hands={0: hand}, phase="placing", caller=1, options=BLOCKED)
        assert refused(unfinished, 0, f"place {place}") == ("CAPIO-3.9", "mistake")


def test_after_stop_a_last_die_may_extend_a_chain_but_not_stand_alone() -> None:
    """[CAPIO-3.9]"""
    numbers = {face: field for field in range(1, 13) for face in [int(fitting_die("chain-1", field)[-1])]}
    laid = {0: {f"chain {numbers[face]}": fitting_die("chain-1", numbers[face]) for face in (5, 6)}}
    cards = ["towers-1 lines-1 chain-1"]
    for face, refusal in ((4, None), (2, ("CAPIO-3.9", "mistake"))):
        hand = {0: fitting_die("chain-1", numbers[face])}
        position = capio(cards, hands=hand, laid=laid, phase="placing", caller=1, options=BLOCKED)
        before = position.fingerprint()
        assert refused(position, 0, f"place chain {numbers[face]}") == refusal
        assert position.fingerprint() == before


def test_only_the_first_stop_counts() -> None:
    """[CAPIO-4.1]"""
    position = capio([CARDS], seats=3, hands={2: "red-1"}, middle="blue-1")
    play(position, 1, "stop")
    assert view(position, 0)["caller"] == 1
    assert phase(position) == "placing"
    assert refused(position, 0, "stop") == ("CAPIO-4.1", "stopped")
    assert refused(position, 2, "stop") == ("CAPIO-4.1", "stopped")
    assert refused(position, 2, "take blue-1") == ("CAPIO-4.1", "stopped")


def test_the_caller_is_scored_first() -> None:
    """[CAPIO-4.4]"""
    position = capio(seats=3, cards=[CARDS])
    position.effects = []
    play(position, 1, "stop")
    assert scoring_order(position) == [1, 2, 0]
    idle = capio(seats=3, cards=[CARDS])
    idle.effects = []
    for seat in (2, 1, 0):
        play(idle, seat, "rest")
    assert scoring_order(idle) == [0, 1, 2]


def scoring_order(position: CapioPosition) -> list[int]:
    """The seats in the order in which they were scored."""
    effect_events = [GAME.effect_event(effect, SPECTATOR) for effect in position.effects or []]
    return [event["seat"] for event in effect_events if event["event"] == "tallied"]


def test_a_seat_may_call_stop_with_a_die_in_hand() -> None:
    """[CAPIO-4.1] [CAPIO-4.2]"""
    position = capio([CARDS], hands={0: "red-1"})
    play(position, 0, "stop")
    assert acting(position) == [0]
    play(position, 0, "place target 1")
    assert phase(position) == "reckoning"
    assert view(position, 0)["reckoning"][0]["cards"][0]["points"] == 1


def test_a_die_in_hand_may_be_placed_after_stop_or_let_go() -> None:
    """[CAPIO-4.2]"""
    position = capio([CARDS], seats=3, hands={0: "red-1", 2: "red-2"})
    play(position, 1, "stop")
    assert acting(position) == [0, 2]
    play(position, 2, "let-go")
    assert phase(position) == "placing"
    assert refused(position, 2, "let-go") == ("CAPIO-4.1", "stopped")
    play(position, 0, "place target 1")
    assert phase(position) == "reckoning"
    assert view(position, 0)["gone"] == ["red-2"]
    assert [seat["total"] for seat in view(position, 0)["reckoning"]] == [1, 2, 0]


def test_placing_a_die_stays_the_same_decision_when_the_grabbing_ends() -> None:
    """[CAPIO-4.2]"""
    for ending in ([(1, "stop")], [(0, "rest"), (1, "rest")]):
        table = table_at(capio([CARDS], middle="red-5 blue-2 grey-1"), game=GAME)
        first = table.decision(0)
        table.play(0, "take red-5")
        holding = table.decision(0)
        assert holding != first
        for seat, move in ending:
            table.play(seat, move)
        assert table.prompt(0) == "placing"
        assert table.decision(0) == holding
        table.play(0, "place lines beside", decision=holding)
        with pytest.raises(IllegalMove, match="CAPIO-4.1"):
            table.play(0, "take blue-2", decision=first)
        with pytest.raises(ClosedDecision):
            table.play(0, "ready", decision=first)


def test_a_playthrough_ends_without_a_caller_when_everybody_rests() -> None:
    """[CAPIO-4.3]"""
    position = capio([CARDS], hands={1: "red-1"}, middle="blue-1")
    assert position.default_move(0) == GAME.space.read("rest")
    play(position, 0, "rest")
    assert refused(position, 0, "take blue-1") == ("CAPIO-4.3", "resting")
    assert acting(position) == [1]
    play(position, 1, "rest")
    assert phase(position) == "placing"
    assert GAME.space.text(position.default_move(1)) == "let-go"
    play(position, 1, "let-go")
    seat_view = view(position, 0)
    assert seat_view["caller"] is None
    assert [seat["stop"] for seat in seat_view["reckoning"]] == [None, None]


def test_rest_is_refused_if_a_playthrough_never_ends_by_itself() -> None:
    """[CAPIO-4.3]"""
    position = capio([CARDS], options=CapioOptions(idle_after=0, quiet_after=0))
    assert refused(position, 0, "rest") == ("CAPIO-4.3", "no-rest")
    assert GAME.space.text(position.default_move(0)) == "stop"
