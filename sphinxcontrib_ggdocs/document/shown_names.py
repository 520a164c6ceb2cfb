"""The names in what an audience is shown of a whole document, and by them those of the rest."""

from collections.abc import Iterable, Iterator, Mapping

from ..audience_rules import Audiences, is_shown
from ..contracts.errors import ErrorClass
from ..schema.nodes import Definition, JsonSchema
from ..schema.traversal import members, subschemas
from . import parts as doc
from .hidden_names import NO_DECLARATIONS, HiddenNames, NamesIn, hidden_names
from .model import ApiDocsDocument
from .shown_parts import ShownParts, errors_of, is_event
from .shown_schemas import SAME_OBJECT, ShownSchemas
from .wire import AnyContract

_NONE: frozenset[str] = frozenset()


def names_of_hidden(
    document: ApiDocsDocument,
    definitions: Mapping[str, Definition],
    asked: Audiences,
    shown: tuple[ShownSchemas, ShownParts],
    inline: Iterable[JsonSchema] = (),
) -> tuple[HiddenNames, list[ErrorClass]]:
    """Return the names that only hidden parts of a document have, and the errors that are shown.

    Args:
        document: The whole document.
        definitions: Its types, by the names of their schemas.
        asked: The audiences that are requested.
        shown: What says which schemas and parts are shown.
        inline: Schemas without names that no part has.
    """
    schemas, parts = shown
    left = _ShownNames(document, definitions, asked, schemas, parts, inline)
    everything = NamesIn(document, definitions, schemas.is_shown, inline)
    return hidden_names(everything, left), list(left.causes)


class _ShownNames(NamesIn):
    """The same walk, without what is for others and what has nothing left then."""

    def __init__(
        self,
        document: ApiDocsDocument,
        definitions: Mapping[str, Definition],
        asked: Audiences,
        schemas: ShownSchemas,
        parts: ShownParts,
        inline: Iterable[JsonSchema],
    ) -> None:
        self.causes: dict[ErrorClass, None] = {}
        """The errors that are shown."""
        self._asked = asked
        self._schemas = schemas
        self._parts = parts
        self._walked: set[int] = set()
        """The ids of the errors that have been looked at."""
        super().__init__(document, definitions, schemas.is_shown, inline)

    def _collect(self) -> None:
        for group in self._document.groups:
            if is_shown(group.audience, self._asked):
                for contract in without_callbacks(group):
                    self._shown_contract(group, contract)

    def _shown_contract(self, group: doc.Group, contract: AnyContract) -> None:
        if not is_shown(contract.audience, self._asked):
            return
        methods = [method for method in contract.methods if self._is_left(contract, method)]
        if contract.methods and not methods:
            return
        if isinstance(contract, doc.WebSocketContract) and not self._is_left(contract, contract):
            return
        self._contract(group, contract, methods)
        for method in methods:
            self._errors(errors_of(method))
            for callback in _callbacks(method):
                self._shown_contract(group, callback)
        if isinstance(contract, doc.WebSocketContract):
            self._errors(_errors_of_channel(contract, methods))

    def _is_left(self, contract: doc.Contract, owner: doc.Contract | doc.Method) -> bool:
        is_callable = not self._parts.hidden_path_params(owner)
        is_callable = is_callable and not self._parts.lacks_credentials(contract, owner)
        return is_callable and self._parts.shows(owner)

    def _errors(self, errors: Iterable[tuple[str, doc.Error]]) -> None:
        for _, error in errors:
            if id(error) not in self._walked and self._parts.shows(error):
                assert error.export is not None
                self.causes[error.export.cause] = None
                self._part(error)
            self._walked.add(id(error))

    def _require(self, security: doc.Security | None) -> None:
        super()._require(security and self._parts.security(security))

    def _part(self, value: object) -> None:
        if isinstance(value, doc.Marked):
            schema = getattr(value, "schema", None)
            if not self._parts.shows(value, schema):
                return
        if isinstance(value, doc.Response) and value.export is not None:
            self._part(value.export.headers)
        super()._part(value)

    def _walked_members(self, part: doc.Part) -> Iterator[tuple[str, object]]:
        for name, value in super()._walked_members(part):
            # Headers of a method are those of its responses, which may be for others.
            is_derived = isinstance(part, doc.HttpMethod) and name == "response_headers"
            if name == "data" and isinstance(part, doc.Error):
                is_derived = self._parts.own_content(part) is None
            if not is_derived:
                yield name, value

    def _schema(self, schema: JsonSchema, context: str, around: frozenset[str] = _NONE) -> None:
        """Collect the names in a schema.

        Args:
            schema: The schema.
            context: The property whose schema it is, or the type.
            around: The properties that a schema around this hides, which is about the same object.
        """
        if not self._is_shown(schema):
            return
        self._keywords(schema, context)
        hidden = around
        if "properties" in schema or not SAME_OBJECT.isdisjoint(schema):
            hidden |= self._schemas.hidden_in(schema, ("allOf",))
        for name, inner in members(schema, "properties"):
            if name not in hidden:
                self._field(name, inner)
                self._property(name, inner)
                self._schema(inner, name)
        for key in schema.keys() - NO_DECLARATIONS - {"properties"}:
            same = hidden if key in SAME_OBJECT else _NONE
            for inner in _declared_by(key, schema):
                self._schema(inner, context, same)

    def _union(self, schema: JsonSchema) -> tuple[JsonSchema, list[JsonSchema]]:
        discriminator, choices = super()._union(schema)
        shown = self._schemas.discriminator(discriminator, schema)
        return shown, list(filter(self._is_shown, choices))

    def _tag_schema(self, choice: JsonSchema, name: str) -> JsonSchema:
        if name in self._schemas.hidden_in(choice):
            return {}
        return super()._tag_schema(choice, name)


def _declared_by(key: str, schema: JsonSchema) -> list[JsonSchema]:
    """Return the schemas of a keyword; of definitions, references lead to types of their own."""
    inside = subschemas({key: schema[key]})
    if key in ("$defs", "definitions"):
        return [inner for inner in inside if "$dynamicAnchor" in inner]
    return inside


def _errors_of_channel(
    contract: doc.WebSocketContract, methods: Iterable[doc.Method]
) -> list[tuple[str, doc.Error]]:
    """Return the errors of a WebSocket, besides those of its methods."""
    export = contract.export
    assert export is not None
    errors = [*export.handshake_errors, *export.refusals]
    if any(map(is_event, methods)):
        errors += errors_of_all_events(contract)
    return errors


def errors_of_all_events(contract: doc.WebSocketContract) -> list[tuple[str, doc.Error]]:
    """Return the errors of events that are not errors of a single event."""
    export = contract.export
    assert export is not None
    of_one: set[int] = set()
    for method in filter(is_event, contract.methods):
        of_one.update(id(error) for _, error in errors_of(method))
    of_one -= {id(error) for _, error in export.handshake_errors}
    return [pair for pair in export.event_errors if id(pair[1]) not in of_one]


def without_callbacks(group: doc.Group) -> list[AnyContract]:
    """Return the contracts of a group that are not callbacks of its methods."""
    callbacks: set[int] = set()
    for contract in group.contracts:
        for method in contract.methods:
            callbacks.update(map(id, _callbacks(method)))
    return [contract for contract in group.contracts if id(contract) not in callbacks]


def _callbacks(method: doc.Method) -> Iterable[doc.HttpContract]:
    if isinstance(method, doc.HttpMethod) and method.export is not None:
        return method.export.callbacks
    return ()
