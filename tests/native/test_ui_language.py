"""The UI's catalogues, as pages give them."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import sphinxcontrib_ggdocs
from sphinxcontrib_ggdocs.native.ui_language import (
    catalogue,
    direction_of,
    language_of,
    languages,
    words_attribute,
)

LANGUAGES = [
    pytest.param("de", "de", id="a language that is there"),
    pytest.param("fr-CA", "fr", id="a regional form with a hyphen"),
    pytest.param("tlh", "en", id="a language without a catalogue"),
    pytest.param("en", "en", id="English"),
]


@pytest.mark.parametrize(("wanted", "language"), LANGUAGES)
def test_language(wanted: str | None, language: str) -> None:
    assert language_of(wanted) == language


DIRECTIONS = [
    pytest.param("ar", "rtl", id="Arabic"),
    pytest.param("uz_Arab", "rtl", id="a script from right to left"),
    pytest.param("ks-deva", "ltr", id="a script from left to right"),
    pytest.param(None, "ltr", id="no language"),
]


@pytest.mark.parametrize(("wanted", "direction"), DIRECTIONS)
def test_direction(wanted: str | None, direction: str) -> None:
    assert direction_of(wanted) == direction


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


LOCALE = Path(sphinxcontrib_ggdocs.__file__).parent / "locale"
TRANSLATIONS = [language for language in languages() if language != "en"]


def static_text(language: str) -> dict[str, str]:
    """The words of the static text in a language, from the catalogue that Sphinx reads."""
    with (LOCALE / language / "LC_MESSAGES" / "sphinxcontrib_ggdocs.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translations_have_the_placeholders_and_forms_of_the_english_text(language: str) -> None:
    parts = re.compile(r"\{\d\}|\|")
    for english, translated in catalogue(language).items():
        assert sorted(parts.findall(translated)) == sorted(parts.findall(english)), english


def terms(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """The translations of each text, whatever its case: a heading may be a plural."""
    found: dict[str, set[str]] = {}
    for english, text in texts.items():
        found.setdefault(english.lower(), set()).add(text.lower())
    return found


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_ui_and_the_static_text_use_one_term_for_one_thing(language: str) -> None:
    ui, static = terms(catalogue(language)), terms(static_text(language))
    differing = {
        english: (ui[english], static[english])
        for english in ui.keys() & static.keys()
        if ui[english].isdisjoint(static[english])
    }
    assert differing == {}


def test_french_has_its_spaces_and_apostrophes() -> None:
    texts = [*catalogue("fr").values(), *static_text("fr").values()]
    wrong = re.compile(r"'|[ \u202f][:;!?»]|«[^\u00a0]")
    assert [text for text in texts if wrong.search(text)] == []
