"""Mocks for servers in processes of their own: of the example's documents, and of a file."""

import os

from marketplace.docs import INTERNAL, PLATFORM
from starlette.applications import Starlette

from sphinxcontrib_ggdocs.mock import mock_service

TOKEN = "token"


def platform() -> Starlette:
    """What apps of others call."""
    return mock_service(PLATFORM, stateful=True, credentials={"SignedIn": [TOKEN]})


def streams() -> Starlette:
    """The same, whose events come without much delay."""
    return mock_service(PLATFORM, credentials={"SignedIn": [TOKEN]}, pace=0.01)


def internal() -> Starlette:
    """What partners and the staff call."""
    accepted = {"SignedIn": [TOKEN], "PartnerKey": [TOKEN]}
    return mock_service(INTERNAL, stateful=True, credentials=accepted)


def published() -> Starlette:
    """The file of the environment variable MOCKED_FILE, whose credentials are of OAuth 2."""
    file = os.environ["MOCKED_FILE"]
    return mock_service(openapi=file, stateful=True, credentials={"OAuth2": [TOKEN]})
