"""All measurements but those of Sphinx builds: ``python -m benchmarks``."""

from . import agents, applications, asyncapi, check, comparison, document, load, pages
from .ui.__main__ import main as measure_ui
from .ui.console import main as measure_calls

document.main()
applications.main()
asyncapi.main()
comparison.main()
check.main()
agents.main()
measure_ui()
measure_calls()
pages.main()
load.main()
