"""The prebuilt UI: one script and one style sheet, whose names change when their bytes do."""

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
        """Both files by path, cacheable for ever."""
        return {
            self.style_path: Resource("text/css; charset=utf-8", lambda: self.read(self.style), immutable=True),
            self.script_path: Resource(
                "text/javascript; charset=utf-8", lambda: self.read(self.script), immutable=True
            ),
        }


@cache
def installed_bundle() -> Bundle:
    """The bundle that this distribution brings.

    Raises:
        RuntimeError: The installation is incomplete.
    """
    folder = files("sphinxcontrib_ggdocs") / "_static"
    try:
        names = json.loads((folder / "bundle.json").read_bytes())
    except FileNotFoundError as error:
        raise RuntimeError(
            "the prebuilt UI is missing from sphinxcontrib_ggdocs/_static\n"
            "  hint: install the wheel again; in a clone, build it in ui/ with  npm ci && npm run build"
        ) from error
    return Bundle(script=names["script"], style=names["style"], read=lambda name: (folder / name).read_bytes())
