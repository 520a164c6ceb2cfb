"""Patterns in the words of ECMA-262, and which texts they match for certain."""

import re

import pytest

from sphinxcontrib_ggdocs.schema.bounded_patterns import MOST_REPEATS, MOST_STEPS, matches
from sphinxcontrib_ggdocs.schema.patterns import translated

SAMPLES = ["", "a", "A", "ab", "aB", "b", "z", "1", "12", "a1", "-", "a-b", "a.b", "a@b", "]", "["]
SAMPLES += ["{", "}", "{a}", "\n", "a\n", "a\nb", "b\na", " ", "a b", "aa", "aaa", "#", "\x07"]
SAMPLES += ["é", "É", "😀", "^", "\\", "/", "&", "_"]

SAME = [
    "^[a-z]+$",
    r"(a|b)\1?",
    r"^(?:a|b)*$",
    "^[^-a]$",
    "^[a-c-]$",
    r"^[\w-]$",
    r"\bab\b",
    r"^[^\s@]+@[^\s@]+$",
    r"^\x61\u0062?$",
    r"^[a\-z]$",
]
"""What needs no translation stays letter by letter."""

TRANSLATED = [
    ("^a*?b$", "^a*?b$"),
    (r"\Aa\Z", "^a$"),
    (r"(?P<one>a)(?P=one)", r"(?<one>a)\k<one>"),
    (r"^a(?#a comment)b$", "^ab$"),
    (r"^a\@b$", "^a@b$"),
    (r"^[\w.\-]+$", r"^[\w.\-]+$"),
    (r"^[\w-.]+$", r"^[\w\-.]+$"),
    (r"^[]a]$", r"^[\]a]$"),
    (r"^[[a]$", r"^[\[a]$"),
    (r"^a{,}b$", r"^a{0,}b$"),
    (r"^a{}$", r"^a\{\}$"),
    ("^a{2}b{1,}[]]$", r"^a{2}b{1,}[\]]$"),
    (r"^{a}$", r"^\{a\}$"),
    (r"^{$", r"^\{$"),
    (r"^]$", r"^\]$"),
    (r"\a", r"\x07"),
    ("^(?=a)(?!b)(?<=a)(?<!b)$",) * 2,
    (r"^\~$", "^~$"),
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
    "^(?=a)a(?!b)",
    "(?<=a)b|(?<!a)c",
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
        pytest.param("(?P<n>a)", "a", id="a name"),
        pytest.param(r"(a)\1", "aa", id="a reference"),
        pytest.param("[a&&b]", "a", id="sets of sets"),
        pytest.param("[]a]", "a", id="a bracket that begins a set"),
        pytest.param("a++", "a", id="a possessive count"),
        pytest.param("*a", "a", id="a count of nothing"),
        pytest.param("(|*)", "a", id="a count of an alternative"),
        pytest.param("(a", "a", id="an open group"),
        pytest.param("[b-a]", "a", id="a range backwards"),
        pytest.param("a{2,1}", "a", id="counts backwards"),
        pytest.param(f"a{{{MOST_REPEATS + 1}}}", "a", id="a high count"),
        pytest.param(f"a{{1,{MOST_REPEATS + 1}}}", "a", id="a high upper count"),
        pytest.param("^(a+)+$", "a" * 40, id="a repetition in a repetition"),
        pytest.param("^(a|aa)+$", "a" * 40, id="an alternative in a repetition"),
        pytest.param("^(a|b){2}$", "a", id="a counted group of choices"),
        pytest.param("^((a{9}){9}){9}$", "a", id="a count of counts"),
        pytest.param("a*" * 10, "a" * 40, id="many repetitions"),
    ],
)
def test_matches_that_are_not_known(pattern: str, text: str) -> None:
    assert matches(pattern, text) is None


@pytest.mark.parametrize(
    ("pattern", "longest"),
    [
        pytest.param("^a*a*$", 99, id="two repetitions: the third power"),
        pytest.param("^a+$", MOST_STEPS**0.5 - 1, id="one: the square"),
        pytest.param("^(a+)?a*$", 78, id="an optional group is no nesting"),
        pytest.param("^(a|b)c*d?$", 499, id="alternatives and options double"),
        pytest.param(f"^a{{{MOST_REPEATS}}}$", MOST_STEPS - 1, id="a fixed count is one way"),
    ],
)
def test_the_longest_text_that_is_matched(pattern: str, longest: float) -> None:
    assert matches(pattern, "a" * int(longest)) is not None
    assert matches(pattern, "a" * (int(longest) + 1)) is None
