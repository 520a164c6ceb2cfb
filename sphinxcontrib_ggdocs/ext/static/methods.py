"""Contracts and their methods."""

from collections.abc import Iterator, Sequence

from docutils import nodes
from sphinx import addnodes

from ...native.document import (
    Contract,
    Group,
    HttpContract,
    HttpMethod,
    Method,
    Param,
    WebSocketContract,
    WebSocketMethod,
)
from ..objects import ObjectEntry
from ..words import _
from .as_nodes import paragraph_node
from .bodies import body_nodes, response_nodes
from .details import contract_prose, contract_words, details, method_prose, method_words
from .rows import param_row, row_table
from .scope import Scope
from .security import authentication
from .signatures import annotation, aside, describe_object, name_node, space
from .tree import Block, Code, Field, Fields, Given, Kept, Link, Table, field, paragraph


def contract_nodes(scope: Scope, group: Group, contract: HttpContract | WebSocketContract) -> list[nodes.Node]:
    """A contract with all of its methods."""
    name = scope.names.contract(group.slug, contract.name)
    kind = _("HTTP") if contract.kind == "http" else _("WebSocket")
    path = _path(contract)
    signature = [annotation(kind), space(), name_node(contract.name)]
    if path:
        signature += [space(), aside(path)]
    anchors = _anchors(scope, scope.anchor("contract", name), scope.names.route(group.slug, contract.name))
    content: list[nodes.Node] = [
        details(
            scope,
            "contract",
            name,
            signature=signature,
            prose=contract_prose(contract),
            words=contract_words(scope, contract),
        )
    ]
    for method in contract.methods:
        content += method_nodes(scope, group, contract, method, inside=True)
    description = describe_object(
        scope,
        ObjectEntry(
            "contract",
            name,
            anchors[0],
            contract_display(contract),
            kind=contract.kind,
            deprecated=bool(contract.deprecated),
            summary=scope.summary(contract.description),
        ),
        signature=signature,
        content=content,
        ids=anchors,
        contents=_contents_name(scope, name, contract.name),
        classes=[f"gg-{contract.kind}"],
    )
    return [*scope.index_node(anchors[0], scope.told_apart(contract.name, kind)), description]


def method_nodes(
    scope: Scope,
    group: Group,
    contract: HttpContract | WebSocketContract,
    method: HttpMethod | WebSocketMethod,
    *,
    inside: bool = False,
) -> list[nodes.Node]:
    """One method; `inside` the description of its contract or alone."""
    name = scope.names.method(group.slug, contract.name, method.name)
    anchors = _anchors(scope, scope.anchor("method", name), scope.names.route(group.slug, contract.name, method.name))
    display, called = method_display(contract, method), f"{contract.name}.{method.name}"
    if isinstance(method, HttpMethod):
        verbs = ", ".join(method.http_methods or (method.http_method,))
        signature = [annotation(verbs), space(), name_node(method.http_path), space(), aside(method.name)]
        if isinstance(contract, HttpContract) and contract.outgoing:
            signature += [space(), annotation(f"({_('server to client')})")]
        extra = called
        index: tuple[str, ...] = (display, f"{method.name}; {scope.told_apart(contract.name)}")
    else:
        direction = _("client to server") if method.ws_direction == "OUT" else _("server to client")
        pattern = _("request") if method.ws_pattern == "req" else _("event")
        extra = f"{direction}, {pattern}"
        signature = [name_node(method.name), space(), annotation(f"({direction}, {pattern})")]
        index = (f"{method.name}; {scope.told_apart(contract.name)}",)
    prose, words = method_prose(method), method_words(scope, method)
    content = [details(scope, "method", name, signature=signature, prose=prose, words=words)]
    description = describe_object(
        scope,
        ObjectEntry(
            "method",
            name,
            anchors[0],
            display,
            kind=contract.kind,
            heading=_path(contract) or "/",
            extra=extra,
            deprecated=bool(method.deprecated),
            summary=scope.summary(method.summary or method.description),
        ),
        signature=signature,
        content=content,
        ids=anchors,
        contents=_contents_name(scope, name, method.name if inside else called, method.name),
        classes=[f"gg-{contract.kind}"],
    )
    parts = (f"{part}; {called}" for part in _searched(method))
    return [*scope.index_node(anchors[0], *index, called, *parts), description]


def _contents_name(scope: Scope, full: str, usual: str, own: str | None = None) -> str:
    """What a table of contents calls an object (``toc_object_entries_show_parents``)."""
    match scope.listing.contents:
        case "none":
            return ""
        case "all":
            return full
        case "hide":
            return own or usual
        case "domain":
            return usual


def _searched(method: HttpMethod | WebSocketMethod) -> list[str]:
    """Names by which somebody may look for a method: its parameters, but for those in the path, and its own fields."""
    names: list[str] = []
    if isinstance(method, HttpMethod):
        for params in (method.query_params, method.header_params, method.cookie_params):
            names += [param.name for param in params or ()]
    body = method.request_body if isinstance(method, HttpMethod) else method.ws_input
    for content in body.contents if body is not None else ():
        names += (content.schema or {}).get("properties", ())
    return list(dict.fromkeys(names))


def contract_content(scope: Scope, contract: HttpContract | WebSocketContract) -> list[Block]:
    """What stands below a contract's signature, before its methods."""
    return [
        *scope.prose(contract.description),
        *_deprecation(scope, contract.deprecated, None),
        *_field_list(_contract_fields(scope, contract)),
        *_external(contract),
    ]


def method_content(scope: Scope, method: HttpMethod | WebSocketMethod) -> list[Block]:
    """What stands below a method's signature."""
    fields = _http_fields(scope, method) if isinstance(method, HttpMethod) else _websocket_fields(scope, method)
    return [
        *scope.prose(method.summary),
        *scope.prose(method.description),
        *_deprecation(scope, method.deprecated, method.deprecation_message),
        *_field_list([*fields, *_shared_fields(scope, method)]),
        *_external(method),
    ]


def contract_display(contract: HttpContract | WebSocketContract) -> str:
    """What people type into a search box to find a contract."""
    return f"{contract.name} {_path(contract)}".rstrip()


def method_display(contract: HttpContract | WebSocketContract, method: HttpMethod | WebSocketMethod) -> str:
    """What people type into a search box to find a method."""
    if isinstance(method, HttpMethod):
        return f"{method.http_method} {method.http_path}"
    return f"{method.name} {_path(contract)}".rstrip()


def _path(contract: HttpContract | WebSocketContract) -> str:
    return contract.path_prefix if isinstance(contract, HttpContract) else contract.path


def _anchors(scope: Scope, own: str | None, route: str) -> list[str]:
    """An object's own id and the one the browser UI looks for, which may be the same."""
    found = own or scope.claim(route)
    return [found] if found == route else [found, scope.claim(route)]


def _deprecation(scope: Scope, deprecated: bool | None, message: str | None) -> Iterator[Block]:
    if deprecated:
        ours = paragraph_node(nodes.Text(_("Do not use this in new code.")))
        told = scope.describe(message) if message else [ours]
        yield Given(nodes.admonition("", nodes.title("", _("Deprecated")), *told, classes=["warning", "gg-deprecated"]))


def _external(part: Contract | Method) -> Iterator[Block]:
    if part.external_docs:
        text = part.external_docs.description or part.external_docs.url
        link = nodes.reference("", text, refuri=part.external_docs.url, internal=False)
        yield Given(addnodes.seealso("", paragraph_node(link)))


def _field_list(fields: Sequence[Field]) -> list[Block]:
    return [Fields(tuple(fields))] if fields else []


def _contract_fields(scope: Scope, contract: HttpContract | WebSocketContract) -> list[Field]:
    found: list[Field] = []
    if isinstance(contract, WebSocketContract):
        found += _params(scope, _("Path parameters"), contract.path_params)
        found += _params(scope, _("Query parameters"), contract.query_params)
    found += authentication(scope, contract)
    found += _params(scope, _("Headers"), contract.headers)
    found += _params(scope, _("Cookies"), contract.cookies)
    if contract.permission:
        found.append(field(_("Permission"), paragraph(contract.permission.text)))
    if isinstance(contract, WebSocketContract) and contract.errors:
        found.append(field(_("Errors"), _errors(scope, contract.errors)))
    if contract.error_format:
        form = Code("application/problem+json") if contract.error_format == "problem" else _("the data alone")
        found.append(field(_("Form of errors"), paragraph(form)))
    return found


def _http_fields(scope: Scope, method: HttpMethod) -> list[Field]:
    found = [
        *authentication(scope, method),
        *_params(scope, _("Path parameters"), method.path_params),
        *_params(scope, _("Query parameters"), method.query_params),
        *_params(scope, _("Headers"), method.header_params),
        *_params(scope, _("Cookies"), method.cookie_params),
    ]
    if method.request_body:
        found.append(field(_("Body"), *body_nodes(scope, method.request_body)))
    responses = (method.success_response, *(method.more_responses or ()))
    found += [field(_("Response"), *response_nodes(scope, response)) for response in responses if response is not None]
    found += _params(scope, _("Response headers"), method.response_headers)
    return found


def _websocket_fields(scope: Scope, method: WebSocketMethod) -> list[Field]:
    found = authentication(scope, method)
    if method.ws_input:
        found.append(field(_("Message"), *body_nodes(scope, method.ws_input)))
    if method.success_response:
        found.append(field(_("Answer"), *response_nodes(scope, method.success_response)))
    return found


def _shared_fields(scope: Scope, method: HttpMethod | WebSocketMethod) -> list[Field]:
    found: list[Field] = []
    if method.errors:
        types = tuple(method.errors)
        found.append(field(_("Errors"), Kept(("errors", types), lambda: _errors(scope, types))))
    if method.permission:
        found.append(field(_("Permission"), paragraph(method.permission.text)))
    return found


def _params(scope: Scope, title: str, params: Sequence[Param] | None) -> list[Field]:
    if not params:
        return []
    return [field(title, row_table(scope, [param_row(param) for param in params], name="gg-params"))]


def _errors(scope: Scope, types: Sequence[str]) -> Table:
    """The errors as a table; of the description of each its beginning, all of it stands with the error itself."""
    rows: list[list[list[Block]]] = []
    for error_type in types:
        error = scope.document.errors.get(error_type)
        link = Link("error", scope.names.part(error_type), Code(error_type))
        told: list[Block] = [paragraph(scope.summary(error.description))] if error and error.description else []
        if error and error.data is not None:
            told.append(paragraph(f"{_('Data')}: ", scope.type_of(error.data)))
        rows.append([[paragraph(str(error.status_code) if error else "")], [paragraph(link)], told])
    head = (_("Status"), _("Error"), _("Description"))
    if not any(told for *_rest, told in rows):
        return Table(head[:2], [row[:2] for row in rows], "gg-errors")
    return Table(head, rows, "gg-errors")
