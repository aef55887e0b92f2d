"""Forms: the entries of a catalogue, and how they become sentences.

- `"{seat} plays the {card}."`: each placeholder is filled with the argument of that name. `{count:card}`
  counts with the noun `card` of "nouns"; `{modifier:+}` writes a number with its sign; `{colour:-}` uses the
  form that the name has inside a compound.
- `{"count": "cards", "0": form, "one": form, "other": form}` selects by a number: by the exact number, then
  by its plural category in CLDR (zero, one, two, few, many), then "other". So do the entries of "nouns".
- `{"by": "to", "hand": form, "packet": form}` selects by an argument's value, or by the part of the value
  before its first hyphen.
- `{"they": form, "you": form, "hidden": form, "you-hidden": form}` selects by the reader. A hidden form is
  used if the other one needs an argument that this reader may not see.

A piece without a name of its own, such as `green-2`, is named by its parts, which the form "-" of "names"
combines. If a part has another form inside a compound, that form is listed with a hyphen: with "green":
"groen", "green-": "groene" and "-": "{0} {1}", `green-2` is "groene 2". The form "-," is used instead inside
lists, where some languages repeat the article: "de groene 2 en de roze 5". Pieces joined by "+", such as
`green-2+pink-5`, are a list.

The browser has a port of this module: `web/forms.js`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from string import Formatter
from typing import Any, Final, TypeAlias

from babel import Locale, UnknownLocaleError
from babel.lists import format_list

from caponata.texts.pages import TextError

Form: TypeAlias = "str | dict[str, Form]"
Arguments: TypeAlias = Mapping[str, Any]

LOCALES: Final = {"en": "en-GB"}  # American English has a comma before "and"
THEY: Final = ("they", "hidden")
YOU: Final = ("you", "you-hidden", *THEY)
NUMERAL: Final = re.compile(r"[+-]?\d+")
MINUS: Final = "\N{MINUS SIGN}"
SIGNED: Final = "+"
BOUND: Final = "-"
COMPOUND: Final = "-"
LISTED_COMPOUND: Final = "-,"
JOINED: Final = "+"


class FormError(Exception):
    """A form cannot be filled. The message continues a sentence that begins with the name of the entry."""


class HiddenError(FormError):
    """A form needs an argument that is hidden from its reader."""


class Verbatim(str):
    """Text that is used unchanged, such as a player's name."""

    __slots__ = ()


class Forms:
    """The forms of one catalogue; `where` names it in errors."""

    def __init__(self, catalogue: dict[str, Any], language: str, where: str) -> None:
        self.catalogue = catalogue
        self.language = language
        self.where = where
        self._locale = locale(language)

    def entry(self, *keys: str) -> Any:
        """The part of the catalogue under these keys."""
        section: Any = self.catalogue
        for depth, key in enumerate(keys):
            if key not in section:
                under = ".".join(keys[:depth]) or "the catalogue"
                raise TextError(f"{self.where}: {under} has no '{key}'")
            section = section[key]
        return section

    def say(self, *keys: str, arguments: Arguments, to_you: bool = False) -> str:
        """Fill in the form under these keys; `to_you` if the reader is the seat that it is about."""
        form = self.entry(*keys)
        try:
            return self._fill(form, arguments, to_you=to_you)
        except FormError as error:
            raise TextError(f"{self.where}: {'.'.join(keys)} {error}") from None

    def name(self, value: str, compound: str = COMPOUND) -> str:
        """The name of a card, colour or other piece in this language: `green-2` is "green 2"."""
        names = self.entry("names")
        if value in names:
            return str(names[value])
        if NUMERAL.fullmatch(value):
            return value.replace("-", MINUS)
        parts = value.split("-")
        if len(parts) > 1 and all(part in names or part.isdigit() for part in parts):
            return str(self.entry("names", compound)).format(*map(self._bound, parts))
        raise TextError(f"{self.where}: 'names' has no '{value}'")

    def _fill(self, form: Form, arguments: Arguments, *, to_you: bool) -> str:
        if isinstance(form, str):
            return "".join(
                literal if place is None else literal + self._words(_argument(arguments, place), style or "")
                for literal, place, style, _ in Formatter().parse(form)
            )
        if "they" in form:
            *better, last = [form[person] for person in (YOU if to_you else THEY) if person in form]
            for variant in better:
                with suppress(HiddenError):
                    return self._fill(variant, arguments, to_you=to_you)
            return self._fill(last, arguments, to_you=to_you)
        cases = self._cases(form, arguments)
        for case in cases:
            if case in form:
                return self._fill(form[case], arguments, to_you=to_you)
        raise FormError(f"has no form for '{cases[0]}'")

    def _cases(self, form: dict[str, Form], arguments: Arguments) -> tuple[str, ...]:
        """The cases of a form that match the arguments, the most specific first."""
        if "count" in form:
            return self._count_cases(_count(_argument(arguments, str(form["count"]))))
        if "by" not in form:
            raise FormError("is no form: it has none of 'they', 'count' and 'by'")
        value = _argument(arguments, str(form["by"]))
        word = str(value).lower() if isinstance(value, bool) else str(value)
        return word, word.partition("-")[0]

    def _count_cases(self, count: int) -> tuple[str, ...]:
        return str(count), self._locale.plural_form(count), "other"

    def _words(self, value: Any, style: str) -> str:
        """An argument in words."""
        if style == SIGNED:
            return f"{value:+d}".replace("-", MINUS)
        if style == BOUND:
            return self._bound(value)
        if style:
            return self._counted(_count(value), style)
        if isinstance(value, Verbatim):
            return str(value)
        if isinstance(value, int):
            return str(value).replace("-", MINUS)
        if isinstance(value, str):
            if value.find(JOINED) <= 0:
                return self.name(value)
            value = value.split(JOINED)
        if not value:
            return str(self.entry("lists", "none"))
        return format_list([self._item(item) for item in value], locale=self._locale)

    def _item(self, value: Any) -> str:
        """An argument in words, as an item of a list."""
        is_piece = isinstance(value, str) and not isinstance(value, Verbatim)
        if is_piece and LISTED_COMPOUND in self.entry("names"):
            return self.name(value, LISTED_COMPOUND)
        return self._words(value, "")

    def _bound(self, part: str) -> str:
        """The form of a name inside a compound."""
        names = self.entry("names")
        return str(names.get(f"{part}{BOUND}", names.get(part, part)))

    def _counted(self, count: int, noun: str) -> str:
        """A number with its noun: "1 card", "3 cards"."""
        forms = self.entry("nouns", noun)
        for case in self._count_cases(count):
            if case in forms:
                return str(forms[case]).format(n=str(count).replace("-", MINUS))
        raise TextError(f"{self.where}: nouns.{noun} has no 'other'")


def locale(language: str) -> Locale:
    """The plurals and lists of a language, from CLDR."""
    try:
        return Locale.parse(LOCALES.get(language, language), sep="-")
    except (UnknownLocaleError, ValueError):
        raise TextError(f"CLDR has no language '{language}'") from None


def _argument(arguments: Arguments, name: str) -> Any:
    """An argument; raises if it is missing or hidden."""
    if name not in arguments:
        raise FormError(f"asks for '{name}', but there is only {', '.join(arguments) or 'nothing'}")
    if arguments[name] is None:
        raise HiddenError(f"needs a 'hidden' form for when {name} is not seen")
    return arguments[name]


def _count(value: Any) -> int:
    """A number itself, or the length of a list."""
    return value if isinstance(value, int) else len(value)
