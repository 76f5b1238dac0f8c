# Arbiter: `make run` plays, `make test` checks. Needs Python 3.11 or newer and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
CORES := --numprocesses auto --maxprocesses 4 --dist loadscope
COMPILE := $(BIN)/python -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options --no-header --extra distributed --extra analytics

.PHONY: install run test check bench lock faults compose-check nightly clean

install: $(STAMP)

$(STAMP): requirements-dev.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

run: install  ## the API with bot games to watch, on http://127.0.0.1:8000/graphql
	$(BIN)/arbiter serve --demo

test: install  ## every suite, on up to four cores; services that are missing are skipped with a reason
	$(BIN)/python -m pytest $(CORES)

check: install  ## format, lint, types, walls
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: install  ## benchmarks, each beside a baseline measured in the same run
	-$(BIN)/python -m pip install --quiet --require-hashes -r requirements-bench.lock
	$(BIN)/python -m tests.benchmarks

faults: install  ## the long fault run
	ARBITER_TEST_KILLS=20 $(BIN)/python -m pytest tests/faults --timeout=3600
	ARBITER_TEST_KILLS=200 $(BIN)/python -m pytest $(addprefix tests/distributed/test_,faults.py standstill.py trouble.py poison.py) --timeout=3600

compose-check: install  ## builds the image and runs docker-compose.yml without an engine: as root, with the kernel's namespaces
	ARBITER_TEST_COMPOSE=1 $(BIN)/python -m pytest tests/distributed/test_compose.py tests/distributed/test_compose_by_hand.py

nightly: install  ## the whole suite with many more random games, seeds and kills
	ARBITER_TEST_GAMES=50 ARBITER_TEST_KILLS=10 $(BIN)/python -m pytest $(CORES) --timeout=7200

lock:  ## compiles pyproject.toml into requirement files with hashes and without addresses
	$(COMPILE) --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra dev --output-file requirements-dev.lock pyproject.toml
	$(COMPILE) --extra dev --extra bench --output-file requirements-bench.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .cache dist build
