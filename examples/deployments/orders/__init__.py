"""The service that takes orders."""
