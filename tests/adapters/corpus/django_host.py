"""A Django project around an application that a package brings: its settings and its URLs."""

from typing import Any

import django
from django.conf import settings
from django.urls import include, path

urlpatterns: list[Any] = []


def host(*apps: str, **values: Any) -> None:
    """Configure Django with some applications and settings."""
    usual = ("auth", "contenttypes", "sessions", "messages", "admin")
    settings.configure(
        INSTALLED_APPS=[*(f"django.contrib.{name}" for name in usual), *apps],
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        ROOT_URLCONF=__name__,
        SECRET_KEY="not a secret",
        USE_TZ=True,
        **values,
    )
    django.setup()


def mounted(api: Any) -> Any:
    """An API of Django Ninja, in the URLs of the project."""
    urlpatterns.append(path("api/", api.urls))
    return api


def included(urls: str) -> None:
    """Add the URLs of a module to those of the project."""
    urlpatterns.append(path("", include(urls)))
