"""Builds the names and anchors of a document's objects.

A published name or anchor is an interface: other projects link to it through the inventory. Names
contain no white space and no colon, which the inventory's format does not allow, and an anchor ends
with the name.
"""

from collections import Counter

from ...document.model import ApiDocsDocument

ANCHOR = "gg-"
"""The start of the HTML ids of all objects."""

# File systems take names of 255 bytes.
LONGEST = 200
"""The most bytes of a file's name without its ending."""


class Names:
    """Names of one document's objects: ``<slug>.<Contract>.<method>``, ``<slug>.<Type>``,
    ``<slug>.<ERROR>``.

    A contract whose name occurs in two groups has the group in its name:
    ``<slug>.<group>.<Contract>``.
    """

    def __init__(self, document: ApiDocsDocument) -> None:
        """Find the contract names that occur in several groups of the document."""
        self._slug = document.service.slug
        counts: Counter[str] = Counter()
        for group in document.groups:
            counts.update(contract.name for contract in group.contracts)
        # Only these get the group into their full names: otherwise moving a contract to another
        # group would break the links to it.
        self._in_two_groups = {name for name, count in counts.items() if count > 1}

    def contract(self, group: str, contract: str) -> str:
        """Return the full name of a contract; `group` is the slug of its group."""
        if contract in self._in_two_groups:
            return f"{self._slug}.{group}.{contract}"
        return f"{self._slug}.{contract}"

    def method(self, group: str, contract: str, method: str) -> str:
        """Return the full name of a method; `group` is the slug of its group."""
        return f"{self.contract(group, contract)}.{method}"

    def part(self, name: str) -> str:
        """Return the full name of a schema, a brand or an error from its key in the document."""
        return f"{self._slug}.{name}"

    def route(self, *steps: str) -> str:
        """Return the anchor that the browser UI uses for a group, a contract or a method.

        `steps` are the slug of the group and, as far as needed, the names of contract and method.
        """
        return ANCHOR + ".".join((self._slug, *steps))


def anchor_of(objtype: str, name: str) -> str:
    """Return the HTML id of an object. It ends with the full name, so that Sphinx's inventory can
    abbreviate the name.

    `objtype` is its kind, such as ``schema``. Contracts and methods have ids without the kind, as
    the anchors of the browser UI have.
    """
    if objtype in ("contract", "method"):
        return f"{ANCHOR}{name}"
    return f"{ANCHOR}{objtype}-{name}"
