"""Defines the options that live mode and static mode share: which documents, and how they look."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from ..capabilities import SITE_PARTS
from ..catalog import Branding
from ..catalog.documents import Documents
from ..catalog.fields import Spec, as_tuple
from ..serving import Site
from .documentation_site import SiteDocument, SitePart, native_site


def _as_list(without: object) -> object:
    """Return a single name of a part as a list with that name; anything else is validated later."""
    if isinstance(without, str):
        return [without]
    return without


class SiteOptions(Documents):
    """Documents and their look."""

    parts: ClassVar[dict[str, type[Spec]]] = {**Documents.parts, "branding": Branding}

    branding: Branding | None = Field(default=None, description="logo_url and primary_color")
    without: Annotated[Sequence[SitePart], as_tuple, BeforeValidator(_as_list)] = Field(
        default=(),
        description=f"a list of the parts to leave out: {', '.join(SITE_PARTS)}",
    )

    def site(self, *, with_methods: bool = False) -> Site:
        """Return the site of these documents, which are built when their files are first requested.

        Args:
            with_methods: Whether there are a Markdown file for each method and the files for
                language models; then the contracts are imported now.
        """
        documents = self.site_documents(with_methods=with_methods)
        return native_site(documents, self.branding, title=self.title, without=self.without)

    def site_documents(
        self,
        *,
        with_methods: bool = False,
        has_exports: bool = True,
    ) -> tuple[SiteDocument, ...]:
        """Return the documents of the site.

        Args:
            with_methods: Whether there are a Markdown file for each method, and an overview of each
                document on the page of the UI; then the contracts are imported now.
            has_exports: Whether there are files of other formats.
        """
        folder: str | None = ""  # a single document is in the root of the site
        if self.docs:
            folder = None  # each of several documents is in a folder named after its slug
        documents: list[SiteDocument] = []
        for spec in self.specs:
            document = SiteDocument.of(
                spec,
                self.branding,
                folder=folder,
                with_methods=with_methods,
                without=self.without,
                has_exports=has_exports,
            )
            documents.append(document)
        return tuple(documents)
