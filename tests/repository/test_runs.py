"""A run of pytest leaves nothing out, whatever the machine lacks and whatever its variables say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import REMEDY

ROOT = Path(__file__).parents[2]
OF_A_RUN = (
    "GGDOCS_CHROMIUM",  # another browser
    "GGDOCS_FIREFOX",
    "GGDOCS_EDITS",  # more cases
    "GGDOCS_EXAMPLES",
    "GGDOCS_GOLDEN",  # golden files are written
    "GGDOCS_HANG",  # how long a test waits
    "GGDOCS_DOCS",  # no variable: a wrong name in a configuration
)
"""The variables of ours that tests read: none says which tests there are."""
CASES = {
    "skipped": (
        "@pytest.mark.skip(reason='no tool')\ndef test_it() -> None: ...\n",
        "test_it was left out",
    ),
    "skips itself": (
        "def test_it() -> None:\n    pytest.skip('no tool')\n",
        "test_it was left out",
    ),
    "expected to fail": (
        "@pytest.mark.xfail\ndef test_it() -> None:\n    assert False\n",
        "test_it was left out",
    ),
    "a module": ("pytest.skip('no tool', allow_module_level=True)\n", "no tool"),
    "a module without what it imports": ("pytest.importorskip('no_such_module')\n", "was left out"),
    "no case": (
        "@pytest.mark.parametrize('case', [])\ndef test_it(case: int) -> None: ...\n",
        REMEDY,
    ),
    "no test": ("", "no tests ran"),
    "a syntax error": ("def test_it(:\n", "SyntaxError"),
}


@pytest.mark.parametrize(("source", "message"), CASES.values(), ids=CASES)
def test_what_is_left_out_is_a_failure(source: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    for name in ("conftest.py", "__init__.py", "built.py", "wheels.py"):
        (tmp_path / "tests" / name).write_bytes((ROOT / "tests" / name).read_bytes())
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    (tmp_path / "tests" / "test_tried.py").write_text(f"import pytest\n\n{source}")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert message in " ".join(done.stdout.split())


def test_variables_do_not_say_which_tests_there_are() -> None:
    files = [*(ROOT / "tests").glob("**/*.py"), *(ROOT / "scripts").iterdir(), ROOT / "Makefile"]
    texts = [
        path.read_text(encoding="utf-8")
        for path in files
        if path.is_file() and "node_modules" not in path.parts and path != Path(__file__)
    ]
    named = re.findall(r"GGDOCS_[A-Z_]+", "".join(texts))
    assert set(named) <= {*OF_A_RUN, "GGDOCS_MOCK"}
    conftest = (ROOT / "tests" / "conftest.py").read_text(encoding="utf-8")
    assert re.findall(r"os\.environ.*", conftest) == [
        'os.environ.pop("PYTHONDONTWRITEBYTECODE", None)',
        'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.django_project.settings")',
    ]


def test_tests_of_the_ui_leave_nothing_out() -> None:
    """`vitest run` passes when tests are skipped."""
    files = sorted((ROOT / "ui" / "src").rglob("*.test.ts*"))
    assert files
    marks = re.compile(r"\b(skip|skipIf|runIf|todo|fails|only)\b\(?|\bprocess\.env\b")
    found = [
        f"{path.relative_to(ROOT)}: {mark[0]}"
        for path in files
        for mark in marks.finditer(path.read_text(encoding="utf-8"))
        if mark[0].endswith("(") or mark[0] == "process.env"
    ]
    assert found == []


def test_ci_runs_the_tests_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    others = [line for line in lines if not line.startswith(("#", "set ", "cd "))]
    assert others == ["exec make test"]
