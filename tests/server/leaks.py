"""Planted leaks: each changes the server while a script is played, so that a viewer learns too much."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import msgspec

from caponata.engine.frames import replay_json
from caponata.engine.game import SPECTATOR, Event, Game, Position, View, Worlds
from caponata.engine.log import IllegalMove
from caponata.engine.preview import changes
from caponata.engine.record import Choice, Draw
from caponata.engine.table import Table
from caponata.games import capital_lux
from caponata.secrecy.harness import Harness
from caponata.server.connections import session, state_message, table_message, viewers
from caponata.server.connections.encoded_view import HASH_DIGITS
from caponata.server.connections.sent_messages import CommonTable
from caponata.server.connections.session import ClientSession
from caponata.server.connections.viewers import Viewers
from caponata.server.scheduler import bot_workers
from caponata.server.tables import replays
from caponata.server.tables.cards import Card
from caponata.server.tables.clock import Clock, SeatClock
from caponata.server.tables.room import Room
from caponata.server.tables.service import TableService

TRUE: Final = capital_lux.GAME  # the unchanged game


def current_room() -> Room:
    """Return the room of the running harness."""
    assert Harness.current is not None
    return Harness.current.open_table.room


def others_hand(position: Position, seat: int) -> list[str]:
    """Return the hand of the next seat."""
    hand: list[str] = TRUE.view(position, (seat + 1) % position.seats)["hand"]
    return hand


@contextmanager
def _game(**changed: Any) -> Iterator[None]:
    game: Game = replace(TRUE, views=None, **changed)
    with patch.object(capital_lux, "GAME", game):
        yield


@contextmanager
def _state_leak(leak: Callable[[Table, int, dict[str, Any]], Any]) -> Iterator[None]:
    """Change every state message."""
    honest = state_message.viewer_state

    def viewer_state(game_table: Table, seat: int, *rest: Any) -> dict[str, Any]:
        state = honest(game_table, seat, *rest)
        leak(game_table, seat, state)
        return state

    with patch.object(viewers, "viewer_state", viewer_state):
        yield


@contextmanager
def _frame_leak(leak: Callable[[dict[str, Any], Any], Any]) -> Iterator[None]:
    """Change every frame of a replay, given the record's entry."""
    honest = replay_json

    def leaky_replay(record: Any, *rest: Any) -> dict[int, dict[str, Any]]:
        shown = honest(record, *rest)
        for replay in shown.values():
            for frame, entry in zip(replay["frames"], record.entries):
                leak(frame, entry)
        return shown

    with patch.object(replays, "replay_json", leaky_replay):
        yield


@contextmanager
def a_view_with_one_hidden_card_too_many() -> Iterator[None]:
    def view(position: Position, seat: int) -> View:
        return TRUE.view(position, seat) | {"last": others_hand(position, seat)[-1:]}

    with _game(view=view):
        yield


@contextmanager
def unseen_counted_in_the_true_deck() -> Iterator[None]:
    def view(position: Position, seat: int) -> View:
        shown = TRUE.view(position, seat)
        hands = [card for other in range(position.seats) for card in TRUE.view(position, other)["hand"]]
        return shown | {"unseen": {card: n for card, n in shown["unseen"].items() if card not in hands}}

    def worlds(shown: View) -> Worlds:
        """Build worlds from the honest view, because no world fits the other one."""
        return TRUE.worlds(TRUE.view(current_room().started_game.position, shown["seat"]))

    with _game(view=view, worlds=worlds):
        yield


@contextmanager
def a_spectator_who_gets_the_view_of_a_seat() -> Iterator[None]:
    with _game(view=lambda position, seat: TRUE.view(position, max(seat, 0))):
        yield


@contextmanager
def events_as_the_mover_sees_them() -> Iterator[None]:
    def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
        return TRUE.move_event(position, mover if mover < position.seats else seat, mover, move)

    with _game(move_event=move_event):
        yield


@contextmanager
def draws_that_everybody_sees() -> Iterator[None]:
    def move_event(position: Position, seat: int, mover: int, move: int) -> Event:
        seats = range(position.seats)
        looks = [TRUE.move_event(position, viewer, mover, move) for viewer in (seat, *seats)]
        return min(looks, key=lambda event: None in event.values()) if mover not in seats else looks[0]

    with _game(move_event=move_event):
        yield


@contextmanager
def the_number_of_the_last_deed() -> Iterator[None]:
    with _state_leak(lambda game_table, seat, state: state.update(undo=current_room().state.number)):
        yield


@contextmanager
def the_number_of_the_last_entry() -> Iterator[None]:
    with _state_leak(lambda game_table, seat, state: state.update(entry=len(game_table.entries))):
        yield


@contextmanager
def the_moves_of_another_seat() -> Iterator[None]:
    def leak(game_table: Table, seat: int, state: dict[str, Any]) -> None:
        for acting in game_table.acting if not state["moves"] else ():
            state["moves"] = state_message.moves_by_verb(game_table.game.name, game_table.moves(acting))

    with _state_leak(leak):
        yield


@contextmanager
def a_hash_of_the_position() -> Iterator[None]:
    def leak(game_table: Table, seat: int, state: dict[str, Any]) -> None:
        whole = repr(game_table.position.fingerprint()).encode()
        state["hash"] = hashlib.sha256(whole).hexdigest()[:HASH_DIGITS]

    with _state_leak(leak):
        yield


@contextmanager
def a_prompt_that_knows_a_hand() -> Iterator[None]:
    def leak(game_table: Table, seat: int, state: dict[str, Any]) -> None:
        if sum(int(card[-1]) for card in others_hand(game_table.position, seat)) % 2:
            state["prompt"] += "-carefully"

    with _state_leak(leak):
        yield


@contextmanager
def an_undo_that_knows_a_hand() -> Iterator[None]:
    def leak(game_table: Table, seat: int, state: dict[str, Any]) -> None:
        value = sum(int(card[-1]) for card in others_hand(game_table.position, seat))
        state["undo"] = "ask" if value % 2 else state["undo"]

    with _state_leak(leak):
        yield


@contextmanager
def a_draw_in_a_running_replay() -> Iterator[None]:
    def leak(frame: dict[str, Any], entry: Any) -> None:
        if isinstance(entry, Draw | Choice):
            frame["move"] = entry.move

    with _frame_leak(leak):
        yield


@contextmanager
def the_time_in_a_running_replay() -> Iterator[None]:
    with _frame_leak(lambda frame, entry: frame.update(at=entry.number)):
        yield


@contextmanager
def a_replay_of_another_seat() -> Iterator[None]:
    honest = replay_json

    def leaky_replay(record: Any, game: Game, viewers: list[int]) -> dict[int, dict[str, Any]]:
        neighbours = [(viewer + 1) % len(record.seats) for viewer in viewers]
        shown = honest(record, game, neighbours)
        return {viewer: shown[other] for viewer, other in zip(viewers, neighbours)}

    with patch.object(replays, "replay_json", leaky_replay):
        yield


@contextmanager
def the_seed_in_the_table_message() -> Iterator[None]:
    honest = table_message.table_message

    def leaky_message(viewers: Viewers, room: Room, now: int) -> CommonTable:
        assert Harness.current is not None
        seed = Harness.current.server.service.settings.seed()
        return msgspec.structs.replace(honest(viewers, room, now), commitment=seed.hex())

    with patch.object(table_message, "table_message", leaky_message):
        yield


@contextmanager
def entropy_in_the_table_message() -> Iterator[None]:
    honest = table_message.table_message

    def leaky_message(viewers: Viewers, room: Room, now: int) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.to_builtins(honest(viewers, room, now))
        return message | {"entropy": [seat.entropy for seat in room.state.seats]}

    with patch.object(table_message, "table_message", leaky_message):
        yield


@contextmanager
def a_preview_sent_to_all() -> Iterator[None]:
    honest = ClientSession._send_preview

    async def tell_preview(self: ClientSession, message: Any) -> None:
        everybody = SimpleNamespace(send=self.table_connections.viewers.send_all)
        with patch.object(self, "connection", everybody):
            await honest(self, message)

    with patch.object(ClientSession, "_send_preview", tell_preview):
        yield


@contextmanager
def a_preview_of_the_true_position() -> Iterator[None]:
    def preview(game: Game, view: View, move: int, rng: Any) -> dict[str, Any]:
        position, seat = current_room().started_game.position.copy(), view["seat"]
        position.play(seat, move)
        return changes(view, TRUE.view(position, seat))[0] | {"deck": others_hand(position, seat)}

    with patch.object(session, "preview", preview):
        yield


@contextmanager
def advice_that_knows_a_hand() -> Iterator[None]:
    honest = bot_workers.BotWorkers.advise

    async def advise(self: bot_workers.BotWorkers, game: str, view: bytes, seed: int) -> dict[str, Any]:
        hand = others_hand(current_room().started_game.position, msgspec.json.decode(view)["seat"])
        return await honest(self, game, view + msgspec.json.encode(hand), seed)

    with patch.object(bot_workers.BotWorkers, "advise", advise):
        yield


@contextmanager
def a_reconnect_to_another_seat() -> Iterator[None]:
    honest = Viewers.full_state

    def full_state(self: Viewers, game_table: Table, seat: int, since: int, *known: Any) -> bytes:
        state = msgspec.json.decode(honest(self, game_table, seat, since, *known))
        state["events"] = game_table.witness((seat + 1) % len(game_table.seats), since)
        return msgspec.json.encode(state)

    with patch.object(Viewers, "full_state", full_state):
        yield


@contextmanager
def a_refusal_that_knows_a_hand() -> Iterator[None]:
    honest = Room.move

    def move(self: Room, seat: int, *rest: Any, **more: Any) -> Any:
        try:
            return honest(self, seat, *rest, **more)
        except IllegalMove as error:
            cards = {"cards": " ".join(others_hand(self.started_game.position, seat))}
            error.refusal = replace(error.refusal, facts={**error.refusal.facts, **cards})
            raise

    with patch.object(Room, "move", move):
        yield


@contextmanager
def a_table_card_that_knows_a_hand() -> Iterator[None]:
    honest = Room.card

    def card(self: Room) -> Card:
        hand = others_hand(self.game_table.position, SPECTATOR) if self.game_table is not None else []
        leaked = len("".join(hand)) + sum(int(card[-1]) for card in hand)
        return msgspec.structs.replace(honest(self), changed=leaked)

    with patch.object(Room, "card", card):
        yield


@contextmanager
def a_clock_that_knows_a_hand() -> Iterator[None]:
    honest = Clock.readings

    def readings(self: Clock, seats: Any, now: int) -> list[SeatClock]:
        clocks = honest(self, seats, now)
        game_table = current_room().game_table
        hand = others_hand(game_table.position, SPECTATOR) if game_table is not None else []
        clocks[0].bank += sum(int(card[-1]) for card in hand)
        return clocks

    with patch.object(Clock, "readings", readings):
        yield


@contextmanager
def a_record_before_the_end() -> Iterator[None]:
    async def keep(self: TableService, room: Room) -> None:
        await self.store.save_result(
            room.table_id, repr(room.started_game.entries).encode(), zlib.compress(b"{}")
        )

    honest = TableService._after_deed

    def settle(self: TableService, table: Any, deed: Any) -> None:
        honest(self, table, deed)
        if table.room.game_table is not None:
            self.background.run(keep(self, table.room))

    with patch.object(TableService, "_after_deed", settle):
        yield


LEAKS: Final = (
    a_view_with_one_hidden_card_too_many,
    unseen_counted_in_the_true_deck,
    a_spectator_who_gets_the_view_of_a_seat,
    events_as_the_mover_sees_them,
    draws_that_everybody_sees,
    the_number_of_the_last_deed,
    the_number_of_the_last_entry,
    the_moves_of_another_seat,
    a_hash_of_the_position,
    a_prompt_that_knows_a_hand,
    an_undo_that_knows_a_hand,
    a_draw_in_a_running_replay,
    the_time_in_a_running_replay,
    a_replay_of_another_seat,
    the_seed_in_the_table_message,
    entropy_in_the_table_message,
    a_preview_sent_to_all,
    a_preview_of_the_true_position,
    advice_that_knows_a_hand,
    a_reconnect_to_another_seat,
    a_refusal_that_knows_a_hand,
    a_table_card_that_knows_a_hand,
    a_clock_that_knows_a_hand,
    a_record_before_the_end,
)
