"""Fair draws: the commitment, the derivation of tickets, and their uniform distribution."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caponata.engine.fair import Draws, FairDraws, SeededDraws, commitment, fresh_seed, message

SEED = bytes(range(32))
CHI_SQUARE_LIMITS = {5: 20.5, 22: 48.3, 71: 112.3}  # exceeded once in a thousand, by degrees of freedom


def hmac_by_hand(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA-256 as defined in RFC 2104, for keys of at most one block."""
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def ticket_by_hand(seed: bytes, table: str, entropy: list[str], number: int, weight: int) -> tuple[int, int]:
    """The ticket and the number of rejected attempts, implemented from the documentation alone."""
    encoded = "".join(f"{len(text.encode())}:{text}," for text in entropy)
    label = f"14:caponata-key-1,{len(table.encode())}:{table},{encoded}"
    key = hmac_by_hand(seed, label.encode())
    attempt = 0
    while True:
        numbers = f"{len(str(number))}:{number},{len(str(attempt))}:{attempt},"
        label = f"15:caponata-draw-1,{len(table.encode())}:{table},{numbers}"
        value = int(hmac_by_hand(key, label.encode()).hex(), 16)
        if value < (1 << 256) - (1 << 256) % weight:
            return value % weight, attempt
        attempt += 1


def test_hmac_by_hand_gives_the_known_answers_of_rfc_4231() -> None:
    first = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    second = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_by_hand(b"\x0b" * 20, b"Hi There").hex() == first
    assert hmac_by_hand(b"Jefe", b"what do ya want for nothing?").hex() == second


def test_commitment_is_the_sha_256_of_the_seed() -> None:
    known = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(bytes(32)) == known
    assert FairDraws(bytes(32), "table", []).commitment == known


@pytest.mark.parametrize("weight", [1, 2, 3, 4, 72, 2**31 - 1])
@pytest.mark.parametrize("entropy", [[], ["heads", "7 of clubs"], ["ünïcode", "", "1:a,"]])
def test_tickets_follow_from_the_documented_derivation(weight: int, entropy: list[str]) -> None:
    draws = FairDraws(SEED, "tisch-ß", entropy)
    for number in (1, 2, 9, 10, 12345):
        ticket, _ = ticket_by_hand(SEED, "tisch-ß", entropy, number, weight)
        assert draws.ticket(number, weight) == ticket


def test_the_first_tickets_of_a_known_seed_never_change() -> None:
    draws = FairDraws(SEED, "table", ["a", "b"])
    by_openssl = [6, 47, 38, 0, 35, 46, 55, 36, 36, 24]
    assert [draws.ticket(number, 72) for number in range(1, 11)] == by_openssl


def test_value_beyond_the_last_whole_multiple_is_rejected() -> None:
    draws = FairDraws(SEED, "table", ["a"])
    weight = 2**255 + 1
    by_hand = [ticket_by_hand(SEED, "table", ["a"], number, weight) for number in range(1, 30)]
    assert [draws.ticket(number, weight) for number in range(1, 30)] == [ticket for ticket, _ in by_hand]
    assert {attempts for _, attempts in by_hand} >= {0, 1, 2}


@given(st.lists(st.text()), st.lists(st.text()))
def test_different_texts_make_different_messages(one: list[str], other: list[str]) -> None:
    assert (message(*one) == message(*other)) == (one == other)


def test_encoded_texts_cannot_be_confused() -> None:
    assert message("a", "12") == b"1:a,2:12,"
    assert message("ab", "c") != message("a", "bc")
    assert message("ü") == b"2:\xc3\xbc,"


def test_every_input_changes_the_tickets() -> None:
    def tickets(draws: FairDraws) -> tuple[int, ...]:
        return tuple(draws.ticket(number, 2**31 - 1) for number in (1, 2, 3))

    outcomes = {
        tickets(FairDraws(SEED, "table", ["a", "b"])),
        tickets(FairDraws(SEED[::-1], "table", ["a", "b"])),
        tickets(FairDraws(SEED, "rematch", ["a", "b"])),
        tickets(FairDraws(SEED, "table", ["b", "a"])),
        tickets(FairDraws(SEED, "table", ["ab", ""])),
        tickets(FairDraws(SEED, "table", ["a", "b", ""])),
    }
    assert len(outcomes) == 6
    assert all(len(set(numbers)) == 3 for numbers in outcomes)


@pytest.mark.parametrize(
    "draws", [FairDraws(SEED, "table", ["a", "b"]), SeededDraws(20)], ids=["fair", "seeded"]
)
@pytest.mark.parametrize("weight", [6, 23, 72])
def test_every_ticket_is_equally_likely(draws: Draws, weight: int) -> None:
    expected = 200
    counts = [0] * weight
    for number in range(1, expected * weight + 1):
        counts[draws.ticket(number, weight)] += 1
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert chi_square < CHI_SQUARE_LIMITS[weight - 1]


@given(st.integers(1, 2**31 - 1), st.integers(1, 10**6), st.integers(0, 2**64))
def test_tickets_stay_below_the_weight(weight: int, number: int, seed: int) -> None:
    assert 0 <= SeededDraws(seed).ticket(number, weight) < weight
    assert 0 <= FairDraws(SEED, "table", [str(seed)]).ticket(number, weight) < weight


def test_ticket_depends_on_its_number_only() -> None:
    forward, backward = SeededDraws(5), SeededDraws(5)
    numbers = range(1, 40)
    assert [forward.ticket(number, 1000) for number in numbers] == [
        backward.ticket(number, 1000) for number in reversed(numbers)
    ][::-1]


def test_draw_without_weight_is_an_error() -> None:
    with pytest.raises(ValueError, match="draw 3 has weight 0"):
        FairDraws(SEED, "table", []).ticket(3, 0)


def test_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        FairDraws(b"short", "table", [])
    assert len({fresh_seed() for _ in range(10)}) == 10
    assert len(fresh_seed()) == 32


def test_seed_is_not_in_the_repr() -> None:
    draws = FairDraws(SEED, "table", ["a"])
    assert SEED.hex() not in f"{draws!r}{draws}"
    assert draws.secret == SEED.hex()
