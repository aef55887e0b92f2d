"""The main findings of a study, in sentences.

Every sentence names the bots it is about. A difference, or that there is none, is claimed only if the
intervals of `Results` show it; otherwise the sentence says how many games would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from caponata.lab.metrics import PERCENT, SKILL
from caponata.lab.plan import Variant
from caponata.lab.report.numbers import figure_text, interval, number, points
from caponata.lab.results import EXPECTED, MARGIN, MOSTLY, NEVER, RARELY, Fairness, MetricLine, Results, Use
from caponata.lab.tournament import Tournament

OFTEN: Final = 0.05  # share of games that is worth a sentence
NAMED: Final = 4  # verbs that a sentence lists
WARN, LOOK, CALM = "warn", "look", "calm"
FIRST_SEAT: Final = "seat 1"
NEEDED: Final = ("lead", "decisiveness", "luck")


@dataclass(frozen=True)
class Finding:
    """One sentence or two, which are neutral (`calm`), worth a look (`look`) or a warning (`warn`)."""

    mood: str
    sentence: str


def findings(study: Results, variant: int, uses: Sequence[Use], margin: float = MARGIN) -> list[Finding]:
    """The findings about a variant, the most serious first. `uses` are those of its moves."""
    lines = {(line.metric, line.name): line for line in study.lines(variant, NEEDED)}
    found = [
        *fairness_findings(study, variant, margin),
        _contrast(study.variants[variant], lines),
        _repeated(study.variants[variant], lines),
        _tension(study.variants[variant], lines),
        _ties(study.variants[variant], lines),
        *_moves(study, variant, uses),
    ]
    order = {WARN: 0, LOOK: 1, CALM: 2}
    return sorted((each for each in found if each), key=lambda each: order[each.mood])


# Seats


def fairness_findings(study: Results, variant: int, margin: float = MARGIN) -> list[Finding]:
    """Whether a seat is favoured, and whether it matters who starts."""
    second = study.second_bot(variant)
    others = {} if second is None else {each.metric: each for each in study.fairness(second, margin)}
    players = study.variants[variant]
    other_bot = "" if second is None else study.variants[second].bot
    first = ", which always starts:" if study.starts_with_first_seat(variant) else ""
    return [
        _fairness(each, players, others.get(each.metric), other_bot, first)
        for each in study.fairness(variant, margin)
    ]


def _fairness(
    mine: Fairness, players: Variant, other: Fairness | None, other_bot: str, first: str
) -> Finding:
    if mine.unfair:
        what = "seat" if mine.metric == "seats" else "place in the order of play"
        shares = "; ".join(_share(line, players, first) for line in mine.unfair)
        fair = number(mine.fair, PERCENT)
        sentence = f"{_sentence(_with(players))}, not every {what} wins the fair {fair} of games: {shares}."
        if mine.is_within:
            sentence += f" The differences are small: less than {points(mine.margin)}."
        if not players.bot:
            sentence += " The players differ, so this need not be the seat."
        sentence += f" {_confirmed(mine, players, other, other_bot)}"
        return Finding(LOOK if mine.is_within else WARN, sentence.strip())
    if mine.is_within:
        return Finding(CALM, f"{_none(mine, players)} {_agreed(players, other, other_bot)}")
    return Finding(LOOK, f"{_open(mine, players)} {_settled_by_other(other, other_bot)}".strip())


def _share(line: MetricLine, players: Variant, first: str = "") -> str:
    """The share of wins of a seat or of a place in the order of play."""
    name = line.name if line.metric == "seats" else f"the {line.name}"
    if line.metric == "seats" and not players.bot:
        name += f" ({players.line_up[int(line.name.removeprefix('seat ')) - 1]})"
    elif line.name == FIRST_SEAT:
        name += first
    return f"{name} {number(line.figure.value, PERCENT)} ({interval(line.figure, PERCENT)})"


def _with(players: Variant) -> str:
    """The players of a study, for a sentence about its games."""
    return f"with {players.bot} on every seat" if players.bot else f"between {', '.join(players.line_up)}"


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def _none(mine: Fairness, players: Variant) -> str:
    """The sentence that a difference as large as the margin is ruled out."""
    what = "every seat" if mine.metric == "seats" else "every place in the order of play"
    low = min(line.figure.low for line in mine.lines)
    high = max(line.figure.high for line in mine.lines)
    return (
        f"{_sentence(_with(players))}, {what} is within {points(mine.margin)} of the fair"
        f" {number(mine.fair, PERCENT)} of wins: between {number(low, PERCENT)} and {number(high, PERCENT)}."
    )


def _open(mine: Fairness, players: Variant) -> str:
    """The sentence that the games are too few, and how many would be enough."""
    what = "a seat is favoured" if mine.metric == "seats" else "it matters who starts"
    start = f"{mine.games:,} games {_with(players)} do not tell whether {what}."
    see = f"about {mine.to_see:,} games to see a difference of {points(mine.margin)}"
    rule_out = f"about {mine.to_rule_out:,} to rule it out"
    if mine.games < mine.to_see:
        return f"{start} It takes {see}, {rule_out}."
    if mine.games < mine.to_rule_out:
        games = f"about {mine.to_rule_out:,} games"
        return f"{start} It takes {games} to rule out a difference of {points(mine.margin)}."
    off = max(mine.lines, key=lambda line: abs(line.figure.value - mine.fair))
    return (
        f"{start} The largest difference, {points(abs(off.figure.value - mine.fair))}, may be chance, and"
        f" {points(mine.margin)} cannot be ruled out."
    )


def _confirmed(mine: Fairness, players: Variant, other: Fairness | None, other_bot: str) -> str:
    """Whether a second kind of bot confirms a difference."""
    if other is None:
        return _only(players)
    theirs = {line.name: line for line in other.unfair}
    agreed = [line.name for line in mine.unfair if _is_same_side(line, theirs.get(line.name), mine.fair)]
    opposed = [line.name for line in mine.unfair if line.name in theirs and line.name not in agreed]
    if len(agreed) == len(mine.unfair):
        return f"{other_bot} confirms it."
    words = f"{other_bot} confirms it only for {', '.join(agreed)}"
    if not agreed:
        words = f"{other_bot} does not confirm it"
    if opposed:
        return f"{words}, and shows the opposite for {', '.join(opposed)}."
    if agreed:
        return f"{words}."
    within = f": all are within {points(other.margin)} of fair"
    return f"{words}{within if other.is_within else ', for lack of games or of a difference'}."


def _is_same_side(line: MetricLine, other: MetricLine | None, fair: float) -> bool:
    return other is not None and (line.figure.value > fair) == (other.figure.value > fair)


def _agreed(players: Variant, other: Fairness | None, other_bot: str) -> str:
    """Whether a second kind of bot confirms that there is no difference."""
    if other is None:
        return _only(players)
    if other.is_within:
        return f"{other_bot} confirms it."
    if other.unfair:
        shares = "; ".join(_share(line, players) for line in other.unfair)
        return f"{other_bot} does not confirm it: {shares}."
    return f"{other_bot} does not confirm it, for lack of games or because there is a difference."


def _settled_by_other(other: Fairness | None, other_bot: str) -> str:
    """What a second kind of bot shows if the first one shows nothing."""
    if other is not None and other.unfair:
        return f"{other_bot} shows a difference."
    if other is not None and other.is_within:
        return f"{other_bot} shows that all are within {points(other.margin)} of fair."
    return ""


def _only(players: Variant) -> str:
    return f"Only {players.bot} was tried." if players.bot else ""


# Luck, tension and ties


def _contrast(players: Variant, lines: dict[tuple[str, str], MetricLine]) -> Finding | None:
    skill, wins = lines.get(("luck", SKILL)), lines.get(("luck", "wins among random players"))
    if skill is None or wins is None:
        return None
    others = players.seats - 1
    among = "against a random one" if others == 1 else f"among {others} random players"
    return Finding(
        CALM,
        f"One {players.bot} player {among} wins {figure_text(wins.figure, PERCENT)} of games. Who plays"
        f" {players.bot} and who plays at random explains {figure_text(skill.figure, PERCENT)} of who wins"
        " such games. This says nothing about games between equal players.",
    )


def _repeated(players: Variant, lines: dict[tuple[str, str], MetricLine]) -> Finding | None:
    deal = lines.get(("luck", "same deal, same result"))
    if deal is None or not players.bot:
        return None
    return Finding(
        CALM,
        f"{_sentence(_with(players))}, the deal explains {figure_text(deal.figure, PERCENT)} of who wins"
        " (every deal was played twice); the rest is decisions, and later draws that depend on them.",
    )


def _tension(players: Variant, lines: dict[tuple[str, str], MetricLine]) -> Finding:
    settled, changes = lines["lead", "settled after"], lines["lead", "lead changes"]
    return Finding(
        CALM,
        f"{_sentence(_with(players))}, the winner leads alone in points for good after"
        f" {figure_text(settled.figure, PERCENT)} of a game; the lead changes {figure_text(changes.figure)}"
        " times before.",
    )


def _ties(players: Variant, lines: dict[tuple[str, str], MetricLine]) -> Finding | None:
    shared, broken = lines["decisiveness", "shared wins"], lines["decisiveness", "decided by a tie-break"]
    if max(shared.figure.value, broken.figure.value) < OFTEN:
        return None
    return Finding(
        LOOK,
        f"{_sentence(_with(players))}, {figure_text(broken.figure, PERCENT)} of games are decided by a"
        f" tie-break, and {figure_text(shared.figure, PERCENT)} have several winners.",
    )


# Moves


def _moves(study: Results, variant: int, uses: Sequence[Use]) -> list[Finding | None]:
    players = study.variants[variant]
    who = players.bot or "These players"
    games = f"{study.samples[variant].total['games']:,.0f} games"
    words = {
        NEVER: (
            "never made ",
            f" in {games}, though random choice would have made each {EXPECTED} times or more",
        ),
        RARELY: ("made ", " less than a tenth as often as random choice would"),
        MOSTLY: ("made ", " at more than nine of ten decisions with that choice and another"),
    }
    second = study.second_bot(variant) if uses else None
    others = None if second is None else study.uses(second)
    other_bot = "" if second is None else study.variants[second].bot
    found = []
    for verdict, (before, after) in words.items():
        mine = [use for use in uses if use.verdict == verdict]
        confirmed = _only(players) if others is None else _also(mine, others, other_bot)
        found.append(_named(mine, (f"{who} {before}", after), confirmed))
    return found


def _also(mine: Sequence[Use], others: Sequence[Use], other_bot: str) -> str:
    """Whether a second kind of bot used the same moves as often."""
    theirs = {use.name: use.verdict for use in others}
    agreed = sum(theirs.get(use.name) == use.verdict for use in mine)
    if agreed == len(mine):
        return f"{other_bot} confirms it."
    return f"{other_bot} confirms it for {agreed} of them." if agreed else f"{other_bot} does not confirm it."


def _named(uses: Sequence[Use], words: tuple[str, str], confirmed: str) -> Finding | None:
    if not uses:
        return None
    moves = [use.name for use in sorted(uses, key=lambda use: -use.offered)]
    verbs = Counter(move.split(" ")[0] for move in moves)
    named = [
        next(move for move in moves if move.split(" ")[0] == verb) if count == 1 else f"{verb} ({count})"
        for verb, count in verbs.most_common(NAMED)
    ]
    listed = ", ".join(named) + (" and others" if len(verbs) > NAMED else "")
    count = "1 kind of move" if len(moves) == 1 else f"{len(moves)} kinds of moves"
    return Finding(LOOK, f"{count.join(words)}: {listed}. {confirmed}".strip())


# Tournaments


def meeting_findings(cup: Tournament) -> list[Finding]:
    """Which players of a tournament are better than others, allowing for all pairs."""
    found = []
    for met in cup.meetings():
        share = f"{number(met.share.value, PERCENT)} of their meetings ({interval(met.share, PERCENT)})"
        if met.better is None:
            sentence = (
                f"{cup.games:,} games do not tell whether {met.one} or {met.other} is better: {met.one} ends"
                f" before {met.other} in {share}. It takes about {met.to_see:,} games to see a difference of"
                f" {points(MARGIN)} from half."
            )
        else:
            side = "more" if met.better == met.one else "less"
            sentence = f"{met.one} ends before {met.other} in {share}, {side} than half."
        found.append(Finding(LOOK if met.better is None else CALM, sentence))
    return found
