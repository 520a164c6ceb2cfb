"""Compiles a decorated class to its contract: `http.api`, `ws.api` and what they read from the
class.
"""
