"""Request bodies, messages, responses: a type, a description, the fields of an object that has no name."""

from collections.abc import Iterator, Mapping

from ...native.document import Body, Content, FilePart, JsonSchema, Response
from ..words import _
from .facts import apart, facts
from .rows import Row, property_rows, row_table
from .scope import Scope
from .tree import Block, Code, Emphasis, Inline, Strong, paragraph
from .types import ref_name

JSON = "application/json"


def body_nodes(scope: Scope, body: Body) -> list[Block]:
    """What a client sends."""
    found: list[Block] = []
    for content in body.contents:
        found += content_nodes(scope, content, note=None if body.required else _("optional"))
    if body.description:
        found += scope.prose(body.description)
    return found


def response_nodes(scope: Scope, response: Response) -> list[Block]:
    """What comes back."""
    status: list[Inline] = [Strong(str(response.status_code)), " "] if response.status_code else []
    if not response.contents:
        found: list[Block] = [paragraph(*status, Emphasis(_("no content")))]
    else:
        found = []
        for content in response.contents:
            found += content_nodes(scope, content, before=status)
    if response.description:
        found += scope.prose(response.description)
    return found


def content_nodes(
    scope: Scope, content: Content, *, before: list[Inline] | None = None, note: str | None = None
) -> list[Block]:
    """One representation: its type, its media type where that is not JSON, its fields where it has no name."""
    schema = content.schema
    line: list[Inline] = list(before or ())
    line.append(scope.type_of(schema) if schema is not None else Code(_("bytes")))
    if content.media_type != JSON:
        line += [" (", Code(content.media_type), ")"]
    if content.stream:
        line += [" ", Emphasis(_("one event of a stream"))]
    if note:
        line += [" ", Emphasis(note)]
    files = content.files or {}
    sentences = apart(facts(schema) if schema else [], list(_file_notes(files.get(""))))
    if sentences:
        line += [". ", *sentences]
    found: list[Block] = [paragraph(*line)]
    if schema is not None and ref_name(schema) is None:
        found += inline_fields(scope, schema, files)
    return found


def inline_fields(scope: Scope, schema: JsonSchema, files: Mapping[str, FilePart] | None = None) -> list[Block]:
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


def _file_notes(part: FilePart | None) -> Iterator[Inline]:
    if part is None:
        return
    if part.media_types:
        yield _("Media types: ")
        for position, media_type in enumerate(part.media_types):
            if position:
                yield ", "
            yield Code(media_type)
        yield ". "
    if part.max_size is not None:
        yield _("At most %s bytes.") % part.max_size
