"""The example service, running, and what it exports."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.openapi.openapi_builder import OpenApiVersion

from ..serving.servers import running, uvicorn
from ..waiting import post

PASSWORD = "correct horse battery"


@contextlib.contextmanager
def market() -> Iterator[str]:
    """The URL of a market with its first data."""
    command = uvicorn("marketplace.service:create_app", "--factory")
    with running(command, PYTHONHASHSEED="0") as url:
        yield url


def sign_in(url: str, email: str) -> str:
    """The token of a session."""
    answer = post(f"{url}/sessions", data={"email": email, "password": PASSWORD})
    token: str = answer.raise_for_status().json()["token"]
    return token


def exported(folder: Path, slug: str, openapi_version: OpenApiVersion = "3.1") -> Path:
    """The OpenAPI document of the example's spec, as a file."""
    (values,) = (values for values in DOCS if values["slug"] == slug)
    file = folder / f"{slug}.openapi.json"
    spec = ApiDocSpec.model_validate(values)
    document = to_openapi(spec, openapi_version=openapi_version)
    file.write_text(json.dumps(document), encoding="utf-8")
    return file
