"""A small API, and the full page of it."""

from pathlib import Path
from typing import Annotated, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.contracts import ERROR, Brand, http
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
from sphinxcontrib_ggdocs.serving import write_site

KeeperId = Annotated[str, Brand("KeeperId")]


class Zoo(BaseModel):
    """All of it."""

    keeper: KeeperId
    places: Annotated[int, Field(ge=3, lt=8)] = 7
    shown: Annotated[str, Field(examples=["first example", "second example"])]
    old: Annotated[str, Field(deprecated=True)] = ""


CLOSED = ERROR.define("CLOSED", 423, description="Nobody is there.")


@http.api("/zoo")
class ZooApi(Protocol):
    """Looks after the zoo."""

    @http.put("/{keeper}", errors=[CLOSED])
    def save(self, keeper: KeeperId, zoo: Zoo) -> Zoo:
        """Replace the zoo."""
        ...


SPEC = ApiDocSpec(slug="zoo", title="Zoo", version="1.0", http=(ZooApi,))


def write(folder: Path, branding: Branding | None = None) -> None:
    """Write the full page."""
    write_site(native_site([SiteDocument.of(SPEC)], branding), folder)
