"""AsyncAPI 2 and 3: files that describe channels become contracts."""
