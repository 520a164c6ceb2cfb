"""Describes calls that belong together: workflows, written next to contracts.

In: methods of contracts, and how values go from one call to the next (`authoring`). They are
checked against the contract document, become a part of it (`writer`), and are exported as Arazzo
1.1 (`arazzo`). `proposals` writes the workflow for a chain of calls. Read `authoring` first.
"""

from typing import TYPE_CHECKING

from ..serving.lazy_names import lazy_attributes
from .authoring import Workflow, build, given, step, workflow

if TYPE_CHECKING:
    from .arazzo import to_arazzo, to_arazzo_json
else:
    __getattr__, __dir__ = lazy_attributes(__name__, {".arazzo": ["to_arazzo", "to_arazzo_json"]})

__all__ = ["Workflow", "build", "given", "step", "to_arazzo", "to_arazzo_json", "workflow"]
