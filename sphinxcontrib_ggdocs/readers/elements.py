"""Defines elements of documents: values that are looked up by key, with a warning if the value has
the wrong type, and references to other places.

An invalid value is reported and treated as missing; the rest of the document is still read. Parts
of a document may be for some *audiences* only, which are named groups of readers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote

from ..audience_rules import Audiences
from ..catalog import BadDocument
from ..catalog.application_warnings import ApplicationWarning, warn_at
from ..catalog.imports import DOCUMENT_SUFFIXES
from ..contracts.audiences import X_AUDIENCE, audience_in, combined
from ..contracts.contract_errors import Location
from ..json_pointer import unescaped_step
from ..value_messages import excerpt
from .files import DocumentFile, Pointer, read_file

LEFT_OUT = "it is left out"
"""The usual end of a warning: what happens to the invalid value."""
MOST_WARNINGS = 100
"""Warnings of one document; what generates it has the same fault in thousands of places."""

Place: TypeAlias = tuple[Path, Pointer]
"""A file, and the JSON pointer of a value in it."""


@dataclass(slots=True, eq=False)
class Reading:
    """The files of one document, and what is wrong with them."""

    root: Path
    """The file that is read first; others that it refers to are in its folder, or in the working
    directory."""
    files: dict[Path, DocumentFile] = field(default_factory=dict)
    """The files that have been read, by their absolute paths."""
    resolved_references: "dict[Place, tuple[Element | None, Audiences] | None]" = field(
        default_factory=dict
    )
    """By the place of a reference: the object at the end of the chain of references that begins
    there (None if it leads nowhere), and the audiences that may see everything on the way. The
    whole entry is None while the reference is being followed, and stays so if the chain leads back
    to it."""
    _known: set[tuple[str, str]] = field(default_factory=set)
    """Place and message of the warnings that have been issued."""

    def file(self, path: Path) -> DocumentFile:
        """Return a file of the document; it is read at the first call.

        Raises:
            BadDocument: The file is not a document.
        """
        path = path.resolve()
        if path not in self.files:
            self.files[path] = file = read_file(path)
            for note in file.notes:
                self.warn(Location(file=str(path)), note, "correct it there", "the rest is read")
        return self.files[path]

    def element(self, path: Path) -> "Element":
        """Return the value of a whole file as an element."""
        file = self.file(path)
        return Element(file.value, file, (), self)

    @property
    def is_full(self) -> bool:
        """Whether so many warnings have been issued that no more are shown. The one above the limit
        says so (see `warn`).
        """
        return len(self._known) > MOST_WARNINGS

    def warn(self, where: Location, message: str, hint: str, remedy: str) -> None:
        """Issue a warning about a place in the document: each only once, and not more than
        `MOST_WARNINGS` of them.

        Args:
            where: The place.
            message: What is wrong there.
            hint: How to correct it.
            remedy: What happens to the value meanwhile, such as `LEFT_OUT`.
        """
        key = (str(where), message)
        if key in self._known or self.is_full:
            return
        self._known.add(key)
        # The first warning above the limit is replaced by one that says so; it is the last one.
        if len(self._known) > MOST_WARNINGS:
            where = Location(file=str(self.root))
            message, hint = f"more than {MOST_WARNINGS} warnings", "correct these first"
            remedy = "the others are not shown"
        error = BadDocument(message, where=where, hint=hint)
        warn_at(ApplicationWarning(error, remedy), where)

    def may_read(self, path: Path) -> bool:
        """Return whether a reference is allowed to read a file.

        Allowed are documents in the folder of the root document or in the working directory, and
        in the folders below them: a document of somebody else must not bring other files into the
        documentation.
        """
        if "\0" in str(path):  # no file system allows this in a path
            return False
        path = path.resolve()
        folders = (self.root.resolve().parent, Path.cwd().resolve())
        is_inside = any(path.is_relative_to(folder) for folder in folders)
        return path.suffix in DOCUMENT_SUFFIXES and is_inside


@dataclass(frozen=True, slots=True)
class Element:
    """A value in a file, with the place where it is written.

    A mark of a value are the audiences in its extensions ``x-audience`` and ``x-internal``, which
    restrict who may see it; without a mark, everyone may.
    """

    value: Any
    """The value as JSON has it: a dict, a list, a str, a number, a bool or None."""
    file: DocumentFile
    pointer: Pointer
    """The steps from the root of the file to the value."""
    reading: Reading
    mark: Audiences = ()
    """The audiences that may follow the references through which the value was found; empty if
    everyone may. The value's own mark is not included."""

    @property
    def audience(self) -> Audiences:
        """The audiences that may see the value: those that its own mark allows, and that may follow
        the references leading to it. Empty if everyone may.
        """
        return combined(self.mark, audience_in(self.value))

    def members_with_audience(self) -> dict[str, Any]:
        """Return the members of this object, with `audience` written into them as ``x-audience`` if
        references have restricted it.
        """
        if not self.mark:
            members: dict[str, Any] = self.value
            return members
        return {**self.value, X_AUDIENCE: list(self.audience)}

    @property
    def place(self) -> Place:
        """The path of the file and the JSON pointer: the identity of the value."""
        return self.file.path, self.pointer

    @property
    def where(self) -> Location:
        """The file, the line and the JSON pointer of the value, for messages."""
        return self.file.where(self.pointer)

    @property
    def key(self) -> str:
        """The key of this value in the object that contains it, or its position in a list as a
        text: the last step of the JSON pointer. For a whole file, its name without the suffix.
        """
        return self.pointer[-1] if self.pointer else self.file.path.stem

    def warn(self, message: str, hint: str, remedy: str = LEFT_OUT) -> None:
        """Warn that the value is invalid.

        Args:
            message: What is wrong with it.
            hint: How to correct it.
            remedy: What happens to the value meanwhile; by default it is left out.
        """
        if not self.reading.is_full:  # finding the line takes time
            self.reading.warn(self.where, message, hint, remedy)

    def child(self, step: str, value: Any) -> "Element":
        """Return a member or an item of this value as an element.

        Args:
            step: The key of the member, or the position of the item as a text.
            value: The value of the member or item.
        """
        return Element(value, self.file, (*self.pointer, step), self.reading, self.mark)

    def ancestors(self) -> Iterator[Any]:
        """Yield the values that contain this one, the whole file first."""
        value = self.file.value
        for step in self.pointer:
            yield value
            value = value[int(step) if isinstance(value, list) else step]

    def get(self, name: str) -> "Element | None":
        """Return a member of this object as an element; None if the value is no object, or the
        member is absent or null.
        """
        value = self.value.get(name) if isinstance(self.value, dict) else None
        if value is None:
            return None
        return self.child(name, value)

    @property
    def is_reference(self) -> bool:
        """Whether the value is a Reference Object: an object whose member ``$ref`` is a text."""
        return isinstance(self.value, dict) and isinstance(self.value.get("$ref"), str)

    def _get_dereferenced(self, name: str) -> "Element | None":
        """Return a member that should be a text or a list; if it is a reference, its target.

        OpenAPI has no references to texts and lists, but files that were divided have them. None
        if the member is absent, or if its target is, or is inside something that is not for
        everyone: a text cannot carry the mark of what contains it.
        """
        member = self.get(name)
        if member is None or not member.is_reference:
            return member
        target = member.target(member.value["$ref"])
        if target is None or any(audience_in(value) for value in target.ancestors()):
            return None
        return target

    def check_type(self, kind: type | tuple[type, ...], wanted: str) -> bool:
        """Return whether the value has a type; warn if it does not.

        Args:
            kind: The Python type, or several. A bool is no number, although Python derives it from
                int.
            wanted: The name of the type in the warning.
        """
        is_unwanted_bool = isinstance(self.value, bool) and kind is not bool
        if isinstance(self.value, kind) and not is_unwanted_bool:
            return True
        self.warn(f"expected {wanted}, got {excerpt(self.value)}", "correct the value")
        return False

    def check_object(self) -> bool:
        """Return whether the value is an object; warn if it is not."""
        return self.check_type(dict, "object")

    def text(self, name: str) -> str | None:
        """Return a member that is a text, or a number as a text; None, with a warning, if it is
        something else; None if it is absent.
        """
        member = self._get_dereferenced(name)
        if member is None:
            return None
        if isinstance(member.value, int | float) and not isinstance(member.value, bool):
            return str(member.value)
        if member.check_type(str, "text"):
            return str(member.value)
        return None

    def extension_text(self, name: str) -> str | None:
        """Return an extension, such as ``x-owner``, if it is a text that is not blank; otherwise
        None. Other values cause no warning: other tools may define the same extension differently.
        """
        value = self.value.get(name)
        if isinstance(value, str):
            return value.strip() or None
        return None

    def flag(self, name: str) -> bool:
        """Return whether a member is true; false if it is absent, and, with a warning, if it is no
        boolean.
        """
        member = self.get(name)
        if member is None or not member.check_type(bool, "true or false"):
            return False
        return bool(member.value)

    def members(self, name: str) -> "Iterator[Element]":
        """Yield the values of an object that is a member of this one, or that a reference there
        leads to; nothing, with a warning, if it is no object.
        """
        member = self.get(name)
        if member is not None and member.is_reference:
            member = member.resolved()
        if member is not None and member.check_object():
            yield from member.fields()

    def fields(self) -> "Iterator[Element]":
        """Yield the values of this element, which must be an object."""
        for key, value in self.value.items():
            yield self.child(key, value)

    def items(self, name: str) -> "Iterator[Element]":
        """Yield the items of a list that is a member of this object, or that a reference there
        leads to; nothing, with a warning, if it is no list.
        """
        member = self._get_dereferenced(name)
        if member is not None and member.check_type(list, "list"):
            for position, value in enumerate(member.value):
                yield member.child(str(position), value)

    def extensions(self) -> dict[str, Any]:
        """Return the members of this object that begin with ``x-``."""
        return {key: value for key, value in self.value.items() if key.startswith("x-")}

    def resolved(self) -> "Element | None":
        """Return this object, or, if it is a reference, the object at the end of the chain of
        references that begins here.

        The `mark` of the result has the audiences that may follow the whole chain. None, with a
        warning, if the value is no object, or the chain leads nowhere or back to itself.
        """
        resolved_references = self.reading.resolved_references
        chain, element = self._follow_references()
        # The end of the chain, and the audiences of the references between `element` and its end;
        # usually `element` is the end.
        end_and_mark: tuple[Element | None, Audiences] | None = (element, ())
        if element is None or not isinstance(element.value, dict):
            end_and_mark = (None, ())
        elif element.place in resolved_references:  # the chain goes on, and has been followed there
            end_and_mark = resolved_references[element.place]
        if end_and_mark is None:  # `element` is a reference of a chain that leads back to itself
            self.warn("the reference refers to itself", "let it refer to an object")
            return None
        end, mark = end_and_mark
        # From the end of the chain to its beginning, since each reference is restricted by its own
        # mark, by what contains its target, and by the references after it.
        target = element
        for reference in reversed(chain):
            containers = () if target is None else map(audience_in, target.ancestors())
            mark = combined(audience_in(reference.value), *containers, mark)
            resolved_references[reference.place] = end, mark
            target = reference
        if end is None or end is self:  # `self` is no reference
            return end
        return replace(end, mark=combined(self.mark, mark))

    def _follow_references(self) -> "tuple[list[Element], Element | None]":
        """Follow references from here until one leads to another object, leads nowhere, or has been
        followed before.

        Returns:
            The references that were followed, and the element that the last one leads to; without
            references, this element itself.
        """
        resolved_references = self.reading.resolved_references
        chain: list[Element] = []
        element: Element | None = self
        while element is not None and element.check_object() and "$ref" in element.value:
            if element.place in resolved_references:
                break
            resolved_references[element.place] = None  # until `resolved` knows the end of the chain
            chain.append(element)
            element = element.target(element.value["$ref"])
        return chain, element

    def target(self, reference: object) -> "Element | None":
        """Return the element that a reference in this file leads to; None, with a warning, if it
        leads nowhere, or to a file that must not be read.

        Args:
            reference: The value of ``$ref``, such as ``#/components/schemas/Pet`` or
                ``pets.yaml#/Pet``. As a URL it may have escapes, such as ``%20``.
        """
        if not isinstance(reference, str):
            self.warn(f"{excerpt(reference)} is not a reference", "write a text, such as '#/...'")
            return None
        address, _, fragment = reference.partition("#")
        root: Element | None
        try:
            if address:
                root = self._root_of_file(unquote(address))
            else:
                root = self.reading.element(self.file.path)
        except BadDocument as error:
            message = f"the reference {excerpt(reference)} cannot be followed: {error.message}"
            self.warn(message, error.hint)
            return None
        if root is None:  # the file must not be read, of which `_root_of_file` has warned
            return None
        target = root.at_pointer(unquote(fragment))
        if target is None:
            message = f"the reference {excerpt(reference)} is unresolved"
            self.warn(message, "define it there, or correct the reference")
        return target

    def _root_of_file(self, address: str) -> "Element | None":
        """Return the value of another file of the document; None, with a warning, if a reference
        must not read it.

        Args:
            address: The path of the file, relative to that of this one.

        Raises:
            BadDocument: The file is not a document.
        """
        if "://" in address or address.startswith("//"):
            self.warn(
                f"the reference {excerpt(address)} is to another host, which is never contacted",
                "download the file, and refer to it by its path",
            )
            return None
        path = self.file.path.parent / address
        if not self.reading.may_read(path):
            self.warn(
                f"the reference {excerpt(address)} leaves the folder of the document and "
                "the working directory, or is not to a .json, .yaml or .yml file",
                "copy the file into that folder",
            )
            return None
        return self.reading.element(path)

    def at_pointer(self, fragment: str) -> "Element | None":
        """Return the element that a JSON pointer leads to from this one; None if it leads nowhere.

        Args:
            fragment: The pointer, such as ``/paths/~1users``; empty for this element itself.
        """
        if fragment and not fragment.startswith("/"):  # it is no JSON pointer, but an anchor
            return None
        element = self
        for escaped_step in fragment.split("/")[1:]:  # nothing is before the first slash
            step = unescaped_step(escaped_step)
            value = element.value
            if isinstance(value, dict) and step in value:
                element = element.child(step, value[step])
            elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
                element = element.child(step, value[int(step)])
            else:
                return None
        return element
