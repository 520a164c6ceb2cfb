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
    """Return a slug made of the name of a page; the index of a folder has that of the folder."""
    from ..catalog.slugs import slugify

    folder, _, name = docname.rpartition("/")
    if name == "index":
        return slugify(folder) or SINGLE_SLUG
    return slugify(docname)


def slug_message(slug: str, other: str, place: str) -> str:
    """Return what is wrong with a slug that another document has, or has in other capitals."""
    message = f"ggdocs: the slug {slug!r} is taken by the document at {place}"
    if slug != other:
        message += f", {other!r}; they differ only in case, which not all file systems distinguish"
    return message


def load_defined(build: Build, definition: Definition) -> Record:
    """Return the record of a document that a directive defines, which is loaded if it is stale."""
    key = definition.slug, definition.page
    record = build.defined.get(key)
    if record is None or record.fingerprint != fingerprint(build, definition):
        record = up_to_date(build, definition) or load_document(build, definition)
        build.defined[key] = record
    return record


def publish(app: Sphinx, env: BuildEnvironment) -> None:
    """Publish the documents of directives, and warn of slugs of several pages (``env-updated``)."""
    build, domain = build_of(env), gg_domain(env)
    places: dict[str, tuple[str, str]] = {}
    """By slug in lower case: not all file systems distinguish capitals."""
    for docname, shown in domain.shown_directives():
        if shown.definition is None:
            continue
        slug = shown.definition.slug
        # Another process may have loaded it, which has stored it.
        record = build.stored(slug, docname) or Record(slug, page=docname)
        build.defined[slug, docname] = record
        if slug.lower() not in places:
            places[slug.lower()] = slug, shown.place
            build.publish(record)
            continue
        message = slug_message(slug, *places[slug.lower()])
        hint = "give this one another :slug:; until then it has no files and no browser UI"
        warn(Problem("duplicate-slug", f"{message}; {hint}"), domain.location(shown.place))
        entries = domain.objects.pop(docname, [])
        domain.note_objects(docname, [entry for entry in entries if entry.place != shown.place])
        # Without the other page it has to describe its objects again.
        env.reread_always.add(docname)
