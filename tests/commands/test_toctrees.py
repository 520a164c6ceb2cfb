"""What ``ggdocs init`` writes into the first page: an entry of its first toctree."""

import pytest

from sphinxcontrib_ggdocs.commands.toctrees import join_first_toctree, lists_page

JOINED = [
    pytest.param(
        "T\n=\n\n.. toctree::\n   :maxdepth: 2\n\n   a\n   b\n\nEnd.\n\n.. toctree::\n\n   c\n",
        "T\n=\n\n.. toctree::\n   :maxdepth: 2\n\n   a\n   b\n   api\n\n"
        "End.\n\n.. toctree::\n\n   c\n",
        id="the first of two",
    ),
    pytest.param(
        ".. only:: html\n\n  .. toctree::\n    :caption: X\n\n    Title <a>\n\n  Text.\n",
        ".. only:: html\n\n  .. toctree::\n    :caption: X\n\n    Title <a>\n    api\n\n  Text.\n",
        id="inside of another directive",
    ),
    pytest.param(".. toctree::\n", ".. toctree::\n\n   api\n", id="without entries"),
    pytest.param(
        ".. toctree::\n  :hidden:\n\nEnd.\n",
        ".. toctree::\n  :hidden:\n\n  api\n\nEnd.\n",
        id="without entries, with options",
    ),
    pytest.param(".. toctree::\n\n\ta", ".. toctree::\n\n\ta\n\tapi", id="tabs, no last end"),
    pytest.param(
        "```{toctree}\n:maxdepth: 2\n\na\nb\n```\n\n```{toctree}\nc\n```\n",
        "```{toctree}\n:maxdepth: 2\n\na\nb\napi\n```\n\n```{toctree}\nc\n```\n",
        id="MyST",
    ),
    pytest.param(
        "::::{grid}\n:::{toctree}\n---\nhidden:\n---\na\n\n:::\n::::\n",
        "::::{grid}\n:::{toctree}\n---\nhidden:\n---\na\napi\n\n:::\n::::\n",
        id="MyST, colons, YAML, inside of another directive",
    ),
    pytest.param(
        "```{toctree}\n:hidden:\n```\n",
        "```{toctree}\n:hidden:\n\napi\n```\n",
        id="MyST, without entries",
    ),
    pytest.param(
        "```{eval-rst}\n.. toctree::\n\n   a\n```\n",
        "```{eval-rst}\n.. toctree::\n\n   a\n   api\n```\n",
        id="reStructuredText in MyST",
    ),
    pytest.param(
        "```{toctree}\na.md\nb/c.md\n```\n",
        "```{toctree}\na.md\nb/c.md\napi.md\n```\n",
        id="with suffixes",
    ),
    pytest.param("T\n=\n", None, id="none"),
]


@pytest.mark.parametrize(("before", "after"), JOINED)
def test_a_page_joins_the_first_toctree(before: str, after: str | None) -> None:
    assert not lists_page(before, "api")
    assert join_first_toctree(before, "api") == after
    assert after is None or lists_page(after, "api")


@pytest.mark.parametrize(
    ("text", "is_listed"),
    [
        (".. toctree::\n   :glob:\n\n   *\n", True),
        (".. toctree::\n   :glob:\n\n   b*\n", False),
        ("```{toctree}\n---\nglob: true\n---\nap*\n```\n", True),
        (".. toctree::\n\n   a*\n", False),
        (".. toctree::\n\n   /api.rst\n", True),
        (".. toctree::\n\n   a\n\n.. toctree::\n\n   The interface <api>\n", True),
        ("api\n===\n\n.. toctree::\n\n   a\n", False),
    ],
)
def test_a_page_is_listed(text: str, is_listed: bool) -> None:
    assert lists_page(text, "api") is is_listed
