"""From a configured document to its record: imports contracts, builds the files of the surfaces
that are set up, keeps failures.
"""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution, version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.application import Sphinx

from .. import __version__
from ..conf_files import snapshot_files, verdict_stamp
from ..conf_values import SpecValues, slug_of, text_of
from ..contents import Contents
from ..source_files import forget_stale, stamp_files, stamp_modules, unchanged
from ..value_messages import displayed
from .config import GgConfig
from .document_store import (
    CONTENTS,
    Problem,
    Record,
    Trust,
    digest_of,
    trace_of,
)
from .problems import failure, logger
from .store import store_of

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec, ApplicationWarning, Branding
    from ..serving import Resource


EXTENSIONS = tuple(f"{__package__}.{name}" for name in ("native", "openapi", "asyncapi"))


class Surface:
    """One kind of output."""

    def export(
        self, app: Sphinx, spec: "ApiDocSpec", branding: "Branding | None"
    ) -> tuple[dict[str, str], list[Problem]]:
        """Texts by file name, and what is wrong with single ones; other errors are raised."""
        raise NotImplementedError

    def files(self, app: Sphinx, records: Sequence[Record]) -> "Mapping[str, Resource]":
        """Further files of the output, by path, made when it is written."""
        return {}

    def stamp(self) -> str:
        """Differs when pages have to be written again, such as a script's name with its hash."""
        return ""


def surfaces(app: Sphinx) -> list[Surface]:
    """The surfaces that are set up."""
    return [app.extensions[name].module.SURFACE for name in EXTENSIONS if name in app.extensions]


class ResolvedBranding(NamedTuple):
    """What there is to show."""

    branding: "Branding | None" = None
    logo: str | None = None
    """The path of a logo that is a file, inside the site; differs when its bytes do."""
    problem: Problem | None = None

    @classmethod
    def of(cls, app: Sphinx) -> "ResolvedBranding":
        """The branding and its logo, read from disk now."""
        if not (written := GgConfig.of(app.config).branding):
            return cls()
        from ..catalog.spec_errors import text_at
        from ..native.logo import usable_branding

        branding, logo, error = usable_branding(written, app.confdir)
        if error is None:
            return cls(branding, logo)
        return cls(branding, logo, Problem(error.code, text_at(error, "ggdocs_branding")))


class Loader(NamedTuple):
    """Makes records, with what is configured now."""

    app: Sphinx
    look: ResolvedBranding
    fingerprint: str
    begun: int
    """When, in nanoseconds."""

    @classmethod
    def of(cls, app: Sphinx) -> "Loader":
        """The loader of a build."""
        config, look = GgConfig.of(app.config), ResolvedBranding.of(app)
        # `version` would parse all of it, with the history of pydantic's releases.
        metadata = distribution("pydantic").read_text("METADATA") or version("pydantic")
        pydantic = metadata.partition("\n\n")[0]
        sources = {
            # The same types can have other schemas and other names in another Python or pydantic.
            "versions": (__version__, pydantic, sys.version_info[:2]),
            "branding": (config.branding, look.logo),
            "markup": config.markup,
            "mock": config.mock_imports,
            "exports": config.exports,
            "without": sorted({"openapi", "asyncapi"}.intersection(config.without)),
        }
        fingerprint = json.dumps(sources, sort_keys=True, default=displayed)
        return cls(app, look, fingerprint, time.time_ns())

    def fingerprint_of(self, values: SpecValues) -> str:
        """A digest of everything that a document depends on, except its modules."""
        snapshots = snapshot_files(values, self.app.confdir)
        judged = verdict_stamp(values, self.app.confdir)
        names = (file.name for file in snapshots)
        # What has changed is written in the language of the build.
        language = str(self.app.config.language) if snapshots else ""
        return digest_of(self.fingerprint, text_of(values), judged, language, *names)

    def fresh(self, key: str, values: SpecValues) -> Record | None:
        """The record of a document, if loading again would give the same; never of a failure, be
        it of a single contract.
        """
        record = store_of(self.app.env).read(key)
        if record is None or record.problem is not None or not record.is_complete:
            return None
        is_same = record.fingerprint == self.fingerprint_of(values) and unchanged(record.modules)
        return record if is_same else None

    def load(self, key: str, values: SpecValues) -> Record:
        """Import the contracts, build the files, and keep the record; the files of the former stay
        when that fails.
        """
        from ..catalog.spec_errors import text_at
        from ..contracts import ContractError
        from .isolated_imports import isolated

        config, store, slug = GgConfig.of(self.app.config), store_of(self.app.env), slug_of(values)
        named = f"document {slug!r}" if slug else "a document without slug"
        former = store.read(key) or Record(slug)
        # Python would give modules in the form in which this process has imported them before; one
        # process may build more than once.
        forget_stale(former.modules)
        try:
            with isolated(config.mock_imports) as output:
                record = store.write(key, *self._built(values, named))
            if messages := output.getvalue().decode(errors="replace").strip():
                _log_output(named, messages)
            return record
        except ContractError as error:
            codes = {part.code for part in error.exceptions}
            subtype = codes.pop() if len(codes) == 1 else error.code
            message = f"{named}: {text_at(error, config.places.get(key, ''))}"
            problem = Problem(subtype, message, trace_of(error))
        except KeyboardInterrupt:
            # Whoever interrupts a build means the build.
            raise
        # SystemExit among them: modules of applications read their arguments or settings when they
        # are imported, and end the process where these are missing.
        except BaseException as error:  # noqa: BLE001  # contracts and types are users' code
            problem = failure(f"{named} cannot be made", error)
        failed = former._replace(title=str(values.get("title", "")), problem=problem, notes=())
        return store.write(key, failed, {})

    def _built(self, values: SpecValues, named: str) -> tuple[Record, dict[str, str]]:
        from ..catalog import ApiDocSpec, ApplicationWarning
        from ..catalog.export import collected_warnings
        from ..catalog.readers import FILE_FIELDS, documents_in

        # Markdown is meant where a document says nothing.
        markup = GgConfig.of(self.app.config).markup
        # One contract that cannot be read is a warning, and leaves the others in the reference.
        default: dict[str, object] = {"strict": False}
        # Files say themselves, or by their format, what their descriptions are written in.
        if markup != "markdown" and not any(values.get(name) for name in FILE_FIELDS):
            default["markup"] = markup
        spec = ApiDocSpec.model_validate(default | documents_in(values, Path(self.app.confdir)))
        # An application that keeps an exception of its import keeps the variables of all functions
        # that have led to it: texts, documents and types are none of these here.
        with collected_warnings(ApplicationWarning) as warned:
            spec.service()
        return self._exported(spec, values, named, warned)

    def _exported(
        self, spec: "ApiDocSpec", values: SpecValues, named: str, before: list["ApplicationWarning"]
    ) -> tuple[Record, dict[str, str]]:
        from ..catalog import ApplicationWarning
        from ..catalog.export import collected_warnings
        from ..schema import Overlay

        # Each surface would walk the same types anew.
        spec = spec.sharing_types(Overlay(spec.asked))
        texts, notes = dict[str, str](), list[Problem]()
        with collected_warnings(ApplicationWarning) as warned:
            for surface in surfaces(self.app):
                files, problems = surface.export(self.app, spec, self.look.branding)
                texts |= files
                notes += problems
        notes = [*(_note(named, warning) for warning in (*before, *warned)), *notes]
        modules = stamp_modules(spec.module_names(), self.begun)
        snapshots = snapshot_files(values, self.app.confdir)
        modules += stamp_files((*spec.files(), *snapshots), self.begun)
        record = Record(spec.slug, spec.final_title, self.fingerprint_of(values), {}, modules)
        split = Contents.from_json(texts[CONTENTS]).split if CONTENTS in texts else ""
        record = record._replace(
            notes=tuple(notes), split=split, trust=_trust(spec), is_complete=spec.is_complete
        )
        return record, texts


def _trust(spec: "ApiDocSpec") -> Trust:
    if spec.file_fields:
        return "file"
    return "contracts" if spec.app is None else "application"


def _note(named: str, warning: "ApplicationWarning") -> Problem:
    """What was left out; with the traceback, if it was raised."""
    trace = trace_of(warning.error) if warning.error.__traceback__ is not None else ""
    return Problem(warning.code, f"{named}: {warning}", trace)


def _log_output(named: str, messages: str) -> None:
    """Log what imported modules print, all of it at ``-v``: kept out of the build's output, and no
    warning, for the author of the documentation often has no say in it.
    """
    first, _, rest = messages.partition("\n")
    more = " and more, which -v shows" if rest else ""
    logger.info("%s: importing it prints %r%s", named, first, more)
    if rest:
        logger.verbose("%s", messages)
