"""The samples of the UI in each language that can be run here, against the running example: the
service answers all of them alike.
"""

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import tree_sitter_c_sharp
from marketplace.docs import DOCS
from tree_sitter import Language, Parser

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc

from .. import node_packages
from ..sockets.test_clients import bundle
from ..waiting import HANG_MS
from .service import market, sign_in

__all__ = ["bundle"]  # a fixture

WRITER = Path(__file__).parents[1] / "sockets" / "samples.mjs"
AS_JSON = "data:text/javascript,console.log=(value)=>process.stdout.write(JSON.stringify(value))"
TSC = (
    *(node_packages.FOLDER / ".bin/tsc", "sample.ts", "--strict", "--moduleDetection", "force"),
    *("--target", "es2022", "--module", "esnext", "--lib", "es2022,dom"),
)
Command = tuple[str | Path, ...]
RUN: Mapping[str, tuple[str, tuple[Command, ...]]] = {
    "curl": ("sample.sh", (("bash", "-eu", "sample.sh"),)),
    "python": ("sample.py", ((sys.executable, "sample.py"),)),
    "javascript": ("sample.mjs", (("node", "--import", AS_JSON, "sample.mjs"),)),
    "typescript": ("sample.ts", (TSC, ("node", "--import", AS_JSON, "sample.js"))),
    "java": ("Main.java", (("java", "Main.java"),)),
    "go": ("sample.go", (("go", "run", "sample.go"),)),
    "php": ("sample.php", (("php", "sample.php"),)),
    "ruby": ("sample.rb", (("ruby", "sample.rb"),)),
}
"""The file of a sample, and what is run; the last command prints the answer."""
CALLS = ("search", "get_account", "save_notifications", "list_orders")
"""A query, credentials, a body, and a list."""


@pytest.fixture(scope="module")
def samples(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """All samples, with the address of the running service and a token of it."""
    with market() as url:
        document = build_contract_doc(ApiDocSpec.model_validate({**DOCS[0], "servers": [url]}))
        file = tmp_path_factory.mktemp("samples") / "document.json"
        file.write_bytes(document.to_json())
        written = printed(("node", WRITER, bundle, file), file.parent)
        yield json.loads(written.replace("YOUR_TOKEN", sign_in(url, "grace@example.org")))


def printed(command: Command, folder: Path) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_MS / 1000,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def answer(samples: Mapping[str, str], name: str, language: str, folder: Path) -> Any:
    file, commands = RUN[language]
    (folder / file).write_text(samples[f"{name} {language}"], encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    *_, output = [printed(command, folder) for command in commands]
    if language == "java":
        status, _, output = output.partition("\n")
        assert status == "200"
    return ast.literal_eval(output) if language == "python" else json.loads(output)


LATER = pytest.mark.part("languages")
LANGUAGES = [
    *("python", "javascript"),
    *(
        pytest.param(language, marks=LATER)
        for language in ("typescript", "java", "go", "php", "ruby")
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_gets_the_answer_of_curl(
    samples: dict[str, str], language: str, tmp_path: Path
) -> None:
    _, commands = RUN[language]
    programs = {str(command[0]) for command in commands}
    if missing := sorted(name for name in programs if shutil.which(name) is None):
        pytest.fail(f"not installed: {', '.join(missing)}; scripts/languages.sh installs them")
    for name in CALLS:
        expected = answer(samples, name, "curl", tmp_path)
        assert "type" not in expected, expected  # an error
        assert answer(samples, name, language, tmp_path) == expected


def test_samples_in_c_sharp_are_well_formed(samples: dict[str, str]) -> None:
    """Parsed by tree-sitter: Debian has no .NET, and its Mono compiles no top-level statements."""
    parser = Parser(Language(tree_sitter_c_sharp.language()))
    codes = [code for name, code in samples.items() if name.endswith(" csharp")]
    assert len(codes) >= 20
    wrong = [code for code in codes if parser.parse(code.encode()).root_node.has_error]
    assert wrong == []
    assert parser.parse(codes[0].replace(";", "", 1).encode()).root_node.has_error
