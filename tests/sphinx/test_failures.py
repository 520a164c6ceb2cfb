"""What a build says when something is wrong: one warning, where, and of which kind."""

from typing import Any

import pytest

from .projects import SHOP, Project

PAGE = "Shop\n====\n\n.. ggdocs::\n"
HERE = "index.rst:4: WARNING: "

CONTRACTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "module not found": ("nowhere:OrderApi", "", ("nowhere", "[ggdocs.module-not-found]")),
    "attribute missing": ("{module}:OrdersApi", "", ("OrdersApi", "OrderApi", "[ggdocs.attribute-not-found]")),
    "import raises": (
        "{module}:OrderApi",
        "raise RuntimeError('no database')",
        ("no database", "[ggdocs.import-failed]"),
    ),
    "sys.exit": ("{module}:OrderApi", "import sys\nsys.exit(3)", ("SystemExit", "[ggdocs.import-failed]")),
    "no contract": ("{module}:Order", "", ("Order", "[ggdocs.no-contract]")),
    "a type without schema": (
        "{module}:BadApi",
        "import types\n@http.api('/bad')\nclass BadApi:\n    @http.get()\n    def bad(self) -> types.ModuleType: ...\n",
        ("BadApi.bad", "builtins.module", "[ggdocs.no-schema]"),
    ),
    "a mistake of structure": (
        "{module}:OrderApi",
        "@http.api('/bad')\nclass BadApi:\n    @http.get('/{id}')\n    def bad(self) -> int:\n        ...\n",
        ("BadApi.bad", "{id}", "[ggdocs."),
    ),
}


@pytest.mark.parametrize(("contract", "code", "parts"), CONTRACTS.values(), ids=CONTRACTS)
def test_contracts(project: Project, contract: str, code: str, parts: tuple[str, ...]) -> None:
    project.page(PAGE)
    project.config["ggdocs_docs"] = project.named([{"slug": "shop", "title": "Shop", "http": [contract]}])
    project.write(f"{project.module}.py", f"{SHOP}\n{code}\n")
    built = project.build()
    assert built.warnings.count("WARNING") == 1, built.warnings
    assert built.warnings.startswith(HERE)
    for part in parts:
        assert part in built.warnings
    assert "gg-notice" in built.read("index.html")


PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "unknown slug": (".. ggdocs:: shopp\n", ("'shopp'", "did you mean 'shop'?", "[ggdocs.unknown-slug]")),
    "slug and options": (".. ggdocs:: shop\n   :title: Mine\n", ("keep the one or the other", "[ggdocs.option]")),
    "no contracts": (".. ggdocs::\n   :slug: own\n   :title: Mine\n", ("neither groups nor contracts", "[ggdocs.")),
    "a group alone": (".. ggdocs-group:: Orders\n   :http: {module}:OrderApi\n", ("inside", "[ggdocs.option]")),
    "slug twice": (
        ".. ggdocs::\n   :slug: shop\n   :title: Mine\n   :http: {module}:OrderApi\n",
        ("'shop'", "conf.py", "[ggdocs.duplicate-slug]"),
    ),
}


@pytest.mark.parametrize(("directive", "parts"), PAGES.values(), ids=PAGES)
def test_directives(project: Project, directive: str, parts: tuple[str, ...]) -> None:
    project.page(f"Shop\n====\n\n{directive}")
    built = project.build()
    assert built.warnings.count("WARNING") == 1, built.warnings
    assert built.warnings.startswith(HERE)
    for part in parts:
        assert part in built.warnings


CONFIG: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "not a list": ({"ggdocs_docs": 3}, ("ggdocs_docs",)),
    "an entry of the wrong kind": ({"ggdocs_docs": ["shop"]}, ("ggdocs_docs[0]", "[ggdocs.config]")),
    "a class in it": (
        {"ggdocs_docs": [{"slug": "shop", "http": [dict]}]},
        ("package.module:attribute", "[ggdocs.config]"),
    ),
    "an unknown field": (
        {"ggdocs_docs": [{"slug": "shop", "title": "Shop", "htpp": ["x:Y"]}]},
        ("htpp", "http", "[ggdocs."),
    ),
    "an output folder outside": ({"ggdocs_output_dir": "../elsewhere"}, ("ggdocs_output_dir", "[ggdocs.config]")),
    "a wrong colour": ({"ggdocs_branding": {"primary_color": "teal"}}, ("hex", "[ggdocs.color]")),
}


@pytest.mark.parametrize(("config", "parts"), CONFIG.values(), ids=CONFIG)
def test_configuration(project: Project, config: dict[str, Any], parts: tuple[str, ...]) -> None:
    project.page(PAGE)
    project.config |= config
    built = project.build()
    for part in parts:
        assert part in built.warnings


def test_a_page_in_our_folder(project: Project) -> None:
    project.page(PAGE)
    (project.folder / "apidocs").mkdir()
    project.page(":orphan:\n\nMine\n====\n", "apidocs/index.rst")
    built = project.build()
    assert "apidocs/index" in built.warnings
    assert "[ggdocs.output]" in built.warnings
    assert not (built.out / "apidocs" / "assets").exists()


def test_a_kind_of_warning_can_be_suppressed(project: Project) -> None:
    project.page("Shop\n====\n\n.. ggdocs:: nothing\n")
    project.config["suppress_warnings"] = ["ggdocs.unknown-slug"]
    assert project.build().warnings == ""


def test_what_a_module_prints_stays_out_of_the_output(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.page(PAGE)
    project.write(f"{project.module}.py", f"print('hello from the module')\n{SHOP}")
    assert project.build().warnings == ""
    assert "hello" not in capsys.readouterr().out


def test_the_former_files_stay(project: Project) -> None:
    project.page(PAGE)
    before = project.build().read("apidocs/shop/api-docs.json")
    project.write(f"{project.module}.py", "syntax error")
    built = project.build()
    assert "[ggdocs.import-failed]" in built.warnings
    assert built.read("apidocs/shop/api-docs.json") == before
