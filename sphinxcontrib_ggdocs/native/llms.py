"""The files `llms.txt` and `llms-full.txt`: the references of a site for language models.

They are in the folder of the documents, since those in the root of the output belong to the project
and to extensions such as sphinx-llms-txt. See https://llmstxt.org.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from ..serving import Resource
from .element import DocumentLink
from .method_pages import MethodPage

INDEX = "llms.txt"
FULL = "llms-full.txt"
TEXT = "text/plain; charset=utf-8"


def llms_files(
    links: Sequence[DocumentLink],
    markdown: Mapping[str, Resource],
    methods: Mapping[str, Sequence[MethodPage]],
) -> dict[str, Resource]:
    """An index of the documents, and all of them in one file.

    Args:
        links: The documents, in order.
        markdown: The reference of each document as Markdown, by path.
        methods: The files of the methods of a document, by their folder.
    """
    return {
        INDEX: Resource(TEXT, _index(links, markdown, methods).encode),
        FULL: Resource(TEXT, partial(_full, [*markdown.values()])),
    }


def _index(
    links: Sequence[DocumentLink],
    markdown: Mapping[str, Resource],
    methods: Mapping[str, Sequence[MethodPage]],
) -> str:
    lines = [
        "# API reference",
        "",
        "> HTTP and WebSocket methods with their types, errors and credentials.",
        "",
        f"[All documents in one file]({FULL})",
    ]
    for link in links:
        lines += ["", f"## {link.title}", ""]
        files = (*link.files, ("Contract document (JSON)", link.json))
        ordered = sorted(files, key=lambda file: file[1] not in markdown)
        lines += [f"- [{title}]({path})" for title, path in ordered]
        if pages := methods.get(link.methods):
            lines += ["", f"## Methods of {link.title}", ""]
            lines += [_method(link.methods, page) for page in pages]
    return "\n".join(lines) + "\n"


def _method(folder: str, page: MethodPage) -> str:
    title = page.title.replace("[", "\\[").replace("]", "\\]")
    line = f"- [{title}]({folder}{page.file})"
    return f"{line}: {page.summary}" if page.summary else line


def _full(documents: Sequence[Resource]) -> bytes:
    return b"\n".join(document.content for document in documents)
