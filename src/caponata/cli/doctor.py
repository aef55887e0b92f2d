"""Checks of an installation: which build runs, whether it is current, and what to do if not."""

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

from caponata.version import __version__

PACKAGE: Final = Path(__file__).parents[1]
LIST: Final = "compiled.txt"
STAMP: Final = "_build.json"
OLDEST_PYTHON: Final = (3, 11)
REBUILD: Final = "run `make build`, or install caponata again"

Status: TypeAlias = Literal["ok", "warn", "fail"]


@dataclass(frozen=True)
class Finding:
    """The result of one check: a status, and a sentence that says what to do if something is wrong."""

    status: Status
    sentence: str


@dataclass(frozen=True)
class Diagnosis:
    """The results of all checks."""

    findings: tuple[Finding, ...]

    @property
    def exit_code(self) -> int:
        """1 if something must be repaired, else 0."""
        return int(any(finding.status == "fail" for finding in self.findings))


@dataclass(frozen=True)
class Stamp:
    """Facts about the last build; `sources` has the SHA-256 of each source file."""

    build: str
    reason: str
    python: str
    librt: str
    sources: Mapping[str, str]


def read_stamp(package: Path = PACKAGE) -> Stamp | None:
    """Read the stamp of a package folder's last build, or None if there was none."""
    file = package / STAMP
    return Stamp(**json.loads(file.read_text())) if file.is_file() else None


def modules_to_compile(package: Path = PACKAGE) -> tuple[str, ...]:
    """Names of the modules that a compiled build compiles."""
    files = (package / LIST).read_text().split()
    return tuple(".".join(("caponata", *Path(file).with_suffix("").parts)) for file in files)


def changed_sources(stamp: Stamp, package: Path = PACKAGE) -> tuple[str, ...]:
    """Source files that changed since the build."""
    return tuple(
        name
        for name, fingerprint in stamp.sources.items()
        if not (package / name).is_file()
        or hashlib.sha256((package / name).read_bytes()).hexdigest() != fingerprint
    )


def is_extension(file: str) -> bool:
    """Return whether a module's file is compiled."""
    return file.endswith(tuple(EXTENSION_SUFFIXES))


def module_files(modules: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """The file of each module, and the error of each module that cannot be imported."""
    files, broken = {}, {}
    for module in modules:
        # A build for another librt or Python can fail in many ways; each is reported.
        try:
            file = str(importlib.import_module(module).__file__)
        except Exception as failure:
            broken[module] = f"{type(failure).__name__}: {failure}"
            continue
        # Compiled modules import each other inside their library, which hides a missing file.
        if Path(file).is_file():
            files[module] = file
        else:
            broken[module] = f"{file} is missing"
    return files, broken


def diagnose(package: Path = PACKAGE, *, must_compile: bool | None = None) -> Diagnosis:
    """Check this installation. Plain Python fails if `CAPONATA_BUILD=compiled` is set."""
    if must_compile is None:
        must_compile = os.environ.get("CAPONATA_BUILD") == "compiled"
    stamp = read_stamp(package)
    files, broken = module_files(modules_to_compile(package))
    findings = [check_python(), Finding("ok", f"caponata {__version__} in {package}")]
    findings += check_build(files, broken, stamp, package, must_compile=must_compile)
    findings += [check_compiler(), check_open_spiel()]
    return Diagnosis(tuple(findings))


def check_python() -> Finding:
    """Check that this Python is new enough."""
    name = f"{platform.python_implementation()} {platform.python_version()}"
    if sys.version_info < OLDEST_PYTHON:
        return Finding(
            "fail", f"{name} is too old: install Python {'.'.join(map(str, OLDEST_PYTHON))} or newer"
        )
    return Finding("ok", name)


def check_build(
    files: Mapping[str, str],
    broken: Mapping[str, str],
    stamp: Stamp | None,
    package: Path = PACKAGE,
    *,
    must_compile: bool,
) -> list[Finding]:
    """Check that the build is complete, current and made for this librt."""
    if broken:
        module, why = next(iter(broken.items()))
        others = f", nor do {len(broken) - 1} others" if len(broken) > 1 else ""
        return [Finding("fail", f"{module} does not work ({why}){others}: {REBUILD}")]
    compiled = [module for module, file in files.items() if is_extension(file)]
    plain = [module for module in files if module not in compiled]
    if not compiled:
        status: Status = "fail" if must_compile else "warn"
        return [Finding(status, f"plain Python, correct but slow: {plain_reason(stamp)}")]
    if plain:
        return [
            Finding("fail", f"a mix of builds, {', '.join(plain)} plain and the rest compiled: {REBUILD}")
        ]
    return [
        Finding("ok", f"compiled: {len(compiled)} modules"),
        check_freshness(stamp, package),
        check_librt(stamp),
    ]


def plain_reason(stamp: Stamp | None) -> str:
    """Why nothing compiled runs, and what to do."""
    if stamp is None:
        return f"nothing was built here; {REBUILD}"
    if stamp.build == "plain":
        return f"{stamp.reason}; fix that, then {REBUILD}"
    if stamp.python != sysconfig.get_config_var("EXT_SUFFIX"):
        return f"the build is for another Python ({stamp.python}); {REBUILD}"
    return f"the compiled files are missing; {REBUILD}"


def check_freshness(stamp: Stamp | None, package: Path = PACKAGE) -> Finding:
    """Check that the compiled code was made from the current sources."""
    if stamp is None or stamp.build != "compiled":
        return Finding("fail", f"it is unknown from which sources the code was compiled: {REBUILD}")
    if changed := changed_sources(stamp, package):
        return Finding("fail", f"the build is stale, {', '.join(changed)} changed since: {REBUILD}")
    return Finding("ok", "the build is current")


def check_librt(stamp: Stamp | None) -> Finding:
    """Check that librt has the minor version the build was made for."""
    try:
        present = version("librt")
    except PackageNotFoundError:
        return Finding("fail", "librt is missing: install caponata again")
    if stamp is None or present.split(".")[:2] == stamp.librt.split(".")[:2]:
        return Finding("ok", f"librt {present}")
    return Finding("fail", f"librt is {present}, but the build was made for {stamp.librt}: {REBUILD}")


def check_compiler() -> Finding:
    """Check that there is a C compiler."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler):
        return Finding("ok", f"C compiler: {compiler}")
    return Finding(
        "warn", f"no C compiler ({compiler}): install gcc and Python's headers to compile the rules"
    )


def check_open_spiel() -> Finding:
    """Check whether OpenSpiel is installed. Only the benchmarks use it."""
    if find_spec("pyspiel"):
        return Finding("ok", "open-spiel is installed")
    return Finding("ok", "open-spiel is not installed: `make bench` installs it, nothing else needs it")
