"""Writes what exported formats keep under ``components``: schemas, the bodies of errors, and unique
titles.
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
    """Turns references to schemas of a document into those of a format, and knows which schemas
    are mentioned.

    Args:
        document: The document.
        has_listed: Whether the format has the schemas that are there without being mentioned.
    """

    def __init__(self, document: ApiDocsDocument, *, has_listed: bool) -> None:
        self._schemas = document.schemas
        export = document.service.export
        self._names = dict.fromkeys(export.types if export is not None and has_listed else ())
        self._waiting = list(self._names)

    def target(self, reference: str) -> str:
        """Return the reference to a component, whose schema the format has to have."""
        if not reference.startswith(REFERENCE_PREFIX):
            return reference
        name = reference.removeprefix(REFERENCE_PREFIX)
        if name not in self._names and name in self._schemas:
            self._names[name] = None
            self._waiting.append(name)
        return COMPONENTS + name

    def next(self) -> tuple[str, JsonSchema] | None:
        """Return a schema that is mentioned and has not been returned yet, with its name."""
        if not self._waiting:
            return None
        name = self._waiting.pop()
        return name, self._schemas[name]


class ErrorBodies:
    """Writes the bodies of errors as components; each when it is first mentioned.

    Args:
        taken: Names of components that types have already.
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._names: dict[tuple[str, ErrorFormat], str] = {}
        self.schemas: dict[str, JsonSchema] = {}
        """By name of component."""

    def name(self, key: str, form: ErrorFormat) -> str:
        """Return the name of an error's component: its key, with ``-Problem`` for
        problem details.
        """
        place = (key, form)
        name = self._names.get(place)
        if name is None:
            wanted = plain_name(key) + ("-Problem" if form == "problem" else "")
            name = self._names[place] = unused(wanted, self._taken, "-Error")
        return name

    def refer(self, key: str, error: doc.Error, form: ErrorFormat) -> JsonSchema | None:
        """Return the reference to an error's body; for a plain error its data, or None without
        data.
        """
        if form == "plain":
            return error_data(error)
        name = self.name(key, form)
        if name not in self.schemas:
            text, data = error_text(key, error), error_data(error)
            body = error_body_schema(error_name(key, error), error.status_code, text, form, data)
            assert body is not None
            self.schemas[name] = body
        return {"$ref": COMPONENTS + name}


def external_docs(docs: doc.ExternalDocs | None) -> dict[str, str] | None:
    """Return an external documentation object."""
    if docs:
        return without_nothing(url=docs.url, description=docs.description)
    return None


def distinct_titles(
    schemas: Mapping[str, JsonSchema], given: Container[str] = ()
) -> dict[str, JsonSchema]:
    """Sort components by name, and replace titles that several of them share by their names.

    Readers that name classes after titles would otherwise let one overwrite another.
    """
    count = Counter(schema["title"] for schema in schemas.values() if "title" in schema)
    return {
        name: {**schema, "title": name}
        if name not in given and count[schema.get("title")] > 1
        else schema
        for name, schema in sorted(schemas.items())
    }


def operation_text(contract: AnyContract, method: AnyMethod, where: Location | str) -> str | None:
    """Return the description of an operation, its deprecation, and a note of missing credentials.

    Args:
        contract: The contract.
        method: A method of it.
        where: Its place, for the warning of missing credentials.
    """
    notes = [description_of(method)]
    if method.deprecation_message:
        notes.append(f"Deprecated: {method.deprecation_message}")
    permission = unproven_permission(contract, method)
    if permission is not None:
        notes.append(undeclared_credentials(where, permission.text))
    return "\n\n".join(filter(None, notes)) or None


def contract_names(contracts: Sequence[AnyContract]) -> dict[int, str]:
    """Return the names of contracts by `id`; contracts of one name get their modules as prefix."""
    asking: dict[str, list[AnyContract]] = defaultdict(list)
    for contract in contracts:
        asking[contract.name].append(contract)
    names: dict[int, str] = {}
    for wanted, rivals in asking.items():
        if len(rivals) == 1:
            names[id(rivals[0])] = wanted
            continue
        origins = {
            id(contract): ((contract.source and contract.source.module) or "", wanted)
            for contract in rivals
        }
        names |= disambiguated(wanted, origins)
    return names


def given_names(document: ApiDocsDocument) -> frozenset[str]:
    """Return the names of schemas that a file gives."""
    export = document.service.export
    return export.given if export is not None else frozenset()


def warn_of_losses(document: ApiDocsDocument, written: Collection[str]) -> None:
    """Warn of patterns and references that the schemas of a document lack.

    Args:
        document: The document.
        written: The names of the schemas that are written.
    """
    export = document.service.export
    if export is None:
        return
    warn_of_lost_patterns(export.lost_patterns)
    lost: dict[str, list[str]] = {}
    for reference, places in export.lost_references.items():
        left = [place for place in places if _is_in(place, written)]
        if left or not places:
            lost[reference] = left
    warn_of_lost_references(lost)


def _is_in(place: str, names: Collection[str]) -> bool:
    """Return whether a place, a schema or a property of it, is in one of some schemas."""
    return any(place == name or place.startswith(f"{name}.") for name in names)
