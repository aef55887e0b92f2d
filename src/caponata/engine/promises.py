"""The promises of a game's contract, each as a check of one position or of one seat's view of it.

A check yields a sentence for every violation; `conformance` runs them all in random games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NO_KEY, NOBODY, SPECTATOR, Game, Position, View, Worlds
from caponata.engine.moves import MoveSpace
from caponata.engine.playout import chance_moves, legal_moves, playout, random_choice
from caponata.engine.view_types import mismatches
from caponata.engine.witness import play_with_effects

SAMPLED_MOVES = 64  # moves tried against `refusal` at a position
SAMPLED_TICKETS = 200
WORD_BITS = 32
REFUSALS_COMPARED = 8


@dataclass(frozen=True)
class Moment:
    """A position to check, with what all checks need."""

    game: Game
    position: Position
    rng: Rng
    pieces: dict[str, int]
    start: Position

    @property
    def seats(self) -> range:
        """All seats of the position."""
        return range(self.position.seats)

    @property
    def acting(self) -> list[int]:
        """The seats that may act now."""
        if self.position.to_act == CHANCE_ACTS:
            return []
        return [seat for seat in self.seats if self.position.to_act >> seat & 1]

    def moves(self, seat: int, position: Position | None = None) -> list[int]:
        """The legal moves of a seat."""
        return legal_moves(position or self.position, seat)


# Promises about a position


def copies_are_independent(moment: Moment) -> Iterator[str]:
    """A copy equals its source, and playing on one does not change the other."""
    before = moment.position.fingerprint()
    twin = moment.position.copy()
    if twin.fingerprint() != before:
        yield "a copy differs from its source"
    playout(twin, moment.rng)
    if moment.position.fingerprint() != before:
        yield "playing on a copy changed its source"


def fingerprints_restore(moment: Moment) -> Iterator[str]:
    """A fingerprint contains the whole state: restoring it gives an equal position."""
    numbers = list(moment.position.fingerprint())
    twin = moment.start.copy()
    twin.restore(numbers)
    if list(twin.fingerprint()) != numbers:
        yield "a position restored from its fingerprint has another one"
    elif any(
        moment.game.view(twin, viewer) != moment.game.view(moment.position, viewer)
        for viewer in (*range(twin.seats), SPECTATOR)
    ):
        yield "a position restored from its fingerprint gives some viewer another view"


def views_agree(moment: Moment) -> Iterator[str]:
    """`views` gives every viewer the same as `view`."""
    if moment.game.views is None:
        return
    viewers = (*range(moment.position.seats), SPECTATOR)
    for viewer, view in zip(viewers, moment.game.views(moment.position, viewers)):
        if view != moment.game.view(moment.position, viewer):
            yield f"`views` and `view` differ for viewer {viewer}"


def moves_are_those_not_refused(moment: Moment) -> Iterator[str]:
    """`moves` lists exactly the moves that `refusal` does not refuse, each once."""
    space = moment.game.space
    for seat in moment.seats:
        legal = moment.moves(seat) if seat in moment.acting else []
        if len(set(legal)) != len(legal):
            yield f"seat {seat} is offered a move twice"
        for move in legal:
            if move not in space:
                yield f"seat {seat} is offered {move}, which is not in the move space"
            elif refusal := moment.position.refusal(seat, move):
                yield f"seat {seat} is offered '{space.text(move)}', yet it breaks {refusal.rule}"
        tried = iter(space) if len(space) <= SAMPLED_MOVES else some_moves(space, moment.rng)
        for move in set(tried) - set(legal):
            if moment.position.refusal(seat, move) is None:
                yield f"seat {seat} is not offered '{space.text(move)}', yet no rule forbids it"


def random_move_is_one_of_the_moves(moment: Moment) -> Iterator[str]:
    """`random_move` gives the move that the same random number selects from `moves`."""
    for seat in moment.acting:
        moves = moment.moves(seat)
        seed = moment.rng.word()
        if random_choice(moment.position, seat, Rng(seed)) != moves[Rng(seed).below(len(moves))]:
            yield f"the random move of seat {seat} is not the one that `moves` lists at that index"


def some_moves(space: MoveSpace, rng: Rng, count: int = SAMPLED_MOVES) -> Iterator[int]:
    """Random moves of a space too large to try them all."""
    for _ in range(count):
        yield space.at((rng.word() << WORD_BITS | rng.word()) % len(space))


def odds_add_up(moment: Moment) -> Iterator[str]:
    """The weights are positive, their sum is `total_weight`, and `chance_move` follows their order."""
    if moment.position.to_act != CHANCE_ACTS:
        return
    odds = chance_moves(moment.position)
    total = sum(weight for _, weight in odds)
    if min(weight for _, weight in odds) < 1:
        yield "a chance move has no weight"
    if total != moment.position.total_weight():
        yield f"the odds add up to {total}, not to {moment.position.total_weight()}"
        return
    by_ticket = [move for move, weight in odds for _ in range(weight)]
    tickets: Iterable[int] = range(total)
    if total > SAMPLED_TICKETS:
        tickets = [moment.rng.below(total) for _ in range(SAMPLED_TICKETS)]
    for ticket in tickets:
        move = moment.position.chance_move(ticket)
        if move != by_ticket[ticket]:
            yield f"ticket {ticket} draws {move}, the odds say {by_ticket[ticket]}"
            return


def chance_plays_move_by_move(moment: Moment) -> Iterator[str]:
    """`play_chance` leads to the same position as single chance moves with the same random numbers."""
    if moment.position.to_act != CHANCE_ACTS:
        return
    seed = moment.rng.word()
    fast, stepwise = moment.position.copy(), moment.position.copy()
    fast.play_chance(Rng(seed))
    rng = Rng(seed)
    while stepwise.to_act == CHANCE_ACTS:
        stepwise.play(CHANCE, stepwise.chance_move(rng.below(stepwise.total_weight())))
    if fast.fingerprint() != stepwise.fingerprint():
        yield "`play_chance` and single chance moves lead to different positions"


def texts_read_back(moment: Moment) -> Iterator[str]:
    """Every possible move can be recovered from its text, JSON and dense index."""
    space = moment.game.space
    moves = [move for seat in moment.acting for move in moment.moves(seat)]
    if moment.position.to_act == CHANCE_ACTS:
        moves = [move for move, _ in chance_moves(moment.position)]
    for move in moves:
        spelled = [str(part) for part in space.json(move)]
        if (
            not space.read(space.text(move))
            == space.from_json(spelled)
            == move
            == space.at(space.dense(move))
        ):
            yield f"'{space.text(move)}' does not read back"


def pieces_are_conserved(moment: Moment) -> Iterator[str]:
    """No piece appears or disappears."""
    now = dict(moment.game.census(moment.position))
    if now != moment.pieces:
        changed = {name for name in now | moment.pieces if now.get(name) != moment.pieces.get(name)}
        yield f"the number of {', '.join(sorted(changed))} changed"


def an_end_is_an_outcome(moment: Moment) -> Iterator[str]:
    """There is an outcome exactly when nobody acts, and its places agree with the rules."""
    outcome = moment.position.outcome()
    if (outcome is None) != (moment.position.to_act != NOBODY):
        yield "the outcome and `to_act` disagree on whether the game is over"
    if outcome is not None:
        if not outcome.winners:
            yield "a finished game has no winner"
        for seat in moment.seats:
            if outcome.scores[seat] != sum(line.points for line in outcome.lines[seat]):
                yield f"the lines of seat {seat} do not add up to its score"


def defaults_are_legal(moment: Moment) -> Iterator[str]:
    """The default move is legal."""
    for seat in moment.acting:
        move = moment.position.default_move(seat)
        if move not in moment.moves(seat):
            yield f"the default move of seat {seat} is not legal"


def sealed_choices_commute(moment: Moment) -> Iterator[str]:
    """The order of sealed choices leaves no trace in the position."""
    if not moment.position.is_sealed() or len(moment.acting) < 2:
        return
    one, other = moment.acting[:2]
    first = moment.moves(one)[moment.rng.below(len(moment.moves(one)))]
    second = moment.moves(other)[moment.rng.below(len(moment.moves(other)))]
    forward, backward = moment.position.copy(), moment.position.copy()
    forward.play(one, first)
    forward.play(other, second)
    backward.play(other, second)
    backward.play(one, first)
    if forward.fingerprint() != backward.fingerprint():
        yield "the position depends on the order of sealed choices"


# Promises about a seat


def a_world_looks_the_same(moment: Moment, seat: int, view: View, world: Position) -> Iterator[str]:
    """View, prompt, legal moves and hints are equal in the true position and in a sampled world."""
    imagined = moment.game.view(world, seat)
    if imagined != view:
        fields = sorted(
            name for name in view.keys() | imagined.keys() if view.get(name) != imagined.get(name)
        )
        yield f"the view of seat {seat} gives away what is hidden, in {', '.join(fields)}"
    if dict(moment.game.census(world)) != moment.pieces:
        yield f"a world of seat {seat} has other pieces"
    if seat == SPECTATOR:
        return
    if moment.position.prompt(seat) != world.prompt(seat):
        yield f"the prompt of seat {seat} gives away what is hidden"
    for move in some_moves(moment.game.space, moment.rng, REFUSALS_COMPARED):
        if moment.position.refusal(seat, move) != world.refusal(seat, move):
            yield f"a refusal tells seat {seat} what is hidden"
    if seat in moment.acting:
        moves = moment.moves(seat)
        if moves != moment.moves(seat, world):
            yield f"the legal moves of seat {seat} depend on what is hidden from it"
            return
        if moment.position.default_move(seat) != world.default_move(seat):
            yield f"the default move of seat {seat} depends on what is hidden from it"
        hints = moment.game.hints
        for move in moves:
            if hints.appeal(moment.position, seat, move) != hints.appeal(world, seat, move):
                yield f"the hints for seat {seat} peek at what is hidden"
                return


def views_are_plain(view: View) -> Iterator[str]:
    """A view is plain data: it goes through JSON unchanged."""
    try:
        if json.loads(json.dumps(view)) != view:
            yield "a view comes back from JSON changed"
    except TypeError as error:
        yield f"a view is not plain data: {error}"


def views_match_their_type(game: Game, view: View) -> Iterator[str]:
    """A view has exactly the fields and types that the game declares, if it declares any."""
    if game.view_type is not None:
        yield from mismatches(view, game.view_type)


def a_view_grows_by_what_is_witnessed(
    moment: Moment, seat: int, world: Position, mover: int, move: int
) -> Iterator[str]:
    """A seat's view after a move follows from its view before and the events it witnessed.

    The move is played in the true position, and a move with an equal event in the seat's world. If all
    events are equal, the views must be equal, too. Conversely, moves that leave its view equal and reveal
    nothing must give equal events.
    """
    game = moment.game
    true = moment.position.copy()
    event = game.move_event(moment.position, seat, mover, move)
    if mover == CHANCE:
        candidates = [possible for possible, _ in chance_moves(world)]
    else:
        candidates = legal_moves(world, mover)
    witnessed, effects = play_with_effects(game, true, mover, move, [seat])
    view = game.view(true, seat)
    alike = [candidate for candidate in candidates if game.move_event(world, seat, mover, candidate) == event]
    if alike:
        other = world.copy()
        imagined, _ = play_with_effects(game, other, mover, alike[moment.rng.below(len(alike))], [seat])
        if witnessed == imagined and view != game.view(other, seat):
            yield f"seat {seat} witnesses two moves equally, yet its views differ"
    if candidates and not any(game.reveals(effect) for effect in effects):
        other = world.copy()
        any_candidate = candidates[moment.rng.below(len(candidates))]
        imagined, other_effects = play_with_effects(game, other, mover, any_candidate, [seat])
        is_revealed = any(game.reveals(effect) for effect in other_effects)
        if not is_revealed and view == game.view(other, seat) and witnessed != imagined:
            yield f"seat {seat} witnesses two moves differently, yet its views are equal"


def equal_events_have_equal_keys(
    moment: Moment, seat: int, worlds: Worlds, world: Position, mover: int, move: int
) -> Iterator[str]:
    """The keys of `Worlds` are equal exactly if the seat's events are equal."""
    game = moment.game
    if mover == CHANCE:
        candidates = [possible for possible, _ in chance_moves(world)]
    else:
        candidates = legal_moves(world, mover)
    move_events = [
        (worlds.move_key(moment.position, mover, move), game.move_event(moment.position, seat, mover, move))
    ]
    move_events += [
        (worlds.move_key(world, mover, candidate), game.move_event(world, seat, mover, candidate))
        for candidate in candidates
    ]
    effects = play_with_effects(game, moment.position.copy(), mover, move, [])[1]
    if candidates:
        any_candidate = candidates[moment.rng.below(len(candidates))]
        effects += play_with_effects(game, world.copy(), mover, any_candidate, [])[1]
    effect_events = [(worlds.effect_key(effect), game.effect_event(effect, seat)) for effect in effects]
    for kind, pairs in (("moves", move_events), ("effects", effect_events)):
        events_by_key: dict[int, set[str]] = {}
        for key, event in pairs:
            if key != NO_KEY:
                events_by_key.setdefault(key, set()).add(str(event))
        events = [event for group in events_by_key.values() for event in group]
        if len(events) > len(events_by_key):
            yield f"for seat {seat}, {kind} with different events have the same key"
        if len(set(events)) < len(events):
            yield f"for seat {seat}, {kind} with equal events have different keys"


def free_undo_teaches_nothing(moment: Moment, seat: int, world: Position, move: int) -> Iterator[str]:
    """A choice that can be taken back at once has revealed nothing to its seat."""
    game = moment.game
    true, other = moment.position.copy(), world.copy()
    true.effects = []
    true.play(seat, move)
    other.play(seat, move)
    if true.to_act == CHANCE_ACTS or any(game.reveals(effect) for effect in true.effects):
        return
    if game.view(true, seat) != game.view(other, seat):
        yield f"seat {seat} could take a move back after learning from it"


POSITION_PROMISES: tuple[Callable[[Moment], Iterator[str]], ...] = (
    copies_are_independent,
    fingerprints_restore,
    views_agree,
    moves_are_those_not_refused,
    random_move_is_one_of_the_moves,
    odds_add_up,
    chance_plays_move_by_move,
    texts_read_back,
    pieces_are_conserved,
    an_end_is_an_outcome,
    defaults_are_legal,
    sealed_choices_commute,
)
