"""The weight of the UI: what a reader's browser loads besides the document."""

import gzip
import json
from pathlib import Path

STATIC = Path(__file__).parent.parent / "sphinxcontrib_ggdocs" / "_static"


def bundle_row() -> str:
    """One sentence with the sizes of script and style sheet."""
    names = json.loads((STATIC / "bundle.json").read_text(encoding="utf-8"))
    files = [(STATIC / names[part]).read_bytes() for part in ("script", "style")]
    packed = [len(gzip.compress(content, 9, mtime=0)) for content in files]
    return (
        f"The UI: {sum(map(len, files)) / 1000:.1f} kB, gzipped {sum(packed) / 1000:.1f} kB "
        f"(script {packed[0] / 1000:.1f}, style {packed[1] / 1000:.1f})."
    )
