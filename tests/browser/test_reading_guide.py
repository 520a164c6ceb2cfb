"""The guide to the UI describes what is there: its labels, addresses, searches and keys, as written."""

import json
import re

from .conftest import ROOT

GUIDE = (ROOT / "docs" / "guides" / "reading.md").read_text(encoding="utf-8")
LANGUAGES = ROOT / "sphinxcontrib_ggdocs" / "native" / "languages"
CODE = re.compile(r"`([^`]+)`")
LABEL = re.compile(r"(?<![\w*])\*([A-Z][^*]+)\*")


def rows(head: str) -> list[list[str]]:
    """The rows of the table whose head this is."""
    _, found, rest = GUIDE.partition(f"{head}\n")
    assert found, head
    _, *lines = rest.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_each_label_is_a_text_of_the_ui() -> None:
    texts = json.loads((LANGUAGES / "en.json").read_text(encoding="utf-8"))
    known = {re.sub(r"\{\d\}", "…", variant) for text in texts for variant in text.split("|")}
    known |= {"Show … fields"}  # two texts, one in the other
    labels = {re.sub(r"\d+", "…", label) for label in LABEL.findall(GUIDE.replace("\n", " "))}
    assert labels - known == set()


PREFIXES = {
    "verb:post": ("place_order", "get_order"),
    "verb:out": ("bid", "bid_placed"),
    "status:402": ("pay", "place_order"),
    "status:4xx": ("place_order", "message_posted"),
    "status:4": ("place_order", "message_posted"),
    "scope:listings": ("create_listing", "place_order"),
    "error:PAYMENT_DECLINED": ("pay", "place_order"),
    "uses:OrderId": ("get_order", "sign_in"),
    "in:orders": ("place_order", "sign_in"),
}


def test_the_table_lists_these_prefixes() -> None:
    codes = [code for codes, _ in rows("| Prefix | Leaves |") for code in CODE.findall(codes)]
    assert codes == [*PREFIXES]
