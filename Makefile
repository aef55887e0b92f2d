# `make play` is all a player needs. The rest is for those who change something; `make help` lists it.

PYTHON ?= python3
BIN := .venv/bin
LOG := .venv/last.log
LIST := src/caponata/compiled.txt
STAMP := src/caponata/_build.json

# Everything the compiled code is made of: what is listed, and what the last build found it to depend on.
SOURCES := $(sort $(addprefix src/caponata/,$(shell cat $(LIST))) \
	$(wildcard $(addprefix src/caponata/,$(shell grep -o '[a-z0-9_/]*\.py' $(STAMP) 2>/dev/null))))

# Tests are about the compiled build wherever one can be made.
ifneq ($(filter test soak bench bench-lab bench-peers bench-strength bench-tables,$(MAKECMDGOALS)),)
ifneq ($(or $(CI),$(shell command -v $(firstword $(CC)))),)
CAPONATA_BUILD ?= compiled
endif
endif
export CAPONATA_BUILD

# What make cannot see in the age of files: that there is no build, or another one than is wanted now.
BUILT := $(shell sed -n 's/.*"build": "\([a-z]*\)".*/\1/p' $(STAMP) 2>/dev/null)
ifneq ($(or $(CAPONATA_BUILD),$(BUILT),none),$(BUILT))
REBUILD := rebuild
endif
ifneq ($(filter build,$(MAKECMDGOALS)),)
REBUILD := rebuild
endif

# pip is heard only when it fails.
quietly = { $(1) > $(LOG) 2>&1 || { cat $(LOG); exit 1; }; }
pyproject = import tomllib; pyproject = tomllib.load(open("pyproject.toml", "rb"))
install = $(BIN)/python -c '$(pyproject); print(*$(1), sep="\n")' > .venv/required.txt && \
	$(call quietly,$(BIN)/pip install -r .venv/required.txt)
extras = pyproject["project"]["optional-dependencies"]

HAS_HEADERS := import ensurepip, os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")

.PHONY: help play build test soak bench bench-lab bench-peers bench-strength bench-tables format clean system rebuild
.NOTPARALLEL:

help:
	@echo "make play     set up what is missing and play"
	@echo "make build    install and compile again, whatever is there"
	@echo "make test     all checks and tests"
	@echo "make soak     the tests that play for minutes"
	@echo "make bench    moves and simulations a second, beside OpenSpiel's"
	@echo "make bench-lab     what a second core brings to a study"
	@echo "make bench-peers   ours beside OpenSpiel, RLCard, PettingZoo and pgx: the README's section on speed"
	@echo "make bench-strength  our bots against OpenSpiel's search, for an hour"
	@echo "make bench-tables  moves a second on a server, beside boardgame.io"
	@echo "make format   put the code in order"
	@echo "make clean    remove all that make made"

play: .venv/installed
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
		{ echo "$(PYTHON) cannot make a .venv: install its venv module (Debian, Ubuntu: apt install python3-venv)"; exit 1; }
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
	@echo "caponata: installing the tools of developers into .venv"
	@$(call install,sum(($(extras)[name] for name in "dev lab pettingzoo gymnasium openspiel".split()), []))
	@touch $@

.venv/cluster: .venv/created pyproject.toml
	@echo "caponata: installing Ray into .venv, for studies on a cluster"
	@$(call install,$(extras)["ray"])
	@touch $@

.venv/page: .venv/created package.json
	@echo "caponata: installing the tools that check the page into node_modules"
	@$(call quietly,npm install --no-package-lock --no-audit --no-fund --loglevel=error)
	@touch $@

.venv/rivals: .venv/created pyproject.toml
	@echo "caponata: installing OpenSpiel into .venv, to compare with"
	@$(call install,$(extras)["bench"])
	@touch $@

# Apart from the rest: where they are installed, other projects' tests behave differently.
.venv/peers/installed: .venv/created bench/peers/requirements.txt
	@echo "caponata: installing RLCard, PettingZoo's classic games and pgx into .venv/peers, to compare with"
	@rm -rf .venv/peers
	@$(call quietly,$(BIN)/pip install --target .venv/peers -r bench/peers/requirements.txt)
	@touch $@

# What is lacking, as Debian's packages: always the compiler, for tests also the servers and the browser they use.
lacking = { \
	has() { for program; do command -v "$$program" && return; done; false; } > /dev/null; \
	has $(firstword $(CC)) && $(PYTHON) -c '$(HAS_HEADERS)' 2> /dev/null || \
		echo gcc libc6-dev python3-dev python3-venv; \
	[ -z "$(filter test soak,$(MAKECMDGOALS))" ] || { \
		has chromium chromium-browser google-chrome || echo chromium fonts-liberation; \
		has redis-server || echo redis-server; \
		has npm || echo nodejs npm; \
		has initdb /usr/lib/postgresql/*/bin/initdb || echo postgresql; \
	}; }

# A bare machine of a CI gets what it lacks; a person's machine is left alone.
system:
ifdef CI
	@lacking=$$($(lacking) | xargs); \
	if [ -n "$$lacking" ] && [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		echo "caponata: installing $$lacking"; \
		apt-get -qq update; \
		DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$lacking > /dev/null; \
	fi
else ifneq ($(filter test soak,$(MAKECMDGOALS)),)
	@lacking=$$($(lacking) | xargs); \
	[ -z "$$lacking" ] || echo "caponata: some tests will fail for want of programs: apt install $$lacking"
endif
