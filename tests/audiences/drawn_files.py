"""OpenAPI and AsyncAPI documents that Hypothesis draws, with hidden parts in schemas. Each name and
value of a hidden part, and each value that is given for one elsewhere, has the token.
"""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from .secret_shop import TOKEN

Json = dict[str, Any]
MARKS: list[Json] = [{"x-internal": True}, {"x-audience": "partner"}, {"x-internal": "yes"}]
REFERENCE = "#/components/schemas/"
EXTENSIONS = {"x-internal", "x-audience"}
HIDDEN_KINDS = ("property", "of a common name", "choice", "choice by reference", "part", "base")


@dataclass
class _Drawing:
    """One document in the making."""

    draw: st.DrawFn
    schemas: Json = field(default_factory=dict)
    count: int = 0

    def name(self, stem: str, *, hidden: bool = False) -> str:
        self.count += 1
        return f"{stem}{self.count}{TOKEN}" if hidden else f"{stem}{self.count}"

    def one_of(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def secret(self) -> Json:
        """A schema of which all names and values are hidden."""
        value = self.name("v", hidden=True)
        texts = {"title": value, "description": f"About {value}.", "example": value}
        kinds = [
            {"type": "string", "enum": [value], "default": value},
            {"const": value, "x-note": value},
            {"type": "object", "properties": {value: {"const": value}}, "required": [value]},
            {"type": "array", "items": {"enum": [value]}, "examples": [[value]]},
            {"$ref": self.named(self.name("Type", hidden=True), {"properties": {value: {}}})},
        ]
        return {**texts, **self.one_of(*kinds)}

    def named(self, name: str, schema: Json) -> str:
        self.schemas[name] = schema
        return REFERENCE + name

    def object(self, depth: int) -> Json:
        """An object with something hidden in it."""
        schema: Json = {"type": "object", "properties": {}}
        for _ in range(self.draw(st.integers(1, 2))):
            schema["properties"][self.name("n")] = self.shown(depth)
        for kind in self.draw(st.lists(st.sampled_from(HIDDEN_KINDS), min_size=1, max_size=3)):
            self.hide(kind, schema)
        return schema

    def shown(self, depth: int) -> Json:
        """A schema that is shown."""
        kinds: list[Any] = [{"type": "string"}, {"type": "integer"}, {}]
        if depth:
            inner = self.object(depth - 1)
            kinds = [
                inner,
                {"$ref": self.named(self.name("Type"), inner)},
                {"type": "array", "items": inner, **self.contained(inner)},
                {"additionalProperties": inner},
                {"prefixItems": [inner], "items": False},
            ]
        return dict(self.one_of(*kinds))

    def contained(self, inner: Json) -> Json:
        """A condition on the items of a list that mentions what they hide."""
        marked = [name for name, each in inner["properties"].items() if EXTENSIONS & each.keys()]
        names = [name for name in marked if TOKEN in name]
        if not names:
            return {}
        return {"contains": self.mention("n", self.one_of(*names)), "minContains": 1}

    def hide(self, kind: str, schema: Json) -> None:
        """Hide something in an object, and mention it beside."""
        mark, shown = self.one_of(*MARKS), next(iter(schema["properties"]))
        name = "common" if kind == "of a common name" else self.name("h", hidden=True)
        hidden = {**self.secret(), **mark}
        if kind in ("property", "of a common name"):
            schema["properties"][name] = hidden
        elif kind == "part":
            schema.setdefault("allOf", []).append({"properties": {name: hidden}})
        elif kind == "base":
            base = self.named(self.name("Base"), {"properties": {name: hidden}})
            schema.setdefault("allOf", []).append({"$ref": base})
        else:
            self.hide_choice(kind, name, mark, schema)
        beside = [schema, *schema.get("allOf", ())]
        target = self.one_of(*(each for each in beside if "$ref" not in each))
        added = self.mention(shown, name)
        for key, value in added.items():
            if key == "allOf":
                target.setdefault(key, []).extend(value)
            else:
                target.setdefault(key, value)

    def hide_choice(self, kind: str, name: str, mark: Json, schema: Json) -> None:
        tag = self.name("t", hidden=True)  # a value that is shown names no property
        kinds: list[Json] = [{"type": "string"}]
        if kind == "choice by reference":
            words = {"x-enum-varnames": ["SHOWN", tag.upper()], "x-labels": {tag: tag}}
            texts = [{"const": "shown", "title": "A"}, {"const": tag, "title": tag}]
            kinds += [
                {"enum": ["shown", tag], **words},
                {"enum": ["shown", tag], "x-enum-descriptions": ["A.", f"Of {tag}."]},
                {"oneOf": texts},
                {"type": "string", "pattern": f"^(shown|{tag})$"},
            ]
        of_kind = {"properties": {"kind": self.one_of(*kinds)}}
        shown = self.named(self.name("Shown"), of_kind)
        required = {"properties": {name: {"const": name}, "kind": {"const": tag}}}
        choice = {**required, "required": [name]}
        secret = self.named(self.name("Type", hidden=True), choice)
        hidden = {"$ref": secret, **mark} if kind == "choice by reference" else {**choice, **mark}
        union: Json = {"oneOf": [{"$ref": shown}, hidden]}
        if kind == "choice by reference":
            mapping = {"shown": shown, tag: secret}
            union["discriminator"] = {"propertyName": "kind", "mapping": mapping}
        union["examples"] = [{"kind": tag}, {name: name}, {"kind": "a", name: name}]
        schema["properties"][self.name("n")] = union

    def mention(self, shown: str, name: str) -> Json:
        """A fragment beside a hidden property that mentions it."""
        value = {shown: "a", name: self.name("v", hidden=True)}
        if name == "common":  # which is no secret in itself
            return dict(self.one_of({"example": value}, {"examples": [value]}, {"default": value}))
        fragments: list[Json] = [
            {"examples": [value]},
            {"example": value},
            {"default": value},
            {"const": value},
            {"enum": [value, {shown: "b"}]},
            {"required": [shown, name]},
            {"anyOf": [{"required": [shown]}, {"required": [name]}]},
            {"allOf": [{"examples": [value]}, {"required": [name]}]},
            {"if": {"properties": {name: {"const": TOKEN}}}, "then": {"required": [name]}},
            {"if": {"required": [shown]}, "then": {"required": [name]}},
            {"not": {"anyOf": [{"required": [name]}]}},
            {"dependentRequired": {shown: [name], name: [shown]}},
            {"dependentSchemas": {shown: {"required": [name], "examples": [value]}}},
            {"propertyNames": {"enum": [shown, name]}},
            {"propertyNames": {"pattern": f"^({shown}|{name})$"}},
            {"propertyNames": {"anyOf": [{"pattern": f"{name}|{shown}"}, {"maxLength": 2}]}},
            {"patternProperties": {f"^{name}": {"description": f"Of {TOKEN}.", "type": "string"}}},
            {"patternProperties": {f"{name}_[a-z]+$": {"examples": [TOKEN]}, "^[a-z]+_$": {}}},
            {"anyOf": [{"patternProperties": {f"^(?:{name}|{shown})$": {"minLength": 1}}}, {}]},
            {"not": {"patternProperties": {name: {"type": "string"}}}},
            {"discriminator": {"propertyName": name}},
            {"$comment": f"What {name} is."},
            {"allOf": [{"$comment": f"{name}: see the wiki."}]},
            {"description": f"Shown.\n\nFields:\n    {shown}: A.\n    {name}: Of {TOKEN}."},
            {"description": f"Shown.\n\n- `{shown}`: A.\n- `{shown}.{name}`: Of {TOKEN}."},
            {"properties": {self.name("n"): {"pattern": f"^({shown}|{name})$", "type": "string"}}},
            {"x-order": [shown, name], "x-by-name": {name: TOKEN}},
            {"properties": {self.name("n"): {"x-replaced-by": name, "description": "Old."}}},
        ]
        chosen = dict(self.one_of(*fragments))
        if "properties" in chosen:
            return {"allOf": [chosen]}
        return chosen


SHOWN_COMMON: Json = {"type": "object", "properties": {"common": {"type": "string"}}}


@st.composite
def openapi_documents(draw: st.DrawFn) -> Json:
    """OpenAPI documents."""
    drawing = _Drawing(draw)
    result = drawing.object(2)
    hidden = {**drawing.secret(), **drawing.one_of(*MARKS)}
    union = {"oneOf": [result, hidden]}
    secret, value = drawing.name("h", hidden=True), drawing.name("v", hidden=True)
    media: Json = {
        "schema": drawing.one_of(result, union, {"allOf": [result, {"examples": [{secret: 1}]}]}),
        "examples": {
            "a": {"value": {value: value}},
            "b": {"value": [{"n1": {value: 1}}]},
            secret: {"value": "a text"},
        },
    }
    drawing.named("Common", SHOWN_COMMON)
    links = {secret: {"operationId": "get_a"}, "other": {"operationId": secret}}
    # only what is hidden has the names in these examples
    drawing.named("Secret", {"properties": {secret: {}, value: {}}, **MARKS[0]})
    get: Json = {
        "operationId": "get_a",
        "parameters": [{"name": "q", "in": "query", "schema": drawing.shown(1)}],
        "requestBody": {"content": {"application/json": {"schema": drawing.object(1)}}},
        "responses": {
            "200": {"description": "ok", "content": {"application/json": media}, "links": links},
            "201": {
                "description": "ok",
                "content": {"application/json": {"schema": {"$ref": REFERENCE + "Common"}}},
            },
            "418": {"description": value, **drawing.one_of(*MARKS)},
        },
        "x-sorted": [secret],
    }
    lost: Json = {"operationId": secret, "responses": {"200": {"description": value}}}
    lost["responses"]["200"]["content"] = {
        "application/json": {"schema": {"$ref": REFERENCE + "Secret"}}
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Drawn", "version": "2"},
        "paths": {"/a": {"post": get}, f"/{value}": {"get": {**lost, **drawing.one_of(*MARKS)}}},
        "components": {"schemas": drawing.schemas},
    }


@st.composite
def asyncapi_documents(draw: st.DrawFn) -> Json:
    """AsyncAPI documents."""
    drawing = _Drawing(draw)
    payload = drawing.object(2)
    value = drawing.name("v", hidden=True)
    mark = drawing.one_of(*MARKS)
    hidden = {"properties": {value: {}}, **mark}
    message: Json = {
        "payload": {"allOf": [payload, hidden]},
        "headers": drawing.object(1),
        "examples": [{"payload": {"n1": "a", value: value}}],
    }
    channel = "#/channels/get_a"
    drawing.named("Common", SHOWN_COMMON)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Drawn", "version": "2"},
        "channels": {
            "get_a": {
                "address": "get_a",
                "messages": {
                    "sold": message,
                    "common": {"payload": {"$ref": REFERENCE + "Common"}},
                    value: {"payload": drawing.secret(), **mark},
                },
            }
        },
        "operations": {
            f"send_{name}": {
                "action": "send",
                "channel": {"$ref": channel},
                "messages": [{"$ref": f"{channel}/messages/{name}"}],
                **({} if name != value else mark),
            }
            for name in ("sold", "common", value)
        },
        "components": {"schemas": drawing.schemas},
    }
