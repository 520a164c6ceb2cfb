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
"""The UI has its English texts in its code; translators start from the English catalogue."""

RIGHT_TO_LEFT = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
RIGHT_TO_LEFT_SCRIPTS = frozenset({"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"})


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, including English."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def language_of(language_tag: str | None) -> str:
    """Return the language of the UI for a page in a language: ``de`` for ``de_AT``, ``en`` if there
    is no catalogue.

    `language_tag` is a language as Sphinx or HTML writes it, or None.
    """
    available = languages()
    name = (language_tag or SOURCE_LANGUAGE).replace("-", "_")
    while name:
        if name in available:
            return name
        name = name.rpartition("_")[0]  # without its last subtag, such as a region
    return SOURCE_LANGUAGE


def direction_of(language_tag: str | None) -> str:
    """Return ``rtl`` for a language that is written from right to left, otherwise ``ltr``.

    If the language names a script, that decides: ``uz_Arab``, ``ks_Deva``.
    """
    language, *subtags = (language_tag or SOURCE_LANGUAGE).replace("-", "_").split("_")
    is_right_to_left = language.lower() in RIGHT_TO_LEFT
    for subtag in subtags:
        is_script = len(subtag) == 4 and subtag.isalpha()  # as BCP 47 defines subtags of scripts
        if is_script:
            is_right_to_left = subtag.title() in RIGHT_TO_LEFT_SCRIPTS
            break
    if is_right_to_left:
        return "rtl"
    return "ltr"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return the catalogue of one of the `languages`, from English texts to translations."""
    messages: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return MappingProxyType(messages)  # read-only, since all callers share it


def words_attribute(language_tag: str | None) -> str | None:
    """Return the attribute ``data-words`` of ``<gg-docs>`` for a page in a language; None for
    English, which the UI has in its code.
    """
    language = language_of(language_tag)
    if language == SOURCE_LANGUAGE:
        return None
    words = {"language": language.replace("_", "-"), "messages": dict(catalogue(language))}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))
