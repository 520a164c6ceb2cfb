"""Builds documents: imports contracts, exports the files of the enabled surfaces, and stores a
record of the document, or of its failure.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
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
    """Return the stored record of a document if nothing that it depends on has changed; else None.

    A document that could not be built completely is never up to date.
    """
    record = build.stored(definition.slug, definition.page)
    if record is None or record.problem is not None or not record.is_complete:
        return None
    if record.fingerprint != fingerprint(build, definition):
        return None
    for path, stamp in record.stamps.items():
        # Without a stamp, it is unknown whether the file is the same.
        if stamp is None or _stamp(path) != stamp:
            return None
    return record


def fingerprint(build: Build, definition: Definition) -> str:
    """Return a digest of everything but source files that a document depends on: its definition,
    the configuration, the language and the released versions.
    """
    # A document contains texts about changes in the language of the build.
    language = str(build.builder.config.language)
    history = history_stamp(definition.values, build.confdir)
    # Without the set, whose `repr` has another order in each process.
    settings = build.config._replace(hidden=frozenset())
    return digest_of(repr((definition, settings)), language, history)


def _stamp(path: str) -> Stamp | None:
    """Return the time and size of a file; None if it does not exist."""
    try:
        status = Path(path).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def load_document(build: Build, definition: Definition) -> Record:
    """Build a document, store its files, and return its record. If that fails, the record has the
    problem, and files of an earlier build stay.
    """
    slug, page = definition.slug, definition.page
    document_name = f"document {slug!r}" if slug else "a document without slug"
    result = attempt(
        build, document_name, lambda: _built_record(build, definition, document_name), slug
    )
    if isinstance(result, Record):
        return result
    former = build.stored(slug, page) or Record(slug, page=page)
    failed = former._replace(
        title=str(definition.values.get("title", "")),
        fingerprint=fingerprint(build, definition),
        problem=result,
        notes=(),
    )
    return build.store(failed)


_Result = TypeVar("_Result")


def attempt(
    build: Build, document_name: str, function: Callable[[], _Result], slug: str = ""
) -> _Result | Problem:
    """Call a function that imports the project's modules, and return its result, or the problem if
    it fails.

    Args:
        build: The build.
        document_name: The document in messages, such as ``document 'shop'``.
        function: The function.
        slug: The slug of a configured document, whose place in ``conf.py`` messages contain.
    """
    from ..catalog.spec_errors import text_at
    from ..contracts import ContractError
    from ..contracts.contract_errors import paths_relative_to
    from .isolated_imports import isolated

    # Messages contain the paths of files, relative ones, so that logs and stored records are the
    # same on each machine.
    with paths_relative_to(build.builder.srcdir):
        try:
            with isolated(build.config.mock_imports):
                return function()
        except ContractError as error:
            # A group of errors of one kind is reported as that kind.
            codes = {part.code for part in error.exceptions}
            subtype = codes.pop() if len(codes) == 1 else error.code
            message = f"{document_name}: {text_at(error, build.config.places.get(slug, ''))}"
            return Problem(subtype, message, trace_of(error))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001
            # The project's code may raise anything. SystemExit is caught as well: some applications
            # read their arguments or settings at import, and exit if these are missing.
            return failure(f"{document_name} cannot be built", error)


def _built_record(build: Build, definition: Definition, document_name: str) -> Record:
    """Build a document, store its files, and return its record.

    Args:
        build: The build.
        definition: The definition of the document.
        document_name: The document in messages, such as ``document 'shop'``.

    Raises:
        ContractError: The document, or one of its contracts, is wrong.
    """
    from ..catalog import ApiDocSpec, ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..catalog.named_contents import fields_of_names
    from ..catalog.readers import FILE_FIELDS, with_paths_in_folder

    values = definition.values
    if definition.names:
        values = fields_of_names(definition.names, definition.slug) | dict(values)
    # If one contract cannot be read, warn, and show the others.
    defaults: dict[str, object] = {"strict": False}
    # Markdown is the default anyway, and files state their markup language themselves.
    markup = build.config.markup
    if markup != "markdown" and not any(values.get(name) for name in FILE_FIELDS):
        defaults["markup"] = markup
    spec = ApiDocSpec.model_validate(defaults | with_paths_in_folder(values, build.confdir))
    # The application is imported by this line, before the large values below exist. If it keeps an
    # exception of an import, it also keeps the variables of all functions on the stack.
    with collected_warnings(ApplicationWarning) as application_warnings:
        spec.service()
    texts, export_problems, contents = _exported(build, spec, document_name)
    root_modules = [*spec.module_names()]
    # A list of contracts is in the fields as its members, whose modules may be other ones than that
    # of the list.
    root_modules += [name.partition(":")[0] for name in definition.names]
    files = {name: digest_of(name, text) for name, text in texts.items()}
    history = history_stamp(values, build.confdir)
    # With a history, the reference shows what was removed, so it depends on the whole document.
    compared_document = None
    if history:
        compared_document = files.get(CONTRACT_DOCUMENT)
    # None allows calls only to services that serve their documentation themselves.
    console = spec.console is True
    shown_parts = (
        spec.final_title,
        linked_files(files),
        contents.pages,
        history,
        compared_document,
        console,
    )
    record = Record(
        slug=spec.slug,
        title=spec.final_title,
        fingerprint=fingerprint(build, definition),
        stamps=_stamps(build, root_modules, spec.contents.files),
        digest=digest_of(repr(shown_parts)),
        files=files,
        contents=contents,
        notes=(*_problems(document_name, application_warnings), *export_problems),
        is_complete=spec.is_complete,
        trust=_trust(spec),
        console=console,
        page=definition.page,
    )
    return build.store(record, texts)


def _stamps(
    build: Build, root_modules: Iterable[str], files: Iterable[Path]
) -> dict[str, Stamp | None]:
    """Return the stamps of all files that a document was made of, by path.

    The stamp is None for a source of which a later build cannot find out whether it is the same.

    Args:
        build: The build.
        root_modules: The names of the modules with contracts, whose imports are followed.
        files: Files with contracts.
    """
    from ..catalog.source_files import mentioned_files

    stamps: dict[str, Stamp | None] = {}
    for path in (*mentioned_files(root_modules).values(), *map(str, files)):
        stamp = _stamp(path)
        # A file that was saved during the build may have changed after it was read.
        is_new = stamp is not None and build.begun <= stamp[0] <= time.time_ns()
        stamps[path] = None if is_new else stamp
    for name in root_modules:
        # A module that was created at run time has no file.
        if name in sys.modules and getattr(sys.modules[name], "__file__", None) is None:
            stamps[name] = None
    return stamps


def _exported(
    build: Build, spec: "ApiDocSpec", document_name: str
) -> tuple[dict[str, str], list[Problem], Contents]:
    """Export a document by all surfaces.

    Returns:
        The content of the files by name, the problems, and the objects of the document.
    """
    from ..catalog import ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..document.builder import SharedDocument

    # The surfaces share what is built of the contracts.
    spec = spec.sharing(SharedDocument())
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    contents = Contents()
    with collected_warnings(ApplicationWarning) as application_warnings:
        for surface in build.surfaces:
            export = surface.export(build, spec)
            texts |= export.texts
            problems += export.problems
            # Only the surface of the native documentation lists objects.
            contents = export.contents or contents
    return texts, [*_problems(document_name, application_warnings), *problems], contents


def _trust(spec: "ApiDocSpec") -> Trust:
    """Return the origin of the descriptions of a document."""
    if spec.file_fields:
        return "file"
    if spec.app is None:
        return "contracts"
    return "application"


def _problems(document_name: str, warnings: "Iterable[ApplicationWarning]") -> Iterator[Problem]:
    """Yield the problems for warnings about parts of an application that are left out."""
    for warning in warnings:
        trace = ""
        # An error that was only collected, and never raised, has no traceback.
        if warning.error.__traceback__ is not None:
            trace = trace_of(warning.error)
        yield Problem(warning.code, f"{document_name}: {warning}", trace)
