"""``.. ggdocs::``: the reference of configured documents, or of one defined in place."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes

from ..ext.config import GgConfig, SpecValues, Split, text_of
from ..ext.embed import gg_begin, gg_end, gg_files
from ..ext.page_sources import MANY, gg_pages, page_docname
from ..ext.problems import Problem, Subtype, is_notice, notice, suggestion, warn
from ..ext.store import CONTRACT_DOCUMENT, Record, Shown, store_of
from .base import ReferenceDirective
from .ggdocs_group import INSIDE, gg_group
from .options import APP_OPTIONS, CONTRACTS, LISTING

FIELDS = ("slug", "title", "version", "description", "app")
IN_PLACE = (*FIELDS, "markup", *APP_OPTIONS, *CONTRACTS)
"""The options that define a document; without all of them the directive shows configured ones."""


class GgdocsDirective(ReferenceDirective):
    """The documents whose slugs are the arguments; without arguments all; with a ``:slug:`` one of
    its own.
    """

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(FIELDS, directives.unchanged_required),
        "markup": lambda text: directives.choice(text, ("markdown", "rst")),
        **APP_OPTIONS,
        **LISTING,
        **CONTRACTS,
    }

    def run(self) -> list[nodes.Node]:
        in_place = bool(self.content) or not self.options.keys().isdisjoint(IN_PLACE)
        if in_place and self.arguments:
            message = (
                f"ggdocs: {self.arguments[0]!r} names configured documents, and options or "
                "content define another; "
                "keep the one or the other"
            )
            return self.problem(message, Subtype.OPTION)
        return self._show_own() if in_place else self._show_configured()

    def _show_configured(self) -> list[nodes.Node]:
        slugs = tuple(self.arguments[0].replace(",", " ").split()) if self.arguments else None
        config = GgConfig.of(self.config)
        refused = config.refused(slugs)
        # The warnings are at conf.py.
        problems: list[nodes.Node] = [notice(unfit.problem.message) for unfit in refused]
        left_out = {unfit.slug for unfit in refused}
        found = [*config.documents] if slugs is None else [*slugs]
        if not found and not refused:
            message = (
                "ggdocs: no documents are configured; set ggdocs_docs in conf.py, or give "
                ":slug:, :title:, :http:"
            )
            problems += self.problem(message, Subtype.UNKNOWN_SLUG)
        for slug in found:
            if slug not in config.documents and slug not in left_out:
                hint = suggestion(slug, config.documents)
                hint = hint or "; ggdocs_docs in conf.py defines none"
                message = f"ggdocs: no document {slug!r} is configured{hint}"
                problems += self.problem(message, Subtype.UNKNOWN_SLUG)
        known = {slug: config.documents[slug] for slug in found if slug in config.documents}
        return [*problems, *self._shown(known, slugs)]

    def _show_own(self) -> list[nodes.Node]:
        groups = list(self._groups())
        values: dict[str, Any] = {
            name: self.options[name]
            for name in IN_PLACE
            if name in self.options and name not in APP_OPTIONS
        }
        app_options = {
            name.replace("-", "_"): self.options[name]
            for name in APP_OPTIONS
            if name in self.options
        }
        if "strict" in app_options:
            app_options["strict"] = True
        if app_options:
            values["app_options"] = app_options
        if groups:
            values["groups"] = groups
        return self._shown({text_of(values): values}, None, in_place=True)

    def _groups(self) -> Iterator[dict[str, Any]]:
        """The groups in the content; a document defined in place has nothing else there."""
        if not self.content:
            return
        self.env.temp_data[INSIDE] = True
        try:
            found = self.parse_content_to_nodes()
        finally:
            del self.env.temp_data[INSIDE]
        for node in found:
            if isinstance(node, gg_group):
                yield node["values"]
            elif not isinstance(node, nodes.comment | nodes.error):
                message = (
                    "ggdocs: only ggdocs-group directives are allowed; put text before or after"
                )
                warn(Problem(Subtype.OPTION, message), self.get_location())

    def _shown(
        self,
        documents: Mapping[str, SpecValues],
        slugs: tuple[str, ...] | None,
        *,
        in_place: bool = False,
    ) -> list[nodes.Node]:
        """The text of documents, by key, between the marks that let the UI take its place."""
        records = {key: self.record(key, values) for key, values in documents.items()}
        keys = tuple(records)
        self.note_shown(Shown(self.place(), slugs=slugs, keys=keys, in_place=in_place))
        notices: list[nodes.Node] = []
        rendered: list[nodes.Node] = []
        linked: list[tuple[str, str]] = []
        for key, record in records.items():
            split = GgConfig.of(self.config).splits.get(key)
            if record.problem is not None:
                notices.append(notice(record.problem.message))
            if CONTRACT_DOCUMENT not in record.files or (record.problem and not split):
                continue
            linked.append((record.slug, record.title))
            rendered += self._front(key, record, split) if split else self._rendered(key, record)
        if not linked:
            return [*notices, *rendered]
        # Notices come before the mark, where the UI does not cover them.
        notices += [node for node in rendered if is_notice(node)]
        rest = [node for node in rendered if not is_notice(node)]
        return [*notices, gg_begin("", documents=linked, keys=keys), *rest, gg_end("")]

    def _front(self, key: str, record: Record, split: Split) -> list[nodes.Node]:
        """What is said of the document as a whole, and its pages."""
        from ..ext.render.reference import front_nodes

        config = GgConfig.of(self.config)
        names = store_of(self.env).contents(record).pages[split]
        pages = [page_docname(config, record.slug, name) for name in names if name]
        found = [docname for docname in pages if docname in self.env.found_docs]
        if len(found) < len(pages):
            message = (
                f"{pages[0]!r} and the other pages of {record.slug!r} are excluded or "
                "cannot be written"
            )
            return self.problem(message, Subtype.OUTPUT)
        toctree = addnodes.toctree(
            parent=self.env.docname,
            entries=[(None, docname) for docname in found],
            includefiles=found,
            maxdepth=2 if len(found) <= MANY else 1,
            caption=None,
            glob=False,
            hidden=False,
            includehidden=False,
            numbered=0,
            titlesonly=False,
        )
        self.set_source_info(toctree)
        view, context = self.context(key)
        self.note_modules(record, ())
        rendered = self.rendered(
            f"document {record.slug!r}",
            context,
            lambda: front_nodes(context, view.head, gg_files("", document=key)),
        )
        listed = toctree if len(found) <= MANY else gg_pages("", toctree=toctree)
        return [*rendered, nodes.compound("", listed, classes=["toctree-wrapper"])]

    def _rendered(self, key: str, record: Record) -> list[nodes.Node]:
        from ..ext.render.reference import reference_nodes

        view, context = self.context(key)
        self.note_modules(record, view.objects.values())
        sections, files = self._may_have_sections(), gg_files("", document=key)
        return self.rendered(
            f"document {record.slug!r}",
            context,
            lambda: reference_nodes(context, view, files, sections=sections),
        )

    def _may_have_sections(self) -> bool:
        """Whether titles are allowed here: in a section or on the page itself, not in an admonition
        or a list.
        """
        return isinstance(self.state_machine.node, nodes.document | nodes.section)
