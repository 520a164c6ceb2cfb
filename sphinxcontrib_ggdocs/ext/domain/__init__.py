"""The domain ``gg``: its objects, roles, indices, and what pages show of each other."""
