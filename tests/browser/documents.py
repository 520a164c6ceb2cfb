"""Documents of the example, as JSON."""

from typing import Any


def method_of(document: dict[str, Any], name: str) -> dict[str, Any]:
    """A method of the document by its name."""
    for group in document["groups"]:
        for contract in group["contracts"]:
            for method in contract["methods"]:
                if method["name"] == name:
                    found: dict[str, Any] = method
                    return found
    raise LookupError(name)
