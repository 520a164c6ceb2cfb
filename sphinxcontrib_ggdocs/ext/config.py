"""The configuration, read once into a frozen value."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sphinx.config import Config

from .problems import Problem, Subtype, in_config, warn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..catalog import Branding

SpecValues: TypeAlias = Mapping[str, Any]
"""A document as written in ``conf.py``: strings, lists and mappings, the fields of `ApiDocSpec`."""

SINGLE_SLUG = "api"
"""The slug of a document that is configured as one mapping, not as a list of them."""

NOT_A_LIST = "ggdocs_docs: give a list of mappings, one for each document, such as [{'slug': 'shop', 'title': ...}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class GgConfig:
    """What ``conf.py`` says."""

    documents: tuple[SpecValues, ...]
    branding: Mapping[str, Any] | None
    output_dir: str
    markup: Literal["markdown", "rst"]
    mock_imports: tuple[str, ...]

    @classmethod
    def of(cls, config: Config) -> "GgConfig":
        """The values, what is wrong with them left out; `check_config` has told."""
        return cls(
            documents=tuple(_documents(config.ggdocs_docs)[0]),
            branding=config.ggdocs_branding or None,
            output_dir=_output_dir(config.ggdocs_output_dir)[0],
            markup="rst" if config.ggdocs_markup == "rst" else "markdown",
            mock_imports=tuple(config.ggdocs_mock_imports),
        )

    def read_branding(self) -> "Branding | None":
        """The branding, checked.

        Raises:
            SpecError: A field of it is wrong.
        """
        from ..catalog import Branding

        return Branding.model_validate(self.branding) if self.branding else None

    def slugs(self) -> list[str]:
        """The configured slugs, in order."""
        return [slug_of(values) for values in self.documents]


def check_config(app: "Sphinx", config: Config) -> None:
    """Warn of every value of the wrong form (``config-inited``)."""
    for message in (*_documents(config.ggdocs_docs)[1], *_output_dir(config.ggdocs_output_dir)[1]):
        warn(Problem(Subtype.CONFIG, message), in_config(app.confdir, message.partition(":")[0].partition("[")[0]))


def key_of(values: SpecValues) -> str:
    """The same text for the same document: how its data are found again in a later build."""
    return json.dumps(values, sort_keys=True, ensure_ascii=False)


def slug_of(values: SpecValues) -> str:
    """The slug, checked or not."""
    return str(values.get("slug", ""))


def _documents(value: object) -> tuple[list[SpecValues], list[str]]:
    """The documents, and what is wrong with the rest."""
    if isinstance(value, Mapping):
        value = [{"slug": SINGLE_SLUG, **value}]
    if not isinstance(value, list | tuple):
        return [], [NOT_A_LIST]
    good: list[SpecValues] = []
    wrong: list[str] = []
    slugs: set[str] = set()
    for position, entry in enumerate(value):
        place = f"ggdocs_docs[{position}]"
        if not isinstance(entry, Mapping):
            wrong.append(f"{place}: {entry!r} is no mapping; {NOT_A_LIST}")
        elif (problem := _unfit(entry)) is not None:
            wrong.append(f"{place}: {problem}")
        elif (slug := slug_of(entry)) in slugs:
            wrong.append(f"{place}: the slug {slug!r} is taken by an earlier document; give each its own")
        else:
            slugs.add(slug)
            good.append(dict(entry))
    return good, wrong


def _unfit(entry: Mapping[str, Any]) -> str | None:
    """Why an entry cannot be kept between builds, if it cannot."""
    try:
        key_of(entry)
    except (TypeError, ValueError) as error:
        return f"{error}; name contracts by strings, 'package.module:attribute'"
    return None


def _output_dir(value: object) -> tuple[str, list[str]]:
    """The output folder, relative to the builder's, and what is wrong with it."""
    text = str(value).strip("/") if isinstance(value, str) else ""
    steps = text.split("/")
    if not text or any(step in ("", ".", "..") or step.startswith("_") for step in steps):
        return "apidocs", [
            f"ggdocs_output_dir: {value!r} is no folder inside the output; give a relative path such as 'apidocs'"
        ]
    return text, []
