"""What the reference shows, as blocks, which writers make docutils nodes, HTML and Markdown of.

Read `vocabulary` first, then `objects`.
"""

from .objects import blocks_of as blocks_of
from .scope import Scope as Scope
from .service import introduction as introduction
from .service import service_facts as service_facts
from .workflow import workflow_blocks as workflow_blocks
