"""What readers can do with documentation UIs over the same service."""
