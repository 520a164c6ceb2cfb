"""A Django project, one for all tests: settings are those of the process."""

import os


def set_up() -> None:
    """Load the settings and the applications, as the documentation of a project does."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.django_project.settings")
    django.setup()
