"""The size of the UI: what a reader's browser loads besides the document."""

import gzip
import json
from pathlib import Path

STATIC = Path(__file__).parent.parent / "sphinxcontrib_ggdocs" / "_static"


def bundle_row() -> str:
    """One sentence with the sizes of the first view and of the chunks, gzipped."""
    names = json.loads((STATIC / "bundle.json").read_text(encoding="utf-8"))
    script, style = (_packed(names[part]) for part in ("script", "style"))
    chunks = sum(_packed(name) for name in names["chunks"])
    return (
        f"The UI, gzipped: {script + style:.1f} kB for the first view (script {script:.1f}, "
        f"style {style:.1f}), "
        f"{script + style + chunks:.1f} kB with all chunks, which are loaded at first use."
    )


def first_view() -> float:
    """The script and style of the first view, gzipped, in kB."""
    names = json.loads((STATIC / "bundle.json").read_text(encoding="utf-8"))
    return _packed(names["script"]) + _packed(names["style"])


def _packed(name: str) -> float:
    """The size of a file in kB."""
    return len(gzip.compress((STATIC / name).read_bytes(), 9, mtime=0)) / 1000
