"""The games of a study, divided into parts that give the same result on any machine.

A *deal* is everything chance draws, fixed by a seed. A study plays each deal several times: with the same
players, to measure the influence of chance, or with the players on other seats, to remove chance from a
comparison.
A *variant* is one way to set up the game: options and players. All variants are played on the same deals.
A few deals are played once more with a *contrast*: one of the usual players among random players.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from caponata.bots.policies import is_compiled
from caponata.engine.game import Game
from caponata.lab.errors import LabError
from caponata.version import __version__

BALANCE, TOURNAMENT, DATASET = "balance", "tournament", "dataset"
STUDIES: Final = (BALANCE, TOURNAMENT, DATASET)
FORMAT: Final = "caponata-lab"
VERSION: Final = 1
SEED_BYTES: Final = 12  # the size of a seed of `Rng`
FEWEST_PARTS: Final = (
    64  # per variant with enough deals: errors are computed from the differences between parts
)
QUICK_PART, SLOW_PART = 1000, 8  # most games of a part
MOST_SEED: Final = 2**63
CONTRAST_EVERY: Final = 4  # one of this many deals is played with a contrast


@dataclass(frozen=True)
class Variant:
    """One way to set up the game: options, players, and the seating for each game on a deal."""

    label: str
    options: dict[str, Any]
    players: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    contrasts: tuple[tuple[int, ...], ...] = ()

    def plays(self, deal: int) -> tuple[tuple[int, ...], ...]:
        """The players in seat order for each game on this deal."""
        turn, rest = divmod(deal, CONTRAST_EVERY)
        if rest or not self.contrasts:
            return self.orders
        return (*self.orders, self.contrasts[turn % len(self.contrasts)])

    def games(self, first: int, deals: int) -> int:
        """The number of games on these deals."""
        if not self.contrasts:
            return deals * len(self.orders)
        contrasts = -(-(first + deals) // CONTRAST_EVERY) - -(-first // CONTRAST_EVERY)
        return deals * len(self.orders) + contrasts

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.orders[0])

    @property
    def line_up(self) -> tuple[str, ...]:
        """The players in seat order, for the first game on a deal."""
        return tuple(self.players[player] for player in self.orders[0])

    @property
    def bot(self) -> str:
        """The player on all seats, or an empty string if there are several."""
        players = set(self.line_up)
        return players.pop() if len(players) == 1 else ""


@dataclass(frozen=True)
class Part:
    """A few deals of one variant, with everything a process needs to play them."""

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
    timeout: float

    @property
    def games(self) -> int:
        """The number of games."""
        return self.variant.games(self.first, self.deals)


@dataclass(frozen=True)
class Job:
    """A whole study. Equal jobs give equal results on any machine."""

    study: str
    game: str
    rules_version: int
    seed: int
    deals: int
    stride: int
    timeout: float
    variants: tuple[Variant, ...]
    caponata: str = __version__

    @property
    def games(self) -> int:
        """The number of games of all variants."""
        return sum(variant.games(0, self.deals) for variant in self.variants)

    @property
    def slices(self) -> int:
        """The number of parts of a variant."""
        return -(-self.deals // self.stride)

    @property
    def size(self) -> int:
        """The number of parts."""
        return self.slices * len(self.variants)

    def part(self, number: int) -> Part:
        """A part by its number. All variants on the first deals come first, then those on the next deals."""
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
            timeout=self.timeout,
        )

    def parts(self) -> Iterator[Part]:
        """All parts in order."""
        return (self.part(number) for number in range(self.size))

    def text(self) -> str:
        """The job as JSON text."""
        plain = {"format": FORMAT, "version": VERSION, **asdict(self)}
        plain["patience"] = plain.pop("timeout")  # the stored name
        return json.dumps(plain, indent=1, ensure_ascii=False) + "\n"


def make_job(
    study: str,
    game: Game,
    variants: tuple[Variant, ...],
    *,
    deals: int,
    seed: int,
    timeout: float,
    quick: int = QUICK_PART,
) -> Job:
    """Make the job of a study that plays this many deals of each variant."""
    return Job(
        study=study,
        game=game.name,
        rules_version=game.rules_version,
        seed=seed,
        deals=deals,
        stride=stride(deals, variants, quick),
        timeout=timeout,
        variants=variants,
    )


def read_job(text: str) -> Job:
    """Read a job from JSON text."""
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
        return Job(variants=variants, timeout=plain.pop("patience"), **plain)
    except LabError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise LabError(f"it does not describe a study: {error}") from None


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value


def seed_from(*labels: str | int) -> int:
    """A seed for `Rng`, derived from all of the labels."""
    label = "/".join(map(str, labels)).encode()
    return int.from_bytes(hashlib.blake2b(label, digest_size=SEED_BYTES).digest(), "big")


def stride(deals: int, variants: Sequence[Variant], quick: int) -> int:
    """The number of deals of a part: a variant has many parts, and none of them takes long."""
    plays = max(len(variant.orders) for variant in variants)
    is_quick = is_compiled(player for variant in variants for player in variant.players)
    most = max(1, (quick if is_quick else SLOW_PART) // plays)
    return max(1, min(most, deals // FEWEST_PARTS))
