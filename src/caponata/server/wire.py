"""What clients may say over the socket of a table: see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec

Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00-\x1f]+\Z")]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, le=2**53)]


class Message(msgspec.Struct, tag_field="t", frozen=True):
    """Something that a client says."""


class Hello(Message, tag="hello", frozen=True):
    """The first message: who looks, and what is known already."""

    key: Text | None = None
    n: Number = 0
    hash: Text | None = None
    chat: Number = 0


class Request(Message, frozen=True):
    """Something that is answered, exactly once."""

    id: Id


class Move(Request, tag="move", frozen=True):
    """Play a move."""

    decision: Number
    move: Text


class Undo(Request, tag="undo", frozen=True):
    """Take my last choice back."""


class Answer(Request, tag="answer", frozen=True):
    """Agree to what is asked, or not."""

    ask: Number
    yes: bool


class End(Request, tag="end", frozen=True):
    """Ask to end the game without a winner."""


class Pause(Request, tag="pause", frozen=True):
    """Let clocks and bots rest."""


class Resume(Request, tag="resume", frozen=True):
    """Go on."""


class Resign(Request, tag="resign", frozen=True):
    """Give up."""


class Chat(Request, tag="chat", frozen=True):
    """Say something."""

    text: Text


class Rematch(Request, tag="rematch", frozen=True):
    """Play again, at a new table; what is thrown in counts where the game begins at once."""

    entropy: Text = ""


class SetSeat(Request, tag="seat", frozen=True, rename={"kind": "as"}):
    """Fill or free a seat."""

    seat: Number
    kind: str
    level: str | None = None


class Start(Request, tag="start", frozen=True):
    """Begin."""


class Leave(Request, tag="leave", frozen=True):
    """Stand up, or leave the game running."""


class Back(Request, tag="back", frozen=True):
    """Take my seat back from the bot that plays for me."""


class Preview(Request, tag="preview", frozen=True):
    """What would a move change?"""

    decision: Number
    move: Text


class Advise(Request, tag="advise", frozen=True):
    """What would you do?"""

    decision: Number


class Whole(Message, tag="whole", frozen=True):
    """Give me the whole view again."""


class Ping(Message, tag="ping", frozen=True):
    """Is anybody there?"""


class Echo(Message, tag="echo", frozen=True):
    """The server's echo, sent back at once."""

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
    """What is readable of a message in which something is wrong."""

    t: Any = None
    id: Any = None


class MalformedMessage(ValueError):
    """Something that is no message of the game: nonsense, or one of its messages with a wrong field."""

    def __init__(self, sentence: str, partial: PartialMessage) -> None:
        super().__init__(sentence)
        self.is_unknown_type = not (isinstance(partial.t, str) and partial.t in TAGS)
        self.request: str | None = partial.id if isinstance(partial.id, str) else None


_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
_partial_decoder = msgspec.json.Decoder(PartialMessage)


def read_message(text: str | bytes) -> AnyMessage:
    """The message that a client sent, or a `NoMessage` that says what is wrong with it."""
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
