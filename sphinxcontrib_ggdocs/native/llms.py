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
    """Return the index: the files of each document, and the pages of its methods."""
    lines = [
        "# API reference",
        "",
        "> HTTP and WebSocket methods with their types, errors and credentials.",
        "",
        f"[All documents in one file]({BY_NAME['llms_full'].file})",
    ]
    for document in documents:
        lines += _lines(document)
    return safe_markdown("\n".join(lines) + "\n").encode()


def llms_full(documents: Sequence[DocumentFiles], _title: str | None) -> bytes:
    """Return the Markdown of all documents, one after the other."""
    texts: list[str] = []
    for document in documents:
        markdown = document.files.get("markdown")
        if markdown is not None:
            texts.append(markdown.content.decode())
    # Each text is safe alone, but code that one leaves open would end in the next.
    return safe_markdown("\n".join(texts)).encode()


def _lines(document: DocumentFiles) -> Iterator[str]:
    """Yield the lines of one document in the index."""
    link = document.link
    yield from ("", f"## {link.title}", "")
    markdown = link.outputs.get("markdown")
    # Markdown first, which is what these readers want.
    files = sorted(link.files, key=lambda file: file[1] != markdown)
    for title, path in (*files, ("Contract document (the reference as JSON)", link.json)):
        yield f"- [{title}]({path})"
    if document.methods:
        yield from ("", f"## Methods of {link.title}", "")
        for page in document.methods:
            yield _line(link.methods, page)


def _line(folder: str, page: MethodPage) -> str:
    """Return the line of a method in the index; the folder of its page ends in a slash."""
    title = page.title.replace("[", "\\[").replace("]", "\\]")
    line = f"- [{title}]({folder}{page.file})"
    if page.summary:
        return f"{line}: {page.summary}"
    return line
