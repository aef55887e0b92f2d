"""HTTP routes for the games, their texts and their rulebooks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, get
from litestar.params import PathParameter, QueryParameter
from markdown_it import MarkdownIt

from caponata.bots import bot_levels
from caponata.catalogue import games
from caponata.engine.game import Game
from caponata.engine.options import choice_value, plain_options
from caponata.server.api.error_responses import ERROR_RESPONSES
from caponata.server.tables.creation import game_named
from caponata.server.tables.errors import RequestRefused
from caponata.texts import TextError, Texts, languages, rulebook, rulebook_language

RULE = re.compile(r"<p><strong>([A-Z]+-\d+\.\d+)</strong>")
PathName = Annotated[str, PathParameter(max_length=64)]


class OptionCard(msgspec.Struct):
    """An option of a game."""

    name: str
    default: str | int | bool
    choices: list[str | int | bool]


class GameCard(msgspec.Struct):
    """A game of the catalogue."""

    name: str
    title: str
    blurb: str  # one sentence about the game
    minutes: int  # approximate duration
    seats: list[int]
    rules_version: int
    languages: list[str]
    levels: list[str]
    options: list[OptionCard]
    races: bool  # a game without turns: each person needs a device of their own


class RulePage(msgspec.Struct):
    """A rulebook page as HTML and its language; each rule is a paragraph with its id."""

    language: str
    html: str


class GamesController(Controller):
    """The games and their texts."""

    path = "/games"
    tags = ("games",)

    @get(responses=ERROR_RESPONSES)
    async def games(self, language: Annotated[str, QueryParameter(max_length=64)] = "en") -> list[GameCard]:
        """List the games, in English if there is no translation."""
        return [_game_card(game, language) for game in games()]

    @get("/{game:str}/texts/{language:str}", responses=ERROR_RESPONSES)
    async def texts(self, game: PathName, language: PathName) -> dict[str, Any]:
        """Return the texts of a game in a language."""
        try:
            return Texts(game_named(game), language).catalogue
        except TextError as error:
            raise RequestRefused(404, "no-such-language", str(error)) from None

    @get("/{game:str}/rulebook/{language:str}", responses=ERROR_RESPONSES)
    async def rulebook(self, game: PathName, language: PathName) -> RulePage:
        """Return the rulebook page of a game, in English if there is no translation."""
        found = game_named(game)
        return _rule_page(found.name, rulebook_language(found, language))


def _game_card(game: Game, language: str) -> GameCard:
    texts = Texts(game, language if language in languages(game) else "en")
    option_texts = texts.catalogue["options"]
    options = [
        OptionCard(name, default, [choice_value(choice) for choice in option_texts[name]["choices"]])
        for name, default in plain_options(game.options()).items()
        if name in option_texts  # the others are internal numbers of the rulebook
    ]
    return GameCard(
        game.name,
        texts.title,
        texts.blurb,
        texts.minutes,
        list(game.seats),
        game.rules_version,
        list(languages(game)),
        list(bot_levels(game)),
        options,
        game.timing is not None,
    )


@lru_cache(maxsize=64)
def _rule_page(name: str, language: str) -> RulePage:
    html = (
        MarkdownIt("commonmark", {"html": False}).enable("table").render(rulebook(game_named(name), language))
    )
    return RulePage(language, RULE.sub(r'<p id="\1"><strong>\1</strong>', html))
