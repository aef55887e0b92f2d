"""Sentences about a game in one language: prompts, log, refusals, moves, scores and rulebook pages.

The texts are in a catalogue, `texts/<language>.json` beside the game's rules. Its entries are *forms*:

- `"{seat} plays the {card}."`: each placeholder is filled with the argument of that name. `{count:card}`
  counts with the noun `card` of "nouns"; `{modifier:+}` writes a number with its sign; `{colour:-}` uses the
  form that the name has inside a compound.
- `{"count": "cards", "0": form, "one": form, "other": form}` selects by a number. "plurals" says which
  numbers are "one" in this language; a form for the exact number takes precedence.
- `{"by": "to", "hand": form, "packet": form}` selects by an argument's value, or by the part of the value
  before its first hyphen.
- `{"they": form, "you": form, "hidden": form, "you-hidden": form}` selects by the reader. A hidden form is
  used if the other one needs an argument that this reader may not see.

A piece without a name of its own, such as `green-2`, is named by its parts, which the form "-" of "names"
combines. If a part has another form inside a compound, that form is listed with a hyphen: with "green":
"groen", "green-": "groene" and "-": "{0} {1}", `green-2` is "groene 2". The form "-," is used instead inside
lists, where some languages repeat the article: "de groene 2 en de roze 5". Pieces joined by "+", such as
`green-2+pink-5`, are a list.

The arguments "seat" and "other" of an event or a refusal are seats; they are written as the players' names.

The browser has a port of this module: `web/texts.js`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from string import Formatter
from typing import Any, TypeAlias

from caponata.engine.game import SPECTATOR, Event, Game, Outcome, Refusal, ScoreLine
from caponata.engine.moves import MoveSpace
from caponata.engine.options import choice_word

Form: TypeAlias = "str | dict[str, Form]"

RULE_PARAGRAPH = re.compile(r"^\*\*([A-Z]+-\d+\.\d+)\*\*\s+(.+?)(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
NUMERAL = re.compile(r"[+-]?\d+")
MINUS = "\N{MINUS SIGN}"
SIGNED = "+"
BOUND = "-"
COMPOUND = "-"
LISTED_COMPOUND = "-,"
JOINED = "+"
SEATS = ("seat", "other")


class TextError(LookupError):
    """A missing text, page or language, with the place to add it."""


class HiddenError(LookupError):
    """A form needs an argument that is hidden from its reader."""


class Verbatim(str):
    """Text that is used unchanged, such as a player's name."""

    __slots__ = ()


@dataclass(frozen=True)
class Sentence:
    """A sentence with the rule it refers to."""

    text: str
    rule: str | None

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} [{self.rule}]"


class Texts:
    """The texts of one game in one language."""

    def __init__(self, game: Game, language: str = "en") -> None:
        self.language = language
        self.where = f"{game.package}: texts/{language}.json"
        self.catalogue = _catalogue(game.package, language)

    @property
    def title(self) -> str:
        """The name of the game."""
        return str(self._entry("title"))

    @property
    def blurb(self) -> str:
        """The game in one sentence."""
        return str(self._entry("blurb"))

    @property
    def minutes(self) -> int:
        """Approximate duration of a game."""
        return int(self._entry("minutes"))

    def term(self, key: str) -> str:
        """A word of the game, such as the name of a profession or a place on the table."""
        return str(self._entry("terms", key))

    def option(self, name: str) -> Sentence:
        """The explanation of an option."""
        return self._explained("options", name, {})

    def choice(self, option: str, value: str | int) -> str:
        """The explanation of one value of an option."""
        return str(self._entry("options", option, "choices", choice_word(value)))

    def name(self, value: str) -> str:
        """The name of a card, colour or other piece in this language: `green-2` is "green 2"."""
        return self._named(value, COMPOUND)

    def prompt(self, key: str, acting: Sequence[str] = ()) -> str:
        """The prompt of a seat; `acting` are the names of the players it waits for."""
        waited_for = [Verbatim(name) for name in acting]
        return self._fill(self._entry("prompts", key), {"acting": waited_for}, f"prompts.{key}")

    def event(self, event: Event, names: Sequence[str], viewer: int) -> Sentence:
        """An event as a log entry for one viewer."""
        key = event["event"]
        arguments = self._with_names(event, names)
        to_you = viewer != SPECTATOR and event.get("seat") == viewer
        text = self._fill(self._entry("events", key), arguments, f"events.{key}", to_you=to_you)
        return Sentence(text, event.get("rule"))

    def refusal(self, refusal: Refusal, names: Sequence[str]) -> str:
        """The explanation of a refusal, with its rule."""
        key = refusal.reason
        arguments = self._with_names(refusal.facts, names)
        text = self._fill(self._entry("refusals", key), arguments, f"refusals.{key}")
        return str(Sentence(text, refusal.rule))

    def move(self, space: MoveSpace, move: int) -> str:
        """A short label for a move, as on a button."""
        verb, arguments = self._move_arguments(space, move)
        return self._fill(self._entry("moves", verb, "label"), arguments, f"moves.{verb}.label")

    def explain(self, space: MoveSpace, move: int) -> Sentence:
        """The explanation of a move, with its rule."""
        verb, arguments = self._move_arguments(space, move)
        return self._explained("moves", verb, arguments)

    def score_line(self, line: ScoreLine) -> Sentence:
        """The text of a score line, without its points."""
        form = self._entry("scores", line.reason)
        text = self._fill(form, {"points": line.points}, f"scores.{line.reason}")
        return Sentence(text, line.rule)

    def outcome(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        """How the game ended and who won, with the rule that decided."""
        winners = [Verbatim(names[seat]) for seat in outcome.winners]
        points = outcome.scores[outcome.winners[0]]
        arguments = {"winners": winners, "points": points}
        ending = self._fill(self._entry("endings", outcome.rule), arguments, f"endings.{outcome.rule}")
        form = self._entry("outcomes", outcome.decided_by)
        decision = self._fill(form, arguments, f"outcomes.{outcome.decided_by}")
        return Sentence(f"{ending} {decision}", outcome.decided_by)

    # Forms

    def _entry(self, *keys: str) -> Any:
        """The part of the catalogue under these keys."""
        section: Any = self.catalogue
        for depth, key in enumerate(keys):
            if key not in section:
                under = ".".join(keys[:depth]) or "the catalogue"
                raise TextError(f"{self.where}: {under} has no '{key}'")
            section = section[key]
        return section

    def _explained(self, section: str, key: str, arguments: Mapping[str, Any]) -> Sentence:
        """The explanation of an entry that has one, with its rule."""
        where = f"{section}.{key}"
        text = self._fill(self._entry(section, key, "explain"), arguments, f"{where}.explain")
        return Sentence(text, self._fill(self._entry(section, key, "rule"), arguments, f"{where}.rule"))

    def _with_names(self, facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        """The arguments of an event or refusal, its seats by the players' names."""
        arguments = {**facts, "seat": facts.get("seat")}
        for key in SEATS:
            if arguments.get(key) is not None:
                arguments[key] = Verbatim(names[arguments[key]])
        return arguments

    def _move_arguments(self, space: MoveSpace, move: int) -> tuple[str, dict[str, Any]]:
        """A move's verb, and its arguments by index: "0", "1", ..."""
        spelled = space.spelled(move)
        return spelled.verb, {str(index): name for index, name in enumerate(spelled.arguments)}

    def _fill(self, form: Form, arguments: Mapping[str, Any], where: str, *, to_you: bool = False) -> str:
        """Fill in a form; `to_you` if the reader is the seat that it is about."""
        try:
            return self._fill_selected(form, arguments, where, to_you=to_you)
        except HiddenError as hidden:
            message = f"{self.where}: {where} needs a 'hidden' form for when {hidden} is not seen"
            raise TextError(message) from None

    def _fill_selected(self, form: Form, arguments: Mapping[str, Any], where: str, *, to_you: bool) -> str:
        if isinstance(form, str):
            return self._fill_placeholders(form, arguments, where)
        if "they" in form:
            return self._for_reader(form, arguments, where, to_you=to_you)
        if "count" in form:
            cases = self._count_cases(_argument(arguments, str(form["count"]), where))
        elif "by" in form:
            value = _argument(arguments, str(form["by"]), where)
            value = str(value).lower() if isinstance(value, bool) else str(value)
            cases = (value, value.partition("-")[0])
        else:
            raise TextError(f"{self.where}: {where} is no form: it has none of 'they', 'count' and 'by'")
        for case in cases:
            if case in form:
                return self._fill_selected(form[case], arguments, f"{where}.{case}", to_you=to_you)
        raise TextError(f"{self.where}: {where} has no form for '{cases[0]}'")

    def _for_reader(
        self, form: dict[str, Form], arguments: Mapping[str, Any], where: str, *, to_you: bool
    ) -> str:
        """The first form for this reader that needs no hidden argument."""
        order = ("you", "you-hidden", "they", "hidden") if to_you else ("they", "hidden")
        hidden: HiddenError | None = None
        for person in order:
            if person in form:
                try:
                    return self._fill_selected(form[person], arguments, f"{where}.{person}", to_you=to_you)
                except HiddenError as error:
                    hidden = error
        assert hidden is not None  # "they" is always there
        raise hidden

    def _fill_placeholders(self, sentence: str, arguments: Mapping[str, Any], where: str) -> str:
        parts: list[str] = []
        for literal, place, style, _ in Formatter().parse(sentence):
            parts.append(literal)
            if place is not None:
                parts.append(self._argument_text(_argument(arguments, place, where), style or ""))
        return "".join(parts)

    def _argument_text(self, value: Any, style: str) -> str:
        """An argument as text."""
        if style == SIGNED:
            return f"{value:+d}".replace("-", MINUS)
        if style == BOUND:
            return self._inside_compound(value)
        if style:
            return self._counted(value, style)
        if isinstance(value, Verbatim):
            return str(value)
        if isinstance(value, str):
            parts = value.split(JOINED)
            if len(parts) == 1 or not parts[0]:
                return self.name(value)
            return self._listed([self._item(part) for part in parts])
        if isinstance(value, int):
            return str(value).replace("-", MINUS)
        return self._listed([self._item(item) for item in value])

    def _item(self, value: Any) -> str:
        """An argument as text, as an item of a list."""
        is_piece = isinstance(value, str) and not isinstance(value, Verbatim)
        if is_piece and LISTED_COMPOUND in self._entry("names"):
            return self._named(value, LISTED_COMPOUND)
        return self._argument_text(value, "")

    def _named(self, value: str, compound: str) -> str:
        """The name of a piece: its own, or composed of its parts."""
        names = self._entry("names")
        if value in names:
            return str(names[value])
        if NUMERAL.fullmatch(value):
            return value.replace("-", MINUS)
        parts = value.split("-")
        if len(parts) > 1 and all(part in names or part.isdigit() for part in parts):
            return str(self._entry("names", compound)).format(*map(self._inside_compound, parts))
        raise TextError(f"{self.where}: 'names' has no '{value}'")

    def _inside_compound(self, part: str) -> str:
        """The form of a name inside a compound."""
        names = self._entry("names")
        return str(names.get(f"{part}{BOUND}", names.get(part, part)))

    def _counted(self, value: Any, noun: str) -> str:
        """A number with its noun: "1 card", "3 cards"."""
        forms = self._entry("nouns", noun)
        for case in self._count_cases(value):
            if case in forms:
                return str(forms[case]).format(n=str(_count(value)).replace("-", MINUS))
        raise TextError(f"{self.where}: nouns.{noun} has no 'other'")

    def _count_cases(self, value: Any) -> tuple[str, ...]:
        """The cases that match a number, the most specific first."""
        count = _count(value)
        plural = [name for name, counts in self._entry("plurals").items() if count in counts]
        return (str(count), *plural, "other")

    def _listed(self, parts: list[str]) -> str:
        """Items as an enumeration: "a, b and c"."""
        if not parts:
            return str(self._entry("lists", "none"))
        if len(parts) == 1:
            return parts[0]
        first = str(self._entry("lists", "middle")).join(parts[:-1])
        return first + str(self._entry("lists", "last")) + parts[-1]


def languages(game: Game) -> tuple[str, ...]:
    """The languages that a game can be played in."""
    return _languages(game.package, "texts", ".json")


def rulebook(game: Game, language: str = "en") -> str:
    """A game's rulebook page, as Markdown."""
    return _read(game.package, "rulebook", language, ".md")


def rules(game: Game, language: str = "en") -> dict[str, str]:
    """All rules of a rulebook page: each id with its paragraph, in the order of the page."""
    return dict(paragraphs(rulebook(game, language)))


def rule(game: Game, rule_id: str, language: str = "en") -> str:
    """The paragraph of one rule."""
    page = rules(game, language)
    if rule_id not in page:
        raise TextError(f"the rulebook of {game.title} has no rule '{rule_id}'")
    return page[rule_id]


def paragraphs(page: str) -> list[tuple[str, str]]:
    """The rules of a page: paragraphs that begin with a bold id, such as **LUX-3.4**."""
    return [(rule_id, " ".join(text.split())) for rule_id, text in RULE_PARAGRAPH.findall(page)]


def _argument(arguments: Mapping[str, Any], name: str, where: str) -> Any:
    """An argument; raises if it is missing or hidden."""
    if name not in arguments:
        raise TextError(f"{where} asks for '{name}', but there is only {', '.join(arguments) or 'nothing'}")
    if arguments[name] is None:
        raise HiddenError(name)
    return arguments[name]


def _count(value: Any) -> int:
    """A number itself, or the length of a list."""
    return value if isinstance(value, int) else len(value)


def _languages(package: str, folder: str, ending: str) -> tuple[str, ...]:
    pages = files(package).joinpath(folder)
    return tuple(sorted(page.name[: -len(ending)] for page in pages.iterdir() if page.name.endswith(ending)))


def _read(package: str, folder: str, language: str, ending: str) -> str:
    known = _languages(package, folder, ending)
    if language not in known:
        raise TextError(f"{package}: there is no {folder}/{language}{ending}, only {', '.join(known)}")
    return files(package).joinpath(folder, language + ending).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def _catalogue(package: str, language: str) -> dict[str, Any]:
    catalogue: dict[str, Any] = json.loads(_read(package, "texts", language, ".json"))
    return catalogue
