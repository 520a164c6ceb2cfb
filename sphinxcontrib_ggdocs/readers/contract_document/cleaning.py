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
"""Members whose value is a list with keys of errors that the document defines."""


def cleaned(root: Element) -> dict[str, Any]:
    """Return the value of a contract document without its invalid parts, each of which causes a
    warning.
    """
    return _Cleaning(root).document()


class _Cleaning:
    """Copies a contract document without its invalid parts."""

    def __init__(self, root: Element) -> None:
        """Note which schemas, errors and security schemes the document defines."""
        self._root = root
        self._schemas = SchemaReader(dict)  # the keywords keep their order
        self._schema_names = self._keys("schemas")
        self._error_keys = self._keys("errors")
        self._scheme_names = self._keys("securitySchemes")

    def _keys(self, name: str) -> frozenset[str]:
        """Return the keys of a member of the document that is an object."""
        member = self._root.value.get(name)
        if isinstance(member, dict):
            return frozenset(member)
        return frozenset()

    def document(self) -> dict[str, Any]:
        """Return the value of the whole document without its invalid parts."""
        value = dict(self._root.value)
        for name in ("groups", "workflows"):
            if name in value:
                value[name] = self._part(self._root.child(name, value[name]))
        if isinstance(value.get("schemas"), dict):
            value["schemas"] = self._members("schemas", self._schema)
        if isinstance(value.get("errors"), dict):
            value["errors"] = self._members("errors", self._part)
        if isinstance(value.get("securitySchemes"), dict):
            value["securitySchemes"] = self._security_schemes()
        # The file of such a logo is next to the document, and is not read with it.
        if _is_relative_logo(value.get("branding")):
            value["branding"] = {**value["branding"], "logoUrl": None}
        return value

    def _members(self, name: str, clean: Callable[[Element], Any]) -> dict[str, Any]:
        """Return an object that is a member of the document, with `clean` applied to its values."""
        return {member.key: clean(member) for member in self._root.members(name)}

    def _security_schemes(self) -> dict[str, Any]:
        """Return the security schemes by name, without invalid ones and invalid members."""
        schemes: dict[str, Any] = {}
        for scheme in self._root.members("securitySchemes"):
            if scheme.check_object():
                schemes[scheme.key] = checked_definition(scheme)
        return schemes

    def _part(self, element: Element) -> Any:
        """Return a part of the document of any kind, such as a group or a method, without invalid
        parts at any depth.
        """
        value = element.value
        if isinstance(value, list):
            return [
                self._part(element.child(str(position), item))
                for position, item in enumerate(value)
            ]
        if isinstance(value, dict):
            return {key: self._member(element.child(key, item)) for key, item in value.items()}
        return value

    def _member(self, element: Element) -> Any:
        """Return the value of a member of an object; what it holds is known by its key."""
        if element.key in _DATA:
            return element.value
        if isinstance(element.value, dict):
            return self._object_member(element)
        if isinstance(element.value, list):
            return self._list_member(element)
        return element.value

    def _object_member(self, element: Element) -> Any:
        """Return a member whose value is an object: a schema, the descriptions of errors by key, or
        another part of the document.
        """
        if element.key in _SCHEMAS:
            return self._schema(element)
        if element.key == "errorDescriptions":
            return {key: element.value[key] for key in self._defined_errors(element)}
        return self._part(element)

    def _list_member(self, element: Element) -> Any:
        """Return the value of a member that is a list, without invalid items: keys of errors that
        are not defined, and alternatives of ``security`` with schemes that are not defined. Other
        items are parts of the document, which are cleaned.
        """
        if element.key in _ERROR_KEYS:
            return self._defined_errors(element)
        if element.key == "security":
            return [
                alternative
                for alternative in element.value
                if self._are_schemes_defined(element, alternative)
            ]
        return self._part(element)

    def _defined_errors(self, element: Element) -> list[Any]:
        """Return the keys of errors in a list or an object, without those that are not defined."""
        return [key for key in element.value if self._is_error_defined(element, key)]

    def _schema(self, element: Element) -> JsonSchema:
        """Return a schema without invalid keywords and unresolved references."""
        schema = dict(self._schemas.type_of(element).schema)
        for subschema in every_schema(schema):
            reference = subschema.get("$ref")
            if reference is not None and not self._is_resolved(reference):
                return self._without_unresolved(schema, element=element)
        return schema

    def _is_resolved(self, reference: object) -> bool:
        """Return whether a reference leads to a schema of the document."""
        text = str(reference)
        if not text.startswith(REFERENCE_PREFIX):
            return False
        return text.removeprefix(REFERENCE_PREFIX) in self._schema_names

    def _without_unresolved(self, schema: JsonSchema, element: Element) -> JsonSchema:
        """Return a schema without unresolved references at any depth.

        Args:
            schema: The schema, or one inside it.
            element: The outermost schema in the file, which gets the warnings.
        """
        checked = map_schema(schema, partial(self._without_unresolved, element=element))
        if "$ref" in checked and not self._is_resolved(checked["$ref"]):
            reference = checked.pop("$ref")
            element.warn(
                f"the reference {excerpt(reference)} matches none of the schemas",
                "name one of the document",
            )
        return checked

    def _is_error_defined(self, element: Element, key: object) -> bool:
        """Return whether the document defines an error; warn at `element` if it does not."""
        if isinstance(key, str) and key in self._error_keys:
            return True
        element.warn(f"there is no error {excerpt(key)}", "define it among the errors")
        return False

    def _are_schemes_defined(self, element: Element, alternative: object) -> bool:
        """Return whether the document defines all security schemes of an alternative; warn of each
        that it does not.

        Args:
            element: The list of alternatives.
            alternative: Scopes by the name of the scheme, such as ``{"oauth": ["read"]}``.
        """
        names = alternative if isinstance(alternative, dict) else ()
        unknown = [name for name in names if name not in self._scheme_names]
        for name in unknown:
            element.warn(
                f"there is no security scheme {excerpt(name)}",
                "define it among the securitySchemes",
                "the alternative is left out",
            )
        return not unknown


def _is_relative_logo(branding: object) -> bool:
    """Return whether the logo in ``branding`` is a path relative to the document, and neither a URL
    nor a ``data:`` URL.
    """
    logo = branding.get("logoUrl") if isinstance(branding, dict) else None
    return isinstance(logo, str) and "://" not in logo and not logo.startswith("data:")
