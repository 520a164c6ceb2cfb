# make docs       the documentation of the example service and of this project, ready to open
# make test       everything that CI runs: formatting, types, layers, the UI, the docs, the tests
# make test-all   the same, and what takes longer: other engines, themes, versions, languages, drawn cases
#
# Each makes what it needs, in this folder: a virtual environment in .venv, node_modules in ui/.
# A single part of `make test` or `make test-all` is a target of its own, see below.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := help

VENV ?= .venv
BIN := $(VENV)/bin
DOCS_OUT := docs/_build/html
MUTANTS ?= 40
SPREAD := -n 2 --dist worksteal
STEP = @printf '\n\033[1m==> %s\033[0m\n'

INSTALL_INPUTS := pyproject.toml constraints.txt scripts/install.sh

.PHONY: help
help:
	@sed -n '1,6s/^# \{0,1\}//p' Makefile
	@echo
	@sed -n 's/^\([a-z-]*\):.*##/  make \1\t/p' Makefile | expand -t 18

# --- what users of this repository ask for -------------------------------------------------------------------------

.PHONY: docs
docs: $(VENV)/.installed-docs ## build the documentation
	$(STEP) "Documentation: sphinx-build"
	$(BIN)/python -m sphinx -b html -W docs $(DOCS_OUT)
	@printf '\nOpen this page in a browser:\n  %s\n' "$(CURDIR)/$(DOCS_OUT)/index.html"

TEST := environment format+spelling+layers+workflows types+ui pytest
REST := test-firefox test-viewers test-themes test-large test-edits test-drawn test-frameworks test-clients test-languages test-installs \
	test-guides test-builders test-journeys test-oldest test-newest test-releases test-pdf test-documents test-mutants test-corpus

.PHONY: test
test: ## run the checks and tests of every change
	@MAKE='$(MAKE)' scripts/parts.sh $(TEST)

.PHONY: test-all
test-all: ## run these, and everything else: before a release, and at night
	@MAKE='$(MAKE)' scripts/parts.sh $(TEST) $(REST)

.PHONY: clean-room
clean-room: $(VENV)/.installed-docs ## try what README.md says in a fresh clone with an empty home: before a release
	$(STEP) "A fresh clone with an empty home"
	$(BIN)/python -m scripts.clean_room

.PHONY: quick
quick: $(VENV)/.installed-test ## the inner loop for Python: rules, types, layers, the fast tests; in less than a minute
	$(STEP) "Python: rules, types, layers"
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy
	$(BIN)/lint-imports > /dev/null || $(BIN)/lint-imports
	$(STEP) "Fast tests (pytest)"
	$(BIN)/pytest --quick -q $(SPREAD)

.PHONY: quick-ui
quick-ui: ui/node_modules/.installed ## the inner loop for the UI: types, the fast tests; in less than ten seconds
	$(STEP) "UI: types"
	cd ui && npm run --silent typecheck
	$(STEP) "UI: fast tests"
	cd ui && npm run --silent test -- --exclude 'src/**/*.slow.test.*'

MOCK := http://127.0.0.1:8001
.PHONY: serve
serve: $(VENV)/.installed-docs ## serve the documentation, whose example calls a mock
	$(STEP) "Documentation: sphinx-build"
	GGDOCS_MOCK=$(MOCK) $(BIN)/python -m sphinx -q -b html -W docs docs/_build/serve
	$(STEP) "The documentation: http://127.0.0.1:8000, with a mock of the example: $(MOCK)"
	trap 'kill 0' EXIT; \
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory docs/_build/serve 8000 > /dev/null 2>&1 & \
	PYTHONPATH=examples $(BIN)/python -m sphinxcontrib_ggdocs mock marketplace.docs:DOCS --stateful

.PHONY: service
service: $(VENV)/.installed-test ## run the example service with its own documentation
	$(STEP) "The example service: http://127.0.0.1:8000/apidocs"
	$(BIN)/python -m uvicorn --app-dir examples --factory marketplace.service:create_app

.PHONY: bench
bench: $(VENV)/.installed-bench browser-chromium ## measure, and write tables of benchmarks/README.md, and those of README.md and the comparison
	$(STEP) "Benchmarks"
	$(BIN)/python -m benchmarks --write
	$(BIN)/python -m benchmarks.sphinx --write
	$(BIN)/python -m benchmarks.claims

.PHONY: bench-tasks
bench-tasks: $(VENV)/.installed-bench browser-chromium ## drive other documentation UIs, and write the table of the comparison page
	$(STEP) "Tasks of readers"
	$(BIN)/python -m benchmarks.tasks --write

.PHONY: bench-applications
bench-applications: $(VENV)/.installed-bench browser-chromium ## measure published applications and their sites, each in its own environment
	$(STEP) "Published applications"
	$(BIN)/python -m benchmarks.applications --write
	$(BIN)/python -m benchmarks.sites --write

.PHONY: screenshots
screenshots: $(VENV)/.installed-test browser-chromium ## take the pictures of README.md and the documentation anew
	$(STEP) "Screenshots"
	$(BIN)/python -m scripts.screenshots

.PHONY: clean
clean: ## remove everything that make made
	rm -rf .cache $(VENV) $(VENV)-oldest .venv-matrix docs/_build ui/node_modules tests/validators/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# --- the parts of make test -------------------------------------------------------------------------------------------

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

WORKFLOWS := .github/workflows/*.yml
.PHONY: workflows
workflows: $(VENV)/.installed-test ## check-jsonschema, zizmor and pre-commit: what GitHub and others read
	$(STEP) "Workflows, hooks and the action"
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows $(WORKFLOWS)
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.readthedocs .readthedocs.yaml
	$(BIN)/pre-commit validate-manifest .pre-commit-hooks.yaml
	$(BIN)/zizmor --offline --no-progress --quiet --config .github/zizmor.yml .github action.yml

.PHONY: ui
ui: ui/node_modules/.installed ## the UI: types, unit tests, size, freshness of the committed bundle
	$(STEP) "UI: types"
	cd ui && npm run --silent typecheck
	$(STEP) "UI: unit tests"
	cd ui && npm run --silent test -- --exclude src/samples/clients.slow.test.ts
	$(STEP) "UI: the committed bundle is what the sources give"
	cd ui && npm run --silent check-fresh
	$(STEP) "UI: size"
	cd ui && npm run --silent size

.PHONY: pytest
pytest: environment ## the tests, those with Sphinx, with programs and in Chromium included
	$(STEP) "Tests (pytest)"
	$(BIN)/pytest --part=test $(SPREAD)

# --- parts of the tests, most of them for make test-all: tests/conftest.py says which tests they have ---------------

FURTHER := firefox viewers themes large edits frameworks clients languages installs guides builders journeys documents
.PHONY: $(FURTHER:%=test-%)
$(FURTHER:%=test-%): test-%: $(VENV)/.installed-test validators
	$(STEP) "Tests: $*"
	$(BIN)/pytest --part=$* $(SPREAD)

test-firefox: browser-firefox ## what depends on the engine of a browser, in Firefox
test-viewers: browser-chromium ## the third-party viewers of OpenAPI and AsyncAPI files
test-themes: browser-chromium browser-firefox ## Sphinx in all themes
test-guides: browser-chromium ## what the guides say, step by step; language models; the pictures of the documentation
test-builders: browser-chromium ## builders of Sphinx beside html, text, latex and epub
test-journeys: browser-chromium ## further views, widths and policies of the UI in Chromium
test-large: browser-chromium ## documents of many methods and of deep types
test-edits: ## incremental builds with Sphinx, over drawn edits and builds that are killed
test-frameworks: ## the documentation in each framework, under each server, behind proxies
test-clients: ## generated clients, and drawn requests to running services
test-languages: languages-of-samples ## samples in Go, Java, PHP and Ruby
test-documents: ## published files of OpenAPI and AsyncAPI, and FastAPI's tutorial, downloaded into .cache
test-installs: ## the tutorials, the wheel and the source distribution, in environments of their own

.PHONY: languages-of-samples
languages-of-samples: ui/node_modules/.installed
	scripts/languages.sh
	cd ui && npm run --silent test -- src/samples/clients.slow.test.ts

.PHONY: test-drawn
test-drawn: $(VENV)/.installed-test validators ## more of what is drawn: types, documents, changes, applications
	$(STEP) "Tests: drawn cases"
	GGDOCS_EXAMPLES=10000 $(BIN)/pytest $(SPREAD) tests/schema/test_drawn_types.py
	GGDOCS_EXAMPLES=1000 $(BIN)/pytest --part=drawn $(SPREAD) --ignore tests/schema/test_drawn_types.py

.PHONY: test-oldest
test-oldest: $(VENV)/.installed-test ## contracts and schemas with the oldest pydantic, FastAPI with its oldest release
	$(STEP) "Tests with the oldest pydantic and FastAPI"
	scripts/oldest.sh $(BIN)/python $(VENV)-oldest

NEWEST := sphinx contracts schema native openapi asyncapi runtime sockets
.PHONY: test-newest
test-newest: $(VENV)/.installed-test browser-chromium ## the newest Sphinx with the newest Python of this machine
	$(STEP) "Tests with the newest Sphinx and Python"
	PYTHONS=newest SPHINXES=newest PYTEST_ARGS="--part=test $(NEWEST:%=tests/%)" scripts/matrix.sh

.PHONY: test-releases
test-releases: $(VENV)/.installed-test ## the adapter for FastAPI with old and new releases of FastAPI and pydantic
	$(STEP) "Releases of FastAPI and pydantic"
	scripts/fastapi_matrix.sh $(BIN)/python .venv-matrix

.PHONY: test-pdf
test-pdf: $(VENV)/.installed-test ## the documentation on paper, with TeX
	$(STEP) "The example's reference as a PDF (latexmk)"
	scripts/tex.sh
	$(BIN)/pytest -q tests/sphinx/pdf.py

.PHONY: test-corpus
test-corpus: $(VENV)/.installed-test ## published applications, each in its own environment, downloaded into .cache
	$(STEP) "Published FastAPI applications"
	$(BIN)/pytest --part=corpus -q -rP

.PHONY: test-mutants
test-mutants: $(VENV)/.installed-test validators ## mutation testing of contracts, schemas and exporters; MUTANTS= says how many
	$(STEP) "Mutants"
	$(BIN)/python -m scripts.mutants --count $(MUTANTS)

.PHONY: test-matrix
test-matrix: $(VENV)/.installed-test browser-chromium ## every Python of this machine with each Sphinx (not in test-all)
	$(STEP) "Matrix of Pythons and Sphinxes"
	scripts/matrix.sh

# --- environments --------------------------------------------------------------------------------------------------

.PHONY: environment
environment: $(VENV)/.installed-test ui/node_modules/.installed validators browser-chromium nginx ## install what the tests need

.PHONY: browser-chromium browser-firefox
browser-chromium browser-firefox: browser-%: $(VENV)/.installed-test
	$(STEP) "Browser: $*"
	scripts/browser.sh $(BIN)/python $*

.PHONY: nginx
nginx:
	$(STEP) "nginx"
	scripts/nginx.sh

$(VENV)/.installed-%: $(INSTALL_INPUTS)
	$(STEP) "Python environment for: $*"
	scripts/locked.sh $(VENV)/.lock-$* $^ -- scripts/install.sh $(VENV) $*
	@touch $@

.PHONY: validators
validators: tests/validators/node_modules/.installed

tests/validators/node_modules/.installed: tests/validators/package.json tests/validators/package-lock.json
	$(STEP) "Node packages of the validators"
	scripts/node.sh
	scripts/locked.sh tests/validators/node_modules/.lock $^ -- npm ci --prefix tests/validators --ignore-scripts
	@touch $@

ui/node_modules/.installed: ui/package.json ui/package-lock.json
	$(STEP) "Node packages of the UI"
	scripts/node.sh
	scripts/locked.sh ui/node_modules/.lock $^ -- npm ci --prefix ui
	@touch $@
