"""The contracts and methods of applications, for the tests of the adapter."""

from typing import Any

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.catalog import ResolvedGroup
from sphinxcontrib_ggdocs.contracts.model import HttpContract, HttpMethod


def http(group: ResolvedGroup) -> list[HttpContract]:
    return [contract for contract in group.contracts if isinstance(contract, HttpContract)]


def methods(app: Any, **options: Any) -> dict[str, HttpMethod]:
    """The methods of an application by verb and whole path."""
    return {
        f"{verb} {contract.full_path(method)}": method
        for group in contracts_from_fastapi(app, **options)
        for contract in http(group)
        for method in contract.methods
        for verb in method.verbs
    }
