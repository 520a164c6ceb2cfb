"""The configuration, read once into a frozen value."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from operator import is_
from os import PathLike
from typing import Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

from sphinx.config import Config

from .problems import (
    Subtype,
    Unfit,
    check_plain,
    displayed,
    in_config,
    not_accepted,
    read_config_file,
    suggestion,
    warn,
)

SpecValues: TypeAlias = Mapping[str, Any]
"""A document as written in ``conf.py``: strings, lists and mappings, the fields of `ApiDocSpec`."""

Split: TypeAlias = Literal["contract", "group"]
"""What has a page of its own in a large reference."""

Markup: TypeAlias = Literal["markdown", "rst"]
"""The language of descriptions."""

Switch: TypeAlias = bool | Mapping[str, bool | Mapping[str, Any]]
"""Whether documents are written in a format; or, by slug, whether, or with which options."""

SINGLE_SLUG = "api"
"""The slug of a document that is configured as one mapping, not as a list of them."""

SPLITS: tuple[Split, ...] = ("contract", "group")
MARKUPS: tuple[Markup, ...] = ("markdown", "rst")

CONFIG_VALUES: tuple[tuple[str, Any, Literal["", "env", "html"], str], ...] = (
    ("ggdocs_docs", [], "", "The documents: a list of mappings."),
    ("ggdocs_branding", {}, "", "Logo and colour: logo_url, primary_color."),
    ("ggdocs_output_dir", "apidocs", "html", "The folder of our files in HTML output."),
    ("ggdocs_pages_dir", "ggdocs", "env", "The folder of a large reference's pages."),
    ("ggdocs_markup", "markdown", "env", "The language of descriptions."),
    ("ggdocs_mock_imports", [], "", "Modules to import as mocks."),
)
"""Name, default, `rebuild` and description. `rebuild` is empty where changes are noticed document
by document, see `freshness.refresh`."""

SWITCHES = ("ggdocs_openapi", "ggdocs_asyncapi")
"""Values of surfaces that need not be set up: without them they mean nothing, and are no
error."""

NOT_A_LIST = (
    "give a list of mappings, one for each document, such as [{'slug': 'shop', 'title': ...}]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GgConfig:
    """What ``conf.py`` says, what is wrong with it left out."""

    documents: Mapping[str, SpecValues]
    """By slug."""
    places: Mapping[str, str]
    """By slug, where a document is written: ``ggdocs_docs[1]``."""
    splits: Mapping[str, Split]
    """By slug: what has a page of its own."""
    branding: Mapping[str, Any]
    output_dir: str
    pages_dir: str
    """The folder of the sources of a large reference's pages, inside the project's."""
    markup: Markup
    mock_imports: tuple[str, ...]
    switches: Mapping[str, Switch]
    """By name of the value, of the surfaces that are set up."""
    problems: tuple[Unfit, ...]
    """All that is wrong."""

    @classmethod
    def of(cls, config: Config) -> "GgConfig":
        """What the values say now; `check_config` has warned."""
        written = [getattr(config, name, None) for name in _NAMES]
        if config in _read and all(map(is_, written, _read[config][0])):  # every page asks
            return _read[config][1]
        values = _Reader(config).read()
        _read[config] = (written, values)
        return values

    def refused(self, slugs: Collection[str] | None) -> list[Unfit]:
        """The documents that are left out, of those with some slugs, or of all."""
        refused = [unfit for unfit in self.problems if unfit.slug is not None]
        return [unfit for unfit in refused if slugs is None or unfit.slug in slugs]

    @property
    def alone(self) -> bool:
        """Whether there is one document at most, so that nobody needs to say which is meant."""
        return len(self.documents) <= 1


_NAMES = (*(name for name, *_ in CONFIG_VALUES), *SWITCHES)
_read: "WeakKeyDictionary[Config, tuple[list[object], GgConfig]]" = WeakKeyDictionary()
"""What was made of the values of a configuration, by these values."""


def check_config(config: Config, confdir: str | PathLike[str]) -> None:
    """Warn of every value of the wrong form."""
    for unfit in (*_unknown_names(config, confdir), *GgConfig.of(config).problems):
        warn(unfit.problem, in_config(confdir, re.split(r"[.\[]", unfit.place)[0]))


def text_of(values: SpecValues) -> str:
    """The same text for the same values; the key of a document in place, of which there may be two
    with one slug. The key of a configured document is its slug, whatever has changed in `conf.py`.
    """
    return json.dumps(values, sort_keys=True, ensure_ascii=False)


def slug_of(values: SpecValues) -> str:
    """The slug, checked or not."""
    return str(values.get("slug", ""))


_SETTING = re.compile(r"^(ggdocs_\w+) *(?::[^=\n]+)?=", re.MULTILINE)
"""Where ``conf.py`` sets a value: Sphinx tells nobody of values that no extension knows."""


def _unknown_names(config: Config, confdir: str | PathLike[str]) -> Iterator[Unfit]:
    for name in sorted(set(_SETTING.findall(read_config_file(confdir)))):
        if name not in config and name not in SWITCHES:
            known = sorted(value.name for value in config if value.name.startswith("ggdocs_"))
            hint = suggestion(name, known, prefix="ggdocs_")
            yield Unfit(name, f"there is no such configuration value{hint}")


class _Reader:
    """Reads the values one by one, and collects what is wrong with them."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.documents: dict[str, SpecValues] = {}
        self.places: dict[str, str] = {}
        self.splits: dict[str, Split] = {}
        self.problems: list[Unfit] = []

    def read(self) -> GgConfig:
        """The configuration."""
        values: dict[str, Any] = {}
        for name, default, *_ in CONFIG_VALUES:
            if name in _CHECKS:
                read = self._checked(name, self.config[name], default, _CHECKS[name])
                values[name.removeprefix("ggdocs_")] = read
        self._read_documents(self.config.ggdocs_docs)
        return GgConfig(
            **values,
            documents=self.documents,
            places=self.places,
            splits=self.splits,
            switches={name: self._read_switch(name) for name in SWITCHES if name in self.config},
            problems=tuple(self.problems),
        )

    def _checked(self, place: str, value: object, default: Any, check: "_Check") -> Any:
        try:
            return check(place, value, default)
        except Unfit as unfit:
            self.problems.append(unfit)
            return default

    def _read_switch(self, name: str) -> Switch:
        value = self._checked(name, self.config[name], True, _switch)
        if isinstance(value, bool):
            return value
        return {
            slug: self._checked(f"{name}[{slug!r}]", setting, True, _switch)
            for slug, setting in value.items()
        }

    def _read_documents(self, value: object) -> None:
        entries: list[tuple[str, object]] = [("ggdocs_docs", value)]
        if isinstance(value, Mapping) and not _is_by_slug(value):
            entries = [("ggdocs_docs", {"slug": SINGLE_SLUG, **value})]
        elif isinstance(value, list | tuple):
            entries = [(f"ggdocs_docs[{position}]", entry) for position, entry in enumerate(value)]
        for place, entry in entries:
            try:
                self._read_document(place, entry)
            except Unfit as unfit:
                unfit.slug = slug_of(entry) if isinstance(entry, Mapping) else ""
                self.problems.append(unfit)

    def _read_document(self, place: str, entry: object) -> None:
        check_plain(entry, place)
        if not isinstance(entry, Mapping):
            kind = "mapping" if place.endswith("]") else "list"
            raise Unfit(place, f"{displayed(entry)} is no {kind}; {NOT_A_LIST}")
        if _is_by_slug(entry):
            raise Unfit(place, f"a mapping of {', '.join(map(str, entry))}; {NOT_A_LIST}")
        values = dict(entry)
        split = values.pop("split", None)
        for name in get_close_matches("split", map(str, values)):
            del values[name]
            message = f"there is no field {name!r}; did you mean 'split'?"
            self.problems.append(Unfit(place, message))
        slug = slug_of(values)
        if slug in self.documents:
            message = f"the slug {slug!r} is taken by an earlier document; give each its own"
            raise Unfit(place, message, Subtype.DUPLICATE_SLUG)
        self.documents[slug], self.places[slug] = values, place
        if split in SPLITS:
            self.splits[slug] = split
        elif split is not None:
            self.problems.append(Unfit(f"{place}.split", not_accepted(split, SPLITS)))


def _is_by_slug(value: Mapping[Any, Any]) -> bool:
    """Whether somebody has written documents as a mapping from their slugs."""
    return bool(value) and all(isinstance(entry, Mapping) for entry in value.values())


def _branding(name: str, value: Any, _default: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        example = "{'primary_color': '#4f46e5', 'logo_url': ...}"
        raise Unfit(name, f"{displayed(value)} is no mapping; give {example}")
    check_plain(value, name)
    return value


def _folder(name: str, value: Any, default: str) -> str:
    text = str(value).strip("/") if isinstance(value, str) else ""
    if any(step in ("", ".", "..") or step.startswith("_") for step in text.split("/")):
        hint = f"give a relative path such as {default!r}"
        raise Unfit(name, f"{value!r} is no folder below the other's; {hint}")
    return text


def _markup(name: str, value: Any, _default: object) -> Markup:
    if value not in MARKUPS:
        raise Unfit(name, not_accepted(value, MARKUPS))
    return MARKUPS[MARKUPS.index(value)]


def _mock_imports(name: str, value: Any, _default: object) -> tuple[str, ...]:
    if isinstance(value, str):  # from the command line, -D ggdocs_mock_imports=torch,numpy
        value = [name.strip() for name in value.split(",") if name.strip()]
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        return tuple(value)
    hint = "give one such as ['torch', 'psycopg']"
    raise Unfit(name, f"{value!r} is no list of module names; {hint}")


def _switch(place: str, value: Any, _default: object) -> bool | Mapping[str, Any]:
    """The value of a surface, or the setting of one document in it."""
    of_document = place.endswith("]")
    if not isinstance(value, bool | Mapping):
        keys = "options" if of_document else "slugs"
        accepted = f"True, False, and a mapping of {keys} are"
        raise Unfit(place, f"{displayed(value)} is not accepted, but {accepted}")
    if of_document:
        check_plain(value, place)
    return value


_Check: TypeAlias = Callable[[str, Any, Any], object]
_CHECKS: Mapping[str, _Check] = {
    "ggdocs_branding": _branding,
    "ggdocs_output_dir": _folder,
    "ggdocs_pages_dir": _folder,
    "ggdocs_markup": _markup,
    "ggdocs_mock_imports": _mock_imports,
}
"""What raises `Unfit` for a value of the wrong form, and else returns what it means."""
