"""A document grows with its API, also where each method reaches a hundred types."""

import pytest

from benchmarks.document import sample
from benchmarks.worker import Sample


@pytest.fixture(scope="module")
def samples() -> dict[tuple[str, int], Sample]:
    runs = [("ggdocs", 200), ("ggdocs", 1000), ("openapi", 1000)]
    return {(kind, methods): sample(kind, methods, "time", "connected") for kind, methods in runs}


def test_five_times_the_methods_take_five_times_the_bytes(
    samples: dict[tuple[str, int], Sample],
) -> None:
    assert samples["ggdocs", 1000]["size"] < 5.3 * samples["ggdocs", 200]["size"]


def test_a_method_of_a_connected_document_takes_a_kilobyte(
    samples: dict[tuple[str, int], Sample],
) -> None:
    """Of which 59 bytes name the errors that the runtime adds."""
    assert samples["ggdocs", 1000]["size"] < 1000 * 1040


def test_a_connected_document_is_not_much_larger_than_its_openapi_file(
    samples: dict[tuple[str, int], Sample],
) -> None:
    assert samples["ggdocs", 1000]["size"] < 2.5 * samples["openapi", 1000]["size"]
