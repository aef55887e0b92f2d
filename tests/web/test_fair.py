"""The browser recomputes draws and hashes of views exactly as the server does."""

import hashlib
import hmac
from typing import Any

import msgspec
import pytest

from caponata.engine.chance import Rng
from caponata.engine.fair import FairDraws, commitment, message
from caponata.engine.game import CHANCE_ACTS, SPECTATOR
from caponata.engine.record import Draw
from caponata.engine.replay import Replay
from caponata.games.capital_lux import GAME
from tests.engine.tables import ENTROPY, SEED, closed_record, fresh, play_on
from tests.web.node import call_module

ON_HEX = """(module) => ({
    ...module,
    sha256: (digits) => module.sha256(module.unhex(digits)),
    hmac: (key, digits) => module.hmac(module.unhex(key), module.unhex(digits)),
    quick: (view, times) => {
        for (let i = 0; i < times; i += 1) module.viewHash(view);
        const start = performance.now();
        for (let i = 0; i < times; i += 1) module.viewHash(view);
        return (performance.now() - start) / times;
    },
})"""
ODD_TEXTS = [
    '"quoted"',
    "back\\slash",
    "two\nlines\tand\r\x00\x1f\x7f",
    "é",
    "🂡 and 👩‍🚀",
    "/ < > &",
    "\u2028\u2029",
]


def fair(calls: list[list[Any]]) -> list[Any]:
    """Return the results of calls to the page's module of verifiable draws."""
    return call_module("fair.js", calls, context=ON_HEX)


def view_hash(view: object) -> str:
    """Hash of a view as the server computes it."""
    return hashlib.sha256(msgspec.json.encode(view, order="sorted")).hexdigest()[:16]


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ],
)
def test_sha_256_matches_the_standard(text: str, digest: str) -> None:
    assert fair([["sha256", text.encode().hex()]]) == [digest]


def test_hmac_matches_rfc_4231() -> None:
    long_key = "aa" * 131
    calls = [
        ["hmac", "0b" * 20, b"Hi There".hex()],
        ["hmac", b"Jefe".hex(), b"what do ya want for nothing?".hex()],
        ["hmac", long_key, b"Test Using Larger Than Block-Size Key - Hash Key First".hex()],
    ]
    assert fair(calls) == [
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ]


def test_digests_match_python_for_every_length() -> None:
    texts = [bytes(i * 7 % 256 for i in range(length)) for length in range(200)]
    calls = [["sha256", text.hex()] for text in texts] + [["hmac", text.hex(), text.hex()] for text in texts]
    expected = [hashlib.sha256(text).hexdigest() for text in texts]
    assert fair(calls) == expected + [hmac.digest(text, text, "sha256").hex() for text in texts]


def test_messages_are_encoded_as_on_the_server() -> None:
    parts = ["a", "12", "", *ODD_TEXTS]
    assert fair([["message", *parts]]) == [message(*parts).hex()]


def test_the_commitment_matches_the_server() -> None:
    assert fair([["commitment", SEED.hex()]]) == [commitment(SEED)]


def test_tickets_match_the_server_for_every_weight() -> None:
    draws = FairDraws(SEED, "tavola-é", [*ENTROPY, *ODD_TEXTS])
    asked = [(number, weight) for number in range(1, 30) for weight in (1, 2, 3, 7, 72, 2**31 - 1)]
    calls = [
        ["ticket", SEED.hex(), draws.table, list(draws.entropy), number, weight] for number, weight in asked
    ]
    assert fair(calls) == [str(draws.ticket(number, weight)) for number, weight in asked]


def test_values_beyond_the_limit_are_rejected_and_drawn_again() -> None:
    """With a weight just above half of all values, about every second value is rejected."""
    weight = 2**255 + 1
    draws = FairDraws(SEED, "t", ENTROPY)
    again = """(module) => ({ ticket: (...args) => module.ticket(...args, 2n ** 255n + 1n) })"""
    calls = [["ticket", SEED.hex(), "t", list(ENTROPY), number] for number in range(1, 20)]
    answers = call_module("fair.js", calls, context=again)
    assert answers == [str(draws.ticket(number, weight)) for number in range(1, 20)]


def test_a_draw_with_weight_zero_is_an_error() -> None:
    (answer,) = fair([["ticket", SEED.hex(), "t", [], 1, 0]])
    assert answer == "Error: draw 1 has weight 0: the weights must be positive"


def test_every_draw_of_a_game_can_be_recomputed() -> None:
    record = closed_record()
    replay = Replay(record, GAME)
    calls: list[list[Any]] = []
    moves: list[str] = []
    while (entry := replay.upcoming) is not None:
        if isinstance(entry, Draw):
            assert replay.position.to_act == CHANCE_ACTS
            odds = odds_of(replay)
            weight = sum(tickets for _, tickets in odds)
            calls.append(["redo", odds, record.seed, record.table, list(record.entropy), entry.draw, weight])
            moves.append(entry.move)
        replay.step()
    redo = "({ moveOfTicket, ticket }) => ({ redo: (odds, ...rest) => moveOfTicket(odds, ticket(...rest)) })"
    assert len(moves) > 50
    assert call_module("fair.js", calls, context=redo) == moves


def odds_of(replay: Replay) -> list[tuple[str, int]]:
    """Possible draws with their weights, which are the numbers of their tickets."""
    position = replay.position
    tickets = [GAME.space.text(position.chance_move(ticket)) for ticket in range(position.total_weight())]
    return [(move, tickets.count(move)) for move in dict.fromkeys(tickets)]


def test_a_ticket_beyond_all_weights_has_no_move() -> None:
    odds = [["draw a", 2], ["draw b", 1]]
    assert fair([["moveOfTicket", odds, ticket] for ticket in range(4)]) == [
        "draw a",
        "draw a",
        "draw b",
        None,
    ]


def test_view_hashes_of_a_whole_game_match_the_server() -> None:
    table = fresh(4)
    views = []
    rng = Rng(3)
    while table.acting:
        views += [table.view(viewer) for viewer in (0, 3, SPECTATOR)]
        play_on(table, rng, choices=1)
    assert fair([["viewHash", view] for view in views]) == [view_hash(view) for view in views]


def test_view_hashes_match_for_unusual_texts() -> None:
    views: list[object] = [{text: [text, None, True, False, -3, 0, {}]} for text in ODD_TEXTS]
    views += [
        {"b": 1, "a": {"10": 1, "9": 2, "": 0}},
        {"\uffff": 1, "😀": 2, "é": 3, "z": 4, "ab": 5, "a": 6},  # UTF-8 sorts the smiley last
        [],
        {},
        "only a text",
        None,
        0,
    ]
    assert fair([["viewHash", view] for view in views]) == [view_hash(view) for view in views]


def test_hashing_a_view_takes_well_under_a_millisecond() -> None:
    table = fresh(4)
    play_on(table, Rng(1), choices=30)
    view = {f"copy {i}": table.view(0) for i in range(2)}
    assert len(msgspec.json.encode(view)) > 5_000
    (milliseconds,) = fair([["quick", view, 200]])
    assert milliseconds < 3  # about a tenth of this on an idle machine
