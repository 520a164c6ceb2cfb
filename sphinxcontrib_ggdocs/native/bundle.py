"""Provides scripts and style sheets, under file names that contain a hash of their content: those
of the prebuilt UI, and the style sheet of static texts.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..serving import Resource

ASSETS = "assets"
"""The folder of the bundle inside a site."""
CSS = "text/css; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """The files of the UI."""

    script: str
    """File name, ``index-<hash>.js``."""
    style: str
    chunks: tuple[str, ...] = ()
    """Scripts that the main script loads when they are first needed."""
    licences: str | None = None
    """The file with the licences of the libraries in the scripts; its name has no hash."""
    read: Callable[[str], bytes]
    """Returns the content of the file with a name."""

    @property
    def script_path(self) -> str:
        """The path of the main script inside a site."""
        return f"{ASSETS}/{self.script}"

    @property
    def style_path(self) -> str:
        """The path of the UI's style sheet inside a site."""
        return f"{ASSETS}/{self.style}"

    def resources(self) -> dict[str, Resource]:
        """Return all files by their paths inside a site.

        Those with a hash in their name never change, so that browsers may cache them for ever.
        """
        resources = {
            self.style_path: Resource(CSS, self._reader(self.style), immutable=True),
            text_style_path(): Resource(CSS, _text_style, immutable=True),
        }
        for name in (*self.chunks, self.script):
            path = f"{ASSETS}/{name}"
            resources[path] = Resource(
                "text/javascript; charset=utf-8", self._reader(name), immutable=True
            )
        if self.licences is not None:
            path = f"{ASSETS}/{self.licences}"
            resources[path] = Resource("text/plain; charset=utf-8", self._reader(self.licences))
        return resources

    def _reader(self, name: str) -> Callable[[], bytes]:
        """Return a function that reads a file of the bundle when it is called."""
        return lambda: self.read(name)


@cache
def _text_style() -> bytes:
    """Return the style sheet of texts that are shown without JavaScript."""
    return (files(__package__) / "reference.css").read_bytes()


@cache
def text_style_path() -> str:
    """Return the path of the style sheet of static texts inside a site, with a hash of its
    content.
    """
    digest = hashlib.sha256(_text_style()).hexdigest()[:10]
    return f"{ASSETS}/reference-{digest}.css"


@cache
def installed_bundle() -> Bundle:
    """Return the bundle that is installed with this package.

    Raises:
        RuntimeError: The installation is incomplete.
    """
    folder = files("sphinxcontrib_ggdocs") / "_static"
    try:
        names = json.loads((folder / "bundle.json").read_bytes())
    except FileNotFoundError as error:
        raise RuntimeError(
            "the prebuilt UI is missing from sphinxcontrib_ggdocs/_static\n"
            "  hint: install the wheel again; in a clone, build it in ui/ with  npm ci && npm "
            "run build"
        ) from error
    return Bundle(
        script=names["script"],
        style=names["style"],
        chunks=tuple(names["chunks"]),
        licences=names["licences"],
        read=lambda name: (folder / name).read_bytes(),
    )
