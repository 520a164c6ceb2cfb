"""One word for one thing: the tables of the reference have each word of the configuration, of
documents, directives, commands and functions, and where it is one.

The rows come from the code. A word that is spelled otherwise in one place would be a row of its own,
for which the tables have no meaning.
"""

import argparse
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from sphinxcontrib_ggdocs import lint
from sphinxcontrib_ggdocs.adapters import installed_adapters
from sphinxcontrib_ggdocs.agents import GGMcpDocsOptions
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.catalog.fields import Spec
from sphinxcontrib_ggdocs.commands.main import COMMANDS, parser
from sphinxcontrib_ggdocs.commands.project import ProjectOptions
from sphinxcontrib_ggdocs.directives.ggdocs import refuse_option
from sphinxcontrib_ggdocs.history.policy import DiffOptions
from sphinxcontrib_ggdocs.native import BuildApiDocsOptions, GGApiDocsOptions
from sphinxcontrib_ggdocs.serving.spec_docs import SpecDocsOptions

from ..django_project import set_up

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "options.md"
SURFACES = ("conf.py", "document", "directive", "pyproject", "command", "function")
"""The columns of the tables, after the word and its meaning."""
PACKAGE = "sphinxcontrib_ggdocs"
PACKAGES = ("native", "openapi", "asyncapi")
"""Those whose functions write documents."""


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sphinx]:
    folder = tmp_path_factory.mktemp("words")
    with docutils_namespace():
        yield Sphinx(
            folder,
            None,
            folder / "out",
            folder / "doctrees",
            "dummy",
            {"extensions": [PACKAGE]},
            status=None,
        )


def in_conf_py(application: Sphinx) -> Iterator[str]:
    """The values that are registered, and the fields of the look."""
    for value in application.config:
        if value.name.startswith("ggdocs_"):
            yield value.name.removeprefix("ggdocs_")
    yield from Branding.model_fields


def fields(spec: type[Spec]) -> Iterator[str]:
    """The fields of a model, and of the mappings in them."""
    yield from spec.model_fields
    for part in spec.parts.values():
        yield from fields(part)


def in_documents() -> Iterator[str]:
    """The fields of a document; ``conf.py`` has one more, for pages are of Sphinx alone."""
    yield from fields(ApiDocSpec)
    yield "split"


def in_directives(application: Sphinx) -> Iterator[str]:
    """The options of all directives."""
    registered = [*directives._directives.values()]  # type: ignore[attr-defined]
    registered += application.registry.domain_directives["gg"].values()
    for directive in registered:
        if getattr(directive, "__module__", "").startswith(PACKAGE):
            for option, convert in (directive.option_spec or {}).items():
                if convert is not refuse_option:
                    yield option.replace("-", "_")


def in_commands() -> Iterator[str]:
    """The arguments of all commands; ``--no-`` turns off what a word names."""
    for name in COMMANDS:
        (commands,) = parser([name])._subparsers._group_actions  # type: ignore[union-attr]
        for action in commands.choices[name]._actions:  # type: ignore[index]
            if argparse.SUPPRESS in (action.help, action.default):
                continue
            long = [word for word in action.option_strings if word.startswith("--")]
            for word in long or [action.metavar or action.dest]:
                yield word.removeprefix("--").removeprefix("no-").replace("-", "_").lower()


def in_functions() -> Iterator[str]:
    """The options of functions and classes, and those that they take in a mapping."""
    for options in (BuildApiDocsOptions, GGApiDocsOptions, GGMcpDocsOptions, SpecDocsOptions):
        yield from fields(options)
    for package in map(import_module, (f"{PACKAGE}.{name}" for name in PACKAGES)):
        for name in package.__all__:
            if name.startswith(("GG", "build_", "to_")) and not name.endswith("Options"):
                yield from keywords(getattr(package, name))
    set_up()
    for point in installed_adapters().values():
        module = import_module(point.module)
        for name in vars(module):
            if name.startswith("contracts_from_"):
                yield from keywords(getattr(module, name))
    yield from keywords(lint.check_contracts)


def keywords(called: Any) -> Iterator[str]:
    """The parameters of a function, or of a class and its methods, that are given by name."""
    functions = [called]
    if inspect.isclass(called):
        methods = inspect.getmembers(called, inspect.ismethod)
        functions += [method for name, method in methods if not name.startswith("_")]
    for function in functions:
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind is parameter.KEYWORD_ONLY:
                yield parameter.name


@cache
def rows() -> dict[str, tuple[str, set[str]]]:
    """What the page says: by word, its meaning and the columns that have a mark."""
    found: dict[str, tuple[str, set[str]]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != len(SURFACES) + 2 or not re.fullmatch(r"`\w+`", cells[0]):
            continue
        word = cells[0].strip("`")
        assert word not in found, f"{word} has two rows"
        assert set(cells[2:]) <= {"", "✓"}, line
        marked = {name for name, cell in zip(SURFACES, cells[2:], strict=True) if cell}
        found[word] = cells[1], marked
    return found


def test_the_tables_have_every_word_and_where_it_is_one(application: Sphinx) -> None:
    words = {
        "conf.py": in_conf_py(application),
        "document": in_documents(),
        "directive": in_directives(application),
        "pyproject": [*fields(ProjectOptions), *fields(DiffOptions)],
        "command": in_commands(),
        "function": in_functions(),
    }
    used: dict[str, set[str]] = {}
    for surface, names in words.items():
        for name in names:
            used.setdefault(name, set()).add(surface)
    assert {word: marked for word, (_, marked) in rows().items()} == used


def test_two_words_mean_two_things() -> None:
    meanings = [meaning for meaning, _ in rows().values()]
    assert all(meanings)
    assert sorted(meanings) == sorted(set(meanings))
