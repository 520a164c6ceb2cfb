"""Drawn files with hidden parts: no output for the public has a name or a value of one."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.commands.main import main

from ..sphinx.projects import MakeProject, make_project
from .drawn_files import asyncapi_documents, openapi_documents
from .outputs import outputs
from .secret_shop import TOKEN
from .test_drawn import SEARCH
from .test_surfaces import traces

__all__ = ["make_project"]

KINDS: dict[str, Any] = {"openapi": openapi_documents(), "asyncapi": asyncapi_documents()}
IN_ONE_SITE = 5
"""Documents of a kind in the one site that Sphinx builds."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("drawn")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_no_output_has_what_is_hidden(kind: str, folder: Path) -> None:
    @SEARCH
    @given(document=KINDS[kind])
    def search(document: dict[str, Any]) -> None:
        path = folder / f"{kind}.json"
        path.write_text(json.dumps(document))
        spec = ApiDocSpec.model_validate({"slug": "drawn", kind: str(path)})
        public = outputs(spec.for_audience("public"))
        found = [name for name, content in public.items() if TOKEN in content.decode().lower()]
        assert found == []
        assert b"get_a" in public["document"]

    search()


def drawn(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """The first documents of a strategy."""
    documents: list[Any] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(document=strategy)
    def collect(document: Any) -> None:
        documents.append(document)

    collect()
    return documents


@pytest.mark.filterwarnings("ignore")
def test_a_site_with_a_history(make_project: MakeProject) -> None:
    """Pages, search, inventory, index, changelog and all files of one site with many documents."""
    project = make_project("drawn_files")
    docs, pages = [], []
    for kind, strategy in KINDS.items():
        older, *newer = drawn(strategy, IN_ONE_SITE + 1)
        for number, document in enumerate(newer):
            slug = f"{kind}{number}"
            for version, each in (("1", older), ("2", document)):
                info = {**each["info"], "version": version}
                project.write(f"{slug}.json", json.dumps({**each, "info": info}))
                _keep(project.folder, slug, version)
            docs.append({"slug": slug, kind: f"{slug}.json", "history": "history"})
            pages.append(f".. ggdocs:: {slug}\n\n.. ggdocs-changes:: {slug}\n")
    project.config |= {"ggdocs_docs": docs, "ggdocs_audience": ["public"]}
    project.config["exclude_patterns"] = ["history"]
    project.page("Drawn\n=====\n\n" + "\n".join(pages))
    built = project.build()
    assert traces(built.out) == []
    assert "get_a" in built.read("genindex.html") + built.read("searchindex.js")
    assert built.read("index.html").count("<h2>2<") == len(docs)
    project.config["ggdocs_audience"] = ["internal", "partner"]
    everything = traces(project.build(out="_all").out)
    assert {"index.html", "searchindex.js", "apidocs/openapi0/api-docs.json"} <= {*everything}


def _keep(folder: Path, slug: str, version: str) -> None:
    """Keep a snapshot for the public."""
    file = str(folder / f"{slug}.json")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out = str(folder / "history/for-public")
        arguments = ["snapshot", file, "--slug", slug, "--version", version, "--audience", "public"]
        assert main([*arguments, "--history", out]) == 0
