"""Request bodies, messages, responses: a type, a description, the fields of an object that has no name."""

from collections.abc import Iterator, Mapping

from docutils import nodes

from ...native.document import Body, Content, FilePart, JsonSchema, Response
from ..words import _
from .facts import facts
from .rows import Row, property_rows, row_table
from .scope import Scope
from .tree import code, paragraph
from .types import ref_name

JSON = "application/json"


def body_nodes(scope: Scope, body: Body) -> list[nodes.Node]:
    """What a client sends."""
    found: list[nodes.Node] = []
    for content in body.contents:
        found += content_nodes(scope, content, note=None if body.required else _("optional"))
    if body.description:
        found += scope.describe(body.description)
    return found


def response_nodes(scope: Scope, response: Response) -> list[nodes.Node]:
    """What comes back."""
    status = [nodes.strong("", str(response.status_code)), nodes.Text(" ")] if response.status_code else []
    if not response.contents:
        found: list[nodes.Node] = [paragraph(*status, nodes.emphasis("", _("no content")))]
    else:
        found = []
        for content in response.contents:
            found += content_nodes(scope, content, before=[part.deepcopy() for part in status])
    if response.description:
        found += scope.describe(response.description)
    return found


def content_nodes(
    scope: Scope, content: Content, *, before: list[nodes.Node] | None = None, note: str | None = None
) -> list[nodes.Node]:
    """One representation: its type, its media type where that is not JSON, its fields where it has no name."""
    schema = content.schema
    line: list[nodes.Node] = list(before or ())
    line.append(scope.type_of(schema) if schema is not None else code(_("bytes")))
    if content.media_type != JSON:
        line += [nodes.Text(" ("), code(content.media_type), nodes.Text(")")]
    if content.stream:
        line += [nodes.Text(" "), nodes.emphasis("", _("one event of a stream"))]
    if note:
        line += [nodes.Text(" "), nodes.emphasis("", note)]
    files = content.files or {}
    sentences = [*(facts(schema) if schema else []), *_file_notes(files.get(""))]
    if sentences:
        line += [nodes.Text(". "), *sentences]
    found: list[nodes.Node] = [paragraph(*line)]
    if schema is not None and ref_name(schema) is None:
        found += inline_fields(scope, schema, files)
    return found


def inline_fields(scope: Scope, schema: JsonSchema, files: Mapping[str, FilePart] | None = None) -> list[nodes.Node]:
    """The fields of a schema that is an object without a name of its own."""
    if not schema.get("properties"):
        return []
    rows = [
        Row(
            name=row.name,
            required=row.required,
            schema=row.schema,
            description=row.description,
            deprecated=row.deprecated,
            notes=list(_file_notes((files or {}).get(row.name))),
        )
        for row in property_rows(schema)
    ]
    return [row_table(scope, rows, name="gg-fields")]


def _file_notes(part: FilePart | None) -> Iterator[nodes.Node]:
    if part is None:
        return
    if part.media_types:
        yield nodes.Text(_("Media types: "))
        for position, media_type in enumerate(part.media_types):
            if position:
                yield nodes.Text(", ")
            yield code(media_type)
        yield nodes.Text(". ")
    if part.max_size is not None:
        yield nodes.Text(_("At most %s bytes.") % part.max_size)
