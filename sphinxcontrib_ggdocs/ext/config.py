"""The configuration, read once into a frozen value."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from operator import is_
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from sphinx.config import Config

from .problems import (
    Problem,
    Subtype,
    displayed,
    error_text,
    in_config,
    not_accepted,
    read_config_file,
    suggestion,
    unfit_value,
    warn,
)

if TYPE_CHECKING:
    from ..catalog import Branding

SpecValues: TypeAlias = Mapping[str, Any]
"""A document as written in ``conf.py``: strings, lists and mappings, the fields of `ApiDocSpec`."""

Split: TypeAlias = Literal["contract", "group"]
"""What has a page of its own in a large reference."""

SINGLE_SLUG = "api"
"""The slug of a document that is configured as one mapping, not as a list of them."""

OUTPUT_DIR = "apidocs"
PAGES_DIR = "ggdocs"
MARKUPS = ("markdown", "rst")
SPLITS: tuple[Split, ...] = ("contract", "group")

SWITCHES = ("ggdocs_openapi", "ggdocs_asyncapi")
"""Values of surfaces that need not be set up: without them they mean nothing, and are no
error."""

NOT_A_LIST = (
    "give a list of mappings, one for each document, such as [{'slug': 'shop', 'title': ...}]"
)


class Refused(NamedTuple):
    """A value that is left out, and why."""

    key: str
    """The configuration value, with the position in it: ``ggdocs_docs[1]``."""
    problem: Problem
    slug: str | None = None
    """Of a document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GgConfig:
    """What ``conf.py`` says."""

    documents: tuple[SpecValues, ...]
    places: tuple[str, ...]
    """Of each document: ``ggdocs_docs[1]``."""
    refused: tuple[Refused, ...]
    """The documents that are left out; `check_config` has warned of them."""
    splits: Mapping[str, Split]
    """By slug: what has a page of its own."""
    branding: Mapping[str, Any] | None
    output_dir: str
    pages_dir: str
    """The folder of the sources of a large reference's pages, inside the project's."""
    markup: Literal["markdown", "rst"]
    mock_imports: tuple[str, ...]

    @classmethod
    def of(cls, config: Config) -> "GgConfig":
        """The values, what is wrong with them left out; `check_config` has warned."""
        written = [getattr(config, name) for name in _NAMES]
        if config in _read and all(map(is_, written, _read[config][0])):  # every page asks
            return _read[config][1]
        values = cls._of(config)
        _read[config] = (written, values)
        return values

    @classmethod
    def _of(cls, config: Config) -> "GgConfig":
        documents = _Documents(config.ggdocs_docs)
        branding = config.ggdocs_branding
        return cls(
            documents=tuple(documents.good),
            places=tuple(documents.places),
            refused=tuple(documents.refused),
            splits=documents.splits,
            branding=branding if branding and _is_fit(branding) else None,
            output_dir=_folder(config.ggdocs_output_dir, OUTPUT_DIR)[0],
            pages_dir=_folder(config.ggdocs_pages_dir, PAGES_DIR)[0],
            markup="rst" if config.ggdocs_markup == "rst" else "markdown",
            mock_imports=_mock_imports(config.ggdocs_mock_imports)[0],
        )

    @property
    def alone(self) -> bool:
        """Whether there is one document at most, so that nobody needs to say which one is
        meant.
        """
        return len(self.documents) <= 1

    def slugs(self) -> list[str]:
        """The configured slugs, in order."""
        return [slug_of(values) for values in self.documents]

    def place(self, values: SpecValues) -> str:
        """Where a document is configured; nothing for one defined in place."""
        return next(
            (
                place
                for document, place in zip(self.documents, self.places, strict=True)
                if document == values
            ),
            "",
        )


_NAMES = (
    "ggdocs_docs",
    "ggdocs_branding",
    "ggdocs_output_dir",
    "ggdocs_pages_dir",
    "ggdocs_markup",
    "ggdocs_mock_imports",
)
_read: "WeakKeyDictionary[Config, tuple[list[object], GgConfig]]" = WeakKeyDictionary()
"""What was made of the values of a configuration, by these values."""


def check_config(config: Config, confdir: str | PathLike[str]) -> None:
    """Warn of every value of the wrong form."""
    for refused in _problems(config, confdir):
        key = re.split(r"[.\[]", refused.key)[0]
        message = f"{refused.key}: {refused.problem.message}"
        warn(Problem(refused.problem.subtype, message), in_config(confdir, key))


def key_of(values: SpecValues) -> str:
    """How a later build finds the data of a configured document, whatever has changed in `conf.py`:
    by its slug.
    """
    return slug_of(values)


def text_of(values: SpecValues) -> str:
    """The same text for the same values; the key of a document in place, of which there may be two
    with one slug.
    """
    return json.dumps(values, sort_keys=True, ensure_ascii=False)


def slug_of(values: SpecValues) -> str:
    """The slug, checked or not."""
    return str(values.get("slug", ""))


_SETTING = re.compile(r"^(ggdocs_\w+) *(?::[^=\n]+)?=", re.MULTILINE)
"""Where ``conf.py`` sets a value: Sphinx tells nobody of values that no extension knows."""


def _problems(config: Config, confdir: str | PathLike[str]) -> Iterator[Refused]:
    for name in sorted(set(_SETTING.findall(read_config_file(confdir)))):
        if name not in config and name not in SWITCHES:
            known = sorted(value.name for value in config if value.name.startswith("ggdocs_"))
            hint = suggestion(name, known, prefix="ggdocs_")
            yield _refused(name, f"there is no such configuration value{hint}")
    documents = _Documents(config.ggdocs_docs)
    yield from documents.refused
    yield from documents.problems
    if not isinstance(config.ggdocs_branding, Mapping):
        message = (
            f"{displayed(config.ggdocs_branding)} is no mapping; give {{'primary_color': "
            f"'#4f46e5', 'logo_url': ...}}"
        )
        yield _refused("ggdocs_branding", message)
    elif (unfit := unfit_value(config.ggdocs_branding, "ggdocs_branding")) is not None:
        yield _refused(*unfit)
    for key, default in (("ggdocs_output_dir", OUTPUT_DIR), ("ggdocs_pages_dir", PAGES_DIR)):
        if (wrong := _folder(getattr(config, key), default)[1]) is not None:
            yield _refused(key, wrong)
    if config.ggdocs_markup not in MARKUPS:
        yield _refused("ggdocs_markup", not_accepted(config.ggdocs_markup, MARKUPS))
    if (wrong := _mock_imports(config.ggdocs_mock_imports)[1]) is not None:
        yield _refused("ggdocs_mock_imports", wrong)


def _is_fit(branding: object) -> bool:
    return isinstance(branding, Mapping) and unfit_value(branding, "") is None


def _refused(key: str, message: str) -> Refused:
    return Refused(key, Problem(Subtype.CONFIG, message))


class _Documents:
    """The documents as configured, the bad ones apart."""

    def __init__(self, value: object) -> None:
        self.good: list[SpecValues] = []
        self.places: list[str] = []
        self.splits: dict[str, Split] = {}
        self.refused: list[Refused] = []
        self.problems: list[Refused] = []
        if (
            isinstance(value, Mapping)
            and value
            and all(isinstance(entry, Mapping) for entry in value.values())
        ):
            self.refused.append(
                _refused("ggdocs_docs", f"a mapping of {', '.join(map(str, value))}; {NOT_A_LIST}")
            )
            return
        if isinstance(value, Mapping):
            self._take("ggdocs_docs", {"slug": SINGLE_SLUG, **value})
        elif isinstance(value, list | tuple):
            for position, entry in enumerate(value):
                self._take(f"ggdocs_docs[{position}]", entry)
        else:
            self.refused.append(
                _refused("ggdocs_docs", f"{displayed(value)} is no list; {NOT_A_LIST}")
            )

    def _take(self, place: str, entry: object) -> None:
        slug = slug_of(entry) if isinstance(entry, Mapping) else None
        if (wrong := unfit_value(entry, place)) is not None:
            self.refused.append(_refused(*wrong)._replace(slug=slug))
        elif (problem := self._problem(place, entry)) is not None:
            self.refused.append(Refused(place, problem, slug))

    def _problem(self, place: str, entry: object) -> Problem | None:
        """Why an entry is left out; None after it was taken in."""
        if not isinstance(entry, Mapping):
            return Problem(Subtype.CONFIG, f"{displayed(entry)} is no mapping; {NOT_A_LIST}")
        values = dict(entry)
        for name in get_close_matches("split", map(str, values)):
            if name != "split":
                del values[name]
                self.problems.append(
                    _refused(place, f"there is no field {name!r}; did you mean 'split'?")
                )
        split = values.pop("split", None)
        slug = slug_of(values)
        if slug in map(slug_of, self.good):
            message = f"the slug {slug!r} is taken by an earlier document; give each its own"
            return Problem(Subtype.DUPLICATE_SLUG, message)
        self.good.append(values)
        self.places.append(place)
        if split in SPLITS:
            self.splits[slug] = split
        elif split is not None:
            self.problems.append(_refused(f"{place}.split", not_accepted(split, SPLITS)))
        return None


def _folder(value: object, default: str) -> tuple[str, str | None]:
    """A relative folder, and what is wrong with it."""
    text = str(value).strip("/") if isinstance(value, str) else ""
    steps = text.split("/")
    if not text or any(step in ("", ".", "..") or step.startswith("_") for step in steps):
        return (
            default,
            f"{value!r} is no folder below the other's; give a relative path such as {default!r}",
        )
    return text, None


def _mock_imports(value: object) -> tuple[tuple[str, ...], str | None]:
    """The modules to mock, and what is wrong with them."""
    if isinstance(value, str):  # from the command line, -D ggdocs_mock_imports=torch,numpy
        value = [name.strip() for name in value.split(",") if name.strip()]
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        return tuple(value), None
    return (), f"{value!r} is no list of module names; give one such as ['torch', 'psycopg']"


class ResolvedBranding(NamedTuple):
    """What there is to show."""

    branding: "Branding | None" = None
    logo: str | None = None
    """The path of a logo that is a file, inside the site; differs when its bytes do."""
    problem: Problem | None = None


def resolve_branding(config: GgConfig, confdir: str | PathLike[str]) -> ResolvedBranding:
    """The branding and its logo, read from disk now.

    Args:
        config: What ``conf.py`` says.
        confdir: The folder that a relative path of a logo leads on from.
    """
    if not config.branding:
        return ResolvedBranding()
    from ..catalog import Branding, SpecError
    from ..native.logo import logo_file

    branding = None
    try:
        branding = Branding.model_validate(config.branding)
        logo = logo_file(branding, Path(confdir))
    except SpecError as error:
        if branding is not None:  # the logo is wrong, and nothing else
            branding = branding.model_copy(update={"logo_url": None})
        return ResolvedBranding(
            branding, None, Problem(error.code, error_text(error, "ggdocs_branding"))
        )
    return ResolvedBranding(branding, logo.path if logo is not None else None)
