"""The files for other tools: beside the pages, and by extensions of their own."""

import json

import pytest

from .projects import SHOP, Project
from .test_build import ours

PAGE = "Shop\n====\n\n.. ggdocs::\n"
FORMATS = ("openapi", "asyncapi")


@pytest.mark.parametrize("name", FORMATS)
def test_an_extension_of_its_own(project: Project, name: str) -> None:
    project.page("Shop\n====\n")
    project.config["extensions"] = [f"sphinxcontrib_ggdocs.ext.{name}"]
    built = project.build()
    assert built.warnings == ""
    assert set(ours(built.out)) == {f"apidocs/shop/{name}.json", "apidocs/.ggdocs-manifest.json"}


@pytest.mark.parametrize("name", FORMATS)
def test_switched_off(project: Project, name: str) -> None:
    project.page(PAGE)
    assert (project.build().out / f"apidocs/shop/{name}.json").exists()
    project.config["ggdocs_without"] = [name]
    built = project.build()
    assert "0 added, 1 changed, 0 removed" in built.status
    assert not (built.out / f"apidocs/shop/{name}.json").exists()


def test_pages_link_to_the_files(project: Project) -> None:
    project.page(PAGE)
    built = project.build()
    page = built.read("index.html")
    assert (
        page.index("<strong>Shop API</strong>")
        < page.index('<p class="gg-files">')
        < page.index("<h2>")
    )
    for file in ("openapi.json", "asyncapi.json"):
        assert f'<a href="apidocs/shop/{file}">' in page
        assert f'<li><a href="shop/{file}">' in built.read("apidocs/index.html")
    assert (
        "&quot;files&quot;:[{&quot;title&quot;:&quot;OpenAPI&quot;,&quot;href&quot;:&quot;apidocs/shop/op"
        in page
    )
    project.config["ggdocs_without"] = ["openapi"]
    page = project.build().read("index.html")
    assert "openapi.json" not in page
    assert '<a href="apidocs/shop/asyncapi.json">AsyncAPI</a>' in page


def test_an_unknown_option(project: Project) -> None:
    project.page(PAGE)
    project.config["ggdocs_to_openapi"] = {"shop": {"securty_schemes": {}}}
    built = project.build()
    assert (
        "there is no option 'securty_schemes'\n  hint: did you mean 'security_schemes'?"
        in built.warnings
    )
    assert not (built.out / "apidocs" / "shop" / "openapi.json").exists()


def test_a_later_version(project: Project) -> None:
    project.page(PAGE)
    file = "apidocs/shop/openapi.json"
    project.config["ggdocs_to_openapi"] = {"shop": {"openapi_version": "3.2"}}
    assert json.loads(project.build().read(file))["openapi"] == "3.2.0"
    project.config["ggdocs_to_openapi"] = {"shop": {"openapi_version": "3.3"}}
    built = project.build()
    assert "openapi_version='3.3'\n  hint: use '3.1' or '3.2'" in built.warnings
    assert not (built.out / file).exists()


def test_what_is_left_out_has_a_subtype(project: Project) -> None:
    project.page(PAGE)
    nested = SHOP.replace(
        "def get_order(self, id: OrderId)", "def get_order(self, id: OrderId, nested: NESTED)"
    )
    nested = nested.replace("NESTED", 'Annotated[list[list[int]], http.Header("X-N")]')
    project.write(f"{project.module}.py", f"from typing import Annotated\n{nested}")
    built = project.build()
    assert "OpenAPI of document 'shop': " in built.warnings
    assert "how lists or objects inside the header parameter X-N are sent" in built.warnings
    project.config["suppress_warnings"] = ["ggdocs.export"]
    project.write(f"{project.module}.py", f"from typing import Annotated\n\n{nested}")
    assert project.build().warnings == ""
