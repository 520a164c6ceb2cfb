"""The frameworks whose own documents are compared with ours; the one of an application is imported."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sphinxcontrib_ggdocs.openapi.openapi_builder import OpenApiVersion

from .operations import Json
from .purposes import Purposes


@dataclass(frozen=True, slots=True, kw_only=True)
class Framework:
    """How a framework documents an application."""

    name: str
    document: Callable[[Any], Json]
    title: Callable[[Any], str]
    purposes: Purposes = field(default_factory=dict)
    """Those of this framework alone."""
    openapi_version: OpenApiVersion = "3.1"
    """The version whose members its document has."""


def framework_of(app: Any) -> Framework:
    """The framework of an application, or of one that it is derived from."""
    packages = [cls.__module__.partition(".")[0] for cls in type(app).__mro__]
    name = next(package for package in packages if package in _FRAMEWORKS)
    return _FRAMEWORKS[name]()


def _fastapi() -> Framework:
    import fastapi

    def document(app: Any) -> Json:
        app.openapi_schema = None
        return fastapi.FastAPI.openapi(app)

    return Framework(
        name=f"FastAPI {fastapi.__version__}",
        document=document,
        title=lambda app: app.title,
        openapi_version="3.2",  # it describes the items of streams in files of 3.1, too
    )


def _litestar() -> Framework:
    from importlib.metadata import version

    from .litestar_document import PURPOSES, litestar_document

    return Framework(
        name=f"Litestar {version('litestar')}",
        document=litestar_document,
        title=lambda app: str(app.openapi_config.title),
        purposes=PURPOSES,
    )


def _ninja() -> Framework:
    import ninja

    from .ninja_document import ninja_document

    return Framework(
        name=f"Django Ninja {ninja.__version__}",
        document=ninja_document,
        title=lambda api: str(api.title),
    )


_FRAMEWORKS = {"fastapi": _fastapi, "litestar": _litestar, "ninja": _ninja}
