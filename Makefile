# make demo    set up and solve a real puzzle
# make test    set up and check what every change must keep: lint, types, the wheel, the tests (eight minutes on two cores)
# make quick   lint, types and the quickest tests, on the sources as they are: under a minute, once set up
# make check   the rest: thorough tests, other browsers, a build with bounds checks and sanitizers, fuzzers, the site, the documents, coverage
# make site    set up and build the page as static files that need no server, in build/site
# make page    check the page's JavaScript: its types, its style, and the tests of its modules
# make docs    set up and build the documentation site in build/docs
# make bench   set up and measure: speed against a plain solver in C and against other programs (minutes)
# make fuzz    set up and run every fuzzer for SECONDS=60 each, going on where the last run stopped
# make soak    set up and load the server in every way for MINUTES=60
# make clean   remove .venv, build, dist and what was compiled in place

PYTHON  ?= python3
VENV    ?= .venv
# The requirements that tests run with: `dev`, or `lowest`, the oldest versions allowed.
LOCK    ?= dev
SECONDS ?= 60
MINUTES ?= 60
CORES    = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# Test processes: one more than cores, since tests sometimes wait for other programs.
WORKERS ?= $(shell expr $(CORES) + 1)
# Seed of the tests' random order: `make test SEED=...` repeats an order.
SEED    := $(or $(SEED),$(shell date +%s))

BIN     := $(VENV)/bin
PIP     := $(BIN)/pip --quiet --disable-pip-version-check --require-virtualenv
# Locked requirements are complete: nothing is left to resolve.
# Most of their modules are never imported; the others are compiled when they are.
LOCKED  := $(PIP) install --require-hashes --no-deps --no-compile
# Most files run in one process each, so that what their tests share is built once. Processes that have run out of tests
# take over some of the others'.
PYTEST  := $(BIN)/pytest --quiet --numprocesses $(WORKERS) --dist worksteal --randomly-seed $(SEED)
# In browsers, where a few failed tests run once more. Browsers are processes of their own, so one test process a core
# is quickest, and WebKit loses pages when there are more.
BROWSE  := scripts/browser-tests $(PYTEST) --maxprocesses $(CORES)
SOURCES := $(shell find src/bimaru -type d ! -name __pycache__ -o -name '*.py' -o -name '*.pxd' -o -name py.typed -o -path '*/web/page/*' -o -path '*/typefaces/*' -o -name '*.typ' -o -name '*.css')
# Left out of the quickest tests: what needs other processes or a compiler; whole explanations of real puzzles; texts at the
# limits of size, and damaged ones; and the folders of engines, the command line, the server and the page.
APART   := $(addprefix tests/test_,export.py library.py literal_types.py memory.py packages.py threads.py)
WHOLE   := $(addprefix tests/deduction/test_,citations.py languages.py placement_deduction.py reasons.py) $(addprefix tests/advice/test_,clue_sets.py conflicts.py explanation.py hints.py why.py)
LONG    := $(addprefix tests/formats/test_,bad_text.py reading_limits.py)
QUICK   := $(filter-out $(APART) $(WHOLE) $(LONG),$(wildcard $(addsuffix /test_*.py,tests $(addprefix tests/,advice arrangements books deduction drawing formats generation grading))))

# Modules are compiled once, whatever the environment says, not by each of the many processes that tests start.
export PYTHONDONTWRITEBYTECODE :=

# What `make test` and `make check` skip for want of a program is noted in this file, and listed at their end.
# With BIMARU_NO_SKIP=1 it fails instead.
SKIPPED := $(CURDIR)/build/skipped.txt
STAGE   := +@BIMARU_SKIPPED=$(SKIPPED) $(MAKE) SEED=$(SEED) --no-print-directory

.DELETE_ON_ERROR:
.PHONY: demo test quick check no-skips-yet list-skips page-if-possible site-if-possible lint types smoke smoke-uncompiled reproducible pytest browser-tests page checked thorough coverage newest fuzzed site docs bench fuzz soak clean

demo: $(VENV)/.installed
	$(BIN)/bimaru solve examples/csplib014-113.txt

# Checks run as soon as what they need is installed. mypy waits for the packages, so the compiler and npm yield to pip.
test: no-skips-yet
	$(STAGE) --jobs 3 --keep-going types lint $(VENV)/.installed page-if-possible
	$(STAGE) --jobs 2 smoke pytest
	$(STAGE) browser-tests
	@$(MAKE) --no-print-directory list-skips

check: no-skips-yet
	$(STAGE) --jobs 2 $(VENV)/.installed $(VENV)/.$(LOCK)
	$(STAGE) --jobs 2 --output-sync=target smoke-uncompiled reproducible site-if-possible
	$(STAGE) docs
	$(STAGE) checked thorough coverage fuzzed
	$(STAGE) soak MINUTES=1
	@$(MAKE) --no-print-directory list-skips

no-skips-yet: $(VENV)/.python
	@mkdir -p build
	@rm -f $(SKIPPED)

list-skips:
	@if [ -s $(SKIPPED) ]; then echo "Skipped here:"; sort $(SKIPPED) | uniq -c; fi

page-if-possible:
	+@scripts/make-if-installed page npm

site-if-possible:
	+@scripts/make-if-installed site emcc npm

# Changed modules are compiled in place, and nothing is installed.
quick: $(VENV)/.$(LOCK)
	@$(MAKE) --no-print-directory lint types
	$(BIN)/python setup.py --quiet build_ext --inplace
	PYTHONPATH=src $(PYTEST) -m "not thorough" $(QUICK)

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

smoke-uncompiled: $(VENV)/.build
	scripts/smoke-uncompiled $(BIN)/python

reproducible: $(VENV)/.wheel
	scripts/reproducible $(BIN)/python

page:
	nice scripts/check-page

pytest: $(VENV)/.installed $(VENV)/.$(LOCK)
	$(PYTEST) -m "not thorough" --ignore tests/page

browser-tests: $(VENV)/.installed $(VENV)/.$(LOCK)
	$(BROWSE) -m "not thorough" tests/page

thorough: $(VENV)/.installed $(VENV)/.$(LOCK)
	$(PYTEST) -m thorough --ignore tests/page
	$(BROWSE) -m thorough tests/page

# One case of each test, in another order than `make test` had, and with other random examples. Without interruptions
# (tests/conftest.py). All cases would cover 96% of the lines instead of 95%; fewer than 92% are an error, which leaves room
# for tests that are skipped because a program is missing.
coverage: $(VENV)/.installed $(VENV)/.$(LOCK)
	$(PYTEST) -m "not thorough" --ignore tests/page --cov --cov-report=term:skip-covered --cov-fail-under=92

checked: $(VENV)/.$(LOCK)
	scripts/checked-build $(BIN)/python

# Threads, engines, grading, generating and formats, with few packages: not all have wheels for the newest Python.
newest: $(VENV)/.installed $(VENV)/.newest
	$(BIN)/pytest tests/test_threads.py tests/test_rules.py tests/arrangements tests/deduction/test_techniques.py tests/engines/test_kernel.py tests/engines/test_placement_search.py tests/test_board.py tests/test_symmetry.py tests/test_floors.py tests/grading/test_grading.py tests/generation/test_recipe.py tests/generation/test_generation.py tests/formats/test_formats.py

# The first cases of every fuzzer, again each time; `make fuzz` has the rest.
fuzzed: $(VENV)/.installed $(VENV)/.$(LOCK)
	rm -rf $(VENV)/.fuzz
	PYTHONPATH=tests/support $(BIN)/python -m fuzz --seconds 2 --state $(VENV)/.fuzz

# What takes long is kept in the virtual environment for the next time.
site: $(VENV)/.installed $(VENV)/.$(LOCK)
	scripts/build-site $(BIN)/python $(VENV)/.site

# With an engine that `make site` has built, the cells of the tutorial can be run.
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
	find src '(' -name '*.so' -o -name compiler.txt ')' -delete

# What is set up, each step with a stamp in the virtual environment.

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bimaru needs Python 3.11 or newer, but $(PYTHON) is %s. Name another: make PYTHON=python3.13" % sys.version.split()[0])'
	@echo "Creating a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.build: requirements/build.txt $(VENV)/.python
	@echo "Installing Cython and setuptools"
	@$(LOCKED) -r $<
	@touch $@

# After `.build`, which all of these contain: two installations at once must not write the same files.
$(VENV)/.%: requirements/%.txt $(VENV)/.build
	@echo "Installing the packages of $<"
	@$(LOCKED) -r $<
	@touch $@

# What an older set-up, compiler flag or module left behind must not end up in the wheel.
$(VENV)/.wheel: setup.py pyproject.toml README.md LICENSE $(SOURCES) $(VENV)/.build
	@rm -rf build/lib* build/bdist* build/temp* dist
	@BIMARU_COMPILED=1 nice scripts/wheel $(BIN)/python
	@touch $@

$(VENV)/.installed: $(VENV)/.wheel
	@$(PIP) install --no-deps --force-reinstall --no-index dist/*.whl
	@touch $@
