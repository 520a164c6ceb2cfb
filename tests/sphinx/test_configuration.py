"""What a build says of mistakes in ``conf.py``: the key, what is accepted, what is nearest."""

from typing import Any

import pytest

from .failing import HERE, NOTICE, PAGE, only_warning
from .projects import Project


def document(**fields: Any) -> dict[str, Any]:
    """A configuration with one document."""
    return {
        "ggdocs_docs": [{"slug": "shop", "title": "Shop", "http": ["{module}:OrderApi"], **fields}]
    }


CONF = "conf.py:1: WARNING: "
CONFIG: dict[str, tuple[dict[str, Any], str, tuple[str, ...]]] = {
    "a class in it": (
        # of which Sphinx warns, too
        document(http=[Project]) | {"suppress_warnings": ["config.cache"]},
        CONF,
        (
            "ggdocs_docs[0].http[0]: the class Project ",
            "name it, 'tests.sphinx.projects:Project'",
            "[ggdocs.config]",
        ),
    ),
    "one slug twice": (
        {"ggdocs_docs": [*document()["ggdocs_docs"], *document(title="Again")["ggdocs_docs"]]},
        CONF,
        ("ggdocs_docs[1]", "'shop'", "[ggdocs.duplicate-slug]"),
    ),
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
    "an output folder outside": (
        {"ggdocs_out_dir": "../elsewhere"},
        CONF,
        ("ggdocs_out_dir: '../elsewhere'", "such as 'apidocs'", "[ggdocs.config]"),
    ),
    "an unknown field of the branding": (
        {"ggdocs_branding": {"primary_colour": "#fff"}},
        CONF,
        (
            "ggdocs_branding: there is no field",
            "did you mean 'primary_color'?",
            "[ggdocs.unknown-field]",
        ),
    ),
    "a logo that is not there": (
        {"ggdocs_branding": {"logo_url": "logo.svg", "primary_color": "#123456"}},
        CONF,
        ("ggdocs_branding.logo_url: ", "'logo.svg'", "[ggdocs.spec]"),
    ),
}


@pytest.mark.parametrize(("config", "place", "parts"), CONFIG.values(), ids=CONFIG)
def test_configuration(
    project: Project, config: dict[str, Any], place: str, parts: tuple[str, ...]
) -> None:
    project.page(PAGE)
    project.config |= project.named(config)
    built = project.build()
    only_warning(built, place, parts)
    kept = ("branding", "out_dir", "to_openapi")
    shown = built.read("index.html")
    assert (NOTICE in shown) == (not any(f"ggdocs_{key}" in built.warnings for key in kept))


@pytest.mark.parametrize("name", ["one slug twice", "an unknown field", "a logo that is not there"])
def test_a_build_without_changes_warns_again(project: Project, name: str) -> None:
    project.page(PAGE)
    project.config |= project.named(CONFIG[name][0])
    warnings = project.build().warnings
    assert project.build().warnings == warnings != ""


def test_a_mistake_in_the_branding_is_the_only_thing_left_out(project: Project) -> None:
    project.page(PAGE)
    project.config["ggdocs_branding"] = {"logo_url": "logo.svg", "primary_color": "#123456"}
    html = project.build().read("index.html")
    assert "&quot;primaryColor&quot;:&quot;#123456&quot;" in html
    assert "logoUrl" not in html
    project.write("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
    built = project.build()
    assert built.warnings == ""
    assert "logoUrl" in built.read("index.html")
    logo = next((built.out / "apidocs" / "assets").glob("logo-*.svg")).name
    project.write("logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'><path/></svg>")
    again = project.build()
    assert not (again.out / "apidocs" / "assets" / logo).exists()
    new = next((again.out / "apidocs" / "assets").glob("logo-*.svg")).name
    assert new in again.read("index.html")
    assert new in again.read("apidocs/shop/api-docs.json")


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


def test_documents_in_place_without_slug(project: Project) -> None:
    page = "Shop\n====\n\n.. ggdocs::\n   :title: Shop\n   :http: {module}:OrderApi\n"
    project.page(page)
    built = project.build()
    assert built.warnings == ""
    assert 'id="gg-api.OrderApi.get_order"' in built.read("index.html")
    project.page(page + "\n.. ggdocs::\n   :title: Other\n   :http: {module}:OrderApi\n")
    assert "[ggdocs.duplicate-slug]" in project.build().warnings
