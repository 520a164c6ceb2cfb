"""Parses descriptions into docutils nodes, independently of the page that shows them.

Each description is parsed into a document of its own, so that its names, targets and footnotes
stay inside. The parser depends on the origin of a text, its `Trust`, and never on installed
packages: texts from third parties are CommonMark. Texts from the project's own contracts are in
the project's markup: reStructuredText, MyST if the project has set it up, else CommonMark with
roles. Sphinx's ``parse_text_to_nodes`` would use the parser of the page, which is the wrong one
for reST on a MyST page and for Markdown on a reST page. As with autodoc, warnings name the
directive, the described object and the line of the description.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from docutils import nodes
from docutils.parsers.rst import Parser as RstParser
from docutils.transforms import Transform, references
from docutils.utils import new_document
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.highlighting import lexer_classes
from sphinx.transforms import DefaultSubstitutions
from sphinx.util.docutils import LoggingReporter

from ..native.safe_links import absolute_url, safe_url
from .problems import Problem, Subtype, failure, warn
from .stored_records import Trust

Markup: TypeAlias = Literal["markdown", "rst"]
NUMBER = "ggdocs-text"
"""Key of the page's temporary data: the number of descriptions that were parsed for the page."""

_NO_MARKDOWN = Problem(
    Subtype.NO_MARKDOWN,
    "descriptions are shown without markup, because the package markdown-it-py is not installed: "
    "pip install markdown-it-py",
)

_DEFINITIONS: Mapping[Markup, "re.Pattern[str]"] = {
    "markdown": re.compile(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]+\S.*$", re.MULTILINE),
    "rst": re.compile(
        r"^\.\. (?:_[^:\n]+: |_`[^`\n]+`: |__ |\|[^|\n]+\| [\w-]+::).*(?:\n[ \t]+.*)*$",
        re.MULTILINE,
    ),
}
"""Definitions of links and substitutions. Definitions of footnotes are not among them, since they
would be shown again."""

_SPHINX_LANGUAGES = frozenset({"none", "default", "guess", "py", "py3", "python3", "pycon3"})
"""Names of languages that Sphinx accepts in addition to those of Pygments."""

_ALERTS: dict[str, type[nodes.Element]] = {
    "note": nodes.note,
    "tip": nodes.tip,
    "important": nodes.important,
    "warning": nodes.warning,
    "caution": nodes.caution,
}
"""The admonitions for alerts of GitHub's Markdown, by the kind of the alert."""
_ALERT = re.compile(rf"\[!({'|'.join(_ALERTS)})\][ \t]*(?:\n|\Z)", re.IGNORECASE)
"""The mark of an alert of GitHub's Markdown, alone in its line."""

_WEB_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"`]*[^\s<>\"`.,;:!?'()\[\]{}*]")
"""An address in a text, without the punctuation of the sentence around it."""


class Parser(NamedTuple):
    """A parser of descriptions in one markup language."""

    parse: Callable[[str, nodes.document], None]
    """Parses a text, and appends its nodes to a document."""
    transforms: tuple[type[Transform], ...] = ()
    """The transforms to apply to the document afterwards."""


_INVISIBLE = nodes.system_message | nodes.substitution_definition | nodes.transition
"""Nodes that are removed from descriptions."""

TRANSFORMS: tuple[type[Transform], ...] = (
    DefaultSubstitutions,
    references.Substitutions,
    references.PropagateTargets,
    references.AnonymousHyperlinks,
    references.IndirectHyperlinks,
    references.Footnotes,
    references.ExternalTargets,
    references.InternalTargets,
    references.DanglingReferences,
)
"""The transforms of docutils and Sphinx for pages, which descriptions need, too."""


@dataclass(kw_only=True)
class Describer:
    """Parses the descriptions of one document that a directive shows on a page."""

    env: BuildEnvironment
    document: nodes.document
    """The page that is being read."""
    trust: Trust
    """The origin of the descriptions: ``contracts`` for the project's own contracts, else
    ``application`` or ``file``, whose texts may be from third parties."""
    markup: Markup
    """The markup language of the descriptions; those of files are always Markdown."""
    allow_raw: bool
    """Whether directives may insert files and raw text (`file_insertion_enabled` and `raw_enabled`
    of docutils)."""
    path: str
    """The file with the directive."""
    line: int
    """The line of the directive."""

    @property
    def _is_own(self) -> bool:
        """Whether the descriptions are the project's own, which may contain directives and
        roles.
        """
        return self.trust == "contracts"

    @property
    def _is_from_file(self) -> bool:
        """Whether the descriptions are those of a file, which are always Markdown."""
        return self.trust == "file"

    @property
    def _myst_config(self) -> Any:
        """The project's configuration of MyST, if the descriptions are parsed by it; else None."""
        if self._is_own:
            return getattr(self.env, "myst_config", None)
        return None

    @property
    def _knows_pages(self) -> bool:
        """Whether relative links in the descriptions may refer to pages of the project."""
        return self._is_own and (self.markup == "rst" or self._myst_config is not None)

    @cached_property
    def _parser(self) -> Parser:
        """Return the parser for the descriptions.

        Descriptions in reStructuredText are parsed as that. Markdown of the project itself is
        parsed as MyST if the project has set it up, else as CommonMark with roles; that of third
        parties always as plain CommonMark. Without any parser of Markdown, texts are split into
        paragraphs, with a warning.
        """
        if self.markup == "rst" and not self._is_from_file:
            # The project's own settings, since `rst_prolog` may insert files and raw text.
            return Parser(_RstParser(self.env, self.document.settings), TRANSFORMS)
        if self._myst_config is not None:
            return _myst_parser(self._myst_config, allow_raw=self.allow_raw)
        if find_spec("markdown_it") is not None:
            from .commonmark import parse_commonmark

            return Parser(partial(parse_commonmark, roles=self._is_own))
        warn(_NO_MARKDOWN, f"{self.path}:{self.line}", once=True)
        return Parser(_parse_paragraphs)

    @cached_property
    def _settings(self) -> Any:
        """Return the docutils settings for descriptions: those of the page, but with raw text and
        file insertion disabled, unless `allow_raw` is set and the descriptions are the project's
        own.
        """
        settings = copy(self.document.settings)
        if not self.allow_raw or not self._is_own:
            vars(settings).update(file_insertion_enabled=False, raw_enabled=False)
        return settings

    def __call__(self, text: str, name: str, docstring: str = "") -> list[nodes.Node]:
        """Return the block nodes of a description, each with its source and line.

        Args:
            text: The description.
            name: The name of the described object, for messages.
            docstring: The whole docstring that contains the text, and may define links.
        """
        source = f"{self.path}:description of {name}"
        blocks = self._parsed(self._with_definitions(text, docstring), source)
        for block in blocks:
            for node in block.findall():
                # Nodes refer to the document into which they were parsed, which would be pickled
                # with the page.
                node.document = self.document
                if isinstance(node, nodes.Element):
                    self._set_place(node, source)
        return blocks

    def _set_place(self, node: nodes.Element, source: str) -> None:
        """Set the source and line that messages about a node name. In texts of third parties, turn
        off messages about code that cannot be highlighted.

        Args:
            node: A node of a description.
            source: The place of the description.
        """
        # A node without a source is not translated, and the number of a footnote must not be.
        if not isinstance(node, nodes.label):
            node.source = source
            node.line = node.line or 1
        if isinstance(node, nodes.literal_block) and not self._is_own:
            # Sphinx would warn of code that does not fit its language. The project's authors could
            # not correct it.
            node["force"] = True
            if not _is_language(node.get("language", "none")):
                node["language"] = "none"
        address = str(node.get("refuri") or node.get("uri") or "")
        if isinstance(node, nodes.reference | nodes.image) and "://" in address:
            node.line = self.line  # `linkcheck` reports a link by the page and a line in it

    def _parsed(self, text: str, source: str) -> list[nodes.Node]:
        """Parse a description, and return its blocks with safe links. If a directive or role fails,
        warn, and show the text without markup.
        """
        number = int(self.env.temp_data.get(NUMBER) or 0) + 1
        self.env.temp_data[NUMBER] = number
        settings = copy(self._settings)
        vars(settings)["id_prefix"] = f"ggdocs-text-{number}-"  # a page has many descriptions
        document = _new_document(source, settings)
        parse, transforms = self._parser
        try:
            parse(text, document)
        except Exception as error:  # noqa: BLE001  # directives and roles may raise anything
            warn(failure("the description cannot be parsed", error), source)
            document = _new_document(source, settings)
            transforms = ()
            _parse_paragraphs(text, document)
        if self.markup == "markdown":  # reST has directives for alerts, and links addresses
            _convert_alerts(document)
            _link_addresses(document)
        if not self.allow_raw:
            _remove_outside_files(document, self.env)
        blocks = _finished_blocks(document, transforms)
        _check_links(document, pages=self._knows_pages, images=self._is_own)
        return blocks

    def _with_definitions(self, text: str, docstring: str) -> str:
        """Return a text followed by the link definitions in the rest of its docstring."""
        definitions = _DEFINITIONS[self.markup].findall(docstring)
        missing_definitions = [item for item in definitions if item not in text]
        if missing_definitions:
            return "\n\n".join((text, "\n".join(missing_definitions)))
        return text


_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
"""Code in a text; the group is what is between the backquotes."""


def _parse_paragraphs(text: str, document: nodes.document) -> None:
    """Split a text into paragraphs, and append them to a document. Code in backquotes is the only
    markup. This is for texts that cannot be parsed otherwise.
    """
    for block in re.split(r"\n\s*\n", text.strip()):
        if not block.strip():
            continue
        paragraph = nodes.paragraph(block)
        # `re.split` returns texts and the groups between them in turn.
        for position, part in enumerate(_CODE.split(block.strip())):
            is_code = position % 2 == 1
            paragraph += nodes.literal(part, part) if is_code else nodes.Text(part)
        document += paragraph


class _RstParser:
    """Parses reStructuredText, with the substitutions and link targets that ``rst_prolog`` and
    ``rst_epilog`` define.
    """

    def __init__(self, env: BuildEnvironment, settings: object) -> None:
        document = _new_document("<rst_prolog>", settings)
        # Only severe errors: Sphinx reports all problems of these texts on pages.
        document.reporter.report_level = 4
        text = "\n\n".join(filter(None, (env.config.rst_prolog, env.config.rst_epilog)))
        if text:
            RstParser().parse(text, document)
        self._substitutions = document.substitution_defs
        # Those with an address are definitions of links; others are places in these texts.
        self._targets = [target for target in document.findall(nodes.target) if "refuri" in target]

    def __call__(self, text: str, document: nodes.document) -> None:
        """Parse a text, and append its nodes, the project's substitutions and its link targets to a
        document. Definitions in the text take precedence.
        """
        RstParser().parse(text, document)
        for name, definition in self._substitutions.items():
            if name not in document.substitution_defs:
                document.note_substitution_def(definition, name)
        for target in self._targets:
            if document.nameids.keys().isdisjoint(target["names"]):
                copied_target = target.deepcopy()
                document += copied_target
                document.note_explicit_target(copied_target)


def _myst_parser(config: Any, *, allow_raw: bool) -> Parser:
    """Return a parser of MyST, with its transforms.

    Args:
        config: The project's configuration of MyST.
        allow_raw: Whether HTML stays HTML; otherwise it becomes text.
    """
    from myst_parser.mdit_to_docutils import transforms
    from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
    from myst_parser.parsers.mdit import create_md_parser
    from myst_parser.warnings_ import create_warning

    class Renderer(SphinxRenderer):
        """Renders as MyST does, but warnings name the place of the description, not of the page."""

        def create_warning(
            self, message: str, subtype: Any, **options: Any
        ) -> nodes.system_message | None:
            """Issue a warning of MyST, at a node with the place of the description."""
            node = nodes.Element()
            node.source, node.line = self.document["source"], options.pop("line", None)
            # The function of MyST, not this method.
            return create_warning(self.document, message, subtype, node=node, **options)

    if not allow_raw:
        disabled = [*config.disable_syntax, "html_inline", "html_block"]
        config = config.copy(disable_syntax=disabled)
    parser: Any = create_md_parser(config, Renderer)

    def parse(text: str, document: nodes.document) -> None:
        """Parse a text, and append its nodes to a document."""
        container = nodes.Element()  # MyST makes rubrics of headings inside an element
        parser.options["document"] = document
        parser.options["current_node"] = container
        parser.render(text)
        document.extend(container.children)

    # Not every version of MyST has all of these.
    names = ("SortFootnotes", "ResolveAnchorIds", "ResolveSectionRefs")
    transform_classes = [getattr(transforms, name, None) for name in names]
    return Parser(parse, (*TRANSFORMS, *filter(None, transform_classes)))


def _remove_outside_files(document: nodes.document, env: BuildEnvironment) -> None:
    """Replace images and downloads of files outside the source folder by text, so that a
    description cannot publish them.
    """
    files: list[nodes.Element] = list(document.findall(nodes.image))
    files += document.findall(addnodes.download_reference)
    for node in files:
        address = str(node.get("uri") or node.get("reftarget") or "")
        if "://" in address or address.startswith("data:"):  # no file of this computer
            continue
        file = Path(env.relfn2path(address)[1]).resolve()
        if not file.is_relative_to(Path(env.srcdir).resolve()):
            node.replace_self(nodes.inline("", node.get("alt") or node.astext() or address))


def _check_links(document: nodes.document, *, pages: bool, images: bool) -> None:
    """Replace links with unsafe addresses by their text, and images that must not be shown by
    links.

    Args:
        document: The parsed description.
        pages: Whether relative addresses refer to pages, and so are allowed; those of third
            parties would refer to their service.
        images: Whether images are shown. Images of third parties become links: some builders would
            download them, and an image that is a local file would be published.
    """
    # Returns an address that is allowed, and an empty text for any other one. Only `safe_url`
    # allows relative addresses.
    allowed_address: Callable[[str], str] = absolute_url
    if pages:
        allowed_address = safe_url
    for node in list(document.findall(nodes.reference)):
        if "refuri" in node and not allowed_address(node["refuri"]):
            node.replace_self(node.children)
    for image in list(document.findall(nodes.image)):
        if not (images and safe_url(image["uri"])):
            image.replace_self(_link_to_image(image))


def _link_to_image(image: nodes.image) -> nodes.Node:
    """Return a link to an image, or only its alternative text if the address is unsafe."""
    content: nodes.Node = nodes.Text(image.get("alt") or image["uri"])
    address = absolute_url(image["uri"])
    if address:
        content = nodes.reference("", "", content, refuri=address, internal=False)
    if isinstance(image.parent, nodes.TextElement):
        return content
    # The image is a block of its own, where docutils allows no bare text or link.
    return nodes.paragraph("", "", content)


def _convert_alerts(document: nodes.document) -> None:
    """Replace quotes that are alerts of GitHub's Markdown by admonitions.

    An alert is a quote whose first line is a mark such as ``[!NOTE]``. A quote with nothing but the
    mark stays a quote.
    """
    for quote in list(document.findall(nodes.block_quote)):
        match quote.children:
            case [nodes.paragraph() as first, *others]:
                kind, nodes_after_mark = _split_alert(first)
                content = others
                if nodes_after_mark:
                    content = [nodes.paragraph("", "", *nodes_after_mark), *others]
                if kind and content:
                    quote.replace_self(_ALERTS[kind]("", *content))


def _split_alert(paragraph: nodes.paragraph) -> tuple[str, list[nodes.Node]]:
    """Return the kind of the alert mark at the start of a paragraph, such as ``note``, and the
    nodes after the mark; an empty kind if there is no mark alone in the first line.
    """
    # The parsers create a Text for each line and for each line break.
    start = ""
    remaining_nodes = list(paragraph.children)
    while remaining_nodes and isinstance(remaining_nodes[0], nodes.Text):
        start += remaining_nodes.pop(0).astext()
    mark = _ALERT.match(start)
    if mark is None:
        return "", []
    is_alone_in_line = not remaining_nodes or mark[0].endswith("\n")
    if not is_alone_in_line:
        return "", []
    text_after_mark = start[mark.end() :]
    if text_after_mark:
        remaining_nodes.insert(0, nodes.Text(text_after_mark))
    return mark[1].lower(), remaining_nodes


def _link_addresses(document: nodes.document) -> None:
    """Make links of web addresses in texts, as GitHub's Markdown does.

    Without a link, Sphinx's typographic quotes and dashes would change the address.
    """
    for text in list(document.findall(nodes.Text)):
        parent = text.parent
        is_prose = isinstance(parent, nodes.paragraph | nodes.emphasis | nodes.strong)
        if is_prose and _WEB_ADDRESS.search(text):
            parent.replace(text, list(_linked_parts(text, parent.line)))


def _linked_parts(text: nodes.Text, line: int | None) -> Iterator[nodes.Node]:
    """Yield the parts of a text: links for the web addresses in it, and the texts between them.

    Args:
        text: The text.
        line: The line of the links, for messages.
    """
    end = 0
    for match in _WEB_ADDRESS.finditer(text):
        text_before = text[end : match.start()]
        if text_before:
            yield nodes.Text(text_before)
        # Typographic quotes and dashes would change the address.
        reference = nodes.reference("", match[0], refuri=match[0], support_smartquotes=False)
        reference.line = line
        yield reference
        end = match.end()
    if text[end:]:
        yield nodes.Text(text[end:])


def _new_document(source: str, settings: Any) -> nodes.document:
    """Create an empty document that reports problems to Sphinx, at the place of a description."""
    document = new_document(source, settings)
    reporter: Any = LoggingReporter(source)
    # Only the parser of reST sets this function itself.
    reporter.get_source_and_line = lambda line=None: (source, line)
    document.reporter = reporter
    return document


def _finished_blocks(
    document: nodes.document, transforms: Iterable[type[Transform]]
) -> list[nodes.Node]:
    """Resolve references inside a parsed description, and return its blocks without nodes that
    would disturb the page.
    """
    # For a page, docutils' publisher adds and applies the transforms.
    document.transformer.add_transforms(transforms)
    document.transformer.apply_transforms()
    for section in list(document.findall(nodes.section)):
        # A description is inside an object description, where docutils allows no sections.
        title, *content = section.children
        section.replace_self([nodes.rubric("", "", *title.children), *content])
    for node in list(document.findall(nodes.Element)):
        is_definition = isinstance(node, nodes.target) and "refuri" in node
        if is_definition or isinstance(node, _INVISIBLE):
            node.parent.remove(node)
        elif isinstance(node, nodes.problematic):
            # Its message has been logged. On the page it would be red text, and a link to a system
            # message that is removed here.
            node.parent.replace(node, nodes.Text(node.astext()))
        elif node is not document:
            node["names"] = []  # the page would search for them among its own names
    return list(document.children)


def _is_language(name: str) -> bool:
    """Return whether Sphinx can highlight code of a language."""
    if name in lexer_classes or name in _SPHINX_LANGUAGES:
        return True
    try:
        get_lexer_by_name(name)
    except ClassNotFound:
        return False
    return True
