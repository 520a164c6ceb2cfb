"""The Node packages that tests run: those of the validators."""

from pathlib import Path

FOLDER = Path(__file__).parent / "validators" / "node_modules"


def installed(path: str) -> Path:
    """Return a file or folder of these packages; without them the test fails with the remedy."""
    place = FOLDER / path
    assert place.exists(), f"tests/validators/node_modules has no {path}: run `make validators`"
    return place
