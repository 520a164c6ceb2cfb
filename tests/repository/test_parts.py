"""`make test` and `make test-all` run all of their parts, and say at the end what has failed."""

import re
import shutil
import subprocess
from pathlib import Path

from scripts import mutants

from ..conftest import DRAWN, PARTS, SLOW

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
RECIPES = """\
fine:
\t@echo " Tests  7 passed (7)"; echo "=== 3 passed, 1 skipped in 62.20s (0:01:02) ==="
broken:
\t@echo "3 failed, 2 passed, 1 error in 3.20s"; exit 1
missing:
\t@echo "Cannot install php-cli." >&2; exit 1
last:
\t@echo "2 passed, 4 warnings in 1.00s"
test-mutants:
\t@echo "all: 37 of 40 mutants noticed (92%)"
test-nothing:
\t@echo "3 skipped, 5 deselected in 1.00s"
"""


def run(folder: Path, *parts: str) -> subprocess.CompletedProcess[str]:
    """Run parts of a Makefile that is small."""
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "parts.sh", folder / "scripts")
    (folder / "Makefile").write_text(RECIPES)
    command = ["bash", str(folder / "scripts" / "parts.sh"), *parts]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_a_run_goes_on_and_says_at_its_end_what_has_failed(tmp_path: Path) -> None:
    done = run(tmp_path, "fine", "broken", "missing", "last", "test-mutants")
    table = done.stdout.partition("\npart ")[2].splitlines()
    rows = [line.split() for line in table[1:]]
    assert [(name, tests, failed) for name, tests, _, failed in rows[:-1]] == [
        ("fine", "10", "0"),
        ("broken", "6", "4"),
        ("missing", "-", "failed"),
        ("last", "2", "0"),
        ("test-mutants", "40", "0"),
    ]
    assert done.returncode == 1
    expected = "Failed: broken missing. To repeat:\n  make broken\n  make missing\n"
    assert done.stderr.endswith(expected)


def test_a_part_without_tests_fails(tmp_path: Path) -> None:
    done = run(tmp_path, "test-nothing", "last")
    assert done.returncode == 1
    assert re.search(r"^test-nothing +- +\d+ +no test$", done.stdout, re.MULTILINE)
    assert done.stderr.endswith("Failed: test-nothing. To repeat:\n  make test-nothing\n")


def test_each_part_of_the_tests_is_made_and_each_target_exists() -> None:
    lists = re.findall(r"^(?:TEST|REST) := ((?:.|\\\n)*?[^\\])$", MAKEFILE, re.MULTILINE)
    made = set(re.split(r"[\s+]+", " ".join(lists).replace("\\\n", "")))
    assert {f"test-{part}" for part in PARTS} <= made
    (further,) = re.findall(r"^FURTHER := (.*)$", MAKEFILE, re.MULTILINE)
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
    assert made <= targets | {f"test-{name}" for name in further.split()}


def test_modules_that_are_left_out_exist() -> None:
    named = {*SLOW, *DRAWN, *(module for modules in PARTS.values() for module in modules)}
    assert {name for name in named if not (TESTS / name).exists()} == set()


def test_what_is_mutated_exists_and_so_do_its_tests() -> None:
    named = set()
    for target, arguments in mutants.TESTS.items():
        named.add(mutants.ROOT / mutants.PACKAGE / target)
        for argument in arguments:
            path = argument.partition("=")[2] or argument  # `--deselect=` and `--ignore=`
            named.add(mutants.ROOT / path.partition("::")[0])
    assert {path for path in named if not path.exists()} == set()
