"""The browser says every sentence of whole games exactly as Python does, in every language."""

import itertools
import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

import pytest

from caponata.catalogue import SHELF, TEACHING, find_game
from caponata.engine.chance import Luck
from caponata.engine.fair import SeededDraws
from caponata.engine.game import SPECTATOR, Event, Game, Outcome, Refusal, ScoreLine
from caponata.engine.options import read_options
from caponata.engine.record import Seat
from caponata.engine.table import Table
from caponata.engine.texts import Sentence, TextError, Texts, languages
from caponata.games.capital_lux import GAME as LUX
from tests.web.node import ask

NAMES = ("Ann", "green-2 {seat}", "Élodie 🂡", "Ben's", "5", "Fay", "Gus", "Hal")
GAMES = (*SHELF, *TEACHING)
LUCKY_NUMBERS = (1, 2)
MOST_COMBINED = 24
TRIED_AT_A_MOMENT = 60  # moves that may be refused
NAMED = 2_000  # moves that are put into words whether a game offers them or not
TAKEN_BACK = 2
SAID = {"event", "prompt", "move", "explain", "refusal", "outcome", "scoreLine", "option", "name"}
UNDO: Event = {"event": "undo", "seat": 1, "rule": None, "takes_back": [4]}

SPEAKING = """({ Texts, words }) => {
    const spoken = {};
    return {
        learn: (language, catalogue) => { spoken[language] = new Texts(catalogue, language); },
        read: (language, name) => spoken[language][name],
        say: (language, method, ...args) => spoken[language][method](...args),
        word: (catalogue, key, args) => words(catalogue)(key, args),
        has: (catalogue, key) => words(catalogue).has(key),
    };
}"""


class Asked:
    """Calls of the browser's `Texts`, each once, with what Python says to the same in a language."""

    def __init__(self) -> None:
        self.calls: dict[str, Callable[[Texts], Any]] = {}

    def add(self, method: str, args: list[Any], said: Callable[[Texts], Any]) -> None:
        """Ask for this in every language."""
        self.calls.setdefault(json.dumps([method, *args]), said)


def plain(sentence: Sentence) -> dict[str, Any]:
    """A sentence as JSON says it."""
    return asdict(sentence)


def tables(game: Game) -> Iterator[tuple[int, Any, int]]:
    """All numbers of seats with all combinations of the options that the catalogue explains, each some times.

    Where these are too many, every number of seats and every value of an option comes up at least once.
    """
    explained = Texts(game).catalogue["options"]
    values = [list(explained[name]["choices"]) for name in explained]
    combined: Iterable[tuple[Any, ...]] = itertools.product(game.seats, *values, LUCKY_NUMBERS)
    if len(game.seats) * math.prod(map(len, values)) > MOST_COMBINED:
        turns = range(max(len(game.seats), *map(len, values)))
        parts = [game.seats, *values, LUCKY_NUMBERS]
        combined = (tuple(part[turn % len(part)] for part in parts) for turn in turns)
    for seats, *chosen, lucky in combined:
        yield seats, read_options(game, dict(zip(explained, chosen, strict=True))), lucky


def played(game: Game) -> Iterator[Table]:
    """Tables of all sizes and options at every moment of a game, some choices taken back."""
    for seats, options, lucky in tables(game):
        people = [Seat(name, "person") for name in NAMES[:seats]]
        table = Table(game, people, options, draws=SeededDraws(lucky))
        luck = Luck(lucky)
        taken_back = 0
        while table.acting:
            yield table
            seat = table.acting[luck.below(len(table.acting))]
            moves = table.moves(seat)
            added = table.play(seat, moves[luck.below(len(moves))])
            if taken_back < TAKEN_BACK:
                taken_back += 1
                table.rewind(added[0].number)
        yield table


def ask_of_moment(asked: Asked, table: Table, names: list[str], told: dict[int, int], tried: int) -> None:
    """All that is said at one moment of a game, to those who were told so many events before.

    One seat tries what it may not do.
    """
    position, game = table.position, table.game
    for viewer in (*range(len(names)), SPECTATOR):
        for event in table.witness(viewer, told.get(viewer, 0)):
            ask_event(asked, event, names, viewer)
            told[viewer] = event["n"]
    for seat in range(len(names)):
        acting = [names[each] for each in table.acting if each != seat]
        ask_prompt(asked, position.prompt(seat), acting)
        for move in table.moves(seat):
            ask_move(asked, move, game)
    for move in some_moves(game, TRIED_AT_A_MOMENT):
        refusal = position.refusal(tried, move)
        if refusal is not None:
            ask_refusal(asked, refusal, names)


def some_moves(game: Game, most: int) -> Iterator[int]:
    """Moves of all kinds: a game of sets of cards has millions."""
    for dense in range(0, len(game.space), -(-len(game.space) // most)):
        yield game.space.at(dense)


def ask_event(asked: Asked, event: Event, names: list[str], viewer: int) -> None:
    heard = {key: value for key, value in event.items() if key != "n"}
    asked.add("event", [heard, names, viewer], lambda texts: plain(texts.event(heard, names, viewer)))


def ask_prompt(asked: Asked, key: str, acting: list[str]) -> None:
    asked.add("prompt", [key, acting], lambda texts: texts.prompt(key, acting))


def ask_move(asked: Asked, move: int, game: Game) -> None:
    text = game.space.text(move)
    asked.add("move", [text], lambda texts: texts.move(game.space, move))
    asked.add("explain", [text], lambda texts: plain(texts.explain(game.space, move)))


def ask_refusal(asked: Asked, refusal: Refusal, names: list[str]) -> None:
    written = {"rule": refusal.rule, "reason": refusal.reason, "facts": dict(refusal.facts)}
    asked.add("refusal", [written, names], lambda texts: texts.refusal(refusal, names))


def ask_end(asked: Asked, outcome: Outcome, names: list[str]) -> None:
    asked.add("outcome", [asdict(outcome), names], lambda texts: plain(texts.outcome(outcome, names)))
    for line in {line for lines in outcome.lines for line in lines}:
        ask_line(asked, line)


def ask_line(asked: Asked, line: ScoreLine) -> None:
    asked.add("scoreLine", [asdict(line)], lambda texts: plain(texts.score_line(line)))


def ask_option(asked: Asked, option: str, choices: list[str]) -> None:
    def whole(texts: Texts) -> dict[str, Any]:
        said = texts.option(option)
        label = texts.catalogue["options"][option]["label"]
        return {"label": label, "explain": said.text, "rule": said.rule}

    asked.add("option", [option], whole)
    for value in choices:
        asked.add("choice", [option, value], partial(Texts.choice, option=option, value=value))


def ask_words(asked: Asked, game: Game) -> None:
    """Terms, options, names, the moves that no game happened to offer, and a choice taken back."""
    english = Texts(game).catalogue
    for key in english["terms"]:
        asked.add("term", [key], partial(Texts.term, key=key))
    for option, explained in english["options"].items():
        ask_option(asked, option, list(explained["choices"]))
    for name in (*english["names"], "7", "+3", "-3"):
        asked.add("name", [name], partial(Texts.name, value=name))
    for move in some_moves(game, NAMED):
        ask_move(asked, move, game)
    for viewer in (0, 1, SPECTATOR):
        ask_event(asked, UNDO, list(NAMES), viewer)


def all_that_is_said(game: Game) -> Asked:
    """Everything that whole games and the catalogue itself give to say."""
    asked = Asked()
    told: dict[int, int] = {}
    before: Table | None = None
    for moment, table in enumerate(played(game)):
        if table is not before:
            told, before = {}, table
        names = list(NAMES[: len(table.seats)])
        ask_of_moment(asked, table, names, told, moment % len(names))
        outcome = table.outcome()
        if outcome is not None:
            ask_end(asked, outcome, names)
    ask_words(asked, game)
    return asked


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_whole_games_is_said_as_python_says_it(name: str) -> None:
    game = find_game(name)
    spoken = [Texts(game, language) for language in languages(game)]
    asked = all_that_is_said(game).calls
    learned: list[list[Any]] = [["learn", texts.language, texts.catalogue] for texts in spoken]
    calls: list[list[Any]] = [
        ["say", texts.language, *json.loads(call)] for texts in spoken for call in asked
    ]
    expected = [said(texts) for texts in spoken for said in asked.values()]
    answers = ask("texts.js", [*learned, *calls], context=SPEAKING)[len(learned) :]
    both = zip(calls, answers, expected, strict=True)
    assert [(call, said, wanted) for call, said, wanted in both if said != wanted] == []
    assert {call[2] for call in calls} >= SAID


def test_a_title_a_blurb_and_the_minutes_can_be_read() -> None:
    for language in languages(LUX):
        texts = Texts(LUX, language)
        calls: list[list[Any]] = [["learn", language, texts.catalogue]]
        calls += [["read", language, name] for name in ("title", "blurb", "minutes")]
        answers = ask("texts.js", calls, context=SPEAKING)
        assert answers[1:] == [texts.title, texts.blurb, texts.minutes]


# Forms that no game needs yet, and catalogues with mistakes

STRANGE: dict[str, Any] = {
    "plurals": {"one": [0, 1], "few": [2, 3]},
    "lists": {"none": "nobody", "middle": "; ", "last": " & "},
    "nouns": {"card": {"few": "{n} little cards", "other": "{n} cards {{all}}"}, "odd": {"one": "{n} odd"}},
    "names": {"red": "rood", "red-": "rode", "-": "{1} of {0}", "-,": "the {0}, {1}"},
    "events": {
        "braces": "{{{seat}}} }}{{",
        "bound": "a {colour:-} thing in {colour}",
        "few": {"count": "cards", "few": "{cards:card}!", "one": "one: {cards}", "other": "{cards:card}"},
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


def test_strange_forms_and_mistakes_are_treated_alike() -> None:
    texts = Texts(LUX)
    texts.catalogue = STRANGE

    def told(event: Event, viewer: int) -> Any:
        try:
            return plain(texts.event(event, NAMES, viewer))
        except TextError as error:
            return f"TextError: {error}".replace(f"{LUX.package}: ", "")

    calls = [(event, viewer) for event in STRANGE_EVENTS for viewer in (0, 1, SPECTATOR)]
    answers = ask(
        "texts.js",
        [
            ["learn", "en", STRANGE],
            *(["say", "en", "event", event, NAMES, viewer] for event, viewer in calls),
        ],
        context=SPEAKING,
    )
    expected = [told({"rule": None, **event}, viewer) for event, viewer in calls]
    assert [without_list(answer) for answer in answers[1:]] == [without_list(answer) for answer in expected]


def without_list(answer: Any) -> Any:
    """An answer without the list of what there is, which has the rule only where it is given."""
    return answer.partition(", but there is only")[0] if isinstance(answer, str) else answer


# What only the browser says


def test_a_phrase_is_found_by_its_dotted_key() -> None:
    catalogue = {
        "names": {"red": "rood", "red-": "rode", "-": "{0} {1}"},
        "plurals": {"one": [1]},
        "nouns": {"card": {"one": "{n} kaart", "other": "{n} kaarten"}},
        "board": {"deck": "Stapel: {n:card}", "town": {"of": "De stad van {seat}: {card}"}},
    }
    asked: list[list[Any]] = [
        ["say", "nl", "phrase", "board.deck", {"n": 1}],
        ["say", "nl", "phrase", "board.town.of", {"seat": "Ann", "card": "red-4"}],
        ["say", "nl", "phrase", "board.town.of", {"seat": "red-4", "card": "Ann"}],
        ["say", "nl", "phrase", "board.sea"],
    ]
    answers = ask("texts.js", [["learn", "nl", catalogue], *asked], context=SPEAKING)
    assert answers[1:] == [
        "Stapel: 1 kaart",
        "De stad van Ann: rode 4",
        "De stad van red-4: Ann",
        "TextError: texts/nl.json: board has no 'sea'",
    ]


def test_the_words_of_the_page_say_texts_as_they_are() -> None:
    catalogue = {
        "plurals": {"one": [1]},
        "lists": {"none": "nobody", "middle": ", ", "last": " and "},
        "waiting": {
            "for": "Waiting for {names}.",
            "seats": {"count": "n", "one": "A seat", "other": "{n} seats"},
        },
    }
    asked = [
        ["word", catalogue, "waiting.for", {"names": ["green-2", "{n}", "Bo"]}],
        ["word", catalogue, "waiting.for", {"names": "Ann"}],
        ["word", catalogue, "waiting.seats", {"n": 3}],
        ["word", catalogue, "waiting.room"],
        ["has", catalogue, "waiting.for"],
        ["has", catalogue, "waiting.room"],
        ["has", catalogue, "toString"],
    ]
    assert ask("texts.js", asked, context=SPEAKING) == [
        "Waiting for green-2, {n} and Bo.",
        "Waiting for Ann.",
        "3 seats",
        "TextError: web/texts: waiting has no 'room'",
        True,
        False,
        False,
    ]
