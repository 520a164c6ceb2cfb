"""The same strings match a pattern in Python, and its translation in JavaScript with the flag
``u``.
"""

import json
import re
import subprocess
from typing import Any

import pytest

from sphinxcontrib_ggdocs.schema.patterns import translated

from .test_patterns import RUST, SAME, SAMPLES, TRANSLATED

SCRIPT = """
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
const matches = ([pattern, samples]) => samples.filter((sample) => new RegExp(pattern, "u").test(sample));
console.log(JSON.stringify(cases.map(matches)));
"""


def in_javascript(cases: list[tuple[str, list[str]]]) -> Any:
    """Of each pattern, the samples that it matches; one that is no pattern there is an error."""
    done = subprocess.run(
        ["node", "-e", SCRIPT], input=json.dumps(cases), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")
def test_the_same_strings_match_in_javascript() -> None:
    patterns = [*SAME, *(pattern for pattern, _ in TRANSLATED)]
    found = in_javascript([(translated(pattern) or "", SAMPLES) for pattern in patterns])
    for pattern, matched in zip(patterns, found, strict=True):
        meant = (
            pattern if "(?m)" in pattern else pattern.replace("$", r"\Z")
        )  # what `$` is for pydantic
        meant = re.sub(r"(\\[dDsSwW])-(?!\])", r"\1\-", meant)
        python = re.compile(meant, re.ASCII if pattern.isascii() else 0)
        assert matched == [sample for sample in SAMPLES if python.search(sample)], pattern


def test_patterns_of_rust_in_javascript() -> None:
    found = in_javascript([(expected, [fits, fails]) for _, expected, fits, fails in RUST])
    assert found == [[fits] for _, _, fits, _ in RUST]
