"""What all tests share: machines are noisy, so no test fails for being slow."""

import os

import pytest
from hypothesis import settings

settings.register_profile("caponata", deadline=None)
settings.load_profile("caponata")


def pytest_xdist_auto_num_workers() -> int:
    """One more worker than there are cores: the one that drives the browser waits most of its time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
