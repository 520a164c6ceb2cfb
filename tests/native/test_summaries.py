"""What lists show of a description, and descriptions in another language."""

import pytest

from sphinxcontrib_ggdocs.native.markdown_text import summary_of


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (None, ""),
        ("\n  One\n  line. \n\nMore.", "One line."),
        (
            "A :gg:type:`Page <shop.Page>` of {py:func}`~shop.run`, :gg:`!shop.x`.",
            "A Page of run, shop.x.",
        ),
        ("**Strong**, *soft* words; 2 * 3 * 4.", "Strong, soft words; 2 * 3 * 4."),
        (
            "A [link](https://example.org), [another][1], ![a picture](a.png).",
            "A link, another, a picture.",
        ),
        ("*Now* **or** ***never***, snake_case.", "Now or never, snake_case."),
        ("> [!NOTE]\n> Soon gone.\n\nGets *one*.", "Gets one."),
        ("> [!NOTE]\n> Soon gone.", ""),
    ],
)
def test_the_first_paragraph_without_markup(text: str | None, summary: str) -> None:
    assert summary_of(text) == summary
