# make docs   the documentation of the example service and of this project, ready to open
# make test   everything that CI runs: formatting, types, layers, the UI, the docs, all tests
#
# Both make what they need, in this folder: a virtual environment in .venv, node_modules in ui/.
# A single step of `make test` is a target of its own, see below.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := help

VENV ?= .venv
BIN := $(VENV)/bin
DOCS_OUT := docs/_build/html
STEP = @printf '\n\033[1m==> %s\033[0m\n'

INSTALL_INPUTS := pyproject.toml constraints.txt scripts/install.sh

.PHONY: help
help:
	@sed -n '1,5s/^# \{0,1\}//p' Makefile
	@echo
	@sed -n 's/^\([a-z-]*\):.*##/  make \1\t/p' Makefile | expand -t 18

# --- what users of this repository ask for -------------------------------------------------------------------------

.PHONY: docs
docs: $(VENV)/.installed-docs ## build the documentation
	$(STEP) "Documentation: sphinx-build"
	$(BIN)/python -m sphinx -b html -W docs $(DOCS_OUT)
	@printf '\nOpen this page in a browser:\n  %s\n' "$(CURDIR)/$(DOCS_OUT)/index.html"

.PHONY: test
test: format spelling types layers ui docs-check pytest oldest ## run every check and test

.PHONY: quick
quick: $(VENV)/.installed-test ## the inner loop for Python: rules, types, layers, the fast tests; in less than a minute
	$(STEP) "Python: rules, types, layers"
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports > /dev/null || $(BIN)/lint-imports
	$(STEP) "Fast tests (pytest)"
	$(BIN)/pytest --quick -q -n 2 --dist loadfile

.PHONY: quick-ui
quick-ui: ui/node_modules/.installed ## the inner loop for the UI: types, the fast tests; in less than ten seconds
	$(STEP) "UI: types"
	cd ui && npm run --silent typecheck
	$(STEP) "UI: fast tests"
	cd ui && npm run --silent test -- --exclude 'src/**/*.slow.test.ts'

.PHONY: serve
serve: $(VENV)/.installed-test ## run the example service with its own documentation
	$(STEP) "The example service: http://127.0.0.1:8000/apidocs"
	$(BIN)/python -m uvicorn --app-dir examples --factory marketplace.service:create_app

.PHONY: bench
bench: $(VENV)/.installed-bench chromium ## measure, and write all tables of benchmarks/README.md, README.md and the comparison
	$(STEP) "Benchmarks"
	$(BIN)/python -m benchmarks --write
	$(BIN)/python -m benchmarks.sphinx --write
	$(BIN)/python -m benchmarks.claims

.PHONY: bench-tasks
bench-tasks: $(VENV)/.installed-bench chromium ## drive other documentation UIs, and write the table of the comparison page
	$(STEP) "Tasks of readers"
	$(BIN)/python -m benchmarks.tasks --write

.PHONY: bench-applications
bench-applications: $(VENV)/.installed-bench chromium ## measure published applications and their sites, each in its own environment
	$(STEP) "Published applications"
	$(BIN)/python -m benchmarks.applications --write
	$(BIN)/python -m benchmarks.sites --write

.PHONY: test-matrix
test-matrix: $(VENV)/.installed-test chromium firefox ## the Python tests with every Python of this machine, Sphinxes, FastAPIs
	scripts/matrix.sh
	scripts/fastapi_matrix.sh $(BIN)/python .venv-matrix

.PHONY: test-corpus
test-corpus: $(VENV)/.installed-test ## read published applications, each in its own environment; GGDOCS_CORPUS names the folder
	$(STEP) "Published FastAPI applications"
	GGDOCS_CORPUS_ALL=1 $(BIN)/pytest -q -rP tests/adapters/test_published.py

.PHONY: test-documents
test-documents: $(VENV)/.installed-test validators ## read published files of OpenAPI and AsyncAPI; GGDOCS_DOCUMENTS names the folder
	$(STEP) "Published documents"
	GGDOCS_DOCUMENTS_ALL=1 $(BIN)/pytest -q tests/readers/test_published.py tests/sphinx/test_published_files.py

.PHONY: test-pdf
test-pdf: $(VENV)/.installed-test ## the documentation on paper, where TeX is or can be installed
	$(STEP) "The example's reference as a PDF (latexmk)"
	@if scripts/tex.sh; then $(BIN)/pytest -q tests/sphinx/pdf.py; else echo "left out: there is no TeX here"; fi

.PHONY: mutants
mutants: $(VENV)/.installed-test ## mutation testing of contracts, schemas and exporters, 200 mutants
	$(STEP) "Mutants"
	$(BIN)/python -m scripts.mutants

.PHONY: screenshots
screenshots: $(VENV)/.installed-test chromium ## take the pictures of README.md and the documentation anew
	$(STEP) "Screenshots"
	$(BIN)/python -m scripts.screenshots

.PHONY: clean
clean: ## remove everything that make made
	rm -rf $(VENV) $(VENV)-oldest .venv-matrix docs/_build ui/node_modules tests/validators/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# --- the steps of make test ----------------------------------------------------------------------------------------

.PHONY: format
format: $(VENV)/.installed-test ## ruff: rules and formatting
	$(STEP) "Python: rules and formatting (ruff)"
	$(BIN)/ruff check
	$(BIN)/ruff format --check

.PHONY: spelling
spelling: $(VENV)/.installed-test ## codespell: documentation, messages, code
	$(STEP) "Spelling (codespell)"
	$(BIN)/codespell

.PHONY: types
types: $(VENV)/.installed-test ## mypy on everything, pyright on the example's contracts
	$(STEP) "Python: types (mypy, strict)"
	$(BIN)/mypy
	$(STEP) "Python: types of the example (pyright, strict)"
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright --pythonpath $(BIN)/python

.PHONY: layers
layers: $(VENV)/.installed-test ## import-linter: the layers of the package
	$(STEP) "Python: layers (import-linter)"
	$(BIN)/lint-imports

.PHONY: ui
ui: ui/node_modules/.installed languages ## the UI: types, unit tests, size, freshness of the committed bundle
	$(STEP) "UI: types"
	cd ui && npm run --silent typecheck
	$(STEP) "UI: unit tests"
	cd ui && npm run --silent test
	$(STEP) "UI: the committed bundle is what the sources give"
	cd ui && npm run --silent check-fresh
	$(STEP) "UI: size"
	cd ui && npm run --silent size

.PHONY: docs-check
docs-check: $(VENV)/.installed-test ## the documentation builds without a warning
	$(STEP) "Documentation: builds from nothing without a warning"
	$(BIN)/python -m sphinx -b html -E -a -W -q -j 2 docs docs/_build/check

.PHONY: pytest
pytest: $(VENV)/.installed-test ui/node_modules/.installed validators chromium firefox nginx languages ## the tests, browser tests included
	$(STEP) "Tests (pytest)"
	$(BIN)/pytest -n 2 --dist loadfile

.PHONY: oldest
oldest: $(VENV)/.installed-test ## contracts and schemas with the oldest pydantic
	$(STEP) "Tests with the oldest pydantic"
	scripts/oldest.sh $(BIN)/python $(VENV)-oldest

.PHONY: chromium firefox
chromium firefox:
	$(STEP) "Browser: $@"
	scripts/browser.sh $(BIN)/python $@

.PHONY: languages
languages:
	scripts/languages.sh

.PHONY: nginx
nginx:
	$(STEP) "nginx"
	scripts/nginx.sh

# --- environments --------------------------------------------------------------------------------------------------

$(VENV)/.installed-%: $(INSTALL_INPUTS)
	$(STEP) "Python environment for: $*"
	scripts/install.sh $(VENV) $*
	@touch $@

.PHONY: validators
validators: tests/validators/node_modules/.installed

tests/validators/node_modules/.installed: tests/validators/package.json tests/validators/package-lock.json
	$(STEP) "Node packages of the validators"
	scripts/node.sh
	cd tests/validators && npm ci --ignore-scripts
	@touch $@

ui/node_modules/.installed: ui/package.json ui/package-lock.json
	$(STEP) "Node packages of the UI"
	scripts/node.sh
	cd ui && npm ci
	@touch $@
