"""Old names work, and say at the caller's line what to write instead."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs import contracts

OLD_NAMES = [
    (
        "from sphinxcontrib_ggdocs.contracts import NOT_AUTHORIZED as old",
        "sphinxcontrib_ggdocs.contracts.NOT_AUTHORIZED is deprecated: use UNAUTHORIZED",
    ),
    (
        "import sphinxcontrib_ggdocs.contracts as c\nold = c.NOT_AUTHORIZED",
        "sphinxcontrib_ggdocs.contracts.NOT_AUTHORIZED is deprecated: use UNAUTHORIZED",
    ),
]


@pytest.mark.parametrize(("code", "message"), OLD_NAMES)
def test_an_old_name_warns_at_the_line_of_its_user(tmp_path: Path, code: str, message: str) -> None:
    file = tmp_path / "user.py"
    file.write_text(f"{code}\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-W", "default", file], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert f"user.py:{len(code.splitlines())}: DeprecationWarning: {message}" in ran.stderr


def test_the_old_error_keeps_its_type_on_the_wire() -> None:
    with pytest.warns(DeprecationWarning, match="use UNAUTHORIZED"):
        old = contracts.NOT_AUTHORIZED
    assert (old.type, old.status) == ("NOT_AUTHORIZED", 401)
    assert (contracts.UNAUTHORIZED.type, contracts.UNAUTHORIZED.status) == ("UNAUTHORIZED", 401)


def test_old_names_are_not_among_the_names_of_the_package() -> None:
    assert "NOT_AUTHORIZED" not in contracts.__all__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec("from sphinxcontrib_ggdocs.contracts import *", {})


def test_a_name_that_never_was_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"'sphinxcontrib_ggdocs\.contracts' has no attribute 'NEVER'"):
        contracts.NEVER  # type: ignore[attr-defined]  # noqa: B018
