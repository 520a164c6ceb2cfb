"""reStructuredText, read apart from the page: names and targets in a description do not leak out of it."""

from docutils import nodes
from docutils.parsers.rst import Parser
from docutils.transforms import Transform, references

_TRANSFORMS: tuple[type[Transform], ...] = (
    references.Substitutions,
    references.PropagateTargets,
    references.AnonymousHyperlinks,
    references.IndirectHyperlinks,
    references.ExternalTargets,
    references.InternalTargets,
    references.DanglingReferences,
)
"""What a page gets from docutils after reading; a description is no page of its own, so it gets them here."""


def parse_rst(text: str, document: nodes.document) -> None:
    """Read a description; headings become rubrics."""
    Parser().parse(text, document)
    document.transformer.add_transforms(_TRANSFORMS)
    document.transformer.apply_transforms()
    for section in list(document.findall(nodes.section)):
        title = section[0]
        section.replace_self([nodes.rubric("", "", *title.children), *section.children[1:]])
