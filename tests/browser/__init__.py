"""What needs a browser: layout, focus, keys, colours, print, policies, files, embedding, journeys.

What a page says is tested without one, in ``ui/src`` (``rendered.tsx``). Other origins and errors in
the console fail each test (the fixtures of ``conftest``).
"""
