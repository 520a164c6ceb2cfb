"""Two small services, and three ways to publish their documentation; docs/guides/deployments.md
describes each.
"""
