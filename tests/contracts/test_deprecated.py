"""Old names work, and say at the caller's line what to write instead."""

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Protocol

import pytest

from sphinxcontrib_ggdocs import contracts
from sphinxcontrib_ggdocs.contracts import (
    BearerToken,
    HttpContract,
    Requirement,
    contract_of,
    http,
    ws,
)

OLD_NAMES = [
    (
        "from sphinxcontrib_ggdocs.contracts import NOT_AUTHORIZED as old",
        "sphinxcontrib_ggdocs.contracts.NOT_AUTHORIZED is deprecated: use UNAUTHORIZED",
    ),
    (
        "import sphinxcontrib_ggdocs.contracts as c\nold = c.NOT_AUTHORIZED",
        "sphinxcontrib_ggdocs.contracts.NOT_AUTHORIZED is deprecated: use UNAUTHORIZED",
    ),
    (
        "from sphinxcontrib_ggdocs.contracts import Middleware",
        (
            "sphinxcontrib_ggdocs.contracts.Middleware is deprecated: use Requirement, and "
            "requires= "
            "for middlewares="
        ),
    ),
    *(
        (
            "from typing import Protocol\nfrom sphinxcontrib_ggdocs.contracts import http, ws\n"
            + code,
            "middlewares= is deprecated: write requires=",
        )
        for code in (
            (
                "@http.api(middlewares=())\nclass Api(Protocol):\n    @http.get()\n    def a(self) "
                "-> None: ..."
            ),
            (
                "@ws.api('/a', middlewares=())\nclass A(Protocol):\n    @ws.client_to_server()\n "
                "   "
                "def a(self)->None: ..."
            ),
            "@http.get(middlewares=())\ndef a(self) -> None: ...",
        )
    ),
    *(
        (
            f"from sphinxcontrib_ggdocs.contracts import *\nx = {made}\nx.middlewares",
            f"{name}.middlewares is deprecated",
        )
        for name, made in (
            ("HttpContract", "HttpContract(name='A')"),
            ("HttpMethod", "HttpMethod(name='a', verbs=('GET',), path='')"),
            ("WebSocketContract", "WebSocketContract(name='A', path='/')"),
        )
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "message"), OLD_NAMES)
def test_an_old_name_warns_at_the_line_of_its_user(tmp_path: Path, code: str, message: str) -> None:
    file = tmp_path / "user.py"
    file.write_text(f"{code}\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-W", "default", file],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    (line,) = (
        number
        for number, text in enumerate(code.splitlines(), 1)
        if re.search("middlewares|NOT_A|Middlew", text)
    )
    assert f"user.py:{line}: DeprecationWarning: {message}" in ran.stderr


def test_the_old_error_keeps_its_type_on_the_wire() -> None:
    with pytest.warns(DeprecationWarning, match="use UNAUTHORIZED"):
        old = contracts.NOT_AUTHORIZED
    assert (old.type, old.status) == ("NOT_AUTHORIZED", 401)
    assert (contracts.UNAUTHORIZED.type, contracts.UNAUTHORIZED.status) == ("UNAUTHORIZED", 401)


def test_old_names_are_not_among_the_names_of_the_package() -> None:
    assert not {"NOT_AUTHORIZED", "Middleware"} & {*contracts.__all__}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec("from sphinxcontrib_ggdocs.contracts import *", {})


def test_a_name_that_never_was_is_an_attribute_error() -> None:
    with pytest.raises(
        AttributeError, match=r"'sphinxcontrib_ggdocs\.contracts' has no attribute 'NEVER'"
    ):
        contracts.NEVER  # type: ignore[attr-defined]  # noqa: B018


def test_the_old_option_and_the_old_class_do_what_the_new_ones_do() -> None:
    with pytest.warns(DeprecationWarning, match="use Requirement"):
        tenant = contracts.Middleware("Tenant", headers={"X-Tenant": str})
    signed_in = Requirement("SignedIn", headers={"Authorization": BearerToken})
    traced = Requirement("Traced")
    assert isinstance(tenant, Requirement)
    with pytest.warns(DeprecationWarning, match="write requires="):
        method = http.get(middlewares=[traced])
    with pytest.warns(DeprecationWarning, match="write requires="):
        of_http = http.api("/a", requires=[signed_in], middlewares=[tenant])
    with pytest.warns(DeprecationWarning, match="write requires="):
        of_ws = ws.api("/live", middlewares=[tenant])

    @of_http
    class Api(Protocol):
        @method
        def read(self) -> None: ...

    @of_ws
    class LiveApi(Protocol):
        @ws.client_to_server()
        def ask(self) -> None: ...

    contract = contract_of(Api)
    assert isinstance(contract, HttpContract)
    assert contract.requires == (signed_in, tenant)
    assert contract.methods[0].requires == (traced,)
    assert contract_of(LiveApi).requires == (tenant,)
    with pytest.warns(DeprecationWarning, match="read requires"):
        assert contract.middlewares == contract.requires
    with pytest.warns(DeprecationWarning, match="read requires"):
        assert contract.methods[0].middlewares == (traced,)
    with pytest.warns(DeprecationWarning, match="read requires"):
        assert contract_of(LiveApi).middlewares == (tenant,)
