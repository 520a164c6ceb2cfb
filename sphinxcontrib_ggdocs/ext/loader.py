"""From a configured document to its record: contracts imported, files built, failures kept as
values.
"""

import json
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.application import Sphinx

from .. import __version__
from ..source_files import forget_stale, stamp_modules, unchanged
from .config import GgConfig, SpecValues, slug_of, text_of
from .problems import Problem, Subtype, displayed, error_text
from .store import Record, Store, digest_of, store_of
from .surfaces import surfaces

if TYPE_CHECKING:
    from ..catalog import Branding


class ResolvedBranding(NamedTuple):
    """What there is to show."""

    branding: "Branding | None" = None
    logo: str | None = None
    """The path of a logo that is a file, inside the site; differs when its bytes do."""
    problem: Problem | None = None

    @classmethod
    def of(cls, config: GgConfig, confdir: Path) -> "ResolvedBranding":
        """The branding and its logo, read from disk now."""
        if not config.branding:
            return cls()
        from ..catalog import Branding, SpecError
        from ..native.logo import logo_file

        branding = None
        try:
            branding = Branding.model_validate(config.branding)
            logo = logo_file(branding, confdir)
        except SpecError as error:
            if branding is not None:  # the logo is wrong, and nothing else
                branding = branding.model_copy(update={"logo_url": None})
            problem = Problem(error.code, error_text(error, "ggdocs_branding"))
            return cls(branding, None, problem)
        return cls(branding, logo.path if logo is not None else None)


@dataclass(frozen=True, slots=True)
class Loader:
    """Makes records, with what is configured now."""

    app: Sphinx
    store: Store
    config: GgConfig
    look: ResolvedBranding
    fingerprint: str
    begun: int
    """When, in nanoseconds."""

    @classmethod
    def of(cls, app: Sphinx) -> "Loader":
        """The loader of a build."""
        config = GgConfig.of(app.config)
        look = ResolvedBranding.of(config, app.confdir)
        made_of = {
            "version": __version__,
            "pydantic": version("pydantic"),
            "python": sys.version_info[:2],
            "branding": (config.branding, look.logo),
            "markup": config.markup,
            "mock": config.mock_imports,
            "switches": config.switches,
        }
        fingerprint = json.dumps(made_of, sort_keys=True, default=displayed)
        return cls(app, store_of(app.env), config, look, fingerprint, time.time_ns())

    def fingerprint_of(self, values: SpecValues) -> str:
        """Differs when anything beside its modules does that a document depends on."""
        return digest_of(self.fingerprint, text_of(values))

    def fresh(self, key: str, values: SpecValues) -> Record | None:
        """The record of a document, if it is what loading again would give; a failure is always
        tried again.
        """
        record = self.store.read(key)
        if record is None or record.problem is not None:
            return None
        is_same = record.fingerprint == self.fingerprint_of(values) and unchanged(record.modules)
        return record if is_same else None

    def load(self, key: str, values: SpecValues) -> Record:
        """Import the contracts, build the files, and keep the record; the files of the former stay
        when that fails.
        """
        from ..catalog.isolated_imports import isolated
        from ..contracts import ContractError

        slug = slug_of(values)
        named = f"document {slug!r}" if slug else "a document without slug"
        former = self.store.read(key) or Record(slug)
        forget_stale(former.modules)
        try:
            with isolated(self.config.mock_imports) as output:
                record, texts = self._built(values, named)
            printed = tuple(_output_notes(named, output.getvalue().decode(errors="replace")))
            return self.store.write(key, record._replace(notes=(*record.notes, *printed)), texts)
        except ContractError as error:
            codes = {each.code for each in error.exceptions}
            subtype = codes.pop() if len(codes) == 1 else error.code
            message = error_text(error, self.config.places.get(key, ""))
            problem = Problem(subtype, f"{named}: {message}", _trace(error))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  # contracts and types are users' code
            cause = f"{type(error).__name__}: {error}"
            problem = Problem(Subtype.FAILED, f"{named} cannot be made: {cause}", _trace(error))
        failed = former._replace(title=str(values.get("title", "")), problem=problem, notes=())
        return self.store.write(key, failed, {})

    def _built(self, values: SpecValues, named: str) -> tuple[Record, dict[str, str]]:
        from ..catalog import ApiDocSpec, ApplicationWarning
        from ..catalog.export import collected_warnings

        # Markdown is meant where a document says nothing.
        default = {} if self.config.markup == "markdown" else {"markup": self.config.markup}
        spec = ApiDocSpec.model_validate(default | dict(values))
        texts: dict[str, str] = {}
        notes: list[Problem] = []
        with collected_warnings(ApplicationWarning) as warned:
            for surface in surfaces(self.app):
                files, problems = surface.export(self.app, spec, self.look.branding)
                texts |= files
                notes += problems
        notes = [*(Problem(each.code, f"{named}: {each}") for each in warned), *notes]
        modules = stamp_modules(spec.module_names(), self.begun)
        fingerprint = self.fingerprint_of(values)
        record = Record(spec.slug, spec.title, fingerprint, {}, modules, notes=tuple(notes))
        return record, texts


def _trace(error: BaseException) -> str:
    """The traceback; of several errors those of their causes, which belong to one each."""
    parts = getattr(error, "exceptions", ())
    raised = [part for part in parts if part.__traceback__ is not None] or [error]
    return "\n".join("".join(traceback.format_exception(each)).rstrip() for each in raised)


def _output_notes(named: str, text: str) -> Iterator[Problem]:
    """What the user's modules print is kept out of the build's output, and shown at ``-v``."""
    if text.strip():
        first = text.strip().partition("\n")[0]
        message = (
            f"{named}: importing its contracts writes {first!r} to standard output\n"
            "  hint: write to standard error or to a log, or only when code calls the "
            "module's functions"
        )
        yield Problem(Subtype.IMPORT_OUTPUT, message, text.rstrip())
