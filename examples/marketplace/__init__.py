"""Kirkgate, an online market for second-hand goods: the example that this project documents.

`contracts` declares what the service offers, `models` the types, `docs` which contracts make which
document.
"""
