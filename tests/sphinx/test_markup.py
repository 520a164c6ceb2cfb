"""Descriptions in Markdown and in reStructuredText, with the roles and the directives of the
project inside them.
"""

import re
import tomllib
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from .projects import SHOP, Built, Project

pytestmark = pytest.mark.filterwarnings("ignore:.*MystReferenceResolver.app")  # MyST's own

INDEX = """\
Shop
====

.. toctree::

   api
   other

.. _prose:

Prose
-----

.. glossary::

   Basket
      What is bought.

.. py:class:: Thing
"""
REST = r"""
    Fetch an order. With *emphasis* and ``code``.

    See :gg:method:`placed`, :ref:`the prose <prose>`, :doc:`other`, :term:`Basket`, :py:class:`Thing`, |sub|,
    `a link`_ and `another <https://example.org/b>`_ [#f]_.

    .. _a link: https://example.org/a
    .. |sub| replace:: substituted

    .. [#f] A footnote.

    .. note::

       Mind the :gg:brand:`OrderId`.

    .. code-block:: python

       x = 1

    - one
    - two

    == ==
    A  B
    == ==
    1  2
    == ==

    A heading
    ---------

    The end.
"""
MARKDOWN = """
    Fetch an order. With *emphasis* and `code`.

    See {gg:method}`placed`, {ref}`the prose <prose>`, {doc}`other`, {term}`Basket`, {py:class}`Thing`,
    [a link][ref] and [another](https://example.org/b).

    [ref]: https://example.org/a

    ```python
    x = 1
    ```

    - one
    - two

    | A | B |
    |---|---|
    | 1 | 2 |

    ---

    ## A heading

    The end.
"""
MYST = """
    [Another page](other.{ext}), [a heading](#prose) [^f].

    [^f]: A footnote.

    ```{{note}}
    Mind the {{gg:brand}}`OrderId`.
    ```
"""
HTML = """
    A list<int>, <b>not bold</b>.

    <script>alert(1)</script>
"""
LINKS = {
    ("#gg-shop.LiveApi.placed", "placed"),
    ("index.html#prose", "the prose"),
    ("other.html", "Other"),
    ("index.html#term-Basket", "Basket"),
    ("index.html#Thing", "Thing"),
    ("https://example.org/a", "a link"),
    ("https://example.org/b", "another"),
}
MYST_LINKS = {
    ("other.html", "Another page"),
    ("index.html#prose", "a heading"),
    ("#gg-brand-shop.OrderId", "OrderId"),
}
WORDS = (
    "<em>emphasis</em>",
    "code</span></code>",
    "<li><p>one</p></li>",
    ">A heading</p>",
    "<p>The end.</p>",
    "<td><p>1</p>",
)


def described(project: Project, text: str, *, page: str, markup: str = "markdown") -> Project:
    """A project whose method has a description, shown on a page in reST or in MyST."""
    doc = text.replace("\\", "\\\\").strip()
    project.write(
        f"{project.module}.py", SHOP.replace("Fetch an order. With *emphasis*.", doc + "\n")
    )
    project.page(INDEX)
    if page == "myst":
        project.config |= {"extensions": ["myst_parser", "sphinxcontrib_ggdocs"]}
        project.page("# Api\n\n```{ggdocs}\n```\n", "api.md")
        project.page("# Other\n", "other.md")
    else:
        project.page("Api\n===\n\n.. ggdocs::\n", "api.rst")
        project.page("Other\n=====\n", "other.rst")
    project.config |= {"nitpicky": True, "ggdocs_markup": markup}
    return project


def links(built: Built) -> set[tuple[str, str]]:
    found = re.findall(
        r'<a class="reference[^"]*" href="([^"]*)"[^>]*>(.*?)</a>', built.read("api.html")
    )
    return {(href, re.sub("<.*?>", "", text)) for href, text in found}


def ids(built: Built) -> list[str]:
    return re.findall(r' id="([^"]*)"', built.read("api.html"))


CASES: dict[str, tuple[str, str, str]] = {
    "reST in a page in reST": (REST, "rest", "rst"),
    "reST in a page in MyST": (REST, "myst", "rst"),
    "Markdown in a page in MyST": (MARKDOWN + MYST.format(ext="md"), "myst", "markdown"),
    "Markdown in a project without MyST": (MARKDOWN + HTML, "rest", "markdown"),
}


@pytest.mark.parametrize(("text", "page", "markup"), CASES.values(), ids=CASES)
def test_markup(project: Project, text: str, page: str, markup: str) -> None:
    built = described(project, text, page=page, markup=markup).build()
    assert built.warnings == ""
    html = built.read("api.html")
    for word in WORDS:
        assert word in html
    has_directives = HTML not in text
    assert LINKS | (MYST_LINKS if markup == "markdown" and has_directives else set()) <= links(
        built
    )
    assert ('class="admonition note"' in html) is has_directives
    assert ('class="footnote brackets"' in html) is has_directives
    assert "highlight-python" in html
    assert "substituted" in html or markup == "markdown"
    assert HTML not in text or "A list&lt;int&gt;, &lt;b&gt;not bold&lt;/b&gt;." in html
    assert len(ids(built)) == len(set(ids(built)))
    written = project.build("text")
    assert written.warnings == ""
    assert ("Mind the" in written.read("api.txt")) is has_directives


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a package look as if it were not installed."""
    missing: set[str] = set()
    monkeypatch.setattr(
        "sphinxcontrib_ggdocs.ext.descriptions.find_spec",
        lambda name: None if name in missing else find_spec(name),
    )
    return missing.add


def test_without_a_parser_of_markdown_code_is_code(
    project: Project, without: Callable[[str], None]
) -> None:
    without("markdown_it")
    built = described(
        project, "Fetch `an order`, not ``two``.\n\n    *Later.*", page="rest"
    ).build()
    assert "Fetch <code" in built.read("api.html")
    assert "``two``." in built.read("api.html")


ALERTS = """Fetch an order.

    > [!WARNING]
    > It is *slow*.
    >
    > > [!tip]
    > > Ask less.

    > [!IMPORTANT]
    >
    > `code` first

    > [!CAUTION]
    > **Bold** first

    > [!NOTE] in a line

    > [!NOTE] *in* a line

    > [!NOTE]

    > [!OTHER]
    > words
"""


@pytest.mark.parametrize("missing", ["myst_parser", "nothing"])
def test_alerts_are_admonitions(
    project: Project, without: Callable[[str], None], missing: str
) -> None:
    without(missing)
    built = described(project, ALERTS, page="rest").build("xml")
    assert built.warnings == ""
    page = built.read("api.xml")
    assert re.findall("<(warning|tip|important|caution|note)", page) == [
        "warning",
        "tip",
        "important",
        "caution",
    ]
    assert re.search("<warning[^>]*>\\s*<paragraph[^>]*>It is <emphasis>slow</emphasis>", page)
    assert re.search("<caution[^>]*>\\s*<paragraph[^>]*><strong>Bold</strong>", page)
    quotes = re.findall(r"<block_quote.*?</block_quote>", page, re.DOTALL)
    assert [re.sub(r"<.*?>|\s+", " ", quote).split() for quote in quotes] == [
        ["[!NOTE]", "in", "a", "line"],
        ["[!NOTE]", "in", "a", "line"],
        ["[!NOTE]"],
        ["[!OTHER]", "words"],
    ]


@pytest.mark.parametrize("missing", ["myst_parser", "nothing"])
def test_addresses_in_a_text_are_links(
    project: Project, without: Callable[[str], None], missing: str
) -> None:
    without(missing)
    text = """Fetch one.

    Docs: https://example.org/keys#who---when, (see https://example.org/b) and
    *https://example.org/c*. Not `https://example.org/d`, nor [one](https://example.org/e).
"""
    built = described(project, text, page="rest").build()
    assert built.warnings == ""
    found = re.findall(r'href="(https://example.org/[^"]*)"[^>]*>([^<]*)<', built.read("api.html"))
    assert found == [
        ("https://example.org/keys#who---when", "https://example.org/keys#who---when"),
        ("https://example.org/b", "https://example.org/b"),
        ("https://example.org/c", "https://example.org/c"),
        ("https://example.org/e", "one"),
    ]


@pytest.mark.parametrize("markup", ["markdown", "rst"])
def test_one_warning_says_that_markdown_cannot_be_parsed(
    project: Project, without: Callable[[str], None], markup: str
) -> None:
    without("markdown_it")
    built = described(project, "Fetch *one*.", page="rest", markup=markup).build()
    assert "Fetch" in built.read("api.html")
    warning = (
        "api.rst:4: WARNING: descriptions are shown without markup, because the package "
        "markdown-it-py is not installed: pip install markdown-it-py [ggdocs.no-markdown]"
    )
    expected = [warning] if markup == "markdown" else []
    assert [line.rpartition("/")[2] for line in _told(built)] == expected


def test_the_extra_for_sphinx_installs_what_parses_markdown() -> None:
    file = Path(__file__).parents[2] / "pyproject.toml"
    extras = tomllib.loads(file.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert [line for line in extras["sphinx"] if line.startswith("markdown-it-py>=")]


def test_images_without_myst(project: Project) -> None:
    text = "![A *logo*](logo.png) ![web](https://example.org/w.png) ![no](javascript:alert)"
    described(project, text, page="rest")
    (project.folder / "logo.png").write_bytes(b"")
    built = project.build()
    assert built.warnings == ""
    html = built.read("api.html")
    assert '<img alt="A logo" src="_images/logo.png" />' in html
    assert '<img alt="web" src="https://example.org/w.png" />' in html
    assert 'src="javascript' not in html


def test_descriptions_of_everything(project: Project) -> None:
    source = SHOP.replace('"""Something bought."""', '"""Something *bought*."""').replace(
        "no such order.", "*no* order."
    )
    source = source.replace("What people have bought.", "What *people* have bought.")
    source = source.replace(
        "    total: float", '    total: Annotated[float, Field(description="In *euros*.")]'
    )
    project.write(
        f"{project.module}.py",
        f"from typing import Annotated\nfrom pydantic import Field\n{source}",
    )
    project.page("Api\n===\n\n.. ggdocs::\n")
    project.config["ggdocs_docs"][0]["description"] = "All *about* it."
    html = project.build().read("index.html")
    for word in ("bought", "no", "people", "euros", "about", "emphasis"):
        assert f"<em>{word}</em>" in html


WRONG_REST = """Text :nope:`x`,
    :ref:`nowhere`, :gg:method:`gone`.

    .. nodirective::

    .. note::

       See :doc:`nopage`.

    .. code-block:: nolanguage

       x

    *open"""
WRONG_MARKDOWN = """Text {nope}`x`.

    {ref}`nowhere`, {gg:method}`gone`, [x](nowhere.md).

    ```{nodirective}
    ```

    ```{note}
    See {doc}`nopage`, {gone}`x`.
    ```

    ```nolanguage
    x
    ```"""
WRONG: dict[str, tuple[str, str, str, dict[str, int]]] = {
    "reST": (
        WRONG_REST,
        "rest",
        "rst",
        {
            'role "nope"': 1,
            'directive type "nodirective"': 1,
            "emphasis": 11,
            "'nowhere'": 1,
            "'gone'": 1,
            "'nopage'": 5,
            "'nolanguage'": 7,
        },
    ),
    "Markdown": (
        WRONG_MARKDOWN,
        "myst",
        "markdown",
        {
            'role "nope"': 1,
            "'nodirective'": 3,
            "'nowhere'": 1,
            "'nowhere.md'": 1,
            "'gone'": 1,
            "'nopage'": 7,
            'role "gone"': 7,
            "'nolanguage'": 10,
        },
    ),
    "CommonMark": (
        "Fetch.\n\n    See {nope}`x`, {gg:method}`gone`.",
        "rest",
        "markdown",
        {'"nope"': 1, "'gone'": 1},
    ),
}
"""Text, its page and markup, and by a part of each warning the line of the description."""


def _told(built: Built) -> list[str]:
    return [
        line for line in built.warnings.splitlines() if ": WARNING: " in line or ": ERROR: " in line
    ]


@pytest.mark.parametrize(("text", "page", "markup", "wrong"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_names_the_object_and_the_line_of_its_description(
    project: Project,
    without: Callable[[str], None],
    text: str,
    page: str,
    markup: str,
    wrong: dict[str, int],
) -> None:
    without("myst_parser")
    told = _told(described(project, text, page=page, markup=markup).build())
    for part, line in wrong.items():
        place = re.compile(rf"api\.\w+:description of shop\.OrderApi\.get_order:{line}: ")
        assert any(place.match(each) and part in each for each in told), (part, told)
    assert len(told) == len(wrong), told


EVERYWHERE = """
    Of |company|, |release|: see spec_, home_ and |own|.

    .. |own| replace:: words
    .. _home: https://own.example
"""


@pytest.mark.parametrize("page", ["rest", "myst"])
def test_what_is_defined_for_all_pages(project: Project, page: str) -> None:
    described(project, EVERYWHERE, page=page, markup="rst")
    project.config |= {
        "rst_prolog": (
            ".. |company| replace:: the *Shop*\n.. |own| replace:: other words\n.. "
            "_home: https://home.example\n"
        ),
        "rst_epilog": ".. _spec: https://spec.example\n",
        "release": "3.2",
    }
    built = project.build()
    assert built.warnings == ""
    html = built.read("api.html")
    assert "<p>Of the <em>Shop</em>, 3.2: see " in html
    assert "and words.</p>" in html
    assert {("https://spec.example", "spec"), ("https://own.example", "home")} <= links(built)
