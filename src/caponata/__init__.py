"""Five tabletop games whose names begin with "Cap", on one rules kernel."""

__version__ = "0.1.0"
