"""The framings that come with the package, beside the default one, and the checks of a contract's
framing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final

from pydantic import TypeAdapter
from pydantic.errors import PydanticUserError
from pydantic.json_schema import JsonSchemaMode

from .contract_errors import BadOption, Problems, Where
from .errors import SERVER_ERROR, VALIDATION_ERROR, ServiceError
from .framing import (
    Cause,
    Direction,
    FrameKind,
    Framing,
    Interaction,
    Placeholder,
    Template,
    location,
)
from .message_model import MISSING, Content


class JsonRpc(Framing):
    """JSON-RPC 2.0, one object in each text frame. Events are notifications, whose failures are not
    reported.

    An object is its own ``params``; any other payload is a member of them, by the name of its
    argument. Errors are in the error format of the contract under ``data``. Batches are refused.
    """

    name = "json-rpc"
    description = "JSON-RPC 2.0, one object in each text frame. Batches are refused."
    request: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "id": Placeholder.ID,
        "method": Placeholder.METHOD,
        "params": Placeholder.PAYLOAD,
    }
    event: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "method": Placeholder.METHOD,
        "params": Placeholder.PAYLOAD,
    }
    answer: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "id": Placeholder.ID,
        "result": Placeholder.PAYLOAD,
    }
    error: ClassVar[Template] = {
        "jsonrpc": "2.0",
        "id": Placeholder.ID,
        "error": {
            "code": Placeholder.CODE,
            "message": Placeholder.MESSAGE,
            "data": Placeholder.ERROR,
        },
    }
    refusal: ClassVar[Template] = {**error, "id": None}
    _CODES: ClassVar[Mapping[Cause, int]] = {
        "not_json": -32700,
        "not_a_message": -32600,
        "unknown_method": -32601,
        "invalid": -32602,
    }

    def template(self, kind: FrameKind, interaction: Interaction | None = None) -> Template:
        template = super().template(kind, interaction)
        message = interaction.message if interaction is not None else None
        if kind not in ("request", "event") or message is None or is_object(message.contents[0]):
            return template
        params = (
            {message.argument: Placeholder.PAYLOAD} if message.argument else [Placeholder.PAYLOAD]
        )
        return {**template, "params": params}

    def code(self, error: type[ServiceError[Any]], cause: Cause = "invalid") -> int:
        if error.type == VALIDATION_ERROR.type:
            return self._CODES[cause]
        return -32603 if error.type == SERVER_ERROR.type else error.status


@dataclass(frozen=True, slots=True, kw_only=True)
class Bare(Framing):
    """Payloads without a frame: a text frame is the payload as JSON, a binary frame is one of
    bytes.

    Errors are sent as they are, in the error format of the contract. Without a `correlation_id`
    answers come in the order of the requests.
    """

    name: ClassVar[str] = "bare"
    description: ClassVar[str | None] = "Each frame is the payload itself."
    request: ClassVar[Template] = Placeholder.PAYLOAD
    event: ClassVar[Template] = Placeholder.PAYLOAD
    answer: ClassVar[Template] = Placeholder.PAYLOAD
    error: ClassVar[Template] = Placeholder.ERROR
    event_error: ClassVar[Template | None] = Placeholder.ERROR
    refusal: ClassVar[Template] = Placeholder.ERROR
    discriminator: str | None = None
    """The property whose value says which message it is: each payload's type declares its values,
    as in
    ``kind: Literal["say"]``. Without one a message is the first whose type it has, in the order of
    declaration."""
    correlation_id: str | None = None
    """Where payloads carry the id that joins a request and its answer: a JSON pointer to a
    property, such as ``/id``. An error that is an object gets the id of its request there."""


JSON_RPC: Final = JsonRpc()
BARE: Final = Bare()


# --- payloads ---


def is_object(content: Content) -> bool:
    """Whether a payload is an object, whatever its value."""
    if content.fields is not None:
        return True
    found, definitions = _pydantic_schema(content.type)
    return found is not None and all(
        each.get("type") == "object" for each in _alternatives(found, definitions, frozenset())
    )


def tags(interaction: Interaction, discriminator: str) -> tuple[Any, ...]:
    """The values of a discriminator that the payload of an interaction declares, in order; none if
    it declares none.
    """
    if interaction.message is None:
        return ()
    content = interaction.message.contents[0]
    if content.fields is not None:
        form = next(
            (field.type for field in content.fields if field.name == discriminator), MISSING
        )
        found, definitions = _pydantic_schema(form)
        return tuple(dict.fromkeys(_constants(found, definitions))) if found is not None else ()
    found, definitions = _pydantic_schema(content.type)
    values: list[Any] = []
    for each in _alternatives(found, definitions, frozenset()) if found is not None else ():
        declared = each.get("properties", {}).get(discriminator)
        own = list(_constants(declared, definitions)) if isinstance(declared, dict) else []
        if not own:
            return ()
        values += own
    return tuple(dict.fromkeys(values))


def _pydantic_schema(
    form: Any, mode: JsonSchemaMode = "validation"
) -> tuple[dict[str, Any] | None, Mapping[str, Any]]:
    if form is MISSING:
        return None, {}
    try:
        return _described(form, mode)
    except TypeError:  # metadata without a hash
        return _describe(form, mode)


def _describe(form: Any, mode: JsonSchemaMode) -> tuple[dict[str, Any] | None, Mapping[str, Any]]:
    try:
        found = TypeAdapter(form).json_schema(mode=mode)
    except PydanticUserError:  # no JSON Schema, which the schema layer reports with its place
        return None, {}
    return found, found.get("$defs", {})


_described: Callable[[Any, JsonSchemaMode], tuple[dict[str, Any] | None, Mapping[str, Any]]] = (
    lru_cache(maxsize=1024)(_describe)
)


def _alternatives(
    schema: Mapping[str, Any], definitions: Mapping[str, Any], inside: frozenset[str]
) -> Iterator[Mapping[str, Any]]:
    """What a value may be: the schema without references, or each member of a union."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in inside:
            yield from _alternatives(definitions[name], definitions, inside | {name})
        return
    members = schema.get("oneOf") or schema.get("anyOf")
    if members is None:
        yield schema
    for member in members or ():
        yield from _alternatives(member, definitions, inside)


def _constants(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[Any]:
    for each in _alternatives(schema, definitions, frozenset()):
        if "const" in each:
            yield each["const"]
        yield from each.get("enum", ())


# --- checks ---


def check_framing(framing: object, where: Where, problems: Problems) -> None:
    """Refuse what is no framing, and templates that cannot work."""
    if not isinstance(framing, Framing):
        hint = (
            "give an object of a subclass of Framing: DEFAULT, JSON_RPC, "
            "Bare(discriminator='kind'), or one of your own"
        )
        problems.add(BadOption(f"framing={framing!r} is no framing", where=where, hint=hint))
        return
    for problem, hint in _template_problems(framing):
        problems.add(
            BadOption(f"framing {type(framing).__name__}: {problem}", where=where, hint=hint)
        )


def _template_problems(framing: Framing) -> Iterator[tuple[str, str]]:
    kinds_needed: tuple[FrameKind, ...] = ("request", "event", "answer", "error", "refusal")
    missing = [kind for kind in kinds_needed if not hasattr(framing, kind)]
    if missing or not hasattr(framing, "name"):
        yield (
            f"it has no {' and no '.join(missing or ['name'])}",
            "set it in the class: see Framing",
        )
        return
    has_id = {
        kind: location(framing.template(kind), Placeholder.ID) is not None
        for kind in ("request", "answer", "error")
    }
    if len(set(has_id.values())) > 1:
        kinds = " and ".join(kind for kind, has in has_id.items() if not has)
        yield (
            f"the templates of {kinds} have no Placeholder.ID, others have",
            "put it into request, answer and error, or none",
        )
    names = {
        kind: location(framing.template(kind), Placeholder.METHOD) is not None
        for kind in ("request", "event")
    }
    if len(set(names.values())) > 1:
        kinds = " and ".join(kind for kind, has in names.items() if not has)
        yield (
            f"the template of {kinds} has no Placeholder.METHOD",
            "put it into request and event, or into neither",
        )
    if framing.discriminator is not None and names["request"]:
        yield "it has both a discriminator and Placeholder.METHOD", "keep one of them"
    pointer = framing.correlation_id
    if pointer is not None and (
        not pointer.startswith("/") or "/" in pointer[1:] or len(pointer) == 1
    ):
        yield (
            f"correlation_id={pointer!r} is no JSON pointer to a property",
            "write one such as '/id'",
        )


def check_payloads(
    framing: Framing, interactions: Iterable[tuple[Interaction, Where]], problems: Problems
) -> None:
    """Refuse interactions that a framing without names cannot tell apart."""
    if framing.names_methods:
        return
    taken: dict[tuple[Direction, Any], str] = {}
    for each, where in interactions:
        if each.message is None:
            problems.add(
                BadOption(
                    f"it has no message, which the framing {framing.name} cannot send",
                    where=where,
                    hint="give it an argument, or use a framing that names the method",
                )
            )
            continue
        if framing.correlation_id is not None and each.is_request:
            _check_ids(framing.correlation_id.removeprefix("/"), each, where, problems)
        if framing.discriminator is None:
            continue
        own = tags(each, framing.discriminator)
        if not own:
            problems.add(
                BadOption(
                    f"its message does not declare the discriminator {framing.discriminator!r}",
                    where=where,
                    hint=(
                        f"give its type the field `{framing.discriminator}: Literal['{each.name}']`"
                    ),
                )
            )
        for tag in own:
            other = taken.setdefault((each.direction, tag), each.name)
            if other != each.name:
                problems.add(
                    BadOption(
                        f"{framing.discriminator} = {tag!r} is the message {other} already",
                        where=where,
                        hint="give each message values of its own",
                    )
                )


def _check_ids(name: str, interaction: Interaction, where: Where, problems: Problems) -> None:
    """Refuse a request or an answer that cannot carry the id that joins the two."""
    message = interaction.message
    payloads = {
        "message": message.contents[0] if message is not None else None,
        "answer": interaction.answer,
    }
    for what, content in payloads.items():
        if content is not None and _can_carry(content, name):
            continue
        problems.add(
            BadOption(
                f"its {what} has no property {name!r}, the correlation_id that joins a request "
                "and its answer",
                where=where,
                hint=f"make it a model with the field `{name}: int`, or use a framing whose frames "
                "have an id",
            )
        )


def _can_carry(content: Content, name: str) -> bool:
    """Whether each value of a payload may be an object with a property."""
    if content.fields is not None:
        return any(field.name == name for field in content.fields)
    if content.type is MISSING:
        return False
    modes: tuple[JsonSchemaMode, ...] = ("validation", "serialization")
    schemas = [_pydantic_schema(content.type, mode) for mode in modes]
    return any(
        found is None
        or all(_has_property(each, name) for each in _alternatives(found, definitions, frozenset()))
        for found, definitions in schemas
    )


def _has_property(schema: Mapping[str, Any], name: str) -> bool:
    """Whether objects of a schema without references may have a property; one that says nothing of
    its type may be anything.
    """
    if "type" not in schema:
        return True
    is_open = bool(schema.get("additionalProperties"))
    return schema["type"] == "object" and (is_open or name in schema.get("properties", {}))
