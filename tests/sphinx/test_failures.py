"""What a build says when something is wrong: one warning, where, and of which kind."""

import re
from pathlib import Path

import pytest

from .failing import HERE, NOTICE, PAGE, only_warning
from .projects import SHOP, Built, Project

MYST = "# Shop\n\nText.\n\n```{ggdocs}\n```\n"


def suppress(project: Project, built: Built) -> None:
    """Silence exactly the kind of the warning that was given."""
    project.config["suppress_warnings"] = re.findall(r"\[(ggdocs\.[\w-]+)\]", built.warnings)


CONTRACTS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "module not found": ("nowhere:OrderApi", "", ("nowhere", "[ggdocs.module-not-found]")),
    "import raises": (
        "{module}:OrderApi",
        "raise RuntimeError('no database')",
        ("no database", "[ggdocs.import-failed]"),
    ),
    "sys.exit": (
        "{module}:OrderApi",
        "import sys\nsys.exit(3)",
        ("SystemExit", "[ggdocs.import-failed]"),
    ),
    "what only the interpreter raises": (
        "{module}:OrderApi",
        "class Stop(BaseException): ...\nraise Stop('here')",
        ("Stop: here", "[ggdocs.failed]"),
    ),
    "a type without schema": (
        "{module}:BadApi",
        (
            "import types\n@http.api('/bad')\nclass BadApi:\n    @http.get()\n    def bad(self) -> "
            "types.ModuleType: ...\n"
        ),
        ("BadApi.bad", "builtins.module", "[ggdocs.no-schema]"),
    ),
}


@pytest.mark.parametrize(("contract", "code", "parts"), CONTRACTS.values(), ids=CONTRACTS)
def test_contracts(project: Project, contract: str, code: str, parts: tuple[str, ...]) -> None:
    project.page(PAGE)
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "Shop", "http": [contract], "strict": True}]
    )
    project.write(f"{project.module}.py", f"{SHOP}\n{code}\n")
    built = project.build(verbosity=1)
    only_warning(built, HERE, ("document 'shop'", *parts))
    assert "Traceback (most recent call last)" in built.status
    assert NOTICE in built.read("index.html")
    suppress(project, built)
    again = project.build()
    assert again.warnings == ""
    assert "Traceback" not in again.status
    assert NOTICE in again.read("index.html")


def test_the_line_of_a_directive_in_markdown(project: Project) -> None:
    project.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "Shop", "http": ["nowhere:OrderApi"]}]
    )
    project.page(MYST, "index.md")
    only_warning(project.build(), "index.md:5: WARNING: ", ("[ggdocs.module-not-found]",))


def test_a_document_that_two_pages_show(project: Project) -> None:
    project.config["ggdocs_docs"] = [
        {"slug": "shop", "title": "Shop", "http": ["nowhere:OrderApi"]}
    ]
    project.page(f"{PAGE}\n.. toctree::\n\n   second\n")
    project.page("Second\n======\n\n.. gg:method:: get_order\n\n.. ggdocs::\n", "second.rst")
    for _again in range(2):
        built = project.build()
        only_warning(built, HERE, ("[ggdocs.module-not-found]",))
        assert built.read("second.html").count(NOTICE) == 2


def test_a_document_that_no_page_shows(project: Project) -> None:
    project.page("Shop\n====\n")
    docs = [{"slug": "shop", "title": "Shop", "http": ["nowhere:OrderApi"]}]
    project.write("conf.py", f"project = 'Shop'\nggdocs_docs = {docs}\n")
    del project.config["ggdocs_docs"]
    only_warning(project.build(), "conf.py:2: WARNING: ", ("[ggdocs.module-not-found]",))


def test_a_link_into_a_document_that_failed(project: Project) -> None:
    project.page(f"{PAGE}\n:gg:method:`get_order`\n")
    project.config["ggdocs_docs"] = [
        {"slug": "shop", "title": "Shop", "http": ["nowhere:OrderApi"]}
    ]
    assert "no page describes the method 'get_order'" in project.build().warnings


def test_the_rest_of_the_build_goes_on(project: Project) -> None:
    project.page(f"{PAGE}\n.. gg:method:: get_order\n")
    bad = {"slug": "bad", "title": "Bad", "http": ["nowhere:OrderApi"]}
    project.config["ggdocs_docs"] = [bad, *project.config["ggdocs_docs"]]
    built = project.build()
    assert built.warnings.count("[ggdocs.module-not-found]") == 1
    html = built.read("index.html")
    assert html.count(NOTICE) == 1
    assert NOTICE in html.partition("<gg-docs")[0]  # where the UI does not cover it
    assert "there is no module 'nowhere'" in html
    assert "Fetch an order" in html
    assert (built.out / "apidocs/shop/api-docs.json").exists()
    assert not (built.out / "apidocs/bad").exists()


PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "unknown slug": (
        ".. ggdocs:: shopp\n",
        ("'shopp'", "did you mean 'shop'?", "[ggdocs.unknown-slug]"),
    ),
    "an object that is not there": (
        ".. gg:method:: get_ordre\n",
        ("get_order", "[ggdocs.missing]"),
    ),
}


@pytest.mark.parametrize(("directive", "parts"), PAGES.values(), ids=PAGES)
def test_directives(project: Project, directive: str, parts: tuple[str, ...]) -> None:
    project.page(f"Shop\n====\n\n{directive}")
    built = project.build()
    only_warning(built, HERE, parts)
    assert NOTICE in built.read("index.html")
    suppress(project, built)
    again = project.build(fresh=True)
    assert again.warnings == ""
    assert NOTICE in again.read("index.html")


def test_modules_that_need_not_be_there(project: Project) -> None:
    project.page(PAGE)
    heavy = (
        "import heavy_of_our_own.deep as heavy\nfrom heavy_of_our_own import "
        "Model\nheavy.run(Model(3))\nclass Own(Model): ...\n"
        "@heavy.task\ndef run(model: Model) -> heavy.Result: ...\n"
    )
    project.write(f"{project.module}.py", heavy + SHOP)
    assert "[ggdocs.import-failed]" in project.build().warnings
    project.config["ggdocs_mock_imports"] = ["heavy_of_our_own"]
    built = project.build()
    assert built.warnings == ""
    assert "Fetch an order" in built.read("index.html")


RAISES = {
    "all of it": (".. ggdocs::", {}),
    "the page before others": (
        ".. ggdocs::",
        {"split": "contract", "description": "Orders, :bad:`x`."},
    ),
}


@pytest.mark.parametrize(("directive", "fields"), RAISES.values(), ids=RAISES)
def test_a_role_that_raises_in_a_description(
    project: Project, directive: str, fields: dict[str, str]
) -> None:
    role = (
        "from docutils.parsers.rst import roles\n\ndef bad(*args, **options):\n    raise "
        "ZeroDivisionError('of all')\n"
    )
    project.write("conf.py", f"{role}\nroles.register_local_role('bad', bad)\n")
    if fields:
        project.config["ggdocs_docs"][0] |= fields
    else:
        project.write(f"{project.module}.py", SHOP.replace("Fetch an order.", "Fetch :bad:`x`."))
    project.config["ggdocs_markup"] = "rst"
    project.page(f"Shop\n====\n\n{directive}\n")
    built = project.build(verbosity=1)
    assert built.warnings.startswith("index.rst:"), built.warnings
    assert built.warnings.count("WARNING: ") == 1, built.warnings
    assert "the description cannot be parsed: ZeroDivisionError: of all" in built.warnings
    assert "[ggdocs.failed]" in built.warnings
    assert "Traceback (most recent call last)" in built.status
    assert NOTICE not in built.read("index.html")


def test_a_page_in_our_folder(project: Project) -> None:
    project.page(PAGE)
    (project.folder / "apidocs").mkdir()
    project.page(":orphan:\n\nMine\n====\n", "apidocs/index.rst")
    built = project.build()
    assert "apidocs/index" in built.warnings
    assert "[ggdocs.output]" in built.warnings
    assert not (built.out / "apidocs" / "assets").exists()


def test_the_former_files_stay(project: Project) -> None:
    project.page(PAGE)
    before = project.build().read("apidocs/shop/api-docs.json")
    project.write(f"{project.module}.py", "syntax error")
    built = project.build()
    assert "[ggdocs.import-failed]" in built.warnings
    assert built.read("apidocs/shop/api-docs.json") == before


@pytest.mark.filterwarnings("ignore:.*BuildEnvironment.app")  # asked for by MyST
@pytest.mark.parametrize("suffix", ["rst", "md"])
def test_the_line_in_an_included_file(
    project: Project, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.folder.parent)  # from where docutils says where included files are
    project.config["ggdocs_docs"] = [
        {"slug": "shop", "title": "Shop", "http": ["nowhere:OrderApi"]}
    ]
    if suffix == "rst":
        project.page("Shop\n====\n\nText.\n\n.. include:: part.txt\n")
        project.write("part.txt", "Part\n----\n\n.. ggdocs::\n")
    else:
        project.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
        project.page("# Shop\n\nText.\n\n```{include} part.txt\n```\n", "index.md")
        project.write("part.txt", "## Part\n\nText.\n```{ggdocs}\n```\n")
    for _again in range(2):  # the second time nothing is read
        only_warning(project.build(), "part.txt:4: WARNING: ", ("there is no module 'nowhere'",))


@pytest.mark.parametrize("cwd", [".", "..", "/"])
@pytest.mark.parametrize(
    ("module_folder", "place"), [(".", "{name}:4"), ("../lib", "{folder}/lib/{name}:4")]
)
def test_files_are_named_as_seen_from_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cwd: str, module_folder: str, place: str
) -> None:
    """Wherever `sphinx-build` is called from; whole paths of what is elsewhere."""
    source = tmp_path / "source"
    source.mkdir()
    project = Project(source, f"failing_{abs(hash((cwd, module_folder)))}")
    name = f"{project.module}.py"
    (source / name).unlink()
    folder = source / module_folder
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n\n\nraise RuntimeError\n")
    project.page(PAGE)
    monkeypatch.chdir(source / cwd)
    monkeypatch.syspath_prepend(folder)
    expected = place.format(name=name, folder=tmp_path)
    assert f"raises RuntimeError ({expected})" in project.build().warnings


LOGGING = {
    "without the handlers of all others": (
        "import logging\n"
        "for name in logging.root.manager.loggerDict:\n"
        "    logging.getLogger(name).handlers = []\n"
        "    logging.getLogger(name).propagate = True\n"
        "    logging.getLogger(name).setLevel(logging.CRITICAL)\n"
        "logging.root.handlers = [logging.NullHandler()]\n"
    ),
    "nothing is logged": "import logging\nlogging.disable()\n",
    "filters": (
        "import logging\n"
        "sphinx = logging.getLogger('sphinx')\n"
        "for item in (sphinx, *sphinx.handlers):\n"
        "    item.addFilter(lambda record: False)\n"
    ),
}


@pytest.mark.parametrize("code", LOGGING.values(), ids=LOGGING)
def test_a_module_that_sets_up_logging_takes_no_warnings_away(project: Project, code: str) -> None:
    project.write(f"{project.module}.py", f"{code}\n{SHOP}")
    project.page("Shop\n====\n\n.. ggdocs::\n\n:gg:method:`nowhere`\n")
    assert "nowhere" in project.build().warnings
