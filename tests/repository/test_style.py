"""The documentation is written in plain technical English: words and signs that it does without."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
    *(
        path
        for path in (ROOT / "docs").rglob("*.rst")
        if not {"_build", "ggdocs"} & set(path.parts[len(ROOT.parts) :])  # what builds write
    ),
]
CODE = re.compile(
    r"^(`{3,})(?!\{(?:note|glossary|toctree)).*?^\1$|``.*?``|`[^`\n]*`", re.MULTILINE | re.DOTALL
)
ODD = {
    "«": "ordinary quotes",
    "»": "ordinary quotes",
    r"\btold\b": "reported, documented",
    r"\bput right\b": "repaired",
    r"\bof one's own\b": "custom",
    r"\bextensions of others\b": "third-party extensions",
    r"\bas it is\b(?! sent| needed)": "without changes",
    r"\bprobably not meant\b": "probable errors",
    r"\bholds? up nobody\b": "does not block others",
    r"\bnobody (?:foresaw|gets)\b": "unexpected",
    r"\bin place of a document\b|\bdocument in place\b": "inline",
    r"\bis called after\b": "is named after",
    r"\banswers to\b": "accepts",
    r"\bturned? away\b": "refused",
    r"\bspoken of\b": "identified",
    r"\bmistakes?\b": "error",
}


def prose(page: Path) -> str:
    """The text of a page without code; line breaks stay, so that lines keep their numbers."""
    text = page.read_text(encoding="utf-8")
    return CODE.sub(lambda code: "\n" * code[0].count("\n"), text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_plain_english(page: Path) -> None:
    text = prose(page)
    found = [
        f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]!r}, better: {better}"
        for pattern, better in ODD.items()
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    assert found == []
