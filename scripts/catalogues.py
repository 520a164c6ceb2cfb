"""Brings the catalogues of the static rendering up to date: ``python -m scripts.catalogues``.

Collects the texts that `_` translates and those of a `Word`, adds what is new to each ``.po`` file,
drops what is gone, and compiles. A new language begins with ``python -m scripts.catalogues sv``.
"""

import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sphinxcontrib_ggdocs.history.reports import TEXTS

PACKAGE = Path(__file__).parent.parent / "sphinxcontrib_ggdocs"
LOCALE = PACKAGE / "locale"
DOMAIN = "sphinxcontrib_ggdocs"
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""Instead of the date on which a catalogue was compiled."""


def texts() -> list[str]:
    """Every text that the Sphinx side translates, in alphabetical order."""
    folders = ("ext", "directives", "native/blocks")
    files = [PACKAGE / "native/vocabulary.py", PACKAGE / "history/changelog_blocks.py"]
    for folder in folders:
        files += (PACKAGE / folder).rglob("*.py")
    found = {text for file in files for text in _in(file)}
    return sorted(found.union(TEXTS))


def _in(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("_", "Word")
            and node.args
        ):
            argument = node.args[0]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def languages() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())


def po_file(language: str) -> Path:
    """Where the translations of a language are."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The translations as they are."""
    file = po_file(language)
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def renewed(language: str) -> Catalog:
    """The translations with exactly the texts that there are."""
    former = read(language)
    catalog = Catalog(
        locale=language,
        header_comment=f"# The words of the static rendering, {language}.",
        fuzzy=False,
    )
    for text in texts():
        known = former.get(text)
        catalog.add(
            text,
            known.string if known is not None else "",
            flags=["python-format"] if "%" in text else [],
        )
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """The catalogue as Python's gettext reads it."""
    catalog.creation_date = catalog.revision_date = EPOCH
    written = io.BytesIO()
    write_mo(written, catalog)
    return written.getvalue()


def main(wanted: list[str]) -> None:
    """Renew all catalogues."""
    for language in sorted({*languages(), *wanted}):
        catalog = renewed(language)
        file = po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        written = io.BytesIO()
        write_po(written, catalog, omit_header=False, width=120, include_previous=False)
        lines = written.getvalue().decode().splitlines()
        # Dates and names of tools would change each time.
        told = (
            '"POT-Creation-Date',
            '"PO-Revision-Date',
            '"Generated-By',
            '"Report-Msgid',
            '"Project-Id',
            '"Last-T',
            '"Language-Team',
        )
        kept = [line for line in lines if not line.startswith(told)]
        file.write_text("\n".join(kept).strip() + "\n", encoding="utf-8")
        file.with_suffix(".mo").write_bytes(compiled(read(language)))


if __name__ == "__main__":
    main(sys.argv[1:])
