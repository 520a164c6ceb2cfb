"""Lists the methods of released versions that a later version no longer has, and what replaces
them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..native.view.names import Names
from .pairing import MethodEntry, MethodPair, entries


@dataclass(frozen=True, slots=True)
class _FormerMethod:
    """A method that is not at its address any more."""

    method: doc.RemovedMethod
    now: str | None
    """The key that it has; None if it is gone."""


@dataclass(frozen=True, slots=True)
class Removed:
    """What a version has not, the first removed first."""

    _methods: Mapping[str, _FormerMethod] = field(default_factory=dict)
    """By the key that they had."""

    @property
    def methods(self) -> tuple[doc.RemovedMethod, ...]:
        """The last removed first."""
        return tuple(removed.method for removed in self._methods.values())[::-1]

    def after(self, step: "Step") -> "Removed":
        """What the next version has not."""
        methods = {
            key: step.followed(former)
            for key, former in self._methods.items()
            if key not in step.keys
        }
        return Removed(methods | dict(step.methods()))


class Step:
    """From one version to the next.

    Args:
        newer: The document of the newer one.
        pairs: The methods that both have, each former one once.
        removed: The methods that the newer one has not.
        version: The newer one; None of what is not released.
    """

    def __init__(
        self,
        newer: ApiDocsDocument,
        *,
        pairs: Sequence[MethodPair],
        removed: Sequence[MethodEntry],
        version: str | None,
    ) -> None:
        self.newer = newer
        self.keys = {entry.key for entry in entries(newer)}
        self._pairs = {pair.old.key: pair for pair in pairs}
        self._removed = {entry.key: _removed(entry, version) for entry in removed}
        self._names = Names(newer)
        self._version = version

    def followed(self, former: _FormerMethod) -> _FormerMethod:
        """Return a method of before with what it is called now, if it is there under another
        name.
        """
        if former.now is None:
            return former
        if (pair := self._pairs.get(former.now)) is not None:
            method = replace(former.method, renamed_to=self._name(pair.new))
            return _FormerMethod(method, pair.new.key)
        removed, was = self._removed[former.now], former.method
        place = replace(removed, group=was.group, contract=was.contract, name=was.name)
        return _FormerMethod(place, None)

    def methods(self) -> Iterator[tuple[str, _FormerMethod]]:
        """Yield the methods that this version has renamed, moved and removed."""
        for key, pair in self._pairs.items():
            if key not in self.keys:
                title = f"{pair.old.contract.name}.{pair.old.method.name}"
                renamed_to = self._name(pair.new)
                method = replace(
                    _removed(pair.old, self._version), title=title, renamed_to=renamed_to
                )
                yield key, _FormerMethod(method, pair.new.key)
        for key, removed in self._removed.items():
            if key not in self.keys:
                yield key, _FormerMethod(removed, None)

    def _name(self, entry: MethodEntry) -> str:
        name = self._names.method(entry.group.slug, entry.contract.name, entry.method.name)
        return name.removeprefix(f"{self.newer.service.slug}.")


def _removed(entry: MethodEntry, version: str | None) -> doc.RemovedMethod:
    lifecycle = entry.method.lifecycle or entry.contract.lifecycle
    return doc.RemovedMethod(
        group=entry.group.slug,
        contract=entry.contract.name,
        name=entry.method.name,
        title=entry.title,
        version=version,
        deprecation_message=entry.method.deprecation_message,
        replacement=lifecycle.replacement if lifecycle is not None else None,
    )
