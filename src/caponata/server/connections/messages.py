"""The messages that clients send over a table's socket; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f]+\Z")]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]


class Message(msgspec.Struct, tag_field="t", frozen=True):
    """A message of a client."""


class Hello(Message, tag="hello", frozen=True):
    """The first message, see above."""

    key: Text | None = None
    n: Number = 0
    hash: Text | None = None
    chat: Number = 0


class Request(Message, frozen=True):
    """A message that is answered exactly once."""

    id: Id


class Move(Request, tag="move", frozen=True):
    """Play a move, given as text.

    Refused with `closed-decision` if that decision is no longer open and the game has no rule of its own for
    late moves, or with `illegal-move` and the rule, `reason` and `facts` for a sentence of the game's
    `refusals`.
    """

    decision: Number
    move: Text


class Undo(Request, tag="undo", frozen=True):
    """Undo my last move.

    At once if nobody has learned anything since, otherwise proposed to everybody (`asks`). Refused
    (`no-undo`) if the move, or another one that would be undone with it, is binding.
    """


class Answer(Request, tag="answer", frozen=True):
    """Agree to a proposal or reject it; one rejection ends it."""

    ask: Number
    yes: bool


class End(Request, tag="end", frozen=True):
    """Propose to end the game without a winner."""


class Pause(Request, tag="pause", frozen=True):
    """Stop clocks and bots; nobody can move. Refused for resigned seats."""


class Resume(Request, tag="resume", frozen=True):
    """Resume a paused game. Refused for resigned seats."""


class Resign(Request, tag="resign", frozen=True):
    """Resign from the game.

    With two seats the game is over; with more seats a bot plays on, and the seat takes the last place.
    """


class Chat(Request, tag="chat", frozen=True):
    """Send a chat message of at most 500 characters; seats only."""

    text: Text


class Rematch(Request, tag="rematch", frozen=True):
    """After the end: open a new table with the same people, its own seed and your entropy.

    Its id is `rematch` in `table`.
    """

    entropy: Text = ""


class SetSeat(Request, tag="seat", frozen=True, rename={"kind": "as"}):
    """Fill or free a seat; `as` is `"bot"`, with `level`, or `"open"`.

    Before the start, as host; this may remove somebody. During the game, any player may let the casual bot in
    for a seat that is `offered`; `level` is ignored.
    """

    seat: Number
    kind: str
    level: str | None = None


class Start(Request, tag="start", frozen=True):
    """Start the game, as host."""


class Leave(Request, tag="leave", frozen=True):
    """Free my seat, or leave a running game, as over HTTP."""


class Back(Request, tag="back", frozen=True):
    """Take my seat back from the bot that plays for me."""


class Preview(Request, tag="preview", frozen=True):
    """Ask which fields of the view would change with a move, as far as this seat can know.

    An illegal move is refused as by `move`.
    """

    decision: Number
    move: Text


class Advise(Request, tag="advise", frozen=True):
    """Ask for the best moves, if the table allows `advice`."""

    decision: Number


class Whole(Message, tag="whole", frozen=True):
    """Send the whole view again."""


class Ping(Message, tag="ping", frozen=True):
    """Check that the connection works; answered by `pong`, without an `id`.

    A connection can die without an error: the page pings when it becomes visible, when a request stays
    unanswered and after half a minute of silence, and reconnects if there is no answer.
    """


class Echo(Message, tag="echo", frozen=True):
    """The server's echo, returned at once."""

    k: Number


AnyMessage: TypeAlias = (
    Hello
    | Move
    | Undo
    | Answer
    | End
    | Pause
    | Resume
    | Resign
    | Chat
    | Rematch
    | SetSeat
    | Start
    | Leave
    | Back
    | Preview
    | Advise
    | Whole
    | Ping
    | Echo
)

TAGS: Final = frozenset(each.__struct_config__.tag for each in get_args(AnyMessage))


class PartialMessage(msgspec.Struct, frozen=True):
    """The readable part of a malformed message."""

    t: Any = None
    id: Any = None


class MalformedMessage(ValueError):
    """A message of an unknown type, or one with an invalid field."""

    def __init__(self, sentence: str, partial: PartialMessage) -> None:
        super().__init__(sentence)
        self.is_unknown_type = not (isinstance(partial.t, str) and partial.t in TAGS)
        self.request: str | None = partial.id if isinstance(partial.id, str) else None


_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
_partial_decoder = msgspec.json.Decoder(PartialMessage)


def read_message(text: str | bytes) -> AnyMessage:
    """Decode a client's message, or raise `MalformedMessage`."""
    try:
        return _decoder.decode(text)
    except RecursionError:
        raise MalformedMessage("it is nested too deeply", PartialMessage()) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedMessage(str(error), _decode_partly(text)) from None


def _decode_partly(text: str | bytes) -> PartialMessage:
    try:
        return _partial_decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return PartialMessage()
