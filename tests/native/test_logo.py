"""Logos that are files: they are served with the documentation, under a name of their contents."""

from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import Branding, SpecError
from sphinxcontrib_ggdocs.native.logo import logo_file, shown_branding, usable_branding

DIGEST = "d4dc5666"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "logo.SVG").write_bytes(b"<svg/>")
    (tmp_path / "logo.txt").write_bytes(b"text")
    return tmp_path


def test_a_logo_that_is_a_file(folder: Path) -> None:
    for given, base in (("logo.SVG", folder), (str(folder / "logo.SVG"), None)):
        logo = logo_file(Branding(logo_url=given), base)
        assert logo is not None
        assert logo.path == f"assets/logo-{DIGEST}.svg"
        assert logo.resource.media_type == "image/svg+xml"
        assert logo.resource.immutable


@pytest.mark.parametrize("url", ["https://example.org/logo.svg", "/logo.svg", None])
def test_a_logo_that_is_elsewhere_stays_as_it_is(url: str | None, folder: Path) -> None:
    branding = Branding(logo_url=url)
    assert logo_file(branding, folder) is None
    assert shown_branding(branding, folder, prefix="../") == branding


def test_an_address_is_no_relative_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "https:").mkdir()
    (folder / "https:" / "logo.svg").write_bytes(b"<svg/>")
    assert logo_file(Branding(logo_url="https://logo.svg")) is None


@pytest.mark.parametrize(
    ("values", "branding", "path", "message"),
    [
        pytest.param(
            {"logo_url": "logo.SVG"},
            Branding(logo_url="logo.SVG"),
            f"assets/logo-{DIGEST}.svg",
            "",
            id="a file",
        ),
        pytest.param(
            {"logo_url": "none.svg", "primary_color": "#123456"},
            Branding(primary_color="#123456"),
            None,
            "there is no file 'none.svg'",
            id="all but a logo that is wrong",
        ),
        pytest.param({"primary_color": "red"}, None, None, "not a hex", id="another value"),
    ],
)
def test_what_can_be_shown_of_a_branding(
    values: dict[str, Any],
    branding: Branding | None,
    path: str | None,
    message: str,
    folder: Path,
) -> None:
    shown, logo, error = usable_branding(values, folder)
    assert (shown, logo) == (branding, path)
    assert (error is None) is not bool(message)
    assert message in str(error or "")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("logo.txt", "(?s)'logo.txt' is not an image that browsers show.*hint: use .*svg"),
        ("none.svg", "(?s)there is no file 'none.svg'.*hint: check the path; paths are"),
    ],
)
def test_a_logo_that_cannot_be_shown(name: str, message: str, folder: Path) -> None:
    with pytest.raises(SpecError, match=message) as raised:
        logo_file(Branding(logo_url=name), folder)
    assert str(raised.value).startswith("Branding: logo_url")
