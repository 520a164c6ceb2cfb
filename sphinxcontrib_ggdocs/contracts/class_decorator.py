"""What `http.api` and `ws.api` have in common: read a class at once, compile its contract at first
use.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FrameType
from typing import Any, TypedDict, TypeVar, get_args

from .annotations import type_arguments
from .contract_errors import BadOption, Problems, Where
from .draft import Draft, as_tuple, check_kind, check_options, external, marked, register
from .model import Contract, ErrorFormat, ExternalDocs, Source
from .permissions import Permission
from .requirements import Requirement
from .security import SecurityRequirement
from .signature import Signature, class_text, local_names, read_function

C = TypeVar("C", bound=type)
Said = TypeVar("Said")


class Words(TypedDict):
    """The fields that contracts of both kinds have."""

    name: str
    description: str | None
    requires: tuple[Requirement, ...]
    security: SecurityRequirement | None
    error_format: ErrorFormat
    permission: Permission | None
    runtime_errors: bool
    deprecated: bool
    external_docs: ExternalDocs | None
    source: Source


Compile = Callable[[Words, Problems], Contract]
Read = Callable[[Where, list[tuple[Signature, Said]], Problems], Compile]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassOptions:
    """The options of both decorators; `http.api` says what each means."""

    requires: Iterable[Requirement]
    security: SecurityRequirement | None
    error_format: ErrorFormat
    permission: Permission | None
    runtime_errors: bool
    deprecated: bool
    external_docs: ExternalDocs | str | None
    name: str | None
    description: str | None

    def check(self, owner: Where, problems: Problems) -> None:
        """Refuse what is no option of a contract."""
        if self.error_format not in get_args(ErrorFormat):
            problems.add(
                BadOption(
                    f"error_format={self.error_format!r}",
                    where=owner,
                    hint="use 'typed', 'problem' (RFC 9457) or 'plain'",
                )
            )
        if self.name is not None and not self.name.isidentifier():
            hint = (
                "name it like a class, such as OrderApi, or leave it out: the name is part of "
                "URLs and of links"
            )
            problems.add(BadOption(f"name={self.name!r} is no identifier", where=owner, hint=hint))
        if self.runtime_errors not in (True, False):
            hint = "write runtime_errors=False when the contract is not served by implement()"
            problems.add(
                BadOption(f"runtime_errors={self.runtime_errors!r}", where=owner, hint=hint)
            )
        if self.deprecated not in (True, False):
            hint = (
                "write deprecated=True, and say in the description what to use instead; "
                "methods take a sentence"
            )
            problems.add(
                BadOption(f"deprecated={self.deprecated!r} of a contract", where=owner, hint=hint)
            )
        check_options(
            owner,
            problems,
            requires=as_tuple(self.requires),
            permission=self.permission,
            security=self.security,
        )

    def words(self, cls: type, line: int | None) -> Words:
        """What they say of a class that is defined in a line."""
        return {
            "name": self.name or cls.__name__,
            "description": self.description or class_text(cls),
            "requires": as_tuple(self.requires),
            "security": self.security,
            "error_format": self.error_format,
            "permission": self.permission,
            "runtime_errors": self.runtime_errors,
            "deprecated": self.deprecated or "__deprecated__" in vars(cls),
            "external_docs": external(self.external_docs),
            "source": Source(module=cls.__module__, line=line),
        }


def class_decorator(
    options: ClassOptions,
    frame: FrameType,
    kind: type[Said],
    empty: tuple[str, str],
    read: Read[Said],
) -> Callable[[C], C]:
    """Make the decorator of a class.

    Args:
        options: What the author gave it.
        frame: Where it was called: its line, and the names that annotations of a function's classes
            may use.
        kind: The options of methods that belong to it.
        empty: What is missing, and the remedy, when there are no such methods.
        read: Checks the structure of the methods, and returns what compiles the contract at first
            use.
    """
    file, line, names = frame.f_code.co_filename, frame.f_lineno, local_names(frame)

    def decorate(cls: C) -> C:
        owner = Where(file=file, line=line, owner=cls.__name__)
        problems = Problems()
        options.check(owner, problems)
        check_kind(cls, kind, owner, problems)
        filled = type_arguments(cls)
        methods: list[tuple[Signature, Any]] = [
            (read_function(method, function, cls, filled, names, problems), said)
            for method, function, said in marked(cls)
            if isinstance(said, kind)
        ]
        if not methods:
            problems.add(BadOption(empty[0], where=owner, hint=empty[1]))
        compile_contract = read(owner, methods, problems)
        problems.raise_if_any()
        words = options.words(cls, line)

        def compiled() -> Contract:
            found = Problems()
            contract = compile_contract(words, found)
            found.raise_if_any()
            return contract

        register(cls, Draft(compiled))
        return cls

    return decorate
