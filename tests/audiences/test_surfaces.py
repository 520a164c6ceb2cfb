"""Everything that people publish for an audience, made as they make it: no byte of it shows what is
for others.
"""

import json
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, BadContents
from sphinxcontrib_ggdocs.commands.main import main
from sphinxcontrib_ggdocs.contracts import Audience
from sphinxcontrib_ggdocs.contracts.contract_errors import NotForAudience
from sphinxcontrib_ggdocs.native import (
    Denied,
    DocsRequest,
    GGApiDocs,
    build_api_docs,
    build_contract_doc,
)
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, to_openapi

from ..sphinx.projects import MakeProject, Project, in_builders, make_project
from .secret_shop import TOKEN, WHOLE, with_marks, without_secrets

__all__ = ["make_project"]

BUILDERS = ("html", "text", "latex", "man", "xml", "texinfo", "epub")
DOC: dict[str, Any] = {
    "slug": "shop",
    "title": "Shop",
    "version": "1",
    "groups": [
        {"name": "Items", "http": ["{module}:ItemApi"]},
        {"name": "Feed", "ws": ["{module}:Feed"]},
    ],
}
SECRET_SERVICE: dict[str, Any] = {
    "slug": TOKEN,
    "title": f"Service {TOKEN}",
    "audience": ["internal", "partner"],
    "http": ["{module}:ZqsecretzqApi"],
}
SECRET_GROUP = {
    "name": f"Group {TOKEN}",
    "description": f"About {TOKEN}.",
    "http": ["{module}:ZqsecretzqApi"],
}


def texts(file: Path) -> Iterator[bytes]:
    """What is in a file, unpacked."""
    content = file.read_bytes()
    yield content
    if file.name == "objects.inv":
        yield zlib.decompress(content.split(b"zlib.\n", 1)[1])
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            yield from (archive.read(name) for name in archive.namelist())


def traces(folder: Path) -> list[str]:
    """The files in which the token is."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return [
        str(file.relative_to(folder))
        for file in files
        if any(TOKEN.encode() in text.lower() for text in texts(file))
    ]


@pytest.fixture(scope="module")
def projects(make_project: MakeProject) -> tuple[Project, Project]:
    """The whole project, and the one of somebody who knows only what is public."""
    whole, public = make_project("secrets"), make_project("public")
    whole.write(f"{whole.module}.py", with_marks(WHOLE))
    public.write(f"{public.module}.py", without_secrets(WHOLE))
    groups = [*DOC["groups"], {**SECRET_GROUP, "audience": "internal"}]
    whole.config["ggdocs_docs"] = whole.named([SECRET_SERVICE, {**DOC, "groups": groups}])
    public.config["ggdocs_docs"] = public.named([DOC])
    for project in (whole, public):
        project.page("Shop\n====\n\n.. ggdocs-catalog::\n\n.. ggdocs::\n")
    whole.config["ggdocs_audience"] = ["public"]
    return whole, public


@pytest.mark.parametrize("builder", BUILDERS)
def test_sphinx(projects: tuple[Project, Project], builder: str) -> None:
    whole, public = projects
    built, expected = whole.build(builder), public.build(builder)
    assert "ggdocs" not in built.warnings
    assert traces(built.out) == []
    names = {file.relative_to(built.out) for file in built.out.rglob("*") if file.is_file()}
    assert names == {
        file.relative_to(expected.out) for file in expected.out.rglob("*") if file.is_file()
    }
    documents = {name for name in names if name.match("apidocs/shop/*api.json")}
    for name in names if builder == "text" else documents:
        written = (built.out / name).read_text().replace(whole.module, public.module)
        wanted = (expected.out / name).read_text()
        is_json = name.suffix == ".json"  # in which the order of keywords means nothing
        read: Any = json.loads if is_json else str
        assert read(written) == read(wanted), name
    # what Sphinx keeps between builds has the names in conf.py, which are those of modules
    kept = traces(whole.folder / "_build")
    assert [name for name in kept if not name.endswith("environment.pickle")] == []


def test_audiences_that_share_what_sphinx_keeps(projects: tuple[Project, Project]) -> None:
    whole, _ = projects
    found = []
    for audience in ("public", "internal", "public"):
        whole.config["ggdocs_audience"] = [audience]
        found.append(traces(whole.build("html", out=f"_{audience}").out))
    first, internal, again = found
    assert first == again == []
    assert {"index.html", "searchindex.js", "objects.inv", "genindex.html"} <= set(internal)
    assert "apidocs/shop/api-docs.json" in internal


@in_builders("html", "dirhtml", "singlehtml", "text", "epub")
def test_audiences_in_one_folder(make_project: MakeProject, builder: str) -> None:
    """One folder for several audiences in turn has what is for the last one; so has a build after
    one that was killed.
    """
    project = make_project(f"turns_{builder}")
    project.write(f"{project.module}.py", with_marks(WHOLE))
    groups = [*DOC["groups"], {**SECRET_GROUP, "audience": "internal"}]
    shop = {**DOC, "groups": groups, "split": "contract"}
    project.config["ggdocs_docs"] = project.named([SECRET_SERVICE, shop])
    project.page("Shop\n====\n\n.. ggdocs-catalog::\n\n.. ggdocs::\n")
    project.page(f":orphan:\n\nTeam\n====\n\nOf the {TOKEN}.\n", name=f"{TOKEN}.rst")
    found = []
    for audience, killed in (("public", ""), ("internal", ""), ("public", ""), ("internal", "x")):
        project.config["ggdocs_audience"] = [audience]
        project.config["exclude_patterns"] = [f"{TOKEN}.rst"] if audience == "public" else []
        out = project.build(builder, out="_one").out
        found.append(traces(out))
        if killed:  # after it had written all pages
            for file in project.folder.glob("_build/**/ggdocs-*.json"):
                info = json.loads(file.read_text())
                file.write_text(json.dumps({**info, "read": "", "files": ""}))
    project.config["ggdocs_audience"] = ["public"]
    project.config["exclude_patterns"] = [f"{TOKEN}.rst"]
    found.append(traces(project.build(builder, out="_one").out))
    first, internal, second, _, last = found
    assert first == second == last == []
    assert internal
    kept = traces(project.folder / "_build")
    assert [name for name in kept if not name.endswith("environment.pickle")] == []


def test_a_folder_that_outlives_what_sphinx_keeps(make_project: MakeProject) -> None:
    """The search has no word of a former build, of which nothing else is known any more."""
    project = make_project("outlived")
    project.write(f"{project.module}.py", with_marks(WHOLE))
    project.config["ggdocs_docs"] = project.named([DOC])
    project.page("Shop\n====\n\n.. ggdocs::\n")
    words = []
    for audience in ("internal", "public"):
        project.config["ggdocs_audience"] = [audience]
        built = project.build(out="_one", doctrees=f"_build_{audience}")
        words.append(TOKEN in built.read("searchindex.js").lower())
    assert words == [True, False]


def test_pages_that_name_a_service_for_others(make_project: MakeProject) -> None:
    project = make_project("named")
    project.write(f"{project.module}.py", with_marks(WHOLE))
    hidden = {**SECRET_SERVICE, "slug": "team", "history": "history"}
    docs = [{"slug": "shop", "title": "Shop", "http": ["{module}:ItemApi"]}, hidden]
    project.config["ggdocs_docs"] = project.named(docs)
    project.config["ggdocs_to_openapi"] = {"team": False}
    project.page(
        "Shop\n====\n\n.. ggdocs-catalog:: team shop\n\n.. ggdocs:: team\n\n"
        ".. ggdocs-changes:: team\n"
    )
    found = []
    for audience in ("public", "partner", "public"):
        project.config["ggdocs_audience"] = [audience]
        built = project.build(out=f"_{audience}")
        found.append(traces(built.out))
        assert not built.warnings or audience == "partner"  # there are no snapshots for partners
    first, partner, again = found
    assert first == again == []
    assert {"index.html", "objects.inv", "apidocs/team/api-docs.json"} <= set(partner)


def test_a_file_that_is_for_others(make_project: MakeProject) -> None:
    """As the audience of a document says it, from one build to the next."""
    project = make_project("marked")
    docs = [{"slug": name, "openapi": f"{name}.json"} for name in ("shop", "team")]
    project.config |= {"ggdocs_docs": docs, "ggdocs_audience": ["public"]}
    project.page("Shop\n====\n\n.. ggdocs:: shop\n\n.. ggdocs:: team\n\n.. ggdocs-catalog::\n")
    responses = {"200": {"description": "OK"}}
    paths = {f"/{TOKEN}": {"get": {"operationId": TOKEN, "responses": responses}}}
    titles: dict[str, tuple[str, dict[str, Any]]] = {
        "shop": ("Shop", {"/items": {"get": {"responses": responses}}})
    }
    for mark in (True, False, True):
        titles["team"] = (TOKEN, paths)
        for name, (title, content) in titles.items():
            info = {"title": title, "version": "1"} | (
                {"x-internal": mark} if name == "team" else {}
            )
            file = {"openapi": "3.1.0", "info": info, "paths": content}
            project.write(f"{name}.json", json.dumps(file))
        built = project.build(again=True)
        assert built.warnings == ""
        # Sphinx keeps the words of its former search index, with no page.
        written = {*traces(built.out)} - {"searchindex.js"}
        assert bool(written) == (not mark)
        assert ("index.html" in written) == (not mark)


@pytest.fixture(scope="module")
def contracts() -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "secret_shop_of_tests"}
    exec(compile(with_marks(WHOLE), "secret_shop_of_tests", "exec"), names)
    return names


def spec(contracts: dict[str, Any], **fields: Any) -> ApiDocSpec:
    http = [contracts["ItemApi"], contracts["ZqsecretzqApi"]]
    return ApiDocSpec(
        slug="shop",
        title="Shop",
        http=http,
        ws=[contracts["Feed"]],
        workflows=[contracts["zqsecretzq_flow"]],
        **fields,
    )


def test_a_static_site(contracts: dict[str, Any], tmp_path: Path) -> None:
    build_api_docs({"docs": [spec(contracts)], "audience": "public", "out_dir": tmp_path})
    assert traces(tmp_path) == []
    build_api_docs({"docs": [spec(contracts)], "out_dir": tmp_path})
    assert {"shop/api-docs.json", "shop/arazzo.json"} <= {*traces(tmp_path)}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("wrap", "path"),
    [
        pytest.param(
            lambda docs, who: GGApiDocs(None, {"docs": docs}, protect=who),
            "/apidocs/shop/api-docs.json",
            id="native",
        ),
        pytest.param(
            lambda docs, who: GGOpenApiDocs(None, docs=docs, protect=who),
            "/openapi.json",
            id="OpenAPI",
        ),
    ],
)
async def test_protect_chooses_the_audience(
    contracts: dict[str, Any], wrap: Any, path: str
) -> None:
    answers: dict[str, Any] = {
        "public": Audience("public"),
        "team": Audience("internal", "partner"),
        "partner": Audience("partner"),
        "all": True,
        "nobody": Denied(status=401),
    }

    def who(request: DocsRequest) -> Any:
        return answers[request.headers["x-reader"]]

    transport = httpx.ASGITransport(wrap([spec(contracts)], who))
    async with httpx.AsyncClient(transport=transport, base_url="http://shop") as client:
        found: dict[str, httpx.Response] = {}
        for reader in (*answers, *reversed(answers)):
            found[reader] = await client.get(path, headers={"x-reader": reader})
    assert found["nobody"].status_code == 401
    assert TOKEN not in found["public"].text.lower()
    # who chooses among parts is not told that they are marked
    assert found["team"].text == found["all"].text.replace(',"x-internal":true', "")
    assert "zqsecretzq_recall" not in found["partner"].text
    assert "get_zqsecretzq" in found["partner"].text
    assert len({found[reader].headers["etag"] for reader in ("public", "partner", "all")}) == 3
    assert "private" in found["public"].headers["cache-control"]


@pytest.mark.anyio
async def test_services_for_others_are_not_part_of_the_site(contracts: dict[str, Any]) -> None:
    hidden = ApiDocSpec(
        slug="team", title=f"Team {TOKEN}", http=[contracts["ZqsecretzqApi"]], audience="team"
    )

    def who(request: DocsRequest) -> Audience:
        return Audience(request.headers["x-reader"])

    pages: dict[str, Any] = {
        "/apidocs": GGApiDocs(None, {"docs": [hidden, spec(contracts)]}, protect=who),
        "/openapi": GGOpenApiDocs(None, docs=[hidden, spec(contracts)], protect=who),
        "/docs": GGApiDocs(None, {"docs": hidden, "docs_path": "/docs"}, protect=who),
        "/one": GGOpenApiDocs(None, docs=hidden, docs_path="/one", protect=who),
    }
    files = {
        "/apidocs": "/apidocs/{}/api-docs.json",
        "/openapi": "/openapi/{}.json",
        "/docs": "/docs/{}/api-docs.json",
        "/one": "/openapi.json",
    }
    for path, application in pages.items():
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://shop") as client:
            for reader in ("public", "team", "public"):
                headers = {"x-reader": reader}
                page = await client.get(path, headers=headers)
                file = await client.get(files[path].format("team"), headers=headers)
                other = await client.get(files[path].format("shop"), headers=headers)
                assert file.is_success == (reader == "team"), path
                if reader == "public":
                    assert TOKEN not in (page.text + file.text + other.text).lower()
                    assert page.status_code == (200 if path in ("/apidocs", "/openapi") else 403)
                else:
                    assert page.status_code == 200
                    assert TOKEN in page.text


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda spec: build_contract_doc(spec, audience="public"), id="document"),
        pytest.param(lambda spec: to_openapi(spec, audience="public"), id="OpenAPI"),
        pytest.param(lambda spec: GGOpenApiDocs(None, docs=spec, audience="public"), id="files"),
        pytest.param(lambda spec: GGApiDocs(None, {"docs": spec, "audience": "public"}), id="live"),
    ],
)
def test_a_document_of_which_nothing_is_left(contracts: dict[str, Any], make: Any) -> None:
    with pytest.raises(NotForAudience, match="for the requested audience"):
        make(spec(contracts, audience=["internal", "partner"]))


def test_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop_of_commands.py").write_text(with_marks(WHOLE))
    (tmp_path / "pyproject.toml").write_text(
        '[tool.ggdocs]\n[[tool.ggdocs.docs]]\nslug = "shop"\ntitle = "Shop"\nversion = "1.0"\n'
        'http = ["shop_of_commands:ItemApi", "shop_of_commands:ZqsecretzqApi"]\n'
        'history = "history"\n'
    )
    for command in (
        ["export", "openapi", "-o", "public/openapi.json"],
        ["export", "markdown", "-o", "public/api.md"],
        ["build", "-o", "public/site"],
        ["snapshot"],
    ):
        assert main([*command, "--audience", "public"]) == 0
    assert traces(tmp_path / "public") == []
    assert traces(tmp_path / "history") == []
    assert (tmp_path / "history" / "for-public" / "shop" / "1.0.json").is_file()
    assert main(["snapshot"]) == 0
    assert traces(tmp_path / "history") == ["shop/1.0.json"]
    # the changelog of the public does not know of what only others have ever seen
    assert main(["build", "-o", "public/site", "--audience", "public"]) == 0
    assert traces(tmp_path / "public") == []
    assert main(["export", "openapi", "-o", "all.json"]) == 0
    assert TOKEN in (tmp_path / "all.json").read_text()
    capsys.readouterr()


def test_services_for_others_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop_of_services.py").write_text(with_marks(WHOLE))
    entry = '[[tool.ggdocs.docs]]\nslug = "{}"\ntitle = "{}"\nhttp = ["shop_of_services:{}"]\n'
    (tmp_path / "pyproject.toml").write_text(
        entry.format("shop", "Shop", "ItemApi")
        + entry.format("team", TOKEN, "ZqsecretzqApi")
        + 'audience = "partner"\n'
    )
    assert main(["build", "-o", "site", "--audience", "public"]) == 0
    assert traces(tmp_path / "site") == []
    assert main(["build", "-o", "site", "--audience", "partner"]) == 0
    assert "team/api-docs.json" in traces(tmp_path / "site")
    table = tmp_path / "pyproject.toml"
    table.write_text(f'[tool.ggdocs]\naudience = "public"\n{table.read_text()}')
    assert main(["export", "openapi", "shop_of_services:ItemApi", "-o", "target.json"]) == 0
    assert TOKEN not in (tmp_path / "target.json").read_text().lower()
    capsys.readouterr()
    assert main(["export", "openapi", "--audience", "public", "--doc", "team"]) != 0
    assert "'team' is not for the requested audience" in capsys.readouterr().err
    whole = {"slug": "team", "title": TOKEN, "http": ["shop_of_services:ItemApi"]}
    lone = ApiDocSpec.model_validate({**whole, "audience": "partner"})
    with pytest.raises(NotForAudience, match=r"is for partner, not for .*public"):
        lone.for_audience("public").resolved_groups()


def test_a_file_that_says_of_itself_for_whom_it_is(tmp_path: Path) -> None:
    """`test_marked_places` has marks everywhere else."""
    path = tmp_path / "openapi.json"
    info = {"title": "Shop", "version": "1", "x-internal": True}
    responses = {"200": {"description": "OK"}}
    paths = {"/items": {"get": {"operationId": "list_items", "responses": responses}}}
    path.write_text(json.dumps({"openapi": "3.1.0", "info": info, "paths": paths}))
    marked = ApiDocSpec.model_validate({"slug": "shop", "openapi": str(path)})
    assert not marked.for_audience("public").is_shown
    with pytest.raises(NotForAudience, match="the document is for internal"):
        to_openapi(marked, audience="public")
    assert marked.for_audience("internal").is_shown
    assert set(to_openapi(marked)["paths"]) == {"/items"}


def test_a_contract_document_says_nothing_of_audiences(
    contracts: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "api-docs.json"
    path.write_bytes(build_contract_doc(spec(contracts)).to_json())
    read = ApiDocSpec(slug="shop", title="Shop", contract_document=str(path), audience="public")
    with pytest.raises(BadContents, match="does not record the audiences"):
        build_contract_doc(read)
