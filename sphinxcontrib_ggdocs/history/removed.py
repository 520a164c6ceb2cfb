"""Lists the methods of released versions that a later version no longer has, and what replaces
them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..native.view.names import Names
from .pairing import MethodEntry, MethodPair, methods_of


@dataclass(frozen=True, slots=True)
class _FormerMethod:
    """A method whose former key no method has any more."""

    method: doc.RemovedMethod
    """Its description for the contract document."""
    current_key: str | None
    """The key of the method after a change of its name; None if it was removed."""


@dataclass(frozen=True, slots=True)
class Removed:
    """The methods of earlier versions that a version no longer has under their former keys."""

    _methods: Mapping[str, _FormerMethod] = field(default_factory=dict)
    """By their former keys, those of the oldest version first."""

    @property
    def methods(self) -> tuple[doc.RemovedMethod, ...]:
        """The removed and renamed methods, the last ones first."""
        return tuple(removed.method for removed in self._methods.values())[::-1]

    def after(self, step: "Step") -> "Removed":
        """Return the removed methods of the next version.

        Args:
            step: The step from this version to the next.
        """
        methods: dict[str, _FormerMethod] = {}
        for key, former in self._methods.items():
            # A key that is used again is no former one.
            if key not in step.keys:
                methods[key] = step.updated(former)
        return Removed(methods | dict(step.methods()))


class Step:
    """What happened to methods from one version to the next.

    Args:
        newer: The document of the newer version.
        pairs: The methods that both versions have.
        removed: The methods that only the older version has.
        version: The name of the newer version; None if it is not released.
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
        self.keys = {entry.key for entry in methods_of(newer)}
        """The keys of the methods of the newer version."""
        # Both by the key of the method in the older version.
        self._pairs = {pair.old.key: pair for pair in pairs}
        self._removed = {entry.key: _removed_method(entry, version) for entry in removed}
        self._names = Names(newer)
        """The names of methods in references, which differ from their keys."""
        self._version = version

    def updated(self, former: _FormerMethod) -> _FormerMethod:
        """Return a method that was renamed in an earlier version with its name in the newer one,
        or as removed if the newer one does not have it; removed methods stay as they are.
        """
        if former.current_key is None:
            return former
        if (pair := self._pairs.get(former.current_key)) is not None:
            method = replace(former.method, renamed_to=self._name(pair.new))
            return _FormerMethod(method, pair.new.key)
        # Removed under its later name; readers look for it under its first one. A method of the
        # older version that is in no pair is among the removed ones.
        removed, first = self._removed[former.current_key], former.method
        method = replace(removed, group=first.group, contract=first.contract, name=first.name)
        return _FormerMethod(method, None)

    def methods(self) -> Iterator[tuple[str, _FormerMethod]]:
        """Yield the methods that were renamed, moved or removed in this step, with their former
        keys; keys that a method of the newer version has are left out, since readers find that.
        """
        for key, pair in self._pairs.items():
            if key not in self.keys:
                # The name, by which readers look for it; its address may be the same.
                title = f"{pair.old.contract.name}.{pair.old.method.name}"
                renamed_to = self._name(pair.new)
                method = replace(
                    _removed_method(pair.old, self._version), title=title, renamed_to=renamed_to
                )
                yield key, _FormerMethod(method, pair.new.key)
        for key, removed in self._removed.items():
            if key not in self.keys:
                yield key, _FormerMethod(removed, None)

    def _name(self, entry: MethodEntry) -> str:
        """Return the name of a method in references, without the slug of the service."""
        name = self._names.method(entry.group.slug, entry.contract.name, entry.method.name)
        return name.removeprefix(f"{self.newer.service.slug}.")


def _removed_method(entry: MethodEntry, version: str | None) -> doc.RemovedMethod:
    """Return the description, for the contract document, of a method that a version removed, or no
    longer has under this key.
    """
    replacement = None
    lifecycle = entry.method.lifecycle or entry.contract.lifecycle
    if lifecycle is not None:
        replacement = lifecycle.replacement
    return doc.RemovedMethod(
        group=entry.group.slug,
        contract=entry.contract.name,
        name=entry.method.name,
        title=entry.title,
        version=version,
        deprecation_message=entry.method.deprecation_message,
        replacement=replacement,
    )
