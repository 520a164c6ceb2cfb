"""`Documents`: the documents of a site, given as a list or as the fields of a single one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator, Field, StringConstraints
from pydantic.alias_generators import to_snake

from .document_fields import DocumentFields, has_own_title
from .fields import Spec, as_tuple, problem
from .slugs import duplicates
from .spec_errors import BadContents, DuplicateSlug
from .specs import ApiDocSpec, shown_specs

SINGLE_SLUG = "api"
"""The slug, in links, of the one document of the older form; its file is ``api-docs.json`` without
a folder."""


def _listed(docs: object) -> object:
    """Return a single document as a list of it; any other value unchanged."""
    if isinstance(docs, ApiDocSpec | Mapping):
        return [docs]
    return docs


class Documents(DocumentFields):
    """Documents; or, in the older form, one document whose title and contents are given here."""

    parts: ClassVar[dict[str, type[Spec]]] = {**DocumentFields.parts, "docs": ApiDocSpec}

    docs: Annotated[Sequence[ApiDocSpec], as_tuple, BeforeValidator(_listed)] = Field(
        default=(), description="a list of documents, or one: slug, title, groups or http and ws"
    )
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)] | None = Field(
        default=None,
        description="the title of the site of several documents; without docs, of the one document",
    )

    def check(self) -> None:
        """Check that there is a list of documents or a single one, not both, and that the slugs
        differ.

        Raises:
            PydanticCustomError: They are not.
        """
        if self.docs:
            self._check_no_fields_of_single()
        elif self.title is None and not has_own_title(self._single):
            raise problem(
                BadContents,
                "there are no documents",
                "give docs, a list of at least one ApiDocSpec, or title and contents of one",
            )
        else:  # the fields are those of a single document, so they are checked as such
            super().check()
        for position, slug in duplicates([spec.slug.lower() for spec in self.docs]):
            raise problem(
                DuplicateSlug,
                f"the slug {slug!r} at docs[{position}] is taken",
                f"give each document its own, such as '{slug}-{position + 1}'",
            )

    @property
    def _single(self) -> dict[str, Any]:
        """The fields of the single document that is given without ``docs``, by name."""
        return {name: getattr(self, name) for name in DocumentFields.model_fields}

    def _check_no_fields_of_single(self) -> None:
        """Check that fields of a document are given in ``docs`` only. The audience may be given
        here: it is that of the site.
        """
        misplaced = [name for name, value in self._single.items() if value and name != "audience"]
        if self.title is not None and len(self.docs) == 1:  # of several, it is that of the site
            misplaced.append("title")
        if misplaced:
            names = ", ".join(misplaced)
            raise problem(
                BadContents, f"there are both docs and {names}", f"move {names} into one of docs"
            )

    @classmethod
    def of(cls, options: Self | Mapping[str, Any] | None, arguments: Mapping[str, Any]) -> Self:
        """Return the validated options of a site.

        Args:
            options: The options as an object or a mapping.
            arguments: Options that were keyword arguments, which take precedence.

        Raises:
            SpecError: An option is invalid.
        """
        if isinstance(options, cls) and not arguments:
            return options
        values: Any = options
        if values is None:
            values = {}
        elif isinstance(values, cls):
            values = values.given_fields
        # What is neither an object of this class nor a mapping is refused by the validation.
        if not arguments or not isinstance(values, Mapping):
            return cls.model_validate(values)
        merged: dict[str, Any] = {}
        # In one spelling, so that an argument replaces an option in the other spelling.
        for name, value in (*values.items(), *arguments.items()):
            merged[to_snake(name)] = value
        return cls.model_validate(merged)

    def for_audience(self, audience: Iterable[str]) -> Self:
        """Return the same documents for the requested audiences, which replace those that the site
        declares.
        """
        return self.model_copy(update={"audience": tuple(audience)})

    @property
    def specs(self) -> tuple[ApiDocSpec, ...]:
        """The documents that the audiences of the site may see, in their order; the first one is
        shown first.

        Raises:
            NothingForAudience: There are none.
        """
        if self.docs:
            return shown_specs(self.docs, self.audience)
        return (ApiDocSpec(slug=SINGLE_SLUG, title=self.title or "", **self._single),)
