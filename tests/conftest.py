"""What all tests share: machines are noisy, so no test fails for being slow."""

from hypothesis import settings

settings.register_profile("caponata", deadline=None)
settings.load_profile("caponata")
