"""The description of the package for package indexes, which know no relative links."""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURES = '="https://sphinxcontrib-ggdocs.readthedocs.io/en/latest/_images/'


class CustomMetadataHook(MetadataHookInterface):
    """Replaces the pictures of README.md by those of the published documentation."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = text.replace('="docs/images/', PICTURES)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
