"""Versions that authors declare are held against snapshots."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    Deprecated,
    HttpContract,
    HttpMethod,
    Lifecycle,
    Success,
)
from sphinxcontrib_ggdocs.contracts.errors import ErrorClass
from sphinxcontrib_ggdocs.history.declared_versions import check_versions
from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshot_path
from sphinxcontrib_ggdocs.native import build_contract_doc


def method(name: str, *, deprecated: bool = False, **lifecycle: str) -> HttpMethod:
    return HttpMethod(
        name=name,
        verbs=("GET",),
        path=f"/{name}",
        successes=(Success(status=204),),
        deprecated=deprecated,
        lifecycle=Lifecycle(**lifecycle) if lifecycle else None,  # type: ignore[arg-type]
    )


def spec(folder: Path, *methods: HttpMethod) -> ApiDocSpec:
    contract = HttpContract(name="Api", methods=methods)
    return ApiDocSpec(slug="shop", title="Shop", http=[contract], history=str(folder))


def found(folder: Path, *versions: tuple[HttpMethod, ...]) -> list[str]:
    """The findings of the last of some versions; the others are released as 1, 2, and so on."""
    *released, current = versions
    for number, methods in enumerate(released, 1):
        path = snapshot_path(folder, "shop", str(number))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(snapshot_of(build_contract_doc(spec(folder, *methods))))
    return [f"{each.method}: {each.message}" for each in check_versions(spec(folder, *current))]


OLD = method("old")


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        ("2", []),
        ("v2", []),
        ("1", ["new: it is declared since 1, but it is so since 2"]),
        ("3", ["new: it is declared since 3, but it is so since 2"]),
    ],
)
def test_a_method_that_came_with_a_release(since: str, expected: list[str], tmp_path: Path) -> None:
    current = method("new", since=since)
    assert found(tmp_path, (OLD,), (OLD, method("new")), (OLD, current)) == expected


def test_a_method_of_the_first_release(tmp_path: Path) -> None:
    assert found(tmp_path, (OLD,), (method("old", since="0.3"),)) == []
    wrong = ["old: it is declared since 2, but it was so in 1 already"]
    assert found(tmp_path, (OLD,), (method("old", since="2"),)) == wrong


def test_a_method_that_is_not_released(tmp_path: Path) -> None:
    assert found(tmp_path, (OLD,), (OLD, method("new", since="2"))) == []
    wrong = ["new: it is declared since 1, but it was not so in 1"]
    assert found(tmp_path, (OLD,), (OLD, method("new", since="1"))) == wrong


def test_a_deprecation(tmp_path: Path) -> None:
    late = method("old", deprecated=True, deprecated_since="3")
    wrong = ["old: it is declared deprecated since 3, but it is so since 2"]
    assert found(tmp_path, (OLD,), (method("old", deprecated=True),), (late,)) == wrong


def test_a_method_that_is_removed_at_once(tmp_path: Path) -> None:
    other = method("other")
    gone = ["old: it is gone, and was not deprecated in 1"]
    assert found(tmp_path, (OLD, other), (other,)) == gone
    assert found(tmp_path, (method("old", deprecated=True), other), (other,)) == []


def test_without_snapshots(tmp_path: Path) -> None:
    assert check_versions(spec(tmp_path, method("old", since="3"))) == ()


def test_the_command_reports_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from sphinxcontrib_ggdocs.commands.main import main

    (tmp_path / "shop_api.py").write_text(
        "from typing import Protocol\n"
        "from sphinxcontrib_ggdocs.contracts import http\n"
        "@http.api('/a')\n"
        "class Api(Protocol):\n"
        "    @http.get('', since='2')\n"
        "    def old(self) -> None:\n"
        "        '''Old.'''\n"
    )
    (tmp_path / "pyproject.toml").write_text(
        '[tool.ggdocs]\npython_path = ["."]\n[[tool.ggdocs.docs]]\nslug = "shop"\ntitle = "Shop"\n'
        'version = "1"\nhttp = ["shop_api:Api"]\nhistory = "history"\n'
    )
    project = ["--config", str(tmp_path / "pyproject.toml")]
    strict = ["--fail-on", "warning"]
    try:
        assert main(["snapshot", *project]) == 0
        capsys.readouterr()
        assert main(["check", *project, "--off", "description-missing", *strict]) == 1
        assert "declared since 2, but it was so in 1 already [wrong-version]" in (
            capsys.readouterr().out
        )
        assert main(["check", *project, "--off", "wrong-version"]) == 0
    finally:
        sys.modules.pop("shop_api", None)


def failing(error: ErrorClass | None) -> HttpMethod:
    errors = (error,) if error is not None else ()
    return replace(OLD, errors=errors)


@pytest.mark.parametrize(
    ("since", "expected"),
    [("2", []), ("1", ["None: the error GONE is declared since 1, but it is so since 2"])],
)
def test_an_error_that_came_with_a_release(since: str, expected: list[str], tmp_path: Path) -> None:
    gone, declared = ERROR.define("GONE", 410), ERROR.define("GONE", 410, since=since)
    versions = [(failing(error),) for error in (None, gone, declared)]
    assert found(tmp_path, *versions) == expected


def test_a_deprecated_error(tmp_path: Path) -> None:
    gone = ERROR.define("GONE", 410)
    ends = ERROR.define("GONE", 410, deprecated=Deprecated(since="3"))
    wrong = ["None: the error GONE is declared deprecated since 3, but it is so since 2"]
    assert found(tmp_path, (failing(gone),), (failing(ends),), (failing(ends),)) == wrong
