"""Servers that an application declares."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...catalog import ApplicationWarning, ServerSpec
from ...catalog.server_specs import server_specs
from ...contracts.contract_errors import ContractError


def declared_servers(servers: Iterable[Mapping[str, Any]]) -> Iterator[ServerSpec]:
    """Server objects of OpenAPI; those whose addresses are none are left out with a warning."""
    for server in servers:
        fields = {key: server[key] for key in ("url", "description", "variables") if key in server}
        try:
            yield from server_specs([fields])
        except ContractError as error:
            warnings.warn(ApplicationWarning(error, "it is left out"), stacklevel=2)
