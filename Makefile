# All set-up happens by itself: a virtual environment in .venv, the package in editable mode, its C++ kernels.
# Stamps in .venv/stamps record what is done; a change of pyproject.toml, CMakeLists.txt or kernels/ does it again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# the checks start Python several hundred times: what it has compiled is kept, also where the environment says otherwise
unexport PYTHONDONTWRITEBYTECODE

VENV   := .venv
BIN    := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP    := $(BIN)/python -m pip install --quiet
TELL   := $(BIN)/python tools/progress.py
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile

# The first Python of at least 3.11, and whether C++ can be compiled for it: a compiler and Python's headers.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
COMPILER := $(shell for c in "$${CXX:-}" c++ g++ clang++; do command -v "$$c" 2>/dev/null && break; done)
HEADERS = $(shell $(PYTHON) -c "import sysconfig; print(sysconfig.get_path('include'))" 2>/dev/null)/Python.h
ifeq ($(MANIKIN_PURE),1)
BUILD := pure
else ifeq ($(and $(COMPILER),$(wildcard $(HEADERS))),)
BUILD := pure
export MANIKIN_PURE := 1
$(warning No C++ compiler or no Python headers: building without the compiled kernels, which is slower. \
Install g++ or clang and python3-dev, then run make again.)
else
BUILD := compiled
endif
DOING := "installing manikin and compiling its kernels" "two to four minutes"
ifeq ($(BUILD),pure)
export MANIKIN_KERNELS := pure
DOING := "installing manikin without compiled kernels" "a minute"
endif

SOURCES := $(shell find src -name '*.py' -o -name '*.scr')
KERNELS := $(wildcard CMakeLists.txt) $(shell find kernels -path kernels/inplace -prune -o -type f -print 2>/dev/null)
WHEEL   := dist/.built-$(BUILD)

# The page of the editor is built where there is a Node that its tools run on; the built one is in the repository.
NODE := $(shell command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 22 || (+a == 22 && +b >= 12) || (+a == 20 && +b >= 19) ? 0 : 1)' 2>/dev/null && echo node)
PAGE   := $(shell find web -name node_modules -prune -o -type f -print)
STATIC := src/manikin/editor/static

.PHONY: help run show test quick lint unit coverage pure web page sanitize docs wheel bench clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

run: $(STAMPS)/$(BUILD) ## pose the human in the browser: prints the address, and serves it until it is stopped
	@$(BIN)/manikin edit

show: $(STAMPS)/$(BUILD) ## draw the human figure and list the shipped figures
	@mkdir -p out
	@$(BIN)/manikin show human --views four -o out/human.png
	@$(BIN)/manikin figures

# First all set-up, one after the other; what keeps one core busy runs two at a time, with its output in one piece.
TOGETHER = $(MAKE) --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync)
test: $(STAMPS)/$(BUILD) $(STAMPS)/test $(STAMPS)/docs $(STAMPS)/browser ## run every check
	@$(TOGETHER) lint page docs
	@$(MAKE) --no-print-directory unit pure wheel sanitize

lint: $(STAMPS)/$(BUILD) $(STAMPS)/test ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# With the kernels as they were built last, so that nothing is compiled in between.
quick: ## the quick tests, for while you work: about a minute and a half on two cores, no style
	@[ -e $(STAMPS)/test ] && [ -n "$$(ls $(STAMPS)/pure $(STAMPS)/compiled 2>/dev/null)" ] \
		|| $(MAKE) --no-print-directory $(STAMPS)/$(BUILD) $(STAMPS)/test
	$(PYTEST) -m "not slow and not timing and not browser"

# A browser takes a core and more to draw, so there are two at most; tests that compare times need a calm machine.
unit: $(STAMPS)/$(BUILD) $(STAMPS)/test $(STAMPS)/browser ## all tests of Python and of the page in a browser
	$(PYTEST) -m "not browser and not timing"
	$(PYTEST) --maxprocesses 2 -m "browser and not timing"
	$(BIN)/python -m pytest -m timing

# It says where tests are missing and not whether anything is wrong, and takes twice as long as the tests alone.
coverage: $(STAMPS)/$(BUILD) $(STAMPS)/test $(STAMPS)/browser ## which lines and branches no test runs
	$(PYTEST) --cov --cov-report= -m "not browser and not timing"
	$(BIN)/python -m pytest --cov --cov-append --cov-report=term-missing -m "browser and not timing"

# What chooses between a kernel and Python, and each solver once.  Left out is what runs the same Python in the other tests:
# goals and handles, the solvers' contracts that evaluate by the network, the pure tree against other libraries, and the code
# on the pages but the README's, for the examples call the same.
PURE := contracts/test_clips.py contracts/test_solvers.py figure problem skeleton/test_build.py bodies/test_bodies.py cli/test_cli.py \
	clips/test_curves.py formats/test_number_rows.py solvers/test_session.py solvers/lm/test_lm.py kernels/test_choice.py kernels/test_forward.py \
	simulation/test_simulation.py test_examples.py
pure: $(STAMPS)/$(BUILD) $(STAMPS)/test ## the tests of what the kernels do, again without them
	MANIKIN_KERNELS=pure $(PYTEST) -m "not timing" -k "not strict_type_checks and (not code_on_a_page or README)" $(addprefix tests/,$(PURE))

web: ## build the page of the editor from web/ into the package
ifeq ($(NODE),node)
	@$(MAKE) --no-print-directory $(STAMPS)/node
	cd web && npm run --silent check && npm run --silent build -- --logLevel warn
else
	@echo "web: left out, for it needs Node 20.19, 22.12 or newer, and npm"
endif

page: $(STAMPS)/page ## types and tests of the page, and whether the one in the package is what web/ makes
$(STAMPS)/page: $(PAGE) $(shell find $(STATIC) -type f 2>/dev/null) | $(STAMPS)/venv
ifeq ($(NODE),node)
	@$(MAKE) --no-print-directory $(STAMPS)/node
	cd web && npm run --silent check && npm run --silent test
	rm -rf out/page && cd web && npm run --silent build -- --logLevel warn --outDir ../out/page
	@diff --recursive --brief $(STATIC) out/page || { echo "The page in the package is not what web/ makes: run make web."; exit 1; }
	@touch $@
else
	@echo "page: left out, for it needs Node 20.19, 22.12 or newer, and npm; the built page in $(STATIC) is used as it is"
endif

docs: $(STAMPS)/$(BUILD) $(STAMPS)/docs ## build the documentation in out/docs
	$(BIN)/mkdocs build --strict --quiet --site-dir out/docs

wheel: $(WHEEL) ## build a wheel in dist/ and try it in an empty environment
	$(BIN)/python -P tests/wheel.py $(BUILD) dist/*.whl

sanitize: $(STAMPS)/$(BUILD) $(STAMPS)/test ## the kernels' tests under the address and undefined-behaviour sanitizers
ifneq ($(and $(filter compiled,$(BUILD)),$(wildcard kernels/tests/sanitize.sh)),)
	PATH="$(CURDIR)/$(BIN):$$PATH" bash kernels/tests/sanitize.sh
else
	@echo "sanitize: left out, for it needs a compiler and kernels/tests/sanitize.sh"
endif

bench: $(STAMPS)/bench ## speed and motion quality, beside other libraries in environments of their own; ARGS="solvers --quick" for a part
	benchmarks/.venv-peers/bin/python -m benchmarks $(ARGS)

clean: ## remove all that was made
	rm -rf $(VENV) benchmarks/.venv-* web/node_modules build dist out .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	rm -f src/manikin/kernels/*.so
	find src tests tools benchmarks examples -name __pycache__ -prune -exec rm -rf {} +
	find kernels/inplace -mindepth 1 -maxdepth 1 ! -name CMakeLists.txt -exec rm -rf {} +

# ---- set-up ------------------------------------------------------------------------------------

# requirements of an extra, or of the build, as pyproject.toml has them
define requirements
$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb')); \
print(*p['build-system']['requires'] if '$(1)' == 'build' else p['project']['optional-dependencies']['$(1)'], sep='\n')" \
> $(STAMPS)/$(1).txt
endef

$(STAMPS)/venv:
	@echo "The first make sets up manikin in $(VENV): three to five minutes, and never again."
	@if [ -z "$(PYTHON)" ]; then echo "manikin needs Python 3.11 or newer; install it, or name it: make PYTHON=…"; exit 1; fi
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "$(PYTHON) lacks the venv module; install python3-venv"; exit 1; }
	@echo "making a virtual environment (a few seconds) …"
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/build: pyproject.toml | $(STAMPS)/venv
	@$(call requirements,build)
	@$(TELL) "installing the build tools" "half a minute" $(PIP) -r $(STAMPS)/build.txt cmake ninja
	@touch $@

$(STAMPS)/$(BUILD): pyproject.toml $(KERNELS) $(STAMPS)/build
	@rm -f $(STAMPS)/pure $(STAMPS)/compiled src/manikin/kernels/*.so
	@$(TELL) $(DOING) $(BIN)/python -m pip install --verbose --no-build-isolation --editable .
ifeq ($(BUILD),compiled)
	@ls src/manikin/kernels/*.so >/dev/null 2>&1 || echo "The kernels did not compile: manikin works without them, but slower." >&2
endif
	@touch $@

$(STAMPS)/test: pyproject.toml | $(STAMPS)/venv
	$(call requirements,test)
	$(call requirements,peers)
	$(PIP) -r $(STAMPS)/test.txt -r $(STAMPS)/peers.txt
	@touch $@

$(STAMPS)/node: web/package.json web/package-lock.json | $(STAMPS)/venv
	cd web && npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

# a browser for the tests of the page: one that is there, or Debian's where it may be installed, or Playwright's own
$(STAMPS)/browser: $(STAMPS)/test
	@$(BIN)/python tests/browser/find_browser.py || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && apt-get install -y -qq chromium >/dev/null; \
		else $(BIN)/python -m playwright install chromium; fi && $(BIN)/python tests/browser/find_browser.py; } \
		|| echo "No Chromium could be found or installed: the browser tests will be skipped." >&2
	@touch $@

$(STAMPS)/docs: pyproject.toml | $(STAMPS)/venv
	$(call requirements,docs)
	$(PIP) -r $(STAMPS)/docs.txt
	@touch $@

$(WHEEL): pyproject.toml README.md LICENSE $(wildcard licenses/*) $(SOURCES) $(KERNELS) $(STAMPS)/build
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .
	@touch $@

# the kernels lie in the source tree, so the second environment needs no build of its own
$(STAMPS)/bench: pyproject.toml $(STAMPS)/$(BUILD)
	$(call requirements,peers)
	$(PYTHON) -m venv benchmarks/.venv-peers
	benchmarks/.venv-peers/bin/python -m pip install --quiet -r $(STAMPS)/build.txt -r $(STAMPS)/peers.txt
	MANIKIN_PURE=1 benchmarks/.venv-peers/bin/python -m pip install --quiet --no-build-isolation --editable '.[plots]'
	@touch $@
