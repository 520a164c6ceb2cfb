"""Schemas, brands and errors, each with what it is and which methods use it."""

from collections.abc import Iterable, Sequence

from docutils import nodes

from ...native.document import Error, JsonSchema, MethodRef
from ..objects import ObjectEntry, first_line
from ..python import python_link
from ..words import _
from .details import details, error_prose, error_words, schema_prose, schema_words
from .examples import example
from .facts import facts
from .rows import property_rows, row_table
from .scope import Scope
from .signatures import annotation, describe_object, name_node, space
from .tree import bullets, code, field, paragraph, table
from .types import Parts, literal, ref_name, text_of


def schema_nodes(scope: Scope, key: str, schema: JsonSchema) -> list[nodes.Node]:
    """A named schema or a brand."""
    objtype = scope.schema_type(key)
    name = scope.names.part(key)
    title = scope.types.title(key)
    anchor = scope.anchor(objtype, name) or scope.reserve(objtype, name)
    signature: list[nodes.Node] = [
        annotation(_("brand") if objtype == "brand" else _("type")),
        space(),
        name_node(title),
    ]
    if facet := _facet(key, schema):
        signature += [space(), annotation(f"({facet})")]
    if (origin := scope.origins.get(key)) is not None:
        signature += [space(), python_link(origin)]
    content = [details(scope, objtype, name, schema_prose(schema), schema_words(scope, schema))]
    definition = scope.types.definition(schema)
    entry = ObjectEntry(
        objtype,
        name,
        anchor,
        title,
        alias=scope.names.part(str(schema["x-type"])) if facet else "",
        extra=text_of(definition, scope.types) if objtype == "brand" else "",
        deprecated=bool(schema.get("deprecated")),
        summary=first_line(schema.get("description")),
    )
    description = describe_object(scope, entry, signature=signature, content=content, ids=[anchor])
    kind = _("brand") if objtype == "brand" else _("type")
    entries = [f"{title} ({kind})", *(f"{field}; {title}" for field in schema.get("properties", ()))]
    return [*scope.index_node(anchor, *entries), description]


def schema_content(scope: Scope, key: str, schema: JsonSchema) -> list[nodes.Node]:
    """What stands below the signature of a schema."""
    definition = scope.types.definition(schema)
    content: list[nodes.Node] = []
    if not (schema.get("properties") or _is_long(definition)):
        content.append(paragraph("= ", scope.expression(definition)))
    if schema.get("description"):
        content += scope.describe(str(schema["description"]))
    content += _variants(scope, schema, definition)
    if sentences := facts(schema):
        content.append(paragraph(*sentences))
    if rows := property_rows(schema):
        content.append(row_table(scope, rows, name="gg-fields"))
        content += _closedness(schema)
        content += _example(scope, schema)
    content += used_by(scope, scope.document.uses.get(str(schema.get("x-type") or key), ()))
    return content


def error_nodes(scope: Scope, key: str, error: Error) -> list[nodes.Node]:
    """A declared error. Two of one type have two keys."""
    name = scope.names.part(key)
    anchor = scope.anchor("error", name) or scope.reserve("error", name)
    content = [details(scope, "error", name, error_prose(error), error_words(scope, error))]
    description = describe_object(
        scope,
        ObjectEntry(
            "error",
            name,
            anchor,
            key,
            heading=str(error.status_code),
            extra=text_of(scope.types.expression(error.data), scope.types) if error.data is not None else "",
            summary=first_line(error.description),
        ),
        signature=[annotation(str(error.status_code)), space(), name_node(key)],
        content=content,
        ids=[anchor],
    )
    return [*scope.index_node(anchor, f"{key} ({_('error')})"), description]


def error_content(scope: Scope, error: Error) -> list[nodes.Node]:
    """What stands below the signature of an error."""
    content: list[nodes.Node] = scope.describe(error.description) if error.description else []
    if error.data is not None:
        body: list[nodes.Node] = [paragraph(scope.type_of(error.data))]
        if ref_name(error.data) is None and error.data.get("properties"):
            body.append(row_table(scope, property_rows(error.data), name="gg-fields"))
        content.append(nodes.field_list("", field(_("Data"), *body)))
    content += used_by(scope, error.used_in)
    return content


def used_by(scope: Scope, uses: Iterable[MethodRef]) -> list[nodes.Node]:
    """Links to the methods that mention something, each of them once."""
    links: list[nodes.Node] = []
    seen: set[str] = set()
    for use in uses:
        name = scope.names.method(use.group, use.contract, use.method)
        if name in seen:
            continue
        seen.add(name)
        if links:
            links.append(nodes.Text(", "))
        links.append(scope.link("method", name, nodes.Text(f"{use.contract}.{use.method}")))
    if not links:
        return []
    return [nodes.field_list("", field(_("Used by"), paragraph(*links)), classes=["gg-uses"])]


def _facet(key: str, schema: JsonSchema) -> str | None:
    """Whether a schema is what goes in or what comes out, where the two differ."""
    if schema.get("x-type") not in (None, key):
        return _("input") if key.endswith("-Input") else _("output") if key.endswith("-Output") else None
    return None


def _is_long(definition: Parts) -> bool:
    """Whether alternatives read better as a list."""
    return sum(part.count(" | ") for part in definition if isinstance(part, str)) >= 3


def _variants(scope: Scope, schema: JsonSchema, definition: Parts) -> list[nodes.Node]:
    """The alternatives of a union, by the discriminator's value where there is one; the members of a long enum."""
    mapping = schema.get("discriminator", {}).get("mapping", {})
    if mapping:
        tag = str(schema["discriminator"].get("propertyName", ""))
        rows = [
            [[paragraph(code(literal(value)))], [paragraph(scope.type_of({"$ref": target}))]]
            for value, target in mapping.items()
        ]
        return [table([tag, _("Type")], rows, name="gg-variants")]
    if not _is_long(definition):
        return []
    if "enum" in schema:
        return [paragraph(_("One of: "), *_separated([code(literal(value)) for value in schema["enum"]]), ".")]
    alternatives: Sequence[JsonSchema] = schema.get("oneOf") or schema.get("anyOf") or ()
    return (
        [bullets(paragraph(scope.type_of(each)) for each in alternatives)]
        if alternatives
        else [paragraph("= ", text_of(definition, scope.types))]
    )


def _separated(parts: Sequence[nodes.Node]) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for part in parts:
        if found:
            found.append(nodes.Text(", "))
        found.append(part)
    return found


def _closedness(schema: JsonSchema) -> list[nodes.Node]:
    """Whether fields beside the named ones are refused, where the type says so."""
    if schema.get("additionalProperties") is False:
        return [paragraph(_("No other fields are accepted."))]
    return []


def _example(scope: Scope, schema: JsonSchema) -> list[nodes.Node]:
    text = example(schema, scope.document.schemas)
    block = nodes.literal_block(text, text, language="json", classes=["gg-example"])
    return [nodes.field_list("", field(_("Example"), block))]
