"""Checks pages, messages, docstrings, comments and texts of the UI for words that are not plain
technical English.
"""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "CODE_OF_CONDUCT.md",
    ROOT / "benchmarks" / "README.md",
    *(ROOT / ".github").rglob("*.yml"),
    *(path for path in (ROOT / "viewers").rglob("README.md") if "node_modules" not in path.parts),
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
    r"\btells?\b": "reports, shows",
    r"\bsaid\b": "documented",
    r"\bbeside\b": "next to, in addition to",
    r"\bstands?\b(?! for|-in)": "is",
    r"\bis asked for\b": "is required",
    r"\bput right\b": "repaired",
    r"\bof one's own\b": "custom",
    r"\bextensions of others\b": "third-party extensions",
    r"\bas it is\b(?! sent| needed| kept)": "without changes",
    r"\bprobably not meant\b": "probable errors",
    r"\bholds? up nobody\b": "does not block others",
    r"\bnobody (?:foresaw|gets)\b": "unexpected",
    r"\bin place of a document\b|\b(?:documents?|defined|defines|one|or) in place\b(?! of)": "inline",
    r"\bcalled after\b": "named after",
    r"\banswers to\b": "accepts",
    r"\bturned? away\b": "refused",
    r"\bspoken of\b": "identified",
    r"\bmistakes?\b": "error",
}


def prose(page: Path) -> str:
    """The text of a page without code; line breaks stay, so that lines keep their numbers."""
    text = page.read_text(encoding="utf-8")
    return CODE.sub(lambda code: "\n" * code[0].count("\n"), text)


def odd_words(text: str) -> Iterator[tuple[int, str]]:
    """Positions of words, with better ones."""
    for pattern, better in ODD.items():
        for match in re.finditer(pattern, text, re.IGNORECASE):
            yield match.start(), f"{match[0]!r}, better: {better}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_is_plain_english(page: Path) -> None:
    text = prose(page)
    found = [
        f"{page.name}:{text.count(chr(10), 0, start) + 1}: {words}"
        for start, words in odd_words(text)
    ]
    assert found == []


def texts(source: str) -> Iterator[tuple[int, str]]:
    """The lines and texts of a module: its strings (messages, hints, docstrings) and comments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


@pytest.mark.parametrize(
    "folder", ["sphinxcontrib_ggdocs", "examples", "viewers", "scripts", "benchmarks"]
)
def test_messages_docstrings_and_comments_are_plain_english(folder: str) -> None:
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        lines = [
            (line, CODE.sub("", text) if "`" in text else text)
            for line, text in texts(path.read_text(encoding="utf-8"))
        ]
        if any(odd_words("\n".join(text for _, text in lines))):  # a search for each text is slow
            found += [
                f"{path.relative_to(ROOT)}:{line}: {words}"
                for line, text in lines
                for _, words in odd_words(text)
            ]
    assert found == []


TS_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", re.DOTALL)


def test_comments_of_the_ui_are_plain_english() -> None:
    found = []
    for path in sorted((ROOT / "ui" / "src").rglob("*.ts*")):
        source = path.read_text(encoding="utf-8")
        for comment in TS_COMMENT.finditer(source):
            line = source.count("\n", 0, comment.start()) + 1
            words = odd_words(CODE.sub("", comment[0]))
            found += [f"{path.relative_to(ROOT)}:{line}: {word}" for _, word in words]
    assert found == []


def test_texts_of_the_ui_are_plain_english() -> None:
    languages = ROOT / "sphinxcontrib_ggdocs" / "native" / "languages"
    texts = json.loads((languages / "en.json").read_text(encoding="utf-8"))
    assert [(text, words) for text in texts for _, words in odd_words(text)] == []
