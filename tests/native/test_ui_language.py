"""The UI's catalogues, as pages give them."""

import json

import pytest

from sphinxcontrib_ggdocs.native.ui_language import (
    catalogue,
    language_of,
    languages,
    words_attribute,
)

LANGUAGES = [
    pytest.param("de", "de", id="a language that is there"),
    pytest.param("de_AT", "de", id="a regional form"),
    pytest.param("fr-CA", "fr", id="a regional form with a hyphen"),
    pytest.param("tlh", "en", id="a language without a catalogue"),
    pytest.param("en", "en", id="English"),
    pytest.param(None, "en", id="no language"),
]


@pytest.mark.parametrize(("wanted", "language"), LANGUAGES)
def test_language(wanted: str | None, language: str) -> None:
    assert language_of(wanted) == language


def test_every_catalogue_has_the_texts_of_the_english_one() -> None:
    assert {language: catalogue(language).keys() for language in languages()} == dict.fromkeys(
        ("de", "en", "fr"), catalogue("en").keys()
    )


def test_a_page_in_another_language_brings_its_words() -> None:
    words = json.loads(words_attribute("de_AT") or "")
    assert words["language"] == "de"
    assert words["messages"]["Errors"] == "Fehler"


def test_a_page_in_english_brings_none() -> None:
    assert words_attribute("en") is None
