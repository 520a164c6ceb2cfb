"""From a configured document to its record: contracts imported, files built, failures kept as
values.
"""

import io
import json
import sys
import time
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from sphinx.environment import BuildEnvironment

from ... import __version__
from ..config import GgConfig, ResolvedBranding, SpecValues, resolve_branding, slug_of, text_of
from ..problems import Problem, Subtype, displayed, error_text
from ..store import Record, digest_of, store_of
from ..surfaces import surfaces
from .mocks import mocked
from .modules import forget_stale, stamp_modules, unchanged, without_bytecode

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from ...catalog import ApiDocSpec
    from ...contracts import ContractError


@dataclass(frozen=True, slots=True)
class Loader:
    """Makes records, with what is configured now."""

    app: "Sphinx"
    env: BuildEnvironment
    config: GgConfig
    look: ResolvedBranding
    fingerprint: str
    begun: int
    """When, in nanoseconds."""

    @classmethod
    def of(cls, app: "Sphinx", env: BuildEnvironment) -> "Loader":
        """The loader of a build."""
        config = GgConfig.of(env.config)
        look = resolve_branding(config, app.confdir)
        return cls(app, env, config, look, _fingerprint(env, config, look), time.time_ns())

    def fingerprint_of(self, values: SpecValues) -> str:
        """Everything beside its modules that a document depends on."""
        return digest_of(self.fingerprint, text_of(values))

    def fresh(self, key: str, values: SpecValues) -> Record | None:
        """The record of a document, if it is what loading again would give; a failure is always
        tried again.
        """
        record = store_of(self.env).read(key)
        if (
            record is None
            or record.problem is not None
            or record.fingerprint != self.fingerprint_of(values)
        ):
            return None
        return record if unchanged(record.modules) else None

    def load(self, key: str, values: SpecValues) -> Record:
        """Import the contracts, build the files, and keep the record; the files of the former stay
        when that fails.
        """
        from ...contracts import ContractError

        store = store_of(self.env)
        former = store.read(key)
        if former is not None:
            forget_stale(former.modules)
        named = f"document {slug_of(values)!r}" if slug_of(values) else "a document without slug"
        try:
            with captured_output() as output, mocked(self.config.mock_imports), without_bytecode():
                record, texts = self._built(values)
            record = record._replace(
                notes=(*record.notes, *_output_notes(named, output.getvalue()))
            )
            return store.write(key, record, texts)
        except ContractError as error:
            message = f"{named}: {error_text(error, self.config.place(values))}"
            problem = Problem(_code(error), message, _trace(error))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  # contracts and types are users' code
            cause = f"{type(error).__name__}: {error}"
            problem = Problem(Subtype.FAILED, f"{named} cannot be made: {cause}", _trace(error))
        fingerprint = self.fingerprint_of(values)
        title = str(values.get("title", ""))
        if former is None:
            return store.write(
                key, Record(slug_of(values), title, fingerprint, {}, (), problem), {}
            )
        return store.write(
            key,
            former._replace(title=title, fingerprint=fingerprint, problem=problem, notes=()),
            {},
        )

    def _built(self, values: SpecValues) -> tuple[Record, dict[str, str]]:
        from ...catalog import ApiDocSpec

        # Markdown is meant where a document says nothing.
        default = {} if self.config.markup == "markdown" else {"markup": self.config.markup}
        spec = ApiDocSpec.model_validate(default | dict(values))
        texts: dict[str, str] = {}
        notes = list(_application_notes(spec))
        for surface in surfaces(self.app):
            files, problems = surface.export(self.app, spec, self.look.branding)
            texts |= files
            notes += problems
        modules = stamp_modules(_modules(spec), self.begun)
        record = Record(
            spec.slug, spec.title, self.fingerprint_of(values), {}, modules, notes=tuple(notes)
        )
        return record, texts


class _Output(io.BytesIO):
    """What was printed. Modules may close it, or ask for the number of the terminal behind it."""

    def fileno(self) -> int:
        return sys.__stdout__.fileno() if sys.__stdout__ is not None else super().fileno()

    def close(self) -> None:
        """Nothing: it is read at the end, whoever has closed it."""


@contextmanager
def captured_output() -> Iterator[io.BytesIO]:
    """Collect what the user's modules write to ``sys.stdout``, a text stream over bytes as the real
    one.
    """
    output = _Output()
    stream = io.TextIOWrapper(
        output, encoding="utf-8", errors="replace", newline="\n", write_through=True
    )
    with redirect_stdout(stream):
        yield output
    with suppress(ValueError):  # closed, or detached
        stream.flush()


def _application_notes(spec: "ApiDocSpec") -> Iterator[Problem]:
    """What the adapter of an application has to say of it, once for all files."""
    if spec.app is None:
        return
    from ...catalog import ApplicationWarning

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ApplicationWarning)
        spec.resolved_groups()
    for item in caught:
        if isinstance(item.message, ApplicationWarning):
            yield Problem(item.message.code, f"document {spec.slug!r}: {item.message}")
        else:  # of the application itself
            warnings.warn_explicit(item.message, item.category, item.filename, item.lineno)


def _code(error: "ContractError") -> str:
    """The kind of a mistake; of several, the kind that all of them have."""
    codes = {each.code for each in error.exceptions}
    return codes.pop() if len(codes) == 1 else error.code


def _modules(spec: "ApiDocSpec") -> Iterator[str]:
    """Where the contracts were imported from, and where they were written."""
    if isinstance(spec.app, str):
        yield spec.app.partition(":")[0]
    if spec.app_options is not None:
        yield from spec.app_options.modules
    for group in spec.group_specs:
        for entry in (*group.http, *group.ws):
            if isinstance(entry, str):
                yield entry.partition(":")[0]
    for resolved in spec.resolved_groups():
        for contract in resolved.contracts:
            if contract.source is not None:
                yield contract.source.module


def _fingerprint(env: BuildEnvironment, config: GgConfig, look: ResolvedBranding) -> str:
    switches: Mapping[str, Any] = {
        "version": __version__,
        "pydantic": version("pydantic"),
        "python": sys.version_info[:2],
        "branding": (config.branding, look.logo),
        "markup": config.markup,
        "mock": config.mock_imports,
        "exporters": [
            getattr(env.config, name, None) for name in ("ggdocs_openapi", "ggdocs_asyncapi")
        ],
    }
    return digest_of(json.dumps(switches, sort_keys=True, default=displayed))


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
            "  hint: write to standard error or to a log, or only when somebody calls the "
            "module's functions"
        )
        yield Problem(Subtype.IMPORT_OUTPUT, message, text.rstrip())
