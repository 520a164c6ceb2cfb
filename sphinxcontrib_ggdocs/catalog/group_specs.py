"""`GroupSpec`: contracts that belong together, and the notations in which authors list groups."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, GetPydanticSchema

from ..contracts.model import Contract, HttpContract, WebSocketContract
from ..value_messages import excerpt
from .contents import ResolvedGroup
from .fields import AsTuple, AudienceField, Spec, Text, problem
from .imports import IMPORT_NAME, name_hint
from .slugs import SLUG_HINT, SLUG_LENGTH, check_slug, duplicates, numbered, slugify
from .spec_errors import BadSlug, DuplicateSlug, SpecError


def _check_contract(entry: object) -> object:
    """Return an entry in a list of contracts if it may be a contract: a contract, a class, or a
    name. Whether the class or the name leads to a contract is not known yet.

    Raises:
        PydanticCustomError: It is something else.
    """
    if isinstance(entry, str):
        if not IMPORT_NAME.fullmatch(entry):
            raise problem(
                SpecError,
                f"{excerpt(entry)} is not the name of a contract",
                name_hint(entry, "shop.contracts:OrderApi"),
            )
    elif not isinstance(entry, HttpContract | WebSocketContract | type):
        raise problem(
            SpecError,
            f"{excerpt(entry)} is not a contract",
            (
                "list contracts, classes decorated with @http.api or @ws.api, or "
                "'package.module:attribute'"
            ),
        )
    return entry


ContractLike: TypeAlias = HttpContract | WebSocketContract | type | str
"""A contract, a decorated class, or ``package.module:attribute``."""

# Any at run time: for `ContractLike`, pydantic would build a schema of the whole contract model.
ContractList = Annotated[
    Sequence[ContractLike],
    GetPydanticSchema(
        lambda _, handler: handler.generate_schema(
            AsTuple[Annotated[Any, AfterValidator(_check_contract)]]
        )
    ),
]


class GroupEntry(Spec):
    """Contracts that belong together, in a mapping whose key is the name of the group."""

    slug: Annotated[str, AfterValidator(check_slug)] | None = Field(
        default=None, description=f"the group's name in links: {SLUG_HINT}"
    )
    http: ContractList = Field(
        default=(), description="a list of HTTP contracts or 'package.module:attribute'"
    )
    ws: ContractList = Field(
        default=(), description="a list of WebSocket contracts or 'package.module:attribute'"
    )
    description: str | None = Field(default=None, description="a text for readers")
    audience: AudienceField = Field(
        default=(), description="for whom the group is, as 'internal' or ['internal', 'partner']"
    )


class GroupSpec(GroupEntry):
    """Contracts that belong together, with the name of their group."""

    name: Text = Field(description="the group's name, a string that is not empty")

    def check(self) -> None:
        """Check that the name of the group gives a slug, unless the author gives one.

        Raises:
            PydanticCustomError: The slug is empty or too long.
        """
        if len(self.final_slug) > SLUG_LENGTH:
            raise problem(
                BadSlug,
                (
                    f"the slug made from the group's name {self.name[:20]}… has "
                    f"{len(self.final_slug)} "
                    "letters"
                ),
                f"give it one of at most {SLUG_LENGTH}, such as slug='orders'",
            )
        if not self.final_slug:
            raise problem(
                BadSlug,
                f"no slug can be made from the group's name {self.name!r}",
                "give it one, such as slug='orders'",
            )

    @property
    def final_slug(self) -> str:
        """The slug that the author gives, or else one made from the name."""
        return self.slug or slugify(self.name)

    def resolved(self, contracts: Iterable[Contract]) -> ResolvedGroup:
        """Return the group with its imported contracts."""
        return ResolvedGroup(
            name=self.name,
            slug=self.final_slug,
            description=self.description,
            audience=tuple(self.audience),
            contracts=tuple(contracts),
        )


def _with_distinct_slugs(groups: tuple[GroupSpec, ...]) -> tuple[GroupSpec, ...]:
    """Return the groups with a different slug each. Slugs that are made from names, such as those
    of ``G1`` and ``g1``, get a number if an earlier group has them.

    Raises:
        PydanticCustomError: Two groups without a slug have the same name, or two groups were given
            the same slug.
    """
    for position, name in duplicates([group.name for group in groups if group.slug is None]):
        raise problem(
            DuplicateSlug,
            f"the group name {name!r} at [{position}] is taken",
            f"give each group its own name, or a slug such as '{slugify(name)}-{position + 1}'",
        )
    given_slugs = [group.slug for group in groups if group.slug is not None]
    for position, slug in duplicates(given_slugs):
        raise problem(
            DuplicateSlug,
            f"the group slug {slug!r} at [{position}] is taken",
            f"give each group its own, such as slug='{slug}-{position + 1}'",
        )
    # Slugs from authors are taken first: links may lead to them, so they never change.
    taken = set(given_slugs)
    distinct = []
    for group in groups:
        if group.slug is None:
            slug = numbered(group.final_slug, "-", taken)
            taken.add(slug)
            if slug != group.final_slug:
                group = group.model_copy(update={"slug": slug})
        distinct.append(group)
    return tuple(distinct)


def _listed_groups(groups: object) -> object:
    """Return groups as a list of specs. A mapping from names to entries becomes a list, and groups
    that an adapter has read become specs; other values are left to the validation.
    """
    if isinstance(groups, Mapping):
        return [_named_group(name, entry) for name, entry in groups.items()]
    if isinstance(groups, list | tuple):
        return list(map(_as_spec, groups))
    return groups


def _as_spec(group: object) -> object:
    """Return a group that an adapter has read as a spec; any other value unchanged."""
    if not isinstance(group, ResolvedGroup):
        return group
    http = [contract for contract in group.contracts if isinstance(contract, HttpContract)]
    ws = [contract for contract in group.contracts if isinstance(contract, WebSocketContract)]
    return GroupSpec(
        name=group.name,
        slug=group.slug,
        description=group.description,
        http=http,
        ws=ws,
        audience=group.audience,
    )


def _named_group(name: object, entry: object) -> object:
    """Return an entry in a mapping of groups with its name, as the fields of `GroupSpec`.

    Args:
        name: The key of the entry, which is the name of the group.
        entry: The fields of the group as a mapping or a `GroupEntry`; any other value is returned
            unchanged, which the validation refuses.

    Raises:
        PydanticCustomError: The entry has another name itself.
    """
    if isinstance(entry, GroupEntry):
        entry = entry.given_fields
    if not isinstance(entry, Mapping):
        return entry
    name_of_entry = entry.get("name", name)
    if name_of_entry != name:
        raise problem(
            SpecError,
            f"the entry of the group {name!r} has another name, {name_of_entry!r}",
            "remove the name there; the key is the name",
        )
    return {**entry, "name": name}


GroupList = Annotated[
    Sequence[GroupSpec | ResolvedGroup] | Mapping[str, GroupEntry | Mapping[str, Any]],
    GetPydanticSchema(lambda _, handler: handler.generate_schema(AsTuple[GroupSpec])),
    BeforeValidator(_listed_groups),
    AfterValidator(_with_distinct_slugs),
]
"""A field with groups: a list, or a mapping from names."""
