"""Tables of parameters and fields: name, type, description."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from docutils import nodes

from ...native.document import JsonSchema, Param
from ..words import _
from .facts import facts, tells
from .scope import Scope
from .tree import code, paragraph, table


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One parameter or field."""

    name: str
    required: bool
    schema: JsonSchema
    description: str | None = None
    deprecated: bool = False
    notes: list[nodes.Node] = field(default_factory=list)
    """Sentences after the description."""


def param_row(param: Param) -> Row:
    """A parameter as a row."""
    return Row(
        name=param.name,
        required=param.required,
        schema=param.schema,
        description=param.description,
        deprecated=bool(param.deprecated),
    )


def property_rows(schema: JsonSchema) -> list[Row]:
    """The fields of an object."""
    required = schema.get("required", ())
    return [
        Row(
            name=name,
            required=name in required,
            schema=value if isinstance(value, dict) else {},
            description=value.get("description") if isinstance(value, dict) else None,
            deprecated=isinstance(value, dict) and bool(value.get("deprecated")),
        )
        for name, value in schema.get("properties", {}).items()
    ]


def row_table(scope: Scope, rows: Sequence[Row], *, name: str) -> nodes.table:
    """The rows as a table; the last column is left out when it would be empty."""
    cells = [_cells(scope, row) for row in rows]
    head = [_("Name"), _("Type"), _("Description")]
    if not any(description for *_rest, description in cells):
        return table(head[:2], [row[:2] for row in cells], name=name)
    return table(head, cells, name=name)


def _cells(scope: Scope, row: Row) -> list[list[nodes.Node]]:
    schema = repr(row.schema)
    return [
        scope.kept(("name", row.name), lambda: [paragraph(code(row.name))]),
        scope.kept(("type", schema, row.required), lambda: [_type(scope, row)]),
        _description(scope, row, schema),
    ]


def _type(scope: Scope, row: Row) -> nodes.paragraph:
    need = _("required") if row.required else _("optional")
    return paragraph(scope.type_of(row.schema), " ", nodes.emphasis("", need))


def _description(scope: Scope, row: Row, schema: str) -> list[nodes.Node]:
    described = scope.describe(row.description) if row.description else []
    if not (row.notes or row.deprecated or tells(row.schema)):
        return described
    if described or row.notes:
        return [*described, _sentences(row)]
    return scope.kept(("facts", schema, row.deprecated), lambda: [_sentences(row)])


def _sentences(row: Row) -> nodes.paragraph:
    sentences = [*facts(row.schema), *row.notes]
    if row.deprecated:
        sentences = [nodes.strong("", _("Deprecated.")), nodes.Text(" "), *sentences]
    return paragraph(*sentences)
