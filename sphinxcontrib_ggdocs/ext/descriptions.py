"""Parses descriptions into docutils nodes, independently of the page that shows them.

Each description is parsed into a document of its own, so that its names, targets and footnotes stay
inside. The parser depends on the origin of a text, its `Trust`, and never on installed packages:
texts from third parties are CommonMark. Texts from the project's own contracts are in the project's
markup: reStructuredText, MyST if the project has set it up, else CommonMark with roles. Sphinx's
``parse_text_to_nodes`` would use the parser of the page, which is the wrong one for reST on a MyST
page and for Markdown on a reST page. As with autodoc, warnings name the directive, the described
object and the line of the description.
"""

import re
from collections.abc import Callable, Iterable, Mapping
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
"""Key of the page's temporary data: how many descriptions the page has."""

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
"""Where links and substitutions are defined; footnotes are not, which would be shown again."""

_WORDS_OF_SPHINX = frozenset({"none", "default", "guess", "py", "py3", "python3", "pycon3"})
"""Languages of code that only Sphinx knows, or reads in its own way."""

_ALERTS: dict[str, type[nodes.Element]] = {
    "note": nodes.note,
    "tip": nodes.tip,
    "important": nodes.important,
    "warning": nodes.warning,
    "caution": nodes.caution,
}
_ALERT = re.compile(rf"\[!({'|'.join(_ALERTS)})\][ \t]*(?:\n|\Z)", re.IGNORECASE)
"""The mark of an alert of GitHub's Markdown, alone in its line."""

_WEB_ADDRESS = re.compile(r"\bhttps?://[^\s<>\"`]*[^\s<>\"`.,;:!?'()\[\]{}*]")
"""An address in a text, without the punctuation of the sentence around it."""


class Parser(NamedTuple):
    """How a description is parsed."""

    parse: Callable[[str, nodes.document], None]
    """Parses a text into a document."""
    transforms: tuple[type[Transform], ...] = ()
    """What to apply to the document afterwards."""


_INVISIBLE = nodes.system_message | nodes.substitution_definition | nodes.transition

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
    """Parses the descriptions that a directive shows."""

    env: BuildEnvironment
    document: nodes.document
    """The page that is being read."""
    trust: Trust
    """Whose texts they are: ``contracts``, of the project's own contracts; ``application``, of an
    application; ``file``, of a file. The latter two are taken for texts of third parties."""
    markup: Markup
    """The language of the descriptions of contracts; of files it is always Markdown."""
    allow_raw: bool
    """Whether directives may insert files and raw text (`file_insertion_enabled` and `raw_enabled`
    of docutils)."""
    path: str
    line: int
    """The file and the line of the directive."""

    @property
    def _is_own(self) -> bool:
        """Return whether the texts are the project's own, which may have directives and roles."""
        return self.trust == "contracts"

    @property
    def _is_from_file(self) -> bool:
        """Return whether the texts are those of a file, which are always Markdown."""
        return self.trust == "file"

    @property
    def _myst_config(self) -> Any:
        """Return the configuration of MyST, if the project uses it for the descriptions."""
        if self._is_own:
            return getattr(self.env, "myst_config", None)
        return None

    @property
    def _knows_pages(self) -> bool:
        """Return whether relative links may refer to pages of the project."""
        return self._is_own and (self.markup == "rst" or self._myst_config is not None)

    @cached_property
    def _parser(self) -> Parser:
        """Return the parser of the texts.

        Docstrings are reStructuredText if that is the markup. Else the project's own are MyST if
        the project has set it up, or CommonMark with roles; texts of third parties are CommonMark
        alone. Without a parser of Markdown, texts are split into paragraphs, with a warning.
        """
        if self.markup == "rst" and not self._is_from_file:
            # What `rst_prolog` defines is the project's own.
            return Parser(_Rst(self.env, self.document.settings), TRANSFORMS)
        if self._myst_config is not None:
            return _myst(self._myst_config, allow_raw=self.allow_raw)
        if find_spec("markdown_it") is not None:
            from .commonmark import parse_commonmark

            return Parser(partial(parse_commonmark, roles=self._is_own))
        warn(_NO_MARKDOWN, f"{self.path}:{self.line}", once=True)
        return Parser(_parse_paragraphs)

    @cached_property
    def _settings(self) -> Any:
        """Return the settings of the page, without raw text and file insertion unless allowed."""
        settings = copy(self.document.settings)
        if not self.allow_raw or not self._is_own:
            vars(settings).update(file_insertion_enabled=False, raw_enabled=False)
        return settings

    def __call__(self, text: str, name: str, docstring: str = "") -> list[nodes.Node]:
        """Return the block nodes of a description, each knowing its place.

        Args:
            text: The description.
            name: The described object, for messages.
            docstring: The docstring that contains the text, and may define links.
        """
        source = f"{self.path}:description of {name}"
        blocks = self._parsed(self._with_definitions(text, docstring), source)
        for block in blocks:
            for node in block.findall():
                # Else the one that it was parsed into would be kept with it.
                node.document = self.document
                if isinstance(node, nodes.Element):
                    self._set_place(node, source)
        return blocks

    def _set_place(self, node: nodes.Element, source: str) -> None:
        """Set the place that messages about a node name."""
        if not isinstance(node, nodes.label):  # nobody translates the number of a footnote
            node.source, node.line = source, node.line or 1
        if isinstance(node, nodes.literal_block) and not self._is_own:
            # Without colours where its language does not fit: nobody here can mend it.
            node["force"] = True
            if not _is_language(node.get("language", "none")):
                node["language"] = "none"
        address = str(node.get("refuri") or node.get("uri") or "")
        if isinstance(node, nodes.reference | nodes.image) and "://" in address:
            node.line = self.line  # `linkcheck` reports links by the page and a line in it

    def _parsed(self, text: str, source: str) -> list[nodes.Node]:
        number = int(self.env.temp_data.get(NUMBER) or 0) + 1
        self.env.temp_data[NUMBER] = number
        settings = copy(self._settings)
        vars(settings)["id_prefix"] = f"ggdocs-text-{number}-"  # a page has many descriptions
        document = _blank(source, settings)
        parse, transforms = self._parser
        try:
            parse(text, document)
        except Exception as error:  # noqa: BLE001  # directives and roles are code of anybody
            warn(failure("the description cannot be parsed", error), source)
            document, transforms = _blank(source, settings), ()
            _parse_paragraphs(text, document)
        if self.markup == "markdown":
            _make_admonitions(document)
            _link_addresses(document)
        if not self.allow_raw:
            _keep_inside(document, self.env)
        blocks = _finished(document, transforms)
        _check_links(document, pages=self._knows_pages, images=self._is_own)
        return blocks

    def _with_definitions(self, text: str, docstring: str) -> str:
        """Append the link definitions of the rest of the docstring to a text."""
        definitions = _DEFINITIONS[self.markup].findall(docstring)
        needed = [definition for definition in definitions if definition not in text]
        if needed:
            return "\n\n".join((text, "\n".join(needed)))
        return text


_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def _parse_paragraphs(text: str, document: nodes.document) -> None:
    """Split a text into paragraphs, if no Markdown parser is installed; code is their only
    markup.
    """
    for block in re.split(r"\n\s*\n", text.strip()):
        if not block.strip():
            continue
        paragraph = nodes.paragraph(block)
        for position, words in enumerate(_CODE.split(block.strip())):
            is_code = position % 2 == 1
            paragraph += nodes.literal(words, words) if is_code else nodes.Text(words)
        document += paragraph


class _Rst:
    """Parses reStructuredText with the definitions of ``rst_prolog`` and ``rst_epilog``."""

    def __init__(self, env: BuildEnvironment, settings: object) -> None:
        document = _blank("<rst_prolog>", settings)
        document.reporter.report_level = 4  # pages report what is wrong with these texts
        if text := "\n\n".join(filter(None, (env.config.rst_prolog, env.config.rst_epilog))):
            RstParser().parse(text, document)
        self._substitutions = document.substitution_defs
        self._targets = [target for target in document.findall(nodes.target) if "refuri" in target]

    def __call__(self, text: str, document: nodes.document) -> None:
        """Parse a text with the substitutions and targets of the project."""
        RstParser().parse(text, document)
        for name, definition in self._substitutions.items():
            if name not in document.substitution_defs:
                document.note_substitution_def(definition, name)
        for target in self._targets:
            if document.nameids.keys().isdisjoint(target["names"]):
                own = target.deepcopy()
                document += own
                document.note_explicit_target(own)


def _myst(config: Any, *, allow_raw: bool) -> Parser:
    """Return a MyST parser with the configuration of the project, and its transforms."""
    from myst_parser.mdit_to_docutils import transforms
    from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
    from myst_parser.parsers.mdit import create_md_parser
    from myst_parser.warnings_ import create_warning

    class Renderer(SphinxRenderer):
        """Warns at the description; the one of MyST knows the page alone."""

        def create_warning(
            self, message: str, subtype: Any, **options: Any
        ) -> nodes.system_message | None:
            node = nodes.Element()
            node.source, node.line = self.document["source"], options.pop("line", None)
            return create_warning(self.document, message, subtype, node=node, **options)

    if not allow_raw:
        disabled = [*config.disable_syntax, "html_inline", "html_block"]
        config = config.copy(disable_syntax=disabled)
    parser: Any = create_md_parser(config, Renderer)

    def parse(text: str, document: nodes.document) -> None:
        holder = nodes.Element()  # in which headings become rubrics
        parser.options["document"], parser.options["current_node"] = document, holder
        parser.render(text)
        document.extend(holder.children)

    # Which there are depends on the version.
    names = ("SortFootnotes", "ResolveAnchorIds", "ResolveSectionRefs")
    transform_classes = (getattr(transforms, name, None) for name in names)
    return Parser(parse, (*TRANSFORMS, *filter(None, transform_classes)))


def _keep_inside(document: nodes.document, env: BuildEnvironment) -> None:
    """Replace images and downloads of files outside the project by text."""
    files: list[nodes.Element] = list(document.findall(nodes.image))
    files += document.findall(addnodes.download_reference)
    for node in files:
        address = str(node.get("uri") or node.get("reftarget") or "")
        if "://" in address or address.startswith("data:"):
            continue
        file = Path(env.relfn2path(address)[1]).resolve()
        if not file.is_relative_to(Path(env.srcdir).resolve()):
            node.replace_self(nodes.inline("", node.get("alt") or node.astext() or address))


def _check_links(document: nodes.document, *, pages: bool, images: bool) -> None:
    """Replace links by their text where an address is unsafe.

    Args:
        document: The parsed description.
        pages: Whether relative addresses may mean pages; else they mean the service.
        images: Whether images are shown. Those of others become links, because a builder without
            remote images would download them, and one of a local file would publish it.
    """
    is_allowed: Callable[[str], str] = absolute_url
    if pages:
        is_allowed = safe_url
    for node in list(document.findall(nodes.reference)):
        if "refuri" in node and not is_allowed(node["refuri"]):
            node.replace_self(node.children)
    for image in list(document.findall(nodes.image)):
        if not (images and safe_url(image["uri"])):
            image.replace_self(_link_of(image))


def _link_of(image: nodes.image) -> nodes.Node:
    """Return a link to an image, or its words where a link would be unsafe."""
    content: nodes.Node = nodes.Text(image.get("alt") or image["uri"])
    if address := absolute_url(image["uri"]):
        content = nodes.reference("", "", content, refuri=address, internal=False)
    if isinstance(image.parent, nodes.TextElement):
        return content
    return nodes.paragraph("", "", content)


def _make_admonitions(document: nodes.document) -> None:
    """Replace the quotes of a description that are alerts, ``[!NOTE]``, by admonitions; one without
    any text stays a quote.
    """
    for quote in list(document.findall(nodes.block_quote)):
        match quote.children:
            case [nodes.paragraph() as first, *others]:
                kind, words = _alert_in(first)
                content = [nodes.paragraph("", "", *words), *others] if words else others
                if kind and content:
                    quote.replace_self(_ALERTS[kind]("", *content))


def _alert_in(paragraph: nodes.paragraph) -> tuple[str, list[nodes.Node]]:
    """Return the kind of the alert whose mark a paragraph begins with, empty without one; and what
    follows the mark.
    """
    # The parsers make a Text of each line and of each break between lines.
    written = ""
    rest = list(paragraph.children)
    while rest and isinstance(rest[0], nodes.Text):
        written += rest.pop(0).astext()
    mark = _ALERT.match(written)
    if mark is None or (rest and not mark[0].endswith("\n")):
        return "", []
    if after := written[mark.end() :]:
        rest.insert(0, nodes.Text(after))
    return mark[1].lower(), rest


def _link_addresses(document: nodes.document) -> None:
    """Make links of addresses that a text merely mentions, as GitHub's Markdown does; typographic
    dashes would make other addresses of them.
    """
    for text in list(document.findall(nodes.Text)):
        parent = text.parent
        if not isinstance(parent, nodes.paragraph | nodes.emphasis | nodes.strong):
            continue
        parts: list[nodes.Node] = []
        end = 0
        for match in _WEB_ADDRESS.finditer(text):
            if before := text[end : match.start()]:
                parts.append(nodes.Text(before))
            reference = nodes.reference("", match[0], refuri=match[0], support_smartquotes=False)
            reference.line = parent.line
            parts.append(reference)
            end = match.end()
        if parts:
            rest = [nodes.Text(text[end:])] if text[end:] else []
            parent.replace(text, [*parts, *rest])


def _blank(source: str, settings: Any) -> nodes.document:
    """Create a document with the settings of the page, which reports problems to Sphinx."""
    document = new_document(source, settings)
    reporter: Any = LoggingReporter(source)
    reporter.get_source_and_line = lambda line=None: (source, line)  # a parser of reST sets its own
    document.reporter = reporter
    return document


def _finished(document: nodes.document, transforms: Iterable[type[Transform]]) -> list[nodes.Node]:
    """Resolve references inside a parsed description, and return its blocks."""
    # Publishers of docutils add these to a page; here nobody does. They run by their priorities,
    # whatever the order.
    document.transformer.add_transforms(transforms)
    document.transformer.apply_transforms()
    for section in list(document.findall(nodes.section)):
        # A section may only be in a section or on the page itself (docutils' document tree), and a
        # description is inside of an object's.
        section.replace_self([nodes.rubric("", "", *section[0].children), *section.children[1:]])
    for node in list(document.findall(nodes.Element)):
        is_definition = isinstance(node, nodes.target) and "refuri" in node
        if is_definition or isinstance(node, _INVISIBLE):
            node.parent.remove(node)
        elif isinstance(node, nodes.problematic):
            # Its message has been logged; in the page it would be red, and link to a system message
            # that is taken out here.
            node.parent.replace(node, nodes.Text(node.astext()))
        elif node is not document:
            node["names"] = []  # which the page would look for among its own
    return list(document.children)


def _is_language(name: str) -> bool:
    """Return whether Sphinx can highlight a language."""
    if name in lexer_classes or name in _WORDS_OF_SPHINX:
        return True
    try:
        get_lexer_by_name(name)
    except ClassNotFound:
        return False
    return True
