"""What a person can get wrong on the command line and no other room knows of."""


class ServeError(ValueError):
    """Why the games cannot be served."""


class CheckError(ValueError):
    """Why a game cannot be checked."""
