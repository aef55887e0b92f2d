"""User errors of the command line that no other package raises."""


class ServeError(ValueError):
    """Why the games cannot be served."""


class CheckError(ValueError):
    """Why a game cannot be checked."""
