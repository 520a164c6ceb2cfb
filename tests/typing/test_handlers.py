"""Type checkers compare a handler class with the contract that it implements, and values of workflows
with what takes them.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HEAD = """\
from marketplace.brands import SellerId
from marketplace.contracts.accounts import SellerApi
from marketplace.contracts.orders import OrderApi, PaymentApi
from marketplace.errors import SELLER_NOT_FOUND, SellerRef
from marketplace.models.accounts import PublicProfile
from marketplace.models.orders import PaymentMethod
from sphinxcontrib_ggdocs.workflows import given, step

method: PaymentMethod = given("method")
order = step(OrderApi.get_order, given("order"))
payment = step(PaymentApi.pay, order.id, method=method)

class Sellers:
    def get_seller(self, seller: SellerId) -> PublicProfile:
        raise SELLER_NOT_FOUND(SellerRef(seller=seller))
"""
HANDLERS = {
    "right": """
    def get_rating(self, seller: SellerId) -> float:
        return 4.5


handler: SellerApi = Sellers()
""",
    "wrong_types": """
    def get_rating(self, seller: int) -> str:
        return "good"


handler: SellerApi = Sellers()
""",
    "method_missing": """

handler: SellerApi = Sellers()
""",
    "wrong_brand": """
    def get_rating(self, seller: SellerId) -> float:
        return 4.5


refund = step(PaymentApi.get_payment, payment=order.buyer)
""",
    "no_such_field": """
    def get_rating(self, seller: SellerId) -> float:
        return 4.5


refund = step(PaymentApi.get_payment, payment=payment.idd)
""",
    "wrong_data": """
    def get_rating(self, seller: SellerId) -> float:
        raise SELLER_NOT_FOUND(seller)


handler: SellerApi = Sellers()
""",
}
TOLD = {
    "wrong_types": ("SellerApi", "get_rating"),
    "method_missing": ("SellerApi", "get_rating"),
    "wrong_brand": ("UserId",),
    "no_such_field": ("idd",),
    "wrong_data": ("SellerRef",),
}
"""What is told of the wrong ones; of `right`, nothing."""
ROOT = Path(__file__).parents[2]
Check = Callable[[Path], str]


def run(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 1, (
        done.stdout + done.stderr
    )  # 1: it has read everything and has something to say
    return done.stdout


def mypy(folder: Path) -> str:
    files = [str(folder / f"{name}.py") for name in HANDLERS]
    return run("mypy", "--strict", "--no-pretty", "--cache-dir", str(folder / "cache"), *files)


def pyright(folder: Path) -> str:
    config = folder / "pyrightconfig.json"
    options = {
        "include": [f"{name}.py" for name in HANDLERS],
        "extraPaths": [str(ROOT), str(ROOT / "examples")],
        "typeCheckingMode": "strict",
    }
    config.write_text(json.dumps(options))
    return run("pyright", "--project", str(config), "--pythonpath", sys.executable)


@pytest.fixture(scope="module", params=[mypy, pyright], ids=["mypy", "pyright"])
def output(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a checker says of all handlers; it starts too slowly to be asked of each."""
    folder = tmp_path_factory.mktemp("handlers")
    for name, rest in HANDLERS.items():
        (folder / f"{name}.py").write_text(HEAD + rest)
    check: Check = request.param
    return check(folder)


def lines_of(output: str, name: str) -> str:
    """The part of the output about one file: its lines, and those without a file's name that follow
    them.
    """
    found: list[str] = []
    inside = False
    for line in output.splitlines():
        named = re.search(r"(\w+)\.py", line)
        inside = named[1] == name if named else inside and line.startswith(" ")
        if inside:
            found.append(line)
    return "\n".join(found)


@pytest.mark.parametrize("name", TOLD)
def test_a_wrong_handler_is_refused(output: str, name: str) -> None:
    said = lines_of(output, name)
    assert re.search(r"\berror\b", said)
    assert [part for part in TOLD[name] if part not in said] == []


def test_a_right_handler_is_accepted(output: str) -> None:
    assert not re.search(r"\berror\b", lines_of(output, "right"))
