"""Builds the record of a configured document: imports contracts, builds the files of the enabled
surfaces, records failures.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..named_objects import Contents
from .build import CONTRACT_DOCUMENT, Build, digest_of, linked_files
from .conf_values import Definition
from .history_files import history_stamp
from .problems import Problem, failure, trace_of
from .stored_records import Record, Stamp, Trust

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec, ApplicationWarning


def up_to_date(build: Build, definition: Definition) -> Record | None:
    """Return the stored record of a document if nothing has changed since; never after
    a failure.
    """
    record = build.stored(definition.slug, definition.page)
    if record is None or record.problem is not None or not record.is_complete:
        return None
    is_same = record.fingerprint == fingerprint(build, definition)
    files = record.stamps.items()
    is_same = is_same and all(stamp is not None and _stamp(path) == stamp for path, stamp in files)
    if is_same:
        return record
    return None


def fingerprint(build: Build, definition: Definition) -> str:
    """Return a digest of the configuration, branding, language and history of a document."""
    # What has changed is written in the language of the build.
    settings, language = build.config, str(build.builder.config.language)
    history = history_stamp(definition.values, build.confdir)
    # A set has another order in each process.
    known = repr((definition, settings._replace(hidden=frozenset())))
    return digest_of(known, language, history)


def _stamp(path: str) -> Stamp | None:
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def load_document(build: Build, definition: Definition) -> Record:
    """Import the contracts of a document, and store its files; after a failure the former files
    stay.
    """
    slug, page = definition.slug, definition.page
    named = "a document without slug"
    if slug:
        named = f"document {slug!r}"
    made = attempt(build, named, lambda: _built(build, definition, named), slug)
    if isinstance(made, Record):
        return made
    former = build.stored(slug, page) or Record(slug, page=page)
    title, made_of = str(definition.values.get("title", "")), fingerprint(build, definition)
    failed = former._replace(title=title, fingerprint=made_of, problem=made, notes=())
    return build.store(failed)


_Made = TypeVar("_Made")


def attempt(build: Build, named: str, make: Callable[[], _Made], slug: str = "") -> _Made | Problem:
    """Make something of the project's modules; return what is wrong where that fails."""
    from ..catalog.spec_errors import text_at
    from ..contracts import ContractError
    from ..contracts.contract_errors import paths_relative_to
    from .isolated_imports import isolated

    # Messages name files; absolute paths would differ from one machine to the next, in logs and in
    # what is stored.
    with paths_relative_to(build.builder.srcdir):
        try:
            with isolated(build.config.mock_imports):
                return make()
        except ContractError as error:
            codes = {part.code for part in error.exceptions}
            subtype = codes.pop() if len(codes) == 1 else error.code
            message = f"{named}: {text_at(error, build.config.places.get(slug, ''))}"
            return Problem(subtype, message, trace_of(error))
        except KeyboardInterrupt:
            # Whoever interrupts a build means the build.
            raise
        # SystemExit among them: modules of applications read their arguments or settings when they
        # are imported, and end the process where these are missing.
        except BaseException as error:  # noqa: BLE001  # contracts and types are users' code
            return failure(f"{named} cannot be built", error)


def _built(build: Build, definition: Definition, named: str) -> Record:
    from ..catalog import ApiDocSpec, ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..catalog.named_contents import fields_of_names
    from ..catalog.readers import FILE_FIELDS, documents_in
    from ..catalog.source_files import mentioned_files

    values = definition.values
    if definition.names:
        values = fields_of_names(definition.names, definition.slug) | dict(values)
    # One contract that cannot be read is a warning, and leaves the others in the reference.
    default: dict[str, object] = {"strict": False}
    # Markdown is meant where a document says nothing. Files say themselves, or by their format,
    # what their descriptions are written in.
    markup = build.config.markup
    if markup != "markdown" and not any(values.get(name) for name in FILE_FIELDS):
        default["markup"] = markup
    spec = ApiDocSpec.model_validate(default | documents_in(values, build.confdir))
    # An application that keeps an exception of its import keeps the variables of all functions that
    # have led to it: texts, documents and types are none of these here.
    with collected_warnings(ApplicationWarning) as warned:
        spec.service()
    texts, notes, contents = _exported(build, spec, named)
    roots = [*spec.module_names()]
    roots += [name.partition(":")[0] for name in definition.names]
    stamps: dict[str, Stamp | None] = {}
    for path in (*mentioned_files(roots).values(), *map(str, spec.contents.files)):
        stamp = _stamp(path)
        # What has been saved meanwhile may be something else than what was read.
        is_new = stamp is not None and build.begun <= stamp[0] <= time.time_ns()
        stamps[path] = None if is_new else stamp
    for name in roots:
        # Of a module that was made while running nothing shows whether it is the same.
        if name in sys.modules and getattr(sys.modules[name], "__file__", None) is None:
            stamps[name] = None
    notes = [*(_note(named, warning) for warning in warned), *notes]
    files = {name: digest_of(name, text) for name, text in texts.items()}
    history = history_stamp(values, build.confdir)
    # What was removed is found by comparing documents.
    compared = None
    if history:
        compared = files.get(CONTRACT_DOCUMENT)
    console = spec.console is True
    shown = (spec.final_title, linked_files(files), contents.pages, history, compared, console)
    record = Record(
        slug=spec.slug,
        title=spec.final_title,
        fingerprint=fingerprint(build, definition),
        stamps=stamps,
        digest=digest_of(repr(shown)),
        files=files,
        contents=contents,
        notes=tuple(notes),
        is_complete=spec.is_complete,
        trust=_trust(spec),
        console=console,
        page=definition.page,
    )
    return build.store(record, texts)


def _exported(
    build: Build, spec: "ApiDocSpec", named: str
) -> tuple[dict[str, str], list[Problem], Contents]:
    """Return the files, problems and contents that the surfaces export."""
    from ..catalog import ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..document.builder import SharedDocument

    # Each surface would build the same document anew.
    spec = spec.sharing(SharedDocument())
    texts, notes, contents = dict[str, str](), list[Problem](), Contents()
    with collected_warnings(ApplicationWarning) as warned:
        for surface in build.surfaces:
            export = surface.export(build, spec)
            texts |= export.texts
            notes += export.problems
            contents = export.contents or contents
    return texts, [*(_note(named, warning) for warning in warned), *notes], contents


def _trust(spec: "ApiDocSpec") -> Trust:
    if spec.file_fields:
        return "file"
    if spec.app is None:
        return "contracts"
    return "application"


def _note(named: str, warning: "ApplicationWarning") -> Problem:
    """Return the problem of an omitted contract, with a traceback if there is one."""
    trace = ""
    if warning.error.__traceback__ is not None:
        trace = trace_of(warning.error)
    return Problem(warning.code, f"{named}: {warning}", trace)
