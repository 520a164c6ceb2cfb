"""AsyncAPI in Sphinx: ``apidocs/<slug>/asyncapi.json`` beside the HTML pages, and ``sphinx-build -b asyncapi``."""

from typing import TYPE_CHECKING, Any

from .files import FileBuilder, FileSurface

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec


def _make(spec: "ApiDocSpec") -> dict[str, Any]:
    from ..asyncapi import asyncapi_of

    return asyncapi_of(spec)


ASYNCAPI = FileSurface(name="asyncapi", title="AsyncAPI", covers="WebSocketContract", make=_make)


class AsyncApiBuilder(FileBuilder):
    """``sphinx-build -b asyncapi``."""

    name = "asyncapi"
    format = "asyncapi"
    epilog = "The AsyncAPI files are in %(outdir)s."
    surface = ASYNCAPI


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set AsyncAPI up alone."""
    return ASYNCAPI.setup(app, AsyncApiBuilder)
