"""Writes what OpenAPI and AsyncAPI have under ``components``: schemas, the bodies of errors, and
unique titles.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence

from ..catalog.export import (
    undeclared_credentials,
    warn_of_lost_patterns,
    warn_of_lost_references,
    without_nothing,
)
from ..contracts.contract_errors import Location
from ..contracts.model import ErrorFormat
from ..schema import JsonSchema
from ..schema.components import error_body_schema, unused
from ..schema.schema_names import disambiguated, plain_name
from . import parts as doc
from .model import ApiDocsDocument
from .uses import REFERENCE_PREFIX
from .wire import (
    AnyContract,
    AnyMethod,
    description_of,
    error_data,
    error_name,
    error_text,
    unproven_permission,
)

COMPONENTS = "#/components/schemas/"
"""Before the name of a schema, in the references of both formats."""


class Mentions:
    """Turns references to schemas of a document into references to components, and collects which
    schemas are mentioned.

    Args:
        document: The document.
        has_listed: Whether the format also has the schemas that a file lists and nothing mentions.
    """

    def __init__(self, document: ApiDocsDocument, *, has_listed: bool) -> None:
        self._schemas = document.schemas
        export = document.service.export
        self._names: dict[str, None] = {}
        """The schemas that are mentioned, or listed, each once."""
        if export is not None and has_listed:
            self._names = dict.fromkeys(export.types)
        self._waiting = list(self._names)
        """Those of them that `next` has not returned yet."""

    def target(self, reference: str) -> str:
        """Return the reference to a component for one to a schema of the document, and remember the
        schema; other references stay.
        """
        if not reference.startswith(REFERENCE_PREFIX):
            return reference
        name = reference.removeprefix(REFERENCE_PREFIX)
        if name not in self._names and name in self._schemas:
            self._names[name] = None
            self._waiting.append(name)
        return COMPONENTS + name

    def next(self) -> tuple[str, JsonSchema] | None:
        """Return the name and the schema of a type that is mentioned and has not been returned yet;
        None if there is none.
        """
        if not self._waiting:
            return None
        name = self._waiting.pop()
        return name, self._schemas[name]


class ErrorBodies:
    """Writes the bodies of errors as components; each when it is first mentioned.

    Args:
        type_names: The names of components that types have already.
    """

    def __init__(self, type_names: Iterable[str]) -> None:
        self._taken_names = set(type_names)
        self._names: dict[tuple[str, ErrorFormat], str] = {}
        """What `name` has returned: each call would otherwise choose a further name."""
        self.schemas: dict[str, JsonSchema] = {}
        """The components by name."""

    def name(self, key: str, error_format: ErrorFormat) -> str:
        """Return the name of an error's component: its key, with ``-Problem`` for problem details,
        and with ``-Error`` if a type has that name.
        """
        name = self._names.get((key, error_format))
        if name is None:
            wanted = plain_name(key)
            if error_format == "problem":
                wanted += "-Problem"
            name = unused(wanted, self._taken_names, "-Error")
            self._names[key, error_format] = name
        return name

    def refer(self, key: str, error: doc.Error, error_format: ErrorFormat) -> JsonSchema | None:
        """Return the reference to the body of an error, which is written as a component. For a
        plain error, whose body is its data, return the schema of the data itself; None without any.
        """
        if error_format == "plain":
            return error_data(error)
        name = self.name(key, error_format)
        if name not in self.schemas:
            text, data = error_text(key, error), error_data(error)
            error_type = error_name(key, error)
            body = error_body_schema(error_type, error.status_code, text, error_format, data)
            assert body is not None  # only plain errors may have no body
            self.schemas[name] = body
        return {"$ref": COMPONENTS + name}


def external_docs(docs: doc.ExternalDocs | None) -> dict[str, str] | None:
    """Return the external documentation object of OpenAPI and AsyncAPI; None without docs."""
    if docs:
        return without_nothing(url=docs.url, description=docs.description)
    return None


def distinct_titles(
    schemas: Mapping[str, JsonSchema], given_names: Container[str] = ()
) -> dict[str, JsonSchema]:
    """Sort components by name, and replace titles that several of them share by their names.

    Readers that name classes after titles would otherwise let one overwrite another.

    Args:
        schemas: The components.
        given_names: The names of those that a file gives, which stay.
    """
    counts = Counter(schema.get("title") for schema in schemas.values())
    distinct: dict[str, JsonSchema] = {}
    for name, schema in sorted(schemas.items()):
        has_shared_title = "title" in schema and counts[schema["title"]] > 1
        if has_shared_title and name not in given_names:
            schema = {**schema, "title": name}
        distinct[name] = schema
    return distinct


def operation_text(contract: AnyContract, method: AnyMethod, where: Location | str) -> str | None:
    """Return the description of an operation; None if there is nothing to write.

    It is the author's text, then the message of a deprecation, and then a sentence if callers need
    a permission but no credentials are declared that could prove it.

    Args:
        contract: The contract.
        method: A method of it.
        where: The place of the method, for the warning about undeclared credentials.
    """
    notes = [description_of(method)]
    if method.deprecation_message:
        notes.append(f"Deprecated: {method.deprecation_message}")
    permission = unproven_permission(contract, method)
    if permission is not None:
        # This also issues the warning.
        notes.append(undeclared_credentials(where, permission.text))
    return "\n\n".join(filter(None, notes)) or None


def contract_names(contracts: Sequence[AnyContract]) -> dict[int, str]:
    """Return the names of contracts by `id`; contracts of one name get their modules as prefix."""
    by_name: dict[str, list[AnyContract]] = defaultdict(list)
    for contract in contracts:
        by_name[contract.name].append(contract)
    names: dict[int, str] = {}
    for name, same_named in by_name.items():
        if len(same_named) == 1:
            names[id(same_named[0])] = name
        else:
            origins = {id(contract): (_module_of(contract), name) for contract in same_named}
            names |= disambiguated(name, origins)
    return names


def _module_of(contract: AnyContract) -> str:
    """Return the module that defines a contract; empty if it is not known."""
    if contract.source is None:
        return ""
    return contract.source.module or ""


def given_names(document: ApiDocsDocument) -> frozenset[str]:
    """Return the names of schemas that a file gives."""
    export = document.service.export
    if export is None:
        return frozenset()
    return export.given


def warn_of_losses(document: ApiDocsDocument, written: Collection[str]) -> None:
    """Warn of patterns that could not be written, and of references that lead nowhere.

    Args:
        document: The document.
        written: The names of the schemas that the format has: references in others do not matter.
    """
    export = document.service.export
    if export is None:  # a document that was read from JSON does not know what it has lost
        return
    warn_of_lost_patterns(export.lost_patterns)
    lost_references: dict[str, list[str]] = {}
    for reference, places in export.lost_references.items():
        written_places = [place for place in places if _is_in(place, written)]
        # Places are in named schemas: a reference without any is in the schema of a part itself.
        if written_places or not places:
            lost_references[reference] = written_places
    warn_of_lost_references(lost_references)


def _is_in(place: str, names: Collection[str]) -> bool:
    """Return whether a place, such as ``Order`` or ``Order.items``, is in one of the schemas."""
    return any(place == name or place.startswith(f"{name}.") for name in names)
