"""Defines elements of documents: values that are looked up by key, with a warning if the value has
the wrong type, and references to other places.

An invalid value is reported and treated as missing; the rest of the document is still read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ..audience_rules import Audiences
from ..catalog import BadDocument
from ..catalog.application_warnings import ApplicationWarning, warn_at
from ..catalog.imports import DOCUMENT_SUFFIXES
from ..contracts.audiences import X_AUDIENCE, audience_in, combined
from ..contracts.contract_errors import Location
from ..value_messages import excerpt
from .files import DocumentFile, Pointer, read_file

LEFT_OUT = "it is left out"
MOST_FAULTS = 100
"""Warnings of one document; what generates it has the same fault in thousands of places."""

_UNESCAPED = (("~1", "/"), ("~0", "~"))


@dataclass(slots=True, eq=False)
class Reading:
    """The files of one document, and what is wrong with them."""

    root: Path
    """The file that is read first; others that it refers to are in its folder, or in the working
    directory."""
    files: dict[Path, DocumentFile] = field(default_factory=dict)
    ends: "dict[tuple[Path, Pointer], tuple[Element | None, Audiences] | None]" = field(
        default_factory=dict
    )
    """By place of a reference: the object that it leads to in the end, if any, and for whom all on
    the way is; None while it is being followed, and where it leads to itself."""
    _known: set[tuple[str, str]] = field(default_factory=set)

    def file(self, path: Path) -> DocumentFile:
        """Return a file, read when it is first asked for.

        Raises:
            BadDocument: It is not a document.
        """
        path = path.resolve()
        if path not in self.files:
            self.files[path] = file = read_file(path)
            for note in file.notes:
                self.fault(Location(file=str(path)), note, "correct it there", "the rest is read")
        return self.files[path]

    def element(self, path: Path) -> "Element":
        """Return the value of a whole file."""
        file = self.file(path)
        return Element(file.value, file, (), self)

    @property
    def is_full(self) -> bool:
        """Whether no more warnings are shown."""
        return len(self._known) > MOST_FAULTS

    def fault(self, where: Location, message: str, hint: str, remedy: str) -> None:
        """Warn once of something at a place."""
        key = (str(where), message)
        if key in self._known or self.is_full:
            return
        self._known.add(key)
        if len(self._known) > MOST_FAULTS:
            where = Location(file=str(self.root))
            message, hint = f"more than {MOST_FAULTS} warnings", "correct these first"
            remedy = "the others are not shown"
        error = BadDocument(message, where=where, hint=hint)
        warn_at(ApplicationWarning(error, remedy), where)

    def may_read(self, path: Path) -> bool:
        """Return whether a reference is allowed to read a file.

        Allowed are documents in the folder of the root document or in the working directory, and
        in the folders below them.
        """
        if "\0" in str(path):  # no file system allows this in a path
            return False
        path = path.resolve()
        folders = (self.root.resolve().parent, Path.cwd().resolve())
        is_inside = any(path.is_relative_to(folder) for folder in folders)
        return path.suffix in DOCUMENT_SUFFIXES and is_inside


@dataclass(frozen=True, slots=True)
class Element:
    """A value and its place."""

    value: Any
    file: DocumentFile
    pointer: Pointer
    reading: Reading
    mark: Audiences = ()
    """For whom the references are that lead here, and what the place is inside of."""

    @property
    def audience(self) -> Audiences:
        """For whom the value is: by its own mark, and those of the references that lead here."""
        return combined(self.mark, audience_in(self.value))

    def marked(self) -> dict[str, Any]:
        """Return the members of an object, with the marks of the references that lead here."""
        return {**self.value, X_AUDIENCE: list(self.audience)} if self.mark else self.value

    @property
    def place(self) -> tuple[Path, Pointer]:
        """The file and the pointer, which no other value has."""
        return self.file.path, self.pointer

    @property
    def where(self) -> Location:
        """The place, for messages."""
        return self.file.where(self.pointer)

    @property
    def last(self) -> str:
        """The last step that leads here."""
        return self.pointer[-1] if self.pointer else self.file.path.stem

    def fault(self, message: str, hint: str, remedy: str = LEFT_OUT) -> None:
        """Warn of this place."""
        if not self.reading.is_full:  # lines take time to find
            self.reading.fault(self.where, message, hint, remedy)

    def inner(self, step: str, value: Any) -> "Element":
        """Return the place one step further."""
        return Element(value, self.file, (*self.pointer, step), self.reading, self.mark)

    def ancestors(self) -> Iterator[Any]:
        """Yield the values that this one is inside of, the whole file first."""
        value = self.file.value
        for step in self.pointer:
            yield value
            value = value[int(step) if isinstance(value, list) else step]

    def get(self, name: str) -> "Element | None":
        """Return a member of an object; None where there is none, or null."""
        value = self.value.get(name) if isinstance(self.value, dict) else None
        if value is None:
            return None
        return self.inner(name, value)

    @property
    def is_reference(self) -> bool:
        """Return whether this is an object whose ``$ref`` is an address."""
        return isinstance(self.value, dict) and isinstance(self.value.get("$ref"), str)

    def _value_of(self, name: str) -> "Element | None":
        """Return a member that is a text or a list, or the one that a reference there leads to.

        OpenAPI has no references in these places; files that are divided have them all the same.
        What is inside of something that is for others is not shown.
        """
        member = self.get(name)
        if member is None or not member.is_reference:
            return member
        target = member.target(member.value["$ref"])
        if target is None or any(audience_in(value) for value in target.ancestors()):
            return None
        return target

    def of_kind(self, kind: type | tuple[type, ...], wanted: str) -> bool:
        """Return whether the value is of a kind; a warning where it is not."""
        is_number = isinstance(self.value, bool) and kind is not bool
        if isinstance(self.value, kind) and not is_number:
            return True
        self.fault(f"expected {wanted}, got {excerpt(self.value)}", "correct the value")
        return False

    def is_object(self) -> bool:
        """Return whether this is an object; a warning where it is not."""
        return self.of_kind(dict, "object")

    def text(self, name: str) -> str | None:
        """Return a text; a number is read as one."""
        member = self._value_of(name)
        if member is None:
            return None
        if isinstance(member.value, int | float) and not isinstance(member.value, bool):
            return str(member.value)
        if member.of_kind(str, "text"):
            return str(member.value)
        return None

    def extension_text(self, name: str) -> str | None:
        """Return an extension that is a text; what others mean by one of another form is not
        known.
        """
        value = self.value.get(name)
        if isinstance(value, str):
            return value.strip() or None
        return None

    def flag(self, name: str) -> bool:
        """Return whether something is true; absent is false."""
        member = self.get(name)
        return member is not None and member.of_kind(bool, "true or false") and bool(member.value)

    def members(self, name: str) -> "Iterator[Element]":
        """Yield the values of the object that a member is, or refers to."""
        member = self.get(name)
        if member is not None and member.is_reference:
            member = member.resolved()
        if member is not None and member.is_object():
            yield from member.fields()

    def fields(self) -> "Iterator[Element]":
        """Yield the values of an object."""
        for key, value in self.value.items():
            yield self.inner(key, value)

    def items(self, name: str) -> "Iterator[Element]":
        """Yield the items of the list that a member is, or refers to."""
        member = self._value_of(name)
        if member is not None and member.of_kind(list, "list"):
            for position, value in enumerate(member.value):
                yield member.inner(str(position), value)

    def extensions(self) -> dict[str, Any]:
        """Return the members that begin with ``x-``."""
        return {key: value for key, value in self.value.items() if key.startswith("x-")}

    def resolved(self) -> "Element | None":
        """Return the object here, or the one that a reference here leads to; None where there is
        none.
        """
        ends = self.reading.ends
        path, element = self._followed()
        known: tuple[Element | None, Audiences] | None = (element, ())
        if element is None or not isinstance(element.value, dict):
            known = (None, ())
        elif element.place in ends:
            known = ends[element.place]
        if known is None:
            self.fault("the reference refers to itself", "let it refer to an object")
            return None
        end, mark = known
        for step in reversed(path):
            around = () if element is None else map(audience_in, element.ancestors())
            mark = combined(audience_in(step.value), *around, mark)
            ends[step.place] = end, mark
            element = step
        if end is None or end is self:
            return end
        return replace(end, mark=combined(self.mark, mark))

    def _followed(self) -> "tuple[list[Element], Element | None]":
        """Return the references from here that nobody has followed before, and where the last one
        leads to.
        """
        ends = self.reading.ends
        path: list[Element] = []
        element: Element | None = self
        while element is not None and element.is_object() and "$ref" in element.value:
            if element.place in ends:
                break
            ends[element.place] = None
            path.append(element)
            element = element.target(element.value["$ref"])
        return path, element

    def target(self, reference: object) -> "Element | None":
        """Where a reference in this file leads to; None, with a warning, where it cannot be
        followed.
        """
        if not isinstance(reference, str):
            self.fault(f"{excerpt(reference)} is not a reference", "write a text, such as '#/...'")
            return None
        address, _, fragment = reference.partition("#")
        try:
            element = (
                self._other_file(unquote(address))
                if address
                else self.reading.element(self.file.path)
            )
        except BadDocument as error:
            message = f"the reference {excerpt(reference)} cannot be followed: {error.message}"
            self.fault(message, error.hint)
            return None
        if element is None:
            return None
        target = element.at(unquote(fragment))
        if target is None:
            message = f"the reference {excerpt(reference)} is unresolved"
            self.fault(message, "define it there, or correct the reference")
        return target

    def _other_file(self, address: str) -> "Element | None":
        if "://" in address or address.startswith("//"):
            self.fault(
                f"the reference {excerpt(address)} is to another host, which is never contacted",
                "download the file, and refer to it by its path",
            )
            return None
        path = self.file.path.parent / address
        if not self.reading.may_read(path):
            self.fault(
                f"the reference {excerpt(address)} leaves the folder of the document and "
                "the working directory, or is not to a .json, .yaml or .yml file",
                "copy the file into that folder",
            )
            return None
        return self.reading.element(path)

    def at(self, fragment: str) -> "Element | None":
        """Return the place of a JSON pointer."""
        if fragment and not fragment.startswith("/"):
            return None
        element = self
        for written in fragment.split("/")[1:]:
            step = written
            for escaped, character in _UNESCAPED:
                step = step.replace(escaped, character)
            value = element.value
            if isinstance(value, dict) and step in value:
                element = element.inner(step, value[step])
            elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
                element = element.inner(step, value[int(step)])
            else:
                return None
        return element
