"""Patterns in the words of ECMA-262."""

import pytest

from sphinxcontrib_ggdocs.schema.patterns import translated

SAMPLES = [
    "",
    "a",
    "A",
    "ab",
    "aB",
    "b",
    "z",
    "1",
    "12",
    "a1",
    "-",
    "a-b",
    "a.b",
    "a@b",
    "]",
    "[",
    "{",
    "}",
    "{a}",
]
SAMPLES += [
    "\n",
    "a\n",
    "a\nb",
    "b\na",
    " ",
    "a b",
    "aa",
    "aaa",
    "#",
    "\x07",
    "é",
    "É",
    "😀",
    "^",
    "\\",
    "/",
    "&",
    "_",
]

SAME = [
    "^[a-z]+$",
    r"^\d{2,3}$",
    r"(a|b)\1?",
    r"^(?:a|b)*$",
    "^(?=a)",
    "^[a-]$",
    "^[-a]$",
    "^[^-a]$",
    "^[a-c-]$",
    r"^[\w-]$",
    r"\bab\b",
    r"^[^\s@]+@[^\s@]+$",
    r"^\x61\u0062?$",
]
"""What needs no translation stays letter by letter."""

TRANSLATED = [
    ("(?x)^a # a comment", "^a"),
    ("(?x)^a # a comment\nb$", "^ab$"),
    ("(?x)# a comment\n^a$", "^a$"),
    ("^a*?b$", "^a*?b$"),
    ("^a{1,2}?b$", "^a{1,2}?b$"),
    (r"\Aa\Z", "^a$"),
    (r"(?P<one>a)(?P=one)", r"(?<one>a)\k<one>"),
    (r"^a(?#a comment)b$", "^ab$"),
    (r"^a\-b$", "^a-b$"),
    (r"^a\@b$", "^a@b$"),
    (r"^[\w.\-]+$", r"^[\w.\-]+$"),
    (r"^[\w-.]+$", r"^[\w\-.]+$"),
    (r"^[]a]$", r"^[\]a]$"),
    (r"^[^]a]$", r"^[^\]a]$"),
    (r"^[[a]$", r"^[\[a]$"),
    (r"^a{,2}$", r"^a{0,2}$"),
    (r"^{a}$", r"^\{a\}$"),
    (r"^{$", r"^\{$"),
    (r"^]$", r"^\]$"),
    (r"\a", r"\x07"),
    (r"^\141$", r"^\x61$"),
    (r"^\U0001F600$", r"^\u{1f600}$"),
    (r"^\N{GRINNING FACE}$", r"^\u{1f600}$"),
    (r"(?i)^a[b-z]?$", r"^[aA][b-zB-Z]?$"),
    (r"^(?i:a)b$", r"^(?:[aA])b$"),
    (r"(?i)^(?-i:a)B$", r"^(?:a)[Bb]$"),
    (r"(?i)^é$", r"^[éÉ]$"),
    (r"(?s)^a.b$", r"^a[\s\S]b$"),
    (r"(?m)^a$", r"(?<![^\n])a(?![^\n])"),
    ("(?x)^ a # a comment\n b $", "^ab$"),
    (r"(?a)^\w$", r"^\w$"),
    (r"^\ \#\&\_$", "^ #&_$"),
    ("^(?=a)(?!b)(?<=a)(?<!b)$",) * 2,
    (r"^[\_\@]$", "^[_@]$"),
    (r"^\~$", "^~$"),
    (r"^[\D-x]$", r"^[\D\-x]$"),
    (r"^[\S-x]$", r"^[\S\-x]$"),
    (r"(?i)^[\w\-]$", r"^[\w\-]$"),
]
RUST = [
    (r"^a\z", "^a$", "a", "ab"),
    (r"^\x{61}$", r"^\u{61}$", "a", "b"),
    (r"^\pL$", r"^\p{L}$", "é", "1"),
    (r"^\P{L}$", r"^\P{L}$", "1", "é"),
    (r"^\p{Greek}$", r"^\p{Script=Greek}$", "α", "a"),
    (r"^[[:alpha:]_]$", "^[A-Za-z_]$", "a", "1"),
    (r"^[[:alnum:]]$", "^[0-9A-Za-z]$", "1", "_"),
    (r"^[[:ascii:]]$", r"^[\x00-\x7F]$", "a", "é"),
    (r"^[[:blank:]]$", r"^[\t ]$", " ", "a"),
    (r"^[[:digit:]]$", "^[0-9]$", "1", "a"),
    (r"^[[:lower:]]$", "^[a-z]$", "a", "A"),
    (r"^[[:upper:]]$", "^[A-Z]$", "A", "a"),
    (r"^[[:space:]]$", r"^[\s]$", " ", "a"),
    (r"^[[:word:]]$", r"^[\w]$", "_", "-"),
    (r"^[[:xdigit:]]$", "^[0-9A-Fa-f]$", "f", "g"),
    (r"^[\p{L}-x]$", r"^[\p{L}\-x]$", "-", "1"),
    (r"^[\p{Lu}\d]$", r"^[\p{Lu}\d]$", "A", "a"),
]
"""What Python does not read: the pattern, its translation, what matches it, what does not."""

UNSAYABLE = [
    "a++",
    "a*+",
    "a?+",
    "a{1,2}+",
    "(?>a)",
    "(a)?(?(1)b|c)",
    "[a&&b]",
    "[a--b]",
    "[a~~b]",
    r"\b{start}a",
    r"\<a",
    r"a\>",
    "(?L:a)",
]
UNSAYABLE += [
    "(?U)a",
    "(?R)a",
    r"\Ka",
    r"\Xa",
    "(a",
    "a)",
    "[a",
    "a\\",
    r"[[:^alpha:]]",
    r"\p{Nonsense}",
    r"(?i)(a)\1",
]
UNSAYABLE += [r"\N{NO SUCH CHARACTER}", r"\q", "(?i)[a-é]"]


@pytest.mark.parametrize("pattern", SAME)
def test_what_both_understand_stays(pattern: str) -> None:
    assert translated(pattern) == pattern


@pytest.mark.parametrize(("pattern", "expected"), TRANSLATED)
def test_another_spelling(pattern: str, expected: str) -> None:
    assert translated(pattern) == expected


@pytest.mark.parametrize("pattern", UNSAYABLE)
def test_what_has_no_word_is_none(pattern: str) -> None:
    assert translated(pattern) is None


def test_patterns_of_rust() -> None:
    assert [translated(pattern) for pattern, *_ in RUST] == [expected for _, expected, *_ in RUST]
