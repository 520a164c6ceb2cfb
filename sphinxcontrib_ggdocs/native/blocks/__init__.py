"""What the reference says, as blocks: said once here, written as docutils nodes, HTML and Markdown.

Read `vocabulary` first, then `objects`.
"""

from .objects import blocks_of as blocks_of
from .scope import Scope as Scope
from .service import introduction as introduction
from .service import service_facts as service_facts
from .workflow import workflow_blocks as workflow_blocks
