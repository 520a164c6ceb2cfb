"""Type checkers compare a handler class with the contract that it implements."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAD = """\
from marketplace.brands import SellerId
from marketplace.contracts.accounts import SellerApi
from marketplace.errors import SELLER_NOT_FOUND, SellerRef
from marketplace.models.accounts import PublicProfile


class Sellers:
    def get_seller(self, seller: SellerId) -> PublicProfile:
        raise SELLER_NOT_FOUND(SellerRef(seller=seller))
"""
RIGHT = """
    def get_rating(self, seller: SellerId) -> float:
        return 4.5


handler: SellerApi = Sellers()
"""
WRONG = """
    def get_rating(self, seller: int) -> str:
        return "good"


handler: SellerApi = Sellers()
"""
MISSING = """

handler: SellerApi = Sellers()
"""
ROOT = Path(__file__).parents[2]


def run(*command: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT, check=False)
    return done.returncode, done.stdout + done.stderr


def mypy(file: Path) -> tuple[int, str]:
    return run("mypy", "--strict", "--cache-dir", str(file.parent / "cache"), str(file))


def pyright(file: Path) -> tuple[int, str]:
    config = file.parent / "pyrightconfig.json"
    config.write_text(
        f'{{"include": ["{file.name}"], "extraPaths": ["{ROOT}", "{ROOT / "examples"}"], "typeCheckingMode": "strict"}}'
    )
    return run("pyright", "--project", str(config), "--pythonpath", sys.executable)


CASES = [
    pytest.param(RIGHT, True, "", id="right"),
    pytest.param(WRONG, False, "get_rating", id="wrong types"),
    pytest.param(MISSING, False, "get_rating", id="a method missing"),
]


@pytest.mark.parametrize("check", [mypy, pyright])
@pytest.mark.parametrize(("rest", "accepted", "told"), CASES)
def test_a_handler_is_checked_against_its_contract(
    tmp_path: Path, check: object, rest: str, accepted: bool, told: str
) -> None:
    assert callable(check)
    file = tmp_path / "handler.py"
    file.write_text(HEAD + rest)
    status, output = check(file)
    assert (status == 0) is accepted, output
    assert told in output
    assert accepted or "SellerApi" in output
