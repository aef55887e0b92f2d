"""The browser produces every sentence of whole games exactly as Python does, in every language."""

import itertools
import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest

from caponata.catalogue import BUILT_IN, TUTORIAL, find_game
from caponata.engine.chance import Rng
from caponata.engine.fair import SeededDraws
from caponata.engine.game import SPECTATOR, Event, Game, Outcome, Refusal, ScoreLine
from caponata.engine.options import read_options
from caponata.engine.record import Seat
from caponata.engine.table import Table
from caponata.games.capital_lux import GAME as LUX
from caponata.texts import Sentence, TextError, Texts, languages
from tests.web.node import call_module

NAMES = ("Ann", "green-2 {seat}", "Élodie 🂡", "Ben's", "5", "Fay", "Gus", "Hal")
GAMES = (*BUILT_IN, *TUTORIAL)
LUCKY_NUMBERS = (1, 2)
MAX_COMBINATIONS = 24
TRIED_PER_POSITION = 60  # moves that may be refused
NAMED_MOVES = 2_000  # moves that are named even if no game offers them
MAX_TAKEN_BACK = 2
METHODS = {"event", "prompt", "move", "explain", "refusal", "outcome", "scoreLine", "option", "name"}
UNDO: Event = {"event": "undo", "seat": 1, "rule": None, "takes_back": [4]}

WITH_TEXTS = """({ Texts, words }) => {
    const texts = {};
    return {
        load: (language, catalogue) => { texts[language] = new Texts(catalogue, language); },
        read: (language, name) => texts[language][name],
        call: (language, method, ...args) => texts[language][method](...args),
        word: (catalogue, language, key, args) => words(catalogue, language)(key, args),
        has: (catalogue, key) => words(catalogue, "en").has(key),
    };
}"""


class TextCalls:
    """Calls to the browser's `Texts` without duplicates, each with the corresponding call in Python."""

    def __init__(self) -> None:
        self.calls: dict[str, Callable[[Texts], Any]] = {}

    def add(self, method: str, args: list[Any], expected: Callable[[Texts], Any]) -> None:
        """Add a call and a function that computes the expected result from Python's `Texts`."""
        self.calls.setdefault(json.dumps([method, *args]), expected)


def plain(sentence: Sentence) -> dict[str, Any]:
    """A sentence as JSON."""
    return asdict(sentence)


def tables(game: Game) -> Iterator[tuple[int, Any, int]]:
    """All numbers of seats with all combinations of the options in the catalogue.

    If there are too many, every number of seats and every value of an option occurs at least once.
    """
    explained = Texts(game).catalogue["options"]
    values = [list(explained[name]["choices"]) for name in explained]
    combined: Iterable[tuple[Any, ...]] = itertools.product(game.seats, *values, LUCKY_NUMBERS)
    if len(game.seats) * math.prod(map(len, values)) > MAX_COMBINATIONS:
        turns = range(max(len(game.seats), *map(len, values)))
        parts = [game.seats, *values, LUCKY_NUMBERS]
        combined = (tuple(part[turn % len(part)] for part in parts) for turn in turns)
    for seats, *chosen, lucky in combined:
        yield seats, read_options(game, dict(zip(explained, chosen, strict=True))), lucky


def played(game: Game) -> Iterator[Table]:
    """Tables of all sizes and options before every choice of a game, with some choices taken back."""
    for seats, options, lucky in tables(game):
        people = [Seat(name, "person") for name in NAMES[:seats]]
        table = Table(game, people, options, draws=SeededDraws(lucky))
        rng = Rng(lucky)
        taken_back = 0
        while table.acting:
            yield table
            seat = table.acting[rng.below(len(table.acting))]
            moves = table.moves(seat)
            added = table.play(seat, moves[rng.below(len(moves))])
            if taken_back < MAX_TAKEN_BACK:
                taken_back += 1
                table.rewind(added[0].number)
        yield table


def add_position(
    calls: TextCalls, table: Table, names: list[str], last_seen: dict[int, int], tried: int
) -> None:
    """Add all texts of one position, with the events that each viewer has not seen yet.

    The seat `tried` attempts illegal moves.
    """
    position, game = table.position, table.game
    for viewer in (*range(len(names)), SPECTATOR):
        for event in table.witness(viewer, last_seen.get(viewer, 0)):
            add_event(calls, event, names, viewer)
            last_seen[viewer] = event["n"]
    for seat in range(len(names)):
        acting = [names[other] for other in table.acting if other != seat]
        add_prompt(calls, position.prompt(seat), acting)
        for move in table.moves(seat):
            add_move(calls, move, game)
    for move in sample_moves(game, TRIED_PER_POSITION):
        refusal = position.refusal(tried, move)
        if refusal is not None:
            add_refusal(calls, refusal, names)


def sample_moves(game: Game, limit: int) -> Iterator[int]:
    """A sample of all moves: some games have millions."""
    for dense in range(0, len(game.space), -(-len(game.space) // limit)):
        yield game.space.at(dense)


def add_event(calls: TextCalls, event: Event, names: list[str], viewer: int) -> None:
    public = {key: value for key, value in event.items() if key != "n"}
    calls.add("event", [public, names, viewer], lambda texts: plain(texts.event(public, names, viewer)))


def add_prompt(calls: TextCalls, key: str, acting: list[str]) -> None:
    calls.add("prompt", [key, acting], lambda texts: texts.prompt(key, acting))


def add_move(calls: TextCalls, move: int, game: Game) -> None:
    text = game.space.text(move)
    calls.add("move", [text], lambda texts: texts.move(game.space, move))
    calls.add("explain", [text], lambda texts: plain(texts.explain(game.space, move)))


def add_refusal(calls: TextCalls, refusal: Refusal, names: list[str]) -> None:
    written = {"rule": refusal.rule, "reason": refusal.reason, "facts": dict(refusal.facts)}
    calls.add("refusal", [written, names], lambda texts: texts.refusal(refusal, names))


def add_end(calls: TextCalls, outcome: Outcome, names: list[str]) -> None:
    calls.add("outcome", [asdict(outcome), names], lambda texts: plain(texts.outcome(outcome, names)))
    for line in {line for lines in outcome.lines for line in lines}:
        add_score_line(calls, line)


def add_score_line(calls: TextCalls, line: ScoreLine) -> None:
    calls.add("scoreLine", [asdict(line)], lambda texts: plain(texts.score_line(line)))


def add_option(calls: TextCalls, option: str, choices: list[str]) -> None:
    def whole(texts: Texts) -> dict[str, Any]:
        said = texts.option(option)
        label = texts.catalogue["options"][option]["label"]
        return {"label": label, "explain": said.text, "rule": said.rule}

    calls.add("option", [option], whole)
    for value in choices:
        calls.add("choice", [option, value], partial(Texts.choice, option=option, value=value))


def add_catalogue(calls: TextCalls, game: Game) -> None:
    """Add terms, options, names, a sample of all moves, and a choice taken back."""
    english = Texts(game).catalogue
    for key in english["terms"]:
        calls.add("term", [key], partial(Texts.term, key=key))
    for option, explained in english["options"].items():
        add_option(calls, option, list(explained["choices"]))
    for name in (*english["names"], "7", "+3", "-3"):
        calls.add("name", [name], partial(Texts.name, value=name))
    for move in sample_moves(game, NAMED_MOVES):
        add_move(calls, move, game)
    for viewer in (0, 1, SPECTATOR):
        add_event(calls, UNDO, list(NAMES), viewer)


def all_calls(game: Game) -> TextCalls:
    """Calls for all texts of whole games and of the catalogue."""
    calls = TextCalls()
    last_seen: dict[int, int] = {}
    before: Table | None = None
    for turn_number, table in enumerate(played(game)):
        if table is not before:
            last_seen, before = {}, table
        names = list(NAMES[: len(table.seats)])
        add_position(calls, table, names, last_seen, turn_number % len(names))
        outcome = table.outcome()
        if outcome is not None:
            add_end(calls, outcome, names)
    add_catalogue(calls, game)
    return calls


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_whole_games_matches_python(name: str) -> None:
    game = find_game(name)
    translations = [Texts(game, language) for language in languages(game)]
    requested = all_calls(game).calls
    loads: list[list[Any]] = [["load", texts.language, texts.catalogue] for texts in translations]
    calls: list[list[Any]] = [
        ["call", texts.language, *json.loads(call)] for texts in translations for call in requested
    ]
    expected = [in_python(texts) for texts in translations for in_python in requested.values()]
    answers = call_module("texts.js", [*loads, *calls], context=WITH_TEXTS)[len(loads) :]
    both = zip(calls, answers, expected, strict=True)
    assert [(call, answer, wanted) for call, answer, wanted in both if answer != wanted] == []
    assert {call[2] for call in calls} >= METHODS


def test_title_blurb_and_minutes_match_python() -> None:
    for language in languages(LUX):
        texts = Texts(LUX, language)
        calls: list[list[Any]] = [["load", language, texts.catalogue]]
        calls += [["read", language, name] for name in ("title", "blurb", "minutes")]
        answers = call_module("texts.js", calls, context=WITH_TEXTS)
        assert answers[1:] == [texts.title, texts.blurb, texts.minutes]


# Forms that no game uses yet, and catalogues with mistakes

STRANGE: dict[str, Any] = {
    "lists": {"none": "nobody"},
    "nouns": {"card": {"2": "{n} little cards", "other": "{n} cards {{all}}"}, "odd": {"one": "{n} odd"}},
    "names": {"red": "rood", "red-": "rode", "-": "{1} of {0}", "-,": "the {0}, {1}"},
    "events": {
        "braces": "{{{seat}}} }}{{",
        "bound": "a {colour:-} thing in {colour}",
        "few": {
            "count": "cards",
            "2": "{cards:card}!",
            "one": "one: {cards}",
            "other": "{cards:card}, {cards}",
        },
        "hidden": {
            "they": {"by": "to", "a": "{card}", "b": {"they": "{card}", "hidden": "b for them"}},
            "you": "you and {card}",
            "you-hidden": "you, blind",
        },
        "sign": "{number:+} {number}",
        "both": "{seat} and {other} share {cards}",
        "truth": {"by": "won", "true": "yes", "false": "no"},
        "pair": {"by": "card", "red": "a red one", "blue-4": "the blue 4"},
        "no-form": {"some": "thing"},
        "odd-noun": "{number:odd}",
    },
}
STRANGE_EVENTS: list[Event] = [
    {"event": "braces", "seat": 0},
    {"event": "bound", "seat": 0, "colour": "red"},
    {"event": "bound", "seat": 0, "colour": "blue"},
    *({"event": "few", "seat": None, "cards": ["red-4"] * number} for number in range(6)),
    {"event": "hidden", "seat": 0, "to": "a", "card": "red-12"},
    {"event": "hidden", "seat": 0, "to": "a", "card": None},
    {"event": "hidden", "seat": 1, "to": "b", "card": None},
    {"event": "hidden", "seat": 1, "to": "a", "card": None},
    {"event": "hidden", "seat": 1, "to": None, "card": "red-4"},
    {"event": "hidden", "seat": 1, "to": "c", "card": "red-4"},
    *({"event": "sign", "seat": 0, "number": number} for number in (-12, 0, 3)),
    {"event": "both", "seat": 0, "other": 1, "cards": "red-4+red-5+red-6"},
    {"event": "both", "seat": None, "other": None, "cards": "+4"},
    {"event": "truth", "seat": 0, "won": True},
    {"event": "truth", "seat": 0, "won": False},
    {"event": "pair", "seat": 0, "card": "red-4"},
    {"event": "pair", "seat": 0, "card": "blue-4"},
    {"event": "pair", "seat": 0, "card": "pink-4"},
    {"event": "no-form", "seat": 0},
    {"event": "odd-noun", "seat": 0, "number": 1},
    {"event": "odd-noun", "seat": 0, "number": 2},
    {"event": "toString", "seat": 0},
]


def test_unusual_forms_and_mistakes_match_python() -> None:
    texts = Texts(LUX)
    texts.catalogue = STRANGE

    def expected_result(event: Event, viewer: int) -> Any:
        try:
            return plain(texts.event(event, NAMES, viewer))
        except TextError as error:
            return f"TextError: {error}".replace(f"{LUX.package}: ", "")

    calls = [(event, viewer) for event in STRANGE_EVENTS for viewer in (0, 1, SPECTATOR)]
    answers = call_module(
        "texts.js",
        [
            ["load", "en", STRANGE],
            *(["call", "en", "event", event, NAMES, viewer] for event, viewer in calls),
        ],
        context=WITH_TEXTS,
    )
    expected = [expected_result({"rule": None, **event}, viewer) for event, viewer in calls]
    assert [without_list(answer) for answer in answers[1:]] == [without_list(answer) for answer in expected]


def without_list(answer: Any) -> Any:
    """A result without the list of given arguments, which may differ by the rule."""
    return answer.partition(", but there is only")[0] if isinstance(answer, str) else answer


# Texts that only the browser uses


def test_phrases_are_found_by_dotted_keys() -> None:
    catalogue = {
        "names": {"red": "rood", "red-": "rode", "-": "{0} {1}"},
        "nouns": {"card": {"one": "{n} kaart", "other": "{n} kaarten"}},
        "board": {"deck": "Stapel: {n:card}", "town": {"of": "De stad van {seat}: {card}"}},
    }
    calls: list[list[Any]] = [
        ["call", "nl", "phrase", "board.deck", {"n": 1}],
        ["call", "nl", "phrase", "board.town.of", {"seat": "Ann", "card": "red-4"}],
        ["call", "nl", "phrase", "board.town.of", {"seat": "red-4", "card": "Ann"}],
        ["call", "nl", "phrase", "board.sea"],
    ]
    answers = call_module("texts.js", [["load", "nl", catalogue], *calls], context=WITH_TEXTS)
    assert answers[1:] == [
        "Stapel: 1 kaart",
        "De stad van Ann: rode 4",
        "De stad van red-4: Ann",
        "TextError: texts/nl.json: board has no 'sea'",
    ]


def test_texts_of_the_page_use_strings_verbatim() -> None:
    catalogue = {
        "lists": {"none": "nobody"},
        "waiting": {
            "for": "Waiting for {names}.",
            "seats": {"count": "n", "one": "A seat", "other": "{n} seats"},
        },
    }
    calls = [
        ["word", catalogue, "en", "waiting.for", {"names": ["green-2", "{n}", "Bo"]}],
        ["word", catalogue, "en", "waiting.for", {"names": "Ann"}],
        ["word", catalogue, "en", "waiting.seats", {"n": 3}],
        ["word", catalogue, "en", "waiting.room"],
        ["has", catalogue, "waiting.for"],
        ["has", catalogue, "waiting.room"],
        ["has", catalogue, "toString"],
    ]
    assert call_module("texts.js", calls, context=WITH_TEXTS) == [
        "Waiting for green-2, {n} and Bo.",
        "Waiting for Ann.",
        "3 seats",
        "TextError: web/texts: waiting has no 'room'",
        True,
        False,
        False,
    ]
