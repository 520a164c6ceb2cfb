"""The catalogue of a site of several documents, which is HTML and needs no script to be read."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from .element import INDEX, DocumentLink, deep_link
from .markdown_text import plural, summary_of
from .service_summary import LastChange, ServiceSummary

Translate = Callable[[str], str]

PART = """\
<main class="gg-home">
<header>{logo}<h1>{title}</h1></header>
<div class="gg-catalog">
<div class="gg-filter" data-words="{words}" hidden></div>
<div class="gg-services">
{services}
</div>
</div>
</main>"""


def usual_title(catalogue: Mapping[str, str]) -> str:
    """The title of a site of several documents that has none of its own."""

    def t(text: str) -> str:
        return catalogue.get(text, text)

    return t("API documentation")


def catalog_body(
    services: Sequence[ServiceSummary | None],
    links: Sequence[DocumentLink],
    catalogue: Mapping[str, str],
    *,
    title: str,
    prefix: str = "",
    logo: str | None = None,
) -> str:
    """What is in the body of the page.

    Args:
        services: By document; None of one that cannot be built.
        links: The documents.
        catalogue: The words of the page in its language.
        title: Of the page.
        prefix: Leads from the page to the site.
        logo: The address of the logo.
    """

    def t(text: str) -> str:
        return catalogue.get(text, text)

    entries = (
        "\n".join(_service(service, link, prefix, t))
        for service, link in zip(services, links, strict=True)
    )
    return PART.format(
        logo=f'<img src="{escape(logo)}" alt="">' if logo else "",
        title=escape(title),
        words=escape(filter_words(t)),
        services="\n".join(entries),
    )


def filter_words(t: Translate) -> str:
    """The words of the filter, for the script."""
    words = {
        "filter": t("Filter services"),
        "count": t("{0} of {1} services"),
        "owner": t("Owner"),
        "lifecycle": t("Lifecycle"),
        "any": t("any"),
    }
    return json.dumps(words, ensure_ascii=False)


def _service(
    service: ServiceSummary | None, link: DocumentLink, prefix: str, t: Translate
) -> Iterator[str]:
    anchor = f"gg-service-{link.slug}"
    version = ""
    if service is not None and service.version:
        version = f' <span class="gg-version">{escape(service.version)}</span>'
    address = prefix + INDEX + deep_link(link.slug)
    yield f'<article class="gg-service" aria-labelledby="{escape(anchor)}">'
    yield (
        f'<h2 id="{escape(anchor)}"><a href="{escape(address)}">{escape(link.title)}</a>'
        f"{version}</h2>"
    )
    if service is None:
        yield f'<p class="gg-broken">{escape(t("The document cannot be read"))}</p>'
    else:
        yield from _facts(service, link, prefix, t)
    yield f'<p class="gg-fact gg-files">{_files(service, link, prefix, t)}</p>'
    yield "</article>"


def _facts(service: ServiceSummary, link: DocumentLink, prefix: str, t: Translate) -> Iterator[str]:
    if description := summary_of(service.description):
        yield f'<p class="gg-what">{escape(description)}</p>'
    groups = ", ".join(
        f'<a href="{escape(prefix + INDEX + deep_link(link.slug, group.address))}">'
        f"{escape(group.name)}</a>"
        for group in service.groups
    )
    if groups:
        yield f'<p class="gg-fact gg-groups"><strong>{escape(t("Groups"))}</strong> {groups}</p>'
    size = plural(t("{0} method|{0} methods"), service.methods)
    yield f'<p class="gg-fact">{escape(", ".join((*service.protocols, size)))}</p>'
    for name, words, text in (
        ("owner", t("Owner"), service.owner),
        ("lifecycle", t("Lifecycle"), service.lifecycle),
    ):
        if text:
            value = f'<span class="gg-{name}">{escape(text)}</span>'
            yield f'<p class="gg-fact"><strong>{escape(words)}</strong> {value}</p>'
    if (change := service.last_change) is not None:
        text = escape(_last_change(change, t))
        if address := link.changelog.get(change.version or ""):
            text = f'<a href="{escape(prefix + address)}">{text}</a>'
        yield f'<p class="gg-fact"><strong>{escape(t("Last change"))}</strong> {text}</p>'


def _last_change(change: LastChange, t: Translate) -> str:
    words = {
        "added": t("added"),
        "changed": t("changed"),
        "deprecated": t("deprecated"),
        "removed": t("removed"),
    }
    return change_words(change, t("Unreleased"), words)


def change_words(change: LastChange, unreleased: str, words: Mapping[str, str]) -> str:
    """A change in one line: ``1.10: 2 added, 1 changed``."""
    counts = ", ".join(f"{count} {words[kind]}" for kind, count in change.counts)
    version = change.version or unreleased
    return f"{version}: {counts}" if counts else version


def _files(service: ServiceSummary | None, link: DocumentLink, prefix: str, t: Translate) -> str:
    kinds = frozenset() if service is None else service.kinds
    exports = [(called, path) for called, path, kind in link.exports if kind in kinds]
    files = (*exports, *link.files, (t("Contract document"), link.json))
    return ", ".join(
        f'<a href="{escape(prefix + path)}">{escape(called)}</a>' for called, path in files
    )
