"""Reads and checks the values of ``conf.py``, and returns them as one frozen value.

It imports neither Sphinx nor pydantic.

A check, such as `_flag`, takes the name of a setting, or of a place in it such as
``ggdocs_docs[1]``, and the value there. It returns the value in its final form, or raises
`UnfitValue` with that name.
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
"""How a large reference is divided into pages; ``none`` keeps it on one page."""

Markup: TypeAlias = Literal["markdown", "rst"]
"""The language of descriptions."""

Exports: TypeAlias = Mapping[str, bool | Mapping[str, Any]]
"""By slug, whether a document is written in a format, or the options with which it is written."""

SINGLE_SLUG = "api"
"""The slug of a document that is configured as one mapping, not as a list of them."""

SPLITS: tuple[SplitChoice, ...] = get_args(SplitChoice)
MARKUPS: tuple[Markup, ...] = ("markdown", "rst")


def setting_of(output: str) -> str:
    """Return the configuration value with the options of an output format:
    ``ggdocs_to_openapi``.
    """
    return f"ggdocs_to_{output}"


EXPORTERS = tuple(setting_of(output.name) for output in OUTPUTS if output.is_surface)
"""The configuration values of optional surfaces. If a surface is not set up, its value is ignored,
and is no error."""

NOT_A_LIST = (
    "give a list of mappings, one for each document, such as [{'slug': 'shop', 'title': ...}], "
    "or the path of a pyproject.toml"
)
"""How to correct a value of ``ggdocs_docs``."""


class Definition(NamedTuple):
    """The definition of a document, in ``ggdocs_docs`` or by a directive."""

    values: SpecValues
    names: tuple[str, ...] = ()
    """The import names of contracts or of an application, which a directive lists."""
    page: str = ""
    """The page whose directive defines the document; empty for one of ``ggdocs_docs``."""

    @property
    def slug(self) -> str:
        """Return the slug, which may be invalid."""
        return slug_of(self.values)


class WrongConf(ValueError):
    """Configuration values of the wrong type or format.

    Args:
        problems: One problem for each wrong value.
    """

    def __init__(self, problems: Iterable[UnfitValue]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class ConfValues(NamedTuple):
    """The values of ``conf.py`` of this extension."""

    documents: Mapping[str, SpecValues]
    """By slug, without the documents that the audience of the build must not see."""
    hidden: frozenset[str]
    """The slugs of the documents that the audience of the build must not see."""
    places: Mapping[str, str]
    """By slug, the place of a document in ``conf.py``: ``ggdocs_docs[1]``."""
    splits: Mapping[str, SplitChoice]
    """By slug, how a document is divided into pages; only where ``conf.py`` sets it."""
    branding: Mapping[str, Any]
    """The logo and colour of the UI: the fields of `Branding`, not validated yet."""
    out_dir: str
    """The folder of our files, inside the output folder."""
    pages_dir: str
    """The folder, inside the source folder, in which the pages of large references are written."""
    markup: Markup
    allow_raw: bool
    """Whether descriptions of contracts may insert files and raw text."""
    audience: tuple[str, ...] | None
    """The audiences for which the site is built; None to build each document for its own."""
    mock_imports: tuple[str, ...]
    """The names of modules that are replaced by mocks when contracts are imported."""
    without: tuple[str, ...]
    """The parts to leave out of our files, of those in `SITE_PARTS`."""
    exports: Mapping[str, Exports]
    """The options of output formats by configuration value, such as ``ggdocs_to_openapi``; only of
    surfaces that are set up."""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Read and check configuration values.

        Args:
            values: The values by name: all of `CONF_VALUES`, and any of `EXPORTERS`.

        Raises:
            WrongConf: Values have the wrong type or format.
        """
        return cls(**_Reader().read(values))

    @property
    def alone(self) -> bool:
        """Whether there is one document at most, so that references need not name it."""
        return len(self.documents) <= 1

    @property
    def audiences(self) -> tuple[object, ...] | None:
        """The audience of the build and those of all documents, to compare builds; None if every
        document is for everybody. Documents are sorted, so that their order does not count.
        """
        audience_by_slug = {slug: values.get("audience") for slug, values in self.documents.items()}
        has_audience = any(audience is not None for audience in audience_by_slug.values())
        if self.audience is None and not has_audience:
            return None
        # By `repr`, since values of different types have no order.
        return self.audience, sorted(audience_by_slug.items(), key=repr)


def for_audience(values: SpecValues, audiences: Audiences | None) -> SpecValues | None:
    """Return a document with its audience limited to some audiences; None if it is for none of
    them.

    Args:
        values: The document. If its own audience is invalid, it is returned without changes: it is
            reported, and not shown, when it is loaded.
        audiences: The audiences of the build; None for no limit.
    """
    if audiences is None:
        return values
    document_audience: tuple[str, ...] | None
    match values.get("audience"):
        case None:
            document_audience = None
        case str() as name:
            document_audience = (name,)
        case names if _are_texts(names):
            document_audience = tuple(names)
        case _:
            return values
    if not is_shown(document_audience or (), audiences):
        return None
    common_audience = shared_audience(document_audience, audiences) or ()
    return {**values, "audience": list(common_audience)}


def _are_texts(value: object) -> bool:
    """Return whether a value is a list or tuple of strings."""
    return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)


def slug_of(values: SpecValues) -> str:
    """Return the slug of a document, which may be invalid; empty without one."""
    return str(values.get("slug", ""))


class _Reader:
    """Reads the values one by one, and collects the problems with them."""

    def __init__(self) -> None:
        # By slug, as in `ConfValues`; the documents of all audiences.
        self.documents: dict[str, SpecValues] = {}
        self.places: dict[str, str] = {}
        self.splits: dict[str, SplitChoice] = {}
        self.problems: list[UnfitValue] = []

    def read(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of `ConfValues`.

        Args:
            values: The configuration values by name.

        Raises:
            WrongConf: Values have the wrong type or format.
        """
        self._read_documents(values["ggdocs_docs"])
        fields: dict[str, Any] = {}
        for setting in CONF_VALUES[1:]:  # without `ggdocs_docs`
            value = self._checked(setting.name, values[setting.name], setting.check)
            fields[setting.name.removeprefix("ggdocs_")] = value
        exports: dict[str, Exports] = {}
        for name in EXPORTERS:
            if name in values:
                exports[name] = self._read_exports(name, values[name])
        if self.problems:
            raise WrongConf(self.problems)
        documents: dict[str, SpecValues] = {}
        for slug, document in self.documents.items():
            visible_document = for_audience(document, fields["audience"])
            if visible_document is not None:
                documents[slug] = visible_document
        return fields | {
            "documents": documents,
            "hidden": frozenset(self.documents.keys() - documents.keys()),
            "places": self.places,
            "splits": self.splits,
            "exports": exports,
        }

    def _checked(self, place: str, value: object, check: "_Check") -> Any:
        """Return the checked value; None, and a problem, if it does not pass the check.

        Args:
            place: The name of the setting, or a place in it such as ``ggdocs_docs[1]``.
            value: The value in ``conf.py``.
            check: Returns the value in its final form, or raises `UnfitValue`.
        """
        try:
            return check(place, value)
        except UnfitValue as unfit:
            self.problems.append(unfit)
            return None

    def _read_exports(self, name: str, value: object) -> Exports:
        """Read a value such as ``ggdocs_to_openapi``: the options of a format by slug."""
        options_by_slug: Mapping[str, Any] = self._checked(name, value, _by_slug) or {}
        exports: dict[str, Any] = {}
        for slug, options in options_by_slug.items():
            exports[slug] = self._checked(f"{name}[{slug!r}]", options, _export)
        return exports

    def _read_documents(self, value: object) -> None:
        """Read ``ggdocs_docs``: a list of documents, or a single one without a slug."""
        # The default is for a value of another type, which `_document` reports.
        entries: list[tuple[str, object]] = [("ggdocs_docs", value)]
        if isinstance(value, Mapping):
            entries = [("ggdocs_docs", {"slug": SINGLE_SLUG, **value})]
        elif isinstance(value, list | tuple):
            entries = [(f"ggdocs_docs[{position}]", entry) for position, entry in enumerate(value)]
        for place, entry in entries:
            self._checked(place, entry, self._read_document)

    def _read_document(self, place: str, entry: object) -> None:
        """Read one document of ``ggdocs_docs``.

        Raises:
            UnfitValue: It is no mapping, its slug is taken, or its option `split` is wrong.
        """
        values = dict(_document(place, entry))
        # The only option that is no field of `ApiDocSpec`: it concerns the pages of Sphinx.
        split = values.pop("split", None)
        slug = slug_of(values)
        # Slugs are names of folders, and some file systems ignore the case.
        if slug.lower() in map(str.lower, self.documents):
            message = f"the slug {slug!r} is taken by an earlier document; give each its own"
            raise UnfitValue(place, message)
        self.documents[slug], self.places[slug] = values, place
        if split in SPLITS:
            self.splits[slug] = split
        elif split is not None:
            raise UnfitValue(f"{place}.split", not_accepted(split, SPLITS))


def _document(place: str, entry: Any) -> Mapping[str, Any]:
    """Return a document of ``ggdocs_docs``, or the value of ``ggdocs_docs`` itself, if it is a
    mapping.

    Raises:
        UnfitValue: It is no mapping.
    """
    check_plain(entry, place)
    if not isinstance(entry, Mapping):
        kind = "list"  # which the value of ``ggdocs_docs`` itself should be
        if place.endswith("]"):  # an item of ``ggdocs_docs``, such as ``ggdocs_docs[1]``
            kind = "mapping"
        raise UnfitValue(place, f"{displayed(entry)} is not a {kind}; {NOT_A_LIST}")
    return entry


def _branding(name: str, value: Any) -> Mapping[str, Any]:
    """Return the value of ``ggdocs_branding``, if it is a mapping."""
    if not isinstance(value, Mapping):
        example = "{'primary_color': '#4f46e5', 'logo_url': ...}"
        raise UnfitValue(name, f"{displayed(value)} is not a mapping; give {example}")
    check_plain(value, name)
    return value


def _folder(name: str, value: Any) -> str:
    """Return the path of a folder without slashes around it, if it is a relative path to a folder
    that Sphinx does not use itself.
    """
    path = ""
    if isinstance(value, str):
        path = str(value).strip("/")
    for segment in path.split("/"):
        # Names with an underscore, such as ``_static``, are Sphinx's own.
        if segment in ("", ".", "..") or segment.startswith("_"):
            hint = "give a relative path such as 'apidocs'"
            raise UnfitValue(name, f"{value!r} is not a folder inside the output; {hint}")
    return path


def _markup(name: str, value: Any) -> Markup:
    """Return the language of descriptions, if it is one that can be parsed."""
    if value not in MARKUPS:
        raise UnfitValue(name, not_accepted(value, MARKUPS))
    return MARKUPS[MARKUPS.index(value)]  # the equal member, whose type mypy knows


def _flag(name: str, value: Any) -> bool:
    """Return a boolean, also one that is set on the command line."""
    if value in ("0", "1"):  # from the command line, -D ggdocs_allow_raw=1
        return bool(value == "1")
    if not isinstance(value, bool):
        raise UnfitValue(name, f"{displayed(value)} is not accepted; use True or False")
    return value


def _split_at_commas(text: str) -> list[str]:
    """Return the parts of a text between commas, without surrounding space and empty parts."""
    parts = map(str.strip, text.split(","))
    return list(filter(None, parts))


def _audience(name: str, value: Any) -> tuple[str, ...] | None:
    """Return the audiences that the build is for: None for everything, empty for what everyone may
    see.

    Args:
        name: The name of the value in ``conf.py``, for messages.
        value: A list of names, or None; a string if it is from the command line.

    Raises:
        UnfitValue: It is something else, or a name is empty.
    """
    if isinstance(value, str):  # from the command line, -D ggdocs_audience=partner,public
        value = _split_at_commas(value) or None  # -D ggdocs_audience= is for everything
    if value is None:
        return None
    if _are_texts(value) and all(value):
        return tuple(value)
    hint = "give one such as ['partner', 'public'], or None for everything"
    raise UnfitValue(name, f"{value!r} is not a list of audiences; {hint}")


def _list_check(items: str, example: list[str]) -> "_Check":
    """Return a check that a value is a list of strings.

    Args:
        items: The word for its items in messages, such as ``module names``.
        example: An example in messages.
    """

    def check(name: str, value: Any) -> tuple[str, ...]:
        """Return the strings, also those that are set on the command line with commas."""
        if isinstance(value, str):  # from the command line, -D ggdocs_mock_imports=torch,numpy
            value = _split_at_commas(value)
        if _are_texts(value):
            return tuple(value)
        raise UnfitValue(name, f"{value!r} is not a list of {items}; give one such as {example}")

    return check


_check_parts = _list_check("parts", ["llms"])


def _without(name: str, value: Any) -> tuple[str, ...]:
    """Return the parts to leave out, if all of them are parts of our files (`SITE_PARTS`)."""
    parts: tuple[str, ...] = _check_parts(name, value)
    for part in parts:
        if part not in SITE_PARTS:
            raise UnfitValue(name, not_accepted(part, SITE_PARTS))
    return parts


def _by_slug(name: str, value: Any) -> Mapping[str, Any]:
    """Return the options of a format by the slugs of documents, as in ``ggdocs_to_openapi``.

    Raises:
        UnfitValue: The value is not a mapping, or one of its keys is not a string.
    """
    if not isinstance(value, Mapping):
        message = f"{displayed(value)} is not accepted; use a mapping of slugs"
        raise UnfitValue(
            name, f"{message}; ggdocs_without lists parts to leave out of every document"
        )
    check_keys(value, name)
    return value


def _export(place: str, value: Any) -> bool | Mapping[str, Any]:
    """Return the options of a format for one document: a boolean, or a mapping."""
    if not isinstance(value, bool | Mapping):
        accepted = "True, False, or a mapping of options"
        raise UnfitValue(place, f"{displayed(value)} is not accepted; use {accepted}")
    check_plain(value, place)
    return value


_Check: TypeAlias = Callable[[str, Any], Any]
"""A function that gets the name and the value of a setting. It returns the value in its final form,
or raises `UnfitValue`."""


class ConfValue(NamedTuple):
    """A configuration value of this extension."""

    name: str
    default: Any
    rebuild: Literal["env", "html"]
    """What Sphinx does after a change: read all pages again, or write them."""
    check: _Check
    description: str


_check_modules = _list_check("module names", ["torch", "psycopg"])

CONF_VALUES = (
    ConfValue("ggdocs_docs", [], "env", _document, "The documents: a list, or a pyproject.toml."),
    ConfValue("ggdocs_branding", {}, "env", _branding, "Logo and colour: logo_url, primary_color."),
    ConfValue("ggdocs_out_dir", "apidocs", "html", _folder, "Our files in HTML output."),
    ConfValue("ggdocs_pages_dir", "ggdocs", "env", _folder, "A large reference's pages."),
    ConfValue("ggdocs_markup", "markdown", "env", _markup, "The language of descriptions."),
    ConfValue("ggdocs_allow_raw", False, "env", _flag, "Raw text and files in descriptions."),
    ConfValue("ggdocs_audience", None, "env", _audience, "For whom the documents are."),
    ConfValue("ggdocs_mock_imports", (), "env", _check_modules, "Modules to import as mocks."),
    ConfValue("ggdocs_without", (), "html", _without, "Parts left out of our files."),
)
