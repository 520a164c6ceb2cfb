"""What FastAPI says of an application beside what the adapter says."""

import warnings
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from pydantic_core import PydanticSerializationError

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.contracts import HttpContract
from sphinxcontrib_ggdocs.openapi import to_openapi

from .frameworks import framework_of
from .operations import Difference, differences


def compared(app: FastAPI) -> Iterator[tuple[str, list[Difference]]]:
    """Each operation of an application, and what the adapter says differently."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            wanted: Any = app.openapi()
        except (
            PydanticSerializationError
        ):  # an old FastAPI with a new pydantic, whose types it does not know
            return
        contracts = [
            contract for group in contracts_from_fastapi(app) for contract in group.contracts
        ]
        read = [each for each in contracts if isinstance(each, HttpContract)]
        found: Any = {"paths": {}}
        if read:
            version = framework_of(app).openapi_version
            found = to_openapi(read, title="-", openapi_version=version)
    yield from differences(wanted, found)
