"""Runs a command, and turns errors into messages and exit statuses."""

import argparse
import sys

from ..contracts import ContractError
from ..serving import BadPath, SiteCollision
from .terminal import RESULTS, UsageError, note

INTERRUPTED = 130
"""As shells tell of SIGINT."""


def run(arguments: argparse.Namespace) -> int:
    """The exit status of the command that the arguments name."""
    try:
        with RESULTS.alone():
            status: int = arguments.run(arguments)
            return status
    except UsageError as error:
        return _fail(error, 2)
    except (ContractError, SiteCollision, BadPath) as error:
        return _fail(error, 1)
    except BrokenPipeError:  # the reader has seen enough, as in  ggdocs export … | head
        sys.stderr.close()
        return 1
    except OSError as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return INTERRUPTED


def _fail(error: Exception, status: int) -> int:
    note(f"ggdocs: error: {error}")
    return status
