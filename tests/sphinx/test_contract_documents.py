"""Contract documents of other builds in a Sphinx build: configured and in place, in their own
markup.
"""

import json

from .projects import Project

DOCUMENT = {
    "version": "2.1",
    "service": {"slug": "elsewhere", "name": "Shop"},
    "groups": [
        {
            "name": "Orders",
            "slug": "orders",
            "contracts": [
                {
                    "name": "OrderApi",
                    "kind": "http",
                    "pathPrefix": "/orders",
                    "source": {"module": "only.elsewhere", "line": 3},
                    "methods": [
                        {
                            "name": "one",
                            "description": "An order with *emphasis*.",
                            "source": {"line": 9},
                            "httpMethod": "GET",
                            "httpPath": "/orders",
                        }
                    ],
                }
            ],
        }
    ],
    "schemas": {},
    "errors": {},
}


def shop(project: Project, description: str = "An order with *emphasis*.") -> None:
    """A file, its document and a page that shows it."""
    text = json.dumps(DOCUMENT).replace("An order with *emphasis*.", description)
    project.config["ggdocs_docs"] = [{"slug": "shop", "contract_document": "shop.json"}]
    project.write("shop.json", text)
    project.page("Shop\n====\n\n.. ggdocs:: shop\n\n:gg:method:`one`\n")


def test_a_configured_document(project: Project) -> None:
    shop(project)
    built = project.build()
    assert built.warnings == ""
    html = built.read("index.html")
    assert "<em>emphasis</em>" in html
    assert 'href="#gg-shop.OrderApi.one"' in html
    folder = built.out / "apidocs" / "shop"
    names = {path.name for path in folder.iterdir()}
    assert "api-docs.json" in names
    assert "openapi.json" not in names
    written = json.loads((folder / "api-docs.json").read_bytes())
    assert written["service"] == {"slug": "shop", "name": "Shop"}
    (method,) = written["groups"][0]["contracts"][0]["methods"]
    assert method["source"] == {"line": 9}


def test_its_markup_is_its_own(project: Project) -> None:
    shop(project, "See [the page](https://shop.example/).")
    project.config["ggdocs_markup"] = "rst"
    built = project.build()
    assert built.warnings == ""
    assert 'href="https://shop.example/">the page</a>' in built.read("index.html")
