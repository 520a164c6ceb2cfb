"""Schemas, brands and errors, each with what it is and which methods use it."""

from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes

from ...native.document import Error, JsonSchema
from ...native.users import MethodRef
from ..objects import ObjectEntry, ObjectType
from ..python import python_link
from ..words import _
from .details import details, error_prose, error_words, schema_prose, schema_words
from .examples import example
from .facts import facts
from .rows import property_rows, row_table
from .scope import Scope
from .signatures import annotation, describe_object, name_node, space
from .tree import Block, Code, Example, Fields, Inline, Link, Table, Typed, bullets, field, paragraph
from .types import Parts, literal, ref_name, text_of


def schema_nodes(scope: Scope, key: str, schema: JsonSchema) -> list[nodes.Node]:
    """A named schema or a brand."""
    objtype = scope.schema_type(key)
    name = scope.names.part(key)
    title = scope.types.title(key)
    anchor = scope.anchor(objtype, name) or scope.reserve(objtype, name)
    signature = [
        annotation(_("brand") if objtype == "brand" else _("type")),
        space(),
        name_node(title),
    ]
    if facet := _facet(key, schema):
        signature += [space(), annotation(f"({facet})")]
    if (origin := scope.origins.get(key)) is not None:
        signature.append(space())
    prose, words = schema_prose(schema), schema_words(scope, schema)
    content = [details(scope, objtype, name, signature=signature, prose=prose, words=words)]
    definition = scope.types.definition(schema)
    entry = ObjectEntry(
        objtype,
        name,
        anchor,
        title,
        alias=scope.names.part(str(schema["x-type"])) if facet else "",
        extra=text_of(definition, scope.types) if objtype == "brand" else "",
        deprecated=bool(schema.get("deprecated")),
        summary=scope.summary(schema.get("description")),
    )
    after = [python_link(origin)] if origin is not None else []
    description = describe_object(scope, entry, signature=signature, content=content, ids=[anchor], after=after)
    kind = _("brand") if objtype == "brand" else _("type")
    fields = (f"{field}; {scope.told_apart(title)}" for field in schema.get("properties", ()))
    entries = [scope.told_apart(title, kind), *fields]
    return [*scope.index_node(anchor, *entries), description]


def schema_content(scope: Scope, key: str, schema: JsonSchema) -> list[Block]:
    """What stands below the signature of a schema."""
    definition = scope.types.definition(schema)
    content: list[Block] = []
    if not (schema.get("properties") or _is_long(definition)):
        content.append(paragraph("= ", Typed(definition)))
    content += scope.prose(schema.get("description"))
    content += _variants(scope, schema, definition)
    if sentences := facts(schema):
        content.append(paragraph(*sentences))
    if rows := property_rows(schema):
        content.append(row_table(scope, rows, name="gg-fields"))
        content += _closedness(schema)
        content += _example(scope, schema)
    uses = scope.document.users.of_type(str(schema.get("x-type") or key))
    content += used_by(scope, (use.method for use in uses))
    return content


def error_nodes(scope: Scope, key: str, error: Error) -> list[nodes.Node]:
    """A declared error. Two of one type have two keys."""
    name = scope.names.part(key)
    anchor = scope.anchor("error", name) or scope.reserve("error", name)
    signature = [annotation(str(error.status_code)), space(), name_node(key)]
    prose, words = error_prose(error), error_words(scope, error)
    content = [details(scope, "error", name, signature=signature, prose=prose, words=words)]
    description = describe_object(
        scope,
        ObjectEntry(
            "error",
            name,
            anchor,
            key,
            heading=str(error.status_code),
            extra=text_of(scope.types.expression(error.data), scope.types) if error.data is not None else "",
            summary=scope.summary(error.description),
        ),
        signature=signature,
        content=content,
        ids=[anchor],
    )
    return [*scope.index_node(anchor, scope.told_apart(key, _("error"))), description]


def error_content(scope: Scope, key: str, error: Error, handshakes: Sequence[tuple[str, str]]) -> list[Block]:
    """What stands below the signature of an error; `handshakes` are group and contract of those refused with it."""
    content = scope.prose(error.description)
    if error.data is not None:
        body: list[Block] = [paragraph(scope.type_of(error.data))]
        if ref_name(error.data) is None and error.data.get("properties"):
            body.append(row_table(scope, property_rows(error.data), name="gg-fields"))
        content.append(Fields((field(_("Data"), *body),)))
    content += used_by(scope, scope.document.users.of_error(key), handshakes)
    return content


def used_by(scope: Scope, methods: Iterable[MethodRef], handshakes: Iterable[tuple[str, str]] = ()) -> list[Block]:
    """Links to the methods that mention something, and to contracts whose handshakes do, each of them once."""
    names: list[tuple[ObjectType, str]] = [
        ("method", scope.names.method(each.group, each.contract, each.method)) for each in methods
    ]
    names += [("contract", scope.names.contract(group, contract)) for group, contract in handshakes]
    links = [Link(objtype, name, name.partition(".")[2]) for objtype, name in dict.fromkeys(names)]
    if not links:
        return []
    return [Fields((field(_("Used by"), paragraph(*_separated(links))),), ("gg-uses",))]


def _facet(key: str, schema: JsonSchema) -> str | None:
    """Whether a schema is what goes in or what comes out, where the two differ."""
    if schema.get("x-type") not in (None, key):
        return _("input") if key.endswith("-Input") else _("output") if key.endswith("-Output") else None
    return None


def _is_long(definition: Parts) -> bool:
    """Whether alternatives read better as a list."""
    return sum(part.count(" | ") for part in definition if isinstance(part, str)) >= 3


def _variants(scope: Scope, schema: JsonSchema, definition: Parts) -> list[Block]:
    """The alternatives of a union, by the discriminator's value where there is one; the members of a long enum."""
    mapping = schema.get("discriminator", {}).get("mapping", {})
    if mapping:
        tag = str(schema["discriminator"].get("propertyName", ""))
        rows = [
            [[paragraph(Code(literal(value)))], [paragraph(scope.type_of({"$ref": target}))]]
            for value, target in mapping.items()
        ]
        return [Table((tag, _("Type")), rows, "gg-variants")]
    if not _is_long(definition):
        return []
    if "enum" in schema:
        return [paragraph(_("One of: "), *_separated([Code(literal(value)) for value in schema["enum"]]), ".")]
    alternatives: Sequence[JsonSchema] = schema.get("oneOf") or schema.get("anyOf") or ()
    return (
        [bullets(paragraph(scope.type_of(each)) for each in alternatives)]
        if alternatives
        else [paragraph("= ", text_of(definition, scope.types))]
    )


def _separated(parts: Sequence[Inline]) -> Iterator[Inline]:
    for position, part in enumerate(parts):
        if position:
            yield ", "
        yield part


def _closedness(schema: JsonSchema) -> list[Block]:
    """Whether fields beside the named ones are refused, where the type says so."""
    if schema.get("additionalProperties") is False:
        return [paragraph(_("No other fields are accepted."))]
    return []


def _example(scope: Scope, schema: JsonSchema) -> list[Block]:
    text = example(schema, scope.document.schemas)
    return [Fields((field(_("Example"), Example(text)),))]
