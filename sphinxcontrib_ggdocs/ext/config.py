"""The configuration, read once into a frozen value."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from operator import is_
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from sphinx.config import Config

from .problems import (
    Problem,
    Subtype,
    Unfit,
    check_plain,
    displayed,
    error_text,
    in_config,
    not_accepted,
    read_config_file,
    suggestion,
    warn,
)

if TYPE_CHECKING:
    from ..catalog import Branding

T = TypeVar("T")

SpecValues: TypeAlias = Mapping[str, Any]
"""A document as written in ``conf.py``: strings, lists and mappings, the fields of `ApiDocSpec`."""

Split: TypeAlias = Literal["contract", "group"]
"""What has a page of its own in a large reference."""

Markup: TypeAlias = Literal["markdown", "rst"]
"""The language of descriptions."""

SINGLE_SLUG = "api"
"""The slug of a document that is configured as one mapping, not as a list of them."""

OUTPUT_DIR = "apidocs"
PAGES_DIR = "ggdocs"
MARKUP: Markup = "markdown"
SPLITS: tuple[Split, ...] = ("contract", "group")

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
    problems: tuple[Unfit, ...]
    """All that is wrong."""

    @classmethod
    def of(cls, config: Config) -> "GgConfig":
        """What the values say now; `check_config` has warned."""
        written = [getattr(config, name) for name in _NAMES]
        if config in _read and all(map(is_, written, _read[config][0])):  # every page asks
            return _read[config][1]
        values = _Reader().read(config)
        _read[config] = (written, values)
        return values

    def refused(self, slugs: Collection[str] | None) -> list[Unfit]:
        """The documents that are left out, of those with some slugs, or of all."""
        refused = [unfit for unfit in self.problems if unfit.slug is not None]
        return [unfit for unfit in refused if slugs is None or unfit.slug in slugs]

    @property
    def alone(self) -> bool:
        """Whether there is one document at most, so that nobody needs to say which one is
        meant.
        """
        return len(self.documents) <= 1


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

    def __init__(self) -> None:
        self.documents: dict[str, SpecValues] = {}
        self.places: dict[str, str] = {}
        self.splits: dict[str, Split] = {}
        self.problems: list[Unfit] = []

    def read(self, config: Config) -> GgConfig:
        """The configuration."""
        self._read_documents(config.ggdocs_docs)
        return GgConfig(
            branding=self._value(config, "ggdocs_branding", {}, _branding),
            output_dir=self._value(config, "ggdocs_output_dir", OUTPUT_DIR, _folder),
            pages_dir=self._value(config, "ggdocs_pages_dir", PAGES_DIR, _folder),
            markup=self._value(config, "ggdocs_markup", MARKUP, _markup),
            mock_imports=self._value(config, "ggdocs_mock_imports", (), _mock_imports),
            documents=self.documents,
            places=self.places,
            splits=self.splits,
            problems=tuple(self.problems),
        )

    def _value(self, config: Config, name: str, default: T, check: Callable[[str, Any, T], T]) -> T:
        try:
            return check(name, getattr(config, name), default)
        except Unfit as unfit:
            self.problems.append(unfit)
            return default

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
        for name in get_close_matches("split", map(str, values)):
            if name != "split":
                del values[name]
                message = f"there is no field {name!r}; did you mean 'split'?"
                self.problems.append(Unfit(place, message))
        split = values.pop("split", None)
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
    steps = text.split("/")
    if not text or any(step in ("", ".", "..") or step.startswith("_") for step in steps):
        hint = f"give a relative path such as {default!r}"
        raise Unfit(name, f"{value!r} is no folder below the other's; {hint}")
    return text


def _markup(name: str, value: Any, default: Markup) -> Markup:
    if value not in (default, "rst"):
        raise Unfit(name, not_accepted(value, (default, "rst")))
    return "rst" if value == "rst" else default


def _mock_imports(name: str, value: Any, _default: object) -> tuple[str, ...]:
    if isinstance(value, str):  # from the command line, -D ggdocs_mock_imports=torch,numpy
        value = [name.strip() for name in value.split(",") if name.strip()]
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        return tuple(value)
    hint = "give one such as ['torch', 'psycopg']"
    raise Unfit(name, f"{value!r} is no list of module names; {hint}")


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
