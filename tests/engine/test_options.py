"""Options: from a command line or a record to the game's own dataclass, and back."""

from dataclasses import dataclass, replace

import pytest

from caponata.engine.options import OptionError, choice_value, choice_word, plain_options, read_options
from caponata.games.capital_lux import GAME as LUX
from caponata.games.capital_lux.layout import LuxOptions
from tests.engine.tables import COINS_GAME, CoinOptions


def test_default_options_are_those_of_the_rulebook() -> None:
    assert read_options(LUX, {}) == LuxOptions()


def test_texts_are_converted_to_the_type_of_the_option() -> None:
    assert read_options(LUX, {"opening-cards": "3", "hand_size": "6"}) == LuxOptions(3, 6)
    assert read_options(LUX, {"hand_size": "rulebook"}) == LuxOptions(1, "rulebook")
    typed = {"coins": " 7 ", "loud": "Yes", "pace": "2", "motto": "12", "flips": "3,1", "limit": "none"}
    assert read_options(COINS_GAME, typed) == CoinOptions(7, True, 2.0, "12", (3, 1), "none")


def test_options_can_be_read_back_from_a_record() -> None:
    options = CoinOptions(coins=3, flips=(1, 2), limit=9)
    plain = plain_options(options)
    assert plain == {
        "coins": 3,
        "loud": False,
        "pace": 1.0,
        "motto": "mine",
        "flips": [1, 2],
        "limit": 9,
    }
    assert read_options(COINS_GAME, plain) == options


def test_error_about_an_unknown_option_lists_the_known_ones() -> None:
    with pytest.raises(OptionError) as error:
        read_options(LUX, {"handsize": "6"})
    assert str(error.value) == (
        "Capital Lux has no option 'handsize'; its options are opening_cards (1), hand_size (rulebook),"
        " bonus_cards (open); did you mean 'hand_size'?"
    )


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"coins": "many"}, "the option 'coins' is a whole number, not 'many'"),
        ({"coins": "1.5"}, "the option 'coins' is a whole number, not '1.5'"),
        ({"coins": True}, "the option 'coins' is a whole number, not True"),
        ({"coins": None}, "the option 'coins' is a whole number, not None"),
        ({"loud": "perhaps"}, "the option 'loud' is yes or no, not 'perhaps'"),
        ({"loud": 1}, "the option 'loud' is yes or no, not 1"),
        ({"pace": "nan"}, "the option 'pace' is a number, not 'nan'"),
        ({"motto": 5}, "the option 'motto' is a word, not 5"),
        ({"flips": 5}, "the option 'flips' is a list, not 5"),
    ],
)
def test_value_of_the_wrong_type_is_refused(chosen: dict[str, object], sentence: str) -> None:
    with pytest.raises(OptionError) as error:
        read_options(COINS_GAME, chosen)
    assert str(error.value) == sentence


def test_value_refused_by_the_game_is_reported_with_its_rule() -> None:
    with pytest.raises(OptionError, match=r"opening_cards is 1 or 3, not 2 \[LUX-1.3\]"):
        read_options(LUX, {"opening_cards": "2"})


def test_option_error_has_the_rule_of_its_message() -> None:
    for chosen, rule in (({"opening_cards": "2"}, "LUX-1.3"), ({"opening_cards": "many"}, None)):
        with pytest.raises(OptionError) as error:
            read_options(LUX, chosen)
        assert error.value.rule == rule


def test_type_error_of_a_compiled_game_becomes_a_readable_message() -> None:
    @dataclass
    class Compiled:
        pace: int = 1
        limit: str | int = "none"

        def __post_init__(self) -> None:
            if not isinstance(self.limit, str | int):
                raise TypeError("union[str, int] object expected")
            if self.pace > 1:
                raise ValueError("pace is 1")

    with pytest.raises(OptionError) as error:
        read_options(replace(COINS_GAME, options=Compiled), {"pace": 2, "limit": [1]})
    assert str(error.value) == "the option 'limit' cannot be [1]: its default is 'none'"


def test_option_given_twice_is_refused() -> None:
    with pytest.raises(OptionError, match="'hand_size' is given twice"):
        read_options(LUX, {"hand_size": "6", "hand-size": "6"})


def test_option_values_and_catalogue_keys_convert_both_ways() -> None:
    keys: dict[str | int, str] = {True: "yes", False: "no", 3: "3", -2: "-2", "rulebook": "rulebook"}
    assert {value: choice_word(value) for value in keys} == keys
    assert all(choice_value(key) is value or choice_value(key) == value for value, key in keys.items())
    assert choice_value("yes") is True and choice_value("no") is False
