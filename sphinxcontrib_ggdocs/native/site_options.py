"""The options that live mode and static mode share: which documents, and how they look."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self, get_args

from pydantic import BeforeValidator, Field, StringConstraints
from pydantic.alias_generators import to_snake
from pydantic_core import PydanticCustomError

from ..catalog import ApiDocSpec, BadContents, Branding, DuplicateSlug
from ..catalog.document_fields import DocumentFields
from ..catalog.fields import Spec, as_tuple, problem, raise_first
from ..catalog.readers import FILE_FIELDS
from ..catalog.slugs import duplicates
from ..catalog.specs import shown_specs
from ..serving import Site
from .documentation_site import SiteDocument, SitePart, native_site

SINGLE_SLUG = "api"
"""The slug, in links, of the one document of the older form; its file is ``api-docs.json`` without
a folder."""


def _listed(docs: object) -> object:
    """A single document as a list of it."""
    return [docs] if isinstance(docs, ApiDocSpec | Mapping) else docs


def _listed_part(without: object) -> object:
    """A single part as a list of it."""
    return [without] if isinstance(without, str) else without


class SiteOptions(DocumentFields):
    """Documents and their look; or, in the older form, one document whose title and contents are
    given here.
    """

    parts: ClassVar[dict[str, type[Spec]]] = {
        **DocumentFields.parts,
        "docs": ApiDocSpec,
        "branding": Branding,
    }

    docs: Annotated[Sequence[ApiDocSpec], as_tuple, BeforeValidator(_listed)] = Field(
        default=(), description="a list of documents, or one: slug, title, groups or http and ws"
    )
    branding: Branding | None = Field(default=None, description="logo_url and primary_color")
    without: Annotated[Sequence[SitePart], as_tuple, BeforeValidator(_listed_part)] = Field(
        default=(),
        description=f"a list of what the site has not: {', '.join(get_args(SitePart))}",
    )
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] | None = Field(
        default=None,
        description="the title of the site of several documents; without docs, of the one document",
    )

    def check(self) -> None:
        raise_first(_wrong_documents([name for name in _SINGLE if getattr(self, name)], self.docs))
        if not self.docs and (self.title is not None or self.file_fields):
            super().check()

    @classmethod
    def of(cls, options: Self | Mapping[str, Any] | None, named: Mapping[str, Any]) -> Self:
        """The options of an object or a mapping, and of arguments, which take precedence.

        Raises:
            SpecError: The options are wrong.
        """
        if isinstance(options, cls):
            if not named:
                return options
            options = {name: getattr(options, name) for name in options.model_fields_set}
        given: Any = {} if options is None else options
        if not named or not isinstance(given, Mapping):
            return cls.model_validate(given)
        values = {to_snake(name): value for name, value in given.items()}
        values |= {to_snake(name): value for name, value in named.items()}
        return cls.model_validate(values)

    @classmethod
    def check_unread(cls, values: Mapping[str, Any]) -> Iterator[PydanticCustomError]:
        return iter(())

    def for_audience(self, audience: Iterable[str]) -> Self:
        """The same documents for the readers that are asked for, whoever the site is for else."""
        return self.model_copy(update={"audience": tuple(audience)})

    @property
    def specs(self) -> tuple[ApiDocSpec, ...]:
        """The documents that are for their audience, the first is shown first.

        Raises:
            NothingForAudience: There are none.
        """
        if self.docs:
            return shown_specs(self.docs, self.audience)
        fields = {name: getattr(self, name) for name in DocumentFields.model_fields}
        return (ApiDocSpec(slug=SINGLE_SLUG, title=self.title or "", **fields),)

    def site(self, *, logo_base: Path | None = None, with_methods: bool = False) -> Site:
        """The site of these documents; each is built when somebody asks for it.

        Args:
            logo_base: The folder from which a logo's relative path leads on; the working directory
                unless given.
            with_methods: Whether there are a Markdown file for each method and the files for
                language models, which needs all contracts now.

        Raises:
            SpecError: The logo is a file that cannot be shown.
        """
        documents = self.site_documents(logo_base=logo_base, with_methods=with_methods)
        return native_site(
            documents,
            self.branding,
            logo_base=logo_base,
            title=self.title,
            without=self.without,
        )

    def site_documents(
        self,
        *,
        logo_base: Path | None = None,
        with_methods: bool = False,
        has_exports: bool = True,
    ) -> tuple[SiteDocument, ...]:
        """The documents with the places of their files; arguments as for `SiteDocument.of`."""
        folder = None if self.docs else ""
        return tuple(
            SiteDocument.of(
                spec,
                self.branding,
                folder=folder,
                logo_base=logo_base,
                with_methods=with_methods,
                without=self.without,
                has_exports=has_exports,
            )
            for spec in self.specs
        )


_SINGLE = ("title", *(name for name in DocumentFields.model_fields if name != "audience"))


def _wrong_documents(
    single: Sequence[str], docs: Sequence[ApiDocSpec]
) -> Iterator[PydanticCustomError]:
    misplaced = [name for name in single if name != "title" or len(docs) == 1]
    if docs and misplaced:
        given = ", ".join(misplaced)
        yield problem(
            BadContents, f"there are both docs and {given}", f"move {given} into one of docs"
        )
    if not docs and not {"title", *FILE_FIELDS} & {*single}:
        yield problem(
            BadContents, "there are no documents", "give docs, a list of at least one ApiDocSpec"
        )
    for position, slug in duplicates([spec.slug for spec in docs]):
        yield problem(
            DuplicateSlug,
            f"the slug {slug!r} at docs[{position}] is taken",
            f"give each document its own, such as '{slug}-{position + 1}'",
        )
