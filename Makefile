# `make play` is all a player needs. `make help` lists the targets for developers.

PYTHON ?= python3
BIN := .venv/bin
LOG := .venv/last.log
LIST := src/caponata/compiled.txt
STAMP := src/caponata/_build.json

# Sources of the compiled code: the listed files, and the dependencies found by the last build.
SOURCES := $(sort $(addprefix src/caponata/,$(shell cat $(LIST))) \
	$(wildcard $(addprefix src/caponata/,$(shell grep -o '[a-z0-9_/]*\.py' $(STAMP) 2>/dev/null))))

# Tests use the compiled build if there is a compiler.
ifneq ($(filter test soak bench bench-lab bench-peers bench-strength bench-tables,$(MAKECMDGOALS)),)
ifneq ($(or $(CI),$(shell command -v $(firstword $(CC)))),)
CAPONATA_BUILD ?= compiled
endif
endif
export CAPONATA_BUILD

# Rebuild if there is no build, or one of the other kind: file times do not show that.
BUILT := $(shell sed -n 's/.*"build": "\([a-z]*\)".*/\1/p' $(STAMP) 2>/dev/null)
ifneq ($(or $(CAPONATA_BUILD),$(BUILT),none),$(BUILT))
REBUILD := rebuild
endif
ifneq ($(filter build,$(MAKECMDGOALS)),)
REBUILD := rebuild
endif

# Show the output of pip only if it fails.
quietly = { $(1) > $(LOG) 2>&1 || { cat $(LOG); exit 1; }; }
pyproject = import tomllib; pyproject = tomllib.load(open("pyproject.toml", "rb"))
install = $(BIN)/python -c '$(pyproject); print(*$(1), sep="\n")' > .venv/required.txt && \
	$(call quietly,$(BIN)/pip install -r .venv/required.txt)
extras = pyproject["project"]["optional-dependencies"]

HAS_HEADERS := import ensurepip, os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")

.PHONY: help play build test soak bench bench-lab bench-peers bench-strength bench-tables format clean system rebuild
.NOTPARALLEL:

help:
	@echo "make play     install what is missing and serve the games"
	@echo "make build    install and compile again"
	@echo "make test     all checks and tests"
	@echo "make soak     the long tests"
	@echo "make bench    moves and simulations per second, next to OpenSpiel"
	@echo "make bench-lab     speed-up of a study with a second core"
	@echo "make bench-peers   all games next to OpenSpiel, RLCard, PettingZoo and pgx: writes docs/speed.md"
	@echo "make bench-strength  our bots against OpenSpiel's search (one hour)"
	@echo "make bench-tables  moves per second on a server, next to boardgame.io"
	@echo "make format   format the code"
	@echo "make clean    remove everything that make created"

play: .venv/installed
	@$(BIN)/python build_page.py
	@$(BIN)/caponata serve --host 0.0.0.0 --open

build: .venv/installed

test: .venv/tools .venv/page .venv/installed
	@echo "caponata: ruff" && $(BIN)/ruff check && $(BIN)/ruff format --check
	@echo "caponata: mypy" && $(BIN)/mypy
	@echo "caponata: tsc" && node_modules/.bin/tsc -p src/caponata/web/jsconfig.json
	@echo "caponata: import-linter" && $(BIN)/lint-imports --no-logo
	@echo "caponata: doctor" && $(BIN)/caponata doctor
	@echo "caponata: pytest" && $(BIN)/pytest -n auto --dist loadgroup

soak: .venv/tools .venv/cluster .venv/page .venv/installed
	@$(BIN)/pytest -n auto -m soak -o faulthandler_timeout=3600

bench: .venv/rivals .venv/installed
	@$(BIN)/python bench/playouts.py
	@$(BIN)/python bench/searches.py

bench-lab: .venv/tools .venv/installed
	@$(BIN)/python bench/cores.py

bench-peers: .venv/rivals .venv/peers/installed .venv/installed
	@PYTHONPATH=.venv/peers $(BIN)/python -W ignore -m bench.peers

bench-strength: .venv/rivals .venv/installed
	@$(BIN)/python bench/strength.py --games 100 --simulations 200 --milliseconds 50 --seconds 900

bench-tables: .venv/installed
	@$(call quietly,npm install --prefix bench/server --no-package-lock --no-audit --no-fund --loglevel=error)
	@$(BIN)/python bench/tables.py

format: .venv/tools
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

clean:
	@rm -rf .venv node_modules build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@rm -f $(STAMP) src/caponata__mypyc.*
	@find src tests bench \( -name '*.so' -o -name '*.pyd' \) -delete
	@find src tests bench -name __pycache__ -prune -exec rm -rf {} +

rebuild:

.venv/created: | system
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "caponata needs Python 3.11 or newer, and $(PYTHON) is not: try make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) cannot create a .venv: install its venv module (Debian, Ubuntu: apt install python3-venv)"; exit 1; }
	@echo "caponata: creating .venv"
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/installed: .venv/created pyproject.toml setup.py $(LIST) $(SOURCES) $(REBUILD)
	@echo "caponata: installing into .venv and compiling the rules (a minute or two)"
	@$(call install,pyproject["build-system"]["requires"])
	@$(call quietly,$(BIN)/pip install -v --no-build-isolation -e .)
	@sed -n 's/^ *\(caponata: \)/\1/p' $(LOG)
	@touch $@

.venv/tools: .venv/created pyproject.toml
	@echo "caponata: installing developer tools into .venv"
	@$(call install,sum(($(extras)[name] for name in "dev lab pettingzoo gymnasium openspiel".split()), []))
	@touch $@

.venv/cluster: .venv/created pyproject.toml
	@echo "caponata: installing Ray into .venv for studies on a cluster"
	@$(call install,$(extras)["ray"])
	@touch $@

.venv/page: .venv/created package.json
	@echo "caponata: installing type checker and types for the page into node_modules"
	@$(call quietly,npm install --no-package-lock --no-audit --no-fund --loglevel=error)
	@touch $@

.venv/rivals: .venv/created pyproject.toml
	@echo "caponata: installing OpenSpiel into .venv for comparison"
	@$(call install,$(extras)["bench"])
	@touch $@

# In a separate folder: installed together, they change how other projects' tests behave.
.venv/peers/installed: .venv/created bench/peers/requirements.txt
	@echo "caponata: installing RLCard, PettingZoo's classic games and pgx into .venv/peers for comparison"
	@rm -rf .venv/peers
	@$(call quietly,$(BIN)/pip install --target .venv/peers -r bench/peers/requirements.txt)
	@touch $@

# Missing programs as Debian packages: the compiler, and for tests also servers and a browser.
missing = { \
	has() { for program; do command -v "$$program" && return; done; false; } > /dev/null; \
	has $(firstword $(CC)) && $(PYTHON) -c '$(HAS_HEADERS)' 2> /dev/null || \
		echo gcc libc6-dev python3-dev python3-venv; \
	[ -z "$(filter test soak,$(MAKECMDGOALS))" ] || { \
		has chromium chromium-browser google-chrome || echo chromium fonts-liberation; \
		has redis-server || echo redis-server; \
		has npm || echo nodejs npm; \
		has initdb /usr/lib/postgresql/*/bin/initdb || echo postgresql; \
	}; }

# Install missing programs on CI machines; on other machines, only report them.
system:
ifdef CI
	@missing=$$($(missing) | xargs); \
	if [ -n "$$missing" ] && [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "caponata: installing $$missing"; \
		apt-get -qq update; \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$missing > /dev/null; \
	fi
else ifneq ($(filter test soak,$(MAKECMDGOALS)),)
	@missing=$$($(missing) | xargs); \
	[ -z "$$missing" ] || echo "caponata: some tests will fail because programs are missing: apt install $$missing"
endif
