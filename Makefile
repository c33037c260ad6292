# make demo   set up and solve a real puzzle
# make test   set up and run every check
# make site   set up and build the page as static files that need no server, in build/site
# make docs   set up and build the documentation site in build/docs
# make bench  set up and measure against the yardstick and a peer (minutes)
# make fuzz   set up and run every fuzzer for SECONDS=60 each, going on where the last run stopped
# make soak   set up and load the server in every way for MINUTES=60
# make clean  remove all of it again

PYTHON ?= python3
VENV   ?= .venv
LOCK   ?= dev
SECONDS ?= 60
MINUTES ?= 60
WORKERS ?= 2

BIN     := $(VENV)/bin
PIP     := $(BIN)/pip --quiet --disable-pip-version-check --require-virtualenv
SOURCES := $(shell find src/bimaru -type d ! -name __pycache__ -o -name '*.py' -o -name '*.pxd' -o -name py.typed -o -path '*/web/page/*' -o -name '*.css')

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: demo test lint types smoke checked pytest newest fuzzed page site docs bench fuzz soak clean

demo: $(VENV)/.installed
	$(BIN)/bimaru solve examples/csplib014-113.txt

# The tests use what the site and the checks of the page install.
test: lint types smoke checked site page pytest fuzzed docs

lint: $(VENV)/.$(LOCK)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
ifeq ($(shell uname -sm),Linux x86_64) # other systems have no wheels of these
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/hadolint Dockerfile
endif

types: $(VENV)/.$(LOCK)
	$(BIN)/mypy

smoke: $(VENV)/.wheel
	scripts/smoke $(BIN)/python

checked: $(VENV)/.$(LOCK)
	scripts/checked-build $(BIN)/python

pytest: $(VENV)/.installed $(VENV)/.$(LOCK)
	$(BIN)/pytest -n $(WORKERS) --ignore tests/page
	$(BIN)/pytest tests/page

# Threads, engines, grading, generating and formats, with few packages: not all have wheels for the newest Python.
newest: $(VENV)/.installed $(VENV)/.newest
	$(BIN)/pytest tests/test_threads.py tests/test_rules.py tests/arrangements tests/deduction/test_techniques.py tests/engines/test_kernel.py tests/engines/test_placement_search.py tests/test_board.py tests/test_symmetry.py tests/test_floors.py tests/deduction/test_grading.py tests/generation/test_recipe.py tests/generation/test_generation.py tests/formats/test_formats.py

# The first cases of every fuzzer, again each time; `make fuzz` has the rest.
fuzzed: $(VENV)/.installed $(VENV)/.$(LOCK)
	rm -rf $(VENV)/.fuzz
	PYTHONPATH=tests/support $(BIN)/python -m fuzz --seconds 2 --state $(VENV)/.fuzz

page:
	scripts/check-page

# What takes long is kept in the virtual environment for the next time.
site: $(VENV)/.installed $(VENV)/.$(LOCK)
	scripts/build-site $(BIN)/python $(VENV)/.site

# Sphinx imports the modules that it documents. Its cache may miss a change in them, so it is not used.
docs: $(VENV)/.installed $(VENV)/.docs
	rm -rf build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --doctree-dir build/doctrees docs build/docs

bench: $(VENV)/.installed $(VENV)/.$(LOCK)
	$(BIN)/python -m benchmarks.compare

fuzz: $(VENV)/.installed $(VENV)/.$(LOCK)
	PYTHONPATH=tests/support $(BIN)/python -m fuzz --seconds $(SECONDS)

soak: $(VENV)/.installed $(VENV)/.$(LOCK)
	$(BIN)/python -m benchmarks.soak --minutes $(MINUTES)

clean:
	rm -rf .venv .venv-* tests/page/node_modules site/node_modules build dist src/bimaru.egg-info

# What is set up, each step with a stamp in the virtual environment.

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bimaru needs Python 3.11 or newer, not %s: make PYTHON=..." % sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.%: requirements/%.txt $(VENV)/.python
	$(PIP) install --require-hashes -r $<
	@touch $@

# What an older set-up, compiler flag or module left behind must not end up in the wheel.
$(VENV)/.wheel: setup.py pyproject.toml README.md LICENSE $(SOURCES) $(VENV)/.build
	rm -rf build dist
	BIMARU_COMPILED=1 $(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@touch $@

$(VENV)/.installed: $(VENV)/.wheel
	$(PIP) install --no-deps --force-reinstall dist/*.whl
	@touch $@
