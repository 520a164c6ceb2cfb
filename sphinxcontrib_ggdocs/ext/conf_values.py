"""Reads the values of ``conf.py`` into a frozen value.

It imports neither Sphinx nor pydantic.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, Self, TypeAlias, get_args

from ..audience_rules import Audiences, is_shown, shared_audience
from ..capabilities import OUTPUTS, SITE_PARTS
from ..named_objects import Split
from ..value_messages import UnfitValue, check_keys, check_plain, displayed, not_accepted

SpecValues: TypeAlias = Mapping[str, Any]
"""A document as written in ``conf.py``: strings, lists and mappings, the fields of `ApiDocSpec`."""

SplitChoice: TypeAlias = Literal[Split, "none"]
"""What authors say has a page of its own; ``none`` keeps a large reference on one page."""

Markup: TypeAlias = Literal["markdown", "rst"]
"""The language of descriptions."""

Exports: TypeAlias = Mapping[str, bool | Mapping[str, Any]]
"""By slug, whether a document is written in a format, or with which options."""

SINGLE_SLUG = "api"
"""The slug of a document that is configured as one mapping, not as a list of them."""

SPLITS: tuple[SplitChoice, ...] = get_args(SplitChoice)
MARKUPS: tuple[Markup, ...] = ("markdown", "rst")


def setting_of(output: str) -> str:
    """Return the name of the value that says how documents are written in a format."""
    return f"ggdocs_to_{output}"


EXPORTERS = tuple(setting_of(output.name) for output in OUTPUTS if output.is_surface)
"""Values of surfaces that need not be set up: without them they mean nothing, and are no
error."""

NOT_A_LIST = (
    "give a list of mappings, one for each document, such as [{'slug': 'shop', 'title': ...}], "
    "or the path of a pyproject.toml"
)


class Definition(NamedTuple):
    """A document of ``ggdocs_docs``, or one of a directive, with its names and its page."""

    values: SpecValues
    names: tuple[str, ...] = ()
    page: str = ""

    @property
    def slug(self) -> str:
        """Return the slug, checked or not."""
        return slug_of(self.values)


class WrongConf(ValueError):
    """Values of the wrong form.

    Args:
        problems: One for each.
    """

    def __init__(self, problems: Iterable[UnfitValue]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class ConfValues(NamedTuple):
    """What ``conf.py`` says."""

    documents: Mapping[str, SpecValues]
    """By slug; those that are for others left out."""
    hidden: frozenset[str]
    """The slugs of those that are for others."""
    places: Mapping[str, str]
    """By slug, where a document is written: ``ggdocs_docs[1]``."""
    splits: Mapping[str, SplitChoice]
    """By slug: which objects have a page of their own, where ``conf.py`` sets it."""
    branding: Mapping[str, Any]
    out_dir: str
    pages_dir: str
    """The folder of the sources of a large reference's pages, inside the project's."""
    markup: Markup
    allow_raw: bool
    """Whether descriptions of contracts may insert files and raw text."""
    audience: tuple[str, ...] | None
    """For whom the build is; None: for whom each document is."""
    mock_imports: tuple[str, ...]
    without: tuple[str, ...]
    """Some of `SITE_PARTS`."""
    exports: Mapping[str, Exports]
    """By name of the value, of the surfaces that are set up."""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Read the values of `CONF_VALUES`, and of `EXPORTERS` those that there are, by name.

        Raises:
            WrongConf: Some have the wrong form.
        """
        return cls(**_Reader().read(values))

    @property
    def alone(self) -> bool:
        """Whether there is one document at most, so that nobody needs to say which is meant."""
        return len(self.documents) <= 1

    @property
    def audiences(self) -> tuple[object, ...] | None:
        """For whom the documents are, all and each; None where each shows everything."""
        written = {slug: values.get("audience") for slug, values in self.documents.items()}
        if self.audience is None and all(audience is None for audience in written.values()):
            return None
        return self.audience, sorted(written.items(), key=repr)


def for_audience(values: SpecValues, asked: Audiences | None) -> SpecValues | None:
    """Return what a document is for an audience: its own audience has no others then. None if it is
    for none of them.

    Args:
        values: The document. What is wrong with its own audience stays, and is an error of the
            document, which then is not shown.
        asked: The audience of the build; None: that of each document.
    """
    if asked is None:
        return values
    own: tuple[str, ...] | None
    match values.get("audience"):
        case None:
            own = None
        case str() as name:
            own = (name,)
        case names if _are_texts(names):
            own = tuple(names)
        case _:
            return values
    if not is_shown(own or (), asked):
        return None
    return {**values, "audience": [*(shared_audience(own, asked) or ())]}


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


def slug_of(values: SpecValues) -> str:
    """Return the slug, checked or not."""
    return str(values.get("slug", ""))


class _Reader:
    """Reads the values one by one, and collects what is wrong with them."""

    def __init__(self) -> None:
        self.documents: dict[str, SpecValues] = {}
        self.places: dict[str, str] = {}
        self.splits: dict[str, SplitChoice] = {}
        self.problems: list[UnfitValue] = []

    def read(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of `ConfValues`."""
        self._read_documents(values["ggdocs_docs"])
        fields = {
            setting.name.removeprefix("ggdocs_"): self._checked(
                setting.name, values[setting.name], setting.check
            )
            for setting in CONF_VALUES[1:]
        }
        exports = {
            name: self._read_exports(name, values[name]) for name in EXPORTERS if name in values
        }
        if self.problems:
            raise WrongConf(self.problems)
        documents: dict[str, SpecValues] = {}
        for slug, document in self.documents.items():
            if (shown := for_audience(document, fields["audience"])) is not None:
                documents[slug] = shown
        return fields | {
            "documents": documents,
            "hidden": frozenset(self.documents.keys() - documents.keys()),
            "places": self.places,
            "splits": self.splits,
            "exports": exports,
        }

    def _checked(self, place: str, value: object, check: "_Check") -> Any:
        try:
            return check(place, value)
        except UnfitValue as unfit:
            self.problems.append(unfit)
            return None

    def _read_exports(self, name: str, written: object) -> Exports:
        given: Mapping[str, Any] = self._checked(name, written, _by_slug) or {}
        return {
            slug: self._checked(f"{name}[{slug!r}]", setting, _export)
            for slug, setting in given.items()
        }

    def _read_documents(self, value: object) -> None:
        entries: list[tuple[str, object]] = [("ggdocs_docs", value)]
        if isinstance(value, Mapping):
            entries = [("ggdocs_docs", {"slug": SINGLE_SLUG, **value})]
        elif isinstance(value, list | tuple):
            entries = [(f"ggdocs_docs[{position}]", entry) for position, entry in enumerate(value)]
        for place, entry in entries:
            self._checked(place, entry, self._read_document)

    def _read_document(self, place: str, entry: object) -> None:
        values = dict(_document(place, entry))
        split = values.pop("split", None)
        slug = slug_of(values)
        if slug.lower() in map(str.lower, self.documents):
            message = f"the slug {slug!r} is taken by an earlier document; give each its own"
            raise UnfitValue(place, message)
        self.documents[slug], self.places[slug] = values, place
        if split in SPLITS:
            self.splits[slug] = split
        elif split is not None:
            raise UnfitValue(f"{place}.split", not_accepted(split, SPLITS))


def _document(place: str, entry: Any) -> Mapping[str, Any]:
    check_plain(entry, place)
    if not isinstance(entry, Mapping):
        kind = "list"
        if place.endswith("]"):
            kind = "mapping"
        raise UnfitValue(place, f"{displayed(entry)} is not a {kind}; {NOT_A_LIST}")
    return entry


def _branding(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        example = "{'primary_color': '#4f46e5', 'logo_url': ...}"
        raise UnfitValue(name, f"{displayed(value)} is not a mapping; give {example}")
    check_plain(value, name)
    return value


def _folder(name: str, value: Any) -> str:
    text = ""
    if isinstance(value, str):
        text = str(value).strip("/")
    if any(step in ("", ".", "..") or step.startswith("_") for step in text.split("/")):
        hint = "give a relative path such as 'apidocs'"
        raise UnfitValue(name, f"{value!r} is not a folder inside the output; {hint}")
    return text


def _markup(name: str, value: Any) -> Markup:
    if value not in MARKUPS:
        raise UnfitValue(name, not_accepted(value, MARKUPS))
    return MARKUPS[MARKUPS.index(value)]


def _flag(name: str, value: Any) -> bool:
    if value in ("0", "1"):  # from the command line, -D ggdocs_allow_raw=1
        return bool(value == "1")
    if not isinstance(value, bool):
        raise UnfitValue(name, f"{displayed(value)} is not accepted; use True or False")
    return value


def _audience(name: str, value: Any) -> tuple[str, ...] | None:
    if isinstance(value, str):  # from the command line, -D ggdocs_audience=partner,public
        value = [part.strip() for part in value.split(",") if part.strip()] or None
    if value is None:
        return None
    if _are_texts(value) and all(value):
        return tuple(value)
    hint = "give one such as ['partner', 'public'], or None for everything"
    raise UnfitValue(name, f"{value!r} is not a list of audiences; {hint}")


def _names_of(what: str, example: list[str]) -> "_Check":
    """Check that a value is a list of texts."""

    def check(name: str, value: Any) -> tuple[str, ...]:
        if isinstance(value, str):  # from the command line, -D ggdocs_mock_imports=torch,numpy
            value = [part.strip() for part in value.split(",") if part.strip()]
        if _are_texts(value):
            return tuple(value)
        raise UnfitValue(name, f"{value!r} is not a list of {what}; give one such as {example}")

    return check


def _without(name: str, value: Any) -> tuple[str, ...]:
    parts: tuple[str, ...] = _names_of("parts", ["llms"])(name, value)
    for part in parts:
        if part not in SITE_PARTS:
            raise UnfitValue(name, not_accepted(part, SITE_PARTS))
    return parts


def _by_slug(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        message = f"{displayed(value)} is not accepted; use a mapping of slugs"
        raise UnfitValue(
            name, f"{message}; ggdocs_without lists parts to leave out of every document"
        )
    check_keys(value, name)
    return value


def _export(place: str, value: Any) -> bool | Mapping[str, Any]:
    """Return the options of a format for one document."""
    if not isinstance(value, bool | Mapping):
        accepted = "True, False, or a mapping of options"
        raise UnfitValue(place, f"{displayed(value)} is not accepted; use {accepted}")
    check_plain(value, place)
    return value


_Check: TypeAlias = Callable[[str, Any], Any]
"""Raises `UnfitValue` for a value of the wrong form, and else returns what it means."""


class ConfValue(NamedTuple):
    """A value of ``conf.py``."""

    name: str
    default: Any
    rebuild: Literal["env", "html"]
    """What Sphinx does after a change: read all pages again, or write them."""
    check: _Check
    description: str


_MODULES = _names_of("module names", ["torch", "psycopg"])

CONF_VALUES = (
    ConfValue("ggdocs_docs", [], "env", _document, "The documents: a list, or a pyproject.toml."),
    ConfValue("ggdocs_branding", {}, "env", _branding, "Logo and colour: logo_url, primary_color."),
    ConfValue("ggdocs_out_dir", "apidocs", "html", _folder, "Our files in HTML output."),
    ConfValue("ggdocs_pages_dir", "ggdocs", "env", _folder, "A large reference's pages."),
    ConfValue("ggdocs_markup", "markdown", "env", _markup, "The language of descriptions."),
    ConfValue("ggdocs_allow_raw", False, "env", _flag, "Raw text and files in descriptions."),
    ConfValue("ggdocs_audience", None, "env", _audience, "For whom the documents are."),
    ConfValue("ggdocs_mock_imports", (), "env", _MODULES, "Modules to import as mocks."),
    ConfValue("ggdocs_without", (), "html", _without, "Parts left out of our files."),
)
