"""The market as a service: its contracts implemented with FastAPI, its data in memory.

uvicorn --factory marketplace.service:create_app
"""

from .app import create_app

__all__ = ["create_app"]
