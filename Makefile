# `make serve` runs Rulesbase, `make test` tests it. docs/development.md lists all targets.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
WORKERS ?= 2
# A folder or file of rules: `make serve CORPUS=path`, `make import CORPUS=path`
CORPUS ?=
# Files or folders of cards: `make serve CARDS=path`, `make import-cards CARDS=path`
CARDS ?=
# More words for pytest or the bench: `make test ARGS="-k glossary"`
ARGS ?=

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal --durations=20
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
MESSAGES := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))
STATIC := $(shell find static -type f)

.PHONY: serve import import-cards fetch test test-all test-fast-sqlite test-fast-postgres test-sqlite test-postgres axe bench faults load score crawl scale fresh fuzz lint format messages secret program migrate prepare clean mutants coverage pictures size
.DELETE_ON_ERROR:

serve: prepare
	@$(if $(CORPUS),$(MANAGE) import_rules "$(CORPUS)")
	@$(if $(CARDS),$(MANAGE) import_cards $(CARDS))
	@$(MANAGE) load_sample
	@$(MANAGE) ensure_curator
	@echo "Rulesbase: http://$(HOST):$(PORT)/ (Ctrl-C ends it)"
	@WEB_CONCURRENCY=$(WORKERS) exec $(BIN)/gunicorn config.wsgi --bind "$(HOST):$(PORT)" --timeout 120 --no-control-socket --log-level warning

import: prepare
	@test -n "$(CORPUS)" || { echo "Say what to import: make import CORPUS=path/to/files" >&2; exit 2; }
	@$(MANAGE) import_rules "$(CORPUS)"

import-cards: prepare
	@test -n "$(CARDS)" || { echo "Say what to import: make import-cards CARDS=path/to/files" >&2; exit 2; }
	@$(MANAGE) import_cards $(CARDS)

fetch: prepare
	@$(MANAGE) fetch_rules

# The fast tier on both databases. Without RULESBASE_CORPUS the tests of real texts are skipped.
test: test-fast-sqlite test-fast-postgres

# Every test on SQLite, and on PostgreSQL all that a database can make differ.
test-all: test-sqlite test-postgres

# Some images set this variable. Then every process of a test compiles all modules again.
test-fast-sqlite test-fast-postgres test-sqlite test-postgres: export PYTHONDONTWRITEBYTECODE :=

test-fast-sqlite: .venv/dev $(MESSAGES)
	$(PYTEST) -m "not slow" $(ARGS)

test-fast-postgres: .venv/dev $(MESSAGES)
	$(PYTEST) -p tests.postgres_plugin --ignore=tests/rulesbase/engine --ignore=tests/cards/engine -m "postgres and not slow" $(ARGS)

test-sqlite: .venv/dev $(MESSAGES)
	$(PYTEST) $(ARGS)

# Tests that use no database run on SQLite alone (tests/support/knowing.py), as those of the engines, and those in a
# browser: it sees the same pages. Of the slow ones, mostly of real texts, PostgreSQL gets those marked with it.
test-postgres: .venv/dev $(MESSAGES)
	$(PYTEST) -p tests.postgres_plugin --ignore=tests/rulesbase/engine --ignore=tests/cards/engine \
		--ignore=tests/site/access --ignore-glob='*_in_browser.py' -m "postgres or not slow" $(ARGS)

# Fault injection: docs/faults.md.
faults: .venv/dev $(MESSAGES)
	ROUNDS="$(ROUNDS)" $(BIN)/python -m tests.site.faults $(ARGS)

# Needs Debian's chromium.
axe: .venv/dev $(MESSAGES)
	$(BIN)/python -m pytest -n 2 --dist worksteal tests/site/access/whole_site.py $(ARGS)

bench: .venv/dev $(MESSAGES)
	$(BIN)/python -m tests.bench $(ARGS)

load: .venv/dev $(MESSAGES)
	$(BIN)/python -m tests.site.load $(ARGS)

score: .venv/dev
	@$(BIN)/python -m tests.score $(ARGS)

# Needs root, and Debian's postgresql, redis-server and nginx.
scale: .venv/dev $(MESSAGES)
	@$(BIN)/python -m pytest -vs tests/site/scale/several_servers.py $(ARGS)

# Needs root and debootstrap: the commands of README on a fresh Debian.
fresh: .venv/dev $(MESSAGES)
	@$(BIN)/python -m tests.site.scale.fresh $(ARGS)

# Feeds every reader for MINUTES, then requests every address in each role; SEED=n says where to begin.
fuzz: .venv/dev $(MESSAGES)
	@MINUTES="$(MINUTES)" SEED="$(SEED)" $(BIN)/python -m pytest -qs tests/site/security/fuzz.py $(ARGS)

# Mutants of the engines, one at a time: do their tests notice? `make mutants ARGS="--seed 3 --count 100"`
mutants: .venv/dev
	$(BIN)/python -m tests.mutants $(ARGS)

# Lines and branches that the tests reach, least reached files last; `make coverage ARGS=engines` for the engines alone.
coverage: export COVERAGE_FILE := $(CURDIR)/var/coverage/data
coverage: .venv/dev $(MESSAGES)
	@rm -rf var/coverage && mkdir -p var/coverage
	$(BIN)/coverage run --source=rulesbase,cards,config -m pytest -q $(if $(filter engines,$(ARGS)),tests/rulesbase/engine tests/cards/engine,-n 2 --dist worksteal $(ARGS))
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --sort=-cover --include='*/engine/*' --fail-under=98
	$(if $(filter engines,$(ARGS)),,$(BIN)/coverage report --skip-covered --sort=-cover --omit='*/engine/*' --fail-under=92)

# Fetches everything there is and compares it with the time before: `make crawl`, or `make crawl ARGS="record DIR"` and
# `make crawl ARGS="compare DIR DIR"`. RULESBASE_CORPUS names the real texts.
crawl: .venv/dev $(MESSAGES)
	@$(BIN)/python -m tests.site.crawl $(ARGS)

# The screenshots of README. Needs Debian's chromium.
pictures: .venv/dev $(MESSAGES) var/secret var/static/collected
	$(BIN)/python -m tests.pictures

size:
	@$(PYTHON) -m tests.size

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Also after makemigrations, which writes lines as it likes.
format: .venv/dev
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# Collects the strings to translate into locale/*/LC_MESSAGES/django.po.
messages: .venv/run var/secret
	@command -v xgettext >/dev/null || { echo "GNU gettext is missing: apt-get install gettext" >&2; exit 1; }
	$(MANAGE) makemessages --all --no-wrap --no-obsolete --add-location file --ignore .venv --ignore var --ignore tests

secret: var/secret

prepare: .venv/run var/secret $(MESSAGES) var/static/collected migrate

# What a server needs that has its own environment and database, see docs/deployment.md.
program: .venv/run $(MESSAGES)

migrate: .venv/run var/secret
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) load_name_facts

# Never touches the database.
clean:
	rm -rf .venv var/static .mypy_cache .pytest_cache .ruff_cache .hypothesis $(MESSAGES)
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/made:
	@command -v $(PYTHON) >/dev/null || { echo "Python is missing: apt-get install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$$($(PYTHON) --version) is too old: 3.11 is needed. Name a newer one: make PYTHON=python3.11 (apt-get install python3.11 python3.11-venv)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/run: .venv/made requirements.txt
	@echo "Installing what Rulesbase needs (some minutes the first time) ..."
	@$(PIP) --requirement requirements.txt
	@touch $@

.venv/dev: .venv/run requirements-dev.txt requirements-mcp.txt
	@echo "Installing what its tests need (some minutes the first time) ..."
	@$(PIP) --requirement requirements-dev.txt
	@touch $@

var/secret:
	@mkdir -p var
	@umask 077 && $(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(50))' > $@

var/static/collected: $(STATIC) .venv/run | var/secret
	@$(MANAGE) collectstatic --noinput --clear --verbosity 0
	@touch $@

# A fresh machine has no msgfmt, so translate-toolkit does it.
%.mo: %.po | .venv/run
	@$(BIN)/pocompile --progress=none $< $@
