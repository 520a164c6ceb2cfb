"""All measurements but those of the browser: ``python -m benchmarks``."""

from . import asyncapi, document, load

document.main()
asyncapi.main()
load.main()
