"""What a build says of mistakes in ``conf.py``: the key, what is accepted, what is nearest."""

from pathlib import Path
from typing import Any

import pytest
from sphinx.errors import ConfigError

from .failing import HERE, NOTICE, PAGE, only_warning
from .projects import Project


def document(**fields: Any) -> dict[str, Any]:
    """A configuration with one document."""
    return {
        "ggdocs_docs": [{"slug": "shop", "title": "Shop", "http": ["{module}:OrderApi"], **fields}]
    }


CONF = "conf.py:1: WARNING: "


WRONG: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "no list": (
        {"ggdocs_docs": 3},
        ("ggdocs_docs: 3 ", "a list of mappings"),
    ),
    "an entry of the wrong kind": (
        {"ggdocs_docs": ["shop"]},
        ("ggdocs_docs[0]: 'shop'",),
    ),
    "a class in it": (
        # of which Sphinx warns, too
        document(http=[Project]) | {"suppress_warnings": ["config.cache"]},
        ("ggdocs_docs[0].http[0]: the class Project ", "name it, 'tests.sphinx.projects:Project'"),
    ),
    "a path in it": (
        document(version=Path("3")),
        ("ggdocs_docs[0].version: an object of the type PosixPath", "write a text"),
    ),
    "a set in it": (
        document(http={"shop:OrderApi"}),
        ("ggdocs_docs[0].http: a set",),
    ),
    "an object in options": (
        {"ggdocs_to_openapi": {"shop": {"summary": object()}}},
        ("ggdocs_to_openapi['shop'].summary: an object of the type object",),
    ),
    "a path in the branding": (
        {"ggdocs_branding": {"logo_url": Path("logo.svg")}},
        ("ggdocs_branding.logo_url: an object of the type PosixPath",),
    ),
    "one slug twice": (
        {"ggdocs_docs": [*document()["ggdocs_docs"], *document(title="Again")["ggdocs_docs"]]},
        ("ggdocs_docs[1]", "'shop'"),
    ),
    "an unknown split": (
        document(split="contracts"),
        ("ggdocs_docs[0].split", "'contract' or 'group'", "did you mean 'contract'?"),
    ),
    "a switch of the wrong kind": (
        {"ggdocs_to_openapi": 3},
        ("ggdocs_to_openapi: 3", "ggdocs_without"),
    ),
    "options of the wrong kind": (
        {"ggdocs_to_asyncapi": {"shop": 3}},
        ("ggdocs_to_asyncapi['shop']: 3", "a mapping of options"),
    ),
    "an unknown markup": (
        {"ggdocs_markup": "markdwon"},
        ("ggdocs_markup: 'markdwon'", "'markdown' or 'rst'", "did you mean 'markdown'?"),
    ),
    "an output folder outside": (
        {"ggdocs_out_dir": "../elsewhere"},
        ("ggdocs_out_dir: '../elsewhere'", "such as 'apidocs'"),
    ),
    "no list of modules": (
        {"ggdocs_mock_imports": [3]},
        ("ggdocs_mock_imports: [3]",),
    ),
    "a branding of the wrong kind": (
        {"ggdocs_branding": ["teal"]},
        ("ggdocs_branding: ['teal']",),
    ),
    "an unknown field of the branding": (
        {"ggdocs_branding": {"primary_colour": "#fff"}},
        ("ggdocs_branding: there is no field", "did you mean 'primary_color'?"),
    ),
    "a wrong colour": (
        {"ggdocs_branding": {"primary_color": "teal"}},
        ("ggdocs_branding.primary_color: ",),
    ),
    "a logo that no page may load": (
        {"ggdocs_branding": {"logo_url": "javascript:alert(1)"}},
        ("ggdocs_branding.logo_url: 'javascript:alert(1)' is not the URL of a logo",),
    ),
}


CONFIG: dict[str, tuple[dict[str, Any], str, tuple[str, ...]]] = {
    "options for another document": (
        {"ggdocs_to_openapi": {"shpo": False}},
        CONF,
        ("ggdocs_to_openapi['shpo']", "did you mean 'shop'?", "[ggdocs.config]"),
    ),
    "an unknown field": (
        document(titel="Shop"),
        HERE,
        (
            "ggdocs_docs[0]: there is no field 'titel'",
            "did you mean 'title'?",
            "[ggdocs.unknown-field]",
        ),
    ),
    "one document": (
        {"ggdocs_docs": {"title": "Shop", "http": ["{module}:OderApi"]}},
        HERE,
        (
            "document 'api': ggdocs_docs.http[0]: ",
            "did you mean OrderApi",
            "[ggdocs.attribute-not-found]",
        ),
    ),
    "a bad slug": (
        document(slug="Our Shop"),
        HERE,
        ("ggdocs_docs[0].slug: ", "'our-shop'", "[ggdocs.slug]"),
    ),
    "an unknown markup of a document": (
        document(markup="rest"),
        HERE,
        ("ggdocs_docs[0].markup: ", "'markdown' or 'rst', not 'rest'", "[ggdocs.spec]"),
    ),
}


@pytest.mark.parametrize(("config", "parts"), WRONG.values(), ids=WRONG)
def test_what_ends_the_build(
    project: Project, config: dict[str, Any], parts: tuple[str, ...]
) -> None:
    project.page(PAGE)
    project.config |= project.named(config)
    with pytest.raises(ConfigError) as raised:
        project.build()
    message = str(raised.value)
    assert "conf.py:1: ggdocs_" in message
    for part in parts:
        assert part in message


@pytest.mark.parametrize(("config", "place", "parts"), CONFIG.values(), ids=CONFIG)
def test_configuration(
    project: Project, config: dict[str, Any], place: str, parts: tuple[str, ...]
) -> None:
    project.page(PAGE)
    project.config |= project.named(config)
    built = project.build()
    only_warning(built, place, parts)
    assert (NOTICE in built.read("index.html")) == ("ggdocs_to_openapi" not in built.warnings)


def test_a_build_without_changes_warns_again(project: Project) -> None:
    project.page(PAGE)
    project.config |= project.named(CONFIG["an unknown field"][0])
    warnings = project.build().warnings
    assert project.build().warnings == warnings != ""


NAMES = {
    "ggdocs_outputdir": "; did you mean 'ggdocs_out_dir'?",
    "ggdocs_split": "; known: 'ggdocs_allow_raw', 'ggdocs_audience', ",
    "ggdoc_docs": "; did you mean 'ggdocs_docs'?",
    "GGDOCS_DOCS": "; did you mean 'ggdocs_docs'?",
}


@pytest.mark.parametrize(("name", "hint"), NAMES.items())
def test_a_name_that_we_do_not_know(project: Project, name: str, hint: str) -> None:
    project.page(PAGE)
    project.write("conf.py", f"project = 'Shop'\n{name} = 'reference'\n")
    only_warning(
        project.build(),
        "conf.py:2: WARNING: ",
        (f"{name}: there is no such", hint, "[ggdocs.config]"),
    )


def test_a_message_about_a_file_names_it(project: Project) -> None:
    project.page(PAGE)
    project.write("openapi.yaml", "openapi: 3.1.0\ninfo: {title: a: b}\n")
    project.write("openapi.json", '{"openapi": }')
    files = ["openapi.yml", "openapi.yaml", "openapi.json", "https://example.org/a.yaml"]
    project.config["ggdocs_docs"] = [
        {"slug": f"a{number}", "openapi": file} for number, file in enumerate(files)
    ]
    warnings = project.build().warnings
    for part in (
        "document 'a0': ggdocs_docs[0].openapi: there is no file 'openapi.yml'",
        "  hint: did you mean 'openapi.yaml'?",
        "document 'a1': openapi.yaml:2:",
        "the file is not valid YAML: ",
        "document 'a2': openapi.json:1:13: the file is not valid JSON: Expecting value",
        "ggdocs_docs[3].openapi: 'https://example.org/a.yaml' is a URL, not a path",
    ):
        assert part in warnings
