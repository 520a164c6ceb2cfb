"""A document grows with its API, also where each method reaches a hundred types."""

import pytest

from benchmarks.document import CONNECTED, sample


@pytest.fixture(scope="module")
def sizes() -> dict[tuple[str, int], int]:
    runs = [("ggdocs", 100), ("ggdocs", 300), ("openapi", 300)]
    return {
        (kind, methods): sample(kind, methods, "time", CONNECTED)["size"] for kind, methods in runs
    }


def test_three_times_the_methods_take_three_times_the_bytes(
    sizes: dict[tuple[str, int], int],
) -> None:
    assert sizes["ggdocs", 300] < 3.3 * sizes["ggdocs", 100]


def test_a_connected_document_is_not_much_larger_than_its_openapi_file(
    sizes: dict[tuple[str, int], int],
) -> None:
    assert sizes["ggdocs", 300] < 2.5 * sizes["openapi", 300]
