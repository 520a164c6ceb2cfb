"""Writes references for language models: `llms.txt`, an index of all documents, and
`llms-full.txt`, all of them in one file.

Both are written into the folder of the documents, since files of these names in the root belong to
the project and to extensions such as sphinx-llms-txt. See https://llmstxt.org.
"""

from collections.abc import Iterator, Sequence

from ..capabilities import BY_NAME
from .document_files import DocumentFiles, MethodPage
from .safe_links import safe_markdown


def llms_index(documents: Sequence[DocumentFiles], _title: str | None) -> bytes:
    """Return the content of `llms.txt`: links to the files of each document and to those of its
    methods.

    The title of the site is an argument of every output of a site, but not needed here.
    """
    lines = [
        "# API reference",
        "",
        "> HTTP and WebSocket methods with their types, errors and credentials.",
        "",
        f"[All documents in one file]({BY_NAME['llms_full'].file})",
    ]
    for document in documents:
        lines += _document_lines(document)
    return safe_markdown("\n".join(lines) + "\n").encode()


def llms_full(documents: Sequence[DocumentFiles], _title: str | None) -> bytes:
    """Return the content of `llms-full.txt`: the Markdown of all documents, without HTML and unsafe
    links.
    """
    texts: list[str] = []
    for document in documents:
        markdown = document.files.get("markdown")
        if markdown is not None:  # a site may leave it out for some documents
            texts.append(markdown.content.decode())
    # Each text is safe by itself, but code that one leaves open would go on in the next one.
    return safe_markdown("\n".join(texts)).encode()


def _document_lines(document: DocumentFiles) -> Iterator[str]:
    """Yield the lines of one document in the index."""
    link = document.link
    yield from ("", f"## {link.title}", "")
    markdown = link.outputs.get("markdown")
    # Markdown comes first, since language models read it best; False sorts before True.
    files = sorted(link.files, key=lambda file: file[1] != markdown)
    for title, path in (*files, ("Contract document (the reference as JSON)", link.json)):
        yield f"- [{title}]({path})"
    if document.methods:
        yield from ("", f"## Methods of {link.title}", "")
        for page in document.methods:
            yield _method_line(link.methods, page)


def _method_line(folder: str, page: MethodPage) -> str:
    """Return the item of a method in the index, with a link to its file; `folder` ends in a
    slash.
    """
    title = page.title.replace("[", "\\[").replace("]", "\\]")
    line = f"- [{title}]({folder}{page.file})"
    if page.summary:
        return f"{line}: {page.summary}"
    return line
