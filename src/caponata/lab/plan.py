"""Plans: which games a study plays, cut into parts that any machine plays to the same result.

A *deal* is everything chance would draw, fixed by a seed. A study plays each deal several times: with the
same players, to see what chance alone decides, or with the players on other seats, to take chance out of a
comparison.
A *variant* is one way to set up the game: options and players. All variants are played on the same deals.
A few deals are played once more with a *contrast*: one player as usual among players who move at random.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import caponata
from caponata.engine.game import Game
from caponata.lab.players import is_quick
from caponata.lab.trouble import LabError

BALANCE, TOURNAMENT, DATASET = "balance", "tournament", "dataset"
STUDIES: Final = (BALANCE, TOURNAMENT, DATASET)
FORMAT: Final = "caponata-lab"
VERSION: Final = 1
SEED_BYTES: Final = 12  # what `Luck` takes in
FEWEST_PARTS: Final = 64  # of a variant where it has so many deals: intervals come from their differences
QUICK_PART, SLOW_PART = 1000, 8  # the most games of a part
MOST_SEED: Final = 2**63
CONTRAST_EVERY: Final = 4  # of how many deals one is played with a contrast


@dataclass(frozen=True)
class Variant:
    """One way to set up the game: options, players, and who sits where each time that a deal is played."""

    label: str
    options: dict[str, Any]
    players: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    contrasts: tuple[tuple[int, ...], ...] = ()

    def plays(self, deal: int) -> tuple[tuple[int, ...], ...]:
        """Who sits where each time that this deal is played."""
        turn, rest = divmod(deal, CONTRAST_EVERY)
        if rest or not self.contrasts:
            return self.orders
        return (*self.orders, self.contrasts[turn % len(self.contrasts)])

    def games(self, first: int, deals: int) -> int:
        """How many games these deals are."""
        if not self.contrasts:
            return deals * len(self.orders)
        contrasts = -(-(first + deals) // CONTRAST_EVERY) - -(-first // CONTRAST_EVERY)
        return deals * len(self.orders) + contrasts

    @property
    def seats(self) -> int:
        """How many seats are at the table."""
        return len(self.orders[0])


@dataclass(frozen=True)
class Part:
    """A few deals of one variant: all that a process needs to play them."""

    number: int
    study: str
    game: str
    rules_version: int
    caponata: str
    seed: int
    index: int
    variant: Variant
    first: int
    deals: int
    patience: float

    @property
    def games(self) -> int:
        """How many games it has."""
        return self.variant.games(self.first, self.deals)


@dataclass(frozen=True)
class Job:
    """A whole study: equal jobs give equal results, wherever they are played."""

    study: str
    game: str
    rules_version: int
    seed: int
    deals: int
    stride: int
    patience: float
    variants: tuple[Variant, ...]
    caponata: str = caponata.__version__

    @property
    def games(self) -> int:
        """How many games are played in all."""
        return sum(variant.games(0, self.deals) for variant in self.variants)

    @property
    def slices(self) -> int:
        """How many parts a variant has."""
        return -(-self.deals // self.stride)

    @property
    def size(self) -> int:
        """How many parts there are."""
        return self.slices * len(self.variants)

    def part(self, number: int) -> Part:
        """A part by its number: first those of all variants on the first deals, then on the next ones."""
        piece, index = divmod(number, len(self.variants))
        first = piece * self.stride
        return Part(
            number=number,
            study=self.study,
            game=self.game,
            rules_version=self.rules_version,
            caponata=self.caponata,
            seed=self.seed,
            index=index,
            variant=self.variants[index],
            first=first,
            deals=min(self.stride, self.deals - first),
            patience=self.patience,
        )

    def parts(self) -> Iterator[Part]:
        """All parts in their order."""
        return (self.part(number) for number in range(self.size))

    def text(self) -> str:
        """The job as the text of a file."""
        plain = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return json.dumps(plain, indent=1, ensure_ascii=False) + "\n"


def planned(
    study: str,
    game: Game,
    variants: tuple[Variant, ...],
    *,
    deals: int,
    seed: int,
    patience: float,
    quick: int = QUICK_PART,
) -> Job:
    """The job of a study that plays so many deals in each of these ways."""
    return Job(
        study=study,
        game=game.name,
        rules_version=game.rules_version,
        seed=seed,
        deals=deals,
        stride=stride(deals, variants, quick),
        patience=patience,
        variants=variants,
    )


def read_job(text: str) -> Job:
    """The job of a file's text."""
    try:
        plain = json.loads(text)
        if plain.pop("format") != FORMAT or plain.pop("version") != VERSION or plain["study"] not in STUDIES:
            raise LabError("it is not a study of this version of the lab")
        variants = tuple(
            Variant(
                label=each["label"],
                options={name: _tuples(value) for name, value in each["options"].items()},
                players=tuple(each["players"]),
                orders=tuple(tuple(order) for order in each["orders"]),
                contrasts=tuple(tuple(order) for order in each["contrasts"]),
            )
            for each in plain.pop("variants")
        )
        return Job(variants=variants, **plain)
    except LabError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise LabError(f"it does not describe a study: {error}") from None


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value


def seed_of(*what: str | int) -> int:
    """A seed for `Luck` that depends on everything it is given."""
    label = "/".join(map(str, what)).encode()
    return int.from_bytes(hashlib.blake2b(label, digest_size=SEED_BYTES).digest(), "big")


def stride(deals: int, variants: Sequence[Variant], quick: int) -> int:
    """How many deals a part has: many parts of a variant, none of them long."""
    plays = max(len(variant.orders) for variant in variants)
    is_quick_job = all(is_quick(player) for variant in variants for player in variant.players)
    most = max(1, (quick if is_quick_job else SLOW_PART) // plays)
    return max(1, min(most, deals // FEWEST_PARTS))
