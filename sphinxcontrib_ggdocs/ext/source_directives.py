"""The ``ggdocs`` directives in the sources of a project, found by their text before Sphinx reads
the sources, as autosummary finds its own. The pages of a large reference are written for what is
found here.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sphinx.builders import Builder

from ..conf_values import SplitChoice
from ..directive_text import DirectiveText, directive_texts
from .directive_options import GROUP, IN_PLACE, SPLIT, group_values, spec_values, words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class FoundDirective(NamedTuple):
    """A ``ggdocs`` directive."""

    slugs: tuple[str, ...] = ()
    """Of the configured documents that it shows; all of them if there are none."""
    values: Mapping[str, Any] | None = None
    """The document that it defines inline."""
    split: SplitChoice | Literal[""] = ""


def directives_in_sources(app: "Sphinx") -> Iterator[FoundDirective]:
    """The directives of all sources, in the order of their pages."""
    env, languages = app.env, app.config.source_suffix
    env.find_files(app.config, app.builder)  # it knows those of the former build
    for docname in sorted(env.found_docs):
        file = env.doc2path(docname)
        text = file.read_text(encoding="utf-8", errors="replace")
        if "ggdocs" not in text:
            continue
        language = next(languages[each] for each in languages if file.name.endswith(each))
        # As docutils does, so that indentation means the same here.
        lines = text.expandtabs(8).splitlines()
        for block in directive_texts(lines, "ggdocs", is_markdown=language == "markdown"):
            found = _directive(block, app.builder, docname)
            if found is not None:
                yield found


def _directive(block: DirectiveText, builder: Builder, docname: str) -> FoundDirective | None:
    """What a directive shows; None of one with an error, which Sphinx reports when it reads it."""
    try:
        options = _converted(block.options, IN_PLACE | SPLIT)
        groups = [
            group_values(group.argument, _converted(group.options, GROUP), group.content)
            for group in directive_texts(
                block.content, "ggdocs-group", is_markdown=block.is_markdown
            )
        ]
    except ValueError:
        return None
    split = options.pop("split", "")
    if not options and not groups:
        return FoundDirective(slugs=tuple(words_of(block.argument)), split=split)
    values = spec_values(builder, docname, options, groups)
    return None if block.argument else FoundDirective(values=values, split=split)


def _converted(
    options: Mapping[str, str], spec: Mapping[str, Callable[..., object]]
) -> dict[str, Any]:
    """The options of a specification, by its functions."""
    return {name: spec[name](text or None) for name, text in options.items() if name in spec}
