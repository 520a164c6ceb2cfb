"""Answers the questions of agents about contract documents, over the Model Context Protocol.

In: contract documents, whether built from contracts, applications or files. Out: an MCP server that
documents them (``ggdocs mcp``, `GGMcpDocs`), and tools that call the described service
(`mcp_tools`). An object of a document is a method, a type, a brand, an error or a contract (a set
of methods). Read `library` first, which loads documents and finds their objects, then `answers`.
Only `server`, `live` and `contract_tools` need the package ``mcp``.
"""

from typing import TYPE_CHECKING

from ..serving.lazy_names import lazy_attributes

if TYPE_CHECKING:
    from .contract_tools import ContractTools, mcp_tools
    from .live import GGMcpDocs, GGMcpDocsOptions
    from .server import mcp_server
else:
    _HOMES = {
        ".contract_tools": ["ContractTools", "mcp_tools"],
        ".live": ["GGMcpDocs", "GGMcpDocsOptions"],
        ".server": ["mcp_server"],
    }
    __getattr__, __dir__ = lazy_attributes(__name__, _HOMES)

__all__ = ["ContractTools", "GGMcpDocs", "GGMcpDocsOptions", "mcp_server", "mcp_tools"]
