"""Removes what is invalid in a contract document: invalid schemas, and names that do not exist.

Each removal is reported by a warning. A valid document is not changed.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from ...document.uses import REFERENCE_PREFIX
from ...schema import JsonSchema
from ...schema.traversal import every_schema, map_schema
from ...value_messages import excerpt
from ..elements import Element
from ..schema_reader import SchemaReader
from ..security_reader import checked_definition

_SCHEMAS = frozenset(
    {
        "schema",
        "data",
        "wsFrame",
        "request",
        "event",
        "answer",
        "error",
        "eventError",
        "refusal",
    }
)
"""Members whose value is a schema, where it is an object."""

_DATA = frozenset({"codes", "files", "tree", "securitySchemes", "uses", "value"})
"""Members with names of the author's, below which there are no schemas."""

_ERROR_KEYS = frozenset({"errors", "runtimeErrors", "eventErrors", "refusals"})


def cleaned(root: Element) -> dict[str, Any]:
    """Return the value of a contract document without what is wrong in it."""
    return _Cleaning(root).document()


class _Cleaning:
    def __init__(self, root: Element) -> None:
        self._root = root
        self._schemas = SchemaReader(dict)
        self._names = self._keys("schemas")
        self._errors = self._keys("errors")
        self._schemes = self._keys("securitySchemes")

    def _keys(self, name: str) -> frozenset[str]:
        member = self._root.value.get(name)
        if isinstance(member, dict):
            return frozenset(member)
        return frozenset()

    def document(self) -> dict[str, Any]:
        """Return the whole of it."""
        value = dict(self._root.value)
        for name in ("groups", "workflows"):
            if name in value:
                value[name] = self._part(self._root.inner(name, value[name]))
        if isinstance(value.get("schemas"), dict):
            value["schemas"] = self._members("schemas", self._schema)
        if isinstance(value.get("errors"), dict):
            value["errors"] = self._members("errors", self._part)
        if isinstance(value.get("securitySchemes"), dict):
            value["securitySchemes"] = self._security_schemes()
        if _is_relative_logo(value.get("branding")):
            value["branding"] = {**value["branding"], "logoUrl": None}
        return value

    def _members(self, name: str, clean: Callable[[Element], Any]) -> dict[str, Any]:
        return {member.last: clean(member) for member in self._root.members(name)}

    def _security_schemes(self) -> dict[str, Any]:
        schemes: dict[str, Any] = {}
        for scheme in self._root.members("securitySchemes"):
            if scheme.is_object():
                schemes[scheme.last] = checked_definition(scheme)
        return schemes

    def _part(self, element: Element) -> Any:
        value = element.value
        if isinstance(value, list):
            return [self._part(element.inner(str(n), item)) for n, item in enumerate(value)]
        if isinstance(value, dict):
            return {key: self._member(element.inner(key, item)) for key, item in value.items()}
        return value

    def _member(self, element: Element) -> Any:
        if element.last in _DATA:
            return element.value
        if isinstance(element.value, dict):
            return self._object(element)
        if isinstance(element.value, list):
            return self._list(element)
        return element.value

    def _object(self, element: Element) -> Any:
        if element.last in _SCHEMAS:
            return self._schema(element)
        if element.last == "errorDescriptions":
            return {key: element.value[key] for key in self._known_errors(element)}
        return self._part(element)

    def _list(self, element: Element) -> Any:
        if element.last in _ERROR_KEYS:
            return self._known_errors(element)
        if element.last == "security":
            return [names for names in element.value if self._is_defined(element, names)]
        return self._part(element)

    def _known_errors(self, element: Element) -> list[Any]:
        """Return the keys of errors in an element that the document has."""
        return [key for key in element.value if self._is_error(element, key)]

    def _schema(self, element: Element) -> JsonSchema:
        schema = dict(self._schemas.form(element).schema)
        references = (inner.get("$ref") for inner in every_schema(schema))
        if all(reference is None or self._is_known(reference) for reference in references):
            return schema
        return self._with_known(schema, element=element)

    def _is_known(self, reference: object) -> bool:
        text = str(reference)
        return text.startswith(REFERENCE_PREFIX) and text[len(REFERENCE_PREFIX) :] in self._names

    def _with_known(self, schema: JsonSchema, element: Element) -> JsonSchema:
        checked = map_schema(schema, partial(self._with_known, element=element))
        if "$ref" in checked and not self._is_known(checked["$ref"]):
            element.fault(
                f"the reference {excerpt(checked.pop('$ref'))} matches none of the schemas",
                "name one of the document",
            )
        return checked

    def _is_error(self, element: Element, key: object) -> bool:
        if isinstance(key, str) and key in self._errors:
            return True
        element.fault(f"there is no error {excerpt(key)}", "define it among the errors")
        return False

    def _is_defined(self, element: Element, alternative: object) -> bool:
        names = alternative if isinstance(alternative, dict) else ()
        unknown = [name for name in names if name not in self._schemes]
        for name in unknown:
            element.fault(
                f"there is no security scheme {excerpt(name)}",
                "define it among the securitySchemes",
                "the alternative is left out",
            )
        return not unknown


def _is_relative_logo(branding: object) -> bool:
    """Return whether a logo is a file next to the document, which is not available here."""
    logo = branding.get("logoUrl") if isinstance(branding, dict) else None
    return isinstance(logo, str) and "://" not in logo and not logo.startswith("data:")
