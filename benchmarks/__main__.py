"""All measurements: ``python -m benchmarks``."""

from .document import main

main()
