"""What a surface does in a build; each is the constant ``SURFACE`` of an extension of its own."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sphinx.application import Sphinx

from .problems import Problem
from .store import Record

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec, Branding
    from ..serving import Resource

EXTENSIONS = tuple(f"{__package__}.{name}" for name in ("native", "openapi", "asyncapi"))


class Surface:
    """One kind of output."""

    def export(
        self, app: Sphinx, spec: "ApiDocSpec", branding: "Branding | None"
    ) -> tuple[dict[str, str], list[Problem]]:
        """Texts by file name, and what is wrong with single ones; other errors are raised."""
        raise NotImplementedError

    def files(self, app: Sphinx, records: Sequence[Record]) -> "Mapping[str, Resource]":
        """Further files of the output, by path, made when it is written."""
        return {}

    def stamp(self) -> str:
        """Differs when pages have to be written again, such as a script's name with its hash."""
        return ""


def surfaces(app: Sphinx) -> list[Surface]:
    """The surfaces that are set up."""
    return [app.extensions[name].module.SURFACE for name in EXTENSIONS if name in app.extensions]
