"""Tables of parameters and fields: name, type, description."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...native.document import JsonSchema, Param
from ..words import _
from .facts import apart, facts
from .scope import Scope
from .tree import Block, Code, Emphasis, Inline, Strong, Table, paragraph


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One parameter or field."""

    name: str
    required: bool
    schema: JsonSchema
    description: str | None = None
    deprecated: bool = False
    notes: list[Inline] = field(default_factory=list)
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


def row_table(scope: Scope, rows: Sequence[Row], *, name: str) -> Table:
    """The rows as a table; the last column is left out when it would be empty."""
    cells = [_cells(scope, row) for row in rows]
    head = (_("Name"), _("Type"), _("Description"))
    if not any(description for *_rest, description in cells):
        return Table(head[:2], [row[:2] for row in cells], name)
    return Table(head, cells, name)


def _cells(scope: Scope, row: Row) -> list[list[Block]]:
    need = Emphasis(_("required") if row.required else _("optional"))
    return [
        [paragraph(Code(row.name))],
        [paragraph(scope.type_of(row.schema), " ", need)],
        _description(scope, row),
    ]


def _description(scope: Scope, row: Row) -> list[Block]:
    found = scope.prose(row.description)
    sentences = apart(facts(row.schema), row.notes)
    if row.deprecated:
        sentences = [Strong(_("Deprecated.")), " ", *sentences]
    if sentences:
        found.append(paragraph(*sentences))
    return found
