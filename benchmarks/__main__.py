"""All measurements but those of the browser: ``python -m benchmarks``."""

from . import document, load

document.main()
load.main()
