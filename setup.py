"""Build caponata: bundle the web page, and compile the files listed in compiled.txt, all of them or none.

A partly compiled package cannot be imported, so if anything fails, plain Python is installed.
With `CAPONATA_BUILD=compiled` a failure is an error; with `CAPONATA_BUILD=plain` nothing is compiled.
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

sys.path.insert(0, str(Path(__file__).parent))

from build_page import BundleError, build_page

SOURCE = Path("src")
PACKAGE = SOURCE / "caponata"
LIST = "compiled.txt"
STAMP = "_build.json"
BUNDLE = "_page"
GROUP = "caponata"
LIBRARY = f"{GROUP}__mypyc"  # the name that mypyc gives to the shared library of the group
# Without these flags, calls inside the library go through its symbol table and cost a third of the speed.
FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition"] if os.name == "posix" else []
# Link-time optimisation: the compiler inlines between modules.
LTO_FLAGS = ["-flto=auto"] if os.name == "posix" else []
EXTENSION_SUFFIXES = (".so", ".pyd")


def compiled_files() -> list[Path]:
    """The files to compile; raises if one is missing."""
    files = [PACKAGE / name for name in (PACKAGE / LIST).read_text().split()]
    for file in files:
        if not file.is_file():
            raise FileNotFoundError(f"{PACKAGE / LIST} lists {file}, which does not exist")
    return files


def imported_files(file: Path) -> Iterator[Path]:
    """The files of this package that a file imports."""
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
    """SHA-256 of every source of the compiled code, by path inside the package.

    Imported files count even if they are not compiled: mypyc copies their constants into the compiled code.
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
    """Extensions for all compiled files as one group; the C code is written into a folder."""
    # Imported here because plain builds do not need mypyc.
    from mypyc.build import mypycify

    # Imported files may need libraries that are missing in the build environment: only check compiled ones.
    arguments = ["--strict", "--follow-imports=silent", f"--cache-dir={folder / 'cache'}"]
    arguments += map(str, compiled_files())
    built: list[Extension] = mypycify(
        arguments,
        group_name=GROUP,
        opt_level="3",
        multi_file=True,
        debug_level="0",
        target_dir=str(folder / "c"),
    )
    for extension in built:
        # Not in place: all extensions share one list.
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return built


class ParallelBuild(build_ext):
    """Compiles as many C files in parallel as there are cores; setuptools compiles one at a time."""

    def build_extensions(self) -> None:
        if self.supports_lto():
            for extension in self.extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *LTO_FLAGS]
                extension.extra_link_args = [*extension.extra_link_args, *LTO_FLAGS]
        compile_all_sources = self.compiler.compile

        def compile_in_parallel(sources: list[str], **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                objects = pool.map(lambda source: compile_all_sources([source], **options), sources)
                return [name for names in objects for name in names]

        self.compiler.compile = compile_in_parallel
        super().build_extensions()

    def supports_lto(self) -> bool:
        """Return whether compiler and linker support link-time optimisation, tested on a small file."""
        folder = Path(self.build_temp)
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / "small.c"
        source.write_text("int small(void) { return 1; }\n")
        try:
            objects = self.compiler.compile([str(source)], output_dir=str(folder), extra_postargs=LTO_FLAGS)
            self.compiler.link_shared_object(objects, str(folder / "small.so"), extra_postargs=LTO_FLAGS)
        except (CompileError, LinkError):
            return False
        return True


def compile_all(folder: Path) -> Path:
    """Compile everything in a temporary folder and return the folder of the finished extensions."""
    finished = folder / "lib"
    compiler = ParallelBuild(Distribution({"ext_modules": extensions(folder)}))
    compiler.build_lib = str(finished)
    compiler.build_temp = str(folder / "objects")
    compiler.ensure_finalized()
    compiler.run()
    return finished


def remove_build(root: Path) -> None:
    """Remove the extensions and the stamp of an earlier build, for any Python version."""
    leftovers = [*root.glob(f"{LIBRARY}.*"), *(root / PACKAGE.name).rglob("*")]
    for file in leftovers:
        if file.suffix in EXTENSION_SUFFIXES or file.name == STAMP:
            file.unlink()


@contextmanager
def redirect_output(log: IO[str]) -> Iterator[None]:
    """Redirect stdout and stderr to a log, including those of child processes."""
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


def explanation(failure: BaseException, output: str) -> str:
    """Why a build failed, in one line: the first compiler error, or how the compiler ended."""
    cause = failure.__context__
    if isinstance(cause, FileNotFoundError):
        return f"there is no C compiler ({cause.filename})"
    errors = [line.strip() for line in f"{output}\n{failure}".splitlines() if "error:" in line]
    if errors:
        return errors[0]
    if isinstance(cause, CalledProcessError):
        return f"the C compiler failed ({cause.cmd[0]} ended with {cause.returncode})"
    return (str(failure).splitlines() or [type(failure).__name__])[0]


class BuildAllOrNothing(build_ext):
    """Compiles in a temporary folder, then installs all extensions or none."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.placed: list[Path] = []
        self.bundled: list[Path] = []

    def run(self) -> None:
        mode = os.environ.get("CAPONATA_BUILD", "")
        if mode not in ("", "compiled", "plain"):
            raise SystemExit(f"caponata: CAPONATA_BUILD is {mode!r}; use compiled or plain")
        root = SOURCE if self.inplace else Path(self.build_lib)
        self.bundle_page(root / PACKAGE.name)
        remove_build(root)
        if mode == "plain":
            self.go_plain(root, "CAPONATA_BUILD is plain")
            return
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+", errors="replace") as log:
            try:
                # Computed first: a file that changes during the build must count as stale.
                sources = fingerprints()
                with redirect_output(log):
                    finished = compile_all(Path(folder))
                self.place(finished, root)
            except BaseException as failure:
                remove_build(root)
                log.seek(0)
                output = log.read()
                if isinstance(failure, KeyboardInterrupt):
                    raise
                if mode == "compiled":
                    print(output, file=sys.stderr)
                    raise SystemExit(f"caponata: not compiled: {explanation(failure, output)}") from failure
                self.go_plain(root, explanation(failure, output))
                return
        self.write_stamp(root, build="compiled", reason="", sources=sources)
        print(f"caponata: compiled {len(compiled_files())} modules", flush=True)

    def bundle_page(self, package: Path) -> None:
        """Bundle the web page. Without a bundle it works too, but loads more slowly."""
        if not (package / "web").is_dir():
            return  # only extensions are being built
        try:
            build_page(package)
        except BundleError as error:
            print(f"caponata: the page is not bundled and loads more slowly: {error}", flush=True)
            return
        bundle = package / BUNDLE
        self.bundled = [file.relative_to(package.parent) for file in bundle.rglob("*") if file.is_file()]

    def place(self, finished: Path, root: Path) -> None:
        """Copy the finished extensions into the package."""
        for file in sorted(path for path in finished.rglob("*") if path.is_file()):
            inside = file.relative_to(finished)
            (root / inside).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, root / inside)
            self.placed.append(inside)

    def go_plain(self, root: Path, why: str) -> None:
        """Continue without extensions, and say so."""
        self.placed = []
        self.extensions = self.distribution.ext_modules = []
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        if wheel is not None:
            # The wheel was named while extensions were still expected.
            wheel.root_is_pure = True
        self.write_stamp(root, build="plain", reason=why, sources={})
        print(f"caponata: plain Python, correct but slow; not compiled because: {why}", flush=True)

    def write_stamp(self, root: Path, *, build: str, reason: str, sources: dict[str, str]) -> None:
        """Record what was built from which sources, for `caponata doctor`."""
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
        return [str(Path(self.build_lib, inside)) for inside in (*self.placed, *self.bundled)]

    def get_output_mapping(self) -> dict[str, str]:
        if not self.inplace:
            return {}
        return {
            str(Path(self.build_lib, inside)): str(SOURCE / inside)
            for inside in (*self.placed, *self.bundled)
        }


# One placeholder stands for all extensions: mypyc runs when it is built, not when setup.py is read.
setup(ext_modules=[Extension(LIBRARY, sources=[])], cmdclass={"build_ext": BuildAllOrNothing})
