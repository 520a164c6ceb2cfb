"""Reads FastAPI applications as contracts."""

from ..shared.messages import messages, streams
from .application_reader import FastAPIAdapter, contracts_from_fastapi
from .exceptions import answers, raises

__all__ = [
    "FastAPIAdapter",
    "answers",
    "contracts_from_fastapi",
    "messages",
    "raises",
    "streams",
]
