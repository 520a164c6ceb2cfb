"""FastAPI applications as contracts."""

from importlib import import_module
from typing import TYPE_CHECKING

from ..._module_names import deprecated_names
from ..shared.messages import messages, messages_at
from .application_reader import FastAPIAdapter, contracts_from_fastapi
from .exceptions import answers, raises

if not TYPE_CHECKING:

    def _moved(name):
        """An old name of here; loaded by name, for adapters do not know the runtime."""
        runtime = "sphinxcontrib_ggdocs.runtime"
        remedy = f"import it from {runtime}"
        return lambda: getattr(import_module(runtime), name), remedy

    __getattr__ = deprecated_names(
        __name__,
        {
            name: _moved(name)
            for name in (
                "Call",
                "Guard",
                "Peer",
                "PeerError",
                "PeerGone",
                "PeerGroup",
                "Reply",
                "SocketLimits",
                "implement",
                "reply",
            )
        },
    )

__all__ = [
    "FastAPIAdapter",
    "answers",
    "contracts_from_fastapi",
    "messages",
    "messages_at",
    "raises",
]
