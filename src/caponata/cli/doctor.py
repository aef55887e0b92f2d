"""The health of an installation: which build runs, whether it is current, and what to do if not."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import platform
import shutil
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias

import caponata

PACKAGE: Final = Path(caponata.__file__).parent
LIST: Final = "compiled.txt"
STAMP: Final = "_build.json"
OLDEST_PYTHON: Final = (3, 11)
REBUILD: Final = "run `make build`, or install caponata again"

Status: TypeAlias = Literal["ok", "warn", "fail"]


@dataclass(frozen=True)
class Line:
    """One finding: how it stands, and a sentence that says what to do unless all is well."""

    status: Status
    sentence: str


@dataclass(frozen=True)
class Diagnosis:
    """Everything the doctor found."""

    lines: tuple[Line, ...]

    @property
    def exit_code(self) -> int:
        """1 when something must be mended, else 0."""
        return int(any(line.status == "fail" for line in self.lines))


@dataclass(frozen=True)
class Stamp:
    """What the last build wrote down about itself; `sources` has the SHA-256 of all it was made of."""

    build: str
    reason: str
    python: str
    librt: str
    sources: Mapping[str, str]


def read_stamp(package: Path = PACKAGE) -> Stamp | None:
    """What the last build of a package folder wrote down, if there was one."""
    file = package / STAMP
    return Stamp(**json.loads(file.read_text())) if file.is_file() else None


def modules_to_compile(package: Path = PACKAGE) -> tuple[str, ...]:
    """The names of the modules that a compiled build compiles."""
    files = (package / LIST).read_text().split()
    return tuple(".".join(("caponata", *Path(file).with_suffix("").parts)) for file in files)


def changed_sources(stamp: Stamp, package: Path = PACKAGE) -> tuple[str, ...]:
    """The files that are no longer what the build was made of."""
    return tuple(
        name
        for name, fingerprint in stamp.sources.items()
        if not (package / name).is_file()
        or hashlib.sha256((package / name).read_bytes()).hexdigest() != fingerprint
    )


def is_extension(file: str) -> bool:
    """Whether a module's file is compiled."""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


def module_files(modules: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """The file that each module runs from, and for those that do not work the reason."""
    files, broken = {}, {}
    for module in modules:
        # A library of another librt or Python fails in many ways, and all of them are findings.
        try:
            file = str(importlib.import_module(module).__file__)
        except Exception as failure:
            broken[module] = f"{type(failure).__name__}: {failure}"
            continue
        # Compiled modules import one another inside their library: it hides that a file is gone.
        if Path(file).is_file():
            files[module] = file
        else:
            broken[module] = f"{file} is gone"
    return files, broken


def diagnose(package: Path = PACKAGE, *, must_compile: bool | None = None) -> Diagnosis:
    """Examine this installation; plain Python is a failure when `CAPONATA_BUILD=compiled` requires more."""
    if must_compile is None:
        must_compile = os.environ.get("CAPONATA_BUILD") == "compiled"
    stamp = read_stamp(package)
    files, broken = module_files(modules_to_compile(package))
    lines = [python_line(), Line("ok", f"caponata {caponata.__version__} in {package}")]
    lines += build_lines(files, broken, stamp, package, must_compile=must_compile)
    lines += [compiler_line(), open_spiel_line()]
    return Diagnosis(tuple(lines))


def python_line() -> Line:
    """Whether this Python is new enough."""
    name = f"{platform.python_implementation()} {platform.python_version()}"
    if sys.version_info < OLDEST_PYTHON:
        return Line("fail", f"{name} is too old: install Python {'.'.join(map(str, OLDEST_PYTHON))} or newer")
    return Line("ok", name)


def build_lines(
    files: Mapping[str, str],
    broken: Mapping[str, str],
    stamp: Stamp | None,
    package: Path = PACKAGE,
    *,
    must_compile: bool,
) -> list[Line]:
    """What runs, compiled or plain, and whether it is whole, current and fit for this librt."""
    if broken:
        module, why = next(iter(broken.items()))
        others = f" nor do {len(broken) - 1} others" if len(broken) > 1 else ""
        return [Line("fail", f"{module} does not work ({why}){others}: {REBUILD}")]
    compiled = [module for module, file in files.items() if is_extension(file)]
    plain = [module for module in files if module not in compiled]
    if not compiled:
        status: Status = "fail" if must_compile else "warn"
        return [Line(status, f"plain Python, correct but slow: {why_plain(stamp)}")]
    if plain:
        return [Line("fail", f"a mix of builds, {', '.join(plain)} plain and the rest compiled: {REBUILD}")]
    return [
        Line("ok", f"compiled: {len(compiled)} modules"),
        freshness_line(stamp, package),
        librt_line(stamp),
    ]


def why_plain(stamp: Stamp | None) -> str:
    """Why nothing compiled runs, and what to do about it."""
    if stamp is None:
        return f"nothing was built here; {REBUILD}"
    if stamp.build == "plain":
        return f"{stamp.reason}; mend that, then {REBUILD}"
    if stamp.python != sysconfig.get_config_var("EXT_SUFFIX"):
        return f"the build is for another Python ({stamp.python}); {REBUILD}"
    return f"the compiled files are gone; {REBUILD}"


def freshness_line(stamp: Stamp | None, package: Path = PACKAGE) -> Line:
    """Whether the compiled code was made of the sources as they are now."""
    if stamp is None or stamp.build != "compiled":
        return Line("fail", f"nobody knows which sources the compiled code was made of: {REBUILD}")
    if changed := changed_sources(stamp, package):
        return Line("fail", f"the build is stale, {', '.join(changed)} changed since: {REBUILD}")
    return Line("ok", "the build is current")


def librt_line(stamp: Stamp | None) -> Line:
    """Whether the librt at hand is of the minor version that the build was made for."""
    try:
        present = version("librt")
    except PackageNotFoundError:
        return Line("fail", "librt is missing: install caponata again")
    if stamp is None or present.split(".")[:2] == stamp.librt.split(".")[:2]:
        return Line("ok", f"librt {present}")
    return Line("fail", f"librt is {present}, but the build was made for {stamp.librt}: {REBUILD}")


def compiler_line() -> Line:
    """Whether there is a C compiler to build with."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler):
        return Line("ok", f"C compiler: {compiler}")
    return Line("warn", f"no C compiler ({compiler}): install gcc and Python's headers to compile the rules")


def open_spiel_line() -> Line:
    """Whether OpenSpiel is there to compare with."""
    if find_spec("pyspiel"):
        return Line("ok", "open-spiel is installed")
    return Line("ok", "open-spiel is not installed: `make bench` installs it, nothing else needs it")
