"""Implements static mode: the documentation as files, for any web server, under any prefix, and for
opening from disk.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from ..serving import WriteReport, write_site
from .site_options import SiteOptions


class BuildApiDocsOptions(SiteOptions):
    """Options of `build_api_docs`: documents and output folder."""

    out_dir: Path = Field(description="the folder to write to, created if needed")


def build_api_docs(
    options: BuildApiDocsOptions | Mapping[str, Any] | None = None, **named: Any
) -> WriteReport:
    """Write the documentation as a static site.

    Everything is built before the first file is written, and each file is replaced atomically, so
    that a failed run leaves the previous site intact. Files of removed documents are deleted; files
    that something else wrote are kept.

    Args:
        options: Documents, branding and the folder, or a mapping of them in snake_case or
            camelCase.
        named: The options as keyword arguments, which take precedence.

    Returns:
        Files that were written, unchanged and removed.

    Raises:
        ContractError: The options or a contract are wrong.
        SiteCollision: A file that we did not write is in the way.
    """
    validated_options = BuildApiDocsOptions.of(options, named)
    site = validated_options.site(with_methods=True)
    return write_site(site, os.fspath(validated_options.out_dir))
