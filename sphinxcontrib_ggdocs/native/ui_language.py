"""Reads the UI's translations: catalogues from English text to translation, and which of them a
page includes.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

FOLDER = Path(__file__).parent / "languages"
SOURCE_LANGUAGE = "en"
"""The UI knows its English by itself; the English catalogue is what translators start from."""

RIGHT_TO_LEFT = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
RIGHT_TO_LEFT_SCRIPTS = frozenset({"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"})


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, English among them."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def language_of(wanted: str | None) -> str:
    """Return the language of the UI on a page in a language of Sphinx: ``de`` for ``de_AT``,
    English for what is unknown.
    """
    known = languages()
    name = (wanted or SOURCE_LANGUAGE).replace("-", "_")
    while name:
        if name in known:
            return name
        name = name.rpartition("_")[0]
    return SOURCE_LANGUAGE


def direction_of(wanted: str | None) -> str:
    """``rtl`` for a language of Sphinx that is written from right to left, else ``ltr``.

    A script in its name decides: ``uz_Arab``, ``ks_Deva``.
    """
    language, *subtags = (wanted or SOURCE_LANGUAGE).replace("-", "_").split("_")
    is_right_to_left = language.lower() in RIGHT_TO_LEFT
    for subtag in subtags:
        is_script = len(subtag) == 4 and subtag.isalpha()
        if is_script:
            is_right_to_left = subtag.title() in RIGHT_TO_LEFT_SCRIPTS
            break
    if is_right_to_left:
        return "rtl"
    return "ltr"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """English text → text in one of `languages`."""
    messages: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return MappingProxyType(messages)


def words_attribute(wanted: str | None) -> str | None:
    """Return the attribute ``data-words`` of ``<gg-docs>`` on a page in a language; nothing where
    the UI speaks English.
    """
    language = language_of(wanted)
    if language == SOURCE_LANGUAGE:
        return None
    words = {"language": language.replace("_", "-"), "messages": dict(catalogue(language))}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))
