"""A build in another language: descriptions in the page, our own words, their catalogues."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from scripts import catalogues

from .parts import later
from .projects import Built, MakeProject, Project

RICH = '''
class Line(BaseModel):
    """One line.

    - the first *item*,
      which goes on
    - the second

    ```
    the second
    ```
    """

    amount: Annotated[int, Field(description="How many.")]
    description: Annotated[dict[str, str], Field(description="How many.", examples=[{"description": "How many."}])] = {}


SIGNED_IN = Requirement("in", headers={"X-Key": ApiKey}, description="Ask *us*.")
Limit = Annotated[int, http.Query(description="At most so many.")]


@http.api("/lines", requires=[SIGNED_IN])
class LineApi(Protocol):
    """What people have bought."""

    @http.put("/{id}", deprecated="Use another.")
    def put_line(self, id: OrderId, line: Line, limit: Limit) -> None:
        """Put a line.

        It stays where it is put.

        With `code`, {gg:brand}`OrderId`, [a link](https://example.org/en) and a note[^n].

        [^n]: The note.

        | Head | Other |
        |------|-------|
        | cell | here  |

        > Somebody
        > said it.
        """
        ...
'''
GERMAN = {
    "What people have bought.": "Was Leute gekauft haben.",
    "Fetch an order. With *emphasis*.": "Eine Bestellung holen. Mit *Betonung*.",
    "There is no such order.": "Diese Bestellung gibt es nicht.",
    "Something bought.": "Etwas Gekauftes.",
    "Lines": "Zeilen",
    "One line.": "Eine Zeile.",
    "the first *item*, which goes on": "der erste *Punkt*",
    "the second": "der zweite",
    "How many.": "Wie viele.",
    "Use another.": "Nimm eine andere.",
    "Ask *us*.": "Frag *uns*.",
    "At most so many.": "Höchstens so viele.",
    "Put a line.": "Eine Zeile ablegen.",
    "It stays where it is put.": "Sie bleibt, wo sie liegt.",
    "With `code`, {gg:brand}`OrderId`, [a link](https://example.org/en) and a note[^n].": (
        "Mit `Kode`, {gg:brand}`OrderId`, [einem Verweis](https://example.org/de) und einer "
        "Notiz[^n]."
    ),
    "The note.": "Die Notiz.",
    "Head": "Kopf",
    "cell": "Zelle",
    "Somebody said it.": "Jemand hat es gesagt.",
}


@pytest.fixture(scope="module")
def project(make_project: MakeProject) -> Project:
    made = make_project("worded")
    made.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
    source = (made.folder / f"{made.module}.py").read_text()
    made.write(
        f"{made.module}.py",
        source.replace("from typing import ", "from typing import Annotated, ")
        .replace("import BaseModel", "import BaseModel, Field")
        .replace("import ERROR,", "import ERROR, ApiKey, Requirement,")
        + RICH,
    )
    made.config["ggdocs_docs"] = made.named(
        [
            {
                "slug": "shop",
                "title": "Shop API",
                "groups": [
                    {"name": "Orders", "http": ["{module}:OrderApi"], "ws": ["{module}:LiveApi"]},
                    {"name": "Lines", "http": ["{module}:LineApi"]},
                ],
            }
        ]
    )
    made.page("# Shop\n\n```{ggdocs}\n```\n", "index.md")
    return made


@pytest.fixture(scope="module")
def extracted(project: Project) -> Path:
    built = project.build("gettext", doctrees="_gettext_doctrees")
    assert built.warnings == ""
    return built.out / "index.pot"


def test_the_messages_of_a_project(extracted: Path) -> None:
    with extracted.open("rb") as file:
        messages = {message.id for message in read_po(file) if message.id}
    assert messages >= GERMAN.keys()
    assert "= string" not in messages


@pytest.fixture(scope="module")
def german(project: Project, extracted: Path) -> Built:
    with extracted.open("rb") as file:
        catalogue = read_po(file, locale="de")
    for message in catalogue:
        if message.id:
            message.string = GERMAN.get(str(message.id), "")
    folder = project.folder / "locales" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "index.mo").open("wb") as compiled:
        write_mo(compiled, catalogue)
    project.config |= {"language": "de", "locale_dirs": ["locales"]}
    return project.build(out="_german")


def test_the_page_is_translated(german: Built) -> None:
    assert german.warnings == ""
    html = german.read("index.html")
    for text in (text for text in GERMAN.values() if "`" not in text):
        plain = text.replace("*Betonung*", "<em>Betonung</em>").replace("*Punkt*", "<em>Punkt</em>")
        plain = plain.replace("*uns*", "<em>uns</em>")
        assert plain in html, text
    for text in ("Antwort", "Verwendet von", "Pfad", "Veraltet", "Ereignis"):
        assert text in html, text


def test_translations_are_in_the_markup_of_the_page(german: Built) -> None:
    """As Sphinx reads every translation; here it is MyST."""
    html = german.read("index.html")
    for part in (
        '<span class="pre">Kode</span></code>',
        '<a class="reference external" href="https://example.org/de">einem Verweis</a>',
        'title="OrderId"><code class="xref gg gg-brand docutils literal notranslate">',
    ):
        assert part in html, part


@pytest.mark.parametrize("language", catalogues.languages())
def test_catalogues_are_complete(language: str) -> None:
    written = catalogues.read(language)
    assert {
        str(message.id): bool(message.string) for message in written if message.id
    } == dict.fromkeys(catalogues.texts(), True), "run `python -m scripts.catalogues`"
    with catalogues.po_file(language).with_suffix(".mo").open("rb") as compiled:
        assert {each.id: each.string for each in read_mo(compiled) if each.id} == {
            each.id: each.string for each in written if each.id
        }, "run `python -m scripts.catalogues`"


@pytest.mark.parametrize("language", catalogues.languages())
def test_translations_have_the_placeholders_of_the_text(language: str) -> None:
    placeholder = re.compile(r"%(?:\(\w+\))?[a-z%]")
    for message in catalogues.read(language):
        text, translation = str(message.id), str(message.string)
        assert sorted(placeholder.findall(translation)) == sorted(placeholder.findall(text)), text


def test_a_project_in_another_language_is_translated_to_english(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project("from_german")
    source = (project.folder / f"{project.module}.py").read_text()
    project.write(
        f"{project.module}.py",
        source.replace("What people have bought.", "Was Leute gekauft haben."),
    )
    project.page("Laden\n=====\n\n.. ggdocs::\n")
    project.config["locale_dirs"] = ["locales"]

    def translate(told: str) -> None:
        folder = project.folder / "locales" / "en" / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        catalogue = Catalog(locale="en")
        catalogue.add("Was Leute gekauft haben.", told)
        with (folder / "index.po").open("wb") as file:
            write_po(file, catalogue)
        later(folder / "index.po")

    for told in ("What people have bought.", "What was bought."):
        translate(told)
        monkeypatch.setattr("gettext._translations", {})  # a process reads each catalogue once
        monkeypatch.setattr("sphinx.locale.translators", {})
        built = project.build()
        assert built.warnings == ""
        assert told in built.read("index.html")
        assert "Was Leute gekauft haben." not in built.read("index.html")
