"""A document that has one of everything, as Markdown, and which types its methods reach."""

import json
import os
from pathlib import Path

from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.native.view import MethodView, reached_types, view_of

GOLDEN = Path(__file__).with_name("golden")


DOCUMENT = json.loads((GOLDEN / "objects.json").read_text(encoding="utf-8"))


"""A document that has one of everything."""


VIEW = view_of(ApiDocsDocument.model_validate(DOCUMENT))


def in_golden(name: str, text: str) -> str:
    """A golden file, read before it was accepted; GGDOCS_GOLDEN=1 writes it anew."""
    file = GOLDEN / name
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        file.write_text(text, encoding="utf-8")
    return file.read_text(encoding="utf-8")


def test_the_markdown_of_everything() -> None:
    text = markdown_of(ApiDocsDocument.model_validate(DOCUMENT))
    assert in_golden("objects.md", text) == text


def test_types_that_a_method_reaches() -> None:
    """Those that it mentions first."""
    method = VIEW.objects["method", "shop.OrderApi.save"]
    assert isinstance(method, MethodView)
    assert reached_types(VIEW, method) == ["Order-Input", "Order-Output", "Few", "Code"]
