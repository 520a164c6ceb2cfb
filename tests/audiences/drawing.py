"""APIs that Hypothesis draws with audiences, each of which is built in two ways: whole, with marks,
and as somebody would have written it who knows only what an audience is shown.

Whatever is for somebody in particular has a token in its name and in its texts that nothing else
has, so that a search for the token finds each trace of it.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NewType, NotRequired, Union

from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, computed_field, create_model
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ResolvedGroup
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    Audience,
    BodyField,
    Brand,
    Content,
    Deprecated,
    Example,
    HttpContract,
    HttpMethod,
    Interaction,
    Lifecycle,
    Parameter,
    RequestBody,
    Requirement,
    Success,
    WebSocketContract,
    security,
)

Mark = tuple[str, ...]
Keeps = Callable[[Mark], bool]
"""Whether what has a mark is built."""

MARKS = st.sampled_from([(), (), (), ("internal",), ("partner",), ("internal", "partner")])
ASKED = st.sampled_from([[], ["partner"], ["internal"], ["partner", "public"]])
KINDS = ("plain", "extra", "computed", "dataclass", "typed-dict")


@dataclass(frozen=True)
class FieldPlan:
    """A field of a class."""

    name: str
    mark: Mark
    form: str
    """Of `FORMS`."""
    target: int
    """The class that it mentions, if its form does; one with a smaller number."""
    has_default: bool
    member_mark: Mark
    """That of the last member of a union."""
    replaced_by: int
    """The method that a text is replaced by."""


FORMS = ("text", "brand", "new-type", "class", "list", "map", "optional", "union", "tagged")


@dataclass(frozen=True)
class ClassPlan:
    """A class."""

    name: str
    kind: str
    fields: tuple[FieldPlan, ...]


@dataclass(frozen=True)
class Part:
    """A parameter, a body field, an error or a header."""

    name: str
    mark: Mark
    target: int
    by_type: bool
    """Whether its type has the mark, or the part itself."""


@dataclass(frozen=True)
class MethodPlan:
    """A method or an interaction."""

    name: str
    mark: Mark
    parameters: tuple[Part, ...]
    fields: tuple[Part, ...]
    errors: tuple[int, ...]
    target: int
    replaced_by: int
    scope: str


@dataclass(frozen=True)
class ContractPlan:
    """A contract."""

    name: str
    mark: Mark
    is_http: bool
    methods: tuple[MethodPlan, ...]
    errors: tuple[int, ...]
    header: Part


@dataclass(frozen=True)
class ApiPlan:
    """A document."""

    classes: tuple[ClassPlan, ...]
    errors: tuple[Part, ...]
    groups: tuple[tuple[str, Mark, tuple[ContractPlan, ...]], ...]


@dataclass
class _Names:
    """Names with a token where a mark says so."""

    count: int = 0

    def __call__(self, stem: str, mark: Mark) -> str:
        self.count += 1
        return f"{stem}{self.count}{token(mark)}" if mark else f"{stem}{self.count}"


def token(mark: Mark) -> str:
    """What is in the names and texts of all that has a mark."""
    return "zqx" + "".join(name[:3] for name in mark) + "zqx"


HIDDEN_MARKS: tuple[Mark, ...] = (("internal",), ("partner",), ("internal", "partner"))


def tokens_outside(asked: Sequence[str]) -> list[str]:
    """The tokens that nothing for an audience has."""
    return [token(mark) for mark in HIDDEN_MARKS if not set(mark) & set(asked)]


@st.composite
def apis(draw: st.DrawFn) -> ApiPlan:
    """Plans of documents."""
    names = _Names()

    def marks() -> Mark:
        return draw(MARKS)

    def target() -> int:
        return draw(st.integers(0, 4))

    def part(stem: str) -> Part:
        mark = marks()
        return Part(names(stem, mark), mark, target(), draw(st.booleans()))

    classes = []
    for number in range(draw(st.integers(3, 5))):
        fields = []
        for _ in range(draw(st.integers(1, 4))):
            mark = marks()
            fields.append(
                FieldPlan(
                    name=names("f", mark),
                    mark=mark,
                    form=draw(st.sampled_from(FORMS)),
                    target=draw(st.integers(0, max(number - 1, 0))),
                    has_default=draw(st.booleans()),
                    member_mark=marks(),
                    replaced_by=draw(st.integers(0, 9)),
                )
            )
        classes.append(ClassPlan(f"Class{number}", draw(st.sampled_from(KINDS)), tuple(fields)))
    errors = tuple(part("Error") for _ in range(draw(st.integers(1, 3))))
    chosen = st.lists(st.integers(0, len(errors) - 1), max_size=2, unique=True).map(tuple)

    def method() -> MethodPlan:
        mark = marks()
        return MethodPlan(
            name=names("method", mark),
            mark=mark,
            parameters=tuple(part("p") for _ in range(draw(st.integers(0, 2)))),
            fields=tuple(part("b") for _ in range(draw(st.integers(0, 3)))),
            errors=draw(chosen),
            target=target(),
            replaced_by=draw(st.integers(0, 3)),
            scope=names("scope", mark),
        )

    def contract() -> ContractPlan:
        mark = marks()
        methods = tuple(method() for _ in range(draw(st.integers(1, 3))))
        is_http = draw(st.booleans())
        return ContractPlan(names("Api", mark), mark, is_http, methods, draw(chosen), part("h"))

    groups = []
    for _ in range(draw(st.integers(1, 3))):
        mark = marks()
        contracts = tuple(contract() for _ in range(draw(st.integers(1, 2))))
        groups.append((names("Group", mark), mark, contracts))
    return ApiPlan(tuple(classes), errors, tuple(groups))


_typed_dict: Any = TypedDict
_model: Any = create_model
"""Names that are made while the tests run, of which type checkers know nothing."""


def built(plan: ApiPlan, keeps: Keeps | None = None) -> ApiDocSpec | None:
    """The document of a plan: whole, with marks, or without marks and what is not kept; None where
    nothing is left.
    """
    return _Builder(plan, keeps).spec()


@dataclass
class _Builder:
    plan: ApiPlan
    keeps: Keeps | None
    classes: list[Any] = field(default_factory=list)
    errors: list[Any] = field(default_factory=list)

    def spec(self) -> ApiDocSpec | None:
        for plan in self.plan.classes:
            self.classes.append(self._class(plan))
        self.errors = [self._error(part, 410 + n) for n, part in enumerate(self.plan.errors)]
        groups = [
            ResolvedGroup(
                name=name,
                slug=name.lower(),
                description=f"About {name}.",
                contracts=contracts,
                audience=self._mark(mark),
            )
            for name, mark, plans in self.plan.groups
            if self._keeps(mark) and (contracts := tuple(self._contracts(plans)))
        ]
        if not groups:
            return None
        servers: Any = [
            {
                "url": f"https://{token(mark) if mark else 'open'}.example",
                "audience": self._mark(mark),
            }
            for mark in ((), *HIDDEN_MARKS)
            if self._keeps(mark)
        ]
        return ApiDocSpec(slug="drawn", title="Drawn", version="1", groups=groups, servers=servers)

    def _kept_methods(self) -> Iterator[tuple[str, str, bool]]:
        return (each for each in self._methods() if each[2] or self.keeps is None)

    def _methods(self) -> Iterator[tuple[str, str, bool]]:
        """The names of all methods, the scopes of those of HTTP, and whether each is kept."""
        for _, group_mark, contracts in self.plan.groups:
            for contract in contracts:
                for method in contract.methods:
                    is_kept = all(map(self._keeps, (group_mark, contract.mark, method.mark)))
                    scope = method.scope if contract.is_http else ""
                    yield f"{contract.name}.{method.name}", scope, is_kept

    def _keeps(self, mark: Mark) -> bool:
        return self.keeps is None or not mark or self.keeps(mark)

    def _mark(self, mark: Mark) -> Mark:
        return mark if self.keeps is None else ()

    def _marked(self, form: Any, mark: Mark) -> Any:
        return Annotated[form, Audience(*mark)] if mark and self.keeps is None else form

    # --- types ---

    def _class(self, plan: ClassPlan) -> Any:
        fields = [each for each in plan.fields if self._keeps(each.mark)]
        forms = {each.name: self._form(each) for each in fields}
        text = f"The class {plan.name}.\n\nAttributes:\n" + "".join(
            f"    {each.name}: What {each.name} is.\n" for each in fields
        )
        for each in fields:
            for inner in self._parts_of(each):
                text += f"    {each.name}.{inner}: What {inner} is there.\n"
        if not fields:
            text = f"The class {plan.name}."
        made: Any
        if plan.kind == "typed-dict":
            made = _typed_dict(
                plan.name,
                {
                    each.name: NotRequired[forms[each.name]]
                    if each.has_default
                    else forms[each.name]
                    for each in fields
                }
                | {"kind": Literal[plan.name]},
            )
        elif plan.kind == "dataclass":
            ordered = sorted(fields, key=lambda each: each.has_default)
            made = dataclasses.make_dataclass(
                plan.name,
                [
                    ("kind", Literal[plan.name]),
                    *(
                        (each.name, forms[each.name] | None, None)
                        if each.has_default
                        else (each.name, forms[each.name])
                        for each in ordered
                    ),
                ],
            )
        else:
            made = self._model(plan, fields, forms)
        made.__module__, made.__qualname__, made.__doc__ = "drawn", plan.name, text
        if isinstance(made, type) and issubclass(made, BaseModel):
            made.model_rebuild(force=True)
        return made

    def _parts_of(self, plan: FieldPlan) -> list[str]:
        """The kept fields of the class that a field has."""
        if plan.form not in ("class", "list", "optional") or not self.classes:
            return []
        return [one.name for one in self.plan.classes[plan.target].fields if self._keeps(one.mark)]

    def _model(self, plan: ClassPlan, fields: list[FieldPlan], forms: dict[str, Any]) -> Any:
        values = {each.name: f"value of {each.name}" for each in fields}
        config = ConfigDict()
        if plan.kind == "extra":
            extra: Any = {"examples": [{"kind": plan.name, **values}]}
            if len(fields) == len(plan.fields):  # what mentions a hidden field goes with it
                extra["x-order"] = ["kind", *values]
                names = "|".join(["kind", *values])
                extra["propertyNames"] = {"pattern": f"^({names})$"}
            config = ConfigDict(json_schema_extra=extra)
        base = type("Base", (BaseModel,), {"model_config": config, "__module__": "drawn"})
        if plan.kind == "computed":

            def total(self: Any) -> int:
                return 1

            hidden: Mark = ("internal",)
            name = f"total{token(hidden)}"
            if self._keeps(hidden):
                total.__annotations__["return"] = self._marked(int, hidden)
                body = {name: computed_field(total), "__module__": "drawn"}
                base = type("Base", (BaseModel,), {"model_config": config, **body})
        made = {
            each.name: (forms[each.name] | None, None)
            if each.has_default
            else (
                forms[each.name],
                Field(description=f"A text about {each.name}.") if each.form == "text" else ...,
            )
            for each in fields
        }
        return _model(
            plan.name,
            __base__=base,
            __module__="drawn",
            **{"kind": (Literal[plan.name], plan.name), **made},
        )

    def _form(self, plan: FieldPlan) -> Any:
        return self._marked(self._bare(plan), plan.mark)

    def _bare(self, plan: FieldPlan) -> Any:
        target = self.classes[plan.target] if self.classes else int
        match plan.form:
            case "brand":
                return Annotated[str, Field(description=f"Of {plan.name}."), Brand(plan.name)]
            case "new-type":
                return NewType(f"Type{plan.name}", int)
            case "class":
                return target
            case "list":
                return list[target]  # type: ignore[valid-type]
            case "map":
                return dict[str, target]  # type: ignore[valid-type]
            case "optional":
                return Union[target, None]  # noqa: UP007
            case "union":
                last = self._marked(
                    NewType(f"Last{token(plan.member_mark)}", str), plan.member_mark
                )
                members = (target, int, *([last] if self._keeps(plan.member_mark) else []))
                return Union[members]  # noqa: UP007
            case "tagged" if len(self.classes) > 2:
                third = self._marked(self.classes[2], plan.member_mark)
                kept = [third] if self._keeps(plan.member_mark) else []
                members = (self.classes[0], self.classes[1], *kept)
                return Annotated[Union[members], Field(discriminator="kind")]  # noqa: UP007
            case _:
                methods = list(self._methods())
                name, _, is_kept = methods[plan.replaced_by % len(methods)]
                return Annotated[str, Deprecated(replacement=self._known(name, is_kept))]

    def _known(self, name: str, is_kept: bool) -> str | None:
        return name if is_kept or self.keeps is None else None

    def _type(self, target: int) -> Any:
        return self.classes[target % len(self.classes)]

    # --- contracts ---

    def _error(self, part: Part, status: int) -> Any:
        return ERROR.define(
            part.name,
            status,
            self._type(part.target),
            description=f"Of {part.name}.",
            audience=self._mark(part.mark),
        )

    def _chosen_errors(self, numbers: Sequence[int]) -> tuple[Any, ...]:
        parts = self.plan.errors
        return tuple(self.errors[n] for n in numbers if self._keeps(parts[n].mark))

    def _contracts(self, plans: Sequence[ContractPlan]) -> Iterator[Any]:
        for plan in plans:
            methods = [each for each in plan.methods if self._keeps(each.mark)]
            if not self._keeps(plan.mark) or not methods:
                continue
            needs = Requirement(
                f"Needs{plan.header.name}" if self._keeps(plan.header.mark) else "Needs",
                headers={plan.header.name: self._marked(str, plan.header.mark)}
                if self._keeps(plan.header.mark)
                else {},
                errors=self._chosen_errors(plan.errors),
            )
            yield self._contract(plan, methods, (needs,))

    def _contract(
        self, plan: ContractPlan, methods: list[MethodPlan], requires: tuple[Requirement, ...]
    ) -> Any:
        requires = requires if self.plan.errors[0].by_type else ()
        fields: dict[str, Any] = {
            "name": plan.name,
            "description": f"About {plan.name}.",
            "requires": requires,
            "audience": self._mark(plan.mark),
            "runtime_errors": True,
        }
        if not plan.is_http:
            interactions = tuple(self._interaction(each) for each in methods)
            return WebSocketContract(path=f"/{plan.name}", interactions=interactions, **fields)
        known = {f"{plan.name}.{each.name}" for each in methods}
        made = tuple(self._method(plan, each, known) for each in methods)
        return HttpContract(path_prefix=f"/{plan.name}", methods=made, **fields)

    def _scheme(self) -> security.OAuth2:
        scopes = {scope: f"Of {scope}." for _, scope, _kept in self._kept_methods() if scope}
        flow = security.Flow(token_url="https://example.org/token", scopes=scopes)
        return security.OAuth2(name="OAuth2", client_credentials=flow)

    def _parameters(self, parts: Sequence[Part]) -> tuple[Parameter, ...]:
        return tuple(
            Parameter(
                name=part.name,
                location="query",
                type=self._marked(str, part.mark if part.by_type else ()),
                description=f"Of {part.name}.",
                examples=(Example(name=part.name, value=part.name),),
                audience=self._mark(() if part.by_type else part.mark),
            )
            for part in parts
            if self._keeps(part.mark)
        )

    def _body(self, parts: Sequence[Part]) -> RequestBody | None:
        fields = tuple(
            BodyField(
                name=part.name,
                type=self._marked(self._type(part.target), part.mark if part.by_type else ()),
                description=f"Of {part.name}.",
                audience=self._mark(() if part.by_type else part.mark),
            )
            for part in parts
            if self._keeps(part.mark)
        )
        example = Example(
            name="one", value={each.name: {"text": f"Of {each.name}."} for each in fields}
        )
        content = Content(fields=fields, examples=(example,))
        return RequestBody(contents=(content,)) if fields else None

    def _method(self, owner: ContractPlan, plan: MethodPlan, known: set[str]) -> HttpMethod:
        other = owner.methods[plan.replaced_by % len(owner.methods)]
        replacement = f"{owner.name}.{other.name}"
        lifecycle = None
        if self.keeps is None or replacement in known:
            lifecycle = Lifecycle(replacement=replacement)
        errors = self._chosen_errors(plan.errors)
        is_required = self.plan.errors[0].by_type  # by the contract, else nothing has its names
        listed = dict.fromkeys(errors)
        if is_required:
            listed |= dict.fromkeys(self._chosen_errors(owner.errors))
        raised = "".join(f"\n- ``{each.type}``: Of {each.type}." for each in listed)
        text = f"More about {plan.name}."
        if is_required and self._keeps(owner.header.mark):
            text += f"\n\n**Parameters**\n\n- ``{owner.header.name}``: Of {owner.header.name}."
        text += f"\n\n**Raises**\n{raised}" if raised else ""
        return HttpMethod(
            name=plan.name,
            verbs=("POST",),
            path=f"/{plan.name}",
            summary=f"Do {plan.name}",
            description=text,
            parameters=self._parameters(plan.parameters),
            body=self._body(plan.fields),
            successes=(Success(status=200, contents=(Content(type=self._type(plan.target)),)),),
            errors=errors,
            deprecated=True,
            security=self._scheme().scoped(plan.scope),
            lifecycle=lifecycle,
            audience=self._mark(plan.mark),
        )

    def _interaction(self, plan: MethodPlan) -> Interaction:
        return Interaction(
            name=plan.name,
            direction="client_to_server",
            summary=f"Send {plan.name}",
            message=self._body(plan.fields),
            answer=Content(type=self._type(plan.target)),
            errors=self._chosen_errors(plan.errors),
            audience=self._mark(plan.mark),
        )
