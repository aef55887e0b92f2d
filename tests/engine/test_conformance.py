"""Every game passes the conformance checks, and each check finds the fault it was made for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.chance import Rng
from caponata.engine.conformance import conformance
from caponata.engine.game import Effect, Event, Game, Hints, Outcome, Position, Refusal, View, Worlds
from caponata.games.caper import GAME as CAPER
from caponata.games.caper.moves import lay_move
from caponata.games.caper.rules import CaperOptions, CaperPosition
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capital_lux.layout import HANDS, PICKED_FIRST, LuxOptions
from caponata.games.capital_lux.limits import limit
from caponata.games.capital_lux.rules import LuxPosition

PAIRS = 4_000  # pairs of position and seat to check; several games if they are short


@pytest.mark.parametrize("name", [*BUILT_IN, *TUTORIAL])
def test_game_keeps_every_promise(name: str) -> None:
    report = conformance(find_game(name), pairs=PAIRS, seed=11)
    assert report.is_clean, str(report)
    assert report.pairs >= PAIRS


@pytest.mark.parametrize("options", [LuxOptions(3), LuxOptions(1, 6), LuxOptions(3, 6, "hidden")])
def test_capital_lux_keeps_every_promise_under_its_options(options: LuxOptions) -> None:
    report = conformance(LUX, games=6, seed=12, options=options)
    assert report.is_clean, str(report)


# Planted faults: each must be found by the check made for it.


def broken_promises(game: Game, games: int = 6) -> set[str]:
    return {finding.promise for finding in conformance(game, games=games, seed=3).findings}


def lux_with_view(change: Callable[[LuxPosition, int, View], None]) -> Game:
    def leaky(position: Position, seat: int) -> View:
        assert isinstance(position, LuxPosition)
        view = LUX.view(position, seat)
        change(position, seat, view)
        return view

    return replace(LUX, view=leaky, views=None, view_type=None)  # a leak may be an undeclared field


def show_next_hand(position: LuxPosition, seat: int, view: View) -> None:
    view["peek"] = position.words[HANDS + (seat + 1) % position.seats]


def show_deck_to_spectators(position: LuxPosition, seat: int, view: View) -> None:
    if seat < 0:
        view["peek"] = position.deck


def show_modifiers_in_limits(position: LuxPosition, seat: int, view: View) -> None:
    for colour, row in enumerate(view["limits"].values()):
        row["low"] = row["high"] = limit(position, colour)


def count_sealed_picks(position: LuxPosition, seat: int, view: View) -> None:
    view["peek"] = position.words[PICKED_FIRST + (seat + 1) % position.seats] % 5


@pytest.mark.parametrize(
    "leak", [show_next_hand, show_deck_to_spectators, show_modifiers_in_limits, count_sealed_picks]
)
def test_leaking_view_is_found(leak: Callable[[LuxPosition, int, View], None]) -> None:
    assert "a_world_looks_the_same" in broken_promises(lux_with_view(leak))


def test_views_that_differ_from_view_are_found() -> None:
    def leaky_views(position: Position, seats: Sequence[int]) -> list[View]:
        return [LUX.view(position, max(seat, 0)) for seat in seats]

    assert broken_promises(replace(LUX, views=leaky_views)) == {"views_agree"}


def test_view_that_knows_more_than_was_witnessed_is_found() -> None:
    """The event hides a dealt card even from its owner, whose view then does not follow from its events."""

    def without_card(position: Position, seat: int, mover: int, move: int) -> Event:
        event = LUX.move_event(position, seat, mover, move)
        return event | {"card": None} if event["event"] == "draw" else event

    assert "a_view_grows_by_what_is_witnessed" in broken_promises(replace(LUX, move_event=without_card))


def test_packet_that_arrives_unwitnessed_is_found() -> None:
    def without_cards(effect: Effect, seat: int) -> Event:
        event = LUX.effect_event(effect, seat)
        return event | {"cards": None} if event["event"] == "passed" else event

    assert "a_view_grows_by_what_is_witnessed" in broken_promises(replace(LUX, effect_event=without_cards))


@pytest.mark.parametrize("verb", ["pick", "draw", "modifier"])
def test_event_that_reveals_too_much_is_found(verb: str) -> None:
    """Everybody sees a move as the seat that it concerns sees it."""

    def open_to_all(position: Position, seat: int, mover: int, move: int) -> Event:
        events = [LUX.move_event(position, viewer, mover, move) for viewer in range(position.seats)]
        own = next((event for event in events if event["seat"] == events.index(event)), events[0])
        return own if own["event"] == verb else LUX.move_event(position, seat, mover, move)

    broken = broken_promises(replace(LUX, move_event=open_to_all))
    assert "a_view_grows_by_what_is_witnessed" in broken


def test_reveal_that_could_be_taken_back_is_found() -> None:
    assert "free_undo_teaches_nothing" in broken_promises(replace(LUX, reveals=lambda effect: False))


class WorldsWithKeys(Worlds):
    """The worlds of Capital Lux with other keys for moves and effects."""

    def __init__(
        self, view: View, move_key: Callable[[int], int], effect_key: Callable[[Effect], int]
    ) -> None:
        self._worlds = LUX.worlds(view)
        self._move_key = move_key
        self._effect_key = effect_key

    def sample(self, rng: Rng) -> Position:
        return self._worlds.sample(rng)

    def move_key(self, position: Position, mover: i64, move: i64) -> i64:
        return self._move_key(move)

    def effect_key(self, effect: Effect) -> i64:
        return self._effect_key(effect)


@pytest.mark.parametrize(
    ("move_key", "effect_key"),
    [
        (lambda move: 1, lambda effect: 0),  # all moves have the same key
        (lambda move: 1 + move, lambda effect: 0),  # moves with equal events have different keys
        (lambda move: 0, lambda effect: 1),
        (lambda move: 0, hash),
    ],
)
def test_keys_that_do_not_match_the_events_are_found(
    move_key: Callable[[int], int], effect_key: Callable[[Effect], int]
) -> None:
    game = replace(LUX, worlds=lambda view: WorldsWithKeys(view, move_key, effect_key))
    assert broken_promises(game) == {"equal_events_have_equal_keys"}


def test_keys_are_optional() -> None:
    game = replace(LUX, worlds=lambda view: WorldsWithKeys(view, lambda move: 0, lambda effect: 0))
    assert broken_promises(game) == set()


def test_view_that_is_not_plain_data_is_found() -> None:
    def view_with_tuple(position: Position, seat: int) -> View:
        return CAPER.view(position, seat) | {"pair": (1, 2)}

    assert "views_are_plain" in broken_promises(replace(CAPER, view=view_with_tuple))


def test_a_view_with_an_undeclared_field_is_found() -> None:
    def view_with_extra_field(position: Position, seat: int) -> View:
        return CAPER.view(position, seat) | {"mood": "calm"}

    assert "views_match_their_type" in broken_promises(replace(CAPER, view=view_with_extra_field))


def test_vanishing_pieces_are_found() -> None:
    def incomplete_census(position: Position) -> dict[str, int]:
        assert isinstance(position, CaperPosition)
        return {"cards": sum(position.deck)}

    assert "pieces_are_conserved" in broken_promises(replace(CAPER, census=incomplete_census))


class PeekingHints(Hints):
    """Hints that depend on the next seat's hand."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, LuxPosition)
        return position.words[HANDS + (seat + 1) % position.seats] % 5 + move


def test_hints_that_peek_are_found() -> None:
    assert "a_world_looks_the_same" in broken_promises(replace(LUX, hints=PeekingHints()))


class Faulty(CaperPosition):
    """Base of positions with a planted fault; copies keep the fault."""


class PromptingByHand(Faulty):
    def prompt(self, seat: i64) -> str:
        return f"lay {sum(self.hand((seat + 1) % self.seats)[3:])}"


class SharingCopies(Faulty):
    def copy(self) -> Position:
        twin = super().copy()
        assert isinstance(twin, CaperPosition)
        twin.hands = self.hands
        return twin


class OfferingTwice(Faulty):
    def moves(self, seat: i64, into: vec[i64]) -> i64:
        count = super().moves(seat, into)
        into[count] = into[0]
        return count + 1


class RefusingTooLittle(Faulty):
    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        refusal = super().refusal(seat, move)
        return None if refusal and refusal.reason == "not-in-hand" else refusal


class CountingWrong(Faulty):
    def total_weight(self) -> i64:
        return super().total_weight() + 1


class DrawingOutOfOrder(Faulty):
    def chance_move(self, ticket: i64) -> i64:
        return super().chance_move(self.total_weight() - 1 - ticket)


class StumblingDefault(Faulty):
    def default_move(self, seat: i64) -> i64:
        return lay_move(5)


class TracingTheOrder(Faulty):
    last = 0

    def play(self, seat: i64, move: i64) -> None:
        self.last = seat
        super().play(seat, move)

    def fingerprint(self) -> tuple[int, ...]:
        return (*super().fingerprint(), self.last)

    def restore(self, numbers: list[int]) -> None:
        *rest, self.last = numbers
        super().restore(rest)


class MiscountingScore(Faulty):
    def outcome(self) -> Outcome | None:
        outcome = super().outcome()
        return outcome and replace(outcome, scores=tuple(score + 1 for score in outcome.scores))


class ForgettingHistory(Faulty):
    """Its fingerprint depends on something that does not follow from the moves."""

    turns = 0

    def fingerprint(self) -> tuple[int, ...]:
        ForgettingHistory.turns += 1
        return (*super().fingerprint(), ForgettingHistory.turns)

    def restore(self, numbers: list[int]) -> None:
        super().restore(numbers[:-1])


class RestoringInPart(Faulty):
    def restore(self, numbers: list[int]) -> None:
        super().restore(numbers)
        self.points = [0] * self.seats


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        (PromptingByHand, "a_world_looks_the_same"),
        (SharingCopies, "copies_are_independent"),
        (RestoringInPart, "fingerprints_restore"),
        (OfferingTwice, "moves_are_those_not_refused"),
        (RefusingTooLittle, "moves_are_those_not_refused"),
        (CountingWrong, "odds_add_up"),
        (DrawingOutOfOrder, "odds_add_up"),
        (StumblingDefault, "defaults_are_legal"),
        (TracingTheOrder, "sealed_choices_commute"),
        (MiscountingScore, "an_end_is_an_outcome"),
        (ForgettingHistory, "records_rebuild_every_position"),
    ],
)
def test_planted_fault_is_found(fault: type[CaperPosition], promise: str) -> None:
    def start(seats: int, options: Any) -> Position:
        return fault(seats, options or CaperOptions())

    try:
        broken = broken_promises(replace(CAPER, start=start), games=3)
    except (IndexError, ValueError):
        assert fault in (SharingCopies, CountingWrong)
        return
    assert promise in broken
