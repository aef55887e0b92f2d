"""Build caponata: the files of compiled.txt are compiled by mypyc, all of them or none.

A package that is compiled in part cannot be imported, so when anything fails it is installed as plain Python.
`CAPONATA_BUILD=compiled` makes a failure an error; `CAPONATA_BUILD=plain` does not try.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from subprocess import CalledProcessError
from typing import IO, Any

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, LinkError

SOURCE = Path("src")
PACKAGE = SOURCE / "caponata"
LIST = "compiled.txt"
STAMP = "_build.json"
GROUP = "caponata"
LIBRARY = f"{GROUP}__mypyc"  # what mypyc calls the shared library of the group
# Without these two, calls inside the library go through its symbol table: a third of the speed is lost.
FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition"] if os.name == "posix" else []
# With this the compiler looks beyond a file once more when it links, and inlines between modules.
ACROSS_FILES = ["-flto=auto"] if os.name == "posix" else []
EXTENSION_SUFFIXES = (".so", ".pyd")


def compiled_files() -> list[Path]:
    """The files to compile, which must all be there."""
    files = [PACKAGE / name for name in (PACKAGE / LIST).read_text().split()]
    for file in files:
        if not file.is_file():
            raise FileNotFoundError(f"{PACKAGE / LIST} lists {file}, which does not exist")
    return files


def imported_files(file: Path) -> Iterator[Path]:
    """The files of this package that a file imports from."""
    for node in ast.walk(ast.parse(file.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            place = SOURCE.joinpath(*name.split("."))
            yield from filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py"))


def fingerprints() -> dict[str, str]:
    """The SHA-256 of everything the compiled code is made of, by path inside the package.

    Imported files count although they stay plain Python: mypyc copies their constants into the compiled code.
    """
    waiting = compiled_files()
    found = {PACKAGE / LIST}
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(imported_files(file))
    return {
        file.relative_to(PACKAGE).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(found)
    }


def extensions(folder: Path) -> list[Extension]:
    """The extensions of all compiled files in one group, their C written into a folder."""
    # Only a build that compiles needs mypyc.
    from mypyc.build import mypycify

    # What is only imported may lack its own libraries here: only what is compiled is judged.
    arguments = ["--strict", "--follow-imports=silent", f"--cache-dir={folder / 'cache'}"]
    arguments += map(str, compiled_files())
    made: list[Extension] = mypycify(
        arguments,
        group_name=GROUP,
        opt_level="3",
        multi_file=True,
        debug_level="0",
        target_dir=str(folder / "c"),
    )
    for extension in made:
        # Not in place: mypycify gives all extensions the same list.
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return made


class SourcesAtOnce(build_ext):
    """Lets the C compiler work on as many sources at once as there are cores; setuptools takes one by one."""

    def build_extensions(self) -> None:
        if self.can_look_across_files():
            for extension in self.extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *ACROSS_FILES]
                extension.extra_link_args = [*extension.extra_link_args, *ACROSS_FILES]
        one_by_one = self.compiler.compile

        def at_once(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda source: one_by_one([source], **options), sources)
                return [name for names in made for name in names]

        self.compiler.compile = at_once
        super().build_extensions()

    def can_look_across_files(self) -> bool:
        """Whether compiler and linker can do that, tried on a small file."""
        folder = Path(self.build_temp)
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / "small.c"
        source.write_text("int small(void) { return 1; }\n")
        try:
            objects = self.compiler.compile(
                [str(source)], output_dir=str(folder), extra_postargs=ACROSS_FILES
            )
            self.compiler.link_shared_object(objects, str(folder / "small.so"), extra_postargs=ACROSS_FILES)
        except (CompileError, LinkError):
            return False
        return True


def compile_all(folder: Path) -> Path:
    """Compile everything inside a folder and give the folder of the finished extensions."""
    finished = folder / "lib"
    compiler = SourcesAtOnce(Distribution({"ext_modules": extensions(folder)}))
    compiler.build_lib = str(finished)
    compiler.build_temp = str(folder / "objects")
    compiler.ensure_finalized()
    compiler.run()
    return finished


def remove_build(root: Path) -> None:
    """Remove every extension and the stamp of an earlier build, for whatever Python it was made."""
    leftovers = [*root.glob(f"{LIBRARY}.*"), *(root / PACKAGE.name).rglob("*")]
    for file in leftovers:
        if file.suffix in EXTENSION_SUFFIXES or file.name == STAMP:
            file.unlink()


@contextmanager
def words_into(log: IO[str]) -> Iterator[None]:
    """Send to a log what is said meanwhile, by child processes too."""
    streams = (sys.stdout, sys.stderr)
    kept = [os.dup(stream.fileno()) for stream in streams]
    for stream in streams:
        stream.flush()
        os.dup2(log.fileno(), stream.fileno())
    try:
        yield
    finally:
        for stream, descriptor in zip(streams, kept, strict=True):
            stream.flush()
            os.dup2(descriptor, stream.fileno())
            os.close(descriptor)


def explanation(failure: BaseException, words: str) -> str:
    """Why a build failed, in one line: the first error that a compiler told, or the compiler's fate."""
    cause = failure.__context__
    if isinstance(cause, FileNotFoundError):
        return f"there is no C compiler ({cause.filename})"
    errors = [line.strip() for line in f"{words}\n{failure}".splitlines() if "error:" in line]
    if errors:
        return errors[0]
    if isinstance(cause, CalledProcessError):
        return f"the C compiler failed ({cause.cmd[0]} ended with {cause.returncode})"
    return (str(failure).splitlines() or [type(failure).__name__])[0]


class BuildAllOrNothing(build_ext):
    """Compiles in a folder apart and puts the extensions in place together, or puts none."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.placed: list[Path] = []

    def run(self) -> None:
        wish = os.environ.get("CAPONATA_BUILD", "")
        if wish not in ("", "compiled", "plain"):
            raise SystemExit(f"caponata: CAPONATA_BUILD is {wish!r}; it may be compiled or plain")
        root = SOURCE if self.inplace else Path(self.build_lib)
        remove_build(root)
        if wish == "plain":
            self.go_plain(root, "CAPONATA_BUILD=plain asked for it")
            return
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+", errors="replace") as log:
            try:
                # Taken first: a file that changes during the build must look stale, not fresh.
                sources = fingerprints()
                with words_into(log):
                    finished = compile_all(Path(folder))
                self.place(finished, root)
            except BaseException as failure:
                remove_build(root)
                log.seek(0)
                words = log.read()
                if isinstance(failure, KeyboardInterrupt):
                    raise
                if wish == "compiled":
                    print(words, file=sys.stderr)
                    raise SystemExit(f"caponata: not compiled: {explanation(failure, words)}") from failure
                self.go_plain(root, explanation(failure, words))
                return
        self.write_stamp(root, build="compiled", reason="", sources=sources)
        print(f"caponata: compiled {len(compiled_files())} modules", flush=True)

    def place(self, finished: Path, root: Path) -> None:
        """Copy the finished extensions to where the package is."""
        for file in sorted(path for path in finished.rglob("*") if path.is_file()):
            inside = file.relative_to(finished)
            (root / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, root / inside)
            self.placed.append(inside)

    def go_plain(self, root: Path, why: str) -> None:
        """Go on as a package without extensions, and say so."""
        self.placed = []
        self.extensions = self.distribution.ext_modules = []
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        if wheel is not None:
            # It decided on the wheel's name while there were extensions to hope for.
            wheel.root_is_pure = True
        self.write_stamp(root, build="plain", reason=why, sources={})
        print(f"caponata: plain Python, correct but slow; not compiled because: {why}", flush=True)

    def write_stamp(self, root: Path, *, build: str, reason: str, sources: dict[str, str]) -> None:
        """Write down what was built from what, for `caponata doctor`."""
        stamp = {
            "build": build,
            "reason": reason,
            "python": sysconfig.get_config_var("EXT_SUFFIX"),
            "librt": version("librt") if build == "compiled" else "",
            "sources": sources,
        }
        inside = Path(PACKAGE.name, STAMP)
        (root / inside).parent.mkdir(parents=True, exist_ok=True)
        (root / inside).write_text(json.dumps(stamp, indent=1) + "\n")
        self.placed.append(inside)

    def get_outputs(self) -> list[str]:
        return [str(Path(self.build_lib, inside)) for inside in self.placed]

    def get_output_mapping(self) -> dict[str, str]:
        if not self.inplace:
            return {}
        return {str(Path(self.build_lib, inside)): str(SOURCE / inside) for inside in self.placed}


# The one extension named here stands for all of them: mypyc runs when it is built, not when setup.py is read.
setup(ext_modules=[Extension(LIBRARY, sources=[])], cmdclass={"build_ext": BuildAllOrNothing})
