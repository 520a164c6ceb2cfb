"""Scripts and style sheets, whose names change when their bytes do: those of the prebuilt UI, which
has chunks, and those of the filter of services in pages of Sphinx.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..serving import Resource

ASSETS = "assets"
"""The folder of the bundle inside a site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """The files of the UI."""

    script: str
    """File name, ``index-<hash>.js``."""
    style: str
    chunks: tuple[str, ...] = ()
    """Scripts that the first one loads from its own folder, each when it is first used."""
    licences: str | None = None
    """The licences of what the scripts contain; its name stays the same."""
    read: Callable[[str], bytes]
    """The bytes of a file, by its name."""

    @property
    def script_path(self) -> str:
        """The script inside a site."""
        return f"{ASSETS}/{self.script}"

    @property
    def style_path(self) -> str:
        """The style sheet inside a site."""
        return f"{ASSETS}/{self.style}"

    def resources(self) -> dict[str, Resource]:
        """All files by path; those with a hash in their name are cacheable for ever."""
        resources = {
            self.style_path: Resource(
                "text/css; charset=utf-8", self._reader(self.style), immutable=True
            )
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
        return lambda: self.read(name)


@cache
def installed_bundle() -> Bundle:
    """Return the bundle that this distribution brings.

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
