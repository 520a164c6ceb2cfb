"""A logo beside ``conf.py``, and slugs with capitals and dots."""

import os

from .projects import Project

SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'


def test_a_logo_beside_conf_py(project: Project) -> None:
    project.config["ggdocs_branding"] = {"logo_url": "logo.svg"}
    project.write("logo.svg", SVG)
    (project.folder / "deep").mkdir()
    project.page("Start\n=====\n\n.. toctree::\n\n   deep/shop\n")
    project.page("Shop\n====\n\n.. ggdocs:: shop\n", "deep/shop.rst")
    built = project.build()
    assert built.warnings == ""
    assert built.read("apidocs/assets/logo.svg") == SVG
    assert "&quot;../apidocs/assets/logo.svg&quot;" in built.read("deep/shop.html")
    assert "&quot;assets/logo.svg&quot;" in built.read("apidocs/index.html")
    assert str(project.folder) not in built.read("apidocs/shop/api-docs.json")
    project.write("logo.svg", f"{SVG}<!-- new -->")
    os.utime(project.folder / "logo.svg", (1, 1))
    assert "new" in project.build().read("apidocs/assets/logo.svg")


def test_slugs_with_capitals_and_dots(project: Project) -> None:
    [document] = project.config["ggdocs_docs"]
    project.config["ggdocs_docs"] = [
        {**document, "slug": "v1.2"},
        {**document, "slug": "shopService"},
    ]
    project.page(
        "Start\n=====\n\n.. ggdocs:: v1.2\n\n.. ggdocs:: shopService\n\n"
        "See :gg:method:`v1.2.OrderApi.get_order`, :gg:schema:`v1.2.Order`, "
        ":gg:method:`shopService.get_order` and :gg:contract:`v1.2.LiveApi`.\n"
    )
    built = project.build()
    assert built.warnings == ""
    html = built.read("index.html")
    for target in ("v1.2.OrderApi.get_order", "shopService.OrderApi.get_order"):
        assert f'href="#gg-{target}"' in html
    assert "v1.2" in built.read("gg-routes.html")
    assert (built.out / "apidocs/v1.2/openapi.json").is_file()
