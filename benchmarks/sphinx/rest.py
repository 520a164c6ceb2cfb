"""A contract document as reStructuredText that somebody could have written by hand: the same facts,
plain Sphinx.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sphinx import locale

from sphinxcontrib_ggdocs.document.parts import Content, HttpContract, HttpMethod, Param
from sphinxcontrib_ggdocs.ext import CATALOG
from sphinxcontrib_ggdocs.ext.render.object_heads import index_terms
from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native.view import view_of

JsonSchema = dict[str, Any]


def plain_rest(document: ApiDocsDocument) -> str:
    """The whole reference: sections, field lists, tables, labels, index entries."""
    return "\n".join(_Rest(document).lines()) + "\n"


def listed_rest(document: ApiDocsDocument) -> str:
    """The same as objects of the Python domain, which are in the inventory, and whose methods are
    in the tables of contents; with the index entries that this extension makes.
    """
    return "\n".join(_ListedRest(document).lines()) + "\n"


class _Rest:
    def __init__(self, document: ApiDocsDocument) -> None:
        self._document = document
        self._slug = document.service.slug

    def lines(self) -> Iterator[str]:
        for group in self._document.groups:
            yield from _title(group.name, "-")
            for contract in group.contracts:
                assert isinstance(contract, HttpContract)
                yield from self._contract(contract)
        yield from _title("Errors", "-")
        for name, error in self._document.errors.items():
            yield from self._object(
                "error", f"error-{name}", f"{error.status_code} {name}", f"{name} (error)"
            )
            yield from _indented([error.description or "", ""])
            if error.data is not None:
                yield from _indented([f":Data: {self._type(error.data)}"])
            yield from _indented(
                [f":Used by: {self._links(self._document.users.of_error(name))}", ""]
            )
        yield from _title("Types", "-")
        for name, schema in self._document.schemas.items():
            yield from _indented(list(self._schema(name, schema)), by=0)

    def _contract(self, contract: HttpContract) -> Iterator[str]:
        title = f"HTTP {contract.name} {contract.path_prefix}"
        yield from self._object("contract", contract.name, title, f"{contract.name} (HTTP)")
        yield from _indented([contract.description or "", ""])
        for auth in contract.auth or ():
            yield from _indented([f":Authentication: ``{auth.header_name}``: {auth.scheme}", ""])
        for method in contract.methods:
            yield from _indented(list(self._method(contract, method)))

    def _method(self, contract: HttpContract, method: HttpMethod) -> Iterator[str]:
        title = f"{method.http_method} {method.http_path} {method.name}"
        name = f"{contract.name}.{method.name}"
        yield from self._object("method", name, title, f"{method.name}; {contract.name}", title)
        body: list[str] = [method.summary or method.description or "", ""]
        for name, params in (
            ("Path parameters", method.path_params),
            ("Query parameters", method.query_params),
        ):
            if params:
                body += [f":{name}:", *_indented(self._rows([_param(param) for param in params]))]
        if method.request_body:
            body += [f":Body: {self._contents(method.request_body.contents)}"]
        if method.success_response:
            response = method.success_response
            body += [
                f":Response: **{response.status_code}** {self._contents(response.contents or ())}"
            ]
        rows = []
        for name in method.errors:
            error = self._document.errors[name]
            data = self._type(error.data) if error.data is not None else ""
            rows.append([str(error.status_code), self._link(name, f"error-{name}"), data])
        body += [":Errors:", *_indented(_table(["Status", "Error", "Data"], rows)), ""]
        yield from _indented(body)

    def _schema(self, name: str, schema: JsonSchema) -> Iterator[str]:
        kind = "brand" if "x-brand" in schema else "type"
        title = str(schema.get("title") or name)
        fields = schema.get("properties", {})
        terms = (f"{title} ({kind})", *(f"{key}; {title}" for key in fields))
        yield from self._object("schema", name, f"{kind} {title}", *terms)
        body: list[str] = []
        if not fields:
            body += [f"= {self._type({**schema, 'title': None})}", ""]
        if schema.get("description"):
            body += [schema["description"], ""]
        if fields:
            required = schema.get("required", ())
            body += self._rows(
                [
                    (key, key in required, value, value.get("description"))
                    for key, value in fields.items()
                ]
            )
            example = "{" + ", ".join(f'"{key}": "string"' for key in fields) + "}"
            body += [":Example:", "   .. code-block:: json", "", f"      {example}", ""]
        uses = self._document.users.of_type(str(schema.get("x-type") or name))
        body += [f":Used by: {self._links(uses)}", ""] if uses else []
        yield from _indented(body)

    def _object(self, kind: str, label: str, title: str, *index: str) -> Iterator[str]:
        yield ".. index::"
        for entry in index:
            yield f"   {'pair' if ';' in entry else 'single'}: {entry}"
        yield from ("", f".. _{self._label(label)}:", "", f".. describe:: {title}", "")

    def _link(self, text: str, name: str) -> str:
        return f":ref:`{text} <{self._label(name)}>`"

    def _label(self, name: str) -> str:
        return f"{self._slug}-{name}"

    def _contents(self, contents: Iterable[Content]) -> str:
        return (
            ", ".join(
                self._type(content.schema) for content in contents if content.schema is not None
            )
            or "*no content*"
        )

    def _links(self, uses: Iterable[Any]) -> str:
        names = dict.fromkeys(f"{use.contract}.{use.method}" for use in uses)
        return ", ".join(self._link(name, name) for name in names)

    def _rows(self, rows: Sequence[tuple[str, bool, JsonSchema, str | None]]) -> list[str]:
        cells = []
        for name, required, schema, description in rows:
            need = "*required*" if required else "*optional*"
            facts = ", ".join(f"{key} ``{schema[key]}``" for key in schema if key in _FACTS)
            cells.append(
                [
                    f"``{name}``",
                    f"{self._type(schema)} {need}",
                    " ".join(filter(None, (description, facts))),
                ]
            )
        return _table(["Name", "Type", "Description"], cells)

    def _type(self, schema: JsonSchema) -> str:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            title = self._document.schemas[name].get("title") or name
            return self._link(title, name)
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return " or ".join(self._type(option) for option in schema[key])
        if schema.get("type") == "array":
            return f"{self._type(schema['items'])} (list)"
        if "enum" in schema:
            return ", ".join(f"``{value}``" for value in schema["enum"])
        return f"``{schema.get('type', 'any')}``"


class _ListedRest(_Rest):
    def __init__(self, document: ApiDocsDocument) -> None:
        super().__init__(document)
        locale.init([], None, CATALOG)
        objects = view_of(document).objects.values()
        self._terms = {view.name: index_terms(view, self._slug) for view in objects}

    def lines(self) -> Iterator[str]:
        yield from (f".. py:currentmodule:: {self._slug}", "")
        yield from super().lines()

    def _object(self, kind: str, label: str, title: str, *index: str) -> Iterator[str]:
        own = label.removeprefix("error-")
        yield ".. index::"
        for term in self._terms[f"{self._slug}.{own}"]:
            yield f"   single: {term}"
        yield ""
        directive, name = "py:class", _identifier(label)
        if kind == "method":
            directive, name = "py:method", own.rpartition(".")[2]
        yield f".. {directive}:: {name}"
        yield "   :no-index-entry:"
        if kind in ("error", "schema"):
            yield "   :no-contents-entry:"
        yield from ("", f"   **{title}**", "")

    def _link(self, text: str, name: str) -> str:
        return f":py:obj:`{text} <{self._slug}.{_identifier(name)}>`"


_FACTS = (
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "pattern",
    "default",
    "examples",
)


def _identifier(name: str) -> str:
    return re.sub(r"[^\w.]", "_", name)


def _param(param: Param) -> tuple[str, bool, JsonSchema, str | None]:
    return param.name, param.required, param.schema, param.description


def _title(text: str, line: str) -> list[str]:
    return [text, line * len(text), ""]


def _indented(lines: Iterable[str], *, by: int = 3) -> list[str]:
    return [" " * by + line if line else "" for line in lines]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A list table."""
    lines = [".. list-table::", "   :header-rows: 1", ""]
    for row in (head, *rows):
        for position, cell in enumerate(row):
            lines.append(f"   {'  ' if position else '* '}- {cell}".rstrip())
    return [*lines, ""]
