"""The browser UI against its peers, in a real Chromium: ``python -m benchmarks.ui``."""
