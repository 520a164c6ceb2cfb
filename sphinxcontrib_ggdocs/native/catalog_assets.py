"""The script and the style sheet of catalogues of services, which need no other script."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from ..serving import Resource
from .bundle import ASSETS


@dataclass(frozen=True, slots=True)
class Asset:
    """A file whose name changes when its bytes do."""

    path: str
    """Inside a site."""
    media_type: str
    content: bytes


@cache
def catalog_assets() -> tuple[Asset, Asset]:
    """The script and the style sheet."""
    return (
        _asset("catalog.js", "text/javascript; charset=utf-8"),
        _asset("catalog.css", "text/css; charset=utf-8"),
    )


def asset_resources() -> dict[str, Resource]:
    """Both as resources of a site."""
    return {
        asset.path: Resource.of(asset.media_type, asset.content, immutable=True)
        for asset in catalog_assets()
    }


def _asset(name: str, media_type: str) -> Asset:
    content = (files("sphinxcontrib_ggdocs") / "native" / name).read_bytes()
    stem, _, suffix = name.partition(".")
    digest = sha256(content).hexdigest()[:8]
    return Asset(f"{ASSETS}/{stem}-{digest}.{suffix}", media_type, content)
