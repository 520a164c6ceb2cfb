"""Writes the links of responses: calls that take its values (OpenAPI 3.1, 4.8.20)."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any
from urllib.parse import quote

from ..catalog.export import without_nothing
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import methods_by_key
from ..json_pointer import escaped_step


class LinkWriter:
    """Writes links as their authors have written them (`export` of a link, which only a document
    in memory has), or from the members of a document that was read from JSON.

    Args:
        document: The document.
    """

    def __init__(self, document: ApiDocsDocument) -> None:
        self._document = document

    def links(self, links: Iterable[doc.ResponseLink]) -> dict[str, Any]:
        """Return links by name, of those with the same name the last; one that leads to no
        operation is left out.
        """
        link_objects = {link.name: link.export or self._link(link) for link in links}
        return {name: link for name, link in link_objects.items() if link is not None}

    def _link(self, link: doc.ResponseLink) -> dict[str, Any] | None:
        """Write the link of a document that was read; None if its operation is not known."""
        # A link has either the operation or the key of a method.
        operation = link.operation or self._references.get(link.method or "")
        if operation is None:
            return None
        target = "operationId"
        if "#" in operation:  # a reference that ends with a JSON pointer
            target = "operationRef"
        further_members = without_nothing(
            parameters=link.parameters,
            requestBody=link.body,
            description=link.description,
        )
        return {target: operation, **further_members}

    @cached_property
    def _references(self) -> dict[str, str]:
        """JSON pointers of the operations of methods, by key: a document that was read has no
        operation ids.
        """
        references: dict[str, str] = {}
        for key, (_, _, method) in methods_by_key(self._document.groups).items():
            if isinstance(method, doc.HttpMethod):
                # First escaped as a step of a JSON pointer (RFC 6901, 3), then as a part of a URL.
                path = escaped_step(method.http_path)
                verb = method.http_method.lower()
                references[key] = f"#/paths/{quote(path, safe='~')}/{verb}"
        return references
