"""Patterns in the words of ECMA-262, and which texts they match for certain."""

import re

import pytest

from sphinxcontrib_ggdocs.schema.bounded_patterns import matches, may_reveal
from sphinxcontrib_ggdocs.schema.patterns import translated

SAMPLES = ["", "a", "A", "ab", "aB", "b", "z", "1", "12", "a1", "-", "a-b", "a.b", "a@b", "]", "["]
SAMPLES += ["{", "}", "{a}", "\n", "a\n", "a\nb", "b\na", " ", "a b", "aa", "aaa", "#", "\x07"]
SAMPLES += ["é", "É", "😀", "^", "\\", "/", "&", "_"]

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
    r"^[\b]$",
    r"^[a\-z]$",
]
"""What needs no translation stays letter by letter."""

TRANSLATED = [
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
    (r"^a{,}b$", r"^a{0,}b$"),
    (r"^a{}$", r"^a\{\}$"),
    ("^a{2}b{1,}[]]$", r"^a{2}b{1,}[\]]$"),
    (r"^{a}$", r"^\{a\}$"),
    (r"^{$", r"^\{$"),
    (r"^]$", r"^\]$"),
    (r"\a", r"\x07"),
    (r"^\ \#\&\_$", "^ #&_$"),
    ("^(?=a)(?!b)(?<=a)(?<!b)$",) * 2,
    (r"^[\_\@]$", "^[_@]$"),
    (r"^\~$", "^~$"),
    (r"^[\D-x]$", r"^[\D\-x]$"),
    (r"^[\S-x]$", r"^[\S\-x]$"),
    (r"^[\s-x]$", r"^[\s\-x]$"),
    (r"^[\W-x]$", r"^[\W\-x]$"),
    (r"^[\d-x]$", r"^[\d\-x]$"),
    (r"^[\-\w]$", r"^[\-\w]$"),
]
RUST = [
    (r"^a\z", "^a$", "a", "ab"),
    (r"^\x{61}$", r"^\u{61}$", "a", "b"),
    (r"^\pL$", r"^\p{L}$", "é", "1"),
    (r"^\P{L}$", r"^\P{L}$", "1", "é"),
    (r"^[\p{L}-x]$", r"^[\p{L}\-x]$", "-", "1"),
    (r"^[\p{Lu}\d]$", r"^[\p{Lu}\d]$", "A", "a"),
]
"""What Python does not read: the pattern, its translation, what matches it, what does not."""

UNSAYABLE = ["a++", "a*+", "a?+", "a{1,2}+", "(?>a)", "(a)?(?(1)b|c)", "[a&&b]", "[a--b]", "[a~~b]"]
UNSAYABLE += [
    r"\b{start}a",
    r"\<a",
    r"a\>",
    "(?L:a)",
    "(?U)a",
    "(?R)a",
    r"\Ka",
    r"\Xa",
    "(a",
    "a)",
    "[a",
]
UNSAYABLE += [
    "a\\",
    r"[[:alpha:]]",
    r"\p{Greek}",
    r"\141",
    r"\0",
    r"\p{Nonsense}",
    r"\N{DIGIT ONE}",
]
UNSAYABLE += [r"\U0001F600", r"\q", "(?i)a", "(?m)^a", "(?s).", "(?x)a", "(?a)a", "a(?i:b)", "(?#a"]
TABLE = [
    *((pattern, pattern) for pattern in SAME),
    *TRANSLATED,
    *((pattern, expected) for pattern, expected, *_ in RUST),
    *((pattern, None) for pattern in UNSAYABLE),
]


@pytest.mark.parametrize(("pattern", "expected"), TABLE)
def test_a_pattern_in_the_words_of_ecma_262(pattern: str, expected: str | None) -> None:
    assert translated(pattern) == expected


PORTABLE = [
    "^a+b?c*$",
    "^(?:a|b)c$",
    r"^\d{2}-\w{1,3}\s?[^x\]]$",
    r"\bab\B",
    "^a{2,}?$",
    "^(ab)?$",
]


@pytest.mark.parametrize("pattern", PORTABLE)
def test_matches_are_those_of_python(pattern: str) -> None:
    texts = ["", "a", "aa", "aaa", "ab", "abc", "ac", "b", "bc", "12-ab c", "12-x x", "cab", "x"]
    assert [matches(pattern, text) for text in texts] == [
        re.search(pattern, text) is not None for text in texts
    ]


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        pytest.param("a", "é", id="a text that is not ASCII"),
        pytest.param("a", "a\n", id="a line's end"),
        pytest.param("(?i)a", "a", id="flags"),
        pytest.param("(?=a)a", "a", id="a lookahead"),
        pytest.param(r"(a)\1", "aa", id="a reference"),
        pytest.param("[a&&b]", "a", id="sets of sets"),
        pytest.param("[]a]", "a", id="a bracket that begins a set"),
        pytest.param("a++", "a", id="a possessive count"),
        pytest.param("*a", "a", id="a count of nothing"),
        pytest.param("(|*)", "a", id="a count of an alternative"),
        pytest.param("^*", "a", id="a count of an anchor"),
        pytest.param("(a", "a", id="an open group"),
        pytest.param("a)", "a", id="a closed group"),
        pytest.param("[b-a]", "a", id="a range backwards"),
        pytest.param("a{2,1}", "a", id="counts backwards"),
        pytest.param("((a{99}){99}){99}", "a", id="a count of counts"),
    ],
)
def test_matches_that_are_not_known(pattern: str, text: str) -> None:
    assert matches(pattern, text) is None


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|aa)+$", "^((a|b)c?)*$", "a*" * 10 + "b"])
def test_patterns_that_take_other_engines_years(pattern: str) -> None:
    assert matches(pattern, "a" * 5_000 + "!") is False


TELLING: dict[str, tuple[str, str, bool]] = {
    "the name": ("^cost$", "cost", True),
    "one of several": ("^(sku|cost)$", "cost", True),
    "one of several without an anchor": ("^cost|s", "cost", True),
    "names that begin with it": ("^cost_[a-z]+$", "cost", True),
    "names of which it is one": ("^co[a-z]+$", "cost", True),
    "the same in another case": ("^(?i:COST)$", "cost", True),
    "all letters": ("^[a-z]+$", "cost", False),
    "everything": ("", "cost", False),
    "all letters and what separates them": (r"^\w+-\w+$", "x-cost", False),
    "the beginning of it": ("^x-", "x-cost", True),
    "some letters": ("^[a-f]+$", "feed", True),
    "digits": (r"^\d+$", "2024", False),
    "some digits": ("^20", "2024", True),
    "another name": ("^sku$", "cost", False),
    "a name in another one": ("^costs$", "cost", False),
    "letters of escapes, sets and groups": (r"^(?:[cost]|\d|x{3})$", "d", False),
    "without letters that can be exchanged": ("^.+$", "価格", True),
    "an umlaut": ("^[a-zöß]+$", "größe", False),
    "lookaround": ("^(?=sku)", "cost", True),
    "not valid": ("(", "cost", True),
}


@pytest.mark.parametrize(("pattern", "name", "tells"), TELLING.values(), ids=TELLING)
def test_patterns_that_tell_a_name(pattern: str, name: str, tells: bool) -> None:
    assert may_reveal(pattern, name) is tells
