"""The build compiles all modules or none, and an installation knows which build it has."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from caponata.cli import doctor

ROOT = Path(__file__).parents[1]
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
EXTENSION_PATTERNS = ("*.so", "*.pyd")
FEW_MODULES = ("engine/chance.py", "engine/game.py")


def is_compiled() -> bool:
    files, _ = doctor.module_files(doctor.modules_to_compile())
    return all(doctor.is_extension(file) for file in files.values())


needs_compiled = pytest.mark.skipif(not is_compiled(), reason="this installation runs as plain Python")


def extensions(root: Path) -> set[str]:
    return {str(file.relative_to(root)) for pattern in EXTENSION_PATTERNS for file in root.rglob(pattern)}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the files that a build needs; it compiles only a few modules to be quick."""
    for name in ("setup.py", "build_page.py", "pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    sources_only = shutil.ignore_patterns(*EXTENSION_PATTERNS, doctor.STAMP, "__pycache__")
    shutil.copytree(doctor.PACKAGE, tmp_path / "src" / "caponata", ignore=sources_only)
    (tmp_path / "src" / "caponata" / doctor.LIST).write_text("\n".join(FEW_MODULES))
    return tmp_path


def build(tree: Path, *, into: str = "--inplace", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", into],
        cwd=tree,
        env={**os.environ, "CAPONATA_BUILD": "", **environment},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )


def stamp_of(tree: Path) -> doctor.Stamp:
    stamp = doctor.read_stamp(tree / "src" / "caponata")
    assert stamp is not None
    return stamp


def linker_that_fails_on(name: str, folder: Path) -> str:
    """A linker that links every file except one."""
    script = folder / "linker"
    shared = sysconfig.get_config_var("LDSHARED")
    script.write_text(f'#!/bin/sh\ncase "$*" in *{name}*) exit 1;; esac\nexec {shared} "$@"\n')
    script.chmod(0o755)
    return str(script)


@needs_compiled
def test_running_build_matches_the_sources() -> None:
    stamp = doctor.read_stamp()
    assert stamp is not None
    assert doctor.changed_sources(stamp) == ()


@needs_compiled
def test_extensions_on_disk_are_the_listed_modules_and_their_library() -> None:
    listed = (doctor.PACKAGE / doctor.LIST).read_text().split()
    assert extensions(doctor.PACKAGE) == {name.removesuffix(".py") + SUFFIX for name in listed}
    assert extensions(doctor.PACKAGE.parent) >= {"caponata__mypyc" + SUFFIX}


@needs_compiled
def test_stamp_covers_plain_modules_whose_constants_are_compiled_in() -> None:
    stamp = doctor.read_stamp()
    assert stamp is not None
    assert "engine/moves.py" in stamp.sources
    assert "engine/moves.py" not in (doctor.PACKAGE / doctor.LIST).read_text().split()


@needs_compiled
def test_doctor_passes_a_current_build() -> None:
    assert doctor.diagnose(must_compile=True).exit_code == 0


@needs_compiled
def test_doctor_names_the_sources_that_changed_after_the_build(tmp_path: Path) -> None:
    package = tmp_path / "caponata"
    shutil.copytree(doctor.PACKAGE, package)
    with (package / "engine" / "chance.py").open("a") as source:
        source.write("# changed\n")
    (package / "engine" / "game.py").unlink()
    diagnosis = doctor.diagnose(package)
    (stale,) = [line for line in diagnosis.findings if "stale" in line.sentence]
    assert stale.status == "fail"
    assert "engine/chance.py, engine/game.py changed" in stale.sentence
    assert diagnosis.exit_code == 1


def test_doctor_fails_on_a_mix_of_compiled_and_plain_modules() -> None:
    files = {"caponata.engine.chance": f"chance{SUFFIX}", "caponata.engine.game": "game.py"}
    (line,) = doctor.check_build(files, {}, None, must_compile=False)
    assert line.status == "fail"
    assert "caponata.engine.game plain" in line.sentence


def test_doctor_fails_on_a_module_that_cannot_be_imported() -> None:
    files, broken = doctor.module_files(("caponata.engine.nowhere",))
    (line,) = doctor.check_build(files, broken, None, must_compile=False)
    assert line.status == "fail"
    assert "caponata.engine.nowhere does not work" in line.sentence


def test_doctor_fails_on_a_module_whose_file_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = ModuleType("caponata.engine.gone")
    gone.__file__ = f"gone{SUFFIX}"
    monkeypatch.setitem(sys.modules, gone.__name__, gone)
    files, broken = doctor.module_files((gone.__name__,))
    (line,) = doctor.check_build(files, broken, None, must_compile=False)
    assert line.status == "fail"
    assert "is missing" in line.sentence


@pytest.mark.parametrize(("must_compile", "status"), [(False, "warn"), (True, "fail")])
def test_plain_python_is_a_warning_unless_compiling_is_required(must_compile: bool, status: str) -> None:
    stamp = doctor.Stamp(build="plain", reason="no compiler", python=SUFFIX, librt="", sources={})
    (line,) = doctor.check_build({"caponata.engine.game": "game.py"}, {}, stamp, must_compile=must_compile)
    assert line.status == status
    assert "no compiler" in line.sentence


def test_doctor_fails_on_a_librt_of_another_minor_version() -> None:
    stamp = doctor.Stamp(build="compiled", reason="", python=SUFFIX, librt="0.16.0", sources={})
    assert doctor.check_librt(stamp).status == "ok"
    assert doctor.check_librt(replace(stamp, librt="0.15.9")).status == "fail"


def test_doctor_distinguishes_a_build_for_another_python_from_a_missing_one() -> None:
    stamp = doctor.Stamp(build="compiled", reason="", python=".other.so", librt="0.16.0", sources={})
    assert "another Python" in doctor.plain_reason(stamp)
    assert "missing" in doctor.plain_reason(replace(stamp, python=SUFFIX))


def test_wheel_contains_all_files_that_are_not_python() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    package = ROOT / "src" / "caponata"
    packaged = {file for pattern in settings["package-data"]["caponata"] for file in package.glob(pattern)}
    code = {".py", ".pyc", *(Path(pattern).suffix for pattern in EXTENSION_PATTERNS)}
    others = {file for file in package.rglob("*") if file.is_file() and file.suffix not in code}
    assert others - packaged == {package / doctor.STAMP} & others


def test_build_without_a_compiler_is_plain_python(tree: Path) -> None:
    left_over = tree / "src" / "caponata" / "engine" / f"game{SUFFIX}"
    left_over.write_text("from an earlier build")
    result = build(tree, CC="/bin/false", LDSHARED="/bin/false")
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 1
    assert "plain Python" in result.stdout
    assert "/bin/false" in result.stdout
    assert extensions(tree) == set()
    assert stamp_of(tree).build == "plain"
    assert "/bin/false" in stamp_of(tree).reason
    check = "import caponata.engine.game as game; assert game.__file__.endswith('.py')"
    here = {**os.environ, "PYTHONPATH": "src"}
    subprocess.run([sys.executable, "-c", check], env=here, cwd=tree, check=True)


@needs_compiled
def test_link_failure_leaves_no_extension_behind(tree: Path, tmp_path: Path) -> None:
    result = build(tree, LDSHARED=linker_that_fails_on("engine/game.c", tmp_path))
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 1
    assert extensions(tree) == set()
    assert stamp_of(tree).build == "plain"


def test_type_error_is_reported_as_the_reason(tree: Path) -> None:
    with (tree / "src" / "caponata" / "engine" / "chance.py").open("a") as source:
        source.write('WRONG: int = "text"\n')
    result = build(tree)
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 1
    assert "chance.py" in result.stdout
    assert "Incompatible types" in result.stdout
    assert extensions(tree) == set()


def test_required_compiled_build_fails_and_leaves_no_files(tree: Path) -> None:
    (tree / "src" / "caponata" / doctor.LIST).write_text("engine/chance.py\nengine/nowhere.py\n")
    result = build(tree, CAPONATA_BUILD="compiled")
    assert result.returncode != 0
    assert "lists src/caponata/engine/nowhere.py, which does not exist" in result.stdout
    assert extensions(tree) == set()
    assert not (tree / "src" / "caponata" / doctor.STAMP).exists()


def test_plain_build_replaces_a_compiled_one(tree: Path) -> None:
    library = tree / "src" / f"caponata__mypyc{SUFFIX}"
    library.write_text("from an earlier build")
    result = build(tree, CAPONATA_BUILD="plain")
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 1
    assert extensions(tree) == set()
    assert json.loads((tree / "src" / "caponata" / doctor.STAMP).read_text())["build"] == "plain"


def imported_roots(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def test_the_engine_imports_only_the_standard_library_mypy_extensions_and_librt() -> None:
    allowed = {*sys.stdlib_module_names, "caponata", "librt", "mypy_extensions"}
    for file in (doctor.PACKAGE / "engine").rglob("*.py"):
        assert set(imported_roots(file)) <= allowed, file
