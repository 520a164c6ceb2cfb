"""The whole example service through every builder: no warning, no dead link, and what each makes of it."""

import re
import zipfile
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

import pytest

from .marketplace import show_marketplace
from .projects import SHOP, Built, MakeProject, Project

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
pytestmark = pytest.mark.filterwarnings("ignore:'sphinxcontrib.serializinghtml.*is deprecated")


@pytest.fixture(scope="module")
def project(make_project: MakeProject) -> Project:
    made = show_marketplace(make_project("builders"))
    made.config["html_copy_source"] = False
    return made


@pytest.fixture(scope="module")
def built(project: Project) -> dict[str, Built]:
    """By builder; they share doctrees, as far as Sphinx lets them."""
    apart = {"gettext": "_gettext_doctrees"}
    return {name: project.build(name, doctrees=apart.get(name, "_build")) for name in BUILDERS}


@pytest.mark.parametrize("builder", BUILDERS)
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


@pytest.mark.parametrize("builder", ["html", "dirhtml", "singlehtml", "epub"])
def test_every_link_leads_somewhere(built: dict[str, Built], builder: str) -> None:
    out = built[builder].out
    files = [*out.rglob("*.html"), *out.rglob("*.xhtml")]
    pages = {str(file.relative_to(out)): _Page(file.read_text()) for file in files if "apidocs" not in file.parts}
    dead: list[tuple[str, str]] = []
    links = 0
    for name, page in pages.items():
        assert [each for each, count in page.ids.items() if count > 1] == []
        for link in page.links:
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
    for part in (
        '| "limit"       | "integer" *optional*      | How many items at most.    |',
        "GET /catalogue/search search",
        '| 422        | "VALIDATION_ERROR"    | The request does not have the     |',
        "send_message (client to server, request)",
        'Use "rating" of "get_seller".',
        '"{sandbox}": Default: "sandbox". One of: "sandbox", "nightly".',
    ):
        assert part in text, part
    assert "  Default:" not in text, "a sentence apart from those before it"
    upload = text[text.index("POST /photos upload") :]
    assert upload.index("Authentication:") < upload.index("Body:"), "what a single method asks for"
    assert '   Form of errors:\n      "application/problem+json"\n' in built["text"].read("internal.txt")


def test_the_info_manual(built: dict[str, Built]) -> None:
    text = built["texinfo"].read("kirkgate.texi")
    assert "@deffn {API Contract} HTTP SessionApi" in text
    tables = re.findall(r"@multitable (.*)", text)
    assert max(sum(map(len, re.findall("x+", table))) for table in tables) < 90


def test_the_manual_page(built: dict[str, Built]) -> None:
    text = built["man"].read("kirkgate.1")
    for part in ("GET /catalogue/search", "VALIDATION_ERROR", "How many items at most."):
        assert part in text, part
    assert text.count(".nr HY 0\n") == text.count(".nr HY 4\n") > 100, "names are not hyphenated"


def test_the_printed_page(built: dict[str, Built]) -> None:
    text = built["latex"].read("kirkgate.tex")
    for part in (r"GET /catalogue/search", r"VALIDATION\_ERROR", r"\needspace", r"\X{", "begin{longtable}"):
        assert part in text, part
    assert r"SELLER\_\allowbreak{}NOT\_\allowbreak{}FOUND" in text
    assert r"tabulary}{\linewidth}[t]{TTT}" not in text


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


def test_one_page_for_everything(built: dict[str, Built]) -> None:
    html = built["singlehtml"].read("index.html")
    assert html.count("<gg-docs") == 2
    assert html.count("/apidocs/assets/index-") + html.count('src="apidocs/assets/index-') == 1
    assert 'href="#gg-brand-platform.UserId"' in html
    assert re.findall(r'href="#[^"]*#[^"]*"', html) == [], "lead nowhere"
    assert (built["singlehtml"].out / "apidocs" / "platform" / "api-docs.js").exists()


def test_messages_for_translators(built: dict[str, Built]) -> None:
    text = built["gettext"].read("platform.pot")
    for part in ("How many items at most.", "Use `rating` of `get_seller`.", "Search listings."):
        assert f'msgid "{part}"' in text, part
    assert 'msgid "Deprecated"' not in text, "a word of ours"


def test_nothing_of_the_rendering_is_left_undrawn(built: dict[str, Built]) -> None:
    assert "gg_details" not in built["xml"].read("platform.xml")
    assert "gg_details" not in built["pseudoxml"].read("platform.pseudoxml")
    assert "literal_block" in built["xml"].read("platform.xml")


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_references_in_the_html_of_a_site_are_those_of_every_writer(built: dict[str, Built], builder: str) -> None:
    """Pages of a site are drawn in the visitor, others by a transform; what is drawn must not differ."""
    page = Path("platform", "index.html") if builder == "dirhtml" else Path("platform.html")
    drawn = _main(built[builder].read(str(page)))
    whole = _main(built["singlehtml"].read("index.html"))
    assert len(drawn) > 1000
    assert [line for line in drawn if line not in set(whole)] == []


def _main(html: str) -> list[str]:
    body = html[html.index("<gg-docs") : html.index("</gg-docs>")]
    body = re.sub(r"<gg-docs[^>]*>|<p class=\"gg-files\">.*?</p>|<a class=\"headerlink\".*?</a>|<h\d>|</h\d>", "", body)
    return [line for line in body.splitlines() if line.strip()]


def test_broken_links_of_descriptions_are_told_at_the_directive(project: Project) -> None:
    """`linkcheck` knows the page, so the line must be one of the page."""
    places = project.folder.joinpath("places.rst")
    module = f"{project.module}_linked"
    project.write(f"{module}.py", SHOP.replace("Fetch an order.", "See [here](https://nowhere.invalid/)."))
    places.write_text(
        f"Places\n======\n\n.. ggdocs::\n   :slug: places\n   :title: Places\n   :http: {module}:OrderApi\n"
    )
    try:
        told = project.build("linkcheck", out="_linked", doctrees="_linked_doctrees").read("output.txt")
    finally:
        places.unlink()
    assert "places.rst:4: [broken] https://nowhere.invalid/" in told


@pytest.fixture(scope="module")
def project_of_tables(make_project: MakeProject) -> Project:
    made = make_project("tables")
    table = "Either of:\\n\\n| code | means |\\n|---|---|\\n| 1 | yes |\\n| 2 | **no** |"
    field = f'total: float = Field(description="{table}")'
    made.write(
        f"{made.module}.py", SHOP.replace("import BaseModel", "import BaseModel, Field").replace("total: float", field)
    )
    made.page("Shop\n====\n\n.. ggdocs:: shop\n")
    made.config["man_pages"] = [("index", "shop", "Shop", ["Us"], 1)]
    return made


@pytest.mark.parametrize("builder", ["text", "man", "texinfo", "latex"])
def test_a_table_in_the_description_of_a_field_is_a_list_where_tables_hold_none(
    project_of_tables: Project, builder: str
) -> None:
    built = project_of_tables.build(builder)
    assert built.warnings == ""
    told = "".join(
        file.read_text(encoding="utf-8")
        for file in built.out.iterdir()
        if file.suffix in {".txt", ".1", ".texi", ".tex"}
    )
    told = re.sub(r"[\s|]+", " ", told)  # lines of a cell
    assert "code: 1; means: yes" in told
    assert re.search(r"code: 2; means: \W*(fB|sphinxstylestrong\{)?no\W", told)
