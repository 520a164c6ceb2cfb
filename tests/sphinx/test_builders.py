"""The whole example service through every builder: no warning, no dead link, and what each makes of
it.
"""

import re
import zipfile
from collections import Counter
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import pytest
from marketplace.docs import DOCS

from .marketplace import show_marketplace
from .projects import SHOP, Built, MakeProject, Project, in_builders

BUILDERS = (
    "html",
    "dirhtml",
    "singlehtml",
    "epub",
    "latex",
    "text",
    "man",
    "texinfo",
    "gettext",
    "linkcheck",
    "pseudoxml",
    "xml",
    "json",
)
OF_OTHERS = pytest.mark.part("builders")
pytestmark = pytest.mark.filterwarnings("ignore:'sphinxcontrib.serializinghtml.*is deprecated")


@pytest.fixture(scope="module")
def project(make_project: MakeProject) -> Project:
    made = show_marketplace(make_project("builders"))
    made.config["html_copy_source"] = False
    return made


class Builds(dict[str, Built]):
    """By builder, made when asked for; they share doctrees, as far as Sphinx lets them."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def __missing__(self, builder: str) -> Built:
        doctrees = "_gettext_doctrees" if builder == "gettext" else "_build"
        self[builder] = self._project.build(builder, doctrees=doctrees)
        return self[builder]


@pytest.fixture(scope="module")
def built(project: Project) -> Builds:
    return Builds(project)


@in_builders(*BUILDERS)
def test_no_warning(built: dict[str, Built], builder: str) -> None:
    assert built[builder].warnings == ""


class _Page(HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"):
            self.ids[str(found["id"])] += 1
        if tag == "a" and found.get("href"):
            self.links.add(str(found["href"]))


@in_builders("html", "dirhtml", "singlehtml", "epub")
def test_every_link_leads_somewhere(built: dict[str, Built], builder: str) -> None:
    out = built[builder].out
    files = [*out.rglob("*.html"), *out.rglob("*.xhtml")]
    pages = {
        str(file.relative_to(out)): _Page(file.read_text())
        for file in files
        if "apidocs" not in file.parts
    }
    dead: list[tuple[str, str]] = []
    links = 0
    for name, page in pages.items():
        assert [each for each, count in page.ids.items() if count > 1] == []
        for link in page.links:
            if link.count("#") > 1:  # in the table of contents of one page, by Sphinx 9
                continue
            path, _, anchor = link.partition("#")
            if ":" in path:
                continue
            links += 1
            target = normpath(join(dirname(name), path)) if path else name
            if (out / target).is_dir():
                target = normpath(join(target, "index.html"))
            if target not in pages:
                if not (out / target).exists():
                    dead.append((name, link))
            elif anchor and anchor not in pages[target].ids:
                dead.append((name, link))
    assert dead == []
    assert links > 200


def test_the_text_is_good_to_read(built: dict[str, Built]) -> None:
    text = built["text"].read("platform.txt")
    assert max(map(len, text.splitlines())) < 100
    flat = " ".join(text.split())
    for part in (
        "* **limit** integer, query, optional – How many items at most. 1–100; default 20.",
        "GET /catalogue/search search",
        "422 VALIDATION_ERROR",
        "send_message (client to server, request)",
        'Use "rating" of "get_seller".',
        "{sandbox}: default sandbox; one of sandbox, nightly",
    ):
        assert part in flat, part
    upload = text[text.index("POST /photos upload") :]
    assert upload.index("**Authentication**") < upload.index("**Body**"), (
        "what a single method asks for"
    )
    assert "**Error format** application/problem+json" in built["text"].read("internal.txt")


def test_a_method_costs_few_elements(built: dict[str, Built]) -> None:
    """Types, errors and workflows included; a browser lays out every element of a page, and tables cost
    most.
    """
    bodies = [
        built["html"].read(f"{name}.html").partition("<gg-docs")[2]
        for name in ("platform", "internal")
    ]
    bodies = [body.partition("</gg-docs>")[0] for body in bodies]
    methods = sum(len(re.findall(r'<dl class="gg method', body)) for body in bodies)
    assert methods > 60
    html = "".join(bodies)
    lists = r'<p class="gg-uses[^"]*">\s*(Returned by|Accepted by) .*?</p>'
    without_lists = re.sub(lists, "", html)
    assert len(re.findall(r"<[a-z]", without_lists)) <= 89 * methods
    assert len(re.findall(r"<[a-z]", html)) <= 94 * methods, "with lists of brands"


def test_the_printed_page(built: dict[str, Built]) -> None:
    text = built["latex"].read("kirkgate.tex")
    for part in (r"GET /catalogue/search", r"VALIDATION\_ERROR"):
        assert part in text, part
    assert r"SELLER\_\allowbreak{}NOT\_\allowbreak{}FOUND" in text
    assert "begin{tabulary}" not in text


def test_the_book_holds_the_reference_and_none_of_our_files(built: dict[str, Built]) -> None:
    book = next(built["epub"].out.glob("*.epub"))
    with zipfile.ZipFile(book) as opened:
        names = opened.namelist()
        text = opened.read("platform.xhtml").decode()
        pages = [opened.read(name).decode() for name in names if name.endswith(".xhtml")]
    assert not [name for name in names if "apidocs" in name or "index-" in name]
    ElementTree.fromstring(text)
    links = {link for page in pages for link in _Page(page).links}
    assert [link for link in links if set("{}<>|^` ") & set(link)] == [], "illegal in URLs"
    assert "<gg-docs" not in text
    assert "<script" not in text
    assert "/catalogue/search" in text


@OF_OTHERS
def test_messages_for_translators(built: dict[str, Built]) -> None:
    text = built["gettext"].read("platform.pot")
    for part in ("How many items at most.", "Use `rating` of `get_seller`.", "Search listings."):
        assert f'msgid "{part}"' in text, part
    assert 'msgid "Deprecated"' not in text, "a word of ours"


@OF_OTHERS
@pytest.mark.parametrize(
    ("builder", "page"), [("xml", "platform.xml"), ("pseudoxml", "platform.pseudoxml")]
)
def test_no_writer_meets_a_node_of_ours(built: dict[str, Built], builder: str, page: str) -> None:
    assert "gg_" not in built[builder].read(page)


def test_broken_links_of_descriptions_are_told_at_the_directive(project: Project) -> None:
    """`linkcheck` knows the page, so the line must be one of the page."""
    places = project.folder.joinpath("places.rst")
    module = f"{project.module}_linked"
    project.write(
        f"{module}.py", SHOP.replace("Fetch an order.", "See [here](https://nowhere.invalid/).")
    )
    places.write_text("Places\n======\n\n.. ggdocs:: places\n")
    documents = project.config["ggdocs_docs"]
    entry = {"slug": "places", "title": "Places", "http": [f"{module}:OrderApi"]}
    project.config["ggdocs_docs"] = [*documents, entry]
    try:
        told = project.build("linkcheck", out="_linked", doctrees="_linked_doctrees").read(
            "output.txt"
        )
    finally:
        places.unlink()
        project.config["ggdocs_docs"] = documents
    assert "places.rst:4: [broken] https://nowhere.invalid/" in told


FOREIGN_BUILDERS = '''\
"""Builders of another extension, one with a writer that knows few nodes."""

from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.builders.text import TextBuilder
from sphinx.writers.text import TextTranslator

KNOWN = """
    Text block_quote bullet_list comment compact_paragraph compound desc desc_addname desc_annotation
    desc_content desc_name desc_parameter desc_parameterlist desc_returns desc_sig_keyword
    desc_sig_name desc_sig_operator desc_sig_punctuation desc_sig_space desc_signature
    desc_signature_line desc_type document emphasis enumerated_list index inline line line_block
    list_item literal literal_block note paragraph raw reference rubric section strong target title
    toctree transition warning
""".split()


class FewNodes(TextTranslator):
    def dispatch_visit(self, node):
        assert type(node).__name__ in KNOWN, node
        super().dispatch_visit(node)


class FewNodesBuilder(TextBuilder):
    name = "few-nodes"
    format = "few-nodes"
    default_translator_class = FewNodes


class OnePageBuilder(SingleFileHTMLBuilder):
    name = "one-page"


def setup(app):
    app.add_builder(FewNodesBuilder)
    app.add_builder(OnePageBuilder)
'''


@pytest.fixture(scope="module")
def project_of_foreign_builders(make_project: MakeProject) -> Project:
    made = show_marketplace(make_project("foreign"))
    made.write("foreign_builders.py", FOREIGN_BUILDERS)
    made.config["extensions"] = ["sphinxcontrib_ggdocs", "foreign_builders"]
    made.config["ggdocs_docs"] = [
        {**document, "split": "group"} if document["slug"] == "internal" else document
        for document in DOCS
    ]
    return made


def test_a_writer_of_others_knows_all_nodes(project_of_foreign_builders: Project) -> None:
    """Such as sphinx-markdown-builder, which warns of an ``admonition``."""
    built = project_of_foreign_builders.build("few-nodes")
    assert built.warnings == ""
    text = built.read("platform.txt")
    assert 'Warning: **Deprecated.** Use "rating" of "get_seller".' in " ".join(text.split())
    assert "create_hook" in "".join(
        file.read_text() for file in built.out.joinpath("ggdocs", "internal").iterdir()
    )
