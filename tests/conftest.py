"""Settings for all tests. Hypothesis has no deadline, because machines are noisy."""

import os

import pytest
from hypothesis import settings

settings.register_profile("caponata", deadline=None)
settings.load_profile("caponata")


def pytest_xdist_auto_num_workers() -> int:
    """One more worker than cores, because the worker with the browser tests mostly waits."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
