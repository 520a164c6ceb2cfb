"""From a document as written to its record: contracts imported, files made, failures told as values."""

import json
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from os import PathLike
from typing import TYPE_CHECKING, Any

from sphinx.environment import BuildEnvironment

from ... import __version__
from ..branding import Look, look_of
from ..config import GgConfig, SpecValues, slug_of, text_of
from ..placed import placed
from ..problems import Problem, Subtype
from ..records import Record, content_of, digest_of
from ..values import shown
from .mocked import mocked
from .modules import forget_stale, stamp_modules, unchanged
from .printed import kept_from_output

if TYPE_CHECKING:
    from ...catalog import ApiDocSpec
    from ...contracts import ContractError

EXPORT = "ggdocs-export"
"""The event that asks each surface for its files: ``(app, spec, branding, problems)``, answered by texts by file name.

Problems of one file only are appended to the list; whatever else is wrong is raised."""


@dataclass(frozen=True, slots=True)
class Loader:
    """Makes records, with what is configured now."""

    env: BuildEnvironment
    config: GgConfig
    look: Look
    fingerprint: str
    begun: int
    """When, in nanoseconds."""

    @classmethod
    def of(cls, env: BuildEnvironment, confdir: str | PathLike[str]) -> "Loader":
        """The loader of a build."""
        config = GgConfig.of(env.config)
        look = look_of(config, confdir)
        return cls(env, config, look, _fingerprint(env, config, look), time.time_ns())

    def is_fresh(self, record: Record, values: SpecValues) -> bool:
        """Whether the record is what loading again would give; a failure is always tried again."""
        return (
            record.problem is None and record.fingerprint == self.fingerprint_of(values) and unchanged(record.modules)
        )

    def fingerprint_of(self, values: SpecValues) -> str:
        """Everything beside its modules that a document depends on."""
        return sha256(f"{self.fingerprint} {text_of(values)}".encode()).hexdigest()

    def load(self, values: SpecValues, former: Record | None) -> Record:
        """Import the contracts and make the files.

        Args:
            values: The document as written.
            former: What it was before; its files stay when it fails now.
        """
        from ...contracts import ContractError

        if former is not None:
            forget_stale(former.modules)
        title = str(values.get("title", ""))
        place = self.config.place(values)
        named = f"document {slug_of(values)!r}" if slug_of(values) else "a document without slug"
        try:
            with kept_from_output() as printed, mocked(self.config.mock_imports):
                record = self._made(values)
            return record._replace(notes=(*record.notes, *_printed(named, printed.text())))
        except ContractError as error:
            problem = Problem(_code(error), f"{named}: {placed(error, place)}", _trace(error))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  # contracts and types are the user's code: anything may happen
            said = f"{type(error).__name__}: {error}"
            problem = Problem(Subtype.FAILED, f"{named} cannot be made: {said}", _trace(error))
        if former is None:
            return Record(slug_of(values), title, self.fingerprint_of(values), {}, (), problem)
        return former._replace(title=title, fingerprint=self.fingerprint_of(values), problem=problem, notes=())

    def _made(self, values: SpecValues) -> Record:
        from ...catalog import ApiDocSpec

        # Markdown is meant where a document says nothing.
        default = {} if self.config.markup == "markdown" else {"markup": self.config.markup}
        spec = ApiDocSpec.model_validate(default | dict(values))
        files: dict[str, str] = {}
        notes: list[Problem] = []
        answers = self.env.events.emit(EXPORT, spec, self.look.branding, notes, allowed_exceptions=(Exception,))
        for answer in answers:
            files.update(answer or {})
        modules = stamp_modules(_modules(spec), self.begun)
        return Record(
            spec.slug,
            spec.title,
            self.fingerprint_of(values),
            files,
            modules,
            notes=tuple(notes),
            shown=digest_of(files),
            content=content_of(files),
        )


def _code(error: "ContractError") -> str:
    """The kind of a mistake; of several, the kind that all of them have."""
    codes = {each.code for each in getattr(error, "mistakes", (error,))}
    return codes.pop() if len(codes) == 1 else error.code


def _modules(spec: "ApiDocSpec") -> Iterator[str]:
    """Where the contracts were imported from, and where they were written."""
    if isinstance(spec.app, str):
        yield spec.app.partition(":")[0]
    for group in spec.group_specs:
        for entry in (*group.http, *group.ws):
            if isinstance(entry, str):
                yield entry.partition(":")[0]
    for resolved in spec.resolved_groups():
        for contract in resolved.contracts:
            if contract.source is not None:
                yield contract.source.module


def _fingerprint(env: BuildEnvironment, config: GgConfig, look: Look) -> str:
    switches: Mapping[str, Any] = {
        "version": __version__,
        "pydantic": version("pydantic"),
        "python": sys.version_info[:2],
        "branding": (config.branding, look.logo),
        "markup": config.markup,
        "mock": config.mock_imports,
        "exporters": [getattr(env.config, name, None) for name in ("ggdocs_openapi", "ggdocs_asyncapi")],
    }
    return sha256(json.dumps(switches, sort_keys=True, default=shown).encode()).hexdigest()


def _trace(error: BaseException) -> str:
    """The traceback; of several mistakes that of each which has one, since a cause belongs to one of them."""
    raised = [each for each in getattr(error, "mistakes", ()) if each.__traceback__ is not None]
    return "\n".join("".join(traceback.format_exception(each)).rstrip() for each in raised or (error,))


def _printed(named: str, text: str) -> Iterator[Problem]:
    """What the user's modules print is kept out of the build's output, and shown at ``-v``."""
    if text.strip():
        first = text.strip().partition("\n")[0]
        message = (
            f"{named}: importing its contracts writes {first!r} to standard output\n"
            "  hint: write to standard error or to a log, or only when somebody calls the module's functions"
        )
        yield Problem(Subtype.IMPORT_OUTPUT, message, text.rstrip())
