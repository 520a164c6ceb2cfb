"""Collects the names in what an audience is shown of a document.

In a whole document errors and channels have an `export`, with all that their authors have written;
hence the assertions.
"""

from collections.abc import Iterable, Iterator, Mapping

from ..contracts.errors import ErrorClass
from ..schema.nodes import Definition, JsonSchema
from ..schema.traversal import members, subschemas
from . import parts as doc
from .hidden_names import NO_DECLARATIONS, DeclaredNames
from .model import ApiDocsDocument
from .schema_marks import NO_PROPERTIES
from .shown_contracts import ShownContracts
from .shown_parts import ShownParts, errors_of, is_event
from .shown_schemas import SAME_OBJECT, ShownSchemas
from .wire import AnyContract, callbacks_of


class ShownNames(DeclaredNames):
    """The names that authors have given in what an audience is shown.

    Args:
        document: The whole document.
        definitions: The types, by the names of their schemas.
        contracts: Says which contracts and methods are shown.
        parts: Says which parts are shown.
        schemas: Says which schemas are shown.
        inline: Schemas without names that no part has.
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        definitions: Mapping[str, Definition],
        contracts: ShownContracts,
        parts: ShownParts,
        schemas: ShownSchemas,
        inline: Iterable[JsonSchema],
    ) -> None:
        self.errors: dict[ErrorClass, None] = {}
        """The errors that are shown, in their order."""
        self._contracts = contracts
        self._parts = parts
        self._schemas = schemas
        self._collected_errors: set[int] = set()
        """The ids of the parts of errors, which several methods may have."""
        # The last: it begins to collect.
        super().__init__(document, definitions, schemas.marks.shows, inline)

    def _collect(self) -> None:
        """Collect the names in the shown contracts, and in the errors and types that they reach."""
        for group, contracts in self._contracts.groups(self._document):
            for contract in contracts:
                self._collect_shown(group, contract)

    def _collect_shown(self, group: doc.Group, contract: AnyContract) -> None:
        """Collect the names in a contract and in the callbacks of its methods, if it is shown."""
        methods = self._contracts.methods(contract)
        if methods is None:
            return
        self._collect_contract(group, contract, methods)
        for method in methods:
            self._collect_errors(errors_of(method))
            if isinstance(method, doc.HttpMethod):
                for callback in callbacks_of(method, group):
                    self._collect_shown(group, callback)
        if isinstance(contract, doc.WebSocketContract):
            self._collect_errors(_errors_of_channel(contract, methods))

    def _collect_errors(self, errors: Iterable[tuple[str, doc.Error]]) -> None:
        """Collect the shown errors and the names in them, each once."""
        for _, error in errors:
            if id(error) not in self._collected_errors and self._parts.shows(error):
                assert error.export is not None
                self.errors[error.export.cause] = None
                self._collect_part(error)
            self._collected_errors.add(id(error))

    def _collect_scopes(self, security: doc.Security | None) -> None:
        """Collect the scopes of the ways to identify oneself that are shown."""
        shown = None
        if security:
            shown = self._parts.security(security)
        super()._collect_scopes(shown)

    def _collect_part(self, value: object) -> None:
        """Collect the names in a part, if it is shown, or in parts of a tuple or an object."""
        if isinstance(value, doc.Marked):
            schema = getattr(value, "schema", None)
            if not self._parts.shows(value, schema):
                return
        if isinstance(value, doc.Response) and value.export is not None:
            # The method has the headers of all its responses, see `_members_with_names`.
            self._collect_part(value.export.headers)
        super()._collect_part(value)

    def _members_with_names(self, part: doc.Part) -> Iterator[tuple[str, object]]:
        """Yield the members of a part that may have shown names inside."""
        for name, value in super()._members_with_names(part):
            if name == "response_headers" and isinstance(part, doc.HttpMethod):
                continue  # they are the headers of its responses, which may be hidden
            if isinstance(part, doc.Error) and name == "data" and self._has_hidden_data(part):
                continue
            yield name, value

    def _has_hidden_data(self, error: doc.Error) -> bool:
        """Return whether the representation that has the data of an error is hidden."""
        return self._parts.own_content(error) is None

    def _collect_schema(
        self, schema: JsonSchema, context: str, hidden_around: frozenset[str] = NO_PROPERTIES
    ) -> None:
        """Collect the names in a schema, if it is shown.

        Args:
            schema: The schema.
            context: The property whose schema it is, or the type.
            hidden_around: The properties that a schema around this one hides, which is about the
                same object.
        """
        if not self._shows(schema):
            return
        self._collect_keywords(schema, context)
        hidden = hidden_around
        if "properties" in schema or not SAME_OBJECT.isdisjoint(schema):
            # Each part of `allOf` holds for the object; of choices, only one may.
            hidden |= self._schemas.marks.hidden_in(schema, ("allOf",))
        for name, inner in members(schema, "properties"):
            if name not in hidden:
                self._collect_field(name, inner)
                self._collect_single_value(name, inner)
                self._collect_schema(inner, name)
        for keyword in schema.keys() - NO_DECLARATIONS - {"properties"}:
            hidden_inside = NO_PROPERTIES
            if keyword in SAME_OBJECT:
                hidden_inside = hidden
            for inner in _declaring_schemas(keyword, schema):
                self._collect_schema(inner, context, hidden_inside)

    def _discriminator_and_choices(self, union: JsonSchema) -> tuple[JsonSchema, list[JsonSchema]]:
        """Return the discriminator of a union and its choices, without hidden ones."""
        discriminator, choices = super()._discriminator_and_choices(union)
        shown = self._schemas.mentions.discriminator(discriminator, union)
        return shown, list(filter(self._shows, choices))

    def _tag_schema(self, choice: JsonSchema, name: str) -> JsonSchema:
        """Return the schema of the property of a choice that is its tag; an empty one if the
        property is hidden.
        """
        if name in self._schemas.marks.hidden_in(choice):
            return {}
        return super()._tag_schema(choice, name)


def _declaring_schemas(keyword: str, schema: JsonSchema) -> list[JsonSchema]:
    """Return the schemas of a keyword that declare names. References do not lead to definitions
    inside a schema but to named schemas of the document, except for dynamic ones.
    """
    schemas = subschemas({keyword: schema[keyword]})
    if keyword in ("$defs", "definitions"):
        return [inner for inner in schemas if "$dynamicAnchor" in inner]
    return schemas


def _errors_of_channel(
    contract: doc.WebSocketContract, methods: Iterable[doc.Method]
) -> list[tuple[str, doc.Error]]:
    """Return the errors of a WebSocket besides those of its methods, with their keys.

    Args:
        contract: The contract.
        methods: Its shown methods: errors of all events need one event.
    """
    export = contract.export
    assert export is not None
    errors = [*export.handshake_errors, *export.refusals]
    if any(map(is_event, methods)):
        errors += errors_of_all_events(contract)
    return errors


def errors_of_all_events(contract: doc.WebSocketContract) -> list[tuple[str, doc.Error]]:
    """Return the errors of events that are not errors of a single event, with their keys."""
    export = contract.export
    assert export is not None
    of_single_events: set[int] = set()
    for method in contract.methods:
        if is_event(method):
            of_single_events |= _ids_of(errors_of(method))
    # An event may declare an error that the requirements of the contract have for all events; they
    # have it for the handshake, too.
    of_single_events -= _ids_of(export.handshake_errors)
    return [pair for pair in export.event_errors if id(pair[1]) not in of_single_events]


def _ids_of(errors: Iterable[tuple[str, doc.Error]]) -> set[int]:
    """Return the ids of the parts of errors: an error that methods share is one object."""
    return {id(error) for _key, error in errors}
