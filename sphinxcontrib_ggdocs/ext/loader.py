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
from typing import TYPE_CHECKING

from .. import __version__
from ..source_files import forget_stale, stamp_modules, unchanged
from .config import (
    SWITCHES,
    GgConfig,
    ResolvedBranding,
    SpecValues,
    resolve_branding,
    slug_of,
    text_of,
)
from .problems import Problem, Subtype, displayed, error_text
from .store import Record, Store, digest_of, store_of
from .surfaces import surfaces

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ..contracts import ContractError


@dataclass(frozen=True, slots=True)
class Loader:
    """Makes records, with what is configured now."""

    app: "Sphinx"
    store: Store
    config: GgConfig
    look: ResolvedBranding
    fingerprint: str
    begun: int
    """When, in nanoseconds."""

    @classmethod
    def of(cls, app: "Sphinx") -> "Loader":
        """The loader of a build."""
        config = GgConfig.of(app.config)
        look = resolve_branding(config, app.confdir)
        switches = {
            "version": __version__,
            "pydantic": version("pydantic"),
            "python": sys.version_info[:2],
            "branding": (config.branding, look.logo),
            "markup": config.markup,
            "mock": config.mock_imports,
            "exporters": [getattr(app.config, name, None) for name in SWITCHES],
        }
        fingerprint = json.dumps(switches, sort_keys=True, default=displayed)
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
            printed = tuple(_output_notes(named, output.getvalue()))
            return self.store.write(key, record._replace(notes=(*record.notes, *printed)), texts)
        except ContractError as error:
            message = error_text(error, self.config.places.get(key, ""))
            problem = Problem(_code(error), f"{named}: {message}", _trace(error))
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


def _code(error: "ContractError") -> str:
    """The kind of a mistake; of several, the kind that all of them have."""
    codes = {each.code for each in error.exceptions}
    return codes.pop() if len(codes) == 1 else error.code


def _trace(error: BaseException) -> str:
    """The traceback; of several mistakes that of each which has one, since a cause belongs to one
    of them.
    """
    raised = [each for each in getattr(error, "exceptions", ()) if each.__traceback__ is not None]
    return "\n".join(
        "".join(traceback.format_exception(each)).rstrip() for each in raised or (error,)
    )


def _output_notes(named: str, output: bytes) -> Iterator[Problem]:
    """What the user's modules print is kept out of the build's output, and shown at ``-v``."""
    text = output.decode(errors="replace")
    if text.strip():
        first = text.strip().partition("\n")[0]
        message = (
            f"{named}: importing its contracts writes {first!r} to standard output\n"
            "  hint: write to standard error or to a log, or only when code calls the "
            "module's functions"
        )
        yield Problem(Subtype.IMPORT_OUTPUT, message, text.rstrip())
