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


def _listed_part(without: object) -> object:
    """Return a single part as a list of it."""
    return [without] if isinstance(without, str) else without


class SiteOptions(Documents):
    """Documents and their look."""

    parts: ClassVar[dict[str, type[Spec]]] = {**Documents.parts, "branding": Branding}

    branding: Branding | None = Field(default=None, description="logo_url and primary_color")
    without: Annotated[Sequence[SitePart], as_tuple, BeforeValidator(_listed_part)] = Field(
        default=(),
        description=f"a list of the parts to leave out: {', '.join(SITE_PARTS)}",
    )

    def site(self, *, with_methods: bool = False) -> Site:
        """Return the site of these documents; each is built when somebody asks for it.

        Args:
            with_methods: Whether there are a Markdown file for each method and the files for
                language models, which needs all contracts now.
        """
        documents = self.site_documents(with_methods=with_methods)
        return native_site(documents, self.branding, title=self.title, without=self.without)

    def site_documents(
        self,
        *,
        with_methods: bool = False,
        has_exports: bool = True,
    ) -> tuple[SiteDocument, ...]:
        """Return the documents with the places of their files; arguments as for
        `SiteDocument.of`.
        """
        folder: str | None = ""
        if self.docs:
            folder = None
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
