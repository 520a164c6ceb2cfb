"""Builds the names and anchors of a document's objects.

A published name or anchor is an interface: other projects link to it through the inventory. Names
contain no white space and no colon, which the inventory's format does not allow, and an anchor ends
with the name.
"""

from collections import Counter

from ...document.model import ApiDocsDocument

ANCHOR = "gg-"

# File systems take names of 255 bytes.
LONGEST = 200
"""Of a file's name without its ending, in bytes."""


class Names:
    """Names of one document's objects: ``<slug>.<Contract>.<method>``, ``<slug>.<Type>``,
    ``<slug>.<ERROR>``.

    A contract whose name occurs in two groups has the group in its name:
    ``<slug>.<group>.<Contract>``.
    """

    def __init__(self, document: ApiDocsDocument) -> None:
        self._slug = document.service.slug
        counted = Counter(
            contract.name for group in document.groups for contract in group.contracts
        )
        # Only these: a name with its group would change when the contract is moved to another one,
        # and links with it.
        self._in_two_groups = {name for name, count in counted.items() if count > 1}

    def contract(self, group: str, contract: str) -> str:
        """Return the full name of a contract."""
        if contract in self._in_two_groups:
            return f"{self._slug}.{group}.{contract}"
        return f"{self._slug}.{contract}"

    def method(self, group: str, contract: str, method: str) -> str:
        """Return the full name of a method."""
        return f"{self.contract(group, contract)}.{method}"

    def part(self, name: str) -> str:
        """Return the full name of a schema, a brand or an error."""
        return f"{self._slug}.{name}"

    def route(self, *steps: str) -> str:
        """Return the anchor that the browser UI looks for: slug, group, contract, method."""
        return ANCHOR + ".".join((self._slug, *steps))


def anchor_of(objtype: str, name: str) -> str:
    """Return the readable id of an object; it ends with the name, which the inventory then need not
    repeat.
    """
    return f"{ANCHOR}{name}" if objtype in ("contract", "method") else f"{ANCHOR}{objtype}-{name}"
