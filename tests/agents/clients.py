"""The official client of MCP, and what it gets from our servers."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import anyio
import mcp_types as types
from marketplace.docs import DOCS
from mcp.client.client import Client
from mcp.server.lowlevel import Server

from sphinxcontrib_ggdocs.agents import mcp_server
from sphinxcontrib_ggdocs.native import build_contract_doc

DATA = re.compile(r"^Data from [^\n]*\n<document_data>\n(.*)\n</document_data>", re.DOTALL)


@cache
def example() -> "Server[Any]":
    """A server of the example's documents."""
    return mcp_server(map(build_contract_doc, DOCS))


def result_of(server: "Server[Any]", tool: str, **arguments: Any) -> types.CallToolResult:
    """What a tool answers."""

    async def ask() -> types.CallToolResult:
        async with Client(server) as client:
            return await client.call_tool(tool, arguments)

    return anyio.run(ask)


def text_of(result: types.CallToolResult) -> str:
    """The only text of a result."""
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


def data_of(result: types.CallToolResult) -> str:
    """What is marked as data in an answer."""
    assert not result.is_error, text_of(result)
    match = DATA.match(text_of(result))
    assert match is not None
    return match[1]


def json_of(result: types.CallToolResult) -> Mapping[str, Any]:
    """The same as JSON."""
    read: Mapping[str, Any] = json.loads(data_of(result))
    return read
