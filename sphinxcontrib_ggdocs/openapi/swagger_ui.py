"""Serves the OpenAPI file of a running service, and a page that shows it with Swagger UI."""

from importlib.resources import files
from typing import Any

from ..serving.spec_docs import SpecDocs, SpecFormat
from ..serving.viewer import Viewer
from .openapi_builder import to_openapi

SWAGGER_UI = Viewer(
    title="Swagger UI",
    folder="swagger_ui",
    scripts=("swagger-ui-bundle.js",),
    styles=("swagger-ui.css",),
    start=files(__package__) / "swagger-ui-start.js",
    policy=(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ),
)
"""Version 5.35 needs nothing else; "Try it out" for servers on other hosts is blocked."""


def below_root_path(document: dict[str, Any], base: str) -> None:
    """Put the relative servers of a document below the path at which the service is mounted.

    Args:
        document: The document, which is changed; without servers it means the server ``/``.
        base: The path; a server that has it already is left alone.
    """
    for server in document.setdefault("servers", [{"url": "/"}]):
        url: str = server["url"]
        if url.startswith("/") and url != base and not url.startswith(f"{base}/"):
            # Paths begin with a slash, so the URL of a server ends without one.
            server["url"] = base + (url if url != "/" else "")


class GGOpenApiDocs(SpecDocs):
    """Serves OpenAPI: the file at ``/openapi.json``, and Swagger UI at ``/openapi``."""

    format = SpecFormat(
        name="openapi",
        title="OpenAPI",
        export=to_openapi,
        viewer=SWAGGER_UI,
        rebase=below_root_path,
    )
