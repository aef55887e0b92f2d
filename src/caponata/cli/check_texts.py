"""`caponata check-texts`: what is missing, superfluous or wrong in a translation."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from caponata.catalogue import TUTORIAL, find_game
from caponata.catalogue import games as all_games
from caponata.cli.check import load_game
from caponata.texts.check import check_catalogue, check_rulebook
from caponata.texts.forms import locale

FAULTY = 1


def check_texts(
    language: Annotated[str, typer.Argument(metavar="LANGUAGE", help="A language's code: nl, pl, ...")],
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Only one game: its name, or a module with a GAME."),
    ] = None,
) -> None:
    """List the texts that are missing, superfluous or wrong in a language, compared with English."""
    expected = locale(language)
    console = Console(highlight=False, soft_wrap=True)
    faults = 0
    checked = list(findings(language, game))
    for file, sentences in checked:
        faults += len(sentences)
        if sentences:
            console.print(shown(file), style="bold", markup=False)
        for sentence in sentences:
            console.print(f"  {sentence}", markup=False)
    console.print(f"{expected.english_name}: {len(checked)} files, {faults or 'no'} findings", markup=False)
    if faults:
        raise typer.Exit(FAULTY)


def findings(language: str, game: str | None) -> Iterator[tuple[Path, list[str]]]:
    """The files of a language, each with what is to be done there."""
    chosen = [load_game(game)] if game else [*all_games(), *map(find_game, TUTORIAL)]
    if game is None:
        with as_file(files("caponata").joinpath("web", "texts")) as folder:
            page = folder / f"{language}.json"
            yield page, check_catalogue(page)
    for each in chosen:
        with as_file(files(each.package)) as folder:
            texts, rules = folder / "texts" / f"{language}.json", folder / "rulebook" / f"{language}.md"
            yield texts, check_catalogue(texts)
            yield rules, check_rulebook(rules)


def shown(file: Path) -> str:
    """A path as the user would type it."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
