"""Manages documents that directives define by the names of contracts or of an application.

When all pages have been read, the document of the first page that uses a slug is published. Each
page has its own place in the store, so that pages that are read in parallel do not conflict.
"""

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .build import Build
from .conf_values import SINGLE_SLUG, Definition
from .domain.gg import build_of, gg_domain
from .loader import fingerprint, load_document, up_to_date
from .problems import Problem, warn
from .stored_records import Record


def slug_of_page(docname: str) -> str:
    """Return a slug for the document of a page, made of the page's name: ``orders-api`` for
    ``orders/api``, ``orders`` for ``orders/index``, and `SINGLE_SLUG` for ``index``.
    """
    from ..catalog.slugs import slugify

    folder, _, name = docname.rpartition("/")
    if name == "index":
        return slugify(folder) or SINGLE_SLUG
    return slugify(docname)


def slug_message(slug: str, other_slug: str, place: str) -> str:
    """Return the message for a slug that another document has.

    Args:
        slug: The slug.
        other_slug: The slug of the other document, which may differ in upper and lower case.
        place: The place of the other document.
    """
    message = f"ggdocs: the slug {slug!r} is taken by the document at {place}"
    if slug != other_slug:
        message += (
            f", {other_slug!r}; they differ only in case, which not all file systems distinguish"
        )
    return message


def load_defined(build: Build, definition: Definition) -> Record:
    """Return the record of a document that a directive defines. The document is built if the
    stored record is not up to date.
    """
    key = definition.slug, definition.page
    record = build.defined.get(key)
    if record is None or record.fingerprint != fingerprint(build, definition):
        record = up_to_date(build, definition) or load_document(build, definition)
        build.defined[key] = record
    return record


def publish(app: Sphinx, env: BuildEnvironment) -> None:
    """Publish the documents of directives: for each slug that of the first page. Warn of further
    pages that define a document with the same slug (``env-updated``).
    """
    build, domain = build_of(env), gg_domain(env)
    # The slug and place of each published document. The keys are in lower case, since not all file
    # systems distinguish upper and lower case.
    places: dict[str, tuple[str, str]] = {}
    for docname, directive in domain.shown_directives():
        if directive.definition is None:
            continue
        slug = directive.definition.slug
        # If pages are read in parallel, another process has loaded and stored it.
        record = build.stored(slug, docname) or Record(slug, page=docname)
        build.defined[slug, docname] = record
        if slug.lower() not in places:
            places[slug.lower()] = slug, directive.place
            build.publish(record)
            continue
        message = slug_message(slug, *places[slug.lower()])
        hint = "give this one another :slug:; until then it has no files and no browser UI"
        # The subtype is the code of the error `DuplicateSlug`.
        warn(Problem("duplicate-slug", f"{message}; {hint}"), domain.location(directive.place))
        # The objects of this document are no targets of references.
        entries = domain.objects.pop(docname, [])
        domain.note_objects(docname, [entry for entry in entries if entry.place != directive.place])
        # They will be again if the other page is removed.
        env.reread_always.add(docname)
