"""Sentences about a game in one language: prompts, log, refusals, moves and scores.

The texts are in a catalogue, `texts/<language>.json` beside the game's rules; `forms.py` describes its
entries. The arguments "seat" and "other" of an event or a refusal are seats; they are written as
the players' names.

The browser has a port of this module: `web/texts.js`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from caponata.engine.game import SPECTATOR, Event, Game, Outcome, Refusal, ScoreLine
from caponata.engine.moves import MoveSpace
from caponata.engine.options import choice_word
from caponata.texts.forms import Arguments, Forms, Verbatim
from caponata.texts.pages import catalogue

SEATS: Final = ("seat", "other")


@dataclass(frozen=True)
class Sentence:
    """A sentence with the rule it refers to."""

    text: str
    rule: str | None

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} [{self.rule}]"


class Texts(Forms):
    """The texts of one game in one language."""

    def __init__(self, game: Game, language: str = "en") -> None:
        where = f"{game.package}: texts/{language}.json"
        super().__init__(catalogue(game.package, language), language, where)

    @property
    def title(self) -> str:
        """The name of the game."""
        return str(self.entry("title"))

    @property
    def blurb(self) -> str:
        """The game in one sentence."""
        return str(self.entry("blurb"))

    @property
    def minutes(self) -> int:
        """Approximate duration of a game."""
        return int(self.entry("minutes"))

    def term(self, key: str) -> str:
        """A word of the game, such as the name of a profession or a place on the table."""
        return str(self.entry("terms", key))

    def option(self, name: str) -> Sentence:
        """The explanation of an option."""
        return self._explained("options", name, {})

    def choice(self, option: str, value: str | int) -> str:
        """The explanation of one value of an option."""
        return str(self.entry("options", option, "choices", choice_word(value)))

    def prompt(self, key: str, acting: Sequence[str] = ()) -> str:
        """The prompt of a seat; `acting` are the names of the players it waits for."""
        return self.say("prompts", key, arguments={"acting": [Verbatim(name) for name in acting]})

    def event(self, event: Event, names: Sequence[str], viewer: int) -> Sentence:
        """An event as a log entry for one viewer."""
        to_you = viewer != SPECTATOR and event.get("seat") == viewer
        text = self.say("events", event["event"], arguments=_with_names(event, names), to_you=to_you)
        return Sentence(text, event.get("rule"))

    def refusal(self, refusal: Refusal, names: Sequence[str]) -> str:
        """The explanation of a refusal, with its rule."""
        text = self.say("refusals", refusal.reason, arguments=_with_names(refusal.facts, names))
        return str(Sentence(text, refusal.rule))

    def move(self, space: MoveSpace, move: int) -> str:
        """A short label for a move, as on a button."""
        verb, arguments = _move_arguments(space, move)
        return self.say("moves", verb, "label", arguments=arguments)

    def explain(self, space: MoveSpace, move: int) -> Sentence:
        """The explanation of a move, with its rule."""
        return self._explained("moves", *_move_arguments(space, move))

    def score_line(self, line: ScoreLine) -> Sentence:
        """The text of a score line, without its points."""
        return Sentence(self.say("scores", line.reason, arguments={"points": line.points}), line.rule)

    def outcome(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        """How the game ended and who won, with the rule that decided."""
        winners = [Verbatim(names[seat]) for seat in outcome.winners]
        arguments = {"winners": winners, "points": outcome.scores[outcome.winners[0]]}
        ending = self.say("endings", outcome.rule, arguments=arguments)
        decision = self.say("outcomes", outcome.decided_by, arguments=arguments)
        return Sentence(f"{ending} {decision}", outcome.decided_by)

    def _explained(self, section: str, key: str, arguments: Arguments) -> Sentence:
        """The explanation of an option or a move, with its rule."""
        text, rule = (self.say(section, key, part, arguments=arguments) for part in ("explain", "rule"))
        return Sentence(text, rule)


def _with_names(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The arguments of an event or refusal, with players' names instead of seats."""
    arguments = {**facts, "seat": facts.get("seat")}
    for key in SEATS:
        if arguments.get(key) is not None:
            arguments[key] = Verbatim(names[arguments[key]])
    return arguments


def _move_arguments(space: MoveSpace, move: int) -> tuple[str, Arguments]:
    """A move's verb, and its arguments by index: "0", "1", ..."""
    spelled = space.spelled(move)
    return spelled.verb, {str(index): name for index, name in enumerate(spelled.arguments)}
