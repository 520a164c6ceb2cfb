"""From a configured document to its record: imports contracts, builds the files of the
surfaces that are set up, keeps failures.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..contents import Contents
from .build import (
    CONTRACT_DOCUMENT,
    Build,
    Record,
    Stamp,
    Trust,
    digest_of,
    other_files,
)
from .conf_values import SpecValues, slug_of
from .history_files import history_stamp
from .problems import Problem, failure, logger, trace_of

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec, ApplicationWarning


def up_to_date(build: Build, key: str, values: SpecValues) -> Record | None:
    """Return the stored record of a document if nothing has changed since; never after
    a failure.
    """
    record = build.stored(key)
    if record is None or record.problem is not None or not record.is_complete:
        return None
    is_same = record.fingerprint == _fingerprint(build, values)
    files = record.stamps.items()
    is_same = is_same and all(stamp is not None and _stamp(path) == stamp for path, stamp in files)
    if is_same:
        return record
    return None


def _fingerprint(build: Build, values: SpecValues) -> str:
    """Return a digest of the configuration, branding, language and history of a document."""
    # What has changed is written in the language of the build.
    settings, language = build.config, str(build.builder.config.language)
    history = history_stamp(values, build.confdir)
    # A set has another order in each process.
    known = repr(settings._replace(hidden=frozenset()))
    return digest_of(known, str(build.look.logo), language, history)


def _stamp(path: str) -> Stamp | None:
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def load_document(build: Build, key: str, values: SpecValues) -> Record:
    """Import the contracts of a document, and store its files; after a failure the former files
    stay.
    """
    from ..catalog.spec_errors import text_at
    from ..contracts import ContractError
    from .isolated_imports import isolated

    slug = slug_of(values)
    named = "a document without slug"
    if slug:
        named = f"document {slug!r}"
    if is_type := "facet" in values:
        named = f"type {slug!r}"
    try:
        with isolated(build.config.mock_imports) as output:
            if is_type:
                record = _built_type(build, key, values)
            else:
                record = _built(build, key, values, named)
        if messages := output.getvalue().decode(errors="replace").strip():
            _log_output(named, messages)
        return record
    except ContractError as error:
        codes = {part.code for part in error.exceptions}
        subtype = codes.pop() if len(codes) == 1 else error.code
        message = f"{named}: {text_at(error, build.config.places.get(key, ''))}"
        problem = Problem(subtype, message, trace_of(error))
    except KeyboardInterrupt:
        # Whoever interrupts a build means the build.
        raise
    # SystemExit among them: modules of applications read their arguments or settings when they are
    # imported, and end the process where these are missing.
    except BaseException as error:  # noqa: BLE001  # contracts and types are users' code
        problem = failure(f"{named} cannot be made", error)
    former = build.stored(key) or Record(key, slug)
    failed = former._replace(title=str(values.get("title", "")), problem=problem, notes=())
    return build.store(failed)


def _built(build: Build, key: str, values: SpecValues, named: str) -> Record:
    from ..catalog import ApiDocSpec, ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..catalog.readers import FILE_FIELDS, documents_in

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
    stamps = _stamps(build, [*spec.module_names()], map(str, spec.files()))
    notes = [*(_note(named, warning) for warning in warned), *notes]
    files = {name: digest_of(name, text) for name, text in texts.items()}
    history = history_stamp(values, build.confdir)
    # What was removed is found by comparing documents.
    compared = None
    if history:
        compared = files.get(CONTRACT_DOCUMENT)
    console = spec.console is True
    shown = (spec.final_title, other_files(files), contents.pages, history, compared, console)
    record = Record(
        key=key,
        slug=spec.slug,
        title=spec.final_title,
        fingerprint=_fingerprint(build, values),
        stamps=stamps,
        digest=digest_of(repr(shown)),
        files=files,
        contents=contents,
        notes=tuple(notes),
        is_complete=spec.is_complete,
        trust=_trust(spec),
        console=console,
    )
    return build.store(record, texts)


def _stamps(
    build: Build, modules: Sequence[str], files: Iterable[str] = ()
) -> dict[str, Stamp | None]:
    """Return the stamps of files, and of those of modules and of all that they mention."""
    from ..catalog.source_files import mentioned_files

    stamps: dict[str, Stamp | None] = {}
    key = tuple(modules)
    if key not in build.mentioned:  # types that are described alone share their modules
        build.mentioned[key] = tuple(mentioned_files(modules).values())
    for path in (*build.mentioned[key], *files):
        stamp = _stamp(path)
        # What has been saved meanwhile may be something else than what was read.
        is_new = stamp is not None and build.begun <= stamp[0] <= time.time_ns()
        stamps[path] = None if is_new else stamp
    for name in modules:
        # Of a module that was made while running nothing shows whether it is the same.
        if name in sys.modules and getattr(sys.modules[name], "__file__", None) is None:
            stamps[name] = None
    return stamps


def _built_type(build: Build, key: str, values: SpecValues) -> Record:
    """Describe a type that a directive shows alone, with what it mentions."""
    from ..contracts.audiences import asked_names
    from ..contracts.contract_errors import Where
    from ..native.lone_types import type_document

    name, markup = values["slug"], values["markup"]
    if markup == "markdown":  # which is meant where a document says nothing
        markup = None
    asked = asked_names(values.get("audience"), Where(path="audience"))
    made = type_document(name, values["facet"], asked, markup)
    record = Record(key, name, name, _fingerprint(build, values), trust="contracts")
    if made is None:  # nothing that is for others is stored
        return build.store(record._replace(stamps=_stamps(build, [name.partition(":")[0]])))
    text = made.document.to_json().decode()
    record = record._replace(
        digest=digest_of(text, repr(made.types)),
        stamps=_stamps(build, made.modules),
        files={CONTRACT_DOCUMENT: digest_of(CONTRACT_DOCUMENT, text)},
        contents=Contents(types=made.types),
    )
    return build.store(record, {CONTRACT_DOCUMENT: text})


def _exported(
    build: Build, spec: "ApiDocSpec", named: str
) -> tuple[dict[str, str], list[Problem], Contents]:
    """Return the files, problems and contents that the surfaces export."""
    from ..catalog import ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..schema import Overlay

    # Each surface would walk the same types anew.
    spec = spec.sharing_types(Overlay(spec.asked))
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


def _log_output(named: str, messages: str) -> None:
    """Log the output of imported modules, all of it at ``-v``; it is no warning, since authors of
    the documentation often cannot change it.
    """
    first, _, rest = messages.partition("\n")
    more = ""
    if rest:
        more = " and more, which -v shows"
    logger.info("%s: importing it prints %r%s", named, first, more)
    if rest:
        logger.verbose("%s", messages)
